#!/bin/sh
# keep.sh <program> <work folder>: a person keeps a run with Ctrl+S and opens it again, and makes
# videos with F9: with ffmpeg where it is there, with one that fails, and without.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") work=$2
here=$(dirname "$0")
. "$here/display.sh"
mkdir -p "$work/here" "$work/gone" "$work/bin"
cd "$work/here"

cat >"$work/scenario.lua" <<END
local collide = require "collide"
local way = require "way"
local vec = collide.vec
local scenario = { title = "Keep", dt = 1 / 60, params = { wind = { 0, min = -1, max = 1 } } }
function scenario.load()
    return { at = 0, ball = collide.circle(vec(-3, 1), 0.5), floor = collide.aabb(vec(-4, -1), vec(4, 0)) }
end
function scenario.update(s, dt, p)
    s.at = s.at + 1
    s.ball:move(vec(way(dt) + p.wind * dt, 0))
    if s.at == 150 then print "there" end
end
scenario.checks = { ["the ball stays left"] = function(s) return s.ball.center.x < 1 end }
return scenario
END
echo "return function(x) return x end" >"$work/way.lua"

# A run with a param that was moved in frame 200, and a line of the console.
start --frame 200 "$work/scenario.lua"
wait_for version 1 frame 200 last 200
with_param
press Escape
before=$(told hash)
press grave
wait_for open console
xdotool type --delay 60 's.at = 7'
press Return
until_true 20 differs "$before" || fail "the line has no effect"
wait_for frame 200 last 200
press Escape grave
wait_for open none
press period
wait_for frame 201 last 201
hash=$(told hash)
press ctrl+s
until_true 20 test -s scenario-1.rec || fail "Ctrl+S keeps nothing"
press ctrl+s
until_true 20 test -s scenario-2.rec || fail "a second file is not made"
cmp scenario-1.rec scenario-2.rec || fail "the same run is not kept the same"
quit
"$program" --verify scenario-1.rec >"$work/out" || fail "$(cat "$work/out")"

# Open it without its script: the same frames; it goes on beyond its end, and can be changed.
mv "$work/scenario.lua" "$work/way.lua" "$work/gone"
start --frame 201 scenario-1.rec
wait_for version 1 frame 201 last 201 error none
[ "$(told hash)" = "$hash" ] || fail "not the state that was kept"
press period
wait_for frame 202 last 202
there=$(told hash)
press comma
wait_for frame 201
[ "$(told hash)" = "$hash" ] || fail "not the state that was kept, after a step back"
press ctrl+s
until_true 20 test -s scenario-1-1.rec || until_true 5 test -s scenario-3.rec || fail "it is not kept again"
press R
wait_for version 2 frame 0 playing 0 error none
quit
mv scenario-1.rec gone.rec
"$program" --headless --steps 202 gone.rec >"$work/out"
grep -q "hash $there" "$work/out" || fail "it goes on differently without a window"

# --save at the end; a damaged file says so in one line.
start --frame 30 --save end.rec gone.rec
wait_for frame 30
quit
"$program" --verify end.rec >"$work/out" || fail "$(cat "$work/out")"
head -c 1000 gone.rec >cut.rec
status=0
"$program" cut.rec >"$work/out" 2>&1 || status=$?
[ $status = 4 ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -q "is incomplete" "$work/out" ||
    fail "a damaged file: $status, $(cat "$work/out")"

mv "$work/gone/scenario.lua" "$work/gone/way.lua" "$work"

# A video, with whatever encoder there is: one that takes what it gets.
. "$here/video.sh"
(
    PATH="$work/bin:$PATH"
    export PATH
    start --frame 0 --size 800x500 "$work/scenario.lua"
    wait_for version 1 frame 0 film 0
    xdotool mousemove --window "$window" 400 200
    press F9
    wait_for film 1
    xdotool getwindowname "$window" | grep -q '●' || fail "the title does not tell that it records"
    press space
    until_true 30 eval '[ "$(told frame)" -gt 20 ]' || fail "it does not play while it records"
    press space
    wait_for playing 0
    frame=$(told frame)
    press F9
    wait_for film 0
    quit
    size=$(wc -c <scenario-1.mp4)
    picture=$((800 * 500 * 4))
    [ $((size % picture)) = 0 ] || fail "half a picture in the video"
    [ $((size / picture)) -gt "$frame" ] || fail "$((size / picture)) pictures of $frame frames"
    # No panels, no cursor, and not the message that it records.
    "$program" --headless --record still.mp4 --frames 0..0 --size 800x500 "$work/scenario.lua" >"$work/out"
    cmp -n $picture scenario-1.mp4 still.mp4 || fail "more than the picture is in the video"
    # An encoder that fails.
    export VIDEO=false
    start --frame 0 --size 800x500 "$work/scenario.lua"
    wait_for version 1 frame 0
    press F9
    until_true 20 eval 'grep -q " film 1 " "$work/report"' || fail "it does not begin"
    wait_for film 0
    press period
    wait_for frame 1
    quit
    [ ! -e scenario-2.mp4 ] || fail "half a video is left"
)
sandbox=''

# A shape that was dragged, in a script with random numbers: kept, and the same when it is run again.
cat >"$work/drag.lua" <<END
local collide = require "collide"
return {
    load = function() return { ball = collide.circle({ 0, 0 }, 1) } end,
    update = function(s, dt) s.ball:move(collide.vec(dt * math.random(), 0)) end,
}
END
start --no-panels --seed 9007199254740993 --frame 0 "$work/drag.lua"
wait_for frame 0 dragging 0
grab
xdotool key period
wait_for frame 1
xdotool mouseup 1
wait_for dragging 0
press period
wait_for frame 2 last 2
hash=$(told hash)
press ctrl+s
until_true 20 test -s drag-1.rec || fail "Ctrl+S keeps nothing"
quit
"$program" --verify drag-1.rec >"$work/out" || fail "$(cat "$work/out")"
grep -q "0 to 2 .*$hash" "$work/out" || fail "the drag is not kept: $(cat "$work/out")"

#!/bin/sh
# faults.sh <program> <refuse> <work folder>: signals, also while a picture is drawn, full disks, a standard output that nobody takes,
# folders that cannot be written, runners that die or stand still: one line, the right exit status,
# nothing half written, no process left. refuse: of tests/check/refuse.c; none where it cannot work.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") refuse=$2 work=$3
here=$(dirname "$0")
. "$here/verdicts.sh"
mkdir "$work/bin"

cat >"$work/ball.lua" <<'END'
local collide = require "collide"
return {
    load = function() return { ball = collide.circle({ 0, 0 }, 1), n = 0 } end,
    update = function(s, dt) s.n = s.n + 1 s.ball:move(collide.vec(dt, 0)) print("frame", s.n) end,
    checks = { holds = function(s) return s.n >= 0 end },
}
END
sed 's/print(.*) end,/end,/' "$work/ball.lua" >"$work/quiet.lua"
. "$here/video.sh"
old=$PATH

# one_line <word>: what is on standard error is one line with this word.
one_line() {
    [ "$(grep -vc 'Unable to get registers from thread' "$work/err")" = 1 ] || fault "not one line"
    grep -qF -- "$1" "$work/err" || fault "the line does not say '$1'"
}
# ended_with <wanted>: the program that runs as $viewer ends so, and its runner with it.
ended_with() {
    got=0
    wait "$viewer" || got=$?
    [ $got = "$1" ] || fault "it ends with $got, not $1"
    [ -z "$runner" ] || ! kill -0 "$runner" 2>/dev/null || fault "the runner outlives it"
}
# waits <command>...: for a minute at most.
waits() {
    tries=0
    until "$@"; do
        [ $((tries += 1)) -le 1200 ] || { fault "waited in vain: $*"; return 1; }
        sleep 0.05
    done
}
has_runner() { runner=$(pgrep -P "$viewer" -f -- --runner | head -n 1) && [ -n "$runner" ]; }

# A signal: the run is kept and the video is whole; the exit tells of the signal.
size=$((320 * 200 * 4))
for signal in HUP:129 INT:130 TERM:143; do
    PATH=$work/bin:$old
    env --default-signal=INT "$program" --headless --steps 90000000 --save "$work/run.rec" --record \
        "$work/film.mp4" --size 320x200 "$work/ball.lua" >"$work/out" 2>"$work/err" &
    viewer=$!
    PATH=$old
    runner=''
    waits test -s "$work/film.mp4.part"
    has_runner
    kill "-${signal%:*}" "$viewer"
    ended_with "${signal#*:}"
    one_line "ended by a signal in frame"
    [ ! -e "$work/film.mp4.part" ] && [ $(($(wc -c <"$work/film.mp4") % size)) = 0 ] ||
        fault "$signal: the video is not whole"
    status 0 --verify "$work/run.rec"
    rm "$work/run.rec" "$work/film.mp4"
done
# Scripts whose pictures took minutes: a large hull, points on the surface of one, and two meshes of
# needles among each other. They are drawn, and a signal ends them and keeps the run.
ball='local collide, points = require "collide", {}
    for i = 1, count do
        local a, z = 2.4 * i, 1 - 2 * (i - 0.5) / count
        points[i] = { math.cos(a) * (1 - z * z) ^ 0.5, math.sin(a) * (1 - z * z) ^ 0.5, z }
    end'
cat >"$work/hull.lua" <<END
local count = 27000 $ball
return { load = function() return { hull = collide.hull(points) } end }
END
cat >"$work/surface.lua" <<END
local count = 20000 $ball
return { load = function()
    local s = { hull = collide.hull(points), on = {} }
    for i = 1, 10 do s.on[i] = collide.point(s.hull.vertices[100 * i]) end
    return s
end }
END
cat >"$work/needles.lua" <<'END'
local collide = require "collide"
-- Triangles in layers across (1, 1, 1), those of the other mesh between them: none touch, all boxes do.
local function mesh(place)
    local vertices, triangles = {}, {}
    for i = 0, 19999 do
        local h, angle, n = (2 * i + place) / 40000, 2.4 * i, 3 * i
        local c, s = math.cos(angle), math.sin(angle)
        local x, y, z = c / 2 ^ 0.5 + s / 6 ^ 0.5, s / 6 ^ 0.5 - c / 2 ^ 0.5, -2 * s / 6 ^ 0.5
        vertices[n + 1], vertices[n + 2] = { h + x, h + y, h + z }, { h - x, h - y, h - z }
        vertices[n + 3] = { h - x + 1e-3, h - y - 1e-3, h - z }
        triangles[i + 1] = { n + 1, n + 2, n + 3 }
    end
    return collide.mesh(vertices, triangles)
end
return {
    load = function() return { a = mesh(0), b = mesh(1) } end,
    update = function(s) s.a:move(collide.vec(1e-6, -1e-6, 0)) end, -- what never moves is not compared
}
END
for script in hull surface needles; do
    status 0 --headless --frame 1 --size 320x200 --shot "$work/shot.png" "$work/$script.lua"
    "$program" --headless --record "$work/film/" --frames 0..10000 --size 320x200 \
        --save "$work/run.rec" "$work/$script.lua" >"$work/out" 2>"$work/err" &
    viewer=$!
    runner=''
    waits test -s "$work/film/00002.png"
    kill -TERM "$viewer"
    ended_with 143
    one_line "ended by a signal in frame"
    status 0 --verify "$work/run.rec"
    rm -r "$work/run.rec" "$work/film" "$work/shot.png"
done
# One that is ignored (nohup) stays so.
(trap '' HUP; exec "$program" --headless --steps 10000 "$work/ball.lua" >"$work/out" 2>"$work/err") &
viewer=$! runner=''
waits has_runner
kill -HUP "$viewer"
ended_with 0

# Standard output: full, closed, a pipe that nobody reads.
for arguments in --help --version "--headless --check --steps 3 $work/ball.lua" "--verify $work/kept.rec"; do
    [ -e "$work/kept.rec" ] || status 0 --headless --steps 3 --save "$work/kept.rec" "$work/ball.lua"
    for output in /dev/full -; do
        got=0
        # shellcheck disable=SC2086 # words
        if [ $output = - ]; then
            "$program" $arguments >&- 2>"$work/err" || got=$?
        else
            "$program" $arguments >$output 2>"$work/err" || got=$?
        fi
        [ $got = 4 ] || fault "$arguments, output $output: ends with $got"
        one_line "cannot write to standard output"
    done
done
{
    got=0
    "$program" --headless --steps 90000000 "$work/ball.lua" 2>"$work/err" || got=$?
    echo $got >"$work/status"
} | head -n 1 >/dev/null
[ "$(cat "$work/status")" = 4 ] || fault "a pipe that closes: ends with $(cat "$work/status")"
one_line "cannot write to standard output"

# Files: where nothing can be made, on a full disk, and where the disk does not confirm. The file of
# before stays, and nothing is left beside it.
status 0 --headless --steps 3 --size 320x200 --save "$work/run.rec" --shot "$work/shot.png" "$work/ball.lua"
(PATH=$work/bin:$old; "$program" --record "$work/film.mp4" --steps 3 --size 320x200 "$work/ball.lua") >"$work/out"
before=$(cat "$work/run.rec" "$work/shot.png" "$work/film.mp4" | cksum) files=$(ls "$work")
for place in /proc "$work/nowhere" "$work/ball.lua"; do
    mistake 4 "cannot write $place/new" --headless --steps 3 --save "$place/new.rec" "$work/ball.lua"
    mistake 4 "cannot write $place/new" --headless --steps 3 --shot "$place/new.png" "$work/ball.lua"
    mistake 4 "cannot write $place/new" --headless --steps 3 --record "$place/new/" "$work/ball.lua"
done
ln -s /dev/full "$work/full.png"
mistake 4 "cannot write $work/full.png" --headless --steps 3 --shot "$work/full.png" "$work/ball.lua"
rm "$work/full.png"
# fails <options>...: on a disk that is full, which a limit of the file's size stands for.
fails() {
    (ulimit -f 1; exec "$program" --headless --steps 300 --size 320x200 "$@" "$work/quiet.lua") \
        >"$work/out" 2>"$work/err"
    got=$?
    [ $got = 4 ] || fault "a full disk, $*: ends with $got"
    one_line "cannot write $work/"
}
fails --save "$work/run.rec"
fails --shot "$work/shot.png"
PATH=$work/bin:$old
fails --record "$work/film.mp4"
if [ -x "$refuse" ]; then
    for option in save:run.rec shot:shot.png record:film.mp4; do
        got=0
        "$refuse" fsync -- "$program" --headless --steps 3 --size 320x200 "--${option%:*}" \
            "$work/${option#*:}" "$work/ball.lua" >"$work/out" 2>"$work/err" || got=$?
        [ $got = 4 ] || fault "a disk that does not confirm, $option: ends with $got"
        one_line "cannot write $work/"
    done
fi
PATH=$old
[ "$before" = "$(cat "$work/run.rec" "$work/shot.png" "$work/film.mp4" | cksum)" ] ||
    fault "a file of before has changed"
[ "$files" = "$(ls "$work")" ] || fault "something is left: $(ls "$work" | xargs)"
# A script has an error: that is the status, also where a file could not be written.
echo 'return { update = function() error "no" end }' >"$work/error.lua"
status 3 --headless --steps 3 --save "$work/nowhere/new.rec" "$work/error.lua"
# Modes and links stay.
chmod 640 "$work/shot.png"
ln -s shot.png "$work/link.png"
status 0 --headless --steps 4 --size 320x200 --shot "$work/link.png" "$work/ball.lua"
[ -L "$work/link.png" ] && [ "$(ls -l "$work/shot.png" | cut -c 1-10)" = -rw-r----- ] ||
    fault "a link or a mode is lost"

# A runner that is killed or stopped.
for signal in KILL:"was killed by signal 9" STOP:"was stopped by a signal"; do
    "$program" --headless --steps 90000000 "$work/ball.lua" >/dev/null 2>"$work/err" &
    viewer=$!
    waits has_runner
    kill "-${signal%%:*}" "$runner"
    ended_with 3
    one_line "${signal#*:}"
done
# The viewer is killed: the runner ends by itself.
"$program" --headless --steps 90000000 "$work/ball.lua" >/dev/null 2>"$work/err" &
viewer=$!
waits has_runner
kill -9 "$viewer"
wait "$viewer" 2>/dev/null
gone() { ! kill -0 "$runner" 2>/dev/null; }
waits gone

[ $faults = 0 ]

#!/bin/sh
# live.sh <program> <work folder>: a person edits a script while its window is open, with editors that
# save in every way there is. What the window shows is read from its report and compared with headless
# runs of the same text: frame, hash of the state, and the first frame in which the edit shows.
set -eu
program=$1 work=$2
here=$(dirname "$0")
. "$here/display.sh"

# scenario <speed> <frame from which the ball also rises>: the text, on standard output.
scenario() {
    cat <<END
local collide = require "collide"
local way = require "way"
local vec = collide.vec
local scenario = { title = "Live", dt = 1 / 60, params = { wind = { 0, min = -1, max = 1 } } }
function scenario.load()
    return { at = 0, ball = collide.circle(vec(-3, 1), 0.5), floor = collide.aabb(vec(-4, -1), vec(4, 0)) }
end
function scenario.update(s, dt, p)
    s.at = s.at + 1
    s.ball:move(vec($1 * dt + p.wind * dt, 0))
    if s.at >= $2 then s.ball:move(vec(0, 0.5 * dt)) end
    s.gap = way(s.ball, s.floor)
end
scenario.checks = { ["the ball stays low"] = function(s) return s.ball.center.y < 1.5 end }
return scenario
END
}
way() { echo "return function(a, b) return a:distance(b) $1 end"; }

# true_hash <frame>: of a run without a window.
true_hash() {
    "$program" --headless --steps "$1" "$work/scenario.lua" | sed -n 's/^.* hash \([0-9a-f]*\).*$/\1/p'
}
# taken <ordinal of the version> <first frame that differs>: the new text is on the screen, at the
# same frame, as a fresh run makes it, and no error was told on the way.
taken() {
    wait_for version "$1" frame "$frame" diverges "$2" error none
    [ "$(told hash)" = "$(true_hash "$frame")" ] || fail "not the state of a fresh run: version $1"
    [ "$(told past)" -gt "$frame" ] || fail "the version before is gone"
    sed -n "$seen,\$p" "$work/report" | grep -qv ' error none$' && fail "an error was told: version $1"
    seen=$(($(wc -l <"$work/report") + 1))
}

way '' >"$work/way.lua"
scenario 1 1000 >"$work/scenario.lua"
frame=200 seen=1
start --frame $frame "$work/scenario.lua"
wait_for version 1 frame $frame last $frame playing 0 diverges -1 failing -1
[ "$(told hash)" = "$(true_hash $frame)" ] || fail "not the state of a fresh run"

# In place.
scenario 1 120 >"$work/text"
cat "$work/text" >"$work/scenario.lua"
taken 2 120
# The rise is 0.5 / 60 a frame, so the check fails 60 frames later.
wait_for failing 180

# Cut to nothing, and written in pieces.
scenario 1 150 >"$work/text"
: >"$work/scenario.lua"
for piece in 1 2 3 4 5; do
    sleep 0.06
    tail -c +$((($piece - 1) * 150 + 1)) "$work/text" | head -c 150 >>"$work/scenario.lua"
done
tail -c +751 "$work/text" >>"$work/scenario.lua"
taken 3 120

# Written beside it, and renamed.
scenario 1 90 >"$work/new"
mv "$work/new" "$work/scenario.lua"
taken 4 90

# Deleted, and made again.
rm "$work/scenario.lua"
sleep 0.05
scenario 2 90 >"$work/scenario.lua"
taken 5 1

# A file that it requires.
way '+ 0.5' >"$work/way.lua"
until_true 20 shows version 6 || fail "a change of a module is not seen"
taken 6 -1

# Saved without a change, and touched: nothing happens.
scenario 2 90 >"$work/new"
mv "$work/new" "$work/scenario.lua"
touch "$work/way.lua"
sleep 0.5
shows version 6 || fail "a save without a change has made a new version"

# Time: by keys, and with the mouse on the timeline.
press comma
wait_for frame 199
[ "$(told hash)" = "$(true_hash 199)" ] || fail "frame 199 is not that of a fresh run"
press shift+comma
wait_for frame 189
press shift+period period
wait_for frame 200
xdotool mousemove --window "$window" 16 693 click 1
wait_for frame 0
[ "$(told hash)" = "$(true_hash 0)" ] || fail "frame 0 is not that of a fresh run"
xdotool mousemove --window "$window" 516 693 mousedown 1 mousemove --window "$window" 1016 693
wait_for frame 200
xdotool mouseup 1
[ "$(told last)" = 200 ] || fail "scrubbing has changed the recording"

press equal
wait_for speed 2
press 0
wait_for speed 1
with_param 6 # five edits, and the script as it was opened
wait_for frame 200 last 200
press Escape
with_wind=$(told hash)

# An edit keeps the param, and going there again gives the same.
scenario 2 91 >"$work/scenario.lua"
wait_for diverges 90 frame 200
[ "$(told hash)" != "$with_wind" ] || fail "the edit has no effect"
press R
wait_for frame 0 playing 0 diverges -1
press space
wait_for playing 1
until_true 20 eval '[ "$(told frame)" -gt 30 ]' || fail "it does not play"

# An edit while it plays does not stop it.
version=$(told version)
scenario 2 20 >"$work/scenario.lua"
wait_for version $((version + 1)) playing 1 diverges 20
quit

# A key that is pressed where the run stands: the next step has it, also in the middle of the recording.
cat >"$work/scenario.lua" <<END
return {
    load = function() return { times = 0 } end,
    update = function(s, dt, p, input) if input.pressed("left") then s.times = s.times + 1 end end,
}
END
start --frame 50 "$work/scenario.lua"
wait_for frame 50 last 50
press comma comma
wait_for frame 48
without=$(true_hash 49)
press Left period
wait_for frame 49 last 49
[ "$(told hash)" != "$without" ] || fail "the step does not have the key"
with=$(told hash)
press ctrl+z # the last frame is there again, and the next step as it was
wait_for frame 48 last 50
press period
wait_for frame 49 last 50
[ "$(told hash)" = "$without" ] || fail "the undo brings another run"
press ctrl+y
wait_for frame 49 last 49
[ "$(told hash)" = "$with" ] || fail "the redo brings another run"
quit

# A first scenario: written, opened, and seen as it is edited.
launch new "$work/bounce" --report "$work/report"
wait_for version 1 playing 1 error none
grep -q 'title = "Bounce"' "$work/bounce.lua" || fail "no first scenario is written"
xdotool getwindowname "$window" | grep -q '^Bounce - bounce.lua' || fail "not the new scenario is open"
echo '-- an edit' >>"$work/bounce.lua"
wait_for version 2 error none
quit

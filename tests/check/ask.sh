#!/bin/sh
# ask.sh <program> <work folder>: a person asks a run in a window: find, find!, find?, who and watch
# in the console, of a run that plays on unharmed; and copies it as a case, which opens again.
set -eu
program=$1 work=$2
here=$(dirname "$0")
. "$here/display.sh"

cat >"$work/scenario.lua" <<'END'
local collide = require "collide"
local vec = collide.vec
local scenario = { title = "Asked", params = { speed = { 1, min = 0, max = 9 } }, keys = { "a" } }
function scenario.load() return { ball = collide.circle(vec(0, 0), 0.5), score = 0, x = 0 } end
function scenario.update(s, dt, p, input)
    s.x = s.x + p.speed * dt
    s.ball:move(vec(p.speed * dt, 0))
    if input.down "a" then
        s.score = s.score + 1
    end
end
return scenario
END
cd "$work"

# type <text>: a line of the console.
type() {
    xdotool type --delay 5 "$1"
    xdotool key Return
}
loaded=$("$program" --headless --steps 100 scenario.lua | sed 's/.*hash \([0-9a-f]*\),.*/\1/')
start --frame 100 scenario.lua
wait_for frame 100 hash "$loaded"
press grave
wait_for open console

type 'find s.x > 1'
wait_for frame 60 hash "$("$program" --headless --steps 60 scenario.lua | sed 's/.*hash \([0-9a-f]*\),.*/\1/')"
type 'find! s.x > 1'
wait_for frame 61
type 'find? s.x < 0.5'
wait_for frame 30
type 'watch s.ball.center'
sleep 1
type 'who s.x'
wait_for frame 30
type 'who s.x'
wait_for frame 29
[ -z "${SHOT-}" ] || import -window "$window" "$SHOT"
# What writes, loops or has no value is told, and the run goes on as it was.
type 'find (function() s.x = 9 end)()'
type 'who s.ball'
type 'find nothing.at.all'
type 'find s.x > 1'
wait_for frame 60
press grave
wait_for open none
xdotool mousemove --window "$window" 1016 693 click 1
wait_for frame 100 hash "$loaded"

# A key goes into the run, which is copied as a case; that opens as it was.
xdotool key a
press period
wait_for frame 101
played=$(told hash)
press ctrl+shift+c
sleep 0.5
press ctrl+v
wait_for frame 101 hash "$played"

# It stops where an expression holds.
press grave
wait_for open console
type 'stop when s.x > 2'
sleep 1
press grave
wait_for open none
press space
wait_for frame "$("$program" --find 's.x > 2' scenario.lua | sed 's/frame \([0-9]*\):.*/\1/')" playing 0
quit

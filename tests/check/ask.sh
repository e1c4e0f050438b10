#!/bin/sh
# ask.sh <program> <work folder>: a person asks a run in a window: find, find!, find?, who and watch
# in the console, of a run that plays on unharmed; copies it as a case, which opens again; opens
# lines of the script in an editor, and hunts for a run that fails.
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

# The lines of a frame, the error and the script open in the editor; --problems tells of them.
cat >editor <<'END'
#!/bin/sh
echo "$@" >>edited
END
chmod +x editor
cp editor code
cat >hunted.lua <<'END'
local scenario = { keys = { "a" }, params = { kick = { 0.5, min = 0, max = 1 } } }
function scenario.load() return { list = {}, n = 0 } end
function scenario.update(s, dt, p, input)
    s.n = s.n + 1
    if input.pressed "a" then s.list[#s.list + 1] = s.n end
end
scenario.checks = { ["never three"] = function(s, p) return #s.list < 3 or p.kick < 0.9 end }
return scenario
END
VISUAL="$work/code" start --frame 5 --problems problems hunted.lua
wait_for frame 5
[ -f problems ] && [ ! -s problems ] || fail "there is a problem already: $(cat problems)"
edited() { grep -qx -- "$1" edited 2>/dev/null; }
press ctrl+e
until_true 10 edited '-g hunted.lua:1' || fail "Ctrl+E opens no editor: $(cat edited)"
xdotool mousemove --window "$window" 1244 62 click 1 # the page of lines
sleep 1
xdotool mousemove --window "$window" 1110 137 # its first line, which takes the state and more
sleep 0.2
xdotool click 1
until_true 10 edited '-g hunted.lua:4' || fail "a line opens no editor: $(cat edited)"
xdotool mousemove --window "$window" 1078 62 click 1 # the page of the scenario
sleep 0.3
xdotool mousemove --window "$window" 1070 148 click 1 # hunt
until_true 30 test -s hunted_never_three.case || fail "the hunt finds nothing"
sleep 1
xdotool mousemove --window "$window" 1067 222 click 1 # show
wait_for version 2
[ "$(told frame)" = "$(sed -n 's/.*frames = \([0-9]*\).*/\1/p' hunted_never_three.case)" ] ||
    fail "what the hunt found is not shown"
until_true 10 grep -q "hunted.lua:1: the check 'never three' fails in frame" problems ||
    fail "the problem is not told: $(cat problems)"
sed -i 's/s.n = s.n + 1/s.n = s.n + nothing/' hunted.lua
until_true 10 grep -q '^hunted.lua:4: attempt to' problems || fail "the error is not told: $(cat problems)"
press ctrl+e
sleep 1
[ "$(grep -c -- '-g hunted.lua:4' edited)" = 2 ] || fail "Ctrl+E does not go to the error"
quit

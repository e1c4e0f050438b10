#!/bin/sh
# inspect.sh <program> <work folder>: a person picks queries and shapes, in the list, with the keyboard
# and in the picture, steps and edits with the pick staying, and keeps queries as tests, which pass.
set -eu
program=$(cd "$(dirname "$1")" && pwd -P)/$(basename "$1") work=$2
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/display.sh"
work=$(cd "$work" && pwd -P)
cd "$work" # where the tests go

# scenario: the text; the ray goes through the middle of the picture, the ball flies above it.
scenario() {
    cat <<END
local collide = require "collide"
local vec = collide.vec
return {
    title = "Inspect",
    load = function()
        return { ball = collide.circle(vec(-3, 2.2), 0.5), floor = collide.aabb(vec(-4, -1), vec(4, 0)),
            wall = collide.aabb(vec(3, 0), vec(4, 3)) }
    end,
    update = function(s, dt)
        s.ball:move(vec(dt, 0))
        s.gap = s.ball:distance(s.floor)
        for y = 1, 0, -1 do s.hit = collide.raycast(vec(-3.5, 1), vec(7 * (1 - y), y), s.wall) end
        s.far = collide.contact(s.ball, s.wall)
    end,
}
END
}
click() { xdotool mousemove --window "$window" "$1" "$2" click 1; }
row() { click 1150 $((128 + 36 * $1)); } # of the list
tests() { grep -c '^it(' tests/captured_spec.lua || :; }
count_is() { [ "$(tests)" = "$1" ]; }

scenario >scenario.lua
start --frame 100 scenario.lua
wait_for frame 100 last 100 pick none
loaded=$(told hash)

# The list, and the keyboard in it.
press ctrl+i
row 0
wait_for pick 'distance:scenario.lua:11#0'
press Down
wait_for pick 'raycast:scenario.lua:12#0'
press Down Down Down
wait_for pick 'contact:scenario.lua:13#0'
press Home
wait_for pick 'distance:scenario.lua:11#0'
press Escape
wait_for pick none

# The picture: the ray, the ball, and nothing.
click 516 358
wait_for pick 'raycast:scenario.lua:12#1'
click 363 220
wait_for pick ball
click 600 240
wait_for pick none
shows frame 100 last 100 hash "$loaded" || fail "a click has changed the run"

# A pick stays while frames go by, and is not there where nothing is asked.
click 516 358
wait_for pick 'raycast:scenario.lua:12#1'
press comma
wait_for frame 99 pick 'raycast:scenario.lua:12#1'
click 16 693
wait_for frame 0 pick 'raycast:scenario.lua:12#1?'
click 1016 693
wait_for frame 100 pick 'raycast:scenario.lua:12#1'

# And over an edit that moves its line.
{ echo '-- an edit'; scenario; } >new
mv new scenario.lua
wait_for version 2 frame 100 pick 'raycast:scenario.lua:13#1'

# It becomes a test, which passes; once.
press ctrl+t
until_true 20 test -s tests/captured_spec.lua || fail "no test is written"
count_is 1 || fail "not one test"
cp tests/captured_spec.lua first
"$program" test tests/captured_spec.lua >log.tests || fail "the test fails: $(cat log.tests)"
# Also by plain busted, as the file's head says.
folder=$(dirname "$program")
if command -v busted >/dev/null && command -v lua5.4 >/dev/null && [ -e "$folder/collide.so" ] &&
    [ "${program#*asan}" = "$program" ]; then
    LUA_CPATH="$folder/?.so;;" busted --lua=lua5.4 tests/captured_spec.lua >log.tests ||
        fail "the test fails in plain busted: $(cat log.tests)"
fi
grep -q 'raycast at scenario.lua:13, frame 100, number 2' first || fail "the test has another name"
press ctrl+t comma # when the second has been done, the first has too
wait_for frame 99
press period
wait_for frame 100
cmp -s first tests/captured_spec.lua || fail "the test was written twice"

# With the button, of another query; a miss.
row 3
wait_for pick 'contact:scenario.lua:14#0'

# Its steps beside the picture, by the key, while frames go by, and away again; they drop no pick.
press w
wait_for open steps pick 'contact:scenario.lua:14#0'
press comma
wait_for frame 99 open steps
press period w
wait_for frame 100 open none pick 'contact:scenario.lua:14#0'

# The plane coloured by a query, in all ways, and as before.
sky() { import -window "$window" -crop 200x100+100+80 -format '%#' info: 2>/dev/null; }
plain() { [ "$(sky)" = "$before" ]; }
coloured() { ! plain; }
press Home
wait_for pick 'distance:scenario.lua:12#0'
before=$(sky)
for lens in distance normal time fragile; do
    press l
    wait_for lens $lens frame 100
    case $lens in distance | normal) until_true 20 coloured || fail "the lens of a $lens colours nothing" ;; esac
done
press l
wait_for lens off
until_true 20 plain || fail "the lens leaves colours behind"
press End
wait_for frame 100 open none pick 'contact:scenario.lua:14#0'
click 1127 $((110 + 4 * 36 + 61))
until_true 20 count_is 2 || fail "the button writes no test"
grep -q 'answer = "nothing"' tests/captured_spec.lua || fail "the miss is not kept"
head -c "$(wc -c <first)" tests/captured_spec.lua | cmp -s - first || fail "the first test was changed"
"$program" test tests/captured_spec.lua >log.tests || fail "the tests fail: $(cat log.tests)"
grep -q '^2 successes' log.tests || fail "not two tests have run"
quit

# A click on a shape finds the shape, though it moves and queries lie all over it; further clicks at
# that place find these, and then the shape again.
cat >moving.lua <<'END'
local collide = require "collide"
local vec = collide.vec
return {
    load = function() return { t = 0, ball = collide.circle(vec(0, 0), 1), wall = collide.aabb(vec(-4, -3), vec(4, -2)) } end,
    update = function(s, dt)
        s.t = s.t + dt
        s.ball.center = vec(math.cos(9 * s.t), math.sin(9 * s.t)) * 0.3
        for x = -1, 1, 0.1 do collide.raycast(vec(x, 2), vec(-x, -2), s.wall) end
    end,
    camera = function(_, view) view.center, view.height = vec(0, 0), 8 end,
}
END
start moving.lua
wait_for version 1 playing 1
for _ in 1 2 3 4 5 6 7 8; do
    click 516 358
    wait_for pick ball
    press Escape
    wait_for pick none
done
press space
wait_for playing 0
click 516 358
wait_for pick ball
click 516 358
until_true 20 eval '! shows pick ball' || fail "a second click finds no query"
told pick | grep -q '^raycast' || fail "a second click finds $(told pick)"
until_true 30 eval 'click 516 358; sleep 0.1; shows pick ball' || fail "the shape does not come again"
quit

#!/bin/sh
# window.sh <program> <picture tool> <work folder>: a person at a real window, on a display of its
# own: opens a scenario, steps it, edits it, breaks it, mends it, and quits; then compares windows
# with headless pictures.
set -eu
program=$1 picture=$2 work=$3
here=$(dirname "$0")
. "$here/display.sh"

# scenario <what it holds>: a save as editors do it, by renaming.
scenario() {
    cat >"$work/new.lua" <<END
local collide = require "collide"
local vec = collide.vec
local scenario = { title = "Window", dt = 1 / 60 }
function scenario.load()
    return { ball = $1, floor = collide.aabb(vec(-4, -1), vec(4, 0)) }
end
function scenario.update(s) s.ball:move(vec(0.05, 0)) end
return scenario
END
    mv "$work/new.lua" "$work/scenario.lua"
}

shot() { xwd -silent -id "$window" -out "$work/$1.xwd"; }
differ() { "$picture" differ "$work/$1.xwd" "$work/$2.xwd"; }
# still <name>: a picture of the window when it has come to rest.
at_rest() {
    shot "$1"
    sleep 0.2
    shot again
    [ "$(differ "$1" again)" = 0 ]
}
still() { until_true 20 at_rest "$1" || fail "the picture does not come to rest ($1)"; }
# changed <name> <before>: waits for a picture that differs from the one before, and rests.
has_changed() {
    shot "$1"
    [ "$(differ "$1" "$2")" -gt 100 ]
}
changed() {
    until_true 20 has_changed "$1" "$2" || fail "the picture has not changed: $3"
    still "$1"
}
# open <arguments>...: starts the program, and waits until its window shows something.
is_drawn() { shot open && [ "$("$picture" colours "$work/open.xwd")" -gt 20 ]; }
open() {
    start "$@"
    until_true 30 is_drawn || fail "the window stays blank"
}
# The life of a script.
scenario 'collide.circle(vec(-3, 1), 0.5)'
open "$work/scenario.lua"
wait_for version 1 playing 1
press space
wait_for playing 0
still paused
frame=$(told frame)
press period
wait_for frame $((frame + 1))
changed stepped paused "one step forwards"
scenario 'collide.box(vec(-3, 2), vec(0.7, 1.2), 0.5)'
wait_for version 2
changed edited stepped "the script was edited"
echo 'return {' >"$work/scenario.lua"
until_true 20 eval '! shows error none' || fail "no error is told"
changed broken edited "the script was broken"
scenario 'collide.capsule(vec(-3, 2), vec(0, 3), 0.4)'
wait_for version 3 error none
changed mended broken "the script was mended"
quit

# A headless picture has the same bits as the window.
is_same() {
    shot "$name"
    differing=$("$picture" differ "$work/$name.xwd" "$work/headless.png")
    [ "$differing" = 0 ]
}
# same <name> [option]: of a scenario's frame 60.
same() {
    name=$1
    shift
    file=$here/../../scripts/$name.lua
    "$program" --headless "$@" --frame 60 --shot "$work/headless.png" "$file" \
        >"$work/log" 2>&1 || fail "--headless --shot does not end well"
    open "$@" --frame 60 "$file"
    until_true 20 is_same || fail "$name: $differing pixels are not those of a headless picture"
    quit
}
for name in plane_bounce capsule_3d swept_sphere_box; do
    same $name --no-panels
done
same plane_bounce # with all panels: checks, sliders, chart and timeline

# At another scale: the same bits, and the mouse is where it seems to be.
same sphere_box --scale 1.5 --size 1200x750
start --scale 1.5 --size 1200x750 --frame 60 "$here/../../scripts/sphere_box.lua"
wait_for frame 60
xdotool mousemove --window "$window" 24 709 click 1 # the timeline's beginning
wait_for frame 0
quit

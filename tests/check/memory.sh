#!/bin/sh
# memory.sh <program> <work folder>: what a window remembers from one start to the next, and that a
# damaged memory is none, and that nothing without a window looks at it.
set -eu
# shellcheck disable=SC2034 # display.sh starts the program
program=$1 work=$2
here=$(dirname "$0")
. "$here/display.sh"
cd "$here/../.."
export XDG_STATE_HOME="$work/state"
memory=$work/state/collide/window

says() { grep -q "^$1" "$memory" || fail "the memory does not say '$1': $(cat "$memory")"; }
is_titled() { case $(xdotool getwindowname "$window") in *"$1"*) ;; *) return 1 ;; esac; }
titled() { until_true 20 is_titled "$1" || fail "the window is '$(xdotool getwindowname "$window")'"; }

# A first start: the tour. Another scenario, a view, and what is shown stay.
start
titled 00_tour.lua
quit
says "scenario /.*/scripts/00_tour.lua"
says "shown 319"
start scripts/sphere_sphere.lua
titled sphere_sphere.lua
wait_for version 1
xdotool mousemove 400 400
press F10 F6 4
xdotool mousedown 1 mousemove 460 430 mouseup 1
xdotool mousemove 400 400 click 4 # events come in order: it is seen before the end
quit
says "scenario /.*/scripts/sphere_sphere.lua"
says "shown 382"
says "view orbit"
says "camera orbit "
cp "$memory" "$work/first"
start
titled sphere_sphere.lua
wait_for version 1
quit
cmp -s "$memory" "$work/first" || fail "the memory has changed: $(diff "$memory" "$work/first")"

# Whoever closes it before the scenario has loaded loses nothing: this one never does.
cat >"$work/late.lua" <<'END'
local collide = require "collide"
return { load = function() return { ball = collide.sphere({ 0, 0, 0 }, 1) } end }
END
start "$work/late.lua"
wait_for version 1
xdotool mousemove 400 400
press 4
xdotool click 4
quit
says "view orbit"
says "camera orbit "
cp "$memory" "$work/late"
echo 'while true do end' >"$work/late.lua"
start "$work/late.lua"
titled late.lua
quit
cmp -s "$memory" "$work/late" ||
    fail "closing before the load changes the memory: $(diff "$memory" "$work/late")"
cp "$work/first" "$memory"

# A theme stays until another one is asked for.
for theme in "--theme light" "" "--theme dark" ""; do
    # shellcheck disable=SC2086 # two words, or none
    start $theme
    titled sphere_sphere.lua
    wait_for version 1
    quit
    case $theme in
    *light) wanted=light ;;
    *dark) wanted=dark ;;
    esac
    says "theme $wanted"
done
cmp -s "$memory" "$work/first" || fail "a theme changed more: $(diff "$memory" "$work/first")"

# Without a window nothing reads or writes it.
shot() { "$program" --headless --frame 5 --shot "$1" scripts/sphere_sphere.lua >"$work/log" 2>&1 ||
    fail "--headless does not end well"; }
shot "$work/with.png"
cmp -s "$memory" "$work/first" || fail "--headless has written the memory"
rm -r "$work/state"
shot "$work/without.png"
[ ! -e "$work/state" ] || fail "--headless has made the memory"
cmp -s "$work/with.png" "$work/without.png" || fail "--headless has read the memory"

# A damaged one, and a place that cannot be written.
mkdir -p "$work/state/collide"
head -c 60 "$work/first" >"$memory"
start
titled 00_tour.lua
quit
says "shown 319"
rm -r "$work/state"
: >"$work/state"
start
titled 00_tour.lua
quit

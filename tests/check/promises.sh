#!/bin/sh
# promises.sh <program> <refuse> <work folder>: a window that a signal ends keeps the run and the video
# that it promised; one whose scripts cannot be contained says so in its title; and a script that asks
# for modules while it plays can be edited.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") refuse=$2 work=$3
here=$(dirname "$0")
. "$here/display.sh"
mkdir "$work/bin" "$work/here"
. "$here/video.sh"
cd "$work/here"

script() {
    cat >"$work/new.lua" <<END
local collide = require "collide"
return {
    title = "Promises",
    load = function() return { ball = collide.circle({ 0, 0 }, 1), n = 0 } end,
    update = function(s, dt)
        s.n = s.n + 1
        pcall(require, "none" .. s.n % 50)
        if s.n % 10 == 0 then s.step = require "step" end
        s.ball:move(collide.vec(dt * $1, 0))
    end,
}
END
    mv "$work/new.lua" "$work/scenario.lua"
}
echo 'return 1' >"$work/step.lua"

script 1
PATH=$work/bin:$PATH
start --size 800x500 --save "$work/run.rec" "$work/scenario.lua"
wait_for version 1 playing 1
xdotool getwindowname "$window" | grep -q contained && fail "the title speaks of walls"
version=1
for speed in 2 3 4; do
    until_true 30 eval '[ "$(told frame)" -gt $((version * 20)) ]' || fail "it does not play"
    script $speed
    version=$((version + 1))
    wait_for version $version playing 1 error none
done
press F9
wait_for film 1
until_true 30 test -s scenario-1.mp4.part || fail "no video is being made"
kill -TERM "$sandbox"
status=0
wait "$sandbox" || status=$?
sandbox=''
[ $status = 143 ] || fail "the program ended with status $status"
"$program" --verify "$work/run.rec" >"$work/out" || fail "$(cat "$work/out")"
[ ! -e scenario-1.mp4.part ] && [ $(($(wc -c <scenario-1.mp4) % (800 * 500 * 4))) = 0 ] ||
    fail "the video is not whole"

# A report that cannot be written.
status=0
"$program" --report "$work/nowhere/report" "$work/scenario.lua" >"$work/out" 2>&1 || status=$?
[ $status = 4 ] && [ "$(wc -l <"$work/out")" = 1 ] || fail "a report: $status, $(cat "$work/out")"

# The title says what a script may do, first.
is_titled() { xdotool getwindowname "$window" | grep -q "^($1) Promises"; }
titled() {
    until_true 20 is_titled "$1" ||
        fail "the title is '$(xdotool getwindowname "$window")'"
}
start --trust "$work/scenario.lua"
wait_for version 1
titled trusted
quit
if [ -x "$refuse" ]; then
    printf '#!/bin/sh\nexec "%s" seccomp prctl -- "%s" "$@"\n' "$refuse" "$program" >"$work/bin/refused"
    chmod +x "$work/bin/refused"
    program=$work/bin/refused
    start "$work/scenario.lua"
    wait_for version 1
    titled 'not contained'
    quit
fi

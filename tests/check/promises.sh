#!/bin/sh
# promises.sh <program> <refuse> <work folder>: a window that a signal ends keeps the run and the video
# that it promised, and the run also where its display dies; one whose scripts cannot be contained
# says so in its title; a script that asks for modules while it plays can be edited; and what lies in
# the place of the session file neither stops the window nor is replaced.
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

# In the place of the session file: a FIFO, a folder, a device. Each is ignored, which a line says.
session=$XDG_STATE_HOME/collide/window
rm -f "$session"
for other in mkfifo mkdir "ln -s /dev/zero"; do
    $other "$session"
    start "$work/scenario.lua"
    wait_for version 1
    quit
    [ "$(grep -c "window .*; the last session is ignored" "$work/log")" = 1 ] ||
        fail "$other: the session is not ignored with a line"
    [ ! -f "$session" ] || fail "$other: the session file is replaced"
    rm -r "$session"
done

# The display dies: the run is kept, in the file that was promised or in a new one.
for save in '' "$work/lost.rec"; do
    rm -f "$work/lost.rec" scenario-*.rec
    start ${save:+--save "$save"} "$work/scenario.lua"
    until_true 30 eval '[ "$(told frame)" -gt 5 ]' || fail "it does not play"
    kill -9 $display
    wait $display 2>/dev/null || :
    status=0
    wait "$sandbox" || status=$?
    sandbox=''
    [ $status = 4 ] || fail "without its display the program ends with $status"
    [ "$(cat "$work/log" | wc -l)" = 1 ] && grep -q "the display has gone; Kept frames 0 to" "$work/log" ||
        fail "the display's end is not told in a line"
    "$program" --verify "${save:-scenario-1.rec}" >"$work/out" || fail "$(cat "$work/out")"
    open_display
done

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

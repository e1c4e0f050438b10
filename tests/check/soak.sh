#!/bin/sh
# soak.sh <program> <work folder> [seconds]: a person who never rests: saves every 0.3 s while the
# scenario plays, resizes the window, makes videos, scrubs, restarts, breaks the script and mends it.
# After the first part, memory, descriptors and processes must not grow. Prints the figures.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") work=$2 seconds=${3:-60}
here=$(dirname "$0")
. "$here/display.sh"
mkdir "$work/bin" "$work/here"
. "$here/video.sh"
export VIDEO="wc -c"
PATH=$work/bin:$PATH
cd "$work/here"

# script <number>: the text of a save; every seventh has an error.
script() {
    cat <<END
local collide = require "collide"
local scenario = { params = { wind = { 0, min = -1, max = 1 } } }
function scenario.load()
    local balls = {}
    for i = 1, 200 do balls[i] = collide.circle({ i % 20, i // 20 }, 0.3) end
    return { balls = balls, n = $1 }
end
function scenario.update(s, dt, p)
    if $(($1 % 7)) == 6 then error "a mistake" end
    for i, ball in ipairs(s.balls) do
        ball:move { math.random() * dt - dt / 2, p.wind * dt }
        s.gap = ball:distance(s.balls[i % 200 + 1])
    end
    print("a line", s.n)
end
function scenario.draw(s, draw) draw.plot("gap", s.gap or 0) end
return scenario
END
}
# sample: seconds, KB of the viewer, KB of its largest runner, descriptors of the viewer, zombies.
sample() {
    kilobytes() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null || :; }
    largest=0 zombies=0
    for runner in $(pgrep -P "$sandbox" || :); do
        size=$(kilobytes "$runner")
        [ "${size:-0}" -le "$largest" ] || largest=$size
        ! grep -q '^State:.Z' "/proc/$runner/status" 2>/dev/null || zombies=$((zombies + 1))
    done
    echo "$(($(date +%s) - begun)) $(kilobytes "$sandbox") $largest $(ls "/proc/$sandbox/fd" | wc -l) $zombies"
}

script 0 >"$work/scenario.lua"
start --memory 16 --size 900x600 "$work/scenario.lua"
wait_for version 1 playing 1
begun=$(date +%s) round=0
until [ $(($(date +%s) - begun)) -ge "$seconds" ]; do
    round=$((round + 1))
    script $round >"$work/new.lua"
    mv "$work/new.lua" "$work/scenario.lua"
    case $((round % 20)) in
    3) xdotool windowsize "$window" $((820 + round % 3 * 150)) $((560 + round % 2 * 100)) ;;
    6 | 9) xdotool key F9 ;;
    11) xdotool mousemove --window "$window" 200 $((560 + round % 2 * 100 - 27)) click 1 ;;
    13) xdotool key space ;;
    15) xdotool key R ;;
    16) xdotool key space ;;
    esac
    sleep 0.3
    case $((round % 20)) in # not while a video may still wait to be written
    0 | 5 | 15) sample >>"$work/samples" ;;
    esac
    rm -f "$work/here"/*.mp4
    kill -0 "$sandbox" 2>/dev/null || fail "the program has ended"
done
script 0 >"$work/scenario.lua"
until_true 60 shows error none || fail "the last good version does not run"
quit

# In the second half the viewer must come down to what it needed in the first, but for what the heap
# keeps of freed videos (src/main.c); nothing else may be larger, but for what is left to chance.
awk -v seconds="$seconds" -v saves="$round" '
    { half = $1 > seconds / 2 ? 2 : 1 }
    $2 > viewer[half] { viewer[half] = $2 }
    half == 2 && (least == 0 || $2 < least) { least = $2 }
    $3 > runner[half] { runner[half] = $3 }
    $4 > open[half] { open[half] = $4 }
    $5 > 0 { late = late_before ? 1 : late; late_before = 1 }
    $5 == 0 { late_before = 0 }
    END {
        printf "soak, %d s, %d saves: MB of the viewer %.0f, then %.0f; of a runner %.0f, then %.0f; descriptors %d, then %d\n",
            seconds, saves, viewer[1] / 1024, viewer[2] / 1024, runner[1] / 1024, runner[2] / 1024,
            open[1], open[2]
        if (late) print "soak: zombies"
        grown = least > 1.15 * viewer[1] + 32768 || runner[2] > 1.15 * runner[1] + 8192 ||
            open[2] > open[1] + 8
        if (grown) print "soak: it grows"
        exit grown || late
    }' "$work/samples" || { cat "$work/samples"; exit 1; }

#!/bin/sh
# frame_rate.sh <program> <work folder> [seconds]: how fast the scenarios of which most is drawn, and
# three small ones, run in a window of 1280x720 without names on a display of its own. Prints the
# frames a second that were seen, and the time that update, record, draw and show took for each of
# them in all: what one core alone would need, whatever else runs beside it.
set -eu
# shellcheck disable=SC2034 # display.sh starts the program
program=$1 work=$2 seconds=${3:-5}
here=$(dirname "$0")/../../tests/check
. "$here/display.sh"

# ticks: hundredths of a second that the window and its runners have computed. (Fields 14 and 15
# of the stat file; the name in it has no spaces.)
ticks() {
    for process in $sandbox $(pgrep -P "$sandbox"); do
        cut -d ' ' -f 14,15 "/proc/$process/stat"
    done | awk '{ sum += $1 + $2 } END { print sum }'
}
stamp() { tail -n 1 "$work/report" | cut -d ' ' -f 1; }

# measure <scenario> <what it has>
measure() {
    start --size 1280x720 "$here/../../scripts/$1.lua"
    wait_for version 1
    press F5
    sleep 2
    before=$(ticks) since=$(stamp) first=$(told frame)
    sleep "$seconds"
    after=$(ticks) until=$(stamp) last=$(told frame)
    echo "$after $before $until $since $last $first" | awk -v what="$1, $2" '{
        frames = $5 - $6
        printf "%s, in a window: %.0f frames a second; %.1f ms of computing a frame: %.0f frames a second on one core\n",
            what, frames / ($3 - $4), 10 * ($1 - $2) / frames, frames * 100 / ($1 - $2)
    }'
    quit
}
measure swarm "10,000 spheres"
measure gas "30 frames of which are a second"
measure pile "40 things that fall on each other"
measure walker "a terrain of 3,060 triangles"
measure lidar "500 rays"
measure top_down "200 enemies"
measure sat "2 polygons with their shadows on 7 axes"
measure pinball "a ball, 5 bumpers and 2 flippers"
measure breakout "a ball, a paddle and 60 bricks"

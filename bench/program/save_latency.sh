#!/bin/sh
# save_latency.sh <program> <work folder> [saves] [scenario] [frame]: how long it takes from saving a
# script to the first picture of its new version, which may be one on the way, and to the picture of
# the frame that was on the screen, in a window on a display of its own. Without a scenario: at frame
# 600 of plane_bounce, and at frame 208 of swarm, which takes seconds to come there again. Prints the
# median and the range in milliseconds. The time of the save is the file's own.
set -eu
program=$1 work=$2 saves=${3:-20}
here=$(dirname "$0")/../../tests/check
. "$here/display.sh"

# spread <what>: of numbers on standard input.
spread() {
    sort -n | awk -v what="$1" '
    { t[NR] = $1 }
    END {
        m = NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2
        printf "save to %s: median %.0f ms of %d saves (%.0f to %.0f)\n", what, m, NR, t[1], t[NR]
    }'
}

# since_save <what the report says then>: milliseconds from the save to the first such line after it.
since_save() {
    sed -n "$told,\$p" "$work/report" | grep -E " $1 " | head -n 1 |
        awk -v saved="$(stat -c %.6Y "$work/scenario.lua")" '{ printf "%.1f\n", ($1 - saved) * 1000 }'
}

# measure <scenario> <frame> <saves>: saves it with another speed each time.
measure() {
    cp "$here/../../scripts/$1.lua" "$work/scenario.lua"
    start --frame "$2" "$work/scenario.lua"
    wait_for frame "$2"
    : >"$work/first"
    : >"$work/last"
    for i in $(seq "$3"); do
        sleep 0.7 # what is made again in the background has come to rest
        version=$(told version)
        told=$(($(wc -l <"$work/report") + 1))
        sed "s/speed = { \([49]\),/speed = { \1.$((100 + i)),/" "$here/../../scripts/$1.lua" >"$work/new"
        touch "$work/new"
        mv "$work/new" "$work/scenario.lua"
        wait_for version $((version + 1)) frame "$2"
        since_save "(version $version .* way [0-9]+|version $((version + 1)) frame $2)" >>"$work/first"
        since_save "version $((version + 1)) frame $2" >>"$work/last"
    done
    spread "first picture, frame $2 of $1" <"$work/first"
    spread "its frame $2" <"$work/last"
    quit
}
if [ $# -gt 3 ]; then
    measure "$4" "$5" "$saves"
else
    mkdir -p "$work/lib"
    cp "$here"/../../scripts/lib/*.lua "$work/lib"
    measure plane_bounce 600 "$saves"
    measure swarm 208 $(((saves + 3) / 4))
fi

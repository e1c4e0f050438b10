#!/bin/sh
# save_latency.sh <program> <work folder> [saves]: how long it takes from saving a script to the
# picture of its new version, at frame 600 of plane_bounce, in a window on a display of its own.
# Prints the median and the range in milliseconds. The time of the save is the file's own.
set -eu
program=$1 work=$2 saves=${3:-20}
here=$(dirname "$0")/../../tests/check
. "$here/display.sh"

mkdir -p "$work/lib"
cp "$here"/../../scripts/lib/*.lua "$work/lib"
cp "$here/../../scripts/plane_bounce.lua" "$work/scenario.lua"
start --frame 600 "$work/scenario.lua"
wait_for frame 600
for i in $(seq "$saves"); do
    sleep 0.7 # what is made again in the background has come to rest
    version=$(told version)
    { cat "$here/../../scripts/plane_bounce.lua"; echo "-- save $i"; } >"$work/new.lua"
    sed "s/speed = { 9,/speed = { 9.$((100 + i)),/" "$work/new.lua" >"$work/scenario.new"
    touch "$work/scenario.new"
    mv "$work/scenario.new" "$work/scenario.lua"
    wait_for version $((version + 1)) frame 600
    saved=$(stat -c %.6Y "$work/scenario.lua")
    seen=$(grep " version $((version + 1)) frame 600 " "$work/report" | head -n 1 | cut -d ' ' -f 1)
    echo "$saved $seen"
done | awk '{ printf "%.1f\n", ($2 - $1) * 1000 }' | sort -n | awk '
    { t[NR] = $1 }
    END {
        m = NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2
        printf "save to picture, frame 600 of plane_bounce: median %.0f ms of %d saves (%.0f to %.0f)\n",
            m, NR, t[1], t[NR]
    }'
quit

#!/bin/sh
# containment_cost.sh <program> <work folder> [rounds]: what the walls around a script cost: the
# processor time of headless runs with them and without (--trust), in turn; the least of all rounds.
# One script makes many queries a frame, the other many frames with one query.
set -eu
program=$1 work=$2 rounds=${3:-7}
mkdir -p "$work"

# script <queries>: its text.
script() {
    cat <<END
local collide = require "collide"
local ball, o, d = collide.sphere({ 5, 0, 0 }, 1), collide.vec(0, 0, 0), collide.vec(1, 0, 0)
return {
    load = function() return { sum = 0 } end,
    update = function(s)
        for _ = 1, $1 do s.sum = s.sum + collide.raycast(o, d, ball).t end
    end,
}
END
}
# clock: sets $now to the hundredths of a second that our ended children have used, with theirs.
clock() {
    times >"$work/times"
    now=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.0f", 100 * (60 * ($1 + $3) + $2 + $4) }' "$work/times")
}
# measure <queries> <frames>
measure() {
    script "$1" >"$work/script.lua"
    for _ in $(seq "$rounds"); do
        for walls in --headless --trust; do
            clock && begun=$now
            "$program" --headless $walls --steps "$2" "$work/script.lua" >/dev/null
            clock && echo "$walls $((now - begun))"
        done
    done >"$work/rounds"
    awk '
        !($1 in least) || $2 < least[$1] { least[$1] = $2 }
        END {
            with = least["--headless"] / 100
            without = least["--trust"] / 100
            printf "containment, %d queries a frame, %d frames: %.2f s with, %.2f s without: %+.1f %%\n",
                queries, frames, with, without, 100 * (with / without - 1)
        }' queries="$1" frames="$2" "$work/rounds"
}
measure 3000 2000
measure 1 150000

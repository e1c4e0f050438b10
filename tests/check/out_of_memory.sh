#!/bin/sh
# out_of_memory.sh <program> <failing malloc> <work folder>: a picture without a window, while one
# allocation of the viewer fails, or all from one on: exactly one line, exit status 4, and no picture.
# Every 16th allocation is tried, with COLLIDE_EVERY=1 each one.
set -u
program=$1 failing=$2 work=$3
here=$(dirname "$0")
cd "$here/../.." || exit 1
[ -e "$failing" ] || exit 77 # not the GNU C library
rm -rf "$work"
mkdir -p "$work"
scenario=tests/fuzz/seeds/scenario/everything
faults=0
fault() { faults=$((faults + 1)); echo "out_of_memory: $*"; sed 's/^/  /' "$work/err"; }

# take <number of the allocation> [setting]
take() {
    rm -f "$work/shot.png"
    timeout 60 env LD_PRELOAD="$failing" FAIL_COUNT="$work/count" FAIL_AT="$1" ${2+"$2"} \
        "$program" --headless --steps 4 --size 640x360 --shot "$work/shot.png" "$scenario" \
        >"$work/out" 2>"$work/err"
}
take 0 || fault "it fails where no allocation does"
[ -s "$work/shot.png" ] || fault "there is no picture where no allocation fails"
total=$(cat "$work/count")
[ "$total" -gt 50 ] || fault "only $total allocations are seen"
# The same with a vector picture, in every 64th place.
vectors() {
    rm -f "$work/shot.svg"
    timeout 60 env LD_PRELOAD="$failing" FAIL_COUNT="$work/count" FAIL_AT="$1" FAIL_ONE=1 \
        "$program" --headless --steps 4 --size 640x360 --shot "$work/shot.svg" "$scenario" \
        >"$work/out" 2>"$work/err"
}
vectors 0 || fault "a vector picture fails where no allocation does"
last=$(cat "$work/count") n=1
while [ "$n" -le "$last" ]; do
    vectors "$n"
    status=$?
    [ $status = 4 ] && [ ! -e "$work/shot.svg" ] ||
        fault "vectors, allocation $n: it ends with $status, or there is a picture"
    n=$((n + ${COLLIDE_EVERY:-64}))
done
n=1
while [ "$n" -le "$total" ]; do
    for setting in FAIL_ONE=1 FAIL_ALL=1; do
        take "$n" "$setting"
        status=$?
        [ $status = 4 ] || fault "allocation $n, $setting: it ends with $status"
        [ "$(wc -l <"$work/err")" = 1 ] && grep -q "out of memory" "$work/err" ||
            fault "allocation $n, $setting: that is not told in one line"
        [ ! -e "$work/shot.png" ] || fault "allocation $n, $setting: there is a picture"
    done
    n=$((n + ${COLLIDE_EVERY:-16}))
done
[ $faults = 0 ]

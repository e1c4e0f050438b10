#!/bin/sh
# out_of_memory.sh <program> <folder of what is preloaded> <work folder>: pictures and videos without
# a window, while one allocation of the viewer fails, or all from one on: exactly one line, exit status
# 4, and no picture or video that lacks a part. Likewise a window in which a person makes a video and
# saves the script; and all of it while a call of SDL fails. Every so many are tried, with
# COLLIDE_EVERY=1 each.
set -u
program=$1 preloaded=$2 work=$3
failing=$preloaded/failing_malloc.so
here=$(dirname "$0")
. "$here/environment.sh"
cd "$here/../.." || exit 1
[ -e "$failing" ] || exit 77 # not the GNU C library
fresh
mkdir "$work/bin"
. "$here/video.sh"
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

# film <number of the allocation>: a video without a window.
film() {
    rm -f "$work"/film*
    PATH=$work/bin:$PATH timeout 60 env LD_PRELOAD="$failing" FAIL_COUNT="$work/count" FAIL_AT="$1" \
        "$program" --headless --steps 4 --size 320x200 --record "$work/film.mp4" "$scenario" \
        >"$work/out" 2>"$work/err"
}
film 0 && [ -s "$work/film.mp4" ] || fault "a video fails where no allocation does"
last=$(cat "$work/count") n=3
mv "$work/film.mp4" "$work/whole.mp4"
while [ "$n" -le "$last" ]; do
    film "$n"
    status=$?
    [ $status = 4 ] && [ "$(cat "$work/err")" = "collide: $scenario: out of memory" ] ||
        fault "a video, allocation $n: it ends with $status"
    [ ! -e "$work/film.mp4.part" ] || fault "a video, allocation $n: half of it is left"
    # Memory may run out when the video has been written.
    [ ! -e "$work/film.mp4" ] || cmp -s "$work/film.mp4" "$work/whole.mp4" ||
        fault "a video, allocation $n: it lacks something"
    n=$((n + ${COLLIDE_EVERY:-48}))
done

# use [setting]...: a window without a display, and the person of person.c in it.
use() {
    rm -rf "$work/use" && mkdir "$work/use"
    for way in dt -dt; do
        cat >"$work/use/$way.lua" <<END
local collide = require "collide"
return {
    load = function() return { ball = collide.circle({ 0, 0 }, 1) } end,
    update = function(s, dt) s.ball:move(collide.vec($way, 0)) end,
}
END
    done
    (
        cd "$work/use" || exit 1
        PATH=$work/bin:$PATH timeout -k 5 60 env HOME="$work/use" SDL_VIDEODRIVER=dummy \
            SDL_AUDIODRIVER=dummy LD_PRELOAD="$failing $preloaded/failing_calls.so $preloaded/person.so" \
            FAIL_COUNT="$work/count" CALL_COUNT="$work/calls" SAVE=-dt.lua SAVED=dt.lua "$@" \
            "$program" --size 320x200 --report report --save run.rec dt.lua >"$work/out" 2>"$work/err"
    )
}
use || fault "a window ends badly where nothing fails"
tail -n 1 "$work/use/report" | grep -q " version 2 .* error none" ||
    fault "the script that was saved is not seen: $(tail -n 1 "$work/use/report")"
[ -s "$work/use/dt-1.mp4" ] || fault "the window makes no video"
# At the end fewer may be asked for than were the first time, then none has failed.
allocations=$(($(cat "$work/count") * 3 / 4)) calls=$(($(cat "$work/calls") * 3 / 4))
for kind in FAIL_AT:$allocations:${COLLIDE_EVERY:-97} FAIL_CALL:$calls:${COLLIDE_EVERY:-61}; do
    setting=${kind%%:*} last=${kind#*:} n=7
    [ "${COLLIDE_EVERY:-0}" != 1 ] || n=1
    while [ "$n" -le "${last%:*}" ]; do
        use "$setting=$n"
        status=$?
        said=$(cat "$work/err")
        case $status:$said in
        4:*"out of memory"* | 4:*"cannot show a picture"*) ;;
        0:"collide: no display"*) [ -s "$work/use/sandbox.png" ] || fault "there is no picture" ;;
        *) fault "a window, $setting=$n: it ends with $status" ;;
        esac
        [ ! -e "$work/use/dt-1.mp4.part" ] || fault "a window, $setting=$n: half a video"
        [ ! -e "$work/use/run.rec" ] || "$program" --verify "$work/use/run.rec" >/dev/null ||
            fault "a window, $setting=$n: the kept run is not whole"
        n=$((n + ${last##*:}))
    done
done
[ $faults = 0 ]

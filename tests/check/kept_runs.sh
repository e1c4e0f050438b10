#!/bin/sh
# kept_runs.sh <program> <picture tool> <work folder>: --save, what opens such a file, and --verify,
# from the command line. docs/recording.md tells what must hold.
set -u
program=$1 picture=$2 work=$3
here=$(dirname "$0")
. "$here/verdicts.sh"
cd "$here/../.." || exit 1
mkdir "$work/lib"
hash() { sed -n 's/^.* hash \([0-9a-f]*\).*$/\1/p' "$work/out"; }

# A script with modules (beside it, in lib, by two names, and one that is not there), params, random
# numbers, prints and an error on demand.
cat >"$work/script.lua" <<'END'
local collide = require "collide"
local step, same = require "lib.step", require "step"
local found, why = pcall(require, "nowhere")
local vec = collide.vec
local scenario = { params = { speed = { 1, min = 0, max = 10 }, stop = { 0, min = 0, max = 1000 } } }
function scenario.load(p)
    return { ball = collide.sphere(vec(0, 5, 0), 1), walls = { collide.plane(vec(0, 1, 0), 0) }, speed = p.speed,
             found = found, why = tostring(why), frame = 0 }
end
function scenario.update(s, dt, p)
    s.frame = s.frame + 1
    if s.frame == p.stop then error "enough" end
    s.ball:move(vec(step(p.speed * dt), same(math.random() * dt), 0))
    s.gap = s.ball:distance(s.walls[1])
    if s.frame == 20 then print "twenty" end
end
scenario.checks = { ["stays left"] = function(s) return s.ball.center.x < 1 end }
return scenario
END
echo 'return function(x) return x end' >"$work/lib/step.lua"

status 0 --headless --steps 90 --param speed=2 --seed 77 --save "$work/run.rec" "$work/script.lua"
tells "frames 0 to 90 are kept"
ran=$(hash)
[ "$(ls "$work" | grep -c '^run\.rec')" = 1 ] || fault "something is left beside the file"

# Without the script, and from another folder.
mkdir "$work/gone"
mv "$work/script.lua" "$work/lib" "$work/gone"
cp "$work/run.rec" "$work/renamed.lua"
for file in run.rec renamed.lua; do
    status 1 --headless --check "$work/$file"
    tells "stays left (first in frame 31"
    [ "$(hash)" = "$ran" ] || fault "$file: not the recorded state"
    status 0 --verify "$work/$file"
    tells "frames 0 to 90 come out the same"
done
status 0 --headless --frame 40 --size 640x360 --shot "$work/shot.png" "$work/run.rec"
[ "$("$picture" colours "$work/shot.png")" -gt 20 ] || fault "the picture is empty"
# Beyond its end it is run on.
status 0 --headless --steps 200 "$work/run.rec"
beyond=$(hash)
status 0 --headless --steps 200 --save "$work/longer.rec" "$work/run.rec"
[ "$(hash)" = "$beyond" ] || fault "the run goes on differently"
status 0 --verify "$work/longer.rec"
mv "$work/gone/script.lua" "$work/gone/lib" "$work"
status 0 --headless --steps 200 --param speed=2 --seed 77 "$work/script.lua"
[ "$(hash)" = "$beyond" ] || fault "the run goes on as no run of the script does"

# Many frames, in little memory: those that are not there any more are made again.
status 0 --headless --steps 3000 --memory 1 --save "$work/long.rec" "$work/script.lua"
status 0 --verify "$work/long.rec"
tells "frames 0 to 3000"
status 0 --headless --frame 1501 --size 320x200 --shot "$work/shot.png" "$work/long.rec"

# An error in frame 33: what was before is kept, and the error is part of the run.
status 3 --headless --steps 90 --param stop=33 --save "$work/error.rec" "$work/script.lua"
tells "frames 0 to 32 are kept"
status 0 --verify "$work/error.rec"
tells "frames 0 to 32 come out the same"
tells "the error"
status 3 --headless --steps 40 "$work/error.rec"
tells "script.lua:12: enough"
# Nothing is kept of a script that does not load.
echo 'return {' >"$work/broken.lua"
mistake 3 broken.lua:2: --headless --steps 9 --save "$work/broken.rec" "$work/broken.lua"
[ ! -e "$work/broken.rec" ] || fault "a file was written of nothing"

# A scenario of the tour, with the most that a frame can have.
for name in plane_bounce pinball; do
    status 0 --headless --steps 100 --save "$work/$name.rec" scripts/$name.lua
    status 0 --verify "$work/$name.rec"
done

# No more rights than any script: what --trust had allowed is refused when it is run again.
cat >"$work/trusted.lua" <<'END'
local handle = io.open("/dev/null")
return { load = function() return { n = handle ~= nil and 1 or 0 } end }
END
status 0 --headless --steps 5 --trust --save "$work/trusted.rec" "$work/trusted.lua"
status 1 --verify "$work/trusted.rec"
tells "frame 0 differs"
status 0 --headless "$work/trusted.rec"
mistake 2 --trust --trust --headless "$work/trusted.rec"

# A run that does not come out the same: forged, with a checksum that is right.
cat >"$work/forge.lua" <<'END'
-- forge.lua <file> <out> <from> <to>: the same with bytes replaced, at the checksum's own cost.
local file = assert(io.open(arg[1], "rb"))
local text = file:read("a")
local head, body = text:sub(1, 32), text:sub(33)
local first, last = body:find(arg[3], 1, true)
assert(first and #arg[3] == #arg[4], "nothing to replace")
body = body:sub(1, first - 1) .. arg[4] .. body:sub(last + 1)
local crc = 0xFFFFFFFF
for byte in (head:sub(9, 24) .. body):gmatch(".") do
    crc = crc ~ byte:byte()
    for _ = 1, 8 do crc = (crc >> 1) ~ ((crc & 1) * 0xEDB88320) end
end
file = assert(io.open(arg[2], "wb"))
file:write(head:sub(1, 24), string.pack("<I4I4", crc ~ 0xFFFFFFFF, 0), body)
file:close()
END
lua=$(command -v lua5.4 || command -v lua)
"$lua" "$work/forge.lua" "$work/run.rec" "$work/forged.rec" 'return function(x) return x end' \
    'return function(x) return 9 end' || fault "it could not be forged"
status 1 --verify "$work/forged.rec"
tells "frame 1 differs: shape 'ball' differs"
status 0 --headless "$work/forged.rec" # what was recorded is shown
[ "$(hash)" = "$ran" ] || fault "the forged file: not the recorded state"
version=$(sed -n 's/^#define VERSION "\(.*\)"$/\1/p' "$here/../../src/run/scenario/arithmetic.c")
other=$(echo "$version" | tr 0123456789 1234567890)
"$lua" "$work/forge.lua" "$work/forged.rec" "$work/old.rec" "$version" "$other"
status 1 --verify "$work/old.rec" # what differs may be the arithmetic
tells "recorded with $other, and this is $version"
"$lua" "$work/forge.lua" "$work/run.rec" "$work/forged.rec" 's.ball:move' 's.bxll:move'
status 1 --verify "$work/forged.rec"
tells "frame 1 differs: it ends in an error"

# Files that are none, and wrong usage: one line each.
head -c 2000 "$work/run.rec" >"$work/cut.rec"
head -c 5 "$work/run.rec" >"$work/short.rec"
# splice <name> <offset> <bytes>: the file with these bytes there.
splice() {
    end=$(($2 + $(printf "$3" | wc -c) + 1))
    { head -c "$2" "$work/run.rec"; printf "$3"; tail -c "+$end" "$work/run.rec"; } >"$work/$1.rec"
}
splice more "$(wc -c <"$work/run.rec")" 'more'
splice flipped 3000 'XY'
splice newer 8 '\377\000\000\000'
splice older 12 '\000\000\000\000'
splice oldest 8 '\000\000\000\000'
splice next 12 '\377\377\000\000'
splice huge 16 '\377\377\377\377\377\000\000\000'
splice header 28 '\001'
head -c 4096 /dev/urandom >"$work/noise.rec"
: >"$work/empty.rec"
mkfifo "$work/pipe.rec"
for how in --headless --verify; do
    for case in incomplete:cut incomplete:short follows:more checksum:flipped newer:newer older:older \
        older:oldest newer:next header:huge header:header 'not a regular file:pipe' noise.rec:noise \
        nowhere.rec:nowhere; do
        mistake 4 "${case%:*}" $how "$work/${case#*:}.rec"
    done
done
mistake 4 "is not a recording" --verify "$work/empty.rec"
mistake 4 "is not a recording" --verify "$work/script.lua"
mistake 2 --verify --verify
mistake 2 --verify --verify --headless "$work/run.rec"
mistake 2 --param --headless --param speed=3 "$work/run.rec"
mistake 2 --seed --headless --seed 3 "$work/run.rec"
mistake 2 --save --headless --save
mistake 4 "No such file" --headless --steps 1 --save "$work/nowhere/run.rec" "$work/script.lua"
mistake 4 "is not a recording" --headless --steps 1 --save "$work/script.lua" "$work/script.lua"
grep -q scenario.load "$work/script.lua" || fault "the script was overwritten"
mistake 4 "is not a recording" --headless --steps 1 --save "$work/pipe.rec" "$work/script.lua"
[ -p "$work/pipe.rec" ] || fault "a pipe was replaced"
status 0 --headless --steps 1 --save "$work/empty.rec" "$work/script.lua" # nothing is lost
status 0 --verify "$work/empty.rec"
# Names that are too long for the system, and only for what is written beside them.
dots=$(printf './%.0s' $(seq 2040))
for name in "$dots$dots.rec" "$dots./././ab.rec" "$(printf 'a%.0s' $(seq 254))"; do
    mistake 4 "File name too long" --headless --steps 1 --save "$name" "$work/script.lua"
done
if [ -w /dev/full ] && [ -d /dev/shm ]; then
    # A limit of the file's size stands for a full disk: the file of before stays.
    before=$(cksum <"$work/run.rec")
    (ulimit -f 8; exec "$program" --headless --steps 90 --save "$work/run.rec" \
        "$work/script.lua") >"$work/out" 2>"$work/err" && fault "a full disk is not told"
    grep -q "cannot write .*run.rec: " "$work/err" || fault "a full disk is not told in a line"
    [ "$before" = "$(cksum <"$work/run.rec")" ] || fault "a full disk has destroyed the file of before"
fi

# Videos: a folder of pictures, an encoder that takes what it gets, one that fails or is killed, none.
status 0 --headless --record "$work/pictures/" --frames 10..14 --size 320x200 "$work/script.lua"
tells "5 pictures, 0.0833 s"
[ "$(ls "$work/pictures" | xargs)" = "00000.png 00001.png 00002.png 00003.png 00004.png" ] ||
    fault "the pictures: $(ls "$work/pictures" | xargs)"
[ "$("$picture" colours "$work/pictures/00002.png")" -gt 20 ] || fault "a picture of the video is empty"
mkdir "$work/bin" "$work/bare"
. "$here/video.sh"
old=$PATH
PATH=$work/bin:$old
status 0 --headless --record "$work/out.mp4" --frames 0..9 --size 320x200 "$work/script.lua"
[ "$(wc -c <"$work/out.mp4")" = 2560000 ] || fault "the video: not ten pictures"
status 0 --headless --record "$work/out.gif" --frames 0..9 --size 320x200 "$work/run.rec"
[ "$(wc -c <"$work/out.gif")" = 1280000 ] || fault "a GIF has 30 pictures a second, not 60"
printf '#!/bin/sh\necho "no such codec" >&2\nexit 1\n' >"$work/bin/ffmpeg"
mistake 4 "no such codec" --headless --record "$work/out.mp4" --frames 0..9 "$work/script.lua"
printf '#!/bin/sh\nhead -c 99999 >/dev/null\nkill -9 $$\n' >"$work/bin/ffmpeg"
mistake 4 "signal 9" --headless --record "$work/out.mp4" --frames 0..99 "$work/script.lua"
[ "$(wc -c <"$work/out.mp4")" = 2560000 ] || fault "the video of before is gone"
[ ! -e "$work/out.mp4.part" ] || fault "half a video is left"
for tool in sh cat head timeout wc grep; do ln -s "$(PATH=$old command -v $tool)" "$work/bare/$tool"; done
PATH=$work/bare
status 0 --headless --record "$work/none.mp4" --frames 0..3 --size 320x200 "$work/script.lua"
PATH=$old
tells "there is no ffmpeg; numbered pictures go to"
[ -s "$work/none/00003.png" ] || fault "no numbered pictures without ffmpeg"
mistake 4 "cannot write" --headless --record "$work/nowhere/deep/" --frames 0..3 "$work/script.lua"
status 0 --record "$work/pictures/" --frames 0..2 --size 320x200 "$work/script.lua" # no window
tells "3 pictures"
mistake 2 --frames --frames 0..9 "$work/script.lua"
mistake 2 --frames --headless --record "$work/out.gif" --frames 9..3 "$work/script.lua"
mistake 2 --frames --headless --record "$work/out.gif" --steps 5 --frames 3..9 "$work/script.lua"
if command -v ffprobe >/dev/null; then
    for ending in gif mp4 webm; do
        status 0 --headless --record "$work/real.$ending" --frames 5..64 --size 321x201 "$work/script.lua"
        pictures=$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 \
            "$work/real.$ending" | tr -d ',')
        [ "$pictures" = "$([ $ending = gif ] && echo 30 || echo 60)" ] || fault "$ending: $pictures pictures"
    done
fi

[ "$(ls "$work" | grep -c 'rec\.')" = 0 ] || fault "something is left beside the files"

[ $faults = 0 ]

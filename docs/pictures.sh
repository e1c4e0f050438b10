#!/bin/sh
# ./run pictures: makes the pictures of the README and the notes anew,
# docs/*.png, docs/*.svg and docs/tour.gif. The pictures come from headless runs, the curve from
# plain Lua, the rooms of the source from graphviz. The GIF is a window on a display of its own
# (Xvfb), used as the tour tells by xdotool, taken by xwd and joined by ImageMagick; without one of
# the four there is none, and it says so.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
. "$root/cmake/build.sh"
make_release
program=$build/collide work=$build/pictures
docs=$root/docs
here=$docs/../tests/check # for display.sh

# picture <scenario> <frame>
picture() {
    "$program" --headless --frame "$2" --size 1280x720 --shot "$docs/$1.png" \
        "$docs/../scripts/$1.lua" >/dev/null
    echo "docs/$1.png"
}
picture capsule_2d 150
picture swept_sphere_box 40
picture tiles 70
picture platformer 480
picture walker 100
picture cave 100
picture ruin 687
picture thin 150
picture bounce_study 95
picture windmill 100
picture belt 1500
picture sat 80
picture lidar 130
picture top_down 200
"$program" --headless --frame 120 --why shapecast:first_hit.lua:6#0 --shot "$docs/why.png" \
    "$docs/../scripts/swept_sphere_box.lua" >/dev/null
echo docs/why.png
"$program" --headless --frame 80 --lens distance --shot "$docs/lens.png" "$docs/../scripts/sat.lua" >/dev/null
echo docs/lens.png
(cd "$docs/.." && LUA_CPATH="$(dirname "$program")/?.so;;" lua5.4 tests/long/way_back.lua \
    docs/way_back.svg >/dev/null)
echo docs/way_back.svg

if command -v dot >/dev/null 2>&1; then # graphviz
    (cd "$docs/.." && lua5.4 docs/rooms.lua src | dot -Tsvg >docs/rooms.svg)
    echo docs/rooms.svg
else
    echo "no docs/rooms.svg: dot (graphviz) is not installed"
fi

for tool in Xvfb xdotool xwd convert; do
    command -v "$tool" >/dev/null 2>&1 || { echo "no docs/tour.gif: $tool is not installed"; exit 0; }
done
. "$here/display.sh"

# The console that has been asked.
(cd "$root" && exec "$program" --report "$work/report" --frame 240 scripts/pinball.lua >"$work/log" 2>&1) &
sandbox=$!
until_true 30 find_window && until_true 30 has_focus && wait_for frame 240
press grave
sleep 1
for line in 'watch s.ball.velocity.y' 'who s.ball.velocity'; do
    xdotool type --delay 5 "$line"
    xdotool key Return
    sleep 2
done
import -window "$window" "$docs/ask.png"
echo docs/ask.png

# The lines of a frame.
press grave
wait_for open none
xdotool mousemove --window "$window" 1244 62 click 1
sleep 3
xdotool mousemove --window "$window" 600 640
import -window "$window" "$docs/lines.png"
echo docs/lines.png
quit

# Other values of a param.
: >"$work/report"
(cd "$root" && exec "$program" --report "$work/report" --frame 266 scripts/plane_bounce.lua >"$work/log" 2>&1) &
sandbox=$!
until_true 30 find_window && until_true 30 has_focus && wait_for frame 266
xdotool mousemove --window "$window" 1150 437 click 3
sleep 3
xdotool mousemove --window "$window" 600 640
import -window "$window" "$docs/what_if.png"
echo docs/what_if.png
quit
: >"$work/report"

cp -r "$docs/../scripts" "$work/scripts"
cd "$work" # the film names no folder of this machine
# write <bounce>: saves the tour with another line 5, as editors do it.
write() {
    sed "5s/.*/local bounce =$1/" "$docs/../scripts/00_tour.lua" >scripts/new
    mv scripts/new scripts/00_tour.lua
}
# at <x> <y>: of the window. glide <x> <y>: there in some steps.
at() { xdotool mousemove --window "$window" "$1" "$2"; x=$1 y=$2; }
glide() {
    for step in 1 2 3 4 5 6; do
        xdotool mousemove --window "$window" $((x + ($1 - x) * step / 6)) $((y + ($2 - y) * step / 6))
        sleep 0.04
    done
    x=$1 y=$2
}

start --size 800x500 --page 3 scripts/00_tour.lua
wait_for version 1
at 410 420
press r
rm -rf "$work/film"
mkdir "$work/film"
touch "$work/filming"
begun=$(date +%s%N)
while [ -e "$work/filming" ]; do
    xwd -silent -id "$window" -out "$work/film/$(date +%s%N).xwd"
    sleep 0.06
done &
film=$!
sleep 0.5
glide 375 276 # the block, into the ball's way
xdotool mousedown 1
glide 330 250
glide 340 215
xdotool mouseup 1
sleep 0.7
press Right # change a line
write ' 0.7'
sleep 1
glide 250 473 # back to where the ghost is
xdotool mousedown 1
glide 120 473
glide 470 473
xdotool mouseup 1
sleep 0.8
press space Right # break it
write ''
sleep 1
write ' 1.2'
sleep 0.8
glide 640 241 # the check that fails
xdotool click 1
sleep 0.7
press bracketright
sleep 1.5
rm "$work/filming"
wait "$film"
took=$((($(date +%s%N) - begun) / 10000000)) # hundredths of a second
quit
convert -delay $((took / $(ls "$work/film" | wc -l))) -loop 0 "$work/film/*.xwd" +dither -colors 64 +map \
    -fuzz 1% -layers OptimizeFrame -layers OptimizeTransparency "$docs/tour.gif"
echo "docs/tour.gif, $(($(wc -c <"$docs/tour.gif") / 1024)) KiB"

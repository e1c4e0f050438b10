#!/bin/sh
# command_line.sh <program> <picture tool> <work folder>: exit statuses, one line for each mistake,
# what happens with no display, and `collide test`.
set -u
program=$1 picture=$2 work=$3
here=$(dirname "$0")
. "$here/verdicts.sh"
cd "$here/../.." || exit 1
mkdir -p "$work/empty folder" "$work/folder.lua"
script() { printf '%s\n' "$2" >"$work/$1.lua"; }

status 0 --help
grep -q -- --headless "$work/out" || fault "--help does not name --headless"
status 0 --version
grep -q '[0-9]\.[0-9]' "$work/out" || fault "--version has no version"

script good 'return { load = function() return {} end, checks = { fine = function() return true end } }'
script red 'return { load = function() return {} end, checks = { never = function() return false end } }'
script syntax 'return {'
script empty ''
script number 'return 42'
script load 'return { load = function() error "load raises" end }'
script update 'return { load = function() return {} end, update = function() error "update raises" end }'
script draw 'return { load = function() return {} end, draw = function() error "draw raises" end }'
head -c 4096 /dev/urandom >"$work/binary.lua"
printf '\033Lua\124\000\031\223\r\n\032\n' >"$work/chunk.lua"

mistake 2 "'--no-such-option'; --help lists them" --no-such-option
mistake 2 "'--headles'; did you mean '--headless'?" --headles "$work/good.lua"
mistake 2 "'--stpes=3'; did you mean '--steps'?" --headless --stpes=3 "$work/good.lua"
mistake 2 "did you mean '--no-panels'?" --no_panels "$work/good.lua"
mistake 2 "'-x'; --help lists them" -x "$work/good.lua"
mistake 2 --steps --headless --steps "$work/good.lua"
mistake 2 "unknown param" --headless --param nonsense=1 "$work/good.lua"

status 0 --headless --steps 3 --check "$work/good.lua"
script 'play ground ボール' 'return { load = function() return {} end }'
status 0 --headless --steps 3 "$work/play ground ボール.lua"
status 1 --headless --steps 3 --check "$work/red.lua"
grep -q never "$work/out" "$work/err" || fault "a failed check is not named"
mistake 4 nowhere.lua --headless --steps 3 --check "$work/nowhere.lua"
mistake 4 "good.lua/x.lua: no such file" --headless --steps 3 "$work/good.lua/x.lua"
mistake 4 "empty folder" --headless --steps 3 --check "$work/empty folder"
mistake 4 folder.lua --headless --steps 3 --check "$work/folder.lua"
mistake 4 binary.lua --headless --steps 3 --check "$work/binary.lua"
mistake 4 chunk.lua --headless --steps 3 --check "$work/chunk.lua"
mistake 3 syntax.lua:2: --headless --steps 3 --check "$work/syntax.lua"
grep -Eq '^(collide: )?[^ :][^:]*\.lua:[0-9]+: .+$' "$work/err" ||
    fault "an error has not the form that .vscode/tasks.json looks for"
mistake 3 number.lua --headless --steps 3 --check "$work/number.lua"
mistake 3 empty.lua --headless --steps 3 --check "$work/empty.lua"
for name in load update draw; do
    status 3 --headless --steps 3 --check "$work/$name.lua"
    grep -q "$name.lua:1" "$work/err" || fault "an error in $name is not said with file and line"
done

# draw is called where its picture or record is asked for: it prints each time.
script drawn 'return { load = function() return { n = 0 } end,
    update = function(s) s.n = s.n + 1 end,
    draw = function(s, draw)
        print("drawn in " .. s.n)
        assert(s.n ~= 150, "draw raises late")
    end }'
script chart 'return { load = function() return { n = 0 } end,
    update = function(s) s.n = s.n + 1 end,
    draw = function(s, draw) print("drawn in " .. s.n) draw.plot("n", s.n) end }'
draws() { # draws <number> <arguments>...
    calls=$1
    shift
    status 0 --headless "$@"
    drawn=$(grep -c "^drawn in" "$work/out")
    [ "$drawn" = "$calls" ] || fault "draw was called $drawn times, not $calls"
}
draws 0 --steps 200 "$work/drawn.lua"
draws 3 --steps 300 --frame 200 --shot "$work/drawn.png" "$work/drawn.lua"
draws 7 --steps 300 --record "$work/drawn.gif" --frames 20..24 --size 320x200 "$work/drawn.lua"
draws 101 --steps 100 --check "$work/drawn.lua"
draws 101 --steps 100 --save "$work/drawn.rec" "$work/drawn.lua"
draws 201 --steps 300 --frame 200 --shot "$work/drawn.png" "$work/chart.lua"
draws 6 --steps 5 --plots "$work/plots.csv" "$work/chart.lua"
[ "$(sed -n 7p "$work/plots.csv")" = "5,0.08333333333333333,5" ] || fault "--plots: the last row"
[ "$(head -1 "$work/plots.csv")" = 'frame,time,"n"' ] || fault "--plots: the first row"
mistake 2 "--plots needs --headless" --plots "$work/plots.csv" "$work/chart.lua"
mistake 4 "cannot write /nope/x.csv: No such file or directory" --headless --frame 1 \
    --plots /nope/x.csv "$work/chart.lua"
status 3 --headless --steps 200 --check "$work/drawn.lua"
grep -q "drawn.lua:5.*draw raises late" "$work/err" || fault "a late error in draw is not found"

# A first scenario.
(cd "$work" && status 0 new bounce --headless --steps 60 --check)
grep -q 'title = "Bounce"' "$work/bounce.lua" || fault "new: no title"
grep -q 'green.*never sinks\|never sinks' "$work/out" || fault "new: the check is not told"
mistake 4 "bounce.lua: it is there already" new "$work/bounce.lua" --headless
mistake 4 "cannot write $work/nowhere/x.lua: No such file or directory" new "$work/nowhere/x"
mistake 2 "new needs a name" new
mistake 2 "new needs a name" new --headless
status 0 new "$work/a \"quoted\" one" --headless --steps 3 --check

# What cannot be written says why.
mistake 4 "cannot write /nope/x.png: No such file or directory" --headless --frame 1 \
    --shot /nope/x.png "$work/good.lua"
mkdir "$work/folder.png"
mistake 4 "cannot write $work/folder.png: Is a directory" --headless --frame 1 \
    --shot "$work/folder.png" "$work/good.lua"

# The steps of a query, in words and drawn; what the frame does not ask is said with what it asks.
why() { # <query> <arguments...>
    query=$1
    shift
    status 0 --headless --frame 120 --why "$query" "$@" scripts/swept_sphere_box.lua
}
why shapecast:first_hit.lua:6
grep -q '^   1  A closed form: a ray at' "$work/out" && grep -q 'from flipping' "$work/out" ||
    fault "--why tells no steps"
why shapecast:lib/first_hit.lua:6#0/1 --size 640x360 --shot "$work/why.png"
why shapecast:first_hit.lua:6 --size 640x360 --shot "$work/why2.png"
cmp -s "$work/why.png" "$work/why2.png" && fault "--why draws one step as another"
mistake 2 "collide: frame 120 does not ask raycast:first_hit.lua:6#0; it asks" --headless --frame 120 \
    --why raycast:first_hit.lua:6 scripts/swept_sphere_box.lua
mistake 2 "it asks no query" --headless --frame 1 --why raycast:x.lua:6 scripts/pinball.lua

# The lens colours the plane; alone it would do nothing.
for lens in distance normal time fragile; do
    why shapecast:first_hit.lua:6 --size 640x360 --lens $lens --shot "$work/$lens.png"
    [ "$("$picture" mean "$work/why2.png" "$work/$lens.png")" -gt 100 ] || fault "--lens $lens colours nothing"
done
mistake 2 "--lens needs --shot, --record or a window" --headless --lens time scripts/swept_sphere_box.lua

# A picture on demand, and the same of vectors: rsvg-convert's letters differ, and little else.
status 0 --headless --frame 30 --size 640x360 --shot "$work/shot.png" scripts/plane_bounce.lua
colours=$("$picture" colours "$work/shot.png") || colours=0
[ "$colours" -gt 20 ] || fault "--shot: the picture has $colours colours"
still() { status 0 --headless --frame 30 --size 640x360 --no-panels --shot "$1" scripts/sphere_box.lua; }
still "$work/shot.png"
still "$work/shot.SVG"
grep -q '<svg ' "$work/shot.SVG" && grep -q '>ramp<' "$work/shot.SVG" && ! grep -q '<image' "$work/shot.SVG" ||
    fault "--shot: there are no vectors"
if command -v rsvg-convert >/dev/null 2>&1; then
    rsvg-convert "$work/shot.SVG" -o "$work/vectors.png" || fault "rsvg-convert does not take the picture"
    mean=$("$picture" mean "$work/shot.png" "$work/vectors.png") || mean=9999
    [ "$mean" -lt 1500 ] || fault "--shot: the two pictures differ by $mean thousandths of a level"
fi
mistake 4 "cannot write /nope/x.svg: No such file or directory" --headless --frame 1 \
    --shot /nope/x.svg "$work/good.lua"
ln -s /dev/null "$work/null.png"
status 0 --headless --frame 0 --size 320x200 --shot "$work/null.png" scripts/plane_bounce.lua
[ -L "$work/null.png" ] || fault "--shot to a device has removed it"

# A low picture has no chart, which would leave no room for the scene.
for plots in true false; do
    echo "return { draw = function(s, draw) draw.text 'low' if $plots then draw.plot('a', 1) end end }" \
        >"$work/low.lua"
    for height in 300 340; do
        status 0 --headless --frame 9 --size 400x$height --shot "$work/$plots$height.png" "$work/low.lua"
    done
done
[ "$("$picture" differ "$work/true300.png" "$work/false300.png")" = 0 ] || fault "a low picture has a chart"
[ "$("$picture" differ "$work/true340.png" "$work/false340.png")" -gt 100 ] || fault "there is no chart"

# A video has the pictures without panels; with --panels it has them.
frame_30() { status 0 --headless "$@" --size 640x360 scripts/sphere_box.lua; }
frame_30 --record "$work/film/" --frames 28..30
frame_30 --record "$work/film_of_all/" --panels --frames 28..30
frame_30 --shot "$work/shot.png" --no-panels --frame 30
frame_30 --shot "$work/shot_of_all.png" --frame 30
for all in '' _of_all; do
    differing=$("$picture" differ "$work/shot$all.png" "$work/film$all/00002.png") || differing=unknown
    [ "$differing" = 0 ] || fault "film$all: $differing pixels are not those of a picture"
done
differing=$("$picture" differ "$work/shot.png" "$work/shot_of_all.png")
[ "$differing" -gt 1000 ] || fault "--no-panels makes no difference"

# Names with control characters reach no terminal raw.
escape=$(printf 'a\033]0;x\007\nb') shown='a\027]0;x\007\010b'
mkdir "$work/$escape"
cp "$work/good.lua" "$work/$escape/good.lua"
echo 'return 5' >"$work/$escape/bad.lua"
raw() { ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$work/out" "$work/err" || fault "$1: raw"; }
status 0 --headless --steps 1 --check --save "$work/$escape/run.rec" "$work/$escape/good.lua"
tells "$work/$shown/good.lua: frame 1"
tells "$work/$shown/run.rec: frames 0 to 1"
raw "a path"
status 0 --verify "$work/$escape/run.rec"
tells "$work/$shown/run.rec: frames 0 to 1"
raw "a kept run"
mistake 3 "$work/$shown/bad.lua: a scenario must return a table" --headless "$work/$escape/bad.lua"
raw "a script's error"
mistake 2 "there is no option '--$shown'" "--$escape"
raw "an option"
mistake 4 "cannot write $work/$shown/no/x.png" --headless --steps 1 --shot "$work/$escape/no/x.png" \
    "$work/good.lua"
raw "what cannot be written"
mistake 4 "$shown" --headless "$work/$escape/none.lua"
raw "what is not there"

# No display: one line that says so, the first scenario's checks, and a picture.
mkdir -p build
rm -f build/sandbox.png
status 0
[ "$(grep -ci display "$work/err")" -eq 1 ] || fault "no display: not said in one line on stderr"
colours=$("$picture" colours build/sandbox.png) || colours=0
[ "$colours" -gt 20 ] || fault "no display: build/sandbox.png has $colours colours"
# A script in the current folder has its modules there and in lib, and nothing from outside.
mkdir -p "$work/here/lib"
echo 'return "beside"' >"$work/here/m.lua"
echo 'return "in lib"' >"$work/here/lib/n.lua"
ln -s ../good.lua "$work/here/out.lua"
echo 'print(require "m", require "n", pcall(require, "out")) return {}' >"$work/here/x.lua"
(cd "$work/here" && "$program" --headless --steps 1 x.lua) >"$work/out" 2>"$work/err" ||
    fault "a script in the current folder ends with $?"
for word in beside "in lib" "module 'out' lies outside the scenario's folder"; do
    grep -qF "$word" "$work/out" || fault "a script in the current folder: no '$word'"
done
mkdir "$work/elsewhere"
(cd "$work/elsewhere" && "$program" --frame 3 "$work/good.lua") >/dev/null 2>&1
[ "$(ls "$work/elsewhere")" = sandbox.png ] || fault "no display: makes $(ls "$work/elsewhere")"

# collide test: busted in this process, with its options, filters and exit status.
mkdir -p "$work/specs/deep"
printf '%s\n' 'local collide = require "collide"' 'describe("sphere", function()' \
    '    it("has a radius #fast", function() assert.equal(2, collide.sphere({ 0, 0 }, 2).radius) end)' \
    '    it("is a #slow one", function() end)' 'end)' >"$work/specs/green_spec.lua"
printf '%s\n' 'describe("wrong", function()' '    it("fails", function() assert.equal(1, 2) end)' \
    '    it("raises", function() local t; t.x = 1 end)' 'end)' >"$work/specs/deep/red_spec.lua"
echo 'return {' >"$work/specs/deep/broken_spec.lua"
green=$work/specs/green_spec.lua red=$work/specs/deep/red_spec.lua

lacks() { ! grep -qF -- "$1" "$work/out" "$work/err" || fault "the output has '$1'"; }

status 0 test "$green"
tells "2 successes / 0 failures / 0 errors"
status 1 test "$green" "$red"
tells "2 successes / 1 failure / 1 error"
tells "red_spec.lua:2:"
tells "attempt to index a nil value (local 't')"
lacks "stack traceback"
status 1 test -v "$red"
tells "stack traceback"
status 1 test "$work/specs/deep/broken_spec.lua"
tells "broken_spec.lua:2: unexpected symbol"
status 1 test "$work/specs" # all three
tells "2 successes / 1 failure / 2 errors"
status 0 test --pattern=green "$work/specs"
status 0 test --filter radius --shuffle --seed 7 -o TAP "$green"
tells "ok 1 - sphere has a radius"
tells "1..1"
status 0 test --tags=slow "$green"
tells "1 success /"
status 0 test --exclude-tags=slow,fast "$green"
tells "0 successes"
status 0 test --list "$green"
tells "green_spec.lua:3: sphere has a radius"
status 0 test -C "$work" --filter-out=raises --filter-out=fails specs/deep/red_spec.lua
status 0 test --help
tells "--filter=PATTERN"
status 1 test "$work/nowhere_spec.lua"
tells "nowhere_spec.lua"
mistake 1 "--bogus" test --bogus

# busted where `luarocks --local` puts it, half of it, and nowhere.
rocks=$HOME/.luarocks/share/lua/5.4/busted
mkdir -p "$rocks"
export LUA_PATH='/nowhere/?.lua' LUA_CPATH='/nowhere/?.so'
mistake 1 "busted is not installed" test "$green"
echo 'error "no penlight"' >"$rocks/runner.lua"
mistake 1 "busted/runner.lua:1: no penlight" test "$green" # Lua shortens the path
grep -q "busted does not load" "$work/err" || fault "it is not said that busted does not load"
echo 'return function() print("a rock, and " .. arg[1]); os.exit(1, true) end' >"$rocks/runner.lua"
status 1 test "$green"
tells "a rock, and $green"
echo 'return function() error "a rock breaks" end' >"$rocks/runner.lua"
status 1 test "$green"
tells "busted/runner.lua:1: a rock breaks"
tells "stack traceback:"

[ $faults = 0 ]

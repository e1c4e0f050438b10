#!/bin/sh
# questions.sh <program> <work folder>: the commands that answer questions. Planted bugs are found,
# made small, and written as a case and a spec, the same for any number of workers; sweeps go on
# where they were cut off, and shards put together are the whole; what is wrong is one line.
set -eu
program=$1 work=$2
here=$(dirname "$0")
. "$here/environment.sh"
fresh
cd "$work"
fail() {
    echo "questions: $*"
    exit 1
}
# script <name> <params> <update> [more fields]
script() {
    cat >"$1.lua" <<END
local scenario = { keys = { "space" }, params = { $2 } }
function scenario.load(p) return { n = 0, x = 1, list = {} } end
function scenario.update(s, dt, p, input)
    s.n = s.n + 1
    $3
end
${4-}
return scenario
END
}
script beyond 'kick = { 0.5, min = 0, max = 1 }, other = { 3, min = 1, max = 9 }' '' \
    'scenario.checks = { ["kick is small"] = function(s, p) return p.kick < 0.97 or s.n < 40 end }'
script presses '' 'if input.pressed "space" then s.list[#s.list + 1] = s.n end' \
    'scenario.checks = { ["never three"] = function(s) return #s.list < 3 end }'
script far '' 'if input.pressed "space" and s.n - (s.list[#s.list] or 0) > 700 then s.list[#s.list + 1] = s.n end' \
    'scenario.checks = { ["never three"] = function(s) return #s.list < 3 end }'
script nan 'a = { 1, min = 0, max = 2 }' 'if input.pressed "up" and p.a > 1.3 then s.x = 0 / 0 end'
script raises 'a = { 1, min = 0, max = 2 }' 'if input.down "x" and s.n > 9 then error("at " .. s.n .. math.random()) end'
script hang 'a = { 1, min = 0, max = 2 }' 'while p.a > 1.8 and s.n > 30 do end' 'scenario.budget = 0.05'
script memory '' 'if input.down "m" then s.text = (s.text or ("x"):rep(1000)):rep(8) end'
script good 'a = { 1, min = 0, max = 2 }' 's.x = s.x + p.a + math.random()' \
    'function scenario.draw(s, draw) draw.plot("height", s.x) end'
script broken '' 'error "always"'
echo 'while true do end' >endless.lua

# numbers <case>: how many numbers it has.
numbers() { tr ',{}' '\n\n\n' <"$1" | grep -c '[ =]-\{0,1\}\(0x\)\{0,1\}[0-9][0-9.a-fp+-]* *$' || :; }
# hunted <script> <case> [options]: the bug is found and shrunk, by one and by three workers alike.
hunted() {
    hunted=$1 case=$2
    shift 2
    for jobs in 1 3; do
        status=0
        "$program" hunt "$@" --jobs $jobs "$hunted.lua" >"$hunted.$jobs" || status=$?
        [ $status = 1 ] || fail "hunt of $hunted ends with $status"
        cat "$case.case" "${case}_spec.lua" >>"$hunted.$jobs"
    done
    cmp "$hunted.1" "$hunted.3" || fail "$hunted: other workers find something else"
    [ "$(numbers "$case.case")" -le 4 ] || fail "$hunted: more than 4 numbers: $(cat "$case.case")"
}
hunted beyond beyond_kick_is_small
hunted presses presses_never_three
hunted far far_never_three --steps 3000
hunted nan nan_nan
hunted raises raises_error
hunted hang hang_hang
hunted memory memory_memory
grep -q 'kick = 1 }' beyond_kick_is_small.case || fail "the param has too many digits"
# The case is one everywhere: without a window, printed again, and in its spec, which fails.
status=0
"$program" --headless --check beyond_kick_is_small.case >out || status=$?
[ $status = 1 ] && grep -q 'first in frame 40' out || fail "the case does not fail: $(cat out)"
"$program" case beyond_kick_is_small.case | cmp - beyond_kick_is_small.case || fail "a case is printed otherwise"
if command -v busted >/dev/null; then
    ! "$program" test presses_never_three_spec.lua >out || fail "the spec does not fail"
    sed -i 's/< 3/< 4/' presses.lua
    "$program" test presses_never_three_spec.lua >out || fail "the spec fails when the bug is mended: $(cat out)"
fi
"$program" hunt --runs 40 good.lua | grep -q 'no failure' || fail "a bug in what has none"
# What a person did, shrunk.
sed -i 's/< 4/< 3/' presses.lua
echo 'case { script = "presses.lua", frames = 900, input = { { "space", 100, 130 }, { "left", 5, 800 },
    { "space", 300, 305 }, { "space", 500, 707 }, { "space", 800 } }, fails = "never three" }' >person.case
status=0
"$program" hunt --from person.case >out || status=$?
[ $status = 1 ] && [ "$(numbers presses_never_three.case)" -le 4 ] || fail "a person's run is not shrunk"

# Sweeps: cut off, gone on with, in shards.
sweep() { "$program" sweep --param a=0:2:0.1 --seeds 1..5 --steps 20 --watch s.n "$@" good.lua; }
sweep --out all >out
[ "$(wc -l <all)" = 105 ] || fail "not 105 cases"
for i in 1 2 3; do sweep --shard $i/3 --jobs $i --out shard$i >out; done
"$program" merge shard2 shard3 shard1 | cmp - all || fail "the shards are not the whole"
head -c 5000 all >cut
sweep --out cut >out
cmp cut all || fail "a sweep that was cut off goes on otherwise"
sweep --out cut >out
grep -q ': 0 of 105' out || fail "a case is played twice"
sweep --steps 20 | cmp - all || fail "standard output has something else"
refused() {
    status=$1 word=$2
    shift 2
    got=0
    "$program" "$@" >out 2>error || got=$?
    [ $got = "$status" ] || fail "$*: ends with $got, not $status: $(cat error)"
    grep -q -- "$word" error || fail "$*: does not say '$word': $(cat error)"
    [ "$(wc -l <error)" = 1 ] || fail "$*: more than one line: $(cat error)"
}
refused 4 'another plan' sweep --seeds 1..2 --out all good.lua
sed -i 's/1 }, 0/1 }, 0 /;s/math.random()/2 * math.random()/' good.lua
refused 4 'another script' sweep --param a=0:2:0.1 --seeds 1..5 --steps 20 --watch s.n --out cut good.lua
"$program" sweep --seeds 1..2 --steps 1 --out other good.lua >out
refused 4 'another script' merge all other
refused 4 'no result' merge good.lua
refused 4 'no such file' hunt nothere.lua
refused 2 'must be in' sweep --param a=0:3:1 good.lua
refused 2 "unknown param 'b'" sweep --param b=1 good.lua
refused 2 'no range' sweep --param a=1:0:1 good.lua
refused 2 'did you mean' hunt --sedonds 3 good.lua
refused 2 'is a table' sweep --watch s --seeds 1..2 --steps 2 good.lua
refused 3 'longer than' hunt endless.lua
refused 2 'no kept run' hunt --from good.lua
printf 'case { script = "good.lua", frames = ' >cut.case
refused 4 'cut off' case cut.case
refused 4 'cut off' --headless cut.case
printf 'case { script = "good.lua", frames = 3, later = 1 }' >cut.case
refused 4 'newer version' --headless cut.case
if [ -e /dev/full ]; then
    refused 4 'No space' sweep --seeds 1..3 --out /dev/full good.lua
fi
status=0
"$program" hunt --runs 20 broken.lua >out || status=$?
[ $status = 1 ] && grep -q 'always' broken_error.case || fail "what always fails: $status"

# Expressions over a run.
"$program" --watch s.n --watch 's.x > 2' --steps 3 --csv rows good.lua >out
[ "$(cut -d, -f1,3 rows | tr '\n' ' ')" = 'frame,s.n 0,0 1,1 2,2 3,3 ' ] || fail "rows: $(cat rows)"
[ "$("$program" --find 's.n >= 7' good.lua)" = 'frame 7: s.n >= 7 = true' ] || fail "not found"
"$program" --who s.n --frame 4 good.lua >out
grep -q 'good.lua:4  3 -> 4' out || fail "who: $(cat out)"
"$program" --lines --frame 2 good.lua >out
grep -q 'good.lua:4' out || fail "lines: $(cat out)"
cat >coroutines.lua <<'END'
local scenario, walker = {}, nil
function scenario.load() return { n = 0, m = 0 } end
function scenario.update(s)
    walker = walker or coroutine.create(function()
        while true do
            s.n = s.n + 1
            coroutine.yield()
        end
    end)
    coroutine.resume(walker)
    coroutine.wrap(function() s.m = s.m + 2 end)()
end
return scenario
END
"$program" --who s.n --frame 3 coroutines.lua | grep -q 'coroutines.lua:6  2 -> 3' || fail "who in a coroutine"
"$program" --who s.m --frame 3 coroutines.lua | grep -q 'coroutines.lua:11  4 -> 6' || fail "who in a new coroutine"
refused 2 'changes the state' --find '(function() s.n = 9 end)()' good.lua
refused 3 'longer than' --find '(function() while true do end end)()' good.lua
refused 2 'attempt to index' --find 's.nothing.x' good.lua
refused 2 'end' --find 's.' good.lua
"$program" --headless --steps 30 --seed 1 --save one.rec good.lua >out
"$program" --headless --steps 30 --seed 2 --save two.rec good.lua >out
status=0
"$program" diff one.rec two.rec >out || status=$?
[ $status = 1 ] && grep -q '^frame 1 differs' out && grep -q 'two.rec: good.lua:5' out || fail "diff: $(cat out)"
"$program" diff one.rec one.rec | grep -q 'no frame differs' || fail "a run differs from itself"

# A signal, as of Ctrl+C, keeps what there is. A hunt has found its failure when it comes, and is
# shrinking it. (A shell has its background jobs ignore SIGINT.)
script slow '' 'if input.pressed "space" then s.list[#s.list + 1] = s.n end for i = 1, 2e4 do s.y = i end' \
    'scenario.checks = { ["never six"] = function(s) return #s.list < 6 or s.n < 400 end }'
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$program" hunt --progress --seconds 300 --steps 420 --jobs 1 slow.lua \
    >out 2>progress &
hunting=$!
for i in $(seq 3000); do
    ! grep -q shrinking progress || break
    sleep 0.1
done
kill -INT $hunting
status=0
wait $hunting || status=$?
[ $status = 130 ] || fail "an interrupted hunt ends with $status: $(cat out progress)"
status=0
"$program" --headless --check slow_never_six.case >out || status=$?
[ $status = 1 ] && grep -q 'first in frame 400' out || fail "what an interrupted hunt has kept does not fail"
sed -i 's/s.x = s.x/for i = 1, 1e5 do s.y = i end s.x = s.x/' good.lua
"$program" sweep --seeds 1..100000 --steps 20 --out long good.lua >out 2>&1 &
sweeping=$!
sleep 2
kill -TERM $sweeping # a shell has its background jobs ignore SIGINT
wait $sweeping || :
[ "$(tail -c 1 long | wc -l)" = 1 ] && "$program" merge long >out || fail "an interrupted sweep is damaged"

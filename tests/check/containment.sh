#!/bin/sh
# containment.sh <program> <refuse> <work folder>: what the process of a script has of the one that
# starts it: no environment but the loader's, no descriptor but its three pipes; its limits and its
# filter of system calls; and that a missing wall is told. refuse: of tests/check/refuse.c; none for a
# program with sanitizers, which has neither all limits nor a filter.
set -u
program=$1 refuse=$2 work=$3
here=$(dirname "$0")
[ -d /proc/self/fd ] || exit 77
. "$here/verdicts.sh"

cat >"$work/busy.lua" <<'END'
local scenario = {}
function scenario.load() return { sum = 0 } end
function scenario.update(s) for _ = 1, 3e5 do s.sum = s.sum + 1 end end
return scenario
END

export SECRET=secret
"$program" --headless --steps 100000 "$work/busy.lua" >"$work/out" 2>"$work/err" \
    7</etc/passwd 9>"$work/nine" &
viewer=$!
tries=0 open='' runner=''
until [ "$open" = "0 1 2" ] || [ $((tries += 1)) -gt 400 ]; do # it closes the others as it starts
    sleep 0.05
    runner=$(pgrep -P "$viewer" | head -n 1)
    [ -z "$runner" ] || open=$(ls "/proc/$runner/fd" 2>/dev/null | xargs)
done
[ "$open" = "0 1 2" ] || fault "the runner has the descriptors '$open'"
tr '\0' '\n' <"/proc/$runner/environ" >"$work/environment"
grep -Ev '^(LD_|ASAN_|LSAN_|UBSAN_|GLIBC_TUNABLES=)' "$work/environment" &&
    fault "the runner has our environment"
[ "$(readlink "/proc/$runner/fd/2" | cut -c 1-5)" = pipe: ] || fault "its standard error is no pipe"
[ "$(ps -o pgid= -p "$runner" | xargs)" = "$runner" ] || fault "the keys of a terminal reach it"
# limit <name>: the hard limit.
limit() { sed -n "s/^Max $1  *[^ ]*  *\([^ ]*\).*/\1/p" "/proc/$runner/limits"; }
[ "$(limit 'cpu time')" = 43200 ] || fault "its processor time is '$(limit 'cpu time')'"
[ "$(limit 'core file size')" = 0 ] || fault "it may write a core"
if [ "$refuse" != none ]; then
    [ "$(limit 'address space')" = 2147483648 ] || fault "its memory is '$(limit 'address space')'"
    [ "$(limit 'open files')" = 0 ] || fault "it may open files"
    [ "$(limit 'file size')" = 0 ] || fault "it may write files"
    [ "$(limit 'processes')" = 0 ] || fault "it may start processes"
    grep -q '^Seccomp:.2$' "/proc/$runner/status" || fault "it has no filter of system calls"
    grep -q '^NoNewPrivs:.1$' "/proc/$runner/status" || fault "it may gain rights"
fi
kill "$viewer"
wait "$viewer" 2>/dev/null

# Where a wall cannot be built, one line says so, and the script runs. --trust wants none.
if [ -x "$refuse" ]; then
    told() {
        "$refuse" "$@" "$program" --headless --steps 2 "$work/busy.lua" >"$work/out" 2>"$work/err" ||
            fault "refuse $*: ends with $?"
        [ "$(wc -l <"$work/err")" = 1 ] || fault "refuse $*: not one line"
        grep -q 'busy.lua: frame 2, ' "$work/out" || fault "refuse $*: it does not run"
    }
    told seccomp prctl --
    grep -q 'busy.lua: the script is not contained: there is no filter' "$work/err" ||
        fault "a filter that is refused is not told"
    told setrlimit prlimit64 --
    grep -q 'not contained: a limit of the process' "$work/err" ||
        fault "a limit that is refused is not told"
    "$refuse" seccomp prctl -- "$program" --headless --trust --steps 2 "$work/busy.lua" \
        >"$work/out" 2>"$work/err" || fault "--trust ends with $?"
    [ -s "$work/err" ] && fault "a trusted script is said to be not contained"
fi

[ $faults = 0 ]

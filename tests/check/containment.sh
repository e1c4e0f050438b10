#!/bin/sh
# containment.sh <program> <work folder>: what the process of a script has of the one that starts it:
# no environment but the loader's, no descriptor but its pipes and standard error.
set -u
program=$1 work=$2
here=$(dirname "$0")
. "$here/environment.sh"
unset DISPLAY WAYLAND_DISPLAY
[ -d /proc/self/fd ] || exit 77
rm -rf "$work"
mkdir -p "$work"
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
kill "$viewer"
wait "$viewer" 2>/dev/null

[ $faults = 0 ]

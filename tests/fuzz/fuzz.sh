#!/bin/sh
# ./run fuzz [minutes [target]]: each target of this folder, or one, by libFuzzer for [1] minute, from
# its seeds and from what earlier runs have kept; as many at once as there are processors. What they
# keep is in build/fuzz/corpus, what fails in build/fuzz/found. Exit status 1 if an
# input fails: make it small with -minimize_crash=1 and put it into tests/fuzz/seeds, where it is a test.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
minutes=${1:-1} target=${2:-}
seconds=$(awk -v minutes="$minutes" 'BEGIN { print int(60 * minutes) }')
[ "$seconds" -gt 0 ] || { echo "fuzz: minutes must be a number of at least 1/60, not $minutes" >&2; exit 2; }
if [ -z "${FUZZ_BUILT-}" ]; then
    install_missing fuzz
    configure fuzz "$build/fuzz"
    say "building (fuzz)"
    quietly "$build/fuzz/build.log" cmake --build "$build/fuzz" --target fuzzers
    export FUZZ_BUILT=yes
fi
build=$build/fuzz
cd "$root"
here=tests/check
. $here/environment.sh
if [ -z "$target" ]; then
    # shellcheck disable=SC2011 # names of targets are plain
    ls tests/fuzz/seeds |
        xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} sh tests/fuzz/fuzz.sh "$minutes" {} || exit 1
    exit 0
fi
[ -d "tests/fuzz/seeds/$target" ] || {
    echo "fuzz: no target $target in tests/fuzz/seeds" >&2
    exit 2
}
failed=0
mkdir -p "$build/corpus/$target" "$build/found"
corpora="$build/corpus/$target tests/fuzz/seeds/$target"
[ "$target" != scenario ] || corpora="$corpora scripts"
# shellcheck disable=SC2086 # several folders
"$build/check/${target}_fuzz" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 \
    -artifact_prefix="$build/found/$target-" $corpora >"$build/$target.log" 2>&1 ||
    { failed=1; echo "fuzz: $target fails; see $build/$target.log and $build/found"; }
echo "$target: $(grep -E '^#[0-9]+' "$build/$target.log" | tail -n 1 || :)"
exit $failed

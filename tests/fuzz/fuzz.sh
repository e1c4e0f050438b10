#!/bin/sh
# fuzz.sh <fuzz build> <minutes> [target]: each target, or one, for some minutes, from its seeds and
# from what earlier runs have kept. Exit status 1 if an input fails: make it small with -minimize_crash=1
# and put it into tests/fuzz/seeds, where it is a test.
set -u
build=$1 seconds=$(awk "BEGIN { print int(60 * $2) }") only=$3
cd "$(dirname "$0")/../.." || exit 1
here=tests/check
. $here/environment.sh
failed=0
for seeds in tests/fuzz/seeds/*; do
    target=$(basename "$seeds")
    [ -z "$only" ] || [ "$only" = "$target" ] || continue
    mkdir -p "$build/corpus/$target" "$build/found"
    corpora="$build/corpus/$target $seeds"
    [ "$target" != scenario ] || corpora="$corpora scripts"
    # shellcheck disable=SC2086 # several folders
    "$build/check/${target}_fuzz" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 \
        -artifact_prefix="$build/found/$target-" $corpora >"$build/$target.log" 2>&1 ||
        { failed=1; echo "fuzz: $target fails; see $build/$target.log and $build/found"; }
    echo "$target: $(grep -E '^#[0-9]+' "$build/$target.log" | tail -n 1)"
done
exit $failed

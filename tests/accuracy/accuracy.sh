#!/bin/sh
# ./run accuracy [cases [minutes]]: compares the queries with an oracle in 128 bits, [1000] cases for
# each pair and query, or as many as fit, and writes docs/accuracy.md and docs/accuracy.csv.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
make_release accuracy test_offset_test test_far_casts_test
"$build/check/accuracy" --cases "${1:-1000}" --minutes "${2:-0}" \
    --rows "$root/docs/accuracy.csv" >"$build/accuracy.md"
{
    cat "$root/tests/accuracy/method.md"
    "$build/check/test_offset_test" 100 --table
    "$build/check/test_far_casts_test" 100 --table
    cat "$build/accuracy.md"
} >"$build/accuracy_page.md"
cp "$build/accuracy_page.md" "$root/docs/accuracy.md"

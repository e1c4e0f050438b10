#!/bin/sh
# ./run accuracy [cases [minutes]]      compares the queries with an oracle in 128 bits, [1000] cases
#                                       for each pair and query, or as many as fit
# ./run accuracy long [minutes [processes]]
#                                       goes on with the long run, a million cases for each pair, that
#                                       counts in build/accuracy.state
# ./run accuracy table                  the table of the long run, while it runs too
# Each writes docs/accuracy.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
make_release accuracy test_offset_test test_far_casts_test
mode=${1:-1000}
[ $# -eq 0 ] || shift
case $mode in
long)
    set -- --a-pair --cases 1000000 --minutes "${1:-0}" ${2:+--jobs "$2"} \
        --state "$build/accuracy.state"
    ;;
table) set -- --table "$build/accuracy.state" ;;
*) set -- --cases "$mode" --minutes "${1:-0}" ;;
esac
"$build/check/accuracy" "$@" >"$build/accuracy.md"
{
    cat "$root/tests/accuracy/method.md"
    "$build/check/test_offset_test" 100 --table
    "$build/check/test_far_casts_test" 100 --table
    cat "$build/accuracy.md"
} >"$build/accuracy_page.md"
cp "$build/accuracy_page.md" "$root/docs/accuracy.md"

#!/bin/sh
# check.sh <build folder>: cppcheck and clang-tidy (.clang-tidy, also those in folders of src/) over the
# source. ./run check calls it, after gcc and clang have compiled all with -Werror.
set -u
build=$1 failed=0
cd "$(dirname "$0")/../../.." || exit 1
here=tests/check/static
jobs=$(getconf _NPROCESSORS_ONLN)
echo "check: cppcheck"
cppcheck -q -j "$jobs" --std=c11 --enable=warning,performance,portability --error-exitcode=1 \
    --suppressions-list=$here/cppcheck.txt -DCD_HAVE_SECCOMP -D_POSIX_C_SOURCE=200809L -Isrc src ||
    failed=1
echo "check: clang-tidy"
find src -name '*.c' | sort |
    xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$build" --extra-arg=-include \
        --extra-arg="$PWD/$here/raises.h" 2>"$build/clang-tidy.log" || failed=1
[ $failed = 0 ] && echo "check: nothing is found"
exit $failed

#!/bin/sh
# ./run check: compiles all by gcc and clang with -Werror, then cppcheck and clang-tidy (.clang-tidy,
# also those in folders of src/) over the source.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd -P)
. "$root/cmake/build.sh"
install_missing run
install_missing check
cd "$root"
for compiler in gcc clang; do
    say "building by $compiler, with -Werror"
    quietly "$build/$compiler.log" cmake --preset release -B "$build/$compiler" \
        -DCMAKE_C_COMPILER=$compiler -DCOLLIDE_WERROR=ON
    quietly "$build/$compiler.log" cmake --build "$build/$compiler" --target all checks
done
build=$build/clang failed=0
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

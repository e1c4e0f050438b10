#!/bin/sh
# ./run coverage [ctest's arguments]: runs the C tests, the specs and the inputs of the
# fuzzers there, or those that are asked for, and prints which part of the lines and branches of each
# folder of src/ they reach. A branch is a condition that holds, or one that does not. The sources with
# their counts are left in build/coverage/reached.txt.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
install_missing run
install_missing test
install_missing coverage
say "building (coverage)"
cd "$root"
build=$build/coverage
# The counts are a file in memory (%c) from before main on: so a contained runner, which may open
# no file, counts too, and one that ends without returning from main. %m: a file for each program.
quietly "$build.log" cmake --preset release -B "$build" \
    -DCMAKE_BUILD_TYPE=Debug -DCOLLIDE_PATIENCE=5 -DCMAKE_C_COMPILER=clang \
    -DCMAKE_C_FLAGS="-O1 -DNDEBUG \
-fcoverage-mapping -mllvm -runtime-counter-relocation \
'-fprofile-instr-generate=$build/counts/%m-%c.profraw'"
quietly "$build.log" cmake --build "$build" --target all checks fuzzers
rm -rf "$build/counts"
mkdir "$build/counts"
cd "$build"
# What is run of the sanitized programs elsewhere, which would not be counted, is run of these here.
mkdir -p asan
ln -sf ../collide asan/collide
ln -sfn ../check asan/check
[ $# -gt 0 ] || set -- -E '^(format|luacheck|layers|devices|symbols|installed|window)|^([^f]|fa).*asan$|quick$'
ctest -j "$(getconf _NPROCESSORS_ONLN)" "$@" >ctest.log ||
    echo "coverage: some tests fail; see $build/ctest.log"
llvm-profdata merge -o counts/all.profdata counts/*.profraw

# llvm_cov <command> <argument>...: for all programs and modules.
llvm_cov() {
    command=$1
    shift
    set -- "$@" -instr-profile=counts/all.profdata -ignore-filename-regex='/tests/' collide
    for object in collide.so check/*; do
        [ ! -f "$object" ] || set -- "$@" -object "$object"
    done
    llvm-cov "$command" "$@"
}
llvm_cov show -show-branches=count >reached.txt
llvm_cov report | awk '
    # Of each file come ten figures: regions, functions, lines and branches, for each their number, how
    # many are missed, and the share; the last are those of branches.
    $1 ~ /(^|\/)src\/.*\.c$/ { # not what is generated
        folder = $1
        sub(/.*src\//, "src/", folder)
        sub(/\/[^\/]*$/, "", folder)
        lines[folder] += $8; missed_lines[folder] += $9
        branches[folder] += $11; missed_branches[folder] += $12
    }
    END {
        for (f in lines)
            printf "%-24s lines %6.1f %% of %5d   branches %6.1f %% of %5d\n", f,
                100 - 100 * missed_lines[f] / lines[f], lines[f],
                branches[f] ? 100 - 100 * missed_branches[f] / branches[f] : 100, branches[f]
    }' | sort

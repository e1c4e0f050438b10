#!/bin/sh
# coverage.sh <coverage build>: runs the C tests and the specs there, and prints which part of the
# lines and branches of each folder of src/ they reach. ./run coverage calls it.
set -eu
build=$(cd "$1" && pwd -P)
find "$build" -name '*.gcda' -delete
cd "$build"
ctest -j "$(getconf _NPROCESSORS_ONLN)" -E 'asan|^(format|luacheck|layers|symbols|installed|window)' \
    --timeout 900 >ctest.log || echo "coverage: some tests fail; see $build/ctest.log"
find CMakeFiles -path '*room_*' -name '*.gcda' -exec gcov -b -t {} + 2>/dev/null |
    awk '
        # gcov writes a text for each source, of headers one for each file that includes them: these
        # are left out. A branch counts if it is taken.
        /^ *-: *0:Source:/ {
            file = $0
            sub(/.*Source:/, "", file)
            sub(/^.*\/src\//, "src/", file)
            folder = file
            sub(/\/[^\/]*$/, "", folder)
            ours = file ~ /^src\/.*\.c$/
            next
        }
        !ours { next }
        /^branch / { branches[folder]++; if ($0 !~ /never executed|taken 0%/) taken[folder]++; next }
        /^ *#####:|^ *=====:/ { lines[folder]++; next }
        /^ *[0-9]+\*?: *[0-9]+:/ { lines[folder]++; reached[folder]++ }
        END {
            for (f in lines)
                printf "%-24s lines %6.1f %% of %5d   branches %6.1f %% of %5d\n", f,
                    100 * reached[f] / lines[f], lines[f],
                    branches[f] ? 100 * taken[f] / branches[f] : 100, branches[f]
        }' | sort

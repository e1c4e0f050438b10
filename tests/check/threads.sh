#!/bin/sh
# threads.sh <work folder>: compiles the core with the sanitizer of threads, and runs threads.c.
set -eu
[ "$(uname)" = Linux ] || exit 77
work=$1
cd "$(dirname "$0")/../.."
mkdir -p "$work"
echo 'int main(void) { return 0; }' >"$work/empty.c"
cc -fsanitize=thread -o "$work/empty" "$work/empty.c" 2>/dev/null && "$work/empty" || exit 77
find src/collide -name '*.c' | while read -r file; do
    echo "$file $work/$(echo "$file" | tr / _).o"
done | xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c \
    'exec cc -std=c17 -O1 -g1 -Wno-psabi -fsanitize=thread -ffp-contract=off -Isrc -c "$0" -o "$1"'
cc -std=c17 -D_POSIX_C_SOURCE=200809L -O1 -g1 -Wall -Wextra -Werror -fsanitize=thread -Isrc -o "$work/threads" \
    tests/check/threads.c "$work"/*.o -lm -lpthread
export TSAN_OPTIONS=exitcode=66
"$work/threads"
status=0
"$work/threads" race >"$work/race" 2>&1 || status=$?
[ $status = 66 ] && grep -q "data race" "$work/race" || {
    echo "the sanitizer sees no race where there is one"
    exit 1
}

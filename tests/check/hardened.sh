#!/bin/sh
# hardened.sh <build folder> <work folder>: the program lies at a random place, its links are read-only
# from the start, and what reads strangers' files watches its stack and its buffers. A Lua that is
# older than 5.4.4 is refused, whether pkg-config or a header tells of it.
set -eu
[ "$(uname)" = Linux ] || exit 77
build=$1 work=$2
fail() { echo "hardened: $*"; exit 1; }
program=$build/collide
readelf -h "$program" | grep -q 'Type: *DYN' || fail "the program is at a fixed place"
for file in "$program" "$build/collide.so"; do
    readelf -lW "$file" | grep -q GNU_RELRO || fail "$file: links can be written"
    readelf -dW "$file" | grep -Eq 'BIND_NOW|FLAGS.*NOW' || fail "$file: links are resolved late"
done
nm -D "$program" | grep -q __stack_chk_fail || fail "stacks are not watched"
nm -D "$program" | grep -q '__[a-z]*_chk@' || fail "the C library does not check sizes"

mkdir -p "$work"
cd "$(dirname "$0")/../.."
printf '#define LUA_VERSION_MINOR "4"\n#define LUA_VERSION_RELEASE "3"\n' >"$work/lua.h"
printf 'Name: lua\nDescription: old\nVersion: 5.4.3\nCflags: -I%s\n' "$work" >"$work/lua5.4.pc"
# refuses <definitions>...: CMake ends with a line about the version.
refuses() {
    rm -rf "$work/out"
    ! PKG_CONFIG_PATH=$work cmake -S . -B "$work/out" "$@" >"$work/log" 2>&1 || fail "an old Lua passes: $*"
    tr '\n' ' ' <"$work/log" | grep -q 'needs Lua 5.4.4 .*there *is *5.4.3' || fail "$(cat "$work/log")"
}
refuses -DCOLLIDE_PROGRAM=ON
refuses -DCOLLIDE_PROGRAM=OFF -DCOLLIDE_LUA_INCLUDE_DIR="$work"

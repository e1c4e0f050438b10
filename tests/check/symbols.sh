#!/bin/sh
# symbols.sh <build folder>: collide.so exports its two doors and links neither Lua nor SDL. Nothing
# in it fuses products with alternating sums and differences, as gcc does against its own options.
set -eu
[ "$(uname)" = Linux ] || exit 77
module=$1/collide.so
exported=$(nm -D --defined-only "$module" | awk '{ print $3 }' | sort | xargs)
if [ "$exported" != "luaopen_collide luaopen_collide_scenario" ]; then
    echo "exported: $exported"
    exit 1
fi
if readelf -d "$module" | grep NEEDED | grep -vE '\[(libc|libm|ld-linux-[^]]*)\.so'; then
    echo "collide.so needs more than the C library"
    exit 1
fi
if objdump -d "$module" | grep -E 'vfm(addsub|subadd)'; then
    echo "collide.so rounds products only together with sums"
    exit 1
fi
# The archive is C and libm: all it leaves undefined must be found there.
core=$1/check
mkdir -p "$core"
echo 'int main(void) { return 0; }' | cc -x c - -x none -o "$core/core" \
    -Wl,--whole-archive "$1/libcollide.a" -Wl,--no-whole-archive -lm
# A hostless Lua opens it.
LUA_CPATH="$1/?.so" lua5.4 -e '
    assert(type(require "collide") == "table")
    assert(type(require "collide.scenario") == "table")
    local maps = io.open "/proc/self/maps"
    assert(not maps or not maps:read "a":find "SDL")'

#!/bin/sh
# ./run laws [cases]: the laws of all queries (swap, motion, scale, "move by the depth and they just
# touch") with [100000] cases of each pair of kinds, an hour and a half on two cores.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
make_release
install_missing test
cd "$root"
export COLLIDE_CASES="${1:-100000}" LUA_CPATH="$build/?.so;;"
export LUA_PATH="scripts/?.lua;tests/?.lua;./?.lua;;"
"$lua" tests/check/busted.lua --filter "in 2D" tests/collide/laws_spec.lua &
flat=$! failed=0
"$lua" tests/check/busted.lua --filter "in 3D" tests/collide/laws_spec.lua || failed=1
wait $flat || failed=1
exit $failed

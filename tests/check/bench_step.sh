#!/bin/sh
# bench_step.sh <build folder>: the step of every scenario can be measured (bench/lua/step.lua).
set -eu
build=$1
cd "$(dirname "$0")/../.."
LUA_CPATH="$build/?.so" LUA_PATH="scripts/?.lua;scripts/lib/?.lua;bench/lua/?.lua" \
    "$(command -v lua5.4 || command -v lua)" -l collide bench/lua/step.lua --quick >"$build/bench_step.txt"
for script in scripts/*.lua; do
    name=$(basename "$script" .lua)
    grep -q "$name" "$build/bench_step.txt" || { echo "no row of $name" >&2; exit 1; }
done

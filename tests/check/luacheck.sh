#!/bin/sh
# luacheck over every Lua file that is ours.
set -eu
cd "$(dirname "$0")/../.."
set --
for folder in src scripts tests types bench; do
    [ -z "$(find "$folder" -name '*.lua' 2>/dev/null)" ] || set -- "$@" "$folder"
done
exec luacheck --no-color --codes -q "$@"

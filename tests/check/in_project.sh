#!/bin/sh
# in_project.sh <build folder> <command>...: runs a command in the project's folder, with the module
# of the build folder to be found first.
set -eu
build=$1
shift
here=$(dirname "$0")
. "$here/environment.sh"
cd "$here/../.."
export LUA_CPATH="$build/?.so;;" LUA_PATH="$PWD/?.lua;$PWD/scripts/?.lua;;"
export COLLIDE_BUILD="$build"
exec "$@"

#!/bin/sh
# ./run package: builds the rock and the Debian packages from a clean copy of the project, looks at the
# packages with lintian, and tries what is in them. They are left in build/package. Needs Debian.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
. "$root/cmake/build.sh"
install_missing run
install_missing package
source=$root out=$build/package

rm -rf "$out"
mkdir -p "$out/collide" "$out/root"
out=$(cd "$out" && pwd -P)
cd "$source"
git ls-files | cpio -pdm --quiet "$out/collide"
cd "$out/collide"

# in_lua <module path> <scenario>: the module in a plain Lua, in an empty folder.
in_lua() {
    (cd "$out/root" && LUA_CPATH=$1 lua5.4 -e '
        local collide, scenario = require "collide", require "collide.scenario"
        assert(collide.sphere({ 0, 3, 0 }, 1):distance(collide.plane({ 0, 1, 0 }, 0)) == 2)
        assert(scenario.load(arg[1]):step(3).frame == 3)' - "$2") || die "the module in $1 fails"
}

say "the rock"
luarocks --lua-version 5.4 --tree "$out/rocks" make >"$out/rock.log" 2>&1 ||
    { tail -n 20 "$out/rock.log"; die "luarocks make fails"; }
in_lua "$out/rocks/lib/lua/5.4/?.so" "$source/scripts/billiard.lua"
rm -rf build

say "the Debian packages"
dpkg-buildpackage -us -uc -b >"$out/debian.log" 2>&1 ||
    { tail -n 20 "$out/debian.log"; die "dpkg-buildpackage fails"; }
# The authors have no address for mail: who brings the packages into an archive writes his own.
lintian --fail-on error,warning --allow-root \
    --suppress-tags malformed-contact,bogus-mail-host-in-debian-changelog "$out"/*.changes ||
    die "lintian finds fault"
[ "$(find "$out" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' | wc -l)" = 3 ] ||
    die "there are not three packages"
for package in "$out"/*.deb; do
    dpkg -x "$package" "$out/root"
done
usr=$out/root/usr libraries=$(echo "$out"/root/usr/lib/*-*)
in_lua "$libraries/lua/5.4/?.so" "$usr/share/collide/scripts/billiard.lua"
version=$("$usr/bin/collide" --version)
(cd "$out/root" && env -u DISPLAY -u WAYLAND_DISPLAY "$usr/bin/collide" --headless --steps 9) |
    grep "share/collide/scripts/00_tour.lua" || die "the program does not find its scenarios"
export PKG_CONFIG_PATH="$libraries/pkgconfig"
eval "set -- $(pkg-config --static --cflags --libs collide)"
cc -std=c17 tests/check/consumer/consumer.c -o "$out/consumer" "$@"
"$out/consumer" "${version#collide }" || die "a C program with the library fails"
say "all are well, and lie in $out"

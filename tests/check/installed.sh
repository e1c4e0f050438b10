#!/bin/sh
# installed.sh <build folder> <work folder>: installs to a prefix with a space in it, moves that, and
# uses what is there from another folder: the libraries from C and C++, by pkg-config and by CMake,
# the program, the module in a plain Lua, and what desktops and shells read. Then builds core and
# module alone, where there is no SDL.
set -eu
[ "$(uname)" = Linux ] || exit 77
build=$(cd "$1" && pwd -P) work=$2
source=$(cd "$(dirname "$0")/../.." && pwd -P)
consumer=$source/tests/check/consumer
die() { echo "installed: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
has c++ || die "there is no c++"

rm -rf "$work"
mkdir -p "$work/here" "$work/other place"
work=$(cd "$work" && pwd -P)
if [ "$build" = "$source/build" ]; then
    "$source/run" install "$work/first place" >"$work/log"
    grep -qF "installed in $work/first place" "$work/log" || die "./run install says nothing"
else
    cmake --install "$build" --prefix "$work/first place" >"$work/log"
fi
mv "$work/first place" "$work/other place/prefix"
prefix="$work/other place/prefix"
cd "$work/here"

# Of what lies in the source's folder, as that may be called /p.
named=$(grep -rlF -e "$source/src" -e "$source/build" -e "$source/types" "$prefix" || :)
[ -z "$named" ] || die "the source's folder is named in $named"

# ------------------------------------------------------------------------------------- libraries

version=$(sed -n 's/^#define CD_VERSION "\(.*\)"/\1/p' "$prefix/include/collide/version.h")
head -n 1 "$source/debian/changelog" | grep -qF "collide ($version)" ||
    die "debian/changelog is not of $version"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
[ "$(pkg-config --modversion collide)" = "$version" ] || die "collide.pc is not of $version"

# Each header alone, as C17 and C++17.
for header in "$prefix"/include/collide/*.h; do
    printf '#include "collide/%s"\ntypedef int not_empty;\n' "$(basename "$header")" >header.c
    for compiler in "cc -std=c17 -x c" "c++ -std=c++17 -x c++" "clang++ -std=c++17 -x c++"; do
        has "${compiler%% *}" || continue
        $compiler -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
            -I "$prefix/include" header.c || die "$header is not clean with $compiler"
    done
done

# pkg-config puts backslashes before spaces, for a shell.
eval "set -- $(pkg-config --cflags --libs collide)"
cc -std=c17 -Wall -Wextra -Wpedantic -Werror "$consumer/consumer.c" -o c "$@"
LD_LIBRARY_PATH="$prefix/lib" ./c "$version" || die "a C program fails: $?"
eval "set -- $(pkg-config --cflags collide) $(pkg-config --static --libs-only-l collide |
    sed 's/-lcollide/-l:libcollide.a/') $(pkg-config --libs-only-L collide)"
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$consumer/consumer.cpp" -o cpp "$@"
./cpp "$version" || die "a C++ program fails: $?"

cmake -S "$consumer" -B cmake -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCD_WANTED="$version" \
    -DCMAKE_PREFIX_PATH="$prefix" >>"$work/log" || die "find_package fails"
cmake --build cmake >>"$work/log" || die "a project that uses find_package does not build"
for program in c_collide cpp_collide c_static cpp_static c_shared cpp_shared; do
    cmake/$program "$version" || die "$program fails: $?"
done

# Both libraries export what the public headers declare: what the compiler made visible for them,
# but for their second copy that traces.
readelf -sW "$build/libcollide.a" |
    awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $4 == "FUNC" && $7 != "UND" { print $8 }' |
    grep -v '^cd_traced_' | sort >declared
[ "$(wc -l <declared)" -gt 90 ] || die "next to nothing is declared"
for library in libcollide.a libcollide.so; do
    readelf -sW "$prefix/lib/$library" |
        awk '$5 != "LOCAL" && $7 != "UND" && $7 ~ /^[0-9]+$/ { print $8 }' | sort -u >exported
    grep -vE '^(cd_|$)' exported && die "$library exports what is not ours"
    lacking=$(comm -23 declared exported | xargs)
    [ -z "$lacking" ] || die "$library lacks $lacking"
    while read -r name; do
        grep -qE "\\b$name\\(" "$prefix"/include/collide/*.h || die "$library exports $name"
    done <exported
done

# ------------------------------------------------------------------------ program and module

unset DISPLAY WAYLAND_DISPLAY
[ "$("$prefix/bin/collide" --version)" = "collide $version" ] || die "--version is not $version"
"$prefix/bin/collide" --headless --steps 9 --save run.rec >out || die "it finds no scenario"
grep -q "share/collide/scripts/00_tour.lua" out || die "it opens not the tour: $(cat out)"
"$prefix/bin/collide" --verify run.rec >out || die "a kept run is not verified"
cat >plain.lua <<'LUA'
local collide, scenario = require "collide", require "collide.scenario"
assert(collide.sphere({ 0, 3, 0 }, 1):distance(collide.plane({ 0, 1, 0 }, 0)) == 2)
assert(scenario.load(arg[1]):step(3).frame == 3)
LUA
LUA_CPATH="$prefix/lib/lua/5.4/?.so" lua5.4 plain.lua "$prefix/share/collide/scripts/billiard.lua"
for name in collide scenario; do
    [ -s "$prefix/share/collide/types/$name.lua" ] || die "there are no types of $name"
done

# ------------------------------------------------------------------------ desktop and shells

share="$prefix/share"
! has desktop-file-validate || desktop-file-validate "$share/applications/collide.desktop"
if has update-mime-database && has gio; then
    update-mime-database "$share/mime" >/dev/null 2>&1
    cp run.rec other_name
    for file in run.rec other_name; do
        XDG_DATA_DIRS="$share:/usr/share" gio info -a standard::content-type $file |
            grep -q application/x-collide-recording || die "$file is not of our MIME type"
    done
fi
options=$("$prefix/bin/collide" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
for option in $options; do
    grep -qF "$(echo "$option" | sed 's/-/\\-/g')" "$share/man/man1/collide.1" ||
        die "the manual lacks $option"
done
if has man; then
    complaints=$(man --warnings -E UTF-8 -l -Tutf8 "$share/man/man1/collide.1" 2>&1 >/dev/null)
    [ -z "$complaints" ] || die "the manual: $complaints"
fi
if has bash; then
    completed=$(PATH="$prefix/bin:$PATH" bash -c '. "$1"; COMP_WORDS=(collide --he) COMP_CWORD=1
        _collide collide; echo "${COMPREPLY[*]}"' bash "$share/bash-completion/completions/collide")
    [ "$completed" = "--headless --help" ] || die "bash completes --he to '$completed'"
fi
if has zsh; then
    completed=$(zsh -f -c '_call_program() { shift; eval "$@" }; _arguments() { echo $@ }
        words=($1); source $2' zsh "$prefix/bin/collide" "$share/zsh/site-functions/_collide")
    for option in $options; do
        echo "$completed" | grep -qF -- "$option" || die "zsh does not complete $option"
    done
fi

# ------------------------------------------------------------------------------ without the program

mkdir packages
cp "$(pkg-config --variable=pcfiledir lua5.4)/lua5.4.pc" packages
if PKG_CONFIG_LIBDIR=$PWD/packages PKG_CONFIG_PATH='' pkg-config --exists sdl2; then
    die "SDL is found where it should not be"
fi
export PKG_CONFIG_LIBDIR="$PWD/packages" PKG_CONFIG_PATH=''
! cmake -S "$source" -B all -G Ninja >>"$work/log" 2>&1 || die "the program is to be built without SDL"
cmake -S "$source" -B core -G Ninja -DCOLLIDE_PROGRAM=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG=-O0 >>"$work/log" || die "core and module need more than Lua"
cmake --build core >>"$work/log" || die "core and module do not build"
[ -s core/libcollide.a ] || die "there is no core"
[ ! -e core/collide ] || die "the program was built"
LUA_CPATH="$PWD/core/?.so" lua5.4 plain.lua "$prefix/share/collide/scripts/billiard.lua"
cmake --install core --prefix "$work/core place" >>"$work/log" || die "core and module do not install"
[ ! -e "$work/core place/bin" ] || die "a program is installed: $(ls "$work/core place/bin")"
LUA_CPATH="$work/core place/lib/lua/5.4/?.so" lua5.4 plain.lua \
    "$prefix/share/collide/scripts/billiard.lua"

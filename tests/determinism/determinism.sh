#!/bin/sh
# ./run determinism [runs [name] | golden]: the golden hashes of all scenarios (golden.txt) by other
# compilers, optimisations, C libraries and processors, or by the one that is named. Each
# builds host.c with the project's flags (CMakeLists.txt). What cannot be installed is left out, and
# said. Exit status 1 where a hash differs.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/cmake/build.sh"
install_missing run
(install_missing determinism) || say "going on without what could not be installed"
cd "$root"
build=$build/determinism runs=${1:-1} only=${2:-}
here=tests/determinism steps=1000
scenarios="scripts/*.lua $here/every_query.lua $here/every_method.lua $here/arithmetic.lua"
mkdir -p "$build"
failed=0 compared=0

say() { echo "determinism: $*"; }

# Lua's own sources: Debian's source package, by lists of our own, so that the machine's stay.
lua=$build/lua/src
if ! [ -e "$lua/lua.h" ]; then
    mkdir -p "$build/apt/parts" "$build/apt/lists/partial" "$build/lua"
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    archive=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        sed -n "s/^$release //p" | head -n 1)
    cat >"$build/apt/parts/source.sources" <<SOURCES
Types: deb-src
URIs: $archive
Suites: $release
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    fetch() {
        apt-get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$build/apt/parts" \
            -o Dir::State::Lists="$build/apt/lists" "$@" >>"$build/fetch.log" 2>&1
    }
    fetch update
    (cd "$build/apt" && fetch source --download-only lua5.4)
    tar -xzf "$build"/apt/lua5.4_*.orig.tar.gz -C "$build/lua" --strip-components=1
fi

# make_host <name> <cmake options>...: the host, built in $build/<name>.
make_host() {
    name=$1
    shift
    mkdir -p "$build/$name"
    if cmake -G Ninja -S $here -B "$build/$name" -D LUA="$lua" -D CMAKE_BUILD_TYPE=Release "$@" \
        >"$build/$name/log" 2>&1 && cmake --build "$build/$name" --target host \
        >>"$build/$name/log" 2>&1; then
        return 0
    fi
    say "$name: does not build, see $build/$name/log"
    failed=1
    return 1
}

# compare <name> <command>...: the hashes by a command that runs a Lua script.
compare() {
    name=$1
    shift
    compared=$((compared + 1))
    run=0
    while [ $((run += 1)) -le "$runs" ]; do
        if GOLDEN=$here/golden.txt "$@" $here/hashes.lua $steps $scenarios \
            >"$build/$name.hashes" 2>&1
        then
            say "$name: run $run of $runs: the same"
        else
            say "$name: run $run of $runs: differs"
            grep -v '^[^ ]* [0-9a-f]*$' "$build/$name.hashes" || true
            failed=1
            return
        fi
    done
}

# wanted <name> <program>...: it is asked for, and the programs that it needs are there.
wanted() {
    name=$1
    [ -z "$only" ] || [ "$only" = "$name" ] || return 1
    shift
    for program; do
        has "$program" || { say "no $program: $name is left out"; return 1; }
    done
}

# native <name> <compiler> <flags>: these flags in the place of Release's -O3 -DNDEBUG.
native() {
    if wanted "$1" "$2" && make_host "$1" -D CMAKE_C_COMPILER="$2" -D CMAKE_C_FLAGS_RELEASE="$3"; then
        compare "$1" "$build/$1/host"
    fi
}

if [ "$runs" = golden ]; then
    make_host gcc-O2 -D CMAKE_C_COMPILER=gcc -D CMAKE_C_FLAGS_RELEASE=-O2
    "$build/gcc-O2/host" $here/hashes.lua $steps $scenarios >"$build/hashes"
    mv "$build/hashes" $here/golden.txt
    exit 0
fi
native gcc-O2 gcc -O2
native gcc-O0 gcc -O0
native gcc-O3 gcc "-O3 -DNDEBUG"
native gcc-O3-x86-64-v3 gcc "-O3 -DNDEBUG -march=x86-64-v3"
if wanted gcc-O3-without-FMA gcc && make_host gcc-O3 -D CMAKE_C_COMPILER=gcc; then
    compare gcc-O3-without-FMA env \
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2_Usable,-AVX2,-FMA4 "$build/gcc-O3/host"
fi
native clang-O2 clang -O2
native clang-O0 clang -O0
native clang-O3-x86-64-v3 clang "-O3 -DNDEBUG -march=x86-64-v3"
if wanted musl musl-gcc && make_host musl -D CMAKE_C_COMPILER=musl-gcc \
    -D CMAKE_EXE_LINKER_FLAGS=-static; then
    compare musl "$build/musl/host"
fi
if wanted aarch64 aarch64-linux-gnu-gcc qemu-aarch64 &&
    make_host aarch64 -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR=aarch64 \
        -D CMAKE_C_COMPILER=aarch64-linux-gnu-gcc -D CMAKE_EXE_LINKER_FLAGS=-static; then
    compare aarch64 qemu-aarch64 "$build/aarch64/host"
fi
if wanted wasm emcc node; then
    export NODE_PATH=/usr/share/nodejs
    toolchain=$(dirname "$(readlink -f "$(command -v emcc)")")/cmake/Modules/Platform/Emscripten.cmake
    if make_host wasm -D CMAKE_TOOLCHAIN_FILE="$toolchain" -D CMAKE_EXE_LINKER_FLAGS="-O2 \
        -s NODERAWFS=1 -s ALLOW_MEMORY_GROWTH=1 -s EXIT_RUNTIME=1"; then
        compare wasm node --no-experimental-fetch "$build/wasm/host.js"
    fi
fi
[ $compared -gt 0 ] || { say "there is nothing of the name $only"; failed=1; }
exit $failed

#!/bin/sh
# determinism.sh <build folder> [runs | golden]: the golden hashes of all scenarios (golden.txt) on other
# compilers, optimisations, C libraries and processors. Core, module and scenario runtime are built
# from the sources of the project and of Lua, with host.c around them. What cannot be installed is
# left out, and said. Exit status 1 where a hash differs.
set -eu
cd "$(dirname "$0")/../.."
build=$1/determinism runs=${2:-1}
here=tests/determinism steps=1000
mkdir -p "$build"
build=$(cd "$build" && pwd)
failed=0

say() { echo "determinism: $*"; }
has() { command -v "$1" >/dev/null 2>&1; }

# Lua's own sources: Debian's source package, by lists of our own, so that the machine's stay.
lua=$build/lua/src
if ! [ -e "$lua/lua.h" ]; then
    mkdir -p "$build/apt/parts" "$build/apt/lists/partial" "$build/lua"
    cat >"$build/apt/parts/source.sources" <<SOURCES
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: $(. /etc/os-release && echo "$VERSION_CODENAME")
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

mkdir -p "$build/embedded"
for file in src/run/*.lua; do
    name=$(basename "$file" .lua)
    cmake -D NAME="$name" -D INPUT="$file" -D OUTPUT="$build/embedded/$name.c" -P cmake/embed.cmake
done

sources() {
    find src/collide src/lua src/record src/run -name '*.c' \
        ! -name contain.c ! -name runner.c ! -name suite.c
    echo "src/module.c src/power.c $here/host.c" | tr ' ' '\n'
    find "$build/embedded" -name '*.c'
    find "$lua" -name '*.c' ! -name lua.c ! -name luac.c
}

# make_host <name> <compiler and flags>...: the host as $build/<name>/host.
make_host() {
    name=$1
    shift
    rm -rf "${build:?}/$name"
    mkdir -p "$build/$name"
    {
        echo "CC = $*"
        echo 'FLAGS = -std=gnu17 -ffp-contract=off -fno-math-errno -Isrc -isystem $(LUA) \'
        echo '    -D_POSIX_C_SOURCE=200809L'
        echo 'all:'
        sources | while read -r file; do
            object=$(echo "$file" | tr '/' '_').o
            echo "all: $object"
            echo "$object: ; \$(CC) \$(FLAGS) -c $file -o $build/$name/$object"
        done
    } >"$build/$name/Makefile"
    if make -s -j "$(getconf _NPROCESSORS_ONLN)" -f "$build/$name/Makefile" LUA="$lua" \
        >"$build/$name/log" 2>&1 && "$@" "$build/$name"/*.o -o "$build/$name/host" -lm \
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
    run=0
    while [ $((run += 1)) -le "$runs" ]; do
        if GOLDEN=$here/golden.txt "$@" $here/hashes.lua $steps $scenarios >"$build/hashes" 2>&1
        then
            say "$name: run $run of $runs: the same"
        else
            say "$name: run $run of $runs: differs"
            grep -v '^[^ ]* [0-9a-f]*$' "$build/hashes" || true
            failed=1
            return
        fi
    done
}

scenarios="scripts/*.lua $here/every_query.lua $here/arithmetic.lua"

build_and_compare() {
    name=$1
    shift
    make_host "$name" "$@" && compare "$name" "$build/$name/host"
}

if [ "$runs" = golden ]; then
    make_host gcc-O2 gcc -O2
    "$build/gcc-O2/host" $here/hashes.lua $steps $scenarios >"$build/hashes"
    mv "$build/hashes" $here/golden.txt
    exit 0
fi
build_and_compare gcc-O2 gcc -O2
build_and_compare gcc-O0 gcc -O0
build_and_compare gcc-O3-x86-64-v3 gcc -O3 -march=x86-64-v3
compare gcc-O2-without-FMA env GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2_Usable,-AVX2,-FMA4 \
    "$build/gcc-O2/host"
if has clang; then
    build_and_compare clang-O2 clang -O2
    build_and_compare clang-O0 clang -O0
else
    say "no clang: left out"
fi
if has musl-gcc; then
    build_and_compare musl musl-gcc -static -O2
else
    say "no musl-gcc: musl's C library is left out"
fi
if has aarch64-linux-gnu-gcc && has qemu-aarch64; then
    make_host aarch64 aarch64-linux-gnu-gcc -static -O2 &&
        compare aarch64 qemu-aarch64 "$build/aarch64/host"
else
    say "no aarch64-linux-gnu-gcc or qemu-aarch64: aarch64 is left out"
fi
if has emcc && has node; then
    export NODE_PATH=/usr/share/nodejs
    make_host wasm emcc -O2 -s NODERAWFS=1 -s ALLOW_MEMORY_GROWTH=1 -s EXIT_RUNTIME=1 &&
        mv "$build/wasm/host" "$build/wasm/host.js" &&
        compare wasm node --no-experimental-fetch "$build/wasm/host.js"
else
    say "no emcc or node: WebAssembly is left out"
fi
exit $failed

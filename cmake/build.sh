# What ./run and the scripts of its commands share: installing what is missing, configuring, building.
# A script sets `root`, the project's folder, and reads this file with `.`; `build` is root/build.
build=$root/build
lua=$(command -v lua5.4 || command -v lua || echo lua5.4)

say() { echo "run: $*" >&2; }
die() { say "$*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# quietly <log> <command>...: its output is in the log; on the terminal only if it fails, without
# ninja's progress.
quietly() {
    log=$1
    shift
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 || { grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2; die "failed: $*"; }
}

# ------------------------------------------------------------------------------------ dependencies

# need <check> <Debian's package>: notes the package if the check fails.
need() { eval "$1" >/dev/null 2>&1 || missing="$missing $2"; }

headers() { echo "#include <${1:-math.h}>" | cc -E -; }
library() { has pkg-config && pkg-config --exists "$1"; }
liblua() { library "lua5.4 >= 5.4.4" || library "lua-5.4 >= 5.4.4" || library "lua54 >= 5.4.4" ||
    { has pkg-config && pkg-config --exists 'lua >= 5.4.4' 'lua < 5.5'; }; }
font() { has fc-list && [ -n "$(fc-list "$1" family)" ]; }
lua_module() { "$lua" -e "require '$1'"; }
clang_runtime() { [ -e "$(clang -print-resource-dir)/lib/linux/libclang_rt.$1-$(uname -m).a" ]; }

# needs_of <run|test|bench|...>: what a command needs besides what `run` does.
needs_of() {
    missing=''
    case $1 in
    run)
        need 'has cc' gcc
        need headers libc6-dev
        need 'has cmake' cmake
        need 'has ninja' ninja-build
        need 'has pkg-config' pkg-config
        need 'has lua5.4 || has lua' lua5.4
        need liblua liblua5.4-dev
        need 'library sdl2' libsdl2-dev
        need 'library SDL2_ttf' libsdl2-ttf-dev
        need 'library SDL2_image' libsdl2-image-dev
        need 'library fontconfig' libfontconfig-dev
        need 'has fc-list' fontconfig
        [ "$(uname)" = Linux ] || return 0
        need 'library libseccomp' libseccomp-dev
        need 'font :lang=en' fonts-dejavu-core
        need 'font :lang=ja' fonts-ipafont-gothic
        ;;
    test)
        need 'lua_module busted.core' lua-busted
        need 'has luacheck' lua-check
        need 'has clang-format' clang-format
        need 'has rsvg-convert' librsvg2-bin
        need 'has pgrep' procps
        need 'has nm' binutils
        need 'has c++' g++
        [ "$(uname)" = Linux ] || return 0
        need 'has Xvfb' xvfb
        need 'has xdotool' xdotool
        need 'has xwd' x11-apps
        ;;
    bench)
        need 'has c++' g++
        has apt-get || return 0 # elsewhere the peers that are there will do
        need 'library ode' libode-dev
        need 'library bullet-float64' libbullet-dev
        need 'library fcl' libfcl-dev
        need 'library ccd' libccd-dev
        need '[ -e /usr/include/chipmunk/chipmunk.h ]' libchipmunk-dev
        need 'library box2d' libbox2d-dev
        need '[ -e /usr/include/embree3/rtcore.h ]' libembree-dev
        ;;
    gauntlet) need 'headers gmp.h' libgmp-dev ;;
    determinism)
        need 'has clang' clang
        need 'has musl-gcc' musl-tools
        need 'has qemu-aarch64' qemu-user
        need 'has aarch64-linux-gnu-gcc' gcc-aarch64-linux-gnu
        need '[ -e /usr/aarch64-linux-gnu/lib/libc.a ]' libc6-dev-arm64-cross
        need 'has emcc' emscripten
        need 'has node' nodejs
        ;;
    check)
        need 'has clang' clang
        need 'has clang-tidy' clang-tidy
        need 'has cppcheck' cppcheck
        ;;
    coverage)
        need 'has clang' clang
        need 'has llvm-cov' llvm
        [ "$(uname)" != Linux ] || need 'clang_runtime profile' libclang-rt-dev
        ;;
    fuzz)
        need 'has clang' clang
        [ "$(uname)" != Linux ] || need 'clang_runtime fuzzer' libclang-rt-dev
        ;;
    package)
        need 'has luarocks' luarocks
        need 'has dpkg-buildpackage' dpkg-dev
        need 'has dh' debhelper
        need 'has fakeroot' fakeroot
        need 'has lintian' lintian
        need 'has cpio' cpio
        ;;
    esac
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# install_missing <command>: what needs_of it names, by apt-get; other systems are told.
install_missing() {
    needs_of "$1"
    [ -n "$missing" ] || return 0
    has apt-get ||
        die "missing, by Debian's names:$missing (CONTRIBUTING.md has those of other systems)"
    if [ "$(id -u)" != 0 ] && ! has sudo; then
        die "not root and no sudo; as root, run: apt-get install$missing"
    fi
    say "installing$missing"
    mkdir -p "$build"
    as_root apt-get update >"$build/install.log" 2>&1 ||
        say "apt-get update failed; going on with the lists that are there"
    # shellcheck disable=SC2086 # one word for each package
    quietly "$build/install.log" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
    lua=$(command -v lua5.4 || command -v lua || echo lua5.4)
    needs_of "$1"
    [ -z "$missing" ] || die "still missing after the installation:$missing"
}

# ------------------------------------------------------------------------------------------- build

# configure <preset> <folder> [options]: a build folder that came from elsewhere starts anew.
configure() {
    preset=$1 folder=$2
    shift 2
    mkdir -p "$folder"
    if ! grep -qx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" 2>/dev/null ||
        ! [ -e "$folder/build.ninja" ]; then
        say "configuring ($preset)"
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    elif [ $# = 0 ]; then
        return 0
    fi
    (cd "$root" && quietly "$folder/configure.log" cmake --preset "$preset" "$@")
}

# compile <preset> <folder> [targets]
compile() {
    say "building ($1)"
    folder=$2
    shift 2
    quietly "$folder/build.log" cmake --build "$folder" --target all "$@"
}

# make_release [targets]: build/collide, build/collide.so, build/libcollide.a, and the targets.
make_release() {
    install_missing run
    configure release "$build"
    compile release "$build" "$@"
}

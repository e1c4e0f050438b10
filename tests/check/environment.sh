# What every check sets for programs with sanitizers; others ignore it. To be sourced; $here is the
# folder of this file.
here=$(cd "$here" && pwd)
export ASAN_OPTIONS="detect_leaks=1:detect_stack_use_after_return=1:${ASAN_OPTIONS-}"
export LSAN_OPTIONS="suppressions='$here/leaks.txt':print_suppressions=0"
export UBSAN_OPTIONS="print_stacktrace=1"
# fresh: the work folder, empty; nothing of this machine's user, and no display.
fresh() {
    rm -rf "$work"
    mkdir -p "$work/home"
    work=$(cd "$work" && pwd)
    unset DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR
    export VISUAL=true # a click on a place in a script opens no editor
    export HOME="$work/home" XDG_CONFIG_HOME="$work/home" XDG_STATE_HOME="$work/home"
    export XDG_CACHE_HOME="$work/home" XDG_DATA_HOME="$work/home"
}

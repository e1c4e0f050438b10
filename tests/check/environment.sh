# What every check sets for programs with sanitizers; others ignore it. To be sourced; $here is the
# folder of this file.
here=$(cd "$here" && pwd)
export ASAN_OPTIONS="detect_leaks=1:detect_stack_use_after_return=1:${ASAN_OPTIONS-}"
export LSAN_OPTIONS="suppressions='$here/leaks.txt':print_suppressions=0"
export UBSAN_OPTIONS="print_stacktrace=1"

# How checks of the command line find fault; to be sourced by tests with $program and $work set. They
# end with faults in $faults.
. "$here/environment.sh"
fresh
faults=0
fault() {
    faults=$((faults + 1))
    echo "$(basename "$0" .sh): $*"
    sed 's/^/  stdout: /' "$work/out" | head -n 20
    sed 's/^/  stderr: /' "$work/err" | head -n 20
}
# tells <wanted>: the last run's output has this.
tells() { cat "$work/out" "$work/err" | grep -qF -- "$1" || fault "the output does not have '$1'"; }
# status <wanted> <arguments>...: runs the program and looks at its exit status.
status() {
    wanted=$1 got=0
    shift
    timeout 60 "$program" "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
    [ $got = "$wanted" ] || fault "'$*' ends with $got, not $wanted"
}
# mistake <status> <word> <arguments>...: besides, exactly one line on stderr, with the word in it.
# The leak checker complains of a process that is ended while it looks; that does not count.
mistake() {
    code=$1 word=$2
    shift 2
    status "$code" "$@"
    lines=$(grep -vc 'Unable to get registers from thread' "$work/err" || :)
    [ "$lines" -eq 1 ] || fault "'$*': $lines lines on stderr instead of one"
    grep -qF -- "$word" "$work/err" || fault "'$*': the line does not say '$word'"
}

# A display of our own and the means to drive a window on it; to be sourced by tests with $program
# and $work set and $here known. They end with everything that was started.
[ "$(uname)" = Linux ] || exit 77
. "$here/environment.sh"

fresh
display='' sandbox=''
trap 'kill -9 $sandbox $display 2>/dev/null || :' EXIT
trap 'exit 1' HUP INT TERM
fail() {
    echo "$(basename "$0" .sh): $*"
    [ ! -s "$work/log" ] || sed 's/^/  program: /' "$work/log"
    [ ! -s "$work/report" ] || tail -n 3 "$work/report" | sed 's/^/  report: /'
    exit 1
}

# until_true <seconds> <command>...: waits for it, on a busy machine four times as long.
until_true() {
    end=$(($(date +%s) + 4 * $1))
    shift
    while ! "$@"; do
        [ "$(date +%s)" -le $end ] || return 1
        sleep 0.05
    done
}

# Xvfb takes a free number, and tells it when it is ready. Between two windows it must not begin anew.
open_display() {
    : >"$work/display"
    Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$work/display" \
        2>"$work/xvfb.log" &
    display=$!
    until_true 20 test -s "$work/display" || fail "Xvfb does not start: $(cat "$work/xvfb.log")"
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}
open_display

export SDL_VIDEODRIVER=x11 SDL_AUDIODRIVER=dummy SDL_RENDER_DRIVER=software
export SDL_FRAMEBUFFER_ACCELERATION=0 # no GL: its driver would come with leaks of its own

# with_param [edits]: sets the first param with the keyboard alone: the focus goes back from the first
# widget, over timeline, toggles (eight in 2D) and the rows of edits to the slider; End is not for it,
# so ten steps with Shift.
differs() { [ "$(told hash)" != "$1" ]; }
with_param() {
    before=$(told hash)
    for i in $(seq $((10 + ${1-0}))); do press ctrl+shift+Tab; done
    press shift+Right
    until_true 20 differs "$before" || fail "the param has no effect"
}
# grab: takes the shape in the middle of a window without panels, and moves it.
grab() {
    before=$(told hash)
    xdotool mousemove --window "$window" 640 360 mousedown 1 mousemove --window "$window" 700 300
    wait_for dragging 1 frame 0
    until_true 20 differs "$before" || fail "the mouse does not move the shape"
}
press() { xdotool key --clearmodifiers "$@"; }
find_window() {
    kill -0 "$sandbox" 2>/dev/null || fail "the program ended before its window opened"
    window=$(xdotool search --onlyvisible --pid "$sandbox" 2>/dev/null | tail -n 1)
    [ -n "$window" ]
}

has_focus() {
    xdotool windowfocus "$window" 2>/dev/null && [ "$(xdotool getwindowfocus 2>/dev/null)" = "$window" ]
}

# start <arguments>...: opens the window; what it shows is told in $work/report.
start() { launch --report "$work/report" "$@"; }
launch() {
    : >"$work/report"
    "$program" "$@" >"$work/log" 2>&1 &
    sandbox=$!
    until_true 30 find_window || fail "no window opens"
    until_true 30 has_focus || fail "the window does not take the keyboard"
    xdotool mousemove 0 0
    until_true 30 test -s "$work/report" || fail "the window shows nothing"
}

# quit: ends it as a person does.
ended() { ! kill -0 "$sandbox" 2>/dev/null; }
quit() {
    press ctrl+q
    until_true 20 ended || fail "Ctrl+Q does not end the program"
    status=0
    wait "$sandbox" || status=$?
    sandbox=''
    [ $status = 0 ] || fail "the program ended with status $status"
}

# told <field>: what the last line of the report says of it. shows <field> <value>...: whether it
# says all of this. wait_for <field> <value>...: waits until it does.
told() {
    tail -n 1 "$work/report" 2>/dev/null | sed -n "s/^.* $1 \([^ ]*\).*$/\1/p"
}
shows() {
    while [ $# -gt 0 ]; do
        [ "$(told "$1")" = "$2" ] || return 1
        shift 2
    done
}
wait_for() { until_true 30 shows "$@" || fail "not shown: $*"; }

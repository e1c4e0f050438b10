#!/bin/sh
# game.sh <program> <work folder>: input that a game needs, at a real window: keys that the scenario
# takes, the mouse and its wheel, typed text, and files of data that are watched. All of it is kept
# with the run, shown again from the file, and comes out the same when the run is made again.
set -eu
program=$1 work=$2
here=$(dirname "$0")
. "$here/display.sh"

cat >"$work/game.lua" <<'END'
local scenario = { keys = { "space", "p", "tab", "f" } }
function scenario.load()
    return { level = load_data "level.json", note = load_text "notes/a.txt" }
end
function scenario.update(s, _, _, input)
    local mouse = input.mouse
    for _, key in ipairs { "space", "p", "tab", "f", "r" } do
        if input.pressed(key) then print("key", key, s.level.name, s.note) end
    end
    if mouse.pressed "left" then print("click", mouse.inside, mouse.x > 0, mouse.y > 0) end
    if mouse.pressed "right" then print("right", mouse.inside, mouse.x > 0, mouse.y > 0) end
    if mouse.wheel ~= 0 then print("wheel", mouse.wheel) end
    if input.text ~= "" then print("text", input.text) end
    if input.pad.down "a" or input.pad.connected then print "a pad" end
end
function scenario.camera(_, view) view.center, view.height = { 0, 0 }, 10 end
return scenario
END
mkdir "$work/notes"
echo '{ "name": "one" }' >"$work/level.json"
printf 'first' >"$work/notes/a.txt"

start --save "$work/run.rec" "$work/game.lua"
wait_for version 1 playing 1
wait_for_frames() {
    frame=$(told frame)
    until_true 30 eval "[ \"\$(told frame)\" -gt $((frame + 5)) ]" || fail "it does not play"
}
press space
wait_for_frames
shows playing 1 || fail "Space is the scenario's, and yet it pauses"
press p
wait_for_frames
press Tab
press f
press r # not taken: it restarts
until_true 30 eval '[ "$(told frame)" -lt 20 ]' || fail "R does not restart"
wait_for_frames
press space
press Tab
wait_for_frames
xdotool mousemove --window "$window" 700 100
xdotool mousemove --window "$window" 600 150 click 1
wait_for_frames
shows pick none || fail "a click of the scenario's picks something"
xdotool mousemove --window "$window" 100 450 click 3
wait_for_frames
xdotool mousemove --window "$window" 400 300 click 4
wait_for_frames
press x
wait_for_frames
xdotool keydown ctrl key space keyup ctrl
wait_for playing 0
echo '{ "name": "two" }' >"$work/level.json" # as an edit of the script
wait_for version 2
press space
sleep 0.5 # two keys at once would be one step
press period
sleep 0.5
xdotool keydown ctrl key space keyup ctrl
wait_for playing 1
wait_for_frames
quit

"$program" --headless "$work/run.rec" >"$work/said" 2>&1 || fail "the kept run cannot be shown: $(cat "$work/said")"
tab=$(printf '\t')
# said <line>: the kept run has printed it.
said() {
    expected=$(printf '%s' "$1" | tr ' ' "$tab")
    grep -qx "$expected" "$work/said" || fail "the kept run does not say '$1': $(head -n 20 "$work/said")"
}
said 'key space two first'
said 'key tab two first'
said 'click true true true'
said 'right true false false'
said 'wheel 1.0'
said 'text x'
! grep -q 'pad' "$work/said" || fail "there is a gamepad"
[ "$(grep -c '^key.space' "$work/said")" = 2 ] || fail "not two spaces: $(cat "$work/said")"

# Made again from its own texts, also where files have changed or gone.
rm -r "$work/notes" "$work/level.json"
sed -i 's/keys = .*/}/' "$work/game.lua"
"$program" --verify "$work/run.rec" >"$work/said" 2>&1 || fail "the kept run comes out otherwise: $(cat "$work/said")"

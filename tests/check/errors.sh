#!/bin/sh
# errors.sh <program> <work folder>: one window through mistakes in every function of a script, and
# through a file that is gone; hostile_scripts_test.c and player_faults_test.c have all that can be
# wrong. In each case the last good version plays on, the banner says where and why, the window answers, and
# mending the file clears the banner.
set -eu
program=$1 work=$2
here=$(dirname "$0")
. "$here/display.sh"
file=$work/scenario.lua

# script <line of load> <of update> <of draw> <of the check>: they are lines 4, 8, 12 and 15.
script() {
    cat <<END
local collide = require "collide"
local s = { budget = 0.3 }
function s.load()
    $1
    return { ball = collide.circle({ 0, 0 }, 1), n = 0 }
end
function s.update(t, dt)
    $2
    t.ball:move(collide.vec(dt, 0))
end
function s.draw(t, draw)
    $3
end
s.checks = { holds = function(t)
    $4
    return true
end }
return s
END
}
good() { script '-- a' '-- b' '-- c' "-- $1"; }
save() {
    cat >"$file.new"
    rm -rf "$file"
    mv "$file.new" "$file"
}
error() { tail -n 1 "$work/report" | sed 's/^.* error //'; }
error_is() { error | grep -q -e "$1"; }
version=1
plays_on() {
    shows version $version playing 1 && [ "$(told frame)" -gt "$1" ]
}

# broken <what the banner must say>: what has just been saved does not come through.
broken() {
    case $1 in
    *loop*) # the window answers while the script runs
        press equal
        until_true 30 shows speed 2 || fail "no answer: $1"
        press 0
        until_true 30 shows speed 1 || fail "no answer: $1"
        ;;
    esac
    until_true 40 error_is "${1#loop: }" || fail "the banner does not say '$1' but '$(error)'"
    until_true 20 plays_on "$(told frame)" || fail "the last good version does not go on: $1"
    press comma
    until_true 20 shows playing 0 || fail "no answer: $1"
    press space
    until_true 20 shows playing 1 || fail "no answer: $1"
}
mended() {
    good "$version" | save
    version=$((version + 1))
    wait_for version $version error none
    until_true 20 plays_on "$(told frame)" || fail "the mended version does not play"
}

good 0 >"$file"
start "$file"
wait_for version 1 playing 1 error none

for where in 'load 4' 'update 8' 'draw 12' 'check 15'; do
    line=${where#* }
    # in_place <code>: the script with the code in this place.
    in_place() {
        case $where in
        load*) script "$1" '' '' '' ;;
        update*) script '' "$1" '' '' ;;
        draw*) script '' '' "$1" '' ;;
        check*) script '' '' '' "$1" ;;
        esac | save
    }
    in_place 'local x = = 1'
    broken "scenario.lua:$line: unexpected symbol near '='"
    in_place 'local x = nil + 1'
    broken "scenario.lua:$line: .*attempt to perform arithmetic on a nil value"
    mended
    in_place 'while true do end'
    broken "loop: scenario.lua:$line: .* took longer than"
    mended
done

rm "$file"
broken 'scenario.lua: no such file'
mended
quit

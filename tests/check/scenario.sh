#!/bin/sh
# scenario.sh <program> <sanitized program> <scenario> <steps>: its checks pass in both, and both
# arrive at the same state, bit for bit: neither optimisation nor assertions change an answer.
set -eu
here=$(dirname "$0")
. "$here/environment.sh"
cd "$here/../.."
plain=$("$1" --headless --steps "$4" --check "$3")
echo "$plain"
sanitized=$("$2" --headless --steps "$4" --check "$3")
if [ "$plain" != "$sanitized" ]; then
    echo "sanitized: $sanitized"
    exit 1
fi
case $plain in *hash\ [0-9a-f]*) ;; *) echo "no hash of the state" && exit 1 ;; esac

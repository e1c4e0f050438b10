# A program that stands for ffmpeg, in $work/bin: the video is what the command $VIDEO makes of the raw
# pictures, or these. To be sourced by tests with $work set.
printf '#!/bin/sh\nfor out; do :; done\n${VIDEO:-cat} >"${out#file:}"\n' >"$work/bin/ffmpeg"
chmod +x "$work/bin/ffmpeg"

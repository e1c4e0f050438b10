#!/bin/sh
# Every C file is formatted as .clang-format says. Another version than 14 formats a little
# differently, so it is no judge: skipped (77). The head of a section is one line: the formatter
# breaks one that is longer than a line.
set -eu
cd "$(dirname "$0")/../.."
if grep -rnx '// -*' --include='*.[ch]' src tests bench; then
    echo "the head of a section is broken into two lines"
    exit 1
fi
for tool in clang-format-14 clang-format; do
    if "$tool" --version 2>/dev/null | grep -q 'version 14\.'; then
        find src tests bench -name '*.[ch]' 2>/dev/null | sort | xargs "$tool" --dry-run -Werror
        exit 0
    fi
done
echo "clang-format 14 is not here"
exit 77

// See terminal.h.
#include "view/system/terminal.h"

#include "record/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/// Room for the escape of a character: of C1 two bytes in UTF-8, of which each is escaped.
enum { ESCAPED = 9 };

/// Writes what stands for the character at the start of a text, which is no more than a byte where
/// it is no control character; returns how many bytes of the text that is.
static int escape(const char *text, bool lines, char out[ESCAPED]) {
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
    const bool stays = lines && (first == '\n' || first == '\t');
    if ((first < 0x20 || first == 0x7F) && !stays) {
        snprintf(out, ESCAPED, "\\%03d", first);
        return 1;
    }
    if (first == 0xC2 && second >= 0x80 && second < 0xA0) {
        snprintf(out, ESCAPED, "\\%03d\\%03d", first, second);
        return 2;
    }
    out[0] = text[0];
    out[1] = '\0';
    return 1;
}

static void put(FILE *out, const char *text, bool lines) {
    char shown[ESCAPED];
    while (*text != '\0') {
        text += escape(text, lines, shown);
        fputs(shown, out);
    }
}

void cd_terminal_line(FILE *out, const char *text) { put(out, text, false); }

void cd_terminal_lines(FILE *out, const char *text) { put(out, text, true); }

void cd_terminal_print(FILE *out, const char *format, ...) {
    char text[CD_PRINTED_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(text), end = strlen(format);
    const bool ends = end > 0 && format[end - 1] == '\n';
    if (ends && length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    cd_terminal_line(out, text);
    if (ends)
        fputc('\n', out);
}

void cd_terminal_text(const char *text, char *out, size_t size) {
    char shown[ESCAPED];
    size_t length = 0;
    while (*text != '\0') {
        text += escape(text, false, shown);
        if (length + strlen(shown) + 1 > size) {
            out[length] = shown[0]; // whether a code point is cut
            length = cd_cut_length(out, length + 1, length);
            break;
        }
        strcpy(out + length, shown);
        length += strlen(shown);
    }
    out[length] = '\0';
}

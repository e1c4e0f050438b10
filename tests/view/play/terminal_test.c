// What a script prints, raises or names reaches a terminal without control characters, and a line
// of it stays one line. The console's log forgets its oldest lines when it is full, and cuts a line
// that is too long between two code points.
#include "check.h"
#include "view/system/print_log.h"
#include "view/system/terminal.h"

#include <string.h>

static void test_text(const char *text, const char *line, const char *lines) {
    char shown[256], whole[256];
    cd_terminal_text(text, shown, sizeof shown);
    CHECK(strcmp(shown, line) == 0);
    for (int several = 0; several < 2; several++) {
        FILE *file = tmpfile();
        CHECK(file != NULL);
        (several ? cd_terminal_lines : cd_terminal_line)(file, text);
        rewind(file);
        whole[fread(whole, 1, sizeof whole - 1, file)] = '\0';
        CHECK(strcmp(whole, several ? lines : line) == 0);
        fclose(file);
    }
}

static void test_log(void) {
    static cd_print_log log;
    char text[3 * CD_LOG_BYTES + 1] = "";
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "\xe5\xb9\xb3", 3);
    for (int i = 0; i < CD_LOG_LINES + 5; i++)
        cd_log_add(&log, i, i % 2 ? text : "short");
    CHECK(log.count == CD_LOG_LINES && cd_log_count(&log, 104) == 100);
    CHECK(strlen(cd_log_text(&log, 0)) == CD_LOG_BYTES / 3 * 3);
    CHECK(strcmp(cd_log_text(&log, 1), "short") == 0);
    cd_log_clear(&log);
}

int main(void) {
    test_log();
    test_text("", "", "");
    test_text("plain, 平面 é", "plain, 平面 é", "plain, 平面 é");
    test_text("\033]0;title\a", "\\027]0;title\\007", "\\027]0;title\\007");
    test_text("a\n\tpass  b\r", "a\\010\\009pass  b\\013", "a\n\tpass  b\\013");
    test_text("\177\302\2332J\302\240", "\\127\\194\\1552J\302\240", "\\127\\194\\1552J\302\240");
    test_text("\302", "\302", "\302"); // not UTF-8: no terminal takes it for a command
    char cut[8], line[64];
    FILE *file = tmpfile();
    cd_terminal_print(file, "%s: %d\n", "a\n\033b.lua", 7);
    rewind(file);
    line[fread(line, 1, sizeof line - 1, file)] = '\0';
    CHECK(strcmp(line, "a\\010\\027b.lua: 7\n") == 0);
    fclose(file);
    cd_terminal_text("12345\033", cut, sizeof cut);
    CHECK(strcmp(cut, "12345") == 0);
    cd_terminal_text("123456平", cut, sizeof cut);
    CHECK(strcmp(cut, "123456") == 0);
    return failures > 0;
}

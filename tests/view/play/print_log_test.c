// The console's log forgets its oldest lines when it is full, and cuts a line that is too long
// between two code points.
#include "check.h"
#include "view/play/print_log.h"

#include <string.h>

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
    return failures > 0;
}

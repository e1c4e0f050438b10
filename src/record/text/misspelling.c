// See misspelling.h.
#include "record/text/misspelling.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

static int least(int a, int b) { return a < b ? a : b; }

int cd_edit_distance(const char *a, const char *b) {
    int rows[CD_FOLDED_LETTERS + 1][CD_FOLDED_LETTERS + 1];
    const int n = (int)strlen(a), m = (int)strlen(b);
    if (n > CD_FOLDED_LETTERS || m > CD_FOLDED_LETTERS)
        return INT_MAX;
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= m; k++) {
            if (i == 0 || k == 0) {
                rows[i][k] = i + k;
                continue;
            }
            const int changed = rows[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            rows[i][k] = least(changed, least(rows[i - 1][k], rows[i][k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                rows[i][k] = least(rows[i][k], rows[i - 2][k - 2] + 1);
        }
    return rows[n][m];
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

void cd_fold_name(const char *name, char folded[CD_FOLDED_LETTERS + 1]) {
    static const char *const prefixes[] = {"get", "set", "is", "new"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t size = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], size) == 0 && (is_upper(name[size]) || name[size] == '_')) {
            name += size;
            break;
        }
    }
    for (; *name != '\0' && length < CD_FOLDED_LETTERS; name++)
        if (*name != '_')
            folded[length++] = (char)(is_upper(*name) ? *name - 'A' + 'a' : *name);
    folded[length] = '\0';
}

int cd_misspelling(const char *name, const char *known) {
    char a[CD_FOLDED_LETTERS + 1], b[CD_FOLDED_LETTERS + 1];
    if (strlen(name) < 3 || strlen(known) < 3)
        return INT_MAX;
    cd_fold_name(name, a);
    cd_fold_name(known, b);
    const int most = strlen(a) >= 8 ? 2 : 1, longer = (int)strlen(a) - (int)strlen(b);
    if (longer > most || longer < -most)
        return INT_MAX;
    const int distance = cd_edit_distance(a, b);
    return distance <= most ? distance : INT_MAX;
}

// Cases as text. See case.h.
#include "case.h"

#include <stdlib.h>
#include <string.h>

static bool read_numbers(const char *text, double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return text[strspn(text, " \r\n")] == 0;
}

bool gauntlet_read(FILE *file, gauntlet_case *c) {
    static int number;
    char line[1024], kind[4], verdict[4];
    int used = 0;
    if (!fgets(line, sizeof line, file))
        return false;
    number++;
    double numbers[18];
    if (sscanf(line, "%3s %3s %79s%n", kind, verdict, c->name, &used) != 3 ||
        (strcmp(kind, "vf") != 0 && strcmp(kind, "ee") != 0) ||
        (strcmp(verdict, "0") != 0 && strcmp(verdict, "1") != 0) ||
        !read_numbers(line + used, numbers, 18)) {
        fprintf(stderr, "line %d is no case\n", number);
        exit(2);
    }
    c->edges = kind[0] == 'e';
    c->touch = verdict[0] == '1';
    memcpy(c->points, numbers, sizeof c->points);
    memcpy(c->motions, numbers + 12, sizeof c->motions);
    return true;
}

void gauntlet_write(FILE *file, const gauntlet_case *c) {
    fprintf(file, "%s %d %s", c->edges ? "ee" : "vf", c->touch, c->name);
    for (int i = 0; i < 4; i++)
        fprintf(file, " %a %a %a", c->points[i][0], c->points[i][1], c->points[i][2]);
    for (int i = 0; i < 2; i++)
        fprintf(file, " %a %a %a", c->motions[i][0], c->motions[i][1], c->motions[i][2]);
    fputc('\n', file);
}

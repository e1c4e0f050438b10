// export <file> <folder>: writes the cases of a file (case.h) with their exact verdicts for other
// engines: continuous.txt, in plain columns, and continuous.cases, a case of collide a line.
#include "case.h"

#include <stdlib.h>
#include <string.h>

static FILE *create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(4);
    }
    return file;
}

static void finish(FILE *file) {
    bool good = !ferror(file);
    if (fclose(file) != 0 || !good) {
        fprintf(stderr, "export: not all could be written\n");
        exit(4);
    }
}

static void put_columns(FILE *out, const gauntlet_case *c, bool is_close) {
    fprintf(out, "%s %d %d %s", c->edges ? "ee" : "vf", c->touch, is_close, c->name);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            fprintf(out, " %.17g", c->points[i][k]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            fprintf(out, " %.17g", c->motions[i][k]);
    fputc('\n', out);
}

static void put_point(FILE *out, const double p[3]) {
    fprintf(out, "{ %a, %a, %a }", p[0], p[1], p[2]);
}

/// A shape as data: its kind and the points from `first` to `last`.
static void put_shape(FILE *out, const char *kind, const gauntlet_case *c, int first, int last) {
    fprintf(out, "{ \"%s\"", kind);
    for (int i = first; i <= last; i++) {
        fputs(", ", out);
        put_point(out, c->points[i]);
    }
    fputs(" }", out);
}

static void put_case(FILE *out, const gauntlet_case *c) {
    fputs("case { query = \"shapecast\", arguments = { ", out);
    put_shape(out, c->edges ? "segment" : "point", c, 0, c->edges);
    fputs(", ", out);
    put_point(out, c->motions[0]);
    fputs(", ", out);
    put_shape(out, c->edges ? "segment" : "triangle", c, 1 + c->edges, 3);
    fputs(", ", out);
    put_point(out, c->motions[1]);
    fprintf(out, " }, answer = %s } -- %s\n", c->touch ? "true" : "\"nothing\"", c->name);
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "export <file> <folder>\n");
        return 2;
    }
    FILE *columns = create(argv[2], "continuous.txt"), *cases = create(argv[2], "continuous.cases");
    fputs("# kind touch close name a0 a1 a2 ... of four points, then two motions, x y z each\n",
          columns);
    int count = 0;
    for (gauntlet_case c; gauntlet_read(file, &c); count++) {
        put_columns(columns, &c, gauntlet_is_close(&c));
        put_case(cases, &c);
    }
    finish(columns);
    finish(cases);
    printf("%d cases in %s/continuous.txt and %s/continuous.cases\n", count, argv[2], argv[2]);
    return 0;
}

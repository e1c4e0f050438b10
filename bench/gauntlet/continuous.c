// continuous <file>: answers the cases of a file (case.h) with collide and compares the verdicts
// with the exact ones, by family (a name up to a colon or a dash). A vertex against a face is a
// cast of a point, a cast of the face and a ray of the relative motion; an edge against an edge a
// cast either way. A verdict that differs is rounding where moving the first by a few ulps of the
// largest number changes the exact one too, else it is wrong. Prints a table; exit 1 if one is
// wrong.
#include "case.h"

#include "collide/collide.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FAMILIES = 64 };

typedef struct family {
    char name[80];
    int cases, touches, asked, rounding, wrong;
} family;

static cd_vec vector(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static int verdicts(const gauntlet_case *c, bool verdict[4]) {
    cd_vec p[4], m = vector(c->motions[0]), n = vector(c->motions[1]);
    cd_hit hit;
    for (int i = 0; i < 4; i++)
        p[i] = vector(c->points[i]);
    cd_shape a = c->edges ? cd_segment(3, p[0], p[1]) : cd_point(3, p[0]);
    cd_shape b = c->edges ? cd_segment(3, p[2], p[3]) : cd_triangle(3, p[1], p[2], p[3], 0);
    verdict[0] = cd_shapecast(&a, m, &b, n, &hit);
    verdict[1] = cd_shapecast(&b, n, &a, m, &hit);
    if (c->edges)
        return 2;
    verdict[2] = cd_raycast(p[0], cd_sub(m, n), &b, 1, &hit);
    return 3;
}

static family *family_of(family *families, int *count, const char *name) {
    size_t length = strcspn(name, ":-#");
    for (int i = 0; i < *count; i++)
        if (strlen(families[i].name) == length && strncmp(families[i].name, name, length) == 0)
            return &families[i];
    if (*count == MAX_FAMILIES)
        return &families[MAX_FAMILIES - 1];
    family *f = &families[(*count)++];
    memcpy(f->name, name, length);
    return f;
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "continuous <file>\n");
        return 2;
    }
    static family families[MAX_FAMILIES];
    int count = 0, wrong = 0, cases = 0;
    for (gauntlet_case c; gauntlet_read(file, &c); cases++) {
        bool verdict[4];
        family *f = family_of(families, &count, c.name);
        int asked = verdicts(&c, verdict);
        f->cases++;
        f->touches += c.touch;
        for (int i = 0; i < asked; i++) {
            f->asked++;
            if (verdict[i] == c.touch)
                continue;
            if (gauntlet_is_close(&c)) {
                f->rounding++;
                continue;
            }
            f->wrong++;
            if (wrong++ < 20)
                fprintf(stderr, "wrong: %s query %d of %s, exactly %d\n", c.edges ? "ee" : "vf", i,
                        c.name, c.touch);
        }
        if (gauntlet_exact(&c) != c.touch) {
            fprintf(stderr, "the verdict of %s is not exact\n", c.name);
            wrong++;
        }
    }
    printf("| family | cases | touch | queries | rounding | wrong |\n"
           "|---|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < count; i++)
        printf("| %s | %d | %d | %d | %d | %d |\n", families[i].name, families[i].cases,
               families[i].touches, families[i].asked, families[i].rounding, families[i].wrong);
    fclose(file);
    return wrong > 0 || cases == 0;
}

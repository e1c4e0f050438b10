// The parts are the second shapes of cases of one style, the first where it may be met. The
// nearest part decides about a distance, the one touched first about a cast. Numbers are compared
// where no other part has a say: apart, and where no other is touched as long.
#include "sets.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 3 };

typedef struct {
    test_case c[PARTS]; // all with the first shape of the first
    cd_shape set;
    void *memory;
} family;

static unsigned long seed_of(unsigned long seed, int i) {
    return seed + (unsigned long)i * STYLE_COUNT * 1000003ul;
}

static void make_family(family *f, int dim, kind_name a, kind_name set, query q,
                        unsigned long seed) {
    const kind_name kinds[PARTS] = {NAME_BOX, NAME_CAPSULE, NAME_HULL};
    cd_shape parts[PARTS];
    cd_vec corners[3 * PARTS];
    static const int triangles[PARTS][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    for (int i = 0; i < PARTS; i++) {
        kind_name b = set == NAME_MESH ? NAME_TRIANGLE : kinds[i];
        case_make(&f->c[i], dim, a, b, q != QUERY_DISTANCE, seed_of(seed, i));
        if (i > 0) // aside, that not all are met
            subject_move(&f->c[i].b, (cd_vec){0, 3 * subject_size(&f->c[i].b), 0});
        parts[i] = f->c[i].b.shape;
        for (int k = 0; k < 3 && set == NAME_MESH; k++)
            corners[3 * i + k] = parts[i].as.triangle.v[k];
        f->c[i].b.shape.radius = set == NAME_MESH ? 0 : parts[i].radius;
    }
    size_t size =
        set == NAME_MESH ? cd_mesh_size(3 * PARTS, PARTS) : cd_compound_size(parts, PARTS);
    f->memory = malloc(size);
    f->set = cd_set_shape(
        set == NAME_MESH ? cd_mesh_build(dim, corners, 3 * PARTS, triangles, PARTS, f->memory, NULL)
                         : cd_compound_build(parts, PARTS, f->memory, NULL));
    f->c[0].asked = &f->set;
    if (q == QUERY_RAYCAST)
        case_as_ray(&f->c[0]);
}

static void drop_family(family *f) {
    for (int i = 0; i < PARTS; i++)
        case_drop(&f->c[i]);
    free(f->memory);
}

// The number of the nearest part; `alone`: by far enough.
static int nearest_part(const family *f, bool *alone) {
    int nearest = 0;
    quad least[2] = {(quad)INFINITY, (quad)INFINITY};
    for (int i = 0; i < PARTS; i++) {
        cd_separation hint = cd_separate(&f->c[0].a.shape, &f->c[i].b.shape);
        oracle_separation s = oracle_separate(&f->c[0].a, &f->c[i].b, exactly(hint.normal));
        if (s.distance < least[0]) {
            least[1] = least[0];
            least[0] = s.distance;
            nearest = i;
        } else {
            least[1] = q_min(least[1], s.distance);
        }
    }
    double size = subject_size(&f->c[0].a) + subject_size(&f->c[nearest].b);
    *alone = least[0] > 0 && least[1] - least[0] > 1e-9 * size;
    return nearest;
}

static bool close_to(quad t, double limit) { return q_abs(t - limit) < 1e-6 * q_max(1, q_abs(t)); }

// Whether a few half ulps could make it a hit or a miss.
static bool is_close(const oracle_interval *touch, double tmax, double size) {
    return q_abs(touch->margin) < 1e-9 * size ||
           (!touch->never && (close_to(touch->enter, tmax) || close_to(touch->exit, 0)));
}

// The part touched first within the range, or else the one that the motion comes nearest to.
// `clear`: of no other part it is close whether it is touched.
static int first_part(const family *f, double tmax, bool *alone, bool *clear) {
    const test_case *c = &f->c[0];
    oracle_interval touch[PARTS];
    int first = -1, closest = 0;
    for (int i = 0; i < PARTS; i++) {
        const subject *b = &f->c[i].b;
        cd_hit hint = {0};
        cd_shapecast(&c->a.shape, c->motion, &b->shape, c->motion_b, &hint);
        touch[i] =
            oracle_cast(&c->a, c->motion, b, c->motion_b, (qvec){0, 0, 0},
                        (oracle_hints){exactly(hint.normal), exactly(hint.exit_normal), true});
        bool hit = !touch[i].never && touch[i].enter <= tmax && touch[i].exit >= 0;
        if (hit && (first < 0 || touch[i].enter < touch[first].enter))
            first = i;
        if (touch[i].margin < touch[closest].margin)
            closest = i;
    }
    int part = first >= 0 ? first : closest;
    *clear = true;
    for (int i = 0; i < PARTS; i++) {
        double size = subject_size(&c->a) + subject_size(&f->c[i].b);
        *clear = *clear && (i == part || !is_close(&touch[i], tmax, size));
    }
    *alone = first >= 0;
    for (int i = 0; i < PARTS && first >= 0; i++)
        if (i != first && !touch[i].never)
            *alone = *alone && (touch[i].exit < touch[first].enter - 1e-6 ||
                                touch[i].enter > touch[first].exit + 1e-6);
    return part;
}

outcome compare_set(int dim, kind_name a, kind_name set, query q, unsigned long seed, style *kind,
                    bool verbose) {
    family f;
    make_family(&f, dim, a, set, q, seed);
    test_case c = f.c[0];
    bool alone, clear = true;
    int part = q == QUERY_DISTANCE
                   ? nearest_part(&f, &alone)
                   : first_part(&f, q == QUERY_RAYCAST ? c.tmax : 1, &alone, &clear);
    c.b = f.c[part].b;
    c.verdict_only = !alone || !clear;
    *kind = c.style;
    if (verbose)
        fprintf(stderr, "part %d of a set: ", part);
    outcome o = compare_case(&c, q, verbose);
    o.wrong = o.wrong && clear;
    o.far = o.far && clear;
    drop_family(&f);
    return o;
}

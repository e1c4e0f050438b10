// Every query of shapes of all kinds and of all sizes within the range, mixed at random, and of
// coordinates that are smaller: no NaN, unit normals, times within the motion, verdicts that agree.
// Nothing here knows the right distance; laws_spec.lua does. Guarded by the number of overlaps,
// hits and manifolds.
#include "cases.h"
#include "check.h"
#include "collide/collide.h"
#include "collide/explain.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

enum { KINDS = 14, PARTS = 3 };

static bool sane(cd_separation s) {
    return !isnan(s.distance) && fabs(cd_length(s.normal) - 1) < 1e-14 && cd_is_finite(s.point_a) &&
           cd_is_finite(s.point_b);
}

static cd_vec sized(int dim, double s) {
    cd_vec v = vector(dim, 1);
    if (unit() < 0.1)
        v = (cd_vec){round(v.x), round(v.y), round(v.z)};
    return cd_scale(v, s);
}

typedef struct {
    _Alignas(16) char bytes[1 << 14];
} memory;

static cd_shape sized_shape(int kind, int dim, double s, memory *m) {
    cd_vec p[8], *half = &p[3];
    for (int i = 0; i < 8; i++)
        p[i] = sized(dim, s);
    double r = unit() < 0.3 ? s : 0.1 * s;
    static const int faces[2][3] = {{0, 1, 2}, {1, 2, 4}};
    *half = (cd_vec){fabs(half->x) / 2, fabs(half->y) / 2, fabs(half->z) / 2};
    switch (kind) {
    case 0:
        return cd_point(dim, p[0]);
    case 1:
        return cd_sphere(dim, p[0], r);
    case 2:
        return cd_capsule(dim, p[0], p[1], unit() < 0.5 ? 0 : r);
    case 3:
        return dim == 2 ? cd_box2(p[0], *half, unit(), 0)
                        : cd_box(p[0], *half, cd_quat_from_axis((cd_vec){1, 2, 3}, unit()), 0);
    case 4:
        return cd_triangle(dim, p[0], p[1], p[2], unit() < 0.5 ? 0 : r);
    case 5:
        return cd_line(dim, p[0], p[1], unit() < 0.5 ? 0 : r);
    case 6:
        return cd_plane_through(dim, p[1], p[0]);
    case 7:
        return cd_aabb(dim,
                       (cd_vec){fmin(p[0].x, p[1].x), fmin(p[0].y, p[1].y), fmin(p[0].z, p[1].z)},
                       (cd_vec){fmax(p[0].x, p[1].x), fmax(p[0].y, p[1].y), fmax(p[0].z, p[1].z)});
    case 8:
        return cd_cylinder(p[0], p[1], r);
    case 9:
        return cd_cone(p[0], p[1], r);
    case 10:
        return cd_polytope_shape(cd_polytope_build(dim, p, 8, m->bytes, NULL),
                                 unit() < 0.5 ? 0 : r);
    default:
        return cd_set_shape(cd_mesh_build(dim, p, 5, faces, 2, m->bytes, NULL));
    }
}

// A compound of any of these, and often of lines alone.
static cd_shape sized_compound(int dim, double s, memory *m) {
    cd_shape parts[PARTS];
    bool lines = unit() < 0.3;
    for (int i = 0; i < PARTS; i++) {
        int kind = lines ? 5 : (int)range(0, dim == 2 ? 8 : 10);
        parts[i] = sized_shape(kind, dim, s, m);
        if (cd_shape_error(&parts[i]))
            parts[i] = cd_point(dim, sized(dim, s));
    }
    return cd_set_shape(cd_compound_build(parts, PARTS, m->bytes, NULL));
}

static cd_shape any_shape(int dim, double s, memory *m) {
    int kind = (int)range(0, KINDS);
    if (dim == 2 && (kind == 8 || kind == 9))
        kind = 10;
    return kind >= 12 ? sized_compound(dim, s, m) : sized_shape(kind, dim, s, m);
}

static bool is_unit(cd_vec v) { return fabs(cd_length(v) - 1) < 1e-14; }

static bool has_number(cd_vec v) { return !isnan(v.x) && !isnan(v.y) && !isnan(v.z); }

static void check_hit(const cd_hit *hit, int n) {
    check_case(!isnan(hit->enter) && !isnan(hit->exit) && hit->t >= 0 && hit->t <= 1, "times", n);
    check_case(is_unit(hit->normal), "normal", n);
    check_case(has_number(hit->point) && has_number(hit->exit_point), "point", n);
    check_case(!isnan(hit->approach), "approach", n);
}

// What failed once, of a million cases.
static const int found[] = {211, 230, 330, 80672};
enum { FOUND = sizeof found / sizeof found[0] };

static void stays_sane(int count) {
    static const double sizes[] = {1e-300,  1e-160, 0x1p-120, 0x1p-64, 0x1p-63,
                                   0x1p-40, 1,      0x1p30,   0x1p63,  0x1p64};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    static memory of_a, of_b;
    int overlaps = 0, hits = 0, points = 0, valid = 0;
    for (int i = 0; i < count + FOUND; i++) {
        int n = i < FOUND ? found[i] : i - FOUND;
        seed(n);
        double s = sizes[n % SIZES];
        double t = unit() < 0.7 ? s : sizes[(int)range(0, SIZES)];
        int dim = n / SIZES % 4 == 0 ? 2 : 3;
        cd_shape a = any_shape(dim, s, &of_a), b = any_shape(dim, t, &of_b);
        if (cd_shape_error(&a) || cd_shape_error(&b))
            continue; // no axis, or a corner out of range
        valid++;
        cd_separation ab = cd_separate(&a, &b), contact;
        check_case(sane(ab), "separation", n);
        overlaps += ab.distance <= 0;
        // A distance whose square underflows is 0, and the boxes of sets may know better.
        bool knows = fmax(s, t) > CD_SMALLEST / 0x1p60 || ab.distance != 0;
        check_case(cd_overlap(&a, &b) == (ab.distance <= 0) || !knows, "overlap", n);
        check_case(cd_contact(&a, &b, INFINITY, &contact) ==
                       (ab.distance < INFINITY || contact.distance <= INFINITY),
                   "contact", n);
        cd_contact_points m;
        if (cd_manifold(&a, &b, unit() < 0.5 ? 0 : INFINITY, &m)) {
            points++;
            for (int k = 0; k < m.count; k++)
                check_case(!isnan(m.points[k].distance) && has_number(m.points[k].point_a) &&
                               has_number(m.points[k].point_b),
                           "manifold", n);
        }
        cd_explanation e;
        if (n % 8 == 0)
            check_case(sane(cd_explain_separation(&a, &b, &e)), "explanation", n);
        cd_hit hit;
        cd_vec motion = sized(dim, unit() < 0.7 ? s : sizes[(int)range(0, SIZES)]);
        if (cd_shapecast(&a, motion, &b, (cd_vec){0, 0, 0}, &hit)) {
            hits++;
            check_hit(&hit, n);
        }
        if (cd_raycast(sized(dim, s), motion, &b, 1, &hit)) {
            hits++;
            check_hit(&hit, n);
        }
    }
    check_case(valid > count / 2, "enough valid shapes", valid);
    check_case(overlaps > valid / 20, "enough overlaps", overlaps);
    check_case(hits > valid / 20, "enough hits", hits);
    check_case(points > valid / 10, "enough manifolds", points);
}

int main(int argc, char **argv) {
    stays_sane(argc > 1 ? atoi(argv[1]) : cases(6000));
    return failures > 0;
}

// The free motion nearest to a given one, beside a search through all choices of one normal of each
// obstacle: random obstacles, and those that touch at seams, steps, cracks, slots and corners, in
// 2D and 3D, as they are and turned at random; and more obstacles than there is room for. Guarded
// by the number of motions that are free, turned to a surface, to an edge, and stopped.
#include "check.h"
#include "collide/narrow/touch/free_cone.h"
#include "random.h"

#include <float.h>

static const double rounding = 0x1p-46;

// ------------------------------------------------------------------------- a search of all choices

typedef struct {
    int dim, group_count;
    cd_normal_group groups[CD_CONE_GROUPS];
    cd_vec motion;
} scene;

// The cone { v : n . v >= 0 } of the chosen normals.
typedef struct {
    int dim, count;
    cd_vec normals[CD_CONE_GROUPS];
} cell;

static bool holds(const cell *c, cd_vec v) {
    for (int i = 0; i < c->count; i++)
        if (cd_dot(c->normals[i], v) < -4 * rounding)
            return false;
    return true;
}

// The edge rays of the cell, the normals themselves and their negatives are tried in sums of up to
// three: the sum of all edge rays of a pointed cone is inside; one that is not pointed holds a
// line.
static bool is_thick(const cell *c) {
    cd_vec sum = {0, 0, 0};
    for (int i = 0; i < c->count; i++) {
        cd_vec n = c->normals[i];
        if (holds(c, n))
            sum = cd_add(sum, n);
        if (c->dim == 2) {
            for (int sign = -1; sign <= 1; sign += 2)
                if (holds(c, cd_scale(cd_perp(n), sign)))
                    sum = cd_add(sum, cd_scale(cd_perp(n), sign));
            continue;
        }
        for (int k = 0; k < i; k++) {
            cd_vec e = cd_cross(n, c->normals[k]);
            if (cd_length(e) < 1e-12)
                continue;
            e = cd_normalized(e, e);
            for (int sign = -1; sign <= 1; sign += 2)
                if (holds(c, cd_scale(e, sign)))
                    sum = cd_add(sum, cd_scale(e, sign));
            // In the planes of both, along them.
            cd_vec sides[4] = {cd_cross(e, n), cd_cross(n, e), cd_cross(e, c->normals[k]),
                               cd_cross(c->normals[k], e)};
            for (int j = 0; j < 4; j++)
                if (holds(c, sides[j]))
                    sum = cd_add(sum, sides[j]);
        }
    }
    if (c->count == 0)
        return true;
    if (cd_length(sum) < 1e-9)
        return false;
    sum = cd_normalized(sum, sum);
    for (int i = 0; i < c->count; i++)
        if (!(cd_dot(c->normals[i], sum) > 1e-9))
            return false;
    return true;
}

// The nearest point of the cell by the projections on all planes and lines.
static double nearest_square(const cell *c, cd_vec v) {
    if (holds(c, v))
        return cd_length2(v);
    double best = 0;
    for (int i = 0; i < c->count; i++) {
        cd_vec p = cd_slide(v, c->normals[i]);
        if (holds(c, p))
            best = cd_max(best, cd_length2(p));
        for (int k = 0; k < i && c->dim == 3; k++) {
            p = cd_project(v, cd_cross(c->normals[i], c->normals[k]));
            if (holds(c, p))
                best = cd_max(best, cd_length2(p));
        }
    }
    return best;
}

// The square of the nearest free motion, or -1 where no cell has an interior.
static double search_all(const scene *s, cell *c) {
    if (c->count == s->group_count)
        return is_thick(c) ? nearest_square(c, s->motion) : -1;
    const cd_normal_group *g = &s->groups[c->count++];
    double best = -1;
    for (int i = 0; i < g->count; i++) {
        c->normals[c->count - 1] = g->normals[i];
        best = cd_max(best, search_all(s, c));
    }
    c->count--;
    return best;
}

// ------------------------------------------------------------------------------------------ checks

static int free_motions, on_surfaces, on_edges, stopped, closed;

static void start(cd_free_cone *cone, const scene *s) {
    cd_free_cone_start(cone, s->dim, s->motion, rounding, 0);
    for (int i = 0; i < s->group_count; i++)
        cd_free_cone_add(cone, s->groups[i].normals, s->groups[i].count, NULL);
}

// The result is in the complement of each obstacle, as near as any, and the obstacles that are
// active suffice for it.
static void verify(const scene *s, int n) {
    static cd_free_cone cone, again;
    start(&cone, s);
    cd_vec v = cd_free_cone_project(&cone);
    cell c = {.dim = s->dim};
    double square = cd_length2(s->motion), best = search_all(s, &c);
    check_case(fabs(cd_length2(v) - cd_max(best, 0)) <= 1e-9 * square, "nearest", n);
    check_case(fabs(cd_dot(v, s->motion) - cd_length2(v)) <= 1e-9 * square, "a projection", n);
    int active = 0;
    for (int i = 0; i < s->group_count; i++) {
        const cd_normal_group *g = &s->groups[i];
        double most = -INFINITY;
        for (int k = 0; k < g->count; k++)
            most = cd_max(most, cd_dot(g->normals[k], v));
        check_case(most >= -1e-12 * sqrt(square), "free of each", n);
        int k = cd_free_cone_active(&cone, g->normals, g->count);
        active += k >= 0;
        check_case(k < 0 || cd_dot(g->normals[k], s->motion) < 0, "an active one is approached", n);
        check_case(k < 0 || fabs(cd_dot(g->normals[k], v)) <= 1e-12 * sqrt(square),
                   "an active one is slid along", n);
    }
    bool is_free = cd_equal(v, s->motion);
    check_case(is_free == (best >= square * (1 - 1e-12)), "free, bit for bit", n);
    check_case(is_free == (active == 0), "some are active where the motion is turned", n);
    start(&again, s);
    check_case(cd_equal(cd_free_cone_project(&again), v), "deterministic", n);
    double part = cd_length2(v) / square;
    free_motions += is_free;
    stopped += part < 1e-20;
    closed += best < 0;
    (active > 1 && part > 1e-20 ? on_edges++ : on_surfaces++);
}

// ------------------------------------------------------------------------------------------ scenes

static cd_vec random_direction(int dim) {
    for (;;) {
        cd_vec v = vector(dim, 1);
        double length = cd_length(v);
        if (length > 0.1 && length <= 1)
            return cd_normalized(v, v);
    }
}

static void random_scenes(void) {
    for (int n = 0; n < 30000; n++) {
        seed(n);
        scene s = {.dim = 2 + n % 2, .group_count = 1 + (int)range(0, 5)};
        for (int i = 0; i < s.group_count; i++) {
            s.groups[i].count = 1 + (int)range(0, 4);
            cd_vec about = random_direction(s.dim); // a pointed cone around it
            for (int k = 0; k < s.groups[i].count; k++) {
                cd_vec m = cd_add_scaled(about, 0.9, random_direction(s.dim));
                s.groups[i].normals[k] = cd_normalized(m, m);
            }
        }
        s.motion = cd_scale(random_direction(s.dim), exp(range(-3, 3)));
        verify(&s, n);
    }
    CHECK(free_motions > 3000 && on_surfaces > 3000 && on_edges > 1000 && stopped > 1000);
    CHECK(closed > 300);
}

static void add_group(scene *s, const cd_vec *normals, int count) {
    cd_normal_group *g = &s->groups[s->group_count++];
    g->count = count;
    for (int i = 0; i < count; i++)
        g->normals[i] = normals[i];
}

#define ADD(s, ...)                                                                                \
    add_group(s, (const cd_vec[]){__VA_ARGS__},                                                    \
              (int)(sizeof((const cd_vec[]){__VA_ARGS__}) / sizeof(cd_vec)))

#define PX                                                                                         \
    { 1, 0, 0 }
#define NX                                                                                         \
    { -1, 0, 0 }
#define PY                                                                                         \
    { 0, 1, 0 }
#define NY                                                                                         \
    { 0, -1, 0 }
#define PZ                                                                                         \
    { 0, 0, 1 }
#define NZ                                                                                         \
    { 0, 0, -1 }

typedef struct {
    const char *name;
    scene scene;
    cd_vec expected;
    int active; ///< the number of obstacles that turn the motion
} named_scene;

static named_scene begin(const char *name, int dim, cd_vec motion, cd_vec expected, int active) {
    return (named_scene){name, {.dim = dim, .motion = motion}, expected, active};
}

// The scene as it is and turned at random, each normal with its own rounding.
static void verify_named(const named_scene *named) {
    static cd_free_cone cone;
    for (int n = 0; n < 200; n++) {
        seed(n);
        scene s = named->scene;
        cd_vec expected = named->expected, axis = {0, 0, 1};
        cd_quat q = {0, 0, 0, 1};
        double noise = n == 0 ? 0 : 4 * DBL_EPSILON;
        if (n > 0)
            q = cd_quat_from_axis(s.dim == 2 ? axis : random_direction(3), range(-4, 4));
        for (int i = 0; i < s.group_count; i++)
            for (int k = 0; k < s.groups[i].count; k++) {
                cd_vec m = cd_quat_rotate(q, s.groups[i].normals[k]);
                m = cd_add(m, vector(s.dim, noise));
                s.groups[i].normals[k] = m;
            }
        s.motion = cd_quat_rotate(q, s.motion);
        expected = cd_quat_rotate(q, expected);
        start(&cone, &s);
        cd_vec v = cd_free_cone_project(&cone);
        double far = cd_length(cd_sub(v, expected)) / cd_length(s.motion);
        int active = 0;
        for (int i = 0; i < s.group_count; i++)
            active += cd_free_cone_active(&cone, s.groups[i].normals, s.groups[i].count) >= 0;
        if (!(far <= 1e-14) || active != named->active)
            fprintf(stderr, "%s: (%.17g, %.17g, %.17g), %d active\n", named->name, v.x, v.y, v.z,
                    active);
        check_case(far <= 1e-14, "as expected", n);
        check_case(active == named->active, "as many as expected turn the motion", n);
        if (cd_is_zero(cd_sub(named->expected, named->scene.motion)))
            check_case(cd_equal(v, s.motion), "free, bit for bit, at any angle", n);
    }
}

static void places_in_the_plane(void) {
    named_scene s = begin("seam, pressed on", 2, (cd_vec){1, -1, 0}, (cd_vec){1, 0, 0}, 1);
    ADD(&s.scene, PX, PY);
    ADD(&s.scene, NX, PY);
    verify_named(&s);
    s.scene.motion = s.expected, s.active = 0, s.name = "seam, slid along";
    verify_named(&s);
    s.scene.motion = (cd_vec){0, -1, 0}, s.expected = (cd_vec){0, 0, 0}, s.active = 2;
    s.name = "seam, fallen on: no way through the crack";
    verify_named(&s);

    s = begin("step", 2, (cd_vec){1, -1, 0}, (cd_vec){0, 0, 0}, 2);
    ADD(&s.scene, PY);
    ADD(&s.scene, NX);
    verify_named(&s);

    s = begin("wall on a seam", 2, (cd_vec){1, -0.5, 0}, (cd_vec){0, 0, 0}, 3);
    ADD(&s.scene, PX, PY);
    ADD(&s.scene, NX, PY);
    ADD(&s.scene, NX);
    verify_named(&s);

    s = begin("corner of one", 2, (cd_vec){1, -1, 0}, (cd_vec){1, -1, 0}, 0);
    ADD(&s.scene, PX, PY);
    verify_named(&s);

    s = begin("enclosed by three", 2, (cd_vec){0.3, -1, 0}, (cd_vec){0, 0, 0}, 1);
    ADD(&s.scene, {0.6, 0.8, 0});
    ADD(&s.scene, {-0.6, 0.8, 0});
    ADD(&s.scene, NY);
    s.active = 2;
    verify_named(&s);

    s = begin("slot between two walls", 2, (cd_vec){0.5, -1, 0}, (cd_vec){0, -1, 0}, 1);
    ADD(&s.scene, PX);
    ADD(&s.scene, NX);
    verify_named(&s);
    ADD(&s.scene, NX, PY); // the upper corner of a tile in the wall
    s.active = 2;
    verify_named(&s);
    ADD(&s.scene, PY);
    s.expected = (cd_vec){0, 0, 0}, s.active = 3, s.name = "bottom of a slot";
    verify_named(&s);

    s = begin("same obstacle twice", 2, (cd_vec){1, -1, 0}, (cd_vec){1, 0, 0}, 3);
    ADD(&s.scene, PY);
    ADD(&s.scene, PY, PY);
    ADD(&s.scene, PY);
    verify_named(&s);

    s = begin("an obstacle without thickness, both sides", 2, (cd_vec){1, -1, 0},
              (cd_vec){1, -1, 0}, 0);
    ADD(&s.scene, PY, NY);
    verify_named(&s);

    s = begin("no obstacle", 2, (cd_vec){1, -1, 0}, (cd_vec){1, -1, 0}, 0);
    verify_named(&s);
}

static void places_in_space(void) {
    named_scene s = begin("four tiles", 3, (cd_vec){1, -1, 0.5}, (cd_vec){1, 0, 0.5}, 1);
    ADD(&s.scene, PY, PX, PZ);
    ADD(&s.scene, PY, PX, NZ);
    ADD(&s.scene, PY, NX, PZ);
    ADD(&s.scene, PY, NX, NZ);
    verify_named(&s);
    s.scene.motion = (cd_vec){0, -1, 0}, s.expected = (cd_vec){0, 0, 0}, s.active = 4;
    s.name = "four tiles, fallen on";
    verify_named(&s);

    s = begin("T-joint", 3, (cd_vec){1, -1, 0.5}, (cd_vec){1, 0, 0.5}, 1);
    ADD(&s.scene, PY, PX);
    ADD(&s.scene, PY, NX, PZ);
    ADD(&s.scene, PY, NX, NZ);
    verify_named(&s);

    s = begin("edge of two walls and a floor", 3, (cd_vec){1, -1, 1}, (cd_vec){0, 0, 1}, 2);
    ADD(&s.scene, PY);
    ADD(&s.scene, NX);
    verify_named(&s);
    ADD(&s.scene, NZ);
    s.expected = (cd_vec){0, 0, 0}, s.active = 3, s.name = "corner of three";
    verify_named(&s);

    s = begin("groove of a roof turned over", 3, (cd_vec){0.1, -1, 0.7}, (cd_vec){0, 0, 0.7}, 2);
    ADD(&s.scene, {0.6, 0.8, 0});
    ADD(&s.scene, {-0.6, 0.8, 0});
    verify_named(&s);

    s = begin("slot between two walls on a seam", 3, (cd_vec){0.5, -1, 1}, (cd_vec){0, 0, 1}, 1);
    ADD(&s.scene, PX);
    ADD(&s.scene, NX);
    ADD(&s.scene, PY, PZ);
    ADD(&s.scene, PY, NZ);
    s.active = 2;
    verify_named(&s);

    s = begin("shaft of four walls", 3, (cd_vec){0.5, -1, 1}, (cd_vec){0, -1, 0}, 2);
    ADD(&s.scene, PX);
    ADD(&s.scene, NX);
    ADD(&s.scene, PZ);
    ADD(&s.scene, NZ);
    verify_named(&s);
    ADD(&s.scene, PY);
    ADD(&s.scene, NY);
    s.expected = (cd_vec){0, 0, 0}, s.active = 3, s.name = "closed on all sides";
    verify_named(&s);
}

// More tiles and more normals than there is room for: the floor still holds.
static void full_cones(void) {
    static cd_free_cone cone;
    for (int n = 0; n < 500; n++) {
        seed(n);
        cd_vec motion = cd_normalized((cd_vec){range(-1, 1), -0.5, range(-1, 1)}, (cd_vec){0});
        cd_free_cone_start(&cone, 3, motion, rounding, 0);
        for (int i = 0; i < 60; i++) { // sectors around a point, without an order
            double at = (i * 37 % 60) * 0.10471975511965977, next = at + 0.10471975511965977;
            cd_vec normals[24] = {PY, {-sin(at), 0, cos(at)}, {sin(next), 0, -cos(next)}};
            for (int k = 3; k < 24; k++) { // those of chamfers
                cd_vec m = cd_scale(normals[0], unit());
                m = cd_add_scaled(cd_add_scaled(m, unit(), normals[1]), unit(), normals[2]);
                normals[k] = cd_normalized(m, m);
            }
            cd_free_cone_add(&cone, normals, 24, NULL);
        }
        cd_vec v = cd_free_cone_project(&cone);
        check_case(fabs(v.y) <= 1e-15 && fabs(v.x - motion.x) <= 1e-15, "sixty tiles", n);
    }
}

// One obstacle with more normals than there is room for: those of least approach are kept, along
// the first of which the motion slides.
static void full_groups(void) {
    static cd_free_cone cone;
    int slides = 0;
    for (int n = 0; n < 500; n++) {
        seed(n);
        int dim = 2 + n % 2, count = CD_CONE_NORMALS + 1 + n % 30, best = 0;
        cd_vec motion = vector(dim, 1), normals[2 * CD_CONE_NORMALS];
        for (int i = 0; i < count; i++) {
            normals[i] = vector(dim, 1);
            if (n % 4 < 2 && cd_dot(normals[i], motion) > 0) // all are approached
                normals[i] = cd_negate(normals[i]);
            normals[i] = cd_normalized(normals[i], (cd_vec)PY);
            best = cd_dot(normals[i], motion) > cd_dot(normals[best], motion) ? i : best;
        }
        cd_free_cone_start(&cone, dim, motion, rounding, 0);
        cd_free_cone_add(&cone, normals, count, NULL);
        bool is_free = cd_dot(normals[best], motion) >= 0;
        cd_vec expected = is_free ? motion : cd_slide(motion, normals[best]);
        cd_vec off = cd_sub(cd_free_cone_project(&cone), expected);
        check_case(cd_max_abs(off) <= 1e-15, "the normal of least approach", n);
        check_case(isfinite(cd_free_cone_rank(&cone, normals[best])) == !is_free, "rests", n);
        check_case(cd_free_cone_active(&cone, normals, count) == (is_free ? -1 : best), "active",
                   n);
        slides += !is_free;
    }
    CHECK(slides > 200 && slides < 500);
}

// More walls than there is room for, no two of which have a normal in common: those give way that
// the motion leads away from most.
static void walls_that_give_way(void) {
    static cd_free_cone cone;
    for (int n = 0; n < 200; n++) {
        seed(n);
        int dim = 2 + n % 2;
        cd_vec wall = {0, 1, 0}, motion = {1, -1, 0};
        cd_free_cone_start(&cone, dim, motion, rounding, 0);
        for (int i = 0; i < 3 * CD_CONE_GROUPS; i++) {
            cd_vec away = {1, range(0, 0.5), dim == 3 ? range(-0.5, 0.5) : 0};
            cd_vec one = i == n % 40 ? wall : cd_normalized(away, away);
            cd_free_cone_add(&cone, &one, 1, NULL);
        }
        cd_vec v = cd_free_cone_project(&cone);
        check_case(cd_max_abs(cd_sub(v, (cd_vec){1, 0, 0})) <= 1e-15, "a floor among walls", n);
        // What had no room still is one that v leads into, or not.
        cd_vec others[2] = {{-1, 0, 0}, {1, 0, 0}};
        check_case(cd_free_cone_active(&cone, &others[0], 1) == 0, "a wall ahead", n);
        check_case(cd_free_cone_active(&cone, &others[1], 1) == -1, "a wall behind", n);
        cd_vec along = {0, -1, 0}; // as a ceiling, which v slides along
        check_case(cd_free_cone_active(&cone, &along, 1) == -1, "a wall beside", n);
    }
}

// Obstacles that leave so many cells that the search ends before it has seen all: what it found is
// free.
static void searches_that_end_early(void) {
    enum { NORMALS = 4 };
    static cd_free_cone cone;
    int turned = 0;
    for (int n = 0; n < 40; n++) {
        seed(n);
        cd_vec groups[CD_CONE_GROUPS][NORMALS], motion = {0, -1, 0};
        cd_free_cone_start(&cone, 3, motion, rounding, 0);
        for (int i = 0; i < CD_CONE_GROUPS; i++) {
            for (int k = 0; k < NORMALS; k++)
                groups[i][k] = cd_normalized(vector(3, 1), (cd_vec)PY);
            cd_free_cone_add(&cone, groups[i], NORMALS, NULL);
        }
        cd_vec v = cd_free_cone_project(&cone);
        turned += !cd_is_zero(v) && !cd_equal(v, motion);
        for (int i = 0; i < CD_CONE_GROUPS; i++) {
            double most = -INFINITY;
            for (int k = 0; k < NORMALS; k++)
                most = cd_max(most, cd_dot(groups[i][k], v));
            check_case(most >= -4 * rounding, "free, though not all was searched", n);
        }
    }
    CHECK(turned > 10);
}

int main(void) {
    random_scenes();
    places_in_the_plane();
    places_in_space();
    full_cones();
    full_groups();
    walls_that_give_way();
    searches_that_end_early();
    return failures > 0;
}

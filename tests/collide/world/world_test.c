// The pairs and queries of a world are those of brute force, over layouts on which broad phases
// break: one size and three decades of sizes, clusters, all in one line or one place, far from the
// origin, extreme scales, planes and lines, groups and masks, bodies that come and go. Guarded by
// the share of queries with a result; memory may run out at any allocation.
#include "allocator.h"
#include "cases.h"
#include "check.h"
#include "collide/shape/set.h"
#include "collide/world/body/state.h"
#include "collide/world/motion/touch_contact.h"
#include "pairs.h"
#include "random.h"

#include <string.h>

// ---------------------------------------------------------------------------------------- layouts

typedef enum {
    UNIFORM,
    DECADES,
    CLUSTERS,
    LINE,
    DIAGONAL,
    LATTICE,
    ONE_PLACE,
    FAR_AWAY,
    HUGE_SCALE,
    TINY_SCALE,
    POINTS,
    LAYOUTS
} layout;

static const cd_vec diagonal = {1, 1, 1};

/// The position of body i of `count`, and a size at which about one other body overlaps it.
static cd_vec place(layout l, int dim, int i, int count, double *size) {
    double span = dim == 3 ? 1.3 * cbrt(count) : 1.3 * sqrt(count);
    cd_vec p = vector(dim, span), along = dim == 3 ? diagonal : (cd_vec){1, 1, 0};
    *size = 0.6;
    switch (l) {
    case DECADES:
        *size = 0.9 * pow(10, -3 * unit());
        return p;
    case CLUSTERS:
        return cd_add(cd_scale(p, 0.3), cd_scale((cd_vec){17, -5, dim == 3}, 1e4 * (i % 5)));
    case LINE:
        return (cd_vec){range(-count, count), 0.1, 0};
    case DIAGONAL:
        return cd_scale(along, range(-count, count) / 2);
    case LATTICE: // many touch exactly
        *size = 2;
        return (cd_vec){4 * round(p.x / 4), 4 * round(p.y / 4), 4 * round(p.z / 4)};
    case ONE_PLACE:
        return cd_scale(along, 7);
    case FAR_AWAY:
        return cd_add(p, cd_scale(along, 1e15));
    case HUGE_SCALE:
        *size = 6e9;
        return cd_scale(p, 1e10);
    case TINY_SCALE:
        *size = 0.6e-15;
        return cd_scale(p, 1e-15);
    case POINTS:
        *size = 0;
        return (cd_vec){round(p.x), round(p.y), round(p.z)};
    default:
        return p;
    }
}

static cd_shape some_shape(int dim, cd_vec p, double size, bool mixed) {
    cd_vec half = {size, 0.5 * size, dim == 3 ? 0.7 * size : 0};
    switch (mixed ? (int)(5 * unit()) : 0) {
    case 1:
        return cd_capsule(dim, p, cd_add(p, half), 0.5 * size);
    case 2:
        return cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
    case 3:
        return dim == 2 ? cd_box2(p, half, range(-3, 3), 0)
                        : cd_box(p, half, cd_quat_from_axis(diagonal, range(-3, 3)), 0.2 * size);
    case 4:
        return cd_triangle(dim, p, cd_add(p, cd_perp(half)), cd_sub(p, half), 0);
    default:
        return cd_sphere(dim, p, size);
    }
}

static cd_body some_body(layout l, int dim, int i, int count, bool mixed) {
    double size;
    cd_vec p = place(l, dim, i, count, &size);
    cd_shape shape = some_shape(dim, p, size, mixed);
    if (mixed && i % 41 == 7)
        shape = cd_plane_through(dim, (cd_vec){1, range(1, 2), 0}, p);
    if (mixed && i % 41 == 9)
        shape = cd_line(dim, p, (cd_vec){1, range(-2, 2), 0}, size);
    cd_body body = cd_body_of(&shape);
    if (mixed && i % 3 == 0)
        body.group = 1u << i % 4;
    if (mixed && i % 5 == 0)
        body.mask = 1u + (unsigned)i % 7;
    return body;
}

// ------------------------------------------------------------------------------------------ pairs

/// Asserts that the pairs of the world are all pairs that overlap, in order; returns their number.
static int check_pairs(cd_world *w, const char *what, int n) {
    int count;
    const cd_pair *pairs = cd_world_pairs(w, &count);
    check(pairs && are_all(w, pairs, count), what, __FILE__, n);
    return count;
}

static void pairs_are_those_of_brute_force(void) {
    int total[LAYOUTS] = {0};
    for (int n = 0; n < LAYOUTS * 12; n++) {
        layout l = (layout)(n % LAYOUTS);
        int dim = 2 + n / LAYOUTS % 2,
            count = (const int[]){1, 40, 60 + cases(240)}[n / LAYOUTS / 2 % 3];
        bool mixed = n / LAYOUTS / 6 == 1;
        if (l == ONE_PLACE && count > 40)
            count = 60;
        seed(n);
        cd_world *w = cd_world_new(dim, memory);
        for (int i = 0; i < count; i++) {
            cd_body body = some_body(l, dim, i, count, mixed);
            CHECK(cd_body_error(&body) == NULL);
            CHECK(cd_world_add(w, &body) == i);
        }
        total[l] += check_pairs(w, "all pairs", n);
        cd_world_free(w);
        CHECK(held == 0);
    }
    for (int l = 0; l < LAYOUTS; l++)
        CHECK(total[l] > 100);
}

// Spheres that just overlap in every direction, also through the corners of cells, wherever these
// lie.
static void neighbours_in_all_directions_are_pairs(void) {
    for (int n = 0; n < 40; n++) {
        seed(n);
        cd_world *w = cd_world_new(3, memory);
        int placed = 0, count;
        for (int k = 0; k < 27; k++) {
            cd_vec way = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1}, at = vector(3, 1);
            cd_vec middle = cd_add(at, cd_scale((cd_vec){k % 3, k / 3 % 3, k / 9}, 10));
            for (int i = 0; i < 2; i++) {
                double along = i * 1.9 / cd_max(1, cd_length(way));
                cd_shape ball = cd_sphere(3, cd_add_scaled(middle, along, way), 1);
                cd_body body = cd_body_of(&ball);
                cd_world_add(w, &body);
            }
            placed++;
        }
        cd_world_pairs(w, &count);
        check_case(count == placed, "pairs in all directions", n);
        cd_world_free(w);
    }
}

// ---------------------------------------------------------------------------------------- queries

static bool seen(const cd_body *body, uint32_t mask) { return (body->group & mask) != 0; }

static int together; // hits of several bodies that touch at one place

static bool same_hit(const cd_hit *a, const cd_hit *b) {
    return a->t == b->t && cd_equal(a->normal, b->normal) && cd_equal(a->point, b->point) &&
           a->enter == b->enter && a->exit == b->exit;
}

/// The rank of each slot in the order of bodies.
static int rank[1000];

static void see_order(const cd_world *w) {
    int count = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i))
        rank[i] = count++;
}

// Whether the first hit of a world is that of the body that is hit first. Where several touch then,
// it is one of theirs, and its normal is that of all of them together.
static bool is_first(const cd_world *w, const cd_shape *shape, cd_vec motion, uint32_t mask,
                     int found, const cd_hit *hit, int first, const cd_hit *first_hit) {
    if (found == first && (found < 0 || same_hit(hit, first_hit)))
        return true;
    if (found < 0 || first < 0 || hit->t != first_hit->t ||
        !(fabs(cd_length(hit->normal) - 1) <= 1e-15))
        return false;
    int touching = 0;
    bool found_touches = false;
    cd_shape there = *shape;
    cd_shape_move(&there, cd_scale(motion, hit->t));
    double near =
        1e-13 * cd_max(cd_set_largest_coordinate(shape), cd_set_largest_coordinate(&there));
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        bool touches = seen(body, mask) && cd_distance(&there, &body->shape) <= near;
        touching += touches;
        found_touches |= touches && i == found;
    }
    together++;
    return found_touches && touching > 1;
}

static int check_ray(const cd_world *w, cd_vec o, cd_vec d, double tmax, uint32_t mask, int n) {
    cd_hit hit, first_hit = {0};
    static cd_body_hit all[1000];
    int first = -1, count = 0;
    see_order(w);
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (!seen(body, mask) || !cd_raycast(o, d, &body->shape, tmax, &hit))
            continue;
        count++;
        if (first < 0 || hit.t < first_hit.t)
            first = i, first_hit = hit;
    }
    int found = cd_world_raycast(w, o, d, tmax, mask, &hit);
    cd_shape point = cd_point(w->dim, o);
    check(is_first(w, &point, d, mask, found, &hit, first, &first_hit), "first hit", __FILE__, n);
    first_hit = hit;
    check(cd_world_raycast_all(w, o, d, tmax, mask, all, 1000) == count, "all hits", __FILE__, n);
    CHECK(count == 0 || (all[0].slot == found && same_hit(&all[0].hit, &first_hit)));
    for (int i = 1; i < count; i++) {
        const cd_body *body = cd_world_body(w, all[i].slot);
        CHECK(cd_raycast(o, d, &body->shape, tmax, &hit) && same_hit(&hit, &all[i].hit));
        CHECK(all[i - 1].hit.t < all[i].hit.t ||
              (all[i - 1].hit.t == all[i].hit.t &&
               (i == 1 || rank[all[i - 1].slot] < rank[all[i].slot])));
    }
    return count > 0;
}

static int check_cast(const cd_world *w, const cd_shape *shape, cd_vec motion, uint32_t mask,
                      int n) {
    cd_hit hit, first_hit = {0};
    const cd_vec rest = {0, 0, 0};
    int first = -1;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (seen(body, mask) && cd_shapecast(shape, motion, &body->shape, rest, &hit) &&
            (first < 0 || hit.t < first_hit.t))
            first = i, first_hit = hit;
    }
    int found = cd_world_shapecast(w, shape, motion, mask, -1, &hit);
    check(is_first(w, shape, motion, mask, found, &hit, first, &first_hit), "first cast", __FILE__,
          n);
    return found >= 0;
}

static int check_overlap(const cd_world *w, const cd_shape *shape, uint32_t mask, int n) {
    static int slots[1000];
    int count = cd_world_overlap(w, shape, mask, -1, slots, 1000), k = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (!seen(body, mask) || !cd_overlap(shape, &body->shape))
            continue;
        check(k < count && slots[k] == i, "overlap", __FILE__, n);
        k++;
    }
    check(k == count, "overlaps", __FILE__, n);
    return count > 0;
}

static void check_nearest(const cd_world *w, cd_vec p, uint32_t mask, int n) {
    cd_near near[9];
    see_order(w);
    cd_shape point = cd_point(cd_world_dim(w), p);
    int count = cd_world_nearest(w, &point, 9, mask, -1, near), all = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (!seen(body, mask))
            continue;
        all++;
        double distance = cd_distance(&point, &body->shape);
        int at = 0;
        while (at < count && (near[at].distance < distance ||
                              (near[at].distance == distance && rank[near[at].slot] < rank[i])))
            at++;
        if (at < count)
            check(near[at].slot == i && near[at].distance == distance, "nearest", __FILE__, n);
    }
    check(count == (all < 9 ? all : 9), "as many as there are", __FILE__, n);
}

/// Asserts that what touches a body is all that it collides with and touches; returns how many.
static int check_touching(const cd_world *w, int slot, int n) {
    int found[300], count = cd_world_touching(w, slot, found, 300), k = 0;
    const cd_body *body = cd_world_body(w, slot);
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *other = cd_world_body(w, i);
        if (i != slot && (body->group & other->mask) && (other->group & body->mask) &&
            cd_bodies_touch(w, cd_slots(w)[slot], cd_slots(w)[i])) {
            check(k < count && found[k] == i, "touching", __FILE__, n);
            k++;
        }
    }
    check(k == count, "all that touch", __FILE__, n);
    return count > 0;
}

// Rays that touch boxes in a corner only, near the origin and far away: rounding in the bounding
// spheres must not hide the touch.
static void corners_are_touched(void) {
    int touched = 0;
    const int corners = cases(20000);
    for (int n = 0; n < corners; n++) {
        seed(n);
        int dim = 2 + n % 2;
        cd_vec corner = vector(dim, n % 4 < 2 ? 1 : 1e6), s = {1, 1, dim - 2};
        cd_vec other = cd_add_scaled(corner, range(0.1, 1), s), d = {1, -1, 0};
        cd_shape box = cd_aabb(dim, corner, other);
        cd_body body = cd_body_of(&box);
        cd_world *w = cd_world_new(dim, memory);
        cd_world_add(w, &body);
        CHECK(cd_world_update(w));
        touched += check_ray(w, cd_add_scaled(corner, -4, d), d, INFINITY, UINT32_MAX, n);
        cd_world_free(w);
    }
    CHECK(touched > corners / 2 && held == 0);
}

// The queries of a world are those of its bodies, one by one.
static void queries_are_those_of_brute_force(void) {
    int rays = 0, casts = 0, overlaps = 0, touching = 0, asked = 0;
    for (int n = 0; n < LAYOUTS * 12; n++) {
        layout l = (layout)(n % LAYOUTS);
        int dim = 2 + n / LAYOUTS % 2,
            count = (const int[]){1, 40, 60 + cases(240)}[n / LAYOUTS / 2 % 3];
        bool mixed = n / LAYOUTS / 6 == 1;
        seed(n + 1000);
        cd_world *w = cd_world_new(dim, memory);
        for (int i = 0; i < count; i++) {
            cd_body body = some_body(l, dim, i, count, mixed);
            if (i % 2)
                body.mass = 1;
            cd_world_add(w, &body);
        }
        for (int k = 0; k < 40; k++) {
            CHECK(cd_world_update(w));
            double size, scale = l == HUGE_SCALE ? 1e10 : l == TINY_SCALE ? 1e-15 : 1;
            cd_vec from = place(l, dim, k, count, &size), to = place(l, dim, k + 1, count, &size);
            from = cd_add(from, vector(dim, (k % 3) * scale));
            cd_vec d = k % 8 == 7 ? (cd_vec){0, scale, 0} : cd_sub(to, from);
            uint32_t mask = k % 4 == 3 ? 2 : UINT32_MAX;
            cd_vec away = cd_add_scaled(from, k % 5 == 0 ? -1e6 : -1, d);
            rays += check_ray(w, away, d, k % 2 ? INFINITY : 1.5, mask, n);
            check_ray(w, from, (cd_vec){0, 0, 0}, 1, mask, n);
            cd_shape shape = some_shape(dim, from, size, k % 2);
            if (k == 20)
                shape = cd_plane(dim, (cd_vec){1, 2, 0}, -3 * scale);
            if (k == 21)
                shape = cd_line(dim, from, (cd_vec){1, 2, 0}, size);
            if (k == 23) // by a mask
                shape = cd_line(dim, from, d, size);
            casts += check_cast(w, &shape, k % 9 == 5 ? (cd_vec){0, 0, 0} : d, mask, n);
            overlaps += check_overlap(w, &shape, mask, n);
            check_nearest(w, k % 6 == 0 ? away : from, mask, n);
            check_nearest(w, cd_add_scaled(from, cd_min(1e14, 1e18 / cd_max_abs(d)), d), mask, n);
            touching += k % 10 == 0 ? check_touching(w, k % count, n) : 0;
            asked++;
            int moved = k % count; // some change their position, some their tree
            cd_body body = *cd_world_body(w, moved);
            if (k % 7 == 0)
                body.velocity = k % 2 ? d : (cd_vec){0, 0, 0};
            cd_world_set(w, moved, &body);
            cd_world_move(w, (moved + 1) % count, vector(dim, scale));
        }
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(rays > asked / 4 && rays < asked);
    CHECK(casts > asked / 4 && casts < asked);
    CHECK(overlaps > asked / 4 && overlaps < asked);
    CHECK(touching > asked / 40 && touching < asked);
}

// Shapes no larger than the bodies, and spheres that exactly touch one.
static void overlaps_of_small_shapes_are_those_of_brute_force(void) {
    int overlaps = 0, asked = 0;
    for (int n = 0; n < LAYOUTS * 8; n++) {
        layout l = (layout)(n % LAYOUTS);
        int dim = 2 + n / LAYOUTS % 2, count = n / LAYOUTS % 4 < 2 ? 180 + cases(720) : 70;
        bool mixed = n / LAYOUTS >= 4;
        seed(n + 5000);
        cd_world *w = cd_world_new(dim, memory);
        for (int i = 0; i < count; i++) {
            cd_body body = some_body(l, dim, i, count, mixed);
            body.mass = l % 2 ? 1 : INFINITY;
            cd_world_add(w, &body);
        }
        CHECK(cd_world_update(w));
        for (int k = 0; k < 200; k++) {
            double size;
            cd_vec at = place(l, dim, k, count, &size);
            if (k % 4 == 1)
                at = cd_add(at, vector(dim, 1000 * size));
            if (k % 4 == 2) { // exactly as far from the centre of a body as both radii reach
                const cd_shape *body = &cd_world_body(w, k % count)->shape;
                if (body->kind == CD_SPHERE)
                    at = cd_add(body->as.center, (cd_vec){body->radius + size, 0, 0});
            }
            cd_shape shape =
                some_shape(dim, at, size * (k % 3 ? 1 : range(0, 1.5)), mixed && k % 4 != 2);
            overlaps += check_overlap(w, &shape, k % 7 == 3 ? 2 : UINT32_MAX, n);
            asked++;
        }
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(overlaps > asked / 4 && overlaps < asked);
}

// A hundred times as many bodies as the queries above find, so that they are tested in portions.
static void an_overlap_finds_all_of_many(void) {
    enum { MANY = 5000 };
    static int found[MANY];
    cd_world *w = cd_world_new(3, memory);
    for (int i = 0; i < MANY; i++) {
        cd_shape point = cd_point(3, (cd_vec){i % 20, i / 20 % 20, i / 400});
        cd_body body = cd_body_of(&point);
        cd_world_add(w, &body);
    }
    CHECK(cd_world_update(w));
    for (int k = 1; k <= 20; k++) {
        cd_shape box = cd_aabb(3, (cd_vec){0, 0, 0}, (cd_vec){k - 1, 19, 12});
        int count = cd_world_overlap(w, &box, UINT32_MAX, -1, found, MANY);
        CHECK(count == MANY / 20 * k);
        for (int i = 1; i < count && i < MANY; i++)
            CHECK(found[i - 1] < found[i]);
    }
    cd_world_free(w);
}

// The pair grid reads the size of a body from the bits of a double.
static void a_radius_of_minus_zero_is_zero(void) {
    cd_world *w = cd_world_new(3, memory);
    for (int i = 0; i < 3; i++) {
        cd_shape sphere = cd_sphere(3, (cd_vec){2 * (i % 2), 0, 0}, i == 0 ? -0.0 : 0.5);
        cd_body body = cd_body_of(&sphere);
        CHECK(cd_body_error(&body) == NULL && cd_world_add(w, &body) == i);
    }
    int count;
    const cd_pair *pairs = cd_world_pairs(w, &count);
    CHECK(count == 1 && pairs[0].a == 0 && pairs[0].b == 2);
    cd_world_free(w);
    CHECK(held == 0);
}

// Slots are used again, and bodies stay in the order in which they were added.
static void bodies_come_and_go(void) {
    seed(1);
    cd_world *w = cd_world_new(3, memory);
    int order[400], count = 0, pairs = 0;
    for (int n = 0; n < 4000; n++) {
        if (count < 400 && unit() < (n < 2000 ? 0.7 : 0.3)) {
            cd_body body = some_body(UNIFORM, 3, n, 200, true);
            order[count] = cd_world_add(w, &body);
            CHECK(order[count++] < 400);
        } else if (count > 0) {
            int k = (int)(unit() * count), moved = (int)(unit() * count);
            cd_world_move(w, order[moved], vector(3, 1));
            cd_world_remove(w, order[k]);
            memmove(&order[k], &order[k + 1], (size_t)(--count - k) * sizeof *order);
        }
        CHECK(cd_world_count(w) == count);
        if (n % 100 != 0)
            continue;
        int i = 0;
        for (int slot = cd_world_next(w, -1); slot >= 0; slot = cd_world_next(w, slot))
            CHECK(i < count && slot == order[i++]);
        CHECK(i == count);
        pairs += check_pairs(w, "pairs of those that are there", n);
        CHECK(cd_world_update(w));
        check_ray(w, vector(3, 9), vector(3, 1), INFINITY, UINT32_MAX, n);
        check_nearest(w, vector(3, 9), UINT32_MAX, n);
    }
    CHECK(pairs > 1000);
    cd_world_free(w);
    CHECK(held == 0);
}

static void invalid_bodies_are_told(void) {
    cd_shape ball = cd_sphere(3, (cd_vec){0, 0, 0}, 1);
    cd_body good = cd_body_of(&ball), body = good;
    CHECK(cd_body_error(&body) == NULL);
    body.mass = 0;
    CHECK(strcmp(cd_body_error(&body), "mass must be > 0") == 0);
    body.mass = NAN;
    CHECK(cd_body_error(&body) != NULL);
    body.mass = 1e-310;
    CHECK(strcmp(cd_body_error(&body), "mass must have a finite inverse") == 0);
    body = good;
    body.velocity.x = INFINITY;
    CHECK(strcmp(cd_body_error(&body), "velocity must be finite") == 0);
    body.velocity.x = CD_LARGEST;
    CHECK(cd_body_error(&body) == NULL);
    body.velocity.x = nextafter(CD_LARGEST, INFINITY);
    CHECK(strcmp(cd_body_error(&body), "velocity must be at most 2^64 (1.8e19)") == 0);
    body = good;
    body.restitution = 1.5;
    CHECK(strcmp(cd_body_error(&body), "restitution must be 0 to 1") == 0);
    body.restitution = -0.5;
    CHECK(strcmp(cd_body_error(&body), "restitution must be 0 to 1") == 0);
    body = good;
    body.shape.radius = -1;
    CHECK(strncmp(cd_body_error(&body), "radius", 6) == 0);
}

// What a caller may get wrong changes nothing: a body of another dimension, a step that is none.
static void mistakes_are_refused(void) {
    cd_world_free(NULL);
    cd_world *w = cd_world_new(3, memory);
    const cd_shape ball = cd_sphere(3, (cd_vec){0, 5, 0}, 1),
                   disc = cd_sphere(2, ball.as.center, 1);
    cd_body good = cd_body_of(&ball), flat = cd_body_of(&disc);
    good.mass = flat.mass = 1;
    good.velocity.x = flat.velocity.x = 1;
    CHECK(cd_world_add(w, &flat) == -1 && cd_world_count(w) == 0);
    const int slot = cd_world_add(w, &good);
    CHECK(!cd_world_set(w, slot, &flat) && cd_world_body(w, slot)->shape.dim == 3);
    static const double wrong[] = {-1, NAN, INFINITY, 2 * CD_LARGEST};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!cd_world_begin_step(w, wrong[i]) && !cd_world_step_failed(w));
    CHECK(cd_equal(cd_world_body(w, slot)->shape.as.center, ball.as.center));
    CHECK(cd_world_begin_step(w, 1));
    cd_world_end_step(w);
    CHECK(cd_world_begin_step(w, CD_LARGEST));
    CHECK(cd_world_set(w, slot, &good));
    cd_world_free(w);
    CHECK(held == 0);
}

// Whenever memory runs out, the world reports it, loses nothing, and goes on once there is memory.
static void memory_may_end(void) {
    int refused = 0;
    for (int n = 0; n < 80; n++) {
        seed(5);
        allocations_left = n;
        cd_world *w = cd_world_new(3, memory);
        int added = 0;
        for (int i = 0; w && i < 100; i++) {
            cd_body body = some_body(UNIFORM, 3, i, 100, true);
            added += cd_world_add(w, &body) >= 0;
        }
        int count;
        refused += w && added == 100 && cd_world_pairs(w, &count) == NULL;
        refused += w && added == 100 && !cd_world_update(w);
        allocations_left = -1;
        if (w) {
            CHECK(cd_world_count(w) == added);
            CHECK(cd_world_memory(w) == held);
            check_pairs(w, "pairs after memory ended", n);
            CHECK(cd_world_update(w));
            check_ray(w, vector(3, 9), vector(3, 1), INFINITY, UINT32_MAX, n);
            cd_world_free(w);
        }
        CHECK(held == 0);
    }
    CHECK(refused > 3);
}

static void a_million_bodies_are_no_matter(void) {
    const int side = 40 + cases(60), number = side * side * side;
    cd_world *w = cd_world_new(3, memory);
    for (int i = 0; i < number; i++) { // the balls of a row touch each other
        cd_vec p = {i % side, 2 * (i / side % side), 2 * (i / side / side)};
        cd_shape ball = cd_sphere(3, p, 0.5);
        cd_body body = cd_body_of(&ball);
        CHECK(cd_world_add(w, &body) == i);
    }
    int count;
    cd_hit hit;
    CHECK(cd_world_pairs(w, &count) != NULL && count == number / side * (side - 1));
    CHECK(cd_world_update(w));
    CHECK(cd_world_raycast(w, (cd_vec){-9, 40, 60}, (cd_vec){1, 0, 0}, INFINITY, 1, &hit) ==
          (30 * side + 20) * side);
    for (int i = 0; i < number; i++)
        cd_world_remove(w, i);
    CHECK(cd_world_count(w) == 0 && cd_world_next(w, -1) == -1);
    cd_world_free(w);
}

int main(void) {
    a_million_bodies_are_no_matter();
    pairs_are_those_of_brute_force();
    neighbours_in_all_directions_are_pairs();
    queries_are_those_of_brute_force();
    corners_are_touched();
    overlaps_of_small_shapes_are_those_of_brute_force();
    an_overlap_finds_all_of_many();
    a_radius_of_minus_zero_is_zero();
    bodies_come_and_go();
    invalid_bodies_are_told();
    mistakes_are_refused();
    memory_may_end();
    if (failures == 0)
        printf("world: all passed\n");
    return failures != 0;
}

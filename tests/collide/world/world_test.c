// The pairs and queries of a world are those of brute force, over layouts on which broad phases
// break: one size and three decades of sizes, clusters, all in one line or one place, far from the
// origin, extreme scales, planes and lines, groups and masks, bodies that come and go. Guarded by
// the share of queries with a result; memory may run out at any allocation.
#include "allocator.h"
#include "brute_force.h"
#include "cases.h"
#include "check.h"
#include "collide/world/body/state.h"
#include "layouts.h"
#include "random.h"

#include <string.h>

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
        touched += check_ray(w, cd_add_scaled(corner, -4, d), d, INFINITY, all_bodies, n);
        cd_world_free(w);
    }
    CHECK(touched > corners / 2 && held == 0);
}

static int any_slot(const cd_world *w) {
    int slot = cd_world_next(w, -1);
    for (int k = (int)(unit() * cd_world_count(w)); k > 0; k--)
        slot = cd_world_next(w, slot);
    return slot;
}

/// How many queries were made, and of each kind how many found something.
typedef struct {
    int all, rays, casts, overlaps, touching;
} asked_queries;

/// Queries of all kinds, of which k is the number, of a world of about `count` bodies; some rays
/// come from so many times their length.
static void ask(const cd_world *w, layout l, int count, int k, int n, double far,
                asked_queries *a) {
    const int dim = cd_world_dim(w);
    double size, scale = l == HUGE_SCALE ? 1e10 : l == TINY_SCALE ? 1e-15 : 1;
    cd_vec from = place(l, dim, k, count, &size), to = place(l, dim, k + 1, count, &size);
    from = cd_add(from, vector(dim, (k % 3) * scale));
    const cd_vec d = k % 8 == 7 ? (cd_vec){0, scale, 0} : cd_sub(to, from);
    const filter f = {k % 4 == 3 ? 2 : UINT32_MAX, -1};
    const cd_vec away = cd_add_scaled(from, k % 5 == 0 ? -far : -1, d);
    a->rays += check_ray(w, away, d, k % 2 ? INFINITY : 1.5, f, n);
    check_ray(w, from, (cd_vec){0, 0, 0}, 1, f, n);
    cd_shape shape = some_shape(dim, from, size, k % 2);
    if (k == 20)
        shape = cd_plane(dim, (cd_vec){1, 2, 0}, -3 * scale);
    if (k == 21)
        shape = cd_line(dim, from, (cd_vec){1, 2, 0}, size);
    if (k == 23) // by a mask
        shape = cd_line(dim, from, d, size);
    filter own = f;
    if (k % 6 == 2) { // a body asks
        own.except = any_slot(w);
        shape = cd_world_body(w, own.except)->shape;
    }
    a->casts += check_cast(w, &shape, k % 9 == 5 ? (cd_vec){0, 0, 0} : d, own, n);
    a->overlaps += check_overlap(w, &shape, own, n);
    check_nearest(w, k % 6 == 0 ? away : from, own, n);
    check_nearest(w, cd_add_scaled(from, cd_min(1e14, 1e18 / cd_max_abs(d)), d), f, n);
    a->touching += k % 10 == 0 ? check_touching(w, any_slot(w), n) : 0;
    a->all++;
}

static void check_asked(const asked_queries *a) {
    CHECK(a->rays > a->all / 4 && a->rays < a->all);
    CHECK(a->casts > a->all / 4 && a->casts < a->all);
    CHECK(a->overlaps > a->all / 4 && a->overlaps < a->all);
    CHECK(a->touching > a->all / 40 && a->touching < a->all);
}

// The queries of a world are those of its bodies, one by one.
static void queries_are_those_of_brute_force(void) {
    asked_queries a = {0};
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
        CHECK(cd_world_update(w));
        for (int k = 0; k < 40; k++)
            ask(w, l, count, k, n, 1e6, &a);
        cd_world_free(w);
        CHECK(held == 0);
    }
    check_asked(&a);
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
            overlaps += check_overlap(w, &shape, (filter){k % 7 == 3 ? 2 : UINT32_MAX, -1}, n);
            asked++;
        }
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(overlaps > asked / 4 && overlaps < asked);
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

enum { ADDED, REMOVED, NUDGED, TELEPORTED, REPLACED, STARTED, CHANGES, MOST = 400, MANY = 60 };

/// The slots of the bodies in the order in which they were added, and how many changes there were.
typedef struct {
    int slots[MOST], count, changes[CHANGES];
} order;

/// Makes change i of a world; what is added lies as the layout says.
static void change(cd_world *w, layout l, int i, order *o) {
    const int dim = cd_world_dim(w), k = (int)(unit() * o->count), slot = o->slots[k];
    const double far = l == HUGE_SCALE ? 1e10 : l == TINY_SCALE ? 1e-15 : 1;
    int what = (int)(unit() * CHANGES);
    if (o->count == 0 || o->count == MOST - 1)
        what = o->count == 0 ? ADDED : REMOVED;
    o->changes[what]++;
    cd_body body = some_body(l, dim, i, MANY, true);
    body.mass = i % 2 ? 1 : INFINITY;
    switch (what) {
    case ADDED:
        o->slots[o->count] = cd_world_add(w, &body);
        CHECK(o->slots[o->count] >= 0 && o->slots[o->count++] < MOST);
        break;
    case REMOVED:
        cd_world_remove(w, slot);
        memmove(&o->slots[k], &o->slots[k + 1], (size_t)(--o->count - k) * sizeof *o->slots);
        break;
    case NUDGED:
        cd_world_move(w, slot, vector(dim, 0.1 * far));
        break;
    case TELEPORTED: // sometimes far out of what a tree can hold
        cd_world_move(w, slot, vector(dim, (i % 50 == 0 ? 1e4 : 10) * far));
        break;
    case REPLACED:
        CHECK(cd_world_set(w, slot, &body));
        break;
    case STARTED: // it may change its tree
        cd_world_set_velocity(w, slot, unit() < 0.5 ? vector(dim, far) : (cd_vec){0, 0, 0});
        break;
    }
}

// Slots are used again, bodies stay in the order in which they were added, and a world whose bodies
// change one by one or many at once answers as brute force does.
static void bodies_come_and_go(void) {
    asked_queries a = {0};
    int changes[CHANGES] = {0}, pairs = 0;
    for (int n = 0; n < LAYOUTS * 6; n++) {
        const layout l = (layout)(n % LAYOUTS);
        order o = {.count = 0};
        seed(n);
        const int dim = 2 + n / LAYOUTS % 2, begin = (const int[]){0, 20, 300}[n / LAYOUTS / 2];
        cd_world *w = cd_world_new(dim, memory);
        for (; o.count < begin; o.count++) {
            const cd_body body = some_body(l, dim, o.count, MANY, true);
            o.slots[o.count] = cd_world_add(w, &body);
        }
        for (int i = 0; i < cases(150); i++) {
            for (int k = i % 10 == 0 ? 40 : 1 + i % 3; k > 0; k--)
                change(w, l, i, &o);
            int k = 0;
            for (int slot = cd_world_next(w, -1); slot >= 0; slot = cd_world_next(w, slot))
                CHECK(k < o.count && slot == o.slots[k++]);
            CHECK(k == o.count && cd_world_count(w) == k && cd_world_update(w));
            if (i % 3 == 0 && o.count > 0)
                ask(w, l, MANY, i, n, 1, &a);
            if (i % 15 == 0)
                pairs += check_pairs(w, "pairs of those that are there", n);
        }
        for (int i = 0; i < CHANGES; i++)
            changes[i] += o.changes[i];
        cd_world_free(w);
        CHECK(held == 0);
    }
    check_asked(&a);
    CHECK(pairs > 1000);
    for (int i = 0; i < CHANGES; i++)
        CHECK(changes[i] > a.all / 4);
}

// Bodies come at one end of a line and go at the other, one by one; or all are in one place:
// neither the memory nor the tree grows.
static void a_procession_needs_no_more_memory(void) {
    for (int n = 0; n < 4; n++) {
        enum { LONG = 1500, PASS = 6000 };
        cd_world *w = cd_world_new(3, memory);
        static int slots[LONG];
        size_t most = 0;
        int deepest = 0;
        for (int i = 0; i < PASS; i++) {
            const double x = n % 2 ? 0 : n < 2 ? i : -i;
            const cd_shape ball = cd_sphere(3, (cd_vec){x, 0, 0}, 0.7);
            const cd_body body = cd_body_of(&ball);
            if (i >= LONG)
                cd_world_remove(w, slots[i % LONG]);
            slots[i % LONG] = cd_world_add(w, &body);
            CHECK(cd_world_update(w));
            const cd_body_tree *tree = &w->trees[0];
            deepest = tree->depth > deepest ? tree->depth : deepest;
            if (i == PASS / 2)
                most = cd_world_memory(w);
        }
        CHECK(cd_world_memory(w) == most);
        CHECK(deepest <= 12); // log of LONG to base 3, twice
        cd_world_free(w);
        CHECK(held == 0);
    }
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
            check_ray(w, vector(3, 9), vector(3, 1), INFINITY, all_bodies, n);
            cd_world_free(w);
        }
        CHECK(held == 0);
    }
    CHECK(refused > 3);
}

// Where memory runs out for changes of the tree the world stays as it was, and answers when there
// is some again.
static void memory_may_end_for_changes(void) {
    int refused = 0;
    for (int n = 0; n < 300; n++) {
        seed(n);
        cd_world *w = cd_world_new(2, memory);
        order o = {.count = 0};
        for (int i = 0; i < 160; i++) {
            const cd_body body = some_body(UNIFORM, 2, i, 160, true);
            o.slots[o.count++] = cd_world_add(w, &body);
            if (i < 100 + n % 7)
                continue;
            if (unit() < 0.3)
                change(w, UNIFORM, i, &o);
            allocations_left = unit() < 0.5 ? 0 : -1;
            refused += !cd_world_update(w);
            allocations_left = -1;
        }
        CHECK(cd_world_update(w));
        const cd_shape s = cd_sphere(2, (cd_vec){0, 0, 0}, 3);
        check_overlap(w, &s, all_bodies, n);
        check_nearest(w, s.as.center, all_bodies, n);
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(refused > 10);
}

int main(void) {
    pairs_are_those_of_brute_force();
    neighbours_in_all_directions_are_pairs();
    queries_are_those_of_brute_force();
    corners_are_touched();
    overlaps_of_small_shapes_are_those_of_brute_force();
    a_radius_of_minus_zero_is_zero();
    bodies_come_and_go();
    a_procession_needs_no_more_memory();
    memory_may_end();
    memory_may_end_for_changes();
    if (failures == 0)
        printf("world: all passed\n");
    return failures != 0;
}

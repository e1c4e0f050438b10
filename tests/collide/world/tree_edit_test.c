// A world whose bodies come, go and move one by one answers as one to which the same bodies were
// added just now, and as brute force does: from sizes of three decades to all in one place, of any
// scale, in lines, with planes and lines among them. Its memory and the depth of its trees stay
// bounded. Guarded by the share of queries with a result, and by the number of each kind of change.
#include "allocator.h"
#include "cases.h"
#include "check.h"
#include "collide/world/body/state.h"
#include "random.h"

#include <string.h>

typedef enum {
    UNIFORM,
    DECADES,
    CLUSTERS,
    LINE,
    LATTICE,
    ONE_PLACE,
    HUGE_SCALE,
    TINY_SCALE,
    LAYOUTS
} layout;

enum { MOST = 400 };

static double scale_of(layout l) {
    return l == HUGE_SCALE ? 0x1p30 : l == TINY_SCALE ? 0x1p-30 : 1;
}

static cd_vec some_place(layout l, int dim, int i) {
    cd_vec p = vector(dim, 8), along = {1, 1, dim == 3};
    switch (l) {
    case CLUSTERS:
        return cd_add(cd_scale(p, 0.2), cd_scale(along, 1e4 * (i % 3)));
    case LINE:
        return cd_scale(along, i);
    case LATTICE:
        return (cd_vec){2 * round(p.x / 2), 2 * round(p.y / 2), 2 * round(p.z / 2)};
    case ONE_PLACE:
        return along;
    default:
        return cd_scale(p, scale_of(l));
    }
}

static cd_shape some_shape(layout l, int dim, cd_vec p) {
    double r = scale_of(l) * (l == DECADES ? pow(10, 1 - 3 * unit()) : l == LATTICE ? 1 : 0.7);
    cd_vec half = {r, 0.5 * r, dim == 3 ? r : 0};
    switch ((int)(12 * unit())) {
    case 0:
        return unit() < 0.2 ? cd_plane_through(dim, vector(dim, 1), p) : cd_point(dim, p);
    case 1:
        return unit() < 0.2 ? cd_line(dim, p, vector(dim, 1), 0) : cd_sphere(dim, p, 40 * r);
    case 2:
        return cd_capsule(dim, p, cd_add(p, half), r);
    case 3:
    case 4:
    case 5:
        return cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
    default:
        return cd_sphere(dim, p, r);
    }
}

static cd_body some_body(layout l, int dim, int i) {
    const cd_shape shape = some_shape(l, dim, some_place(l, dim, i));
    cd_body body = cd_body_of(&shape);
    body.mass = unit() < 0.5 ? 1 : INFINITY;
    body.group = unit() < 0.2 ? 2 : 1;
    return body;
}

/// The bodies in order: their slots in the world that changes; in the fresh one they are 0, 1, ..
typedef struct {
    cd_world *changed, *fresh;
    int slots[MOST], count;
} twins;

static void make_fresh(twins *t) {
    cd_world_free(t->fresh);
    t->fresh = cd_world_new(cd_world_dim(t->changed), memory);
    t->count = 0;
    for (int i = cd_world_next(t->changed, -1); i >= 0; i = cd_world_next(t->changed, i)) {
        CHECK(cd_world_add(t->fresh, cd_world_body(t->changed, i)) == t->count);
        t->slots[t->count++] = i;
    }
    CHECK(cd_world_update(t->changed) && cd_world_update(t->fresh));
}

static bool same_hit(const cd_hit *a, const cd_hit *b) {
    return a->t == b->t && cd_equal(a->normal, b->normal) && cd_equal(a->point, b->point) &&
           a->enter == b->enter && a->exit == b->exit && a->approach == b->approach &&
           a->inside == b->inside;
}

static int same_rays(const twins *t, cd_vec o, cd_vec d, uint32_t mask, int n) {
    static cd_body_hit all[2][MOST];
    cd_hit hit[2];
    int first = cd_world_raycast(t->changed, o, d, 2, mask, &hit[0]),
        other = cd_world_raycast(t->fresh, o, d, 2, mask, &hit[1]);
    check_case(other < 0 ? first < 0 : first == t->slots[other] && same_hit(&hit[0], &hit[1]),
               "the same ray", n);
    int count = cd_world_raycast_all(t->changed, o, d, 2, mask, all[0], MOST);
    check_case(count == cd_world_raycast_all(t->fresh, o, d, 2, mask, all[1], MOST), "rays", n);
    for (int i = 0; i < count; i++)
        check_case(all[0][i].slot == t->slots[all[1][i].slot] &&
                       same_hit(&all[0][i].hit, &all[1][i].hit),
                   "the same hits", n);
    if (first >= 0)
        check_case(all[0][0].slot == first && same_hit(&all[0][0].hit, &hit[0]), "its first", n);
    int met = 0;
    for (int i = 0; i < t->count; i++) {
        const cd_body *body = cd_world_body(t->fresh, i);
        met += (body->group & mask) != 0 && cd_raycast(o, d, &body->shape, 2, &hit[0]);
    }
    check_case(met == count, "all rays", n);
    return count > 0;
}

static int same_casts(const twins *t, const cd_shape *s, cd_vec d, uint32_t mask, int except,
                      int n) {
    cd_hit hit[2];
    int first =
            cd_world_shapecast(t->changed, s, d, mask, except < 0 ? -1 : t->slots[except], &hit[0]),
        other = cd_world_shapecast(t->fresh, s, d, mask, except, &hit[1]);
    check_case(other < 0 ? first < 0 : first == t->slots[other] && same_hit(&hit[0], &hit[1]),
               "the same cast", n);
    check_case(other < 0 || other != except, "not its own", n);
    return other >= 0;
}

static int same_overlaps(const twins *t, const cd_shape *s, uint32_t mask, int except, int n) {
    int found[MOST], k = 0,
                     count = cd_world_overlap(t->changed, s, mask,
                                              except < 0 ? -1 : t->slots[except], found, MOST);
    for (int i = 0; i < t->count; i++) {
        const cd_body *body = cd_world_body(t->fresh, i);
        if (i != except && (body->group & mask) && cd_overlap(s, &body->shape)) {
            check_case(k < count && found[k] == t->slots[i], "overlap", n);
            k++;
        }
    }
    check_case(k == count, "overlaps", n);
    return count > 0;
}

static void same_nearest(const twins *t, const cd_shape *s, uint32_t mask, int except, int n) {
    cd_near near[2][7];
    int count =
            cd_world_nearest(t->changed, s, 7, mask, except < 0 ? -1 : t->slots[except], near[0]),
        seen = 0;
    check_case(count == cd_world_nearest(t->fresh, s, 7, mask, except, near[1]), "as many", n);
    for (int i = 0; i < count; i++)
        check_case(near[0][i].slot == t->slots[near[1][i].slot] &&
                       near[0][i].distance == near[1][i].distance,
                   "the same nearest", n);
    for (int i = 0; i < t->count; i++) { // what is nearer than the last of them is one of them
        const cd_body *body = cd_world_body(t->fresh, i);
        if (i == except || !(body->group & mask))
            continue;
        seen++;
        bool listed = false;
        for (int k = 0; k < count; k++)
            listed |= near[1][k].slot == i;
        check_case(listed || (count == 7 && cd_distance(s, &body->shape) >= near[1][6].distance),
                   "nearest", n);
    }
    check_case(count == (seen < 7 ? seen : 7), "all nearest", n);
}

enum { ADDED, REMOVED, NUDGED, TELEPORTED, REPLACED, STARTED, CHANGES };

static int some_slot(const cd_world *w) {
    int slot = -1, k = (int)(unit() * cd_world_count(w));
    for (int i = 0; i <= k; i++)
        slot = cd_world_next(w, slot);
    return slot;
}

static void change(cd_world *w, layout l, int dim, int i, int *changes) {
    double far = scale_of(l);
    int what = (int)(unit() * CHANGES), count = cd_world_count(w);
    if (count == 0 || count == MOST - 1)
        what = count == 0 ? ADDED : REMOVED;
    changes[what]++;
    if (what == ADDED) {
        const cd_body body = some_body(l, dim, i);
        CHECK(cd_world_add(w, &body) >= 0);
        return;
    }
    int slot = some_slot(w);
    cd_body body = some_body(l, dim, i);
    switch (what) {
    case REMOVED:
        cd_world_remove(w, slot);
        break;
    case NUDGED:
        cd_world_move(w, slot, vector(dim, 0.1 * far));
        break;
    case TELEPORTED: // sometimes far out of what the tree can hold
        cd_world_move(w, slot, vector(dim, (i % 50 == 0 ? 1e4 : 10) * far));
        break;
    case REPLACED:
        CHECK(cd_world_set(w, slot, &body));
        break;
    case STARTED:
        cd_world_set_velocity(w, slot, unit() < 0.5 ? vector(dim, far) : (cd_vec){0, 0, 0});
        break;
    }
}

static void a_changed_world_answers_as_a_fresh_one(void) {
    int asked = 0, rays = 0, casts = 0, overlaps = 0, changes[CHANGES] = {0};
    for (int n = 0; n < LAYOUTS * 2 * 3; n++) {
        const layout l = (layout)(n % LAYOUTS);
        const int dim = 2 + n / LAYOUTS % 2, rounds = cases(150),
                  begin = (const int[]){0, 20, 300}[n / LAYOUTS / 2];
        seed(n);
        twins t = {.changed = cd_world_new(dim, memory)};
        for (int i = 0; i < begin; i++) {
            const cd_body body = some_body(l, dim, i);
            cd_world_add(t.changed, &body);
        }
        for (int i = 0; i < rounds; i++) {
            const int at_once = i % 10 == 0 ? 40 : 1 + i % 3;
            for (int k = 0; k < at_once; k++)
                change(t.changed, l, dim, i, changes);
            CHECK(cd_world_update(t.changed));
            if (i % 3 != 0)
                continue;
            make_fresh(&t);
            const cd_vec o = some_place(l, dim, i + 1),
                         d = cd_sub(some_place(l, dim, i), cd_add(o, vector(dim, 0)));
            const uint32_t mask = i % 4 == 0 ? 2 : UINT32_MAX;
            const int except = t.count > 0 && i % 2 ? (int)(unit() * t.count) : -1;
            const cd_shape s =
                except >= 0 ? cd_world_body(t.fresh, except)->shape : some_shape(l, dim, o);
            asked++;
            rays += same_rays(&t, o, d, mask, n);
            casts += same_casts(&t, &s, d, mask, except, n);
            overlaps += same_overlaps(&t, &s, mask, except, n);
            same_nearest(&t, &s, mask, except, n);
        }
        cd_world_free(t.changed);
        cd_world_free(t.fresh);
        CHECK(held == 0);
    }
    CHECK(rays > asked / 4 && casts > asked / 4 && overlaps > asked / 4);
    for (int i = 0; i < CHANGES; i++)
        CHECK(changes[i] > asked / 4);
}

// Bodies come at one end of a line and go at the other, one by one; or all are in one place.
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

// Where memory runs out the world stays as it was, and answers when there is some again.
static void memory_may_end(void) {
    int refused = 0, changes[CHANGES] = {0};
    for (int n = 0; n < 300; n++) {
        seed(n);
        cd_world *w = cd_world_new(2, memory);
        for (int i = 0; i < 100 + n % 7; i++) {
            const cd_body body = some_body(UNIFORM, 2, i);
            cd_world_add(w, &body);
        }
        CHECK(cd_world_update(w));
        for (int i = 0; i < 60; i++) {
            const cd_body body = some_body(UNIFORM, 2, i);
            CHECK(cd_world_add(w, &body) >= 0);
            if (unit() < 0.3)
                change(w, UNIFORM, 2, i, changes);
            allocations_left = unit() < 0.5 ? 0 : -1;
            refused += !cd_world_update(w);
            allocations_left = -1;
        }
        twins t = {.changed = w};
        make_fresh(&t);
        const cd_shape s = cd_sphere(2, (cd_vec){0, 0, 0}, 3);
        same_overlaps(&t, &s, UINT32_MAX, -1, n);
        same_nearest(&t, &s, UINT32_MAX, -1, n);
        cd_world_free(t.changed);
        cd_world_free(t.fresh);
        CHECK(held == 0);
    }
    CHECK(refused > 10);
}

int main(void) {
    a_changed_world_answers_as_a_fresh_one();
    a_procession_needs_no_more_memory();
    memory_may_end();
    if (failures == 0)
        printf("tree edit: all passed\n");
    return failures != 0;
}

// Pairs of bodies that move little are those that the overlap query finds, frame after frame, while
// bodies are added, removed, resized and replaced, also with planes and lines among them, and where
// squares of sizes are no numbers. The list answers most of the frames in which nothing else
// happens, and none of those in which bodies go far.
#include "collide/world/body/state.h"
#include "collide/world/broad/verlet_list.h"

#include "allocator.h"
#include "brute_force.h"
#include "cases.h"
#include "check.h"
#include "random.h"

#include <math.h>

enum { BODIES = 60, FRAMES = 24, WORLDS = 24 };

static int power;   // of two, of all sizes
static bool nested; // small things lie near the middle, so that there are many levels of sizes

static cd_vec sized(int dim, double size) { return vector(dim, ldexp(size, power)); }

static double size_between(double low, double high) { return ldexp(exp2(range(low, high)), power); }

static cd_shape random_shape(int dim) {
    double size = nested ? size_between(-12, 0) : size_between(-6, 0);
    cd_vec at = nested ? vector(dim, 3 * size) : sized(dim, 3);
    int kind = (int)range(0, 12);
    if (kind == 0)
        return cd_plane(dim, vector(dim, 1), ldexp(range(-3, -1), power));
    if (kind == 1)
        return cd_line(dim, at, vector(dim, 1), size);
    if (kind == 2)
        return cd_point(dim, at);
    if (kind == 3)
        return cd_capsule(dim, at, cd_add(at, sized(dim, 0.5)), size);
    if (kind == 4)
        return cd_aabb(dim, at, cd_add(at, (cd_vec){size, size, dim == 3 ? size : 0}));
    return cd_sphere(dim, at, size);
}

static int add_random(cd_world *w) {
    cd_shape shape = random_shape(cd_world_dim(w));
    cd_body body = cd_body_of(&shape);
    body.group = unit() < 0.1 ? 2 : 1;
    body.mask = unit() < 0.1 ? 1 : 3;
    return cd_world_add(w, &body);
}

// Half the diagonal of the box; 0 of what is unbounded.
static double radius_of(const cd_shape *s) {
    cd_bounds box = cd_shape_bounds(s);
    double radius = cd_length(cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5)));
    return isfinite(radius) ? radius : 0;
}

// Moves every body by up to `part` of its size.
static void move_all(cd_world *w, double part) {
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        double most = part * radius_of(&cd_world_body(w, i)->shape);
        cd_world_move(w, i, vector(cd_world_dim(w), most));
    }
}

// One of the bodies, by chance.
static int any_slot(const cd_world *w) {
    int n = (int)range(0, cd_world_count(w)), slot = cd_world_next(w, -1);
    while (n-- > 0)
        slot = cd_world_next(w, slot);
    return slot;
}

// Something else than a motion.
static void change(cd_world *w) {
    int slot = any_slot(w);
    cd_body body = *cd_world_body(w, slot);
    int what = (int)range(0, 5);
    if (what == 0)
        add_random(w);
    else if (what == 1)
        cd_world_remove(w, slot);
    else if (what == 2)
        body.shape = random_shape(cd_world_dim(w));
    else if (what == 3)
        body.shape.radius *= range(0.5, 2);
    else
        body.group = 3 - body.group;
    if (what > 1 && !cd_body_error(&body))
        cd_world_set(w, slot, &body);
}

// Plays one world; returns how many searches were saved. changes: the chance of one in a frame.
static int play(int n, double part, double changes) {
    int dim = 2 + n % 2, count, saved = 0;
    seed(n);
    cd_world *w = cd_world_new(dim, memory);
    for (int i = 0; i < BODIES; i++)
        add_random(w);
    for (int frame = 0; frame < FRAMES; frame++) {
        const cd_pair *pairs = cd_world_pairs(w, &count);
        check_case(pairs && are_all(w, pairs, count), "pairs", n * FRAMES + frame);
        saved += w->grid.list.has_pairs && w->grid.list.served > 0;
        if (unit() < changes)
            change(w);
        move_all(w, part);
    }
    cd_world_free(w);
    check_case(held == 0, "memory", n);
    return saved;
}

static int play_all(double part, double changes) {
    int saved = 0;
    for (int n = 0; n < cases(WORLDS); n++)
        saved += play(n, part, changes);
    return saved;
}

// Without memory there are no pairs, whichever allocation fails; then they are right again. The
// first search is an ordinary one, the second makes the list, and the others are served by it.
static void lists_without_memory(void) {
    int ended = 0;
    for (int n = 0; n < 20; n++) {
        cd_world *w = cd_world_new(2 + n % 2, memory);
        seed(n);
        for (int i = 0; i < BODIES; i++)
            add_random(w);
        for (int frame = 0; frame < 6; frame++) {
            int count;
            const cd_pair *pairs = NULL;
            for (int left = 0; !pairs && left < 20; left++) {
                allocations_left = left;
                pairs = cd_world_pairs(w, &count);
                ended += pairs == NULL;
                check_case(pairs || count == 0, "without memory", n);
            }
            allocations_left = -1;
            check_case(pairs && are_all(w, pairs, count), "after that", n);
            move_all(w, 0.01);
        }
        check_case(w->grid.list.has_pairs && w->grid.list.served > 0, "the list serves", n);
        cd_world_free(w);
        check_case(held == 0, "memory", n);
    }
    CHECK(ended > 100);
}

// Of bodies none of which is unbounded the list changes places with the pairs, so that what is
// found of many that are near and few that overlap has to have its room again.
static void lists_of_near_bodies_without_memory(void) {
    enum { WIDE = 8, HIGH = 8 };
    int ended = 0, count;
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        for (int i = 0; i < WIDE * HIGH; i++) {
            const cd_vec at = {2.001 * (i % WIDE), 2.001 * (i / WIDE), 0};
            cd_shape ball = cd_sphere(dim, at, i < 2 ? 1.0007 : 1);
            cd_body body = cd_body_of(&ball);
            cd_world_add(w, &body);
        }
        for (int frame = 0; frame < 8; frame++) {
            const cd_pair *pairs = NULL;
            for (int left = 0; !pairs && left < 20; left++) {
                allocations_left = left;
                pairs = cd_world_pairs(w, &count);
                ended += pairs == NULL && frame > 1;
                ended += pairs == NULL && frame > 0;
                check_case(pairs || count == 0, "near without memory", frame);
            }
            allocations_left = -1;
            check_case(pairs && count == 1 && are_all(w, pairs, count), "near", frame);
            move_all(w, 1e-6);
        }
        check_case(w->grid.list.has_pairs && w->grid.list.served > 4, "near served", dim);
        cd_world_free(w);
        check_case(held == 0, "memory", dim);
    }
    CHECK(ended == 2);
}

int main(void) {
    lists_without_memory();
    lists_of_near_bodies_without_memory();
    const int frames = cases(WORLDS) * FRAMES;
    CHECK(play_all(0.01, 0) > frames / 2);
    CHECK(play_all(0.02, 0.1) > frames / 3);
    CHECK(play_all(1, 0) == 0);
    play_all(0.01, 0.5);
    nested = true;
    play_all(0.05, 0.1);
    nested = false;
    power = 40;
    play_all(0.05, 0.1);
    power = -40;
    play_all(0.05, 0.1);
    return failures > 0;
}

// Devices of the step, each by a case that fails without it (`./run devices`).
#include "allocator.h"
#include "check.h"
#include "collide/shape/core.h"
#include "collide/world.h"
#include "collide/world/body/first_hit.h"
#include "collide/world/body/thin.h"
#include "collide/world/motion/dynamic_body.h"
#include "collide/world/motion/static_query.h"
#include "random.h"
#include "steps.h"

// Time that runs on from step to step is set back in time: 100,000 additions of 0.1 alone are off
// by more than 1e-8.
static void time_does_not_drift(void) {
    cd_world *w = cd_world_new(2, memory);
    int ball = add(w, cd_sphere(2, (cd_vec){0, 0, 0}, 1), (cd_vec){1, 0, 0}, 1, 1);
    for (int i = 0; i < 100000; i++)
        step(w, 0.1);
    CHECK(fabs(cd_world_body(w, ball)->shape.as.center.x - 10000) < 2e-9);
    cd_world_free(w);
}

// A sphere moves by one product from event to event, not by a sum of steps.
static void a_path_is_one_product(void) {
    cd_world *w = cd_world_new(3, memory);
    const cd_vec from = {0.1, 0.2, 0.3}, v = {0.7, 0.1, 1 / 3.};
    int ball = add(w, cd_sphere(3, from, 1), v, 1, 1);
    for (int i = 1; i <= 180; i++) { // later it leaves its cell
        step(w, 0x1p-6);
        CHECK(
            cd_equal(cd_world_body(w, ball)->shape.as.center, cd_add_scaled(from, i * 0x1p-6, v)));
    }
    cd_world_free(w);
}

// A dynamic body that is much larger than the others is in no cell, and hits all that it should.
static void a_giant_hits_dwarfs(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        seed(dim);
        int hits = 0, count;
        add(w, cd_sphere(dim, (cd_vec){-12, 5, 0}, 10), (cd_vec){9, 0, 0}, 100, 1);
        for (int i = 0; i < 200; i++)
            add(w, cd_sphere(dim, (cd_vec){i / 10, i % 10, 0}, 0.1), vector(dim, 1), 1, 1);
        for (int i = 0; i < 40; i++)
            hits += step(w, 0.05);
        const cd_pair *pairs = cd_world_pairs(w, &count);
        for (int i = 0; i < count; i++)
            CHECK(cd_distance(&cd_world_body(w, pairs[i].a)->shape,
                              &cd_world_body(w, pairs[i].b)->shape) > -1e-9);
        CHECK(hits > 60);
        cd_world_free(w);
    }
}

// A body that slides into a narrow groove stops there, or goes on along it, at once: it does not go
// from one side to the other until it may hit no more.
static void a_groove_is_slid_along(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        add(w, cd_plane(dim, (cd_vec){0.2, 1, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 0);
        add(w, cd_plane(dim, (cd_vec){0.2, -1, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 0);
        cd_shape ball = cd_sphere(dim, (cd_vec){20, 1, 0}, 1);
        cd_body body = cd_body_of(&ball);
        body.mass = 1;
        body.velocity = (cd_vec){-50, 7, dim == 3 ? 3 : 0};
        body.response = CD_SLIDE;
        int slot = cd_world_add(w, &body), hits = step(w, 1);
        CHECK(hits <= 4 && cd_world_stalled(w) == 0);
        cd_vec v = cd_world_body(w, slot)->velocity;
        CHECK(fabs(v.x) < 1e-9 && fabs(v.y) < 1e-9 && fabs(v.z - body.velocity.z) < 1e-9);
        cd_world_free(w);
    }
}

static int add_slider(cd_world *w, cd_shape shape, cd_vec velocity) {
    cd_body body = cd_body_of(&shape);
    body.mass = 1;
    body.velocity = velocity;
    body.response = CD_SLIDE;
    return cd_world_add(w, &body);
}

// What a body slid along holds it no longer once it lets the body pass.
static void a_slide_ends_where_the_surface_passes(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        int floor = add(w, cd_plane(dim, (cd_vec){0, 1, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 0);
        add(w, cd_plane(dim, (cd_vec){-0.6, -0.8, 0}, -3), (cd_vec){0, 0, 0}, INFINITY, 0);
        int slot = add_slider(w, cd_sphere(dim, (cd_vec){0, 1, 0}, 1), (cd_vec){1, -1, 0});
        CHECK(step(w, 0.5) == 1);
        cd_body passes = *cd_world_body(w, floor);
        passes.response = CD_PASS;
        cd_world_set(w, floor, &passes);
        step(w, 4);
        cd_vec v = cd_world_body(w, slot)->velocity;
        CHECK(fabs(v.x - 0.64) < 1e-12 && fabs(v.y + 0.48) < 1e-12 && v.z == 0);
        cd_world_free(w);
    }
}

// Of two bodies that ask, the answer to one holds for both.
static void one_answer_is_for_both(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_shape ball = cd_sphere(2, (cd_vec){0, 0, 0}, 1);
    cd_body body = cd_body_of(&ball);
    body.mass = body.restitution = 1;
    body.response = CD_ASK;
    for (int i = 0; i < 2; i++) {
        body.shape.as.center.x = i == 0 ? -2 : 2;
        body.velocity.x = i == 0 ? 1 : -1;
        cd_world_add(w, &body);
    }
    CHECK(step(w, 2) == 1); // bounce
    CHECK(cd_world_body(w, 0)->velocity.x == -1 && cd_world_body(w, 1)->velocity.x == 1);
    cd_world_free(w);
}

// Bodies that pass through each other have one event, however long they overlap.
static void a_pass_is_one_event(void) {
    for (int steps = 1; steps <= 32; steps *= 32) {
        cd_world *w = cd_world_new(2, memory);
        cd_shape ball = cd_sphere(2, (cd_vec){0, 0, 0}, 1);
        cd_body body = cd_body_of(&ball);
        body.mass = 1;
        body.response = CD_PASS;
        cd_world_add(w, &body);
        body.shape.as.center.x = 3;
        body.velocity.x = -7;
        cd_world_add(w, &body);
        int hits = 0;
        for (int i = 0; i < steps; i++)
            hits += step(w, 1. / steps);
        CHECK(hits == 1 && cd_world_stalled(w) == 0);
        cd_world_free(w);
    }
}

// What touches and approaches meets at once, however slowly.
static void slow_balls_that_touch_meet(void) {
    for (int decade = -150; decade <= 2; decade += 8) {
        cd_world *w = cd_world_new(2, memory);
        double speed = pow(10, decade);
        add(w, cd_sphere(2, (cd_vec){0, 0, 0}, 1), (cd_vec){speed, 0, 0}, 1, 1);
        int slot = add(w, cd_sphere(2, (cd_vec){2, 0, 0}, 1), (cd_vec){-speed, 0, 0}, 1, 1);
        CHECK(step(w, 1) == 1);
        CHECK(cd_world_body(w, slot)->velocity.x == speed);
        cd_world_free(w);
    }
}

// Far away, skins of thin bodies are thicker than what counts as a touch: they are no reason to
// push a slow body out of what it passes.
static void a_thin_body_passes_undisturbed(void) {
    const double far = 0x1p20, small = 0x1p-20;
    for (int thickness = 0; thickness <= 1; thickness++) {
        cd_world *w = cd_world_new(2, memory);
        cd_vec low = {far - 5, -thickness, 0}, high = {far + 5, 0, 0};
        cd_shape static_body = thickness > 0 ? cd_aabb(2, low, high) : cd_segment(2, low, high);
        cd_body body = cd_body_of(&static_body);
        body.response = CD_PASS;
        cd_world_add(w, &body);
        cd_shape thin = cd_segment(2, (cd_vec){far, small, 0}, (cd_vec){far + 1, small, 0});
        int slot = add(w, thin, (cd_vec){0, -1, 0}, 1, 1);
        for (int i = 0; i < 64; i++)
            step(w, small / 32);
        CHECK(cd_world_body(w, slot)->shape.as.segment.a.y == -small);
        cd_world_free(w);
    }
}

static cd_shape thin_shape(int dim, int n, cd_vec p, double size) {
    cd_vec u = vector(dim, size), v = dim == 3 ? vector(dim, size) : u;
    return n == 0   ? cd_point(dim, p)
           : n == 1 ? cd_segment(dim, cd_sub(p, u), cd_add(p, u))
                    : cd_triangle(dim, cd_sub(p, u), cd_add(p, u), cd_add(p, v), 0);
}

// Whether two bodies with `part` of their skin meet.
static bool would_meet(const cd_world *w, double part, cd_shape thin, cd_vec motion,
                       cd_shape static_body) {
    cd_hit hit;
    cd_shape_grow(&static_body, part * cd_skin_of_pair(w, 0, 1));
    return cd_shapecast(&thin, motion, &static_body, (cd_vec){0, 0, 0}, &hit);
}

// Thin bodies meet at a skin, also where that is thicker than they are long.
static void skins_of_both_meet(void) {
    const double far = 0x1p20, skin = 0x1p-42 * far;
    int hits = 0, misses = 0;
    for (int n = 0; n < 3000; n++) {
        seed(n);
        int dim = 2 + n % 2;
        double size = skin * pow(2, range(-4, 6));
        cd_vec v = cd_scale(cd_normalized(vector(dim, 1), (cd_vec){1, 0, 0}), size + skin);
        cd_shape static_body = thin_shape(dim, n / 2 % 3, (cd_vec){far, 3, 0}, size);
        cd_shape thin = thin_shape(dim, n / 6 % 3, (cd_vec){far, 3, 0}, size);
        cd_shape_move(&thin, cd_add_scaled(vector(dim, size + 3 * skin), -8, v));
        cd_world *w = cd_world_new(dim, memory);
        add(w, static_body, (cd_vec){0, 0, 0}, INFINITY, 1);
        add(w, thin, cd_scale(v, 16), 1, 1);
        bool meets = step(w, 1) > 0;
        hits += meets;
        misses += !meets;
        CHECK(meets || !would_meet(w, 0.99, thin, cd_scale(v, 16), static_body));
        CHECK(!meets || would_meet(w, 1.01, thin, cd_scale(v, 16), static_body));
        cd_world_free(w);
    }
    CHECK(hits > 1000 && misses > 1000);
}

// What flies from cell to cell meets whichever of a crowd in a cell is first in its way.
static void what_enters_a_cell_sees_all_in_it(void) {
    cd_world *w = cd_world_new(2, memory);
    int count, ahead = add(w, cd_sphere(2, (cd_vec){1, 0, 0}, 0.1), (cd_vec){0, 0, 0}, 1, 1);
    for (int i = 0; i < 200; i++)
        add(w, cd_sphere(2, (cd_vec){i / 20 * 0.05, i % 20 * 0.05, 0}, 0.01), (cd_vec){0, 0, 0}, 1,
            1);
    int flies = add(w, cd_sphere(2, (cd_vec){40, 0, 0}, 0.1), (cd_vec){-40, 0, 0}, 1, 1);
    add(w, cd_sphere(2, (cd_vec){40, 40, 0}, 0.1), (cd_vec){0, 0, 0}, 1, 1); // widens the cells
    step(w, 1);
    const cd_event *events = cd_world_events(w, &count);
    CHECK(count > 0 && events[0].a == ahead && events[0].b == flies);
    cd_world_free(w);
}

static cd_shape flat_shape(int n) {
    cd_vec u = vector(2, 1), v = vector(2, 1), half = {range(0.1, 1), range(0.1, 1), 0};
    return n == 0   ? cd_segment(2, u, v)
           : n == 1 ? cd_capsule(2, u, v, range(0, 1))
           : n == 2 ? cd_aabb(2, cd_sub(u, half), cd_add(u, half))
                    : cd_triangle(2, u, v, vector(2, 1), 0);
}

// What moves along a gap is hit though the speed along its normal, which is inexact, closes it
// late.
static void small_gaps_have_inexact_normals(void) {
    int hits = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        cd_shape a = flat_shape(n % 4), b = flat_shape(n / 4 % 4);
        cd_vec normal = cd_separate(&a, &b).normal;
        cd_shape_move(&a, cd_scale(normal, pow(10, range(-12, -8)) - cd_distance(&a, &b)));
        double gap = cd_distance(&a, &b);
        cd_vec motion = cd_add_scaled(cd_slide(vector(2, 5), normal), -gap, normal);
        cd_hit hit;
        if (!(gap > 0) || !cd_shapecast(&a, motion, &b, (cd_vec){0, 0, 0}, &hit) ||
            cd_is_sliding(&hit, motion) || hit.t > 1 - 1e-12)
            continue;
        hits++;
        CHECK(cd_first_hit(&a, motion, &b, (cd_vec){0, 0, 0}, 1, 0, 0, &hit));
    }
    CHECK(hits > 100);
}

// Of hits at the same time the one of the earlier body comes first.
static void equal_times_are_in_the_order_of_bodies(void) {
    enum { PAIRS = 20 };
    cd_world *w = cd_world_new(2, memory);
    for (int i = 0; i < 2 * PAIRS; i++) {
        double y = 3 * (i / 2 * 7 % PAIRS);
        add(w, cd_sphere(2, (cd_vec){i % 2 ? 4 : 0, y, 0}, 1), (cd_vec){i % 2 ? -1 : 1, 0, 0}, 1,
            1);
    }
    int count = step(w, 2);
    const cd_event *events = cd_world_events(w, &count);
    CHECK(count == PAIRS);
    for (int i = 0; i < count; i++)
        CHECK(events[i].a == 2 * i && events[i].b == 2 * i + 1);
    cd_world_free(w);
    for (int turned = 0; turned < 2; turned++) { // one hits two others, in two cells
        w = cd_world_new(2, memory);
        add(w, cd_sphere(2, (cd_vec){0, 0, 0}, 1), (cd_vec){1, 0, 0}, 1, 1);
        for (int i = 0; i < 2; i++)
            add(w, cd_sphere(2, (cd_vec){4, i == turned ? 1.75 : -1.75, 0}, 1), (cd_vec){0, 0, 0},
                1, 1);
        step(w, 4);
        events = cd_world_events(w, &count);
        CHECK(count >= 1 && events[0].a == 0 && events[0].b == 1);
        cd_world_free(w);
    }
}

// Bodies that overlap are moved apart, but not into a wall.
static void corrections_end_at_walls(void) {
    cd_world *w = cd_world_new(2, memory);
    add(w, cd_plane(2, (cd_vec){1, 0, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 1);
    int near = add(w, cd_sphere(2, (cd_vec){1.1, 0, 0}, 1), (cd_vec){0, 0, 0}, 1, 1);
    add(w, cd_sphere(2, (cd_vec){2.1, 0, 0}, 1), (cd_vec){0, 0, 0}, 1, 1);
    step(w, 0.1);
    CHECK(fabs(cd_world_body(w, near)->shape.as.center.x - 1) < 1e-12);
    cd_world_free(w);
}

// Balls that fall ever faster have hits that are known beyond the step, until they cross too many
// cells in one: they fall on.
static void what_falls_fast_falls_on(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        const cd_vec gravity = {3, -1000, 0};
        cd_world_set_gravity(w, gravity);
        for (int i = 0; i < 4; i++)
            add(w, cd_sphere(dim, (cd_vec){i, 0, 0}, 0.01), (cd_vec){0, 0, 0}, 1, 1);
        for (int k = 1; k <= 300; k++) {
            CHECK(step(w, 1 / 64.) == 0);
            for (int i = 0; i < 4; i++) { // on its parabola
                const cd_body *b = cd_world_body(w, i);
                double fallen = 0.5 * k * k / 4096;
                cd_vec at = cd_add_scaled((cd_vec){i, 0, 0}, fallen, gravity);
                CHECK(cd_max_abs(cd_sub(b->shape.as.center, at)) <= 1e-12 * (1 + 1000 * fallen));
                cd_vec off = cd_sub(b->velocity, cd_scale(gravity, k / 64.));
                CHECK(cd_max_abs(off) <= 1e-12 * (1 + 1000 * k / 64.));
            }
        }
        CHECK(cd_dynamic_at(w, 0)->oversized);
        cd_world_free(w);
    }
}

// No cell is chosen by what fills more than all of them.
static void a_plane_moves_alone(void) {
    for (int n = 0; n < 4; n++) {
        int dim = 2 + n % 2;
        cd_world *w = cd_world_new(dim, memory);
        int plane = add(w, cd_plane(dim, (cd_vec){0, 1, 0}, 1), (cd_vec){3, -2, 0}, INFINITY, 1);
        int ball =
            n < 2 ? -1
                  : add(w, cd_sphere(dim, (cd_vec){0, -9, 0}, 1), (cd_vec){0, 0, 0}, INFINITY, 1);
        for (int k = 0; k < 8; k++)
            CHECK(step(w, 0.25) == 0);
        CHECK(cd_world_body(w, plane)->shape.as.plane.offset == -3);
        CHECK(ball < 0 || cd_world_body(w, ball)->shape.as.center.y == -9);
        cd_world_free(w);
    }
}

// A plane that rises by itself takes the balls on it along.
static void a_plane_lifts_balls(void) {
    for (int n = 0; n < 4; n++) {
        int dim = 2 + n % 2;
        double restitution = n / 2;
        cd_world *w = cd_world_new(dim, memory);
        add(w, cd_plane(dim, (cd_vec){0, 1, 0}, 0), (cd_vec){1, 2, 0}, INFINITY, restitution);
        int low = add(w, cd_sphere(dim, (cd_vec){-4, 2, 0}, 1), (cd_vec){0, 0, 0}, 1, restitution);
        int high = add(w, cd_sphere(dim, (cd_vec){4, 5, 0}, 1), (cd_vec){0, 0, 0}, 1, restitution);
        for (int k = 0; k < 16; k++)
            step(w, 0.25);
        // They are met after 0.5 and 2 of 4, and then rise as fast as the plane, or twice as fast.
        CHECK(fabs(cd_world_body(w, low)->shape.as.center.y - (n < 2 ? 9 : 16)) < 1e-9);
        CHECK(fabs(cd_world_body(w, high)->shape.as.center.y - (n < 2 ? 9 : 13)) < 1e-9);
        cd_world_free(w);
    }
}

// Bodies that collide with none of a stack fall through it, and leave it where it is.
static void ghosts_fall_through_a_stack(void) {
    enum { HIGH = 5 };
    for (int n = 0; n < 4; n++) {
        int dim = 2 + n % 2;
        cd_world *w = cd_world_new(dim, memory);
        cd_world_set_gravity(w, (cd_vec){0, -10, 0});
        add(w, cd_plane(dim, (cd_vec){0, 1, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 0);
        for (int i = 0; i < HIGH; i++) {
            cd_vec at = {0, 2 * i + 1, 0}, half = {1, 1, dim == 3};
            cd_shape shape =
                n < 2 ? cd_sphere(dim, at, 1) : cd_aabb(dim, cd_sub(at, half), cd_add(at, half));
            CHECK(add(w, shape, (cd_vec){0, 0, 0}, 1 << i, 0) == 2 * i + 1);
            cd_body ghost = cd_body_of(&shape);
            ghost.mass = 1;
            ghost.group = ghost.mask = 2;
            cd_world_add(w, &ghost);
        }
        for (int k = 0; k < 64; k++)
            step(w, 1 / 64.);
        for (int i = 0; i < HIGH; i++) {
            double y = cd_shape_middle(&cd_world_body(w, 2 * i + 1)->shape).y;
            double fallen = cd_shape_middle(&cd_world_body(w, 2 * i + 2)->shape).y;
            CHECK(fabs(y - (2 * i + 1)) < 1e-5);
            CHECK(fabs(fallen - (2 * i + 1 - 5)) < 1e-5);
        }
        cd_world_free(w);
    }
}

// A slab on more posts than contacts are held against each other, with a stack on it.
static void a_slab_lies_on_many_posts(void) {
    enum { WIDE = 9, HIGH = 4 };
    cd_world *w = cd_world_new(3, memory);
    cd_world_set_gravity(w, (cd_vec){0, -10, 0});
    for (int i = 0; i < WIDE * WIDE; i++) {
        cd_vec at = {2 * (i % WIDE), -2, 2 * (i / WIDE)}, half = {0.5, 2, 0.5};
        add(w, cd_aabb(3, cd_sub(at, half), cd_add(at, half)), (cd_vec){0, 0, 0}, INFINITY, 0);
    }
    int slab =
        add(w, cd_aabb(3, (cd_vec){-1, 0, -1}, (cd_vec){17, 1, 17}), (cd_vec){0, 0, 0}, 1, 0);
    for (int i = 0; i < HIGH; i++)
        add(w, cd_sphere(3, (cd_vec){8, 2 * i + 2, 8}, 1), (cd_vec){0, 0, 0}, i + 1, 0);
    for (int k = 0; k < 20; k++)
        step(w, 1 / 64.);
    cd_vec middle = cd_shape_middle(&cd_world_body(w, slab)->shape);
    CHECK(cd_max_abs(cd_sub(middle, (cd_vec){8, 0.5, 8})) < 2e-5);
    for (int i = 0; i < HIGH; i++) {
        cd_vec at = cd_world_body(w, slab + 1 + i)->shape.as.center;
        CHECK(cd_max_abs(cd_sub(at, (cd_vec){8, 2 * i + 2, 8})) < 3e-5);
    }
    cd_world_free(w);
}

// A box on a floor, with a stack on it, so near to a wall that it might meet that in the step:
// where both are touched by its lower edge, the wall still counts above it.
static void a_box_stands_beside_a_wall(void) {
    for (int n = 0; n < 16; n++) {
        int dim = 2 + n % 2;
        double side = n / 2 % 2 ? 1 : -1, gap = n / 4 % 2 ? 1e-5 : 1e-4;
        cd_world *w = cd_world_new(dim, memory);
        cd_world_set_gravity(w, (cd_vec){0, -10, 0});
        cd_vec half = {1, 1, dim == 3}, at = {0, 1, 0};
        add(w, cd_plane(dim, (cd_vec){0, 1, 0}, 0), (cd_vec){0, 0, 0}, INFINITY, 0);
        add(w, cd_plane(dim, (cd_vec){-side, 0, 0}, -1 - gap), (cd_vec){0, 0, 0}, INFINITY, 0);
        double speed = n / 8 * 4e-3 * side;
        add(w, cd_aabb(dim, cd_sub(at, half), cd_add(at, half)), (cd_vec){speed, 0, 0}, 1, 0);
        for (int i = 1; i < 4; i++)
            add(w, cd_sphere(dim, (cd_vec){0, 2 * i + 1, 0}, 1), (cd_vec){0, 0, 0}, i, 0);
        for (int k = 0; k < 32; k++) {
            step(w, 1 / 64.);
            cd_vec now = cd_shape_middle(&cd_world_body(w, 2)->shape);
            CHECK(fabs(now.y - 1) < 5e-6 && now.x * side <= gap + 1e-9);
        }
        cd_vec last = cd_shape_middle(&cd_world_body(w, 2)->shape);
        CHECK(fabs(last.x - (n < 8 ? 0 : gap * side)) < 5e-6);
        cd_world_free(w);
    }
}

// No more of the bodies that a dynamic body overlaps are found than there is room for.
static void as_many_overlaps_are_found_as_asked_for(void) {
    enum { MANY = 40 };
    cd_world *w = cd_world_new(2, memory);
    for (int i = 0; i < MANY; i++)
        add(w, cd_sphere(2, (cd_vec){i % 8, i / 8, 0}, 0.25), (cd_vec){0, 0, 0}, INFINITY, 0);
    cd_shape disc = cd_sphere(2, (cd_vec){4, 2, 0}, 9);
    int dynamic_body = add(w, disc, (cd_vec){0, 0, 0}, 1, 0);
    CHECK(cd_world_update(w));
    const cd_dynamic_body m = {.x = disc.as.center,
                               .bounding_radius = 9,
                               .inverse_mass = 1,
                               .index = dynamic_body,
                               .is_sphere = true};
    for (int room = 0; room <= MANY + 1; room++) {
        int found[MANY + 1] = {0}, seen[MANY] = {0};
        int count = cd_world_deep_in_static(w, &m, &disc, found, room);
        CHECK(count == (room < MANY ? room : MANY));
        for (int i = 0; i < count; i++)
            CHECK(found[i] >= 0 && found[i] < MANY && seen[found[i]]++ == 0);
    }
    cd_world_free(w);
}

int main(void) {
    time_does_not_drift();
    a_path_is_one_product();
    a_giant_hits_dwarfs();
    a_groove_is_slid_along();
    a_slide_ends_where_the_surface_passes();
    one_answer_is_for_both();
    a_pass_is_one_event();
    slow_balls_that_touch_meet();
    a_thin_body_passes_undisturbed();
    skins_of_both_meet();
    what_enters_a_cell_sees_all_in_it();
    small_gaps_have_inexact_normals();
    equal_times_are_in_the_order_of_bodies();
    corrections_end_at_walls();
    what_falls_fast_falls_on();
    a_plane_moves_alone();
    a_plane_lifts_balls();
    ghosts_fall_through_a_stack();
    a_slab_lies_on_many_posts();
    a_box_stands_beside_a_wall();
    as_many_overlaps_are_found_as_asked_for();
    if (failures == 0)
        printf("step_device: all passed\n");
    return failures != 0;
}

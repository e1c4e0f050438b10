// What its owner turns so that it lies across sheets comes out of them to the side on which it was,
// also where that is hard to tell, and stays where it was put if no way of its size leads out.
#include "allocator.h"
#include "check.h"
#include "collide/world/state.h"
#include "collide/world/thin.h"
#include "random.h"

enum { LADDER_MAX = 20 };

static const double DT = 0x1p-10;

static cd_shape segment(double ax, double ay, double bx, double by) {
    return cd_segment(2, (cd_vec){ax, ay, 0}, (cd_vec){bx, by, 0});
}

static int add(cd_world *w, cd_shape shape, double mass) {
    cd_body body = cd_body_of(&shape);
    body.mass = mass;
    body.response = CD_STOP;
    return cd_world_add(w, &body);
}

static int add_still(cd_world *w, cd_shape shape) { return add(w, shape, INFINITY); }

static void step(cd_world *w) {
    cd_event hit;
    CHECK(cd_world_begin_step(w, DT));
    while (cd_world_next_hit(w, &hit))
        cd_world_respond(w, CD_STOP);
    CHECK(!cd_world_step_failed(w));
}

/// Gives a body another shape, and takes a step.
static void put(cd_world *w, int slot, cd_shape shape) {
    cd_body body = *cd_world_body(w, slot);
    body.shape = shape;
    cd_world_set(w, slot, &body);
    step(w);
}

static double lowest_of(const cd_world *w, int slot) {
    return cd_support(&cd_world_body(w, slot)->shape, (cd_vec){0, -1, 0}).y;
}

/// A world with two sheets, in either order and with their ends in either order, with or without
/// gravity. n: 0 to 7.
static cd_world *two_sheets(const cd_vec ends[2][2], int n) {
    cd_world *w = cd_world_new(2, memory);
    for (int i = 0; i < 2; i++) {
        const cd_vec *e = ends[n % 2 ? 1 - i : i];
        add_still(w, cd_segment(2, e[n / 2 % 2], e[1 - n / 2 % 2]));
    }
    if (n / 4 > 0)
        cd_world_set_gravity(w, (cd_vec){0, -10, 0});
    return w;
}

// What crossed one sheet already before it was turned, and was above the next, comes out above: the
// shortest way out of the first leads below.
static void what_crossed_before_counts_less(void) {
    for (int n = 0; n < 8; n++) {
        const cd_vec ends[2][2] = {{{-4, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {4, 0, 0}}};
        cd_world *w = two_sheets(ends, n);
        const int body = add(w, segment(-0.1, 0.05, 0.9, -0.2), 1);
        put(w, body, segment(-0.1, 0.04, 0.9, -0.21));
        check_case(lowest_of(w, body) > -1e-9, "comes out above the next", n);
        cd_world_free(w);
    }
}

// A long sheet goes on from a short one that lies in its plane to rounding, while the long one
// leaves the plane of the short one by more.
static void a_short_sheet_goes_on_into_a_long_one(void) {
    for (int n = 0; n < 16; n++) {
        const double rise = n / 8 ? 1e-10 : -1e-10;
        const cd_vec ends[2][2] = {{{-0.01, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {10, rise, 0}}};
        cd_world *w = two_sheets(ends, n % 8);
        const int body = add(w, segment(-0.3, 0.1, -0.005, 0.01), 1);
        put(w, body, segment(-0.3, 0.1, 0.2, -0.05));
        check_case(lowest_of(w, body) > -1e-9, "comes out above the long one", n);
        cd_world_free(w);
    }
}

// A wall along which a body comes out of the floor, with their margin between them, does not turn
// it aside.
static void a_wall_is_slid_along_on_the_way_out(void) {
    for (int n = 0; n < 8; n++) {
        const double side = n % 2 ? 1 : -1, bottom = -0.125 + n / 2 * 0x1p-5;
        cd_world *w = cd_world_new(2, memory);
        add_still(w, segment(-4, 0, 4, 0));
        add_still(w, cd_aabb(2, (cd_vec){side > 0 ? 1 : -2, bottom, 0},
                             (cd_vec){side > 0 ? 2 : -1, 2, 0}));
        const int body = add(w, segment(0, 0.125, side / 2, 0.125), 1);
        cd_world_update_margins(w, DT);
        const double end = side * (1 - cd_thin_margin(w, body));
        put(w, body, segment(side / 2, 0.125, end, -0.125));
        const cd_vec *ends = &cd_world_body(w, body)->shape.as.segment.a;
        check_case(ends[0].x == side / 2 && ends[1].x == end, "goes straight up", n);
        check_case(lowest_of(w, body) > -1e-9, "comes out", n);
        cd_world_free(w);
    }
}

// A segment in a valley of two sheets that has become so long that it crosses both comes up to
// where there is room, if that is no farther than twice its length; else it stays.
static void a_valley_is_left_where_there_is_room(void) {
    int left = 0, stayed = 0;
    for (int n = 0; n < 200; n++) {
        seed(n);
        const double slope = range(0.02, 0.6), times = range(2, 4), half = 0.6 * slope * times;
        const double way = 0.6 * times - 1, farthest = 2 * half;
        const cd_vec ends[2][2] = {{{0, 0, 0}, {20 * slope, 20, 0}},
                                   {{0, 0, 0}, {-20 * slope, 20, 0}}};
        if (fabs(way - farthest) < 0.01 * way)
            continue;
        cd_world *w = two_sheets(ends, n % 4);
        const int body = add(w, segment(-0.6 * slope, 1, 0.6 * slope, 1), 1);
        put(w, body, segment(-half, 1, half, 1));
        const bool fits = way < farthest;
        left += fits;
        stayed += !fits;
        check_case(fabs(lowest_of(w, body) - (fits ? 1 + way : 1)) < 1e-6, "a valley", n);
        cd_world_free(w);
    }
    CHECK(left > 30 && stayed > 30);
}

static cd_shape star(double length, double turn, void **set_memory) {
    cd_shape spokes[3];
    for (int i = 0; i < 3; i++) {
        const double angle = 2.0943951023931953 * i + turn;
        const cd_vec out = {length * cos(angle), length * sin(angle), 0};
        spokes[i] = cd_segment(2, (cd_vec){0, 0, 0}, out);
    }
    *set_memory = malloc(cd_compound_size(spokes, 3));
    return cd_set_shape(cd_compound_build(spokes, 3, *set_memory, NULL));
}

// A star in a room of three walls that has become so large that it crosses them all: whichever way
// leads out of one leads farther through another.
static void a_star_stays_in_a_room_that_is_too_small(void) {
    for (int n = 0; n < 12; n++) {
        cd_world *w = cd_world_new(2, memory);
        for (int i = 0; i < 3; i++) {
            const double angle = 2.0943951023931953 * i + 0.3 * n;
            const cd_vec out = {cos(angle), sin(angle), 0}, along = cd_perp(out);
            add_still(w,
                      cd_segment(2, cd_add_scaled(out, 20, along), cd_add_scaled(out, -20, along)));
        }
        void *set_memory[2];
        const int body = add(w, star(0.25, 0.3 * n, &set_memory[0]), 1);
        step(w);
        put(w, body, star(4, 0.3 * n, &set_memory[1]));
        check_case(cd_max_abs(cd_world_body(w, body)->shape.as.set.offset) < 1e-9, "stays", n);
        cd_world_free(w);
        free(set_memory[0]);
        free(set_memory[1]);
    }
}

// A ladder of level rungs, as far apart as one is long.
static cd_shape ladder(int rungs, double top, void **set_memory) {
    cd_shape all[LADDER_MAX];
    for (int i = 0; i < rungs; i++)
        all[i] = segment(-0.5, top - i, 0.5, top - i);
    *set_memory = malloc(cd_compound_size(all, rungs));
    return cd_set_shape(cd_compound_build(all, rungs, *set_memory, NULL));
}

// A ladder that is put below a floor: each rung comes back through it, after the one above.
static void a_ladder_comes_back_rung_by_rung(void) {
    for (int rungs = 1; rungs <= LADDER_MAX; rungs++) {
        cd_world *w = cd_world_new(2, memory);
        add_still(w, segment(-4, 0, 4, 0));
        void *set_memory[2];
        const int body = add(w, ladder(rungs, rungs - 1 + 0.01, &set_memory[0]), 1);
        step(w);
        put(w, body, ladder(rungs, -0.01, &set_memory[1]));
        check_case(lowest_of(w, body) > -1e-9, "comes back", rungs);
        cd_world_free(w);
        free(set_memory[0]);
        free(set_memory[1]);
    }
}

// A beam between two rungs is moved up past the upper one: that comes back, and the lower one,
// which was below it, stays below.
static void a_ladder_stays_around_a_beam(void) {
    for (int n = 0; n < 6; n++) {
        const double up = 0.05 + n / 2 * 0.25, end = n % 2 ? 4 : -4;
        cd_world *w = cd_world_new(2, memory);
        const int beam = add_still(w, segment(end, 0, -end, 0));
        void *set_memory;
        const int body = add(w, ladder(2, 0.25, &set_memory), 1);
        step(w);
        put(w, beam, segment(end, up, -end, up));
        check_case(fabs(lowest_of(w, body) - fmax(up - 1, -0.75)) < 1e-9, "stays around it", n);
        cd_world_free(w);
        free(set_memory);
    }
}

// A disc, or a cone, so flat that rounding would leave it no axis elsewhere: put across a slope it
// comes out above, or stays.
static void what_would_lose_its_axis_stays(void) {
    int stayed = 0, left = 0;
    for (int n = 0; n < 4 * 30; n++) {
        const double slope = n % 2 ? 1 : 0.25, flat = pow(10, -12 - n / 4);
        const cd_vec corners[] = {{-4, -4 * slope, -4}, {4, 4 * slope, -4}, {0, 0, 4}};
        const cd_vec up = cd_normalized((cd_vec){-slope, 1, 0}, (cd_vec){0, 1, 0});
        const cd_vec above[] = {cd_scale(up, 0.1), cd_scale(up, 0.1 + 1e-14)};
        const cd_vec a = {0, -flat, 0}, b = {0, flat, 0};
        cd_world *w = cd_world_new(3, memory);
        add_still(w, cd_triangle(3, corners[0], corners[1], corners[2], 0));
        const int body = add(w, cd_cylinder(above[0], above[1], 0.25), 1);
        put(w, body, n / 2 % 2 ? cd_cone(a, b, 0.25) : cd_cylinder(a, b, 0.25));
        const cd_body *now = cd_world_body(w, body);
        const bool stays = cd_equal(now->shape.as.curved.a, a);
        stayed += stays;
        left += !stays;
        const double low = cd_dot(cd_support(&now->shape, cd_negate(up)), up);
        check_case(!cd_body_error(now), "is valid", n);
        check_case(stays || low > -1e-9, "comes out of the slope", n);
        cd_world_free(w);
    }
    CHECK(left > 10 && stayed > 10);
}

int main(void) {
    a_ladder_comes_back_rung_by_rung();
    a_ladder_stays_around_a_beam();
    what_crossed_before_counts_less();
    a_short_sheet_goes_on_into_a_long_one();
    a_wall_is_slid_along_on_the_way_out();
    a_valley_is_left_where_there_is_room();
    a_star_stays_in_a_room_that_is_too_small();
    what_would_lose_its_axis_stays();
    if (failures == 0)
        printf("leave_sheets: all passed\n");
    return failures != 0;
}

// The table of the sides of thin bodies: each pair finds its own, whatever else is remembered,
// until one of the two is gone, and those for which there is no memory are not remembered.
#include "allocator.h"
#include "check.h"
#include "collide/shape/thinness.h"
#include "collide/world/body/side.h"
#include "collide/world/body/state.h"
#include "random.h"

static int add(cd_world *w, cd_shape shape, double mass) {
    cd_body body = cd_body_of(&shape);
    body.mass = mass;
    return cd_world_add(w, &body);
}

/// The separation of two bodies, whose slots are their indices, by their side.
static bool separated(const cd_world *w, int a, int b, cd_separation *s) {
    cd_shape shape_a = cd_world_body(w, a)->shape, shape_b = cd_world_body(w, b)->shape;
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    return cd_side_separate(w, a, &shape_a, b, &shape_b, s);
}

static void remember(cd_world *w, int a, int b, cd_vec normal) {
    const cd_part whole = {CD_WHOLE, CD_WHOLE};
    cd_side_remember(w, a, whole, b, whole, normal);
}

// ------------------------------------------------------------------------------------------- table

enum { SPOKES = 24 };

/// Segments that all cross in one place.
static cd_world *spokes(void) {
    cd_world *w = cd_world_new(2, memory);
    for (int i = 0; i < SPOKES; i++) {
        double angle = 3.1 * i / SPOKES;
        cd_vec half = {cos(angle), sin(angle), 0};
        CHECK(add(w, cd_capsule(2, cd_negate(half), half, 0), 1) == i);
    }
    return w;
}

/// A unit normal for a pair, along the smaller angle between two spokes or against it.
static cd_vec side_of_pair(int a, int b) {
    double angle = 3.1 * (a + b) / 2 / SPOKES + (a * 7 + b * 3) % 2 * 3.141592653589793;
    return (cd_vec){cos(angle + 1.5707963267948966), sin(angle + 1.5707963267948966), 0};
}

static void each_pair_has_its_side(void) {
    cd_world *w = spokes();
    for (int a = 0; a < SPOKES; a++)
        for (int b = 0; b < SPOKES; b++)
            if (a < b ? (a + b) % 3 != 0 : a > b && (a + b) % 3 == 0)
                remember(w, a, b, a < b ? side_of_pair(a, b) : side_of_pair(b, a));
    int found = 0;
    cd_separation s, swapped;
    for (int n = 0; n < 2; n++) { // then without some of them
        for (int a = 0; a < SPOKES; a++)
            for (int b = a + 1; b < SPOKES; b++) {
                if (!cd_is_slot(w, a) || !cd_is_slot(w, b))
                    continue;
                bool turned = (a + b) % 3 == 0; // it was remembered as seen from the other one
                CHECK(separated(w, a, b, &s) && separated(w, b, a, &swapped));
                CHECK(cd_dot(s.normal, side_of_pair(a, b)) * (turned ? -1 : 1) > 0.5);
                CHECK(cd_dot(swapped.normal, side_of_pair(a, b)) * (turned ? -1 : 1) < -0.5);
                CHECK(fabs(s.distance - swapped.distance) < 1e-12 && s.distance < 0);
                found++;
            }
        if (n > 0)
            continue;
        CHECK(w->step.side_count == SPOKES * (SPOKES - 1) / 2);
        cd_world_remove(w, 5);
        cd_world_remove(w, 17);
        cd_world_move(w, 9, (cd_vec){5, 0, 0}); // it parts from all
        cd_sides_forget_parted(w);
        CHECK(w->step.side_count == (SPOKES - 3) * (SPOKES - 4) / 2);
        cd_world_move(w, 9, (cd_vec){-5, 0, 0});
        CHECK(!separated(w, 9, 10, &s) && !separated(w, 2, 9, &s));
        cd_world_remove(w, 9);
    }
    CHECK(found == SPOKES * (SPOKES - 1) / 2 + (SPOKES - 3) * (SPOKES - 4) / 2);
    cd_world_free(w);
    CHECK(held == 0);
}

// A side for which there is no memory is not remembered, and the others are kept.
static void sides_without_memory(void) {
    int failed = 0;
    for (int n = 0; n < 24; n++) {
        cd_world *w = spokes();
        cd_separation s;
        allocations_left = n;
        for (int b = 1; b < SPOKES; b++) {
            remember(w, 0, b, side_of_pair(0, b));
            bool without = w->step.failed;
            CHECK(separated(w, 0, b, &s) == !without && w->step.side_count == b - without);
            failed += without;
            if (without)
                break;
        }
        allocations_left = -1;
        for (int b = 1; b <= w->step.side_count; b++)
            CHECK(separated(w, 0, b, &s) && cd_dot(s.normal, side_of_pair(0, b)) > 0.5);
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(failed > 2 && failed < 24);
}

// ----------------------------------------------------------------------------------------- normals

// A side stays where it was, also of a line.
static void a_side_stays(void) {
    for (int n = 0; n < 4; n++) {
        bool swapped = n % 2, with_line = n / 2;
        cd_vec left = {-4, 0, 0}, right = {4, 0, 0}, up = {0, 1, 0}, zero = {0, 0, 0};
        cd_shape line = cd_line(2, zero, right, 0), flat = cd_capsule(2, left, right, 0);
        cd_shape post = cd_capsule(2, (cd_vec){0.5, -0.25, 0}, (cd_vec){0.5, 0.5, 0}, 0);
        cd_world *w = cd_world_new(2, memory);
        int body = swapped ? -1 : add(w, post, 1);
        int floor = add(w, with_line ? line : flat, INFINITY);
        body = swapped ? add(w, post, 1) : body;
        remember(w, body, floor, up);
        cd_separation s;
        CHECK(separated(w, body, floor, &s));
        CHECK(cd_equal(s.normal, up) && fabs(s.distance + 0.25) < 1e-9);
        CHECK(separated(w, floor, body, &s));
        CHECK(cd_equal(s.normal, cd_negate(up)) && fabs(s.distance + 0.25) < 1e-9);
        cd_world_free(w);
    }
}

// Of a line and a segment that cross without having met, nothing says which is above.
static void what_crosses_a_line_has_no_side(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_separation s;
    int line = add(w, cd_line(2, (cd_vec){0, 0, 0}, (cd_vec){1, 0, 0}, 0), INFINITY);
    int body = add(w, cd_capsule(2, (cd_vec){-1, 0, 0}, (cd_vec){1, 0, 0}, 0), 1);
    cd_side_choose(w, body, line);
    cd_side_choose(w, line, body);
    CHECK(w->step.side_count == 0 && !separated(w, body, line, &s));
    cd_world_free(w);
}

// Gravity presses what falls on what does not, in either order; without it a body is on the side to
// which it moves.
static void a_side_is_chosen_by_what_moves(void) {
    for (int n = 0; n < 16; n++) {
        bool swapped = n % 2, upwards = n / 2 % 2, falls = n / 4 % 2, both = n / 8;
        cd_shape segment = cd_capsule(2, (cd_vec){-1, 0, 0}, (cd_vec){1, 0, 0}, 0);
        cd_world *w = cd_world_new(2, memory);
        cd_body bodies[2] = {cd_body_of(&segment), cd_body_of(&segment)};
        double sign = upwards ? 1 : -1;
        if (falls)
            cd_world_set_gravity(w, (cd_vec){0, 10 * sign, 0});
        bodies[swapped].mass = 1;
        bodies[!swapped].mass = both && !falls ? 2 : INFINITY; // it moves by itself
        bodies[!swapped].velocity = (cd_vec){3, falls ? 7 : -sign, 0};
        for (int i = 0; i < 2; i++)
            CHECK(cd_world_add(w, &bodies[i]) == i);
        cd_side_choose(w, 0, 1);
        cd_separation s;
        CHECK(separated(w, swapped, !swapped, &s) && s.normal.y * (falls ? -sign : sign) > 0.5);
        cd_world_free(w);
    }
}

// -------------------------------------------------------------------------------------------- thin

// What is thinner than 2^-36 of its size is thin; a disc of no height and a needle of no radius.
static void discs_and_needles_are_thin(void) {
    for (int n = 0; n < 40; n++) {
        double flat = exp2(-n);
        cd_vec at = {0, 0, 0}, tip = {0, flat, 0}, far = {0, 1, 0};
        cd_shape shapes[] = {cd_cylinder(at, tip, 1), cd_cone(at, tip, 1),
                             cd_cylinder(at, far, flat), cd_cone(at, far, flat)};
        for (int i = 0; i < 4; i++) {
            CHECK(cd_shape_error(&shapes[i]) == NULL);
            if (n != 35 && n != 36)
                CHECK(cd_shape_is_thin(&shapes[i]) == (n > 36));
        }
    }
}

int main(void) {
    each_pair_has_its_side();
    sides_without_memory();
    a_side_stays();
    what_crosses_a_line_has_no_side();
    a_side_is_chosen_by_what_moves();
    discs_and_needles_are_thin();
    if (failures == 0)
        printf("thin: all passed\n");
    return failures != 0;
}

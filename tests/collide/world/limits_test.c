// What the world does at the ends of its lists: with many bodies and as many as there may be, and
// where more touch than have room; what a caller may get wrong; and bodies that meet at the seam of
// a compound, whichever moves.
#include "allocator.h"
#include "cases.h"
#include "check.h"
#include "collide/set/set_distance.h"
#include "collide/world/contact/fixed_contacts.h"
#include "collide/world/motion/dynamic_body.h"
#include "random.h"
#include "steps.h"

#include <string.h>

// No body comes to 2^28 others, whatever memory there is. So many would take 100 GB: the world only
// believes to have them.
static void a_full_world_takes_no_body(void) {
    enum { MOST_BODIES = 1 << 28, ALLOCATIONS = 100 };
    cd_world *w = cd_world_new(2, memory);
    const cd_shape ball = cd_sphere(2, (cd_vec){0, 0, 0}, 1);
    const cd_body body = cd_body_of(&ball);
    CHECK(cd_world_add(w, &body) == 0);
    w->count = MOST_BODIES;
    allocations_left = ALLOCATIONS;
    CHECK(cd_world_add(w, &body) == -1);
    CHECK(w->count == MOST_BODIES && allocations_left == ALLOCATIONS);
    w->count = 1;
    allocations_left = -1;
    CHECK(cd_world_add(w, &body) == 1 && cd_world_count(w) == 2);
    cd_world_free(w);
    CHECK(held == 0);
}

// A ball falls into a cup of more planes than there is room for normals, and meets the tip of a
// spike within rounding of them: it stops there, held by the spike or by the planes.
static void a_ball_falls_into_a_cup(void) {
    const cd_vec up = {0, 1, 0}, zero = {0, 0, 0};
    for (int planes = 3; planes < 100; planes += 12) {
        cd_world *w = cd_world_new(3, memory);
        const cd_vec tip = {0, -1 + 4e-10, 0}, foot = {0, -2, 0};
        add(w, cd_segment(3, tip, foot), zero, INFINITY, 0);
        for (int i = 0; i < planes; i++) {
            const double angle = 6.283185307179586 * i / planes;
            const cd_vec out = {cos(angle), 1, sin(angle)};
            add(w, cd_plane(3, cd_normalized(out, up), -1), zero, INFINITY, 0);
        }
        const cd_shape shape = cd_sphere(3, (cd_vec){0, 0.5, 0}, 1);
        cd_body stops = cd_body_of(&shape);
        stops.mass = 1;
        stops.velocity.y = -1;
        stops.response = CD_STOP;
        const int ball = cd_world_add(w, &stops);
        for (int k = 0; k < 4; k++) {
            int count = step(w, 0.25);
            const cd_event *events = cd_world_events(w, &count);
            for (int i = 0; i < count; i++)
                check_case(fabs(cd_length2(events[i].normal) - 1) < 1e-12 &&
                               events[i].normal.y > 0.5,
                           "a normal of the cup", planes);
        }
        const cd_body *b = cd_world_body(w, ball);
        check_case(cd_max_abs(b->shape.as.center) < 1e-9, "stays in the cup", planes);
        check_case(cd_max_abs(b->velocity) < 1e-9, "stops in the cup", planes);
        cd_world_free(w);
    }
}

/// When a point above the seam of a compound of two boxes meets it, in a gap of so many ulps on
/// either side of the point; negative: never. The point moves, or the compound, which alone has a
/// finite mass; first: the point was added first.
static double meeting_of(int dim, int left, int right, bool moves, bool first) {
    const double deep = dim == 3;
    const cd_shape parts[] = {
        cd_aabb(dim, (cd_vec){0, -1, -deep}, (cd_vec){1 - left * 0x1p-53, 0, deep}),
        cd_aabb(dim, (cd_vec){1 + right * 0x1p-52, -1, -deep}, (cd_vec){2, 0, deep})};
    void *set_memory = malloc(cd_compound_size(parts, 2));
    const cd_shape set = cd_set_shape(cd_compound_build(parts, 2, set_memory, NULL));
    const cd_shape point = cd_point(dim, (cd_vec){1, 0.5, 0});
    const cd_vec down = {0, -1, 0}, up = {0, 1, 0}, zero = {0, 0, 0};
    cd_world *w = cd_world_new(dim, memory);
    if (first)
        add(w, point, moves ? down : zero, INFINITY, 1);
    add(w, set, moves ? zero : up, 1, 1);
    if (!first)
        add(w, point, moves ? down : zero, INFINITY, 1);
    int count = step(w, 1);
    const cd_event *events = cd_world_events(w, &count);
    const double t = count > 0 ? events[0].t : -1;
    cd_world_free(w);
    free(set_memory);
    return t;
}

// What touches one of the boxes meets them, and it does not matter which of the two moves.
static void a_seam_is_met_by_what_moves(void) {
    for (int n = 0; n < 8 * 8; n++)
        for (int dim = 2; dim <= 3; dim++) {
            const int left = n % 8, right = n / 8;
            const double t = meeting_of(dim, left, right, false, false);
            check_case(left > 0 && right > 0 ? true : t == 0.5, "meets the seam", n);
            for (int k = 1; k < 4; k++)
                check_case(meeting_of(dim, left, right, k % 2, k / 2) == t, "moves itself", n);
        }
}

/// A cylinder or cone anywhere, and the plane it stands on.
static cd_shape standing_shape(bool is_cone, cd_shape *plane) {
    const cd_vec base = vector(3, 1), far = {ldexp(1, (int)range(0, 27)), 0, 0};
    const cd_vec up = cd_normalized(vector(3, 1), (cd_vec){0, 1, 0});
    const cd_vec tip = cd_add(base, vector(3, 1));
    cd_shape shape =
        is_cone ? cd_cone(base, tip, range(0.1, 1)) : cd_cylinder(base, tip, range(0.1, 1));
    cd_shape_move(&shape, far);
    *plane = cd_plane(3, up, cd_dot(cd_support(&shape, cd_negate(up)), up));
    return shape;
}

static void add_contact(cd_fixed_contacts *list, const cd_shape *a, const cd_shape *b,
                        double margin) {
    list->contacts[list->count++] =
        (cd_fixed_contact){.contact.margin = margin, .a = *a, .b = *b, .at = cd_separate(a, b)};
}

// A cylinder stands on planes, and a point is as far from it as touches reach, where the distance
// and the union of what touches may differ by rounding: what is a touch of but one of them keeps
// its normal.
static void a_touch_to_the_last_digit_keeps_its_normal(void) {
    int differ[2] = {0, 0};
    for (int n = 0; n < 8000; n++) {
        seed(n);
        cd_shape plane, shape = standing_shape(n / 2 % 2, &plane);
        const int planes = 1 + n % 2;
        const cd_bounds box = cd_shape_bounds(&shape);
        const cd_vec middle = cd_lerp(box.min, box.max, 0.5);
        const double tolerance = cd_touch_tolerance(cd_length(cd_sub(box.max, middle)));
        const cd_vec aside = cd_add(plane.as.plane.normal, vector(3, 0.9));
        cd_shape point = cd_point(3, cd_add_scaled(middle, 9, aside));
        cd_separation own = cd_separate(&shape, &point);
        for (int i = 0; i < 2; i++) {
            cd_shape_move(&point, cd_scale(own.normal, own.distance - tolerance));
            own = cd_separate(&shape, &point);
        }
        cd_fixed_contact contacts[3];
        cd_fixed_contacts list = {0, contacts};
        for (int i = 0; i < planes; i++)
            add_contact(&list, &shape, &plane, tolerance);
        add_contact(&list, &shape, &point, tolerance);
        cd_fixed_contacts_join(3, &list);
        if (own.distance <= tolerance && !cd_parts_within(&shape, &point, tolerance)) {
            differ[planes - 1]++;
            check_case(cd_equal(list.contacts[planes].at.normal, own.normal), "its own normal", n);
        }
    }
    CHECK(differ[0] > 10 && differ[1] > 10);
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

int main(void) {
    an_overlap_finds_all_of_many();
    a_million_bodies_are_no_matter();
    invalid_bodies_are_told();
    mistakes_are_refused();
    a_full_world_takes_no_body();
    a_ball_falls_into_a_cup();
    a_seam_is_met_by_what_moves();
    a_touch_to_the_last_digit_keeps_its_normal();
    if (failures == 0)
        printf("limits: all passed\n");
    return failures != 0;
}

// A step without memory (the contract in collide/world.h): each allocation fails in turn.
#include "allocator.h"
#include "check.h"
#include "collide/world.h"

static void add(cd_world *w, cd_shape shape, double mass) {
    cd_body body = cd_body_of(&shape);
    body.mass = mass;
    body.restitution = 0;
    cd_world_add(w, &body);
}

static void add_spinner(cd_world *w, cd_shape shape, cd_vec at) {
    cd_body body = cd_body_of(&shape);
    cd_shape_move(&body.shape, at);
    body.spin.z = 9;
    cd_world_add(w, &body);
}

/// A polygon and a compound, which the world turns in memory of its own, under two balls.
static void add_spinners(cd_world *w) {
    static char triangle[4096], cross[4096];
    const cd_vec points[3] = {{-1, 0, 0}, {1, 0, 0}, {0, 0.5, 0}};
    const cd_shape blades[2] = {cd_aabb(2, (cd_vec){-1, -0.1, 0}, (cd_vec){1, 0.1, 0}),
                                cd_aabb(2, (cd_vec){-0.1, -1, 0}, (cd_vec){0.1, 1, 0})};
    CHECK(cd_polytope_size(3) <= sizeof triangle && cd_compound_size(blades, 2) <= sizeof cross);
    const cd_polytope *polygon = cd_polytope_build(2, points, 3, triangle, NULL);
    add_spinner(w, cd_polytope_shape(polygon, 0), (cd_vec){-20, 5, 0});
    add_spinner(w, cd_set_shape(cd_compound_build(blades, 2, cross, NULL)), (cd_vec){-30, 5, 0});
    add(w, cd_sphere(2, (cd_vec){-19.5, 6, 0}, 0.5), 1);
    add(w, cd_sphere(2, (cd_vec){-29.5, 6, 0}, 0.5), 1);
}

/// Bodies that stack, overlap, pass through each other, ask and turn, so that every buffer of a
/// step grows.
static cd_world *busy_world(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_world_set_gravity(w, (cd_vec){0, -10, 0});
    add(w, cd_plane(2, (cd_vec){0, 1, 0}, 0), INFINITY);
    for (int i = 0; i < 6; i++)
        add(w, cd_sphere(2, (cd_vec){0, 2 * i + 1, 0}, 1), i + 1);
    for (int i = 0; i < 3; i++)
        add(w, cd_sphere(2, (cd_vec){20 + 1.5 * i, 9, 0}, 1), 1);
    for (int i = 0; i < 8; i++) {
        cd_shape ball = cd_sphere(2, (cd_vec){40 + 4 * (i / 2), 2.5 + 2.5 * (i % 2), 0}, 1);
        cd_body body = cd_body_of(&ball);
        body.mass = 1;
        body.velocity.y = i % 2 ? -40 : 20;
        body.response = i < 4 ? CD_PASS : CD_ASK;
        cd_world_add(w, &body);
    }
    add_spinners(w);
    return w;
}

/// Takes a step, with a response to each hit that is asked about.
static bool whole_step(cd_world *w, double dt) {
    cd_event event;
    bool begun = cd_world_begin_step(w, dt);
    while (cd_world_next_hit(w, &event))
        cd_world_respond(w, CD_BOUNCE);
    CHECK(!cd_world_next_hit(w, &event));
    return begun;
}

static bool same_bodies(const cd_world *w, const cd_world *other) {
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *a = cd_world_body(w, i), *b = cd_world_body(other, i);
        if (!cd_equal(a->velocity, b->velocity) ||
            !cd_equal(cd_shape_middle(&a->shape), cd_shape_middle(&b->shape)))
            return false;
    }
    return true;
}

// Each allocation of a step fails in turn, until none does: a step that did not begin has changed
// nothing, one that ends early has the first of the events of the whole step, and the next one is
// a step like any other.
static void a_step_without_memory_ends_where_it_is(void) {
    bool failed = true;
    int not_begun = 0, with_events = 0, n = 0;
    cd_world *whole = busy_world(), *before = busy_world();
    CHECK(whole_step(whole, 0.1) && !cd_world_step_failed(whole));
    int all;
    const cd_event *expected = cd_world_events(whole, &all);
    for (; failed && n < 200; n++) {
        cd_world *w = busy_world();
        allocations_left = n;
        bool begun = whole_step(w, 0.1);
        allocations_left = -1;
        failed = cd_world_step_failed(w);
        int count;
        const cd_event *events = cd_world_events(w, &count);
        if (!begun)
            CHECK(failed && count == 0 && same_bodies(w, before));
        CHECK(failed ? count <= all : count == all && same_bodies(w, whole));
        for (int i = 0; i < count; i++)
            CHECK(events[i].a == expected[i].a && events[i].b == expected[i].b &&
                  events[i].t == expected[i].t);
        for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i))
            CHECK(!cd_body_error(cd_world_body(w, i)));
        for (int i = 1; i <= 6; i++) // the stack has not sunk
            CHECK(cd_world_body(w, i)->shape.as.center.y >= 2 * i - 1 - 1e-9);
        not_begun += !begun;
        with_events += failed && count > 0;
        CHECK(whole_step(w, 0.1) && !cd_world_step_failed(w));
        cd_world_free(w);
    }
    CHECK(!failed && not_begun >= 10 && with_events > 10);
    cd_world_free(whole);
    cd_world_free(before);
    CHECK(held == 0);
}

// A stack in which a step ends early stands in the next ones.
static void a_stack_outlives_the_end_of_memory(void) {
    enum { COUNT = 6 };
    int ended = 0;
    for (int n = 0; n < 50; n++) {
        cd_world *w = cd_world_new(3, memory);
        cd_world_set_gravity(w, (cd_vec){0, -10, 0});
        add(w, cd_plane(3, (cd_vec){0, 1, 0}, 0), INFINITY);
        for (int i = 0; i < COUNT; i++)
            add(w, cd_sphere(3, (cd_vec){0, 2 * i + 1, 0}, 1), i + 1);
        allocations_left = n;
        whole_step(w, 1 / 64.);
        allocations_left = -1;
        ended += cd_world_step_failed(w);
        for (int i = 0; i < 3; i++)
            whole_step(w, 1 / 64.);
        CHECK(cd_world_stalled(w) == 0 && !cd_world_step_failed(w));
        for (int i = 0; i < COUNT; i++) {
            double y = cd_world_body(w, i + 1)->shape.as.center.y;
            check(fabs(y - (2 * i + 1)) < 1e-9, "stands", __FILE__, n);
        }
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(ended > 10 && ended < 50);
}

// Where callbacks add bodies there is no memory to begin again with: the step ends where it is,
// with all bodies, and the next one goes on.
static void a_step_without_memory_to_begin_again(void) {
    int ended = 0;
    for (int n = 0; n < 80; n++) {
        bool answers = n % 2;
        cd_world *w = cd_world_new(2, memory);
        cd_event event;
        cd_shape wall = cd_plane(2, (cd_vec){-1, 0, 0}, -4);
        add(w, wall, INFINITY);
        for (int i = 0; i < 3; i++) {
            cd_shape ball = cd_sphere(2, (cd_vec){-i, 5 * i, 0}, 1);
            cd_body body = cd_body_of(&ball);
            body.velocity = (cd_vec){2, 0, 0};
            body.mass = 1;
            body.response = CD_ASK;
            cd_world_add(w, &body);
        }
        CHECK(cd_world_begin_step(w, 4));
        int hits = 0, count;
        for (; cd_world_next_hit(w, &event); hits++) {
            allocations_left = -1;
            for (int i = 0; i < 40; i++) // so many that each list has to grow
                add(w, cd_sphere(2, (cd_vec){-9 - 3 * i, -9 - hits, 0}, 0.25), 1);
            allocations_left = n / 2;
            cd_world_respond(w, answers ? CD_BOUNCE : CD_ASK);
        }
        allocations_left = -1;
        bool failed = cd_world_step_failed(w);
        ended += failed;
        cd_world_events(w, &count);
        CHECK(hits >= 1 && count >= hits && cd_world_count(w) == 4 + 40 * hits);
        CHECK(failed || hits == 3);
        for (int i = cd_world_next(w, 0); i >= 0; i = cd_world_next(w, i))
            CHECK(!cd_body_error(cd_world_body(w, i)) &&
                  (i > 3 || !answers || cd_world_body(w, i)->shape.as.center.x <= 3));
        CHECK(whole_step(w, 0.1) && !cd_world_step_failed(w));
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(ended > 8 && ended < 76);
}

// Bodies that come after the begin of a step, but before its first hit: without memory to begin
// again the step ends at its begin.
static void bodies_come_before_the_first_hit(void) {
    bool failed = true;
    int n = 0, count, at_begin = 0;
    for (; failed && n < 100; n++) {
        cd_world *w = cd_world_new(2, memory);
        cd_event event;
        add(w, cd_plane(2, (cd_vec){0, 1, 0}, 0), INFINITY);
        cd_world_set_gravity(w, (cd_vec){0, -8, 0});
        add(w, cd_sphere(2, (cd_vec){0, 1.25, 0}, 1), 1);
        CHECK(cd_world_begin_step(w, 1));
        for (int i = 0; i < 40; i++) // so many that each list has to grow
            add(w, cd_sphere(2, (cd_vec){3 * i + 3, 1, 0}, 1), 1);
        allocations_left = n;
        CHECK(!cd_world_next_hit(w, &event));
        allocations_left = -1;
        failed = cd_world_step_failed(w);
        cd_world_events(w, &count);
        const cd_vec now = cd_world_body(w, 1)->shape.as.center;
        CHECK((failed || count > 0) && now.x == 0 && (now.y == 1 || (count == 0 && now.y == 1.25)));
        at_begin += failed && now.y == 1.25;
        CHECK(whole_step(w, 0.1) && !cd_world_step_failed(w));
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(!failed && at_begin > 3);
}

// A body slides from one tile on the next without a hit: what it touches there is looked up at the
// end of the step.
static void a_touch_without_memory(void) {
    bool failed = true;
    int n = 0, count;
    for (; failed && n < 100; n++) {
        cd_world *w = cd_world_new(2, memory);
        for (int i = 0; i < 2; i++)
            add(w, cd_aabb(2, (cd_vec){2 * i - 2, -1, 0}, (cd_vec){2 * i, 0, 0}), INFINITY);
        cd_shape box = cd_aabb(2, (cd_vec){-1.5, 0, 0}, (cd_vec){-0.5, 1, 0});
        cd_body body = cd_body_of(&box);
        body.mass = 1;
        body.velocity = (cd_vec){1, 0, 0};
        int slot = cd_world_add(w, &body);
        allocations_left = n;
        whole_step(w, 0.75);
        allocations_left = -1;
        failed = cd_world_step_failed(w);
        const cd_event *events = cd_world_touch_events(w, &count);
        CHECK(failed || count == 2);
        for (int i = 0; i < count; i++) {
            CHECK(events[i].kind == CD_EVENT_BEGIN && events[i].a == slot && events[i].b == i);
            CHECK(failed || cd_equal(events[i].normal, (cd_vec){0, 1, 0}));
        }
        CHECK(whole_step(w, 0.5) && !cd_world_step_failed(w));
        CHECK(cd_world_body(w, slot)->shape.as.box.center.y == 0.5);
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(!failed && n > 3);
}

static int until_failure; // one allocation fails when it comes to 0

static void *fail_once(void *user, void *old, size_t old_size, size_t size) {
    return size > 0 && until_failure-- == 0 ? NULL : reallocate(user, old, old_size, size);
}

/// A box on the first of two tiles that has come to the edge of the second by 0.5, and bodies
/// above it that fly apart, so that the tree of all that moves is built anew then.
static cd_world *world_that_spreads(void) {
    enum { BODIES = 24 };
    cd_world *w = cd_world_new(2, (cd_allocator){fail_once, NULL});
    for (int i = 0; i < 2; i++)
        add(w, cd_aabb(2, (cd_vec){2 * i - 2, -1, 0}, (cd_vec){2 * i, 0, 0}), INFINITY);
    for (int i = 0; i < BODIES; i++) {
        cd_shape shape = i == 0 ? cd_aabb(2, (cd_vec){-1.5, 0, 0}, (cd_vec){-0.5, 1, 0})
                                : cd_sphere(2, (cd_vec){0, 4 + i, 0}, 0.25);
        cd_body body = cd_body_of(&shape);
        body.mass = 1;
        body.velocity.x = i == 0 ? 1 : 20 * (7 * i % BODIES - BODIES / 2);
        cd_world_add(w, &body);
    }
    return w;
}

// Where one allocation fails while a touch is looked up, the step has failed, or the touch is what
// it is.
static void a_touch_without_memory_for_the_tree(void) {
    bool failed = true;
    int n = 0, count;
    for (; failed && n < 100; n++) {
        until_failure = -1;
        cd_world *w = world_that_spreads();
        CHECK(whole_step(w, 0.125) && !cd_world_step_failed(w));
        until_failure = n;
        whole_step(w, 0.375);
        failed = cd_world_step_failed(w);
        CHECK(failed == (until_failure < 0));
        until_failure = -1;
        const cd_event *events = cd_world_touch_events(w, &count);
        CHECK(failed || count == 1);
        for (int i = 0; i < count; i++)
            CHECK(events[i].kind == CD_EVENT_BEGIN && events[i].a == 2 && events[i].b == 1 &&
                  cd_equal(events[i].normal, (cd_vec){0, 1, 0}));
        CHECK(whole_step(w, 0.5) && !cd_world_step_failed(w));
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(!failed && n > 1);
}

int main(void) {
    a_step_without_memory_ends_where_it_is();
    a_stack_outlives_the_end_of_memory();
    a_step_without_memory_to_begin_again();
    bodies_come_before_the_first_hit();
    a_touch_without_memory();
    a_touch_without_memory_for_the_tree();
    if (failures == 0)
        printf("step_memory: all passed\n");
    return failures != 0;
}

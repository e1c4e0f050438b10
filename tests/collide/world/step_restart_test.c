// What callbacks decide and change during a step: whose answer counts, and bodies that come, stand
// still or take other velocities.
#include "allocator.h"
#include "check.h"
#include "collide/world.h"
#include "steps.h"

static int add_asking(cd_world *w, cd_shape shape, cd_vec velocity, double mass) {
    cd_body body = cd_body_of(&shape);
    body.velocity = velocity;
    body.mass = mass;
    body.restitution = 1;
    body.response = CD_ASK;
    return cd_world_add(w, &body);
}

/// A wall that fills x >= 4.
static cd_shape wall(int dim) { return cd_plane(dim, (cd_vec){-1, 0, 0}, -4); }

static cd_shape ball(int dim, double x, double y) { return cd_sphere(dim, (cd_vec){x, y, 0}, 1); }

static cd_vec position(const cd_world *w, int slot) {
    return cd_world_body(w, slot)->shape.as.center;
}

// The answer of a wall that asks is the ball's response; where the ball asks too, it answers.
static void a_static_body_decides(void) {
    const struct {
        cd_response response;
        cd_vec velocity;
    } cases[] = {
        {CD_BOUNCE, {-2, 1, 0}}, {CD_SLIDE, {0, 1, 0}}, {CD_STOP, {0, 0, 0}}, {CD_PASS, {2, 1, 0}}};
    for (int n = 0; n < 16; n++) {
        int dim = 2 + n / 4 % 2, both = n / 8, count;
        cd_world *w = cd_world_new(dim, memory);
        cd_event event;
        int static_body = add_asking(w, wall(dim), (cd_vec){0, 0, 0}, INFINITY);
        int moving = both ? add_asking(w, ball(dim, 0, 0), (cd_vec){2, 1, 0}, 1)
                          : add(w, ball(dim, 0, 0), (cd_vec){2, 1, 0}, 1, 1);
        CHECK(cd_world_begin_step(w, 2));
        while (cd_world_next_hit(w, &event)) {
            CHECK(event.t == 1.5 && event.a == (both ? moving : static_body));
            cd_world_respond(w, cases[n % 4].response);
        }
        cd_world_events(w, &count);
        CHECK(count == 1);
        CHECK(cd_equal(cd_world_body(w, moving)->velocity, cases[n % 4].velocity));
        cd_world_free(w);
    }
}

// A body that its callback makes still stays where it is, whatever the answer.
static void what_is_made_static_stays(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_event event;
    add(w, wall(2), (cd_vec){0, 0, 0}, INFINITY, 1);
    int slot = add_asking(w, ball(2, 0, 0), (cd_vec){2, 0, 0}, 1), hits = 0;
    CHECK(cd_world_begin_step(w, 2));
    for (; cd_world_next_hit(w, &event); hits++) {
        cd_body static_body = *cd_world_body(w, slot);
        static_body.mass = INFINITY;
        static_body.velocity = (cd_vec){0, 0, 0};
        cd_world_set(w, slot, &static_body);
        cd_world_respond(w, CD_BOUNCE);
    }
    CHECK(hits == 1 && position(w, slot).x == 3);
    CHECK(step(w, 1) == 0 && position(w, slot).x == 3);
    cd_world_free(w);
}

// A velocity that is set after a body was added in the same callback counts.
static void a_velocity_counts_after_a_body_came(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_event event;
    add(w, wall(2), (cd_vec){0, 0, 0}, INFINITY, 1);
    int slot = add_asking(w, ball(2, 0, 0), (cd_vec){2, 0, 0}, 1), hits = 0, added = -1;
    CHECK(cd_world_begin_step(w, 2));
    for (; cd_world_next_hit(w, &event); hits++) {
        added = add(w, ball(2, -20, 0), (cd_vec){0, 2, 0}, 1, 1);
        cd_world_set_velocity(w, slot, (cd_vec){-2, 0, 0});
        cd_world_respond(w, CD_ASK);
    }
    CHECK(hits == 1 && position(w, slot).x == 2 && position(w, added).y == 1);
    cd_world_free(w);
}

// What may hit no more in a step stays where it is until the next, which begins with the velocity
// that was set meanwhile.
static void a_velocity_set_while_stalled_waits(void) {
    cd_world *w = cd_world_new(2, memory);
    cd_event event;
    cd_world_set_hit_limit(w, 1);
    add(w, wall(2), (cd_vec){0, 0, 0}, INFINITY, 1);
    int first = add_asking(w, ball(2, 0, 0), (cd_vec){2, 0, 0}, 1), hits = 0;
    int second = add_asking(w, ball(2, 0, 5), (cd_vec){1.6, 0, 0}, 1);
    CHECK(cd_world_begin_step(w, 2));
    for (; cd_world_next_hit(w, &event); hits++) {
        if (event.a == second)
            cd_world_set_velocity(w, first, (cd_vec){-1, 0, 0});
        cd_world_respond(w, CD_BOUNCE);
    }
    CHECK(hits == 2 && position(w, first).x == 3);
    step(w, 1);
    CHECK(position(w, first).x == 2);
    cd_world_free(w);
}

// A callback that does not respond, or no callback, lets its body pass once, also where it adds a
// body; if it puts its body back instead, that hits again, until it may hit no more.
static void what_does_not_respond_passes(void) {
    for (int k = 0; k < 12; k++) {
        const int n = k % 6;
        const bool says_so = k < 6;
        bool puts_back = n >= 4, with_other = n % 2;
        cd_world *w = cd_world_new(2, memory);
        cd_event event;
        cd_world_set_hit_limit(w, 10);
        int other = with_other ? add(w, ball(2, 5, 0), (cd_vec){-1, 0, 0}, 1, 1)
                               : add(w, wall(2), (cd_vec){0, 0, 0}, INFINITY, 1);
        int slot = add_asking(w, ball(2, 0, 0), (cd_vec){2, 0, 0}, 1), hits = 0;
        CHECK(cd_world_begin_step(w, 8));
        for (; cd_world_next_hit(w, &event) && hits < 20; hits++) {
            if (n >= 2)
                add(w, ball(2, -20 - 3 * hits, 0), (cd_vec){0, 0, 0}, INFINITY, 1);
            if (puts_back)
                cd_world_move(w, slot, (cd_vec){-0.5, 0, 0});
            if (says_so)
                cd_world_respond(w, CD_ASK);
        }
        CHECK(hits == (puts_back ? 10 : 1) &&
              cd_world_stalled(w) == (puts_back ? 1 + with_other : 0));
        if (!puts_back)
            CHECK(position(w, slot).x == 16);
        if (!puts_back && with_other)
            CHECK(position(w, other).x == -3);
        cd_world_free(w);
    }
}

// Two that overlap when the step begins, and that a callback makes immovable: none of them is moved
// apart.
static void what_is_made_immovable_is_not_corrected(void) {
    for (int n = 0; n < 3; n++) {
        cd_world *w = cd_world_new(2, memory);
        cd_event event;
        add(w, wall(2), (cd_vec){0, 0, 0}, INFINITY, 1);
        int first = add(w, ball(2, -20, 0), (cd_vec){0, 0, 0}, 1, 1);
        int second = add(w, ball(2, -19, 0), (cd_vec){0, 0, 0}, 1, 1), hits = 0;
        add_asking(w, ball(2, 0, 0), (cd_vec){2, 0, 0}, 1);
        CHECK(cd_world_begin_step(w, 2));
        for (; cd_world_next_hit(w, &event); hits++) {
            for (int i = first; i < first + n; i++) {
                cd_body heavy = *cd_world_body(w, i);
                heavy.mass = INFINITY;
                cd_world_set(w, i, &heavy);
            }
            cd_world_respond(w, CD_BOUNCE);
        }
        CHECK(hits == 1);
        double x = position(w, first).x, y = position(w, second).x;
        CHECK(n == 0 ? fabs(x + 20.5) < 1e-12 : x == -20);
        CHECK(n == 0 ? fabs(y + 18.5) < 1e-12 : n == 1 ? fabs(y + 18) < 1e-12 : y == -19);
        cd_world_free(w);
    }
}

int main(void) {
    a_static_body_decides();
    what_is_made_static_stays();
    a_velocity_counts_after_a_body_came();
    a_velocity_set_while_stalled_waits();
    what_is_made_immovable_is_not_corrected();
    what_does_not_respond_passes();
    if (failures == 0)
        printf("step_restart: all passed\n");
    return failures != 0;
}

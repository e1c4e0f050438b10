// Adding bodies and making steps, as the tests of the step share them.
#ifndef TESTS_SUPPORT_STEPS_H
#define TESTS_SUPPORT_STEPS_H

#include "check.h"
#include "collide/world.h"

static int add(cd_world *w, cd_shape shape, cd_vec velocity, double mass, double restitution) {
    cd_body body = cd_body_of(&shape);
    body.velocity = velocity;
    body.mass = mass;
    body.restitution = restitution;
    return cd_world_add(w, &body);
}

static int step(cd_world *w, double dt) {
    cd_event event;
    int count;
    CHECK(cd_world_begin_step(w, dt));
    while (cd_world_next_hit(w, &event))
        cd_world_respond(w, CD_BOUNCE);
    cd_world_events(w, &count);
    return count;
}

#endif

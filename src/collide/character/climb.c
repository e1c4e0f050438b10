// A step is climbed as Quake does it: up, on, down; what decides is where the character ends.
#include "collide/character/climb.h"

#include "collide/character/turn.h"

#include <assert.h>

// Moves the character along v up to what it meets; returns the part of v that it went.
static double go(cd_walker *w, cd_vec v, cd_character_hit *met) {
    cd_turn turn;
    cd_turn_freely(w, v, &turn);
    if (!cd_equal(turn.motion, v)) {
        *met = turn.hits[0];
        return 0;
    }
    double t = cd_walker_sweep(w, v, met) ? met->hit.t : 1;
    cd_walker_move(w, cd_scale(v, t));
    return t;
}

// Whether the character stands here: on ground, or on the edge of a step that it is climbing. Of
// edges, none may be too high. foot: where it was before.
static bool stands(const cd_walker *w, cd_vec heading, double foot) {
    cd_turn turn;
    cd_turn_freely(w, cd_negate(w->options->up), &turn);
    bool stands = false;
    for (int i = 0; i < turn.count; i++) {
        cd_riser step = cd_step_at(w, &turn.hits[i], heading, foot);
        if (step == CD_HIGH_STEP)
            return false;
        stands |=
            step == CD_LOW_STEP || cd_dot(turn.hits[i].hit.normal, w->options->up) >= w->least_up;
    }
    return stands;
}

static bool step_up(cd_walker *w, cd_vec level, double *used) {
    cd_vec up = w->options->up;
    double foot = cd_walker_foot(w), limit = cd_touch_limit(&w->shape, &w->shape);
    double height = w->options->step_height + limit;
    cd_character_hit met;
    height *= go(w, cd_scale(up, height), &met);
    cd_turn turn;
    cd_turn_freely(w, level, &turn);
    cd_vec on = cd_level(turn.motion, up);
    if (!(cd_dot(on, level) > 0))
        return false;
    *used = go(w, on, &met);
    if (*used * cd_length(on) <= limit)
        return false;
    go(w, cd_scale(up, -height - limit), &met);
    return met.id >= 0 && stands(w, level, foot);
}

bool cd_climb(cd_walker *w, cd_vec motion, double *used) {
    cd_vec level = cd_level(motion, w->options->up);
    assert(!cd_is_zero(level)); // else no step is in the way
    if (w->options->step_height == 0 || !stands(w, level, cd_walker_foot(w)))
        return false;
    cd_shape before = w->shape;
    if (step_up(w, level, used))
        return true;
    w->shape = before;
    return false;
}

// Moves the character down by up to `way`; returns whether it comes to stand on ground. If not: met
// is what stops it, id -1: nothing.
static bool comes_down(cd_walker *w, cd_vec heading, double way, cd_character_hit *met) {
    cd_vec up = w->options->up;
    cd_character_hit ground;
    double limit = cd_touch_limit(&w->shape, &w->shape);
    go(w, cd_scale(up, -way), met);
    if (met->id < 0) // it stands above what carries it by less than a touch, here and there
        go(w, cd_scale(up, -2 * limit), met);
    return met->id >= 0 && cd_find_ground(w, heading, &ground);
}

void cd_snap(cd_walker *w, cd_vec heading) {
    cd_vec up = w->options->up;
    cd_character_hit met, other;
    if (cd_find_ground(w, heading, &other))
        return;
    cd_shape before = w->shape;
    bool stands = comes_down(w, heading, w->options->snap, &met);
    // What is beside its way by a touch does not stop it.
    // Without it: tests/collide/character/ground_spec.lua "snaps past a wall that it only grazes"
    if (!stands && met.id >= 0) {
        cd_vec away = cd_level(met.hit.normal, up);
        double went = cd_dot(cd_sub(cd_shape_middle(&before), cd_shape_middle(&w->shape)), up);
        go(w, cd_scale(cd_normalized(away, away), cd_touch_limit(&before, &before)), &other);
        stands = comes_down(w, heading, cd_max(w->options->snap - went, 0), &met);
    }
    if (!stands)
        w->shape = before;
}

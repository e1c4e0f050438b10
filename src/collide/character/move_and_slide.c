// From stop to stop: what touches turns the motion (turn.h), the way along it ends where it meets
// something (walker.h), and so on with what is left. The idea of a mover that slides along planes
// is as old as Quake; projecting onto all surfaces at once is what keeps it from trembling in
// corners.
#include "collide/character/climb.h"
#include "collide/character/recover.h"
#include "collide/character/turn.h"
#include "collide/math/tolerance.h"
#include "collide/math/trace.h"

#include <assert.h>

// The most stops on the way besides those that are hits: a stop may turn out to be no hit.
enum { STOPS_PER_HIT = 4 };

typedef struct {
    cd_walker walker;
    cd_vec motion; ///< the whole
    cd_vec left;   ///< what is left of it
    double used;   ///< the part of the motion that is used up
    int last_count;
    cd_vec last[CD_TURN_HITS]; ///< the normals of the surfaces at the stop before
    cd_character_move result;
    cd_character_hit *hits;
} journey;

static cd_hit hit_of(const journey *j, const cd_hit *found) {
    return (cd_hit){.t = j->used,
                    .enter = j->used,
                    .exit = INFINITY,
                    .point = found->point,
                    .normal = found->normal,
                    .inside = j->used == 0,
                    .approach = 0 - cd_dot(j->motion, found->normal)};
}

static bool turned_last(const journey *j, cd_vec normal) {
    for (int i = 0; i < j->last_count; i++)
        if (cd_max_abs(cd_sub(j->last[i], normal)) <= CD_SAME_NORMAL)
            return true;
    return false;
}

// Appends those surfaces that did not turn the motion at the stop before; false: there are more
// than fit.
static bool append_hits(journey *j, const cd_turn *turn) {
    for (int i = 0; i < turn->count; i++) {
        if (turned_last(j, turn->hits[i].hit.normal))
            continue;
        if (j->result.hit_count == j->walker.options->max_hits)
            return false;
        cd_character_hit *hit = &j->hits[j->result.hit_count++];
        *hit = (cd_character_hit){turn->hits[i].id, hit_of(j, &turn->hits[i].hit)};
    }
    return true;
}

static void keep_last(journey *j, const cd_turn *turn) {
    j->last_count = turn->count;
    for (int i = 0; i < turn->count; i++)
        j->last[i] = turn->hits[i].hit.normal;
}

static void use_up(journey *j, double t) {
    j->left = cd_scale(j->left, 1 - t);
    j->used += t * (1 - j->used);
}

static void record_stop(const journey *j, const cd_turn *turn) {
    cd_trace_step step = {.kind = CD_STEP_SLIDE, .t = j->used, .count = turn->count};
    step.nearest = turn->motion;
    step.distance = cd_length(turn->motion);
    if (turn->count > 0) {
        step.normal = turn->hits[0].hit.normal;
        step.point_b = turn->hits[0].hit.point;
    }
    step.point_a = cd_shape_middle(&j->walker.shape);
    cd_trace_put(&step);
}

static void travel(journey *j) {
    cd_walker *w = &j->walker;
    int stops = STOPS_PER_HIT * (w->options->max_hits + 1);
    j->left = j->motion;
    for (int i = 0; i < stops && !cd_is_zero(j->left); i++) {
        cd_turn turn;
        cd_turn_motion(w, j->left, &turn);
        if (CD_TRACES)
            record_stop(j, &turn);
        double climbed;
        if (turn.is_blocked && cd_dot(j->motion, w->options->up) <= 0 &&
            cd_climb(w, j->left, &climbed)) {
            use_up(j, climbed);
            j->last_count = 0;
            continue;
        }
        bool goes_on = append_hits(j, &turn);
        keep_last(j, &turn);
        if (!goes_on) {
            j->result.rest = turn.motion;
            return;
        }
        if (cd_is_zero(turn.motion))
            return;
        cd_character_hit met;
        bool meets = cd_walker_sweep(w, turn.motion, &met);
        double t = meets ? met.hit.t : 1;
        cd_walker_move(w, cd_scale(turn.motion, t));
        use_up(j, t);
    }
}

// The least normal . up of ground, less the rounding of a cosine and of a normal. What is vertical
// to that rounding carries nothing, also where max_slope is a right angle.
static double least_up(const cd_character_options *options) {
    const double rounding = 0x1p-48;
    return cd_max(cos(options->max_slope) - rounding, rounding);
}

bool cd_stands_on(const cd_shape *shape, const cd_shape *ground,
                  const cd_character_options *options) {
    cd_separation s;
    double limit = cd_touch_limit(shape, ground);
    return cd_contact(shape, ground, limit, &s) && s.distance >= -limit &&
           cd_dot(s.normal, options->up) >= least_up(options);
}

cd_character_move cd_move_and_slide(cd_shape *shape, cd_vec motion, const cd_obstacles *obstacles,
                                    const cd_character_options *options, cd_character_hit *hits) {
    assert(cd_shape_error(shape) == NULL && cd_is_in_range(motion) && options->max_hits >= 1);
    journey j; // not initialised as a whole: it is large
    j.motion = motion;
    j.hits = hits;
    j.used = 0;
    j.last_count = 0;
    j.result = (cd_character_move){.ground.id = -1};
    cd_walker *w = &j.walker;
    cd_touches touches; // not initialised as a whole: it is large
    touches.count = -1;
    cd_nearby nearby;
    cd_nearby_start(&nearby, cd_length(motion) + options->step_height + options->snap);
    *w = (cd_walker){.shape = *shape,
                     .aim = motion,
                     .obstacles = obstacles,
                     .options = options,
                     .least_up = least_up(options),
                     .nearby = &nearby,
                     .touches = &touches};
    cd_vec before = cd_shape_middle(shape), heading = cd_level(motion, options->up);
    cd_character_hit ground;
    cd_recover(w);
    bool stood = options->snap > 0 && cd_find_ground(w, heading, &ground);
    travel(&j);
    if (stood && cd_dot(motion, options->up) <= 0)
        cd_snap(w, heading);
    cd_never_deeper(w, shape);
    j.result.moved = cd_sub(cd_shape_middle(&w->shape), before);
    j.result.has_ground = cd_find_ground(w, heading, &ground);
    j.result.ground = (cd_character_hit){ground.id, hit_of(&j, &ground.hit)};
    *shape = w->shape;
    return j.result;
}

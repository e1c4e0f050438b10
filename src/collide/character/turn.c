// A motion is projected onto the free cone of all that touches (narrow/touch/free_cone.h). On the
// ground the level part of the motion alone decides where the character goes: first walls turn it,
// then the ground lifts or lowers it without changing its length, so that it neither climbs walls
// nor slides down slopes that it can stand on. A slope that is too steep is a wall, too, once it
// would lift the character.
#include "collide/character/turn.h"
#include "collide/math/tolerance.h"
#include "collide/shape/core.h"

#include <float.h>

// By this much a slope is steeper than max_slope before an edge over it counts as that of a step.
static const double STEEPER = 1e-5;

// How far out an edge is looked at, in gaps: so far that rounding turns no slope by STEEPER, and
// much less than the height of a step that differs from a touch. Normals of a mesh do not tell what
// lies beyond an edge.
// Without it: tests/scripts/walker_spec.lua "climbs steps"
static const double PROBE = 0x1p17;

enum { ROUNDS_MAX = 6, PASSES_MAX = 4, WALLS_MAX = 6, ASKED_MAX = 32 };

typedef struct {
    const cd_walker *walker;
    int asked_count, asked[ASKED_MAX]; ///< obstacles that were accepted
    cd_free_cone cone;
    cd_turn *found; ///< what is active in the cone
    cd_character_hit unasked;
} turning;

static bool is_same(cd_vec n, cd_vec m) { return cd_max_abs(cd_sub(n, m)) <= CD_SAME_NORMAL; }

static bool was_asked(const turning *t, int id) {
    for (int i = 0; i < t->asked_count; i++)
        if (t->asked[i] == id)
            return true;
    return t->asked_count == ASKED_MAX;
}

// Adds a surface unless one with its normal is there.
static void add_hit(cd_turn *turn, const cd_character_hit *hit) {
    for (int i = 0; i < turn->count; i++)
        if (is_same(turn->hits[i].hit.normal, hit->hit.normal))
            return;
    if (turn->count < CD_TURN_HITS)
        turn->hits[turn->count++] = *hit;
}

// ------------------------------------------------------------------------------------- projection

static bool add_touch(void *context, const cd_touch *touch) {
    turning *t = context;
    cd_free_cone_add(&t->cone, touch->normals, touch->count, &touch->separation.point_b);
    return true;
}

// Notes a surface if it turns the motion, or that its obstacle has to be asked about first.
static bool find_active(void *context, const cd_touch *touch) {
    turning *t = context;
    int active = cd_free_cone_active(&t->cone, touch->normals, touch->count);
    if (active < 0)
        return true;
    cd_character_hit hit = {touch->id,
                            {.normal = touch->normals[active], .point = touch->separation.point_b}};
    if (t->walker->obstacles->accepts && !was_asked(t, hit.id)) {
        t->unasked = hit;
        return false;
    }
    add_hit(t->found, &hit);
    return true;
}

// Asks about an obstacle that turns the motion; one that does not count is gone then.
static void ask(turning *t, cd_vec motion) {
    const cd_obstacles *o = t->walker->obstacles;
    int id = t->unasked.id;
    cd_hit hit = t->unasked.hit;
    hit.exit = INFINITY;
    hit.inside = true;
    hit.approach = 0 - cd_dot(motion, hit.normal);
    if (o->accepts(o->context, id, &hit))
        t->asked[t->asked_count++] = id;
    cd_touches_forget(t->walker);
}

// Projects a motion onto what is free, and finds what turns it.
static cd_vec project(turning *t, cd_vec motion) {
    const cd_walker *w = t->walker;
    for (;;) {
        cd_walker_start_cone(w, motion, &t->cone);
        cd_each_touch(w, add_touch, t);
        cd_vec free = cd_free_cone_project(&t->cone);
        t->found->count = 0;
        t->unasked.id = -1;
        cd_each_touch(w, find_active, t);
        if (t->unasked.id < 0)
            return free;
        ask(t, motion);
    }
}

static bool lead_out(void *context, const cd_touch *touch) {
    cd_vec *v = context;
    int most = 0;
    for (int i = 1; i < touch->count; i++)
        if (cd_dot(touch->normals[i], *v) > cd_dot(touch->normals[most], *v))
            most = i;
    double into = -cd_dot(touch->normals[most], *v);
    if (into > 0)
        *v = cd_add_scaled(*v, into + DBL_EPSILON * cd_length(*v), touch->normals[most]);
    return true;
}

// A way along a surface, seen to rounding, may lead into it, and on a long way through one without
// thickness: turns it away by that much.
// Without it: tests/collide/character/room_spec.lua "everything stays inside"
static cd_vec without_rounding(const cd_walker *w, cd_vec v) {
    cd_vec before = {0, 0, 0};
    for (int pass = 0; pass < PASSES_MAX && !cd_equal(before, v); pass++) {
        before = v;
        cd_each_touch(w, lead_out, &v);
    }
    return v;
}

static void start_turning(turning *t, const cd_walker *w, cd_turn *found) {
    t->walker = w; // not initialised as a whole: it is large
    t->found = found;
    t->asked_count = 0;
}

void cd_turn_freely(const cd_walker *w, cd_vec v, cd_turn *turn) {
    turning t;
    start_turning(&t, w, turn);
    turn->motion = project(&t, v);
    turn->is_blocked = false;
}

// ---------------------------------------------------------------------------------------- surfaces

double cd_walker_foot(const cd_walker *w) {
    return cd_dot(cd_support(&w->shape, cd_negate(w->options->up)), w->options->up);
}

// What touches one of the points of an obstacle.
typedef struct {
    cd_vec normal, up;
    double least_up;
    bool is_face;  ///< the normal is that of a facet
    bool is_tread; ///< there is a facet that is ground
    double gap;    ///< the widest (cd_touch)
} surface;

static bool add_surface(void *context, const cd_touch *touch) {
    surface *s = context;
    for (int i = 0; i < touch->count; i++) {
        s->is_face |= is_same(touch->normals[i], s->normal);
        s->is_tread |= cd_dot(touch->normals[i], s->up) >= s->least_up;
    }
    s->gap = cd_max(s->gap, touch->gap);
    return !s->is_face; // then it is no edge, whatever else touches
}

// Whether the surface falls off, from a point of an edge, more steeply than max_slope: nothing is
// above that slope a little way out, where the probe is then. back: level and unit, out of the
// obstacle.
static bool falls_off(cd_walker *probe, cd_vec back, double gap) {
    double far = PROBE * gap, slope = probe->options->max_slope + STEEPER;
    cd_vec up = probe->options->up;
    cd_character_hit met;
    cd_shape_move(&probe->shape, cd_add_scaled(cd_scale(back, far * cos(slope)), far, up));
    return !cd_walker_sweep(probe, cd_scale(up, -far * (1 + sin(slope))), &met);
}

// A point of an obstacle is on the edge of a step if its surface has not this normal there, falls
// off on the character's side, and is ground beyond: the edge between two walls is none. probe: a
// point beside it, if it is.
static bool is_edge(const cd_walker *w, const cd_hit *hit, cd_walker *probe) {
    cd_vec up = w->options->up, back = cd_level(hit->normal, up);
    if (cd_dot(hit->normal, up) <= 0 || cd_is_zero(back))
        return false;
    surface s = {.normal = hit->normal, .up = up, .least_up = w->least_up};
    *probe = (cd_walker){.shape = cd_point(w->shape.dim, hit->point),
                         .way = cd_negate(hit->normal), // it lies on the character's side
                         .obstacles = w->obstacles,
                         .nearby = w->nearby,
                         .options = w->options,
                         .least_up = w->least_up};
    cd_each_touch(probe, add_surface, &s);
    return s.gap > 0 && !s.is_face && s.is_tread &&
           falls_off(probe, cd_normalized(back, back), s.gap);
}

cd_riser cd_step_at(const cd_walker *w, const cd_character_hit *hit, cd_vec heading, double foot) {
    cd_vec up = w->options->up;
    cd_walker probe;
    if (!(cd_dot(hit->hit.normal, heading) < 0) || !is_edge(w, &hit->hit, &probe))
        return CD_NO_STEP;
    double limit = cd_touch_limit(&w->shape, &w->shape);
    double height = cd_dot(hit->hit.point, up) - foot;
    return height <= w->options->step_height + limit ? CD_LOW_STEP : CD_HIGH_STEP;
}

// Whether there is ground no farther than `snap` below a height, under the probe.
static bool has_ground_below(const cd_walker *probe, double height, double limit) {
    cd_vec up = probe->options->up;
    double far = cd_walker_foot(probe) - height + probe->options->snap + limit;
    cd_character_hit met;
    return far > 0 && cd_walker_sweep(probe, cd_scale(up, -far), &met) &&
           cd_dot(met.hit.normal, up) >= probe->least_up;
}

// Whether the character is on the edge of a step down: ground that is no farther than `snap` below
// the edge lies beside it or, where the riser slants, under the character's lowest point. A round
// shape comes down over it on a normal that is steeper than max_slope.
// Without it: tests/collide/character/ground_spec.lua "is on the ground all the way down stairs"
static bool steps_down(const cd_walker *w, const cd_hit *hit) {
    cd_vec up = w->options->up;
    double limit = cd_touch_limit(&w->shape, &w->shape), height = cd_dot(hit->point, up);
    cd_walker probe;
    if (w->options->snap == 0 || !is_edge(w, hit, &probe))
        return false;
    if (has_ground_below(&probe, height, limit))
        return true;
    probe.shape = cd_point(w->shape.dim, cd_support(&w->shape, cd_negate(up)));
    return has_ground_below(&probe, height, limit);
}

static bool carries(const cd_walker *w, const cd_character_hit *hit, cd_vec heading) {
    return cd_dot(hit->hit.normal, w->options->up) >= w->least_up ||
           cd_step_at(w, hit, heading, cd_walker_foot(w)) == CD_LOW_STEP ||
           steps_down(w, &hit->hit);
}

bool cd_find_ground(const cd_walker *w, cd_vec heading, cd_character_hit *ground) {
    cd_vec up = w->options->up;
    cd_turn turn;
    cd_turn_freely(w, cd_negate(up), &turn);
    *ground = (cd_character_hit){.id = -1};
    double most = 0;
    for (int i = 0; i < turn.count; i++) {
        double height = cd_dot(turn.hits[i].hit.normal, up);
        if (height > most && (cd_is_zero(turn.motion) || carries(w, &turn.hits[i], heading))) {
            most = height;
            *ground = turn.hits[i];
        }
    }
    return ground->id >= 0;
}

// ------------------------------------------------------------------------------------------- turns

// The motion of a character on or off the ground, as the surfaces known so far turn it.
typedef struct {
    cd_vec motion, up;
    int dim;
    bool on_ground;
    int wall_count, ground_count;
    cd_vec walls[WALLS_MAX], grounds[WALLS_MAX]; ///< normals; of walls: level
} course;

static bool has_normal(const cd_vec *normals, int count, cd_vec n) {
    for (int i = 0; i < count; i++)
        if (is_same(normals[i], n))
            return true;
    return false;
}

// The walls turn the motion, on the ground its level part; the ground then turns it up or down.
static cd_vec course_motion(const course *c) {
    cd_vec v = c->on_ground ? cd_level(c->motion, c->up) : c->motion;
    cd_free_cone cone;
    cd_free_cone_start(&cone, c->dim, v, CD_SAME_NORMAL, 0);
    for (int i = 0; i < c->wall_count; i++)
        cd_free_cone_add(&cone, &c->walls[i], 1, NULL);
    v = cd_free_cone_project(&cone);
    if (!c->on_ground)
        return v;
    double rise = c->ground_count > 0 ? -INFINITY : 0;
    double upwards = cd_max(cd_dot(c->motion, c->up), 0);
    for (int i = 0; i < c->ground_count; i++)
        rise = cd_max(rise, -cd_dot(c->grounds[i], v) / cd_dot(c->grounds[i], c->up));
    cd_vec along = cd_add_scaled(v, rise, c->up);
    double length = cd_length(cd_add_scaled(v, upwards, c->up));
    return cd_is_zero(v) ? v : cd_scale(cd_normalized(along, v), length);
}

// Whether the character stands on ground that is not the edge of a step in its way.
static bool stands_before_step(const cd_walker *w, cd_vec heading, double foot) {
    cd_vec up = w->options->up;
    cd_turn turn;
    cd_turn_freely(w, cd_negate(up), &turn);
    for (int i = 0; i < turn.count; i++)
        if (cd_dot(turn.hits[i].hit.normal, up) >= w->least_up &&
            cd_step_at(w, &turn.hits[i], heading, foot) == CD_NO_STEP)
            return true;
    return false;
}

// Adds a surface that turns the motion; returns whether it changes the course. The edge of a step
// is a wall to a character that stands before it; who stands on nothing but the edge walks on.
static bool add_to_course(course *c, const cd_walker *w, const cd_character_hit *hit, cd_vec turned,
                          cd_turn *turn) {
    cd_vec n = hit->hit.normal, level = cd_level(c->motion, c->up);
    double height = cd_dot(n, c->up), foot = cd_walker_foot(w);
    const bool jumps = cd_dot(c->motion, c->up) > 0;
    cd_riser step = jumps ? CD_NO_STEP : cd_step_at(w, hit, level, foot);
    turn->is_blocked |= step == CD_LOW_STEP;
    if (height >= w->least_up && (step == CD_NO_STEP || !stands_before_step(w, level, foot))) {
        if (c->ground_count == WALLS_MAX)
            return false;
        c->grounds[c->ground_count++] = n;
        c->on_ground = true;
        return true;
    }
    cd_vec wall = cd_level(n, c->up);
    wall = cd_normalized(wall, wall);
    c->on_ground |= step == CD_LOW_STEP; // it stands on the edge, or can climb it
    bool in_the_way = cd_dot(wall, level) < -CD_SAME_NORMAL * cd_length(level);
    turn->is_blocked |= in_the_way;
    double lifted = cd_dot(turned, c->up) - cd_max(cd_dot(c->motion, c->up), 0);
    bool lifts = height > 0 && lifted > CD_SAME_NORMAL * cd_length(c->motion);
    if (!in_the_way || !(c->on_ground || lifts) || has_normal(c->walls, c->wall_count, wall) ||
        c->wall_count == WALLS_MAX)
        return false;
    c->walls[c->wall_count++] = wall;
    return true;
}

void cd_turn_motion(const cd_walker *w, cd_vec motion, cd_turn *turn) {
    turning t;
    course c = {.motion = motion, .up = w->options->up, .dim = w->shape.dim};
    cd_turn found;
    start_turning(&t, w, &found);
    turn->count = 0;
    turn->is_blocked = false;
    turn->motion = motion;
    bool changed = true;
    for (int round = 0; round < ROUNDS_MAX && changed; round++) {
        turn->motion = project(&t, round == 0 ? motion : course_motion(&c));
        changed = false;
        for (int i = 0; i < found.count; i++) {
            add_hit(turn, &found.hits[i]);
            changed |= add_to_course(&c, w, &found.hits[i], turn->motion, turn);
        }
    }
    if (cd_length(turn->motion) <= CD_SAME_NORMAL * cd_length(motion))
        turn->motion = (cd_vec){0, 0, 0};
    else
        turn->motion = without_rounding(w, turn->motion);
}

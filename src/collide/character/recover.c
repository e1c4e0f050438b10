// The deepest overlap is undone first, then the next, until none is left or the rounds are used up.
// In a corner each translation undoes a part of the other overlap, too, and their sum converges.
#include "collide/character/recover.h"

enum { ROUNDS_MAX = 32, ASKED_MAX = 16 };

// ------------------------------------------------------------------------------------------ depths

typedef struct {
    bool deep_only, found;
} overlap_search;

static bool find_overlap(void *context, const cd_touch *touch) {
    overlap_search *s = context;
    s->found = s->deep_only ? touch->is_deep : touch->separation.distance < 0;
    return !s->found;
}

// Whether it overlaps anything by more than a touch or, if not deep_only, at all.
static bool overlaps(const cd_walker *w, bool deep_only) {
    overlap_search s = {.deep_only = deep_only};
    cd_each_touch(w, find_overlap, &s);
    return s.found;
}

typedef struct {
    int id;
    cd_separation separation;
} overlap;

// The deepest overlap of the character; false: there is none with a way out.
static bool deepest(const cd_walker *w, overlap *worst) {
    const cd_obstacles *o = w->obstacles;
    const cd_vec at_rest = {0, 0, 0};
    cd_bounds box = cd_shape_bounds(&w->shape);
    worst->id = -1;
    worst->separation.distance = 0;
    int count = cd_bounds_are_finite(box) ? cd_walker_near(w, &box) : 0;
    for (int i = 0; i < count; i++) {
        int id;
        const cd_shape *b = o->shape(o->context, i, &id);
        cd_separation s = cd_separate(&w->shape, b);
        if (s.distance < -cd_touch_limit(&w->shape, b) && s.distance > -INFINITY &&
            s.distance < worst->separation.distance &&
            cd_faces_one_way(cd_walker_one_way(w, i), s.normal, at_rest))
            *worst = (overlap){id, s};
    }
    return worst->id >= 0;
}

// ----------------------------------------------------------------------------------------- recover

static bool accepts(const cd_walker *w, const overlap *o) {
    const cd_hit hit = {.point = o->separation.point_b,
                        .normal = o->separation.normal,
                        .exit = INFINITY,
                        .inside = true};
    cd_touches_forget(w);
    return !w->obstacles->accepts || w->obstacles->accepts(w->obstacles->context, o->id, &hit);
}

// Moves the shape out of all overlaps; false where that does not end.
static bool move_out(cd_walker *w) {
    int asked[ASKED_MAX], asked_count = 0;
    overlap o;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (!deepest(w, &o))
            return true;
        bool known = asked_count == ASKED_MAX;
        for (int i = 0; i < asked_count; i++)
            known |= asked[i] == o.id;
        if (!known && !accepts(w, &o))
            continue;
        if (!known)
            asked[asked_count++] = o.id;
        // To where it touches, whatever rounding does.
        // Without it: tests/lua/character_spec.lua "is carried by a bridge that tilts"
        double gap = 0.5 * cd_touch_limit(&w->shape, &w->shape);
        cd_shape_move(&w->shape, cd_scale(o.separation.normal, gap - o.separation.distance));
    }
    return false;
}

void cd_recover(cd_walker *w) {
    if (!overlaps(w, true))
        return;
    cd_shape begin = w->shape;
    cd_bounds box = cd_shape_bounds(&begin);
    bool out = move_out(w);
    cd_shape end = w->shape;
    cd_vec way = cd_sub(cd_shape_middle(&end), cd_shape_middle(&begin));
    cd_character_hit met;
    w->shape = begin;
    if (out && cd_length(way) <= cd_length(cd_sub(box.max, box.min)) &&
        !cd_walker_sweep(w, way, &met))
        w->shape = end;
}

// A set is as deep as the way out of all its parts is long, though it may lie between two that each
// overlap by no more than rounding; so what overlaps by that, too, is looked at as a whole.
// Without it: tests/collide/character/move_and_slide_spec.lua "between the parts of a set"
void cd_never_deeper(cd_walker *w, const cd_shape *begin) {
    if (!overlaps(w, false))
        return;
    const cd_obstacles *o = w->obstacles;
    cd_bounds box = cd_shape_bounds(&w->shape);
    if (!cd_bounds_are_finite(box))
        return;
    int count = cd_walker_near(w, &box), id;
    for (int i = 0; i < count; i++) {
        const cd_shape *b = o->shape(o->context, i, &id);
        if (!cd_is_zero(cd_walker_one_way(w, i)))
            continue; // it may pass through that
        double limit = cd_touch_limit(begin, b), depth = cd_distance(&w->shape, b);
        if (depth < -limit && depth < cd_min(cd_distance(begin, b), 0) - limit) {
            w->shape = *begin;
            return;
        }
    }
}

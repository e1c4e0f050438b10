// A list of sides in the order in which they were found, and a table of their places by the slots
// of both bodies, with linear probing. The list is gone through at the start of each step.
#include "collide/world/body/side.h"

#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/sat.h"
#include "collide/set/set_distance.h"
#include "collide/world/body/world_memory.h"

/// Two thin bodies, by slot, and the normal away from b.
typedef struct {
    int a, b;
    cd_vec normal;
} pair_side;

static pair_side *sides(const cd_world *w) { return w->step.sides.memory; }

// Cosine of the largest angle between a side and the translations that lead to it; out of a set
// others lead into its other parts.
// Without it: tests/collide/world/tiles_spec.lua "where rims lie on each other"
static const double TOWARDS_SIDE = 0.5, ALONG_SIDE = 0.99;

// ------------------------------------------------------------------------------------------- table

enum { LEAST_TABLE = 16, EMPTY = -1 };

static unsigned hash_of(int a, int b) {
    return ((unsigned)a * 2654435761u ^ (unsigned)b * 2246822519u) * 3266489917u;
}

// The place in the table of the side of two bodies, or the empty one where it would be.
static int place_of(const cd_world *w, int a, int b) {
    const int *table = w->step.side_table.memory;
    int mask = w->step.side_table_size - 1, at = (int)(hash_of(a, b) >> 4) & mask;
    while (table[at] != EMPTY && (sides(w)[table[at]].a != a || sides(w)[table[at]].b != b))
        at = (at + 1) & mask;
    return at;
}

static bool rebuild_table(cd_world *w, int size) {
    cd_step_state *s = &w->step;
    if (!cd_step_reserve(w, &s->side_table, (size_t)size, sizeof(int)))
        return false;
    s->side_table_size = size;
    int *table = s->side_table.memory;
    for (int i = 0; i < size; i++)
        table[i] = EMPTY;
    for (int i = 0; i < s->side_count; i++)
        table[place_of(w, sides(w)[i].a, sides(w)[i].b)] = i;
    return true;
}

static pair_side *find_side(const cd_world *w, int a, int b) {
    if (w->step.side_count == 0)
        return NULL;
    int at = ((const int *)w->step.side_table.memory)[place_of(w, a, b)];
    return at == EMPTY ? NULL : &sides(w)[at];
}

bool cd_side_known(const cd_world *w, int a, int b, cd_vec *normal) {
    int slot_a = cd_slot_of(w)[a], slot_b = cd_slot_of(w)[b];
    bool swapped = slot_a > slot_b;
    const pair_side *side = swapped ? find_side(w, slot_b, slot_a) : find_side(w, slot_a, slot_b);
    if (!side)
        return false;
    *normal = swapped ? cd_negate(side->normal) : side->normal;
    return true;
}

// ------------------------------------------------------------------------------------------ forget

static bool have_parted(const cd_world *w, const pair_side *side) {
    if (!cd_is_slot(w, side->a) || !cd_is_slot(w, side->b))
        return true;
    int a = cd_slots(w)[side->a], b = cd_slots(w)[side->b];
    if (!cd_are_thin(w, a, b))
        return true;
    cd_shape shape_a = cd_stored_bodies(w)[a].body.shape;
    cd_shape shape_b = cd_stored_bodies(w)[b].body.shape;
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    return !(cd_distance(&shape_a, &shape_b) <= cd_pair_tolerance(w, a, b, 0));
}

void cd_sides_forget_parted(cd_world *w) {
    cd_step_state *s = &w->step;
    int kept = 0;
    for (int i = 0; i < s->side_count; i++)
        if (!have_parted(w, &sides(w)[i]))
            sides(w)[kept++] = sides(w)[i];
    if (kept == s->side_count)
        return;
    s->side_count = kept;
    rebuild_table(w, s->side_table_size);
}

// ---------------------------------------------------------------------------------------- separate

// The deepest pair of parts so far.
typedef struct {
    cd_vec side;
    double least_cosine; ///< of the angles between the side and the translations that count
    double tolerance;
    bool found;
    cd_separation deepest;
} side_search;

typedef struct {
    cd_vec side;
    double least_cosine;
    cd_penetration least;
} least_search;

static void offer_translation(void *context, cd_penetration translation) {
    least_search *search = context;
    if (cd_dot(translation.normal, search->side) > search->least_cosine &&
        translation.depth < search->least.depth)
        search->least = translation;
}

// The shortest translation along an axis of two convex parts, or along the side, that leads to it.
static cd_penetration least_translation(const side_search *of, const cd_shape *a,
                                        const cd_shape *b) {
    const cd_vec from = {0, 0, 0};
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    least_search search = {of->side, of->least_cosine, {INFINITY, of->side}};
    if (pair.a.kind == CD_CORE_POLYTOPE && pair.b.kind == CD_CORE_POLYTOPE)
        cd_sat_each_axis(&pair.a, &pair.b, offer_translation, &search);
    offer_translation(&search, cd_penetration_along(&pair.a, &pair.b, from, of->side));
    search.least.depth = search.least.depth + a->radius + b->radius;
    return search.least;
}

static bool visit_parts(void *context, const cd_shape *a, const cd_shape *b) {
    side_search *search = context;
    cd_separation s = cd_separate(a, b);
    if (!(s.distance < -search->tolerance))
        return true;
    cd_penetration least = least_translation(search, a, b);
    if (search->found && !(-least.depth < search->deepest.distance))
        return true;
    search->found = true;
    s.distance = -least.depth;
    s.normal = least.normal;
    s.point_a = cd_add_scaled(s.point_b, s.distance, s.normal);
    search->deepest = s;
    return true;
}

bool cd_side_separate(const cd_world *w, int a, const cd_shape *a_shape, int b,
                      const cd_shape *b_shape, cd_separation *separation) {
    cd_vec normal;
    if (!cd_are_thin(w, a, b) || !cd_side_known(w, a, b, &normal))
        return false;
    const bool has_sets = cd_is_set(a_shape) || cd_is_set(b_shape);
    side_search search = {.side = normal,
                          .least_cosine = has_sets ? ALONG_SIDE : TOWARDS_SIDE,
                          .tolerance = cd_pair_tolerance(w, a, b, 0)};
    cd_set_each_pair(a_shape, b_shape, 0, visit_parts, &search);
    *separation = search.deepest;
    return search.found;
}

// ---------------------------------------------------------------------------------------- remember

void cd_side_remember(cd_world *w, int a, int b, cd_vec normal) {
    cd_step_state *s = &w->step;
    assert(cd_are_thin(w, a, b));
    if (cd_slot_of(w)[a] > cd_slot_of(w)[b]) {
        cd_side_remember(w, b, a, cd_negate(normal));
        return;
    }
    pair_side side = {cd_slot_of(w)[a], cd_slot_of(w)[b], normal};
    pair_side *known = find_side(w, side.a, side.b);
    if (known) {
        *known = side;
        return;
    }
    int size = s->side_table_size > 0 ? 2 * s->side_table_size : LEAST_TABLE;
    if (2 * (s->side_count + 1) > s->side_table_size && !rebuild_table(w, size))
        return;
    known = cd_step_append(w, &s->sides, &s->side_count, sizeof side);
    if (!known)
        return;
    *known = side;
    ((int *)s->side_table.memory)[place_of(w, side.a, side.b)] = s->side_count - 1;
}

// ------------------------------------------------------------------------------------------ choose

// Of the translations of convex parts that touch to rounding, without their skins, the one that
// leads farthest up, or of equals to where the body moves: out of a sheet there are two, at its rim
// three.
typedef struct {
    double most; ///< of depths that are rounding, of the present parts
    cd_vec up, motion;
    bool found;
    cd_vec normal;
} choice;

static void offer_choice(void *context, cd_penetration translation) {
    choice *c = context;
    double higher = cd_dot(c->up, translation.normal) - cd_dot(c->up, c->normal);
    double farther = cd_dot(c->motion, translation.normal) - cd_dot(c->motion, c->normal);
    if (!(translation.depth <= c->most) ||
        (c->found && (higher < 0 || (higher == 0 && farther <= 0))))
        return;
    c->found = true;
    c->normal = translation.normal;
}

static bool visit_touching(void *context, const cd_shape *a, const cd_shape *b) {
    choice *c = context;
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    if (pair.a.kind != CD_CORE_POLYTOPE || pair.b.kind != CD_CORE_POLYTOPE ||
        !(cd_separate(a, b).distance < 0))
        return true;
    cd_sat_each_axis(&pair.a, &pair.b, offer_choice, c);
    return true;
}

void cd_side_choose(cd_world *w, int a, int b) {
    cd_vec known;
    if (!cd_are_thin(w, a, b) || cd_side_known(w, a, b, &known))
        return;
    const cd_body *body_a = &cd_stored_bodies(w)[a].body, *body_b = &cd_stored_bodies(w)[b].body;
    cd_shape shape_a = body_a->shape, shape_b = body_b->shape;
    bool falls_a = isfinite(body_a->mass);
    assert(falls_a || isfinite(body_b->mass));
    choice c = {.most = cd_pair_tolerance(w, a, b, 0),
                .up = falls_a ? cd_negate(w->gravity) : w->gravity,
                .motion = cd_sub(body_a->velocity, body_b->velocity)};
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    cd_set_each_pair(&shape_a, &shape_b, 0, visit_touching, &c);
    if (c.found)
        cd_side_remember(w, a, b, c.normal);
}

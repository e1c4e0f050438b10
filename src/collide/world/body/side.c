// A list of sides in the order in which they were found, and a table of their places by what they
// are the sides of, with linear probing. The list is gone through at the start of each step.
#include "collide/world/body/side.h"

#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/sat.h"
#include "collide/set/set_distance.h"
#include "collide/set/touch_union.h"
#include "collide/shape/set.h"
#include "collide/world/body/world_memory.h"

/// Convex parts of two thin bodies: the bodies by slot, the earlier one first.
typedef struct {
    int a, b;
    cd_part part_a, part_b;
} side_key;

/// The side of a's part, by the normal away from b's.
typedef struct {
    side_key of;
    cd_vec normal;
} part_side;

static part_side *sides(const cd_world *w) { return w->step.sides.memory; }

// The key of parts of the bodies at two indices. swapped: it names them the other way round.
static side_key key_of(const cd_world *w, int a, cd_part part_a, int b, cd_part part_b,
                       bool *swapped) {
    const int slot_a = cd_slot_of(w)[a], slot_b = cd_slot_of(w)[b];
    *swapped = slot_a > slot_b;
    return *swapped ? (side_key){slot_b, slot_a, part_b, part_a}
                    : (side_key){slot_a, slot_b, part_a, part_b};
}

// Cosine of the largest angle between a side and the translations that lead to it; out of a set
// others lead into its other parts.
// Without it: tests/collide/world/tiles_spec.lua "where rims lie on each other"
static const double TOWARDS_SIDE = 0.5, ALONG_SIDE = 0.99;

// ------------------------------------------------------------------------------------------- table

enum { LEAST_TABLE = 16, EMPTY = -1 };

static bool is_same(const side_key *p, const side_key *q) {
    return p->a == q->a && p->b == q->b && cd_is_same_part(p->part_a, q->part_a) &&
           cd_is_same_part(p->part_b, q->part_b);
}

static unsigned hash_of(const side_key *of) {
    const int parts[] = {of->a,           of->b,           of->part_a.part,
                         of->part_a.node, of->part_b.part, of->part_b.node};
    unsigned hash = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        hash = (hash ^ (unsigned)parts[i]) * 2654435761u;
    return hash;
}

// The place in the table of the side of two parts, or the empty one where it would be.
static int place_of(const cd_world *w, const side_key *of) {
    const int *table = w->step.side_table.memory;
    int mask = w->step.side_table_size - 1, at = (int)(hash_of(of) >> 4) & mask;
    while (table[at] != EMPTY && !is_same(&sides(w)[table[at]].of, of))
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
        table[place_of(w, &sides(w)[i].of)] = i;
    return true;
}

// Whether the side of two parts is remembered. Writes its normal, away from b.
static bool is_known(const cd_world *w, int a, cd_part part_a, int b, cd_part part_b,
                     cd_vec *normal) {
    if (w->step.side_count == 0)
        return false;
    bool swapped;
    const side_key of = key_of(w, a, part_a, b, part_b, &swapped);
    const int at = ((const int *)w->step.side_table.memory)[place_of(w, &of)];
    if (at == EMPTY)
        return false;
    *normal = swapped ? cd_negate(sides(w)[at].normal) : sides(w)[at].normal;
    return true;
}

void cd_side_remember(cd_world *w, int a, cd_part part_a, int b, cd_part part_b, cd_vec normal) {
    cd_step_state *s = &w->step;
    bool swapped;
    const side_key of = key_of(w, a, part_a, b, part_b, &swapped);
    int size = s->side_table_size > 0 ? 2 * s->side_table_size : LEAST_TABLE;
    if (2 * (s->side_count + 1) > s->side_table_size && !rebuild_table(w, size))
        return;
    part_side *added = cd_step_append(w, &s->sides, &s->side_count, sizeof *added);
    if (!added)
        return;
    *added = (part_side){of, swapped ? cd_negate(normal) : normal};
    ((int *)s->side_table.memory)[place_of(w, &of)] = s->side_count - 1;
}

// ------------------------------------------------------------------------------------------ forget

// Whether a shape still has a part of that name.
static bool has_part(const cd_shape *shape, cd_part at) {
    if (at.part == CD_WHOLE)
        return !cd_is_set(shape);
    if (!cd_is_set(shape) || at.part >= cd_shape_part_count(shape))
        return false;
    const cd_shape part = cd_shape_part(shape, at.part);
    return has_part(&part, (cd_part){at.node, CD_WHOLE});
}

static bool have_parted(const cd_world *w, const part_side *side) {
    if (!cd_is_slot(w, side->of.a) || !cd_is_slot(w, side->of.b))
        return true;
    int a = cd_slots(w)[side->of.a], b = cd_slots(w)[side->of.b];
    const cd_shape *shape_a = &cd_stored_bodies(w)[a].body.shape,
                   *shape_b = &cd_stored_bodies(w)[b].body.shape;
    if (!cd_are_thin(w, a, b) || !has_part(shape_a, side->of.part_a) ||
        !has_part(shape_b, side->of.part_b))
        return true;
    cd_shape part_a = cd_set_part_at(shape_a, side->of.part_a);
    cd_shape part_b = cd_set_part_at(shape_b, side->of.part_b);
    cd_add_skins(w, a, &part_a, b, &part_b);
    return !(cd_distance(&part_a, &part_b) <= cd_pair_tolerance(w, a, b, 0));
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

// The deepest pair of parts whose side is known, so far.
typedef struct {
    const cd_world *world;
    int a, b;
    bool found;
    cd_separation deepest;
} side_search;

typedef struct {
    cd_vec side;
    double least_cosine; ///< of the angles between the side and the translations that count
    cd_penetration least;
} least_search;

static void offer_translation(void *context, cd_penetration translation) {
    least_search *search = context;
    if (cd_dot(translation.normal, search->side) > search->least_cosine &&
        translation.depth < search->least.depth)
        search->least = translation;
}

// The shortest translation along an axis of two convex parts, or along the side, that leads to it.
static cd_penetration least_translation(cd_vec side, double least_cosine, const cd_shape *a,
                                        const cd_shape *b) {
    const cd_vec from = {0, 0, 0};
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    least_search search = {side, least_cosine, {INFINITY, side}};
    if (pair.a.kind == CD_CORE_POLYTOPE && pair.b.kind == CD_CORE_POLYTOPE)
        cd_sat_each_axis(&pair.a, &pair.b, offer_translation, &search);
    offer_translation(&search, cd_penetration_along(&pair.a, &pair.b, from, side));
    search.least.depth = search.least.depth + a->radius + b->radius;
    return search.least;
}

bool cd_side_separate_parts(const cd_world *w, int a, cd_part part_a, const cd_shape *a_shape,
                            int b, cd_part part_b, const cd_shape *b_shape,
                            cd_separation *separation) {
    cd_vec side;
    if (!is_known(w, a, part_a, b, part_b, &side))
        return false;
    cd_separation s = cd_separate(a_shape, b_shape);
    if (!(s.distance < -cd_pair_tolerance(w, a, b, 0)))
        return false;
    const bool has_sets = part_a.part != CD_WHOLE || part_b.part != CD_WHOLE;
    const cd_penetration least =
        least_translation(side, has_sets ? ALONG_SIDE : TOWARDS_SIDE, a_shape, b_shape);
    s.distance = -least.depth;
    s.normal = least.normal;
    s.point_a = cd_add_scaled(s.point_b, s.distance, s.normal);
    *separation = s;
    return true;
}

static void visit_parts(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                        cd_part part_b) {
    side_search *search = t->context;
    cd_separation s;
    if (!cd_side_separate_parts(search->world, search->a, part_a, a, search->b, part_b, b, &s) ||
        (search->found && !(s.distance < search->deepest.distance)))
        return;
    search->found = true;
    search->deepest = s;
}

bool cd_side_separate(const cd_world *w, int a, const cd_shape *a_shape, int b,
                      const cd_shape *b_shape, cd_separation *separation) {
    if (w->step.side_count == 0 || !cd_are_thin(w, a, b))
        return false;
    side_search search = {.world = w, .a = a, .b = b};
    cd_set_each_part_pair(a_shape, b_shape, 0, visit_parts, &search);
    *separation = search.deepest;
    return search.found;
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

typedef struct {
    cd_world *world;
    int a, b;
    choice nothing; ///< what is chosen among for each pair of parts
} choices;

static void visit_touching(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                           cd_part part_b) {
    const choices *all = t->context;
    choice c = all->nothing;
    cd_vec known;
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    if (pair.a.kind != CD_CORE_POLYTOPE || pair.b.kind != CD_CORE_POLYTOPE ||
        is_known(all->world, all->a, part_a, all->b, part_b, &known) ||
        !(cd_separate(a, b).distance < c.most - a->radius - b->radius))
        return; // the gap between them tells their side
    cd_sat_each_axis(&pair.a, &pair.b, offer_choice, &c);
    if (c.found)
        cd_side_remember(all->world, all->a, part_a, all->b, part_b, c.normal);
}

void cd_side_choose(cd_world *w, int a, int b) {
    if (!cd_are_thin(w, a, b))
        return;
    const cd_body *body_a = &cd_stored_bodies(w)[a].body, *body_b = &cd_stored_bodies(w)[b].body;
    cd_shape shape_a = body_a->shape, shape_b = body_b->shape;
    bool falls_a = isfinite(body_a->mass);
    assert(falls_a || isfinite(body_b->mass));
    choices all = {w,
                   a,
                   b,
                   {.most = cd_union_tolerance(&shape_a, &shape_b),
                    .up = falls_a ? cd_negate(w->gravity) : w->gravity,
                    .motion = cd_sub(body_a->velocity, body_b->velocity)}};
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    cd_set_each_part_pair(&shape_a, &shape_b, 0, visit_touching, &all);
}

// On which side of one part of a sheet a body is, is known where it lies on it; and what the one
// goes on into has the same side, as far as the folds of the sheet lead. Parts that touch are found
// by a tree of their boxes.
#include "collide/world/sheet_sides.h"

#include "collide/narrow/separate.h"
#include "collide/shape/bvh.h"
#include "collide/shape/set.h"
#include "collide/world/body_pair.h"
#include "collide/world/side.h"
#include "collide/world/sort.h"
#include "collide/world/world_memory.h"

static cd_vec unit_normal(const cd_shape *flat) {
    cd_vec normal = cd_flat_normal(flat);
    return cd_normalized(normal, normal);
}

// ------------------------------------------------------------------------------------------- folds

// Where another convex shape lies, seen from the plane of a flat one.
typedef enum { IN_FRONT, BEHIND, WITHIN, ACROSS } place;

static place place_of(const cd_shape *shape, const cd_shape *flat, cd_vec normal,
                      double tolerance) {
    double height = cd_dot(cd_support(flat, normal), normal);
    bool above = cd_dot(cd_support(shape, normal), normal) - height > tolerance;
    bool below = height - cd_dot(cd_support(shape, cd_negate(normal)), normal) > tolerance;
    return above ? (below ? ACROSS : IN_FRONT) : (below ? BEHIND : WITHIN);
}

// The side of a sheet that goes on from one part to another, which touches it: in a valley each
// lies in front of the other, over a ridge behind it. {0, 0, 0} where one stands on the other or
// crosses it.
static cd_vec next_side(const cd_sheet_part *from, const cd_shape *to, double tolerance) {
    cd_vec normal = unit_normal(to);
    place of_to = place_of(to, &from->shape, from->side, tolerance);
    place of_from = place_of(&from->shape, to, normal, tolerance);
    if (of_to == ACROSS || of_from == ACROSS)
        return (cd_vec){0, 0, 0};
    bool level = of_to == WITHIN || of_from == WITHIN;
    bool same = level ? cd_dot(normal, from->side) > 0 : of_to == of_from;
    return same ? normal : cd_negate(normal);
}

static double reach_of(const cd_world *w, int body) { return cd_body_spheres(w)[body].reach; }

static bool goes_on(const cd_world *w, const cd_sheet_part *from, cd_sheet_part *to) {
    int a = from->body, b = to->body;
    double reach = cd_min(reach_of(w, a), reach_of(w, b));
    double tolerance = cd_bodies_union_tolerance(w, a, &from->shape, b, &to->shape,
                                                 cd_pair_tolerance(w, a, b, reach));
    cd_vec side = next_side(from, &to->shape, tolerance);
    cd_shape shape_a = from->shape, shape_b = to->shape;
    cd_add_margins(w, a, &shape_a, b, &shape_b);
    if (cd_is_zero(side) || !cd_are_within(&shape_a, &shape_b, tolerance))
        return false;
    to->side = side;
    to->cosine = from->cosine;
    return true;
}

// -------------------------------------------------------------------------------------------- tree

// Around a part and at least half of what may lie between it and one that touches it: of two bodies
// the larger margin, and the tolerance, which is less than that or than the sum of these.
static cd_bounds box_around(const cd_world *w, const cd_sheet_part *part) {
    double reach = 2 * cd_thin_margin(w, part->body) + cd_touch_tolerance(reach_of(w, part->body)) +
                   cd_union_tolerance(&part->shape, &part->shape);
    cd_bounds box = cd_shape_bounds(&part->shape);
    const cd_vec by = {reach, reach, reach};
    return (cd_bounds){cd_sub(box.min, by), cd_add(box.max, by)};
}

static bool build_tree(const cd_sheet *s) {
    cd_world *w = s->world;
    const size_t count = (size_t)s->part_count;
    if (!cd_step_reserve(w, &w->step.sheet_leaves, count, sizeof(cd_bvh_leaf)) ||
        !cd_step_reserve(w, &w->step.sheet_tree, 2 * count, sizeof(cd_bvh_node)))
        return false;
    cd_bvh_leaf *leaves = w->step.sheet_leaves.memory;
    for (int i = 0; i < s->part_count; i++)
        leaves[i] = (cd_bvh_leaf){box_around(w, &cd_sheet_parts(s)[i]), i};
    cd_bvh_build(leaves, s->part_count, w->step.sheet_tree.memory);
    return true;
}

// ------------------------------------------------------------------------------------------- sides

// The side of a part seen by itself, where it was before. Its normal turns with it.
static void guess_side(const cd_sheet *s, cd_sheet_part *part, const cd_shape *before) {
    const cd_shape then = cd_sheet_shape_before(s, part);
    const cd_separation separation = cd_separate(before, &then);
    const cd_vec normal = unit_normal(&part->shape);
    const double cosine = cd_dot(unit_normal(&then), separation.normal);
    part->side = cosine < 0 ? cd_negate(normal) : normal;
    part->cosine = fabs(cosine) < CD_LEAST_SINE ? 0 : fabs(cosine);
    part->distance = separation.distance > 0 ? separation.distance : INFINITY;
}

/// A part whose side has been guessed.
typedef struct {
    double distance, cosine;
    int part;
} guess;

static bool is_nearer(const void *a, const void *b) {
    const guess *p = a, *q = b;
    return p->distance < q->distance || (p->distance == q->distance && p->part < q->part);
}

static bool is_faced_more(const void *a, const void *b) {
    const guess *p = a, *q = b;
    return p->cosine > q->cosine || (p->cosine == q->cosine && p->part < q->part);
}

// Sorts the guesses, the surest first. Between the mover and the nearest part is no other one. Of
// those that meet at their nearest point, the rim of both, it is in front of the one that it faces
// more: over a sharp ridge it may be behind the plane of the other.
static int sort_guesses(const cd_sheet *s) {
    guess *guesses = s->world->step.sheet_guesses.memory;
    const double tolerance = cd_thin_margin(s->world, s->mover);
    int count = 0;
    for (int i = 0; i < s->part_count; i++) {
        const cd_sheet_part *part = &cd_sheet_parts(s)[i];
        if (part->cosine > 0)
            guesses[count++] = (guess){part->distance, part->cosine, i};
    }
    cd_sort(guesses, count, sizeof *guesses, is_nearer);
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && guesses[end].distance <= guesses[i].distance + tolerance;)
            end++;
        cd_sort(guesses + i, end - i, sizeof *guesses, is_faced_more);
    }
    return count;
}

static void put_next(cd_sheet *s, int part) {
    cd_sheet_parts(s)[part].is_placed = true;
    cd_sheet_order(s)[s->placed++] = part;
}

// Gives the side of a part to those that it goes on into.
static void spread(cd_sheet *s, const cd_sheet_part *from) {
    const cd_bvh_node *nodes = s->world->step.sheet_tree.memory;
    const cd_bounds box = box_around(s->world, from);
    int stack[CD_BVH_DEPTH + 1] = {0};
    for (int count = 1; count > 0;) {
        const cd_bvh_node *node = &nodes[stack[--count]];
        if (!cd_boxes_are_within(node->box, box, 0))
            continue;
        if (node->right > 0) {
            stack[count++] = node->right;
            stack[count++] = (int)(node - nodes) + 1;
            continue;
        }
        cd_sheet_part *to = &cd_sheet_parts(s)[node->part];
        if (!to->is_placed && goes_on(s->world, from, to))
            put_next(s, node->part);
    }
}

bool cd_sheet_find_sides(cd_sheet *s, const cd_shape *before) {
    cd_world *w = s->world;
    const size_t parts = (size_t)s->part_count;
    if (!cd_step_reserve(w, &w->step.sheet_guesses, parts, sizeof(guess)) || !build_tree(s))
        return false;
    for (int i = 0; i < s->part_count; i++)
        guess_side(s, &cd_sheet_parts(s)[i], before);
    const int guessed = sort_guesses(s);
    const guess *guesses = w->step.sheet_guesses.memory;
    s->placed = 0;
    for (int i = 0, from = 0; i < guessed; i++) {
        if (!cd_sheet_parts(s)[guesses[i].part].is_placed)
            put_next(s, guesses[i].part);
        for (; from < s->placed; from++)
            spread(s, cd_sheet_part_at(s, from));
    }
    for (int i = 0; i < s->part_count; i++)
        if (!cd_sheet_parts(s)[i].is_placed)
            put_next(s, i);
    return true;
}

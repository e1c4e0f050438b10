// The penetration depth of sets: the shortest translation t of a that lies outside the difference
// D = B - A of every pair of parts. Each D is convex, so t is beyond the plane of a facet of each.
// Best first search: a node is the point nearest to 0 beyond a few such planes (constraints.h);
// where a D holds that point, there is a child for each facet of that D. The first node that no D
// holds is the shortest translation. Constraints that are not active in the nearest point are
// dropped, and found again where they matter.
#include "collide/set/depth_of_sets.h"
#include "collide/narrow/gjk/sat.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/narrow/separate.h"
#include "collide/set/constraints.h"
#include "collide/set/free_directions.h"
#include "collide/set/set_touch.h"
#include "collide/shape/core.h"
#include "collide/shape/local_frame.h"
#include "collide/shape/set.h"

#include <assert.h>
#include <float.h>

// What bounds the time of a search; where one of them ends it, the result is still a translation
// that separates the sets, but perhaps not the shortest.
enum { NODES_MAX = 512, VISITS_MAX = 1024, DESCENT_STEPS_MAX = 128, PUSHES_MAX = 16 };

enum { MARGINS_TAKEN_OFF = 64 }; // up to so many are taken off a translation at the end

// Parts that share a face leave no way between them, nor do flat differences. So the search is of
// the D grown by a margin, far above rounding (2^-53) and far below the input: 2^-42 of the largest
// coordinate.
static const double margin_part = 0x1p-42;
// A polytope that was built far away is moved by adding to its offset, which rounds to the
// coordinates that it was built with: this part of them is 32 half ulps.
static const double built_part = 0x1p-48;
// A translation is free with this part of the margin: the rest is for rounding.
// Without it: tests/collide/set/set_spec.lua "of one part is that of the part"
static const double free_part = 0.875;
// A way out that no search of facets finds is looked for up to this many times the largest
// coordinate: parts that end are left sooner. No point may be beyond a tangent of each round part.
// Without it: tests/collide/set/depth_of_sets_spec.lua "is found where the facets lead nowhere"
static const double far_away = 8;

// The active constraints of the node found give the result without the margin: it goes into a cusp
// between parts that touch as deep as the margins let it. Rounded differences have no last facet: a
// free point descends along the tangent planes at its own place until it stands still. That
// separates the sets, but is only a local minimum: shorter translations are then searched for in
// all directions (free_directions.c).
typedef struct {
    const cd_shape *a, *b;
    double margin, size;       ///< size: the largest coordinate of both
    cd_constrained_point best; ///< free; count 0: none yet, of a shorter one
    double enough;             ///< a square: a best no farther than that ends the search
    bool partial;              ///< some constraints were not followed
    bool fragile;              ///< moved that far, a may be another shape (is_itself_at)
    int count;
    cd_constrained_point heap[NODES_MAX]; ///< by square: a parent is no larger than its children
    // The node of which add_child makes children, and the pair of parts whose facets they are.
    const cd_constrained_point *parent;
    cd_constraint next;
    double radius; ///< both radii
} depth_search;

// -------------------------------------------------------------------------------------------- heap

static void swap_nodes(depth_search *s, int i, int k) {
    cd_constrained_point swap = s->heap[i];
    s->heap[i] = s->heap[k];
    s->heap[k] = swap;
}

// A full heap drops its last leaf for a better one.
static void push(depth_search *s, const cd_constrained_point *n) {
    if (s->count == NODES_MAX) {
        s->partial = true;
        if (!(n->square < s->heap[s->count - 1].square))
            return;
        s->count--;
    }
    int i = s->count++;
    s->heap[i] = *n;
    for (int parent; i > 0 && s->heap[i].square < s->heap[parent = (i - 1) / 2].square; i = parent)
        swap_nodes(s, i, parent);
}

static cd_constrained_point pop(depth_search *s) {
    assert(s->count > 0);
    cd_constrained_point top = s->heap[0];
    s->heap[0] = s->heap[--s->count];
    for (int i = 0, child; (child = 2 * i + 1) < s->count; i = child) {
        if (child + 1 < s->count && s->heap[child + 1].square < s->heap[child].square)
            child++;
        if (!(s->heap[child].square < s->heap[i].square))
            break;
        swap_nodes(s, i, child);
    }
    assert(s->count == 0 || top.square <= s->heap[0].square);
    return top;
}

// ------------------------------------------------------------------------------- free translations

// A cylinder or cone that is flatter than the rounding of where it is moved to has no axis there,
// or another one. What that meets says nothing of it, unless its radius is little beside what the
// search is about: up to this part of the size.
// Without it: tests/collide/set/depth_of_sets_spec.lua "where a part is flatter than rounding"
static const double turned_part = 0x1p-20;

// Whether a part is where v moves it to what it was, to `most`.
static bool is_itself_after(const cd_shape *part, cd_vec v, double most) {
    if (!cd_is_curved(part))
        return true;
    cd_shape moved = *part;
    cd_shape_move(&moved, v);
    const double turned = cd_max_abs(cd_sub(cd_curved_axis(&moved), cd_curved_axis(part)));
    return turned * part->as.curved.radius <= most;
}

static bool are_themselves_after(const cd_shape *set, cd_vec v, double size) {
    for (int i = 0; i < cd_shape_part_count(set); i++) {
        const cd_shape part = cd_shape_part(set, i);
        if (!is_itself_after(&part, v, turned_part * size))
            return false;
    }
    return true;
}

// Whether parts may be turned where the search moves them to.
static bool is_fragile(const cd_shape *set, double size) {
    return (set->kind == CD_COMPOUND || cd_is_curved(set)) &&
           !are_themselves_after(set, (cd_vec){size, size, size}, size);
}

static bool is_itself_at(const depth_search *s, cd_vec t) {
    return !s->fragile || are_themselves_after(s->a, t, s->size);
}

// Whether t is free of all pairs of parts; else finds the deepest of them.
static bool is_free(const depth_search *s, cd_vec t, cd_part_pair *deepest) {
    return !cd_set_nearest(s->a, s->b, t, free_part * s->margin, -INFINITY, deepest);
}

// The nearest two parts after the translation t.
static void find_nearest(const depth_search *s, cd_vec t, cd_part_pair *pair) {
    bool found = cd_set_nearest(s->a, s->b, t, INFINITY, -INFINITY, pair);
    assert(found);
    (void)found;
}

// The same, but else finds any of them.
static bool is_free_of_any(const depth_search *s, cd_vec t, cd_part_pair *any) {
    const double enough = free_part * s->margin;
    return !cd_set_nearest(s->a, s->b, t, enough, enough, any);
}

static bool nearest_with(const depth_search *s, const cd_constrained_point *from,
                         const cd_constraint *more, cd_constrained_point *out) {
    return cd_nearest_with(from, more, s->margin, s->a->dim, out);
}

// --------------------------------------------------------------------------------------- branching

static bool is_promising(const depth_search *s, const cd_constrained_point *n) {
    return n->square < s->best.square;
}

static void add_child(depth_search *s, cd_vec normal, double level) {
    cd_constrained_point child;
    s->next.normal = normal;
    s->next.level = level;
    if (isfinite(level) && nearest_with(s, s->parent, &s->next, &child))
        push(s, &child);
}

static void add_axis(void *context, cd_penetration axis) {
    depth_search *s = context;
    add_child(s, axis.normal, axis.depth + s->radius);
}

// Whether the shape is neither a point nor bounded by flat faces alone.
static bool is_round(const cd_shape *s) { return s->radius > 0 || cd_is_curved(s); }

// Pushes a child of the node for each facet of the difference of the pair, which holds the node.
static void branch(depth_search *s, const cd_constrained_point *node, const cd_part_pair *pair) {
    cd_shape a = cd_set_part_at(s->a, pair->a), b = cd_set_part_at(s->b, pair->b);
    cd_core core_a, core_b;
    cd_core_of(&core_a, &a);
    cd_core_of(&core_b, &b);
    s->parent = node;
    s->radius = a.radius + b.radius;
    s->next = (cd_constraint){.a = pair->a, .b = pair->b, .round = is_round(&a) || is_round(&b)};
    const cd_separation *here = &pair->separation; // a moved by node->t
    // The plane by which the pair is left: a round part has no other facets.
    // Without it: tests/collide/set/set_spec.lua "has the depth that it has in between"
    add_child(s, here->normal, cd_dot(here->normal, node->t) - here->distance);
    if (core_a.kind == CD_CORE_HALFSPACE || core_b.kind == CD_CORE_HALFSPACE)
        return; // that was its one facet
    cd_sat_each_axis(&core_a, &core_b, add_axis, s);
    if (s->radius == 0) // else it is round, and all directions are searched
        cd_sat_each_axis_around_flat(&core_a, &core_b, add_axis, s);
    s->partial |= s->next.round;
}

// ----------------------------------------------------------------------------------------- descent

// The tangent plane of the difference of a pair where it is nearest to t.
static cd_constraint tangent_at(const depth_search *s, cd_part part_a, cd_part part_b, cd_vec t) {
    cd_shape a = cd_set_part_at(s->a, part_a), b = cd_set_part_at(s->b, part_b);
    bool round = is_round(&a) || is_round(&b);
    cd_shape_move(&a, t);
    cd_separation here = cd_separate_convex(&a, &b);
    double level = cd_dot(here.normal, t) - here.distance;
    return (cd_constraint){here.normal, level, part_a, part_b, round};
}

// The constraints of the same pairs as they are at t; those of sharp parts remain.
static cd_constrained_point constraints_at(const depth_search *s, const cd_constrained_point *n,
                                           cd_vec t) {
    cd_constrained_point out = {.t = t, .count = n->count};
    for (int i = 0; i < n->count; i++) {
        const cd_constraint *c = &n->constraints[i];
        out.constraints[i] = c->round ? tangent_at(s, c->a, c->b, t) : *c;
    }
    return out;
}

static const cd_constraint *violated(const depth_search *s, const cd_constrained_point *n,
                                     cd_vec t) {
    for (int i = 0; i < n->count; i++)
        if (!cd_meets_constraint(&n->constraints[i], t, s->margin))
            return &n->constraints[i];
    return NULL;
}

// Finds the point nearest to 0 that meets all constraints of `n`, whose own t is not such a point.
// What was met and dropped may be violated later, but each of the 8 sets of active constraints is
// nearest to 0 once at most, as that point goes farther away each time.
static bool nearest_with_all(const depth_search *s, const cd_constrained_point *n,
                             cd_constrained_point *out) {
    *out = (cd_constrained_point){.count = 0};
    for (int sets = 0; sets < 8; sets++) {
        const cd_constraint *more = violated(s, n, out->t);
        cd_constrained_point next = *out;
        if (more && !nearest_with(s, out, more, &next))
            return false;
        *out = next;
    }
    return true;
}

// One step: the nearest point to 0 beyond the planes that touch the pairs of `at` where they are
// nearest to it, and beyond those of further pairs that hold that point. A plane that touches a
// convex set where that is nearest to a point outside has that point beyond it: so the next point
// is no farther from 0 than `at`.
static bool descend_once(const depth_search *s, const cd_constrained_point *at,
                         cd_constrained_point *next) {
    cd_constrained_point tangents = constraints_at(s, at, at->t);
    cd_part_pair pair;
    if (!nearest_with_all(s, &tangents, next))
        return false;
    for (int more = 0; !is_free_of_any(s, next->t, &pair); more++) {
        cd_constraint tangent = tangent_at(s, pair.a, pair.b, at->t);
        cd_constrained_point further;
        if (more == 8 || !nearest_with(s, next, &tangent, &further))
            return false;
        *next = further;
    }
    return true;
}

// Moves a free point nearer to 0 until it stands still.
static void descend(const depth_search *s, cd_constrained_point *n) {
    cd_constrained_point next;
    for (int step = 0; step < DESCENT_STEPS_MAX; step++) {
        if (!descend_once(s, n, &next) || !(next.square < n->square * (1 - 0x1p-51)) ||
            !is_itself_at(s, next.t))
            return;
        *n = next;
    }
}

// --------------------------------------------------------------------------------- the best so far

static void keep_best(depth_search *s, const cd_constrained_point *n) {
    assert(n->count >= 1 && n->count <= s->a->dim);
    if (n->square < s->best.square)
        s->best = *n;
}

static void keep_free_node(depth_search *s, cd_constrained_point *n) {
    bool round = false;
    for (int i = 0; i < n->count; i++)
        round |= n->constraints[i].round;
    if (round && n->square > s->enough)
        descend(s, n);
    keep_best(s, n);
}

// A free translation that is the nearest point of no constraints gets one across itself. Where it
// touches a round pair it may descend.
static void keep_free_translation(depth_search *s, cd_vec t) {
    cd_constrained_point found = {.t = t, .square = cd_length2(t), .count = 1};
    cd_part_pair pair;
    find_nearest(s, t, &pair);
    cd_constrained_point nearer = found;
    nearer.constraints[0] = tangent_at(s, pair.a, pair.b, t);
    descend(s, &nearer);
    cd_vec n = cd_normalized(t, pair.separation.normal);
    found.constraints[0] = (cd_constraint){n, cd_length(t) - s->margin, pair.a, pair.b, false};
    keep_best(s, &found);
    keep_best(s, &nearer);
}

// Moves t out of the deepest pair again and again until it is free, and keeps it then.
static void push_until_free(depth_search *s, cd_vec t) {
    cd_part_pair pair;
    for (int step = 0; step < PUSHES_MAX; step++) {
        if (!is_itself_at(s, t))
            return;
        if (is_free(s, t, &pair)) {
            keep_free_translation(s, t);
            return;
        }
        double by = 1.001 * s->margin - pair.separation.distance;
        t = cd_add_scaled(t, by, pair.separation.normal);
    }
}

// Goes along the normal of the deepest pair, both ways, until all parts are behind. The search may
// have ended early.
// Without it: tests/collide/cast/devices_spec.lua "is found though the search ends early"
static void leave_straight(depth_search *s, const cd_part_pair *deepest) {
    cd_vec n = deepest->separation.normal;
    double enter, exit;
    cd_set_touch(s->a, n, s->b, &enter, &exit);
    if (isfinite(exit))
        push_until_free(s, cd_scale(n, exit + s->margin));
    if (isfinite(enter))
        push_until_free(s, cd_scale(n, enter - s->margin));
}

static double visit_direction(void *context, cd_vec t) {
    depth_search *s = context;
    push_until_free(s, t);
    return cd_length(s->best.t);
}

// ------------------------------------------------------------------------------------------ result

// The part of a translation that a can go back before it touches b: nothing, but where a descent
// did not end.
// Without it: tests/collide/set/rounding_spec.lua "leads out to rounding"
static double slack_before(const depth_search *s, cd_vec t) {
    cd_shape out = *s->a;
    cd_shape_move(&out, t);
    double left = cd_set_first_touch(&out, cd_negate(t), s->b);
    return left < 1 ? left : 0;
}

// Takes the margin off the best translation: moves it onto the planes of its constraints
// themselves.
static cd_vec without_margin(const depth_search *s) {
    cd_vec t = s->best.t, by;
    for (int step = 0; step < 4; step++) {
        cd_constrained_point n = constraints_at(s, &s->best, t);
        const cd_constraint *c[3] = {&n.constraints[0], &n.constraints[1], &n.constraints[2]};
        for (int i = 0; i < n.count; i++)
            n.constraints[i].level -= cd_dot(n.constraints[i].normal, t);
        if (!cd_intersect_planes(c, n.count, 0, &by) ||
            !(cd_length(by) <= MARGINS_TAKEN_OFF * s->margin))
            break;
        t = cd_add(t, by);
    }
    return cd_scale(t, 1 - slack_before(s, t));
}

static cd_separation result(const depth_search *s, const cd_part_pair *deepest) {
    cd_vec outward = cd_normalized(s->best.t, deepest->separation.normal), t = without_margin(s);
    cd_part_pair touch;
    find_nearest(s, t, &touch);
    double depth = cd_length(t);
    assert(depth <= cd_length(s->best.t) + MARGINS_TAKEN_OFF * s->margin);
    cd_vec normal = depth > s->margin ? cd_normalized(t, outward) : outward;
    cd_vec on_b = touch.separation.point_b;
    return (cd_separation){0 - depth, normal, cd_add_scaled(on_b, -depth, normal), on_b};
}

static void search_nodes(depth_search *s, const cd_part_pair *deepest) {
    cd_constrained_point root = {.t = {0, 0, 0}};
    branch(s, &root, deepest);
    for (int visits = 0; s->count > 0 && s->best.square > s->enough; visits++) {
        if (visits == VISITS_MAX) {
            s->partial = true;
            break;
        }
        cd_constrained_point n = pop(s);
        if (!is_promising(s, &n))
            continue;
        cd_part_pair pair;
        if (!is_itself_at(s, n.t))
            s->partial = true;
        else if (is_free(s, n.t, &pair))
            keep_free_node(s, &n);
        else
            branch(s, &n, &pair);
    }
}

// Looks in all directions for a translation that is shorter than the best one or, if there is none
// yet, than `far`; unless all facets were followed. None is shorter than that of the deepest pair,
// nor worth a search for a few margins; those that are taken off at the end do not count.
// Without it: tests/collide/set/rounding_spec.lua "leads out to rounding"
static void search_all_directions(depth_search *s, double deepest, double far) {
    const double least = cd_max(-deepest * (1 + 0x1p-20), 4 * s->margin);
    const bool found = s->best.count > 0;
    if (s->partial && (found ? cd_length(without_margin(s)) : far) > least)
        cd_search_free_directions(s->a, s->b, 2 * s->margin, found ? cd_length(s->best.t) : far,
                                  visit_direction, s);
}

// most: a depth of which it is enough to know that it is more; INFINITY: none.
static cd_separation search_depth(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest,
                                  double most) {
    depth_search s; // not initialised as a whole: its heap is large, and mostly not used
    s.a = a;
    s.b = b;
    s.count = 0;
    s.partial = false;
    s.best.t = (cd_vec){0, 0, 0};
    double size = cd_largest_coordinate_of(a, b);
    if (size == 0) // a point on the planes of half-spaces: none of them has a size
        size = 1;
    double built = cd_max(cd_built_size(a), cd_built_size(b));
    s.size = size;
    s.margin = margin_part * size + built_part * built;
    s.best.square = most + MARGINS_TAKEN_OFF * s.margin;
    s.best.square *= s.best.square;
    s.best.count = 0; // none yet
    s.enough = most < INFINITY ? most * most : 0;
    cd_separation first = deepest->separation;
    cd_part_pair pair;
    // No translation that frees all parts is shorter than the one that frees the deepest pair. Of
    // shapes so small that no number is as small as the margin it is the result.
    if (!(free_part * s.margin > 0) ||
        is_free(&s, cd_scale(first.normal, s.margin - first.distance), &pair))
        return first;
    s.fragile = is_fragile(a, size);
    // The difference is searched, whichever set moves.
    // Without it: tests/collide/set/depth_of_sets_spec.lua "with a part that rounding turns"
    if (s.fragile && !is_fragile(b, size)) {
        const cd_part_pair swapped = {deepest->b, deepest->a, cd_swapped(first)};
        return cd_swapped(search_depth(b, a, &swapped, most));
    }
    search_nodes(&s, deepest);
    if (s.best.square == INFINITY)
        leave_straight(&s, deepest);
    if (most == INFINITY) // so near their surfaces round parts are flat
        search_all_directions(&s, first.distance, far_away * size);
    if (s.best.count == 0 && s.fragile)
        return first;
    if (s.best.count == 0)
        return (cd_separation){-INFINITY, first.normal, first.point_a, first.point_b};
    if (s.best.square <= s.enough)
        return (cd_separation){-most, first.normal, first.point_a, first.point_b};
    return result(&s, deepest);
}

// ----------------------------------------------------------------------------------- what has one

bool cd_are_surfaces(const cd_shape *a, const cd_shape *b) {
    return cd_is_set(a) && a->as.set.core->has_surface && cd_is_set(b) &&
           b->as.set.core->has_surface;
}

// ------------------------------------------------------------------------------------------- depth

// Searches near the shapes, so that the margin is a part of their own size. It exceeds all rounding
// that this adds.
cd_separation cd_depth_of_sets(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest,
                               double most) {
    assert(a->dim == b->dim && !cd_are_surfaces(a, b) && deepest->separation.distance <= 0);
    cd_vec origin = cd_first_point(a, b);
    cd_shape near_a = cd_shape_seen_from(a, origin), near_b = cd_shape_seen_from(b, origin);
    cd_part_pair near = *deepest;
    near.separation.point_a = cd_sub(near.separation.point_a, origin);
    near.separation.point_b = cd_sub(near.separation.point_b, origin);
    cd_separation s = search_depth(&near_a, &near_b, &near, most);
    if (s.distance == deepest->separation.distance &&
        cd_equal(s.normal, deepest->separation.normal))
        return deepest->separation;
    s.point_a = cd_add(s.point_a, origin);
    s.point_b = cd_add(s.point_b, origin);
    return s;
}

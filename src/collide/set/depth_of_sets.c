// The penetration depth of sets: the shortest translation t of a that lies outside the difference
// D = B - A of every pair of parts. Each D is convex, so t is beyond the plane of a facet of each.
// Best first search: a node is the point nearest to 0 beyond a few such planes (constraints.h);
// where a D holds that point, there is a child for each facet of that D. The first node that no D
// holds is the shortest translation. Constraints that are not active in the nearest point are
// dropped, and found again where they matter.
#include "collide/set/depth_of_sets.h"
#include "collide/math/trace.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/narrow/separate.h"
#include "collide/set/free_directions.h"
#include "collide/set/node_heap.h"
#include "collide/set/set_touch.h"
#include "collide/set/turned_parts.h"
#include "collide/shape/core.h"
#include "collide/shape/local_frame.h"
#include "collide/shape/set.h"

#include <assert.h>
#include <float.h>

// What bounds the time of a search; where one of them ends it, the result is still a translation
// that separates the sets, but perhaps not the shortest.
enum { VISITS_MAX = 128, DESCENT_STEPS_MAX = 128, PUSHES_MAX = 16 };

// The differences that are looked at come within so many times the depth of the deepest one, and
// of as many times that again where nothing is free in there.
enum { REACHES_MAX = 12 };
static const double first_reach = 1.25, next_reach = 2.5;

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
    cd_node_heap nodes;
    cd_differences all; ///< of the pairs within reach
    cd_trace *trace;    ///< where ways out are recorded; what they are asked is not
} depth_search;

static void record_way(const depth_search *s, cd_vec t, bool is_free) {
    cd_trace_to(s->trace);
    cd_trace_put(&(cd_trace_step){
        .kind = CD_STEP_TRANSLATION, .nearest = t, .distance = cd_length(t), .verdict = is_free});
    cd_trace_to(NULL);
}

// ------------------------------------------------------------------------------- free translations

static bool is_itself_at(const depth_search *s, cd_vec t) {
    return !s->fragile || cd_are_themselves_after(s->a, t, s->size);
}

// Finds the number of a pair that the list may not have yet.
static int number_of(depth_search *s, cd_part a, cd_part b) {
    cd_differences *all = &s->all;
    for (int i = 0; i < all->count; i++)
        if (cd_is_same_part(all->all[i].a, a) && cd_is_same_part(all->all[i].b, b))
            return cd_difference_prepare(all, i) ? i : -1;
    return cd_differences_add(all, a, b);
}

static bool is_known_at(const depth_search *s, cd_vec t) {
    return s->all.complete && cd_length2(t) <= s->all.reach * s->all.reach;
}

// Whether t is free of all pairs of parts; else finds the deepest of them, or any.
static bool find_free(depth_search *s, cd_vec t, bool any, cd_met_difference *met) {
    const double margin = free_part * s->margin;
    *met = cd_differences_meet(&s->all, t, margin, any);
    if (met->pair >= 0)
        return false;
    cd_part_pair pair;
    if (is_known_at(s, t) || !cd_set_nearest(s->a, s->b, t, margin, -INFINITY, &pair))
        return true;
    met->pair = number_of(s, pair.a, pair.b);
    met->at = (cd_tangent){pair.separation.distance, pair.separation.normal};
    return false;
}

static bool is_free(depth_search *s, cd_vec t, bool any, cd_met_difference *met) {
    bool free = find_free(s, t, any, met);
    if (CD_TRACES)
        record_way(s, t, free);
    return free;
}

static bool nearest_with(const depth_search *s, const cd_constrained_point *from,
                         const cd_constraint *more, cd_constrained_point *out) {
    return cd_nearest_with(from, more, s->margin, s->a->dim, out);
}

// --------------------------------------------------------------------------------------- branching

static void add_child(depth_search *s, const cd_constrained_point *parent,
                      const cd_constraint *next) {
    cd_constrained_point child;
    if (next->level > 0 && next->level * next->level >= s->best.square)
        return; // all beyond it is farther
    if (isfinite(next->level) && nearest_with(s, parent, next, &child) &&
        child.square < s->best.square)
        s->partial |= !cd_node_heap_push(&s->nodes, &child);
}

// Whether a plane has the normal of an earlier one to rounding, as where edges are parallel.
static bool repeats_plane(const cd_polytope_difference *d, int plane) {
    const cd_vec n = cd_vec_lanes_get(&d->planes[plane / 4].normal, plane % 4);
    for (int i = 0; i < plane; i++)
        if (cd_max_abs(cd_sub(cd_vec_lanes_get(&d->planes[i / 4].normal, i % 4), n)) < 0x1p-48)
            return true;
    return false;
}

// Pushes a child of the node for each facet of the difference of a pair, which holds the node.
static void branch(depth_search *s, const cd_constrained_point *node,
                   const cd_met_difference *met) {
    const cd_difference *d = &s->all.all[met->pair];
    const cd_polytope_difference *p = &d->polytope;
    cd_constraint next = {.pair = met->pair, .round = d->round};
    s->partial |= d->round;
    // The plane by which the pair is left: a round part has no other facets.
    // Without it: tests/collide/set/set_spec.lua "has the depth that it has in between"
    next.normal = met->at.normal;
    next.level = cd_dot(next.normal, node->t) - met->at.distance;
    add_child(s, node, &next);
    if (d->kind != CD_AS_PLANES) {
        s->partial |= d->kind == CD_GENERAL && d->general->core_a.kind != CD_CORE_HALFSPACE &&
                      d->general->core_b.kind != CD_CORE_HALFSPACE;
        return;
    }
    for (int i = 0; i < p->plane_total; i++) {
        if (repeats_plane(p, i))
            continue;
        next.normal = cd_vec_lanes_get(&p->planes[i / 4].normal, i % 4);
        next.level = p->planes[i / 4].level[i % 4] + d->radius;
        add_child(s, node, &next);
    }
}

// ----------------------------------------------------------------------------------------- descent

// The tangent plane of a difference where it is nearest to t.
static cd_constraint tangent_at(depth_search *s, int pair, cd_vec t) {
    const cd_tangent here = cd_difference_tangent(&s->all, pair, t);
    return (cd_constraint){here.normal, cd_dot(here.normal, t) - here.distance, pair,
                           s->all.all[pair].round};
}

// The constraints of the same pairs as they are at t; those of sharp parts remain.
static cd_constrained_point constraints_at(depth_search *s, const cd_constrained_point *n,
                                           cd_vec t) {
    cd_constrained_point out = {.t = t, .count = n->count};
    for (int i = 0; i < n->count; i++) {
        const cd_constraint *c = &n->constraints[i];
        out.constraints[i] = c->round ? tangent_at(s, c->pair, t) : *c;
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
static bool descend_once(depth_search *s, const cd_constrained_point *at,
                         cd_constrained_point *next) {
    cd_constrained_point tangents = constraints_at(s, at, at->t);
    cd_met_difference met;
    if (!nearest_with_all(s, &tangents, next))
        return false;
    for (int more = 0; !is_free(s, next->t, true, &met); more++) {
        if (more == 8 || met.pair < 0)
            return false;
        cd_constraint tangent = tangent_at(s, met.pair, at->t);
        cd_constrained_point further;
        if (!nearest_with(s, next, &tangent, &further))
            return false;
        *next = further;
    }
    return true;
}

// Moves a free point nearer to 0 until it stands still.
static void descend(depth_search *s, cd_constrained_point *n) {
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

// A free translation that is the nearest point of no constraints descends from the pair that it
// touches, or gets one constraint across itself. It may be the end of a descent but for margins.
static void keep_free_translation(depth_search *s, cd_vec t) {
    const double far = cd_length(t), most = far + 8 * s->margin;
    cd_constrained_point found = {.t = t, .square = cd_length2(t), .count = 1}, nearer;
    cd_met_difference met = cd_differences_meet(&s->all, t, far, false);
    if (met.pair < 0)
        return;
    found.constraints[0] = tangent_at(s, met.pair, t);
    if (descend_once(s, &found, &nearer) && nearer.square <= most * most &&
        is_itself_at(s, nearer.t)) {
        descend(s, &nearer);
        keep_best(s, &nearer);
        return;
    }
    found.constraints[0] =
        (cd_constraint){cd_normalized(t, met.at.normal), far - s->margin, met.pair, false};
    keep_best(s, &found);
}

// Moves t out of the deepest pair again and again until it is free, and keeps it then.
static void push_until_free(depth_search *s, cd_vec t) {
    cd_met_difference met;
    for (int step = 0; step < PUSHES_MAX; step++) {
        if (!is_itself_at(s, t))
            return;
        if (is_free(s, t, false, &met)) {
            keep_free_translation(s, t);
            return;
        }
        t = cd_add_scaled(t, 1.001 * s->margin - met.at.distance, met.at.normal);
    }
}

// Goes along the normal of the deepest pair, both ways, until all parts are behind. The search may
// have ended early.
// Without it: tests/collide/cast/devices_spec.lua "is found though the search ends early"
static void leave_straight(depth_search *s, cd_vec n) {
    double enter, exit;
    cd_set_touch(s->a, n, s->b, &enter, &exit);
    if (isfinite(exit))
        push_until_free(s, cd_scale(n, exit + s->margin));
    if (isfinite(enter))
        push_until_free(s, cd_scale(n, enter - s->margin));
}

// What is shorter than the best one by so little is that again, off by the margin.
static double shorter_than_best(const depth_search *s) {
    return cd_length(s->best.t) - 8 * s->margin;
}

// A candidate that a pair holds which the list had no room for until now makes it known.
static double visit_direction(void *context, cd_vec t) {
    depth_search *s = context;
    const int known = s->all.count;
    cd_met_difference met;
    if (!is_itself_at(s, t))
        s->partial = true;
    else if (is_free(s, t, false, &met))
        keep_free_translation(s, t);
    else if (met.pair < known) // or one that the ray has left, but for rounding
        push_until_free(s, t);
    return shorter_than_best(s);
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
static cd_vec without_margin(depth_search *s) {
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

static cd_separation result(depth_search *s, const cd_part_pair *deepest) {
    cd_vec outward = cd_normalized(s->best.t, deepest->separation.normal), t = without_margin(s);
    cd_part_pair touch;
    cd_set_nearest(s->a, s->b, t, INFINITY, -INFINITY, &touch);
    double depth = cd_length(t);
    assert(depth <= cd_length(s->best.t) + MARGINS_TAKEN_OFF * s->margin);
    cd_vec normal = depth > s->margin ? cd_normalized(t, outward) : outward;
    cd_vec on_b = touch.separation.point_b;
    return (cd_separation){0 - depth, normal, cd_add_scaled(on_b, -depth, normal), on_b};
}

// ------------------------------------------------------------------------------------------ search

static void search_nodes(depth_search *s, const cd_met_difference *deepest) {
    cd_constrained_point root = {.t = {0, 0, 0}};
    branch(s, &root, deepest);
    for (int visits = 0; s->nodes.count > 0 && s->best.square > s->enough; visits++) {
        if (visits == VISITS_MAX) {
            s->partial = true;
            break;
        }
        cd_constrained_point n = cd_node_heap_pop(&s->nodes);
        if (!(n.square < s->best.square))
            continue;
        cd_met_difference met;
        if (!is_itself_at(s, n.t))
            s->partial = true;
        else if (is_free(s, n.t, false, &met))
            keep_free_node(s, &n);
        else if (met.pair >= 0)
            branch(s, &n, &met);
        else
            s->partial = true;
    }
}

// Looks in all directions for a translation that is shorter than the best one or, if there is none
// yet, than `far`; unless all facets were followed. None is shorter than that of the deepest pair,
// nor worth a search for a few margins; those that are taken off at the end do not count.
// Without it: tests/collide/set/rounding_spec.lua "leads out to rounding"
static void search_all_directions(depth_search *s, double deepest, double far) {
    const double least = cd_max(-deepest * (1 + 0x1p-20), 16 * s->margin);
    const bool found = s->best.count > 0;
    if (s->partial && (found ? cd_length(without_margin(s)) : far) > least)
        cd_search_free_directions(&s->all, 2 * s->margin, found ? shorter_than_best(s) : far,
                                  visit_direction, s);
}

// Collects the pairs that come near enough to matter: as far as a free translation is found.
static cd_met_difference collect(depth_search *s, const cd_part_pair *deepest, double far) {
    const cd_separation *first = &deepest->separation;
    double reach = cd_max(first_reach * -first->distance, 16 * s->margin);
    const double least = s->best.square;
    cd_met_difference root = {-1, {first->distance, first->normal}};
    cd_vec out = cd_scale(first->normal, s->margin - first->distance);
    for (int i = 0; i < REACHES_MAX; i++) {
        cd_differences_collect(&s->all, s->a, s->b, cd_min(reach, far));
        root.pair = number_of(s, deepest->a, deepest->b);
        push_until_free(s, out);
        const double found = cd_length(s->best.t);
        if (reach >= far || (s->best.count > 0 && found <= reach))
            break;
        reach = s->best.count > 0 ? found + s->margin : next_reach * reach;
        if (s->best.count > 0) { // and again, with all pairs that are as near
            out = s->best.t;
            s->best = (cd_constrained_point){.square = least};
        }
    }
    if (s->best.count > 0) // a node that is as near has all constraints
        s->best.square = s->best.square * (1 + 0x1p-20) + s->margin * s->margin;
    return root;
}

// most: a depth of which it is enough to know that it is more; INFINITY: none.
static cd_separation search_depth(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest,
                                  double most, cd_trace *trace) {
    depth_search s; // not initialised as a whole: it is large
    s.trace = trace;
    s.a = a;
    s.b = b;
    s.nodes.count = 0;
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
    const cd_separation first = deepest->separation;
    cd_part_pair pair;
    // No translation that frees all parts is shorter than the one that frees the deepest pair. Of
    // shapes so small that no number is as small as the margin it is the result.
    if (!(free_part * s.margin > 0) ||
        !cd_set_nearest(a, b, cd_scale(first.normal, s.margin - first.distance),
                        free_part * s.margin, free_part * s.margin, &pair))
        return first;
    s.fragile = cd_is_fragile(a, size);
    // The difference is searched, whichever set moves.
    // Without it: tests/collide/set/depth_of_sets_spec.lua "with a part that rounding turns"
    if (s.fragile && !cd_is_fragile(b, size)) {
        const cd_part_pair swapped = {deepest->b, deepest->a, cd_swapped(first)};
        return cd_swapped(search_depth(b, a, &swapped, most, trace));
    }
    const cd_met_difference root = collect(&s, deepest, far_away * size);
    if (root.pair >= 0)
        search_nodes(&s, &root);
    if (s.best.square == INFINITY)
        leave_straight(&s, first.normal);
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
    cd_trace *trace = cd_trace_pause();
    cd_separation s = search_depth(&near_a, &near_b, &near, most, trace);
    cd_trace_resume(trace);
    if (s.distance == deepest->separation.distance &&
        cd_equal(s.normal, deepest->separation.normal))
        return deepest->separation;
    s.point_a = cd_add(s.point_a, origin);
    s.point_b = cd_add(s.point_b, origin);
    return s;
}

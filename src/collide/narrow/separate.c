// The signed distance of two convex shapes: GJK where their cores are apart, the penetration depth
// where they overlap. The theorem sd(A + ball(r), B + ball(s)) = sd(A, B) - (r + s), with the same
// normal and the points moved along it, turns that of the cores into that of the shapes: outside,
// the distance to a convex set grows at rate 1 along the normal; inside, a ball adds its radius to
// every support height.
#include "collide/narrow/separate.h"

#include "collide/math/tolerance.h"
#include "collide/math/trace.h"
#include "collide/narrow/box/box_box.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/closed_steps.h"
#include "collide/narrow/curved/curved.h"
#include "collide/narrow/gjk/epa.h"
#include "collide/narrow/gjk/exact_touch.h"
#include "collide/narrow/gjk/gjk_guess.h"

#include <assert.h>
#include <float.h>
#include <stdint.h>

bool cd_parallel(cd_vec a, cd_vec b) { return cd_max_abs(cd_cross(a, b)) <= 4 * DBL_EPSILON; }

static cd_separation without_depth(cd_vec normal, cd_vec point_a, cd_vec point_b) {
    return (cd_separation){-INFINITY, normal, point_a, point_b};
}

// Any core against a half-space b.
static cd_separation separate_halfspace(const cd_core *a, const cd_core *b, cd_vec shift) {
    cd_vec n = b->normal;
    cd_vec foot = b->storage[0];
    if (a->kind == CD_CORE_HALFSPACE) {
        double level = a->level + cd_dot(a->normal, shift);
        if (cd_dot(a->normal, n) < 0 && cd_parallel(a->normal, n)) {
            double gap = -level - b->level;
            return (cd_separation){gap, n, cd_add_scaled(foot, gap, n), foot};
        }
        return without_depth(n, cd_scale(a->normal, level), foot);
    }
    int vertex;
    cd_vec p = cd_add(cd_core_support_point(a, cd_negate(n), &vertex), shift);
    double gap = cd_dot(n, p) - b->level;
    cd_vec below = cd_add_scaled(p, -gap, n);
    if (a->kind == CD_CORE_LINE && fabs(cd_dot(a->direction, n)) > 4 * DBL_EPSILON)
        return without_depth(n, p, below);
    return (cd_separation){gap, n, p, below};
}

// Two lines that are not parallel. In the plane they cross; in space they have the common
// perpendicular n = d x e, and as p + s d - (q + t e) is parallel to n, its product with e gives s.
// Of nearly parallel lines that is known poorly, and the foot of p + s d on the other line, which
// is q + t e, as well as if it were not.
// Without it: tests/collide/narrow/devices_spec.lua "has the nearest points of nearly parallel
// lines"
static cd_separation separate_crossing_lines(const cd_core *a, const cd_core *b, cd_vec shift) {
    cd_vec p = cd_add(cd_core_vertex(a, 0), shift), q = cd_core_vertex(b, 0);
    if (a->dim == 2)
        return without_depth(cd_perp(b->direction), p, q);
    cd_vec m = cd_cross(a->direction, b->direction), w = cd_sub(p, q);
    double mm = cd_length2(m);
    double s = -cd_dot(cd_cross(w, b->direction), m) / mm;
    double t = cd_dot(cd_add_scaled(w, s, a->direction), b->direction);
    cd_vec n = cd_normalized(m, (cd_vec){0, 1, 0});
    double height = cd_dot(w, n);
    if (height < 0)
        n = cd_negate(n);
    cd_vec on_b = cd_add_scaled(q, t, b->direction);
    cd_vec on_a = cd_add_scaled(p, s, a->direction);
    return (cd_separation){fabs(height), n, on_a, on_b};
}

// The separation from a gap after a further translation of a by `shifted` along the normal. Points
// that are known equally well stay as they are. Else one is that of the gap, and the other follows
// from point_a - point_b = distance * normal: the point of the gap that lies nearer to a vertex is
// known better; a line's nearest point may be far along it.
// Without it: tests/collide/narrow/rounding_spec.lua "leaves a point its place"
static cd_separation separation_of_gap(const cd_core *a, const cd_core *b, double distance,
                                       cd_vec normal, const cd_gap *gap, double shifted) {
    cd_separation s = {distance, normal, cd_add_scaled(gap->point_a, -shifted, normal),
                       gap->point_b};
    if (b->kind == CD_CORE_LINE || (a->kind != CD_CORE_LINE && gap->blend_a < gap->blend_b))
        s.point_b = cd_add_scaled(s.point_a, -distance, normal);
    else if (a->kind == CD_CORE_LINE || gap->blend_b < gap->blend_a || shifted != 0)
        s.point_a = cd_add_scaled(s.point_b, distance, normal);
    return s;
}

cd_vec cd_gap_point_b(const cd_core *a, const cd_core *b, const cd_gap *gap) {
    return separation_of_gap(a, b, gap->distance, gap->normal, gap, 0).point_b;
}

// The points that realise an overlap are the nearest points once a is moved out until just beyond
// touching. Not far beyond: at a distance d, GJK resolves sideways differences only down to the
// root of d times the rounding of the size, and ends on an edge beside the face. Nor so near that
// the rounding of the depth hides the gap. By this part of the coordinates, or this many of their
// rounding errors.
// Without it: tests/collide/narrow/rounding_spec.lua "leaves touched points on both surfaces"
static const double beyond_part = 0x1p-40, beyond_ulps = 0x1p10;

static double largest_coordinate_of(const cd_core *a, const cd_core *b) {
    return cd_max(cd_core_largest_coordinate(a), cd_core_largest_coordinate(b));
}

static cd_separation overlap_along(const cd_core *a, const cd_core *b, cd_vec shift,
                                   cd_penetration penetration, const cd_simplex *face,
                                   double size) {
    double rounding = DBL_EPSILON * cd_max_abs(cd_core_vertex(b, 0));
    size = cd_max(size, largest_coordinate_of(a, b));
    double out =
        penetration.depth + cd_max(beyond_part * (size > 0 ? size : 1), beyond_ulps * rounding);
    cd_vec moved = cd_add_scaled(shift, out, penetration.normal);
    bool curved = a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED;
    cd_gap gap;
    if (!curved ||
        !cd_points_along_normal(a, b, moved, penetration.normal, 8 * DBL_EPSILON * size, &gap))
        gap = face ? cd_gjk_face(a, b, moved, face) : cd_gjk(a, b, moved);
    return separation_of_gap(a, b, -penetration.depth, penetration.normal, &gap, out);
}

// The product of the edge counts from which EPA is faster than the separating axes.
enum { EPA_EDGE_PAIRS = 64 };

// The penetration depth: by all axes of few features, by EPA of many, which also gives the face.
static cd_penetration penetration_of(const cd_core *a, const cd_core *b, cd_vec shift,
                                     const cd_gap *gap, cd_simplex *face, bool *has_face) {
    cd_penetration penetration;
    *has_face = false;
    if (a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED)
        return cd_curved_penetration(a, b, shift);
    if (gap->around.count && (int64_t)a->edge_count * b->edge_count > EPA_EDGE_PAIRS &&
        cd_epa(a, b, shift, &gap->around, &penetration, face)) {
        *has_face = true;
        return penetration;
    }
    return cd_sat_penetration(a, b, shift);
}

// A guess at the simplex in which GJK on two polytopes ends; false where there is none.
static bool guess_simplex_of(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess) {
    return a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && a->dim == 3 &&
           (a->polytope || b->polytope) && cd_gjk_guess(a, b, shift, guess);
}

// Two polytopes where the tetrahedron `around` contains the origin. Returns false where it is not
// certain that they overlap by more than rounding.
static bool separate_deep_overlap(const cd_core *a, const cd_core *b, cd_vec shift,
                                  const cd_simplex *around, cd_separation *s) {
    cd_penetration penetration;
    cd_simplex face;
    if (!cd_epa(a, b, shift, around, &penetration, &face))
        return false;
    double size = cd_max_abs(cd_sub(cd_core_vertex(a, 0), cd_core_vertex(b, 0)));
    size = cd_max(size, largest_coordinate_of(a, b));
    if (!(penetration.depth > 8 * CD_TOUCH * size))
        return false;
    *s = overlap_along(a, b, shift, penetration, &face, size);
    return true;
}

// Whether a plane across the normal that GJK found separates the cores. Flat cores and lines may
// have no axis of their own that does.
// Without it: tests/collide/narrow/devices_spec.lua "believes a tiny gap"
static bool is_separated_along_gap(const cd_core *a, const cd_core *b, cd_vec shift,
                                   const cd_gap *gap) {
    const cd_core *line = a->kind == CD_CORE_LINE ? a : b->kind == CD_CORE_LINE ? b : NULL;
    if (!gap->apart || a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED)
        return false;
    cd_vec n = gap->normal;
    if (line && fabs(cd_dot(n, line->direction)) > 0.5)
        return false; // the gap is merely rounding
    if (line)
        n = cd_normalized(cd_slide(n, line->direction), n);
    double rounding = 2 * DBL_EPSILON * (line ? gap->size : gap->rounding_scale);
    return cd_penetration_along(a, b, shift, n).depth < -rounding;
}

static bool are_polygons(const cd_core *a, const cd_core *b) {
    return a->dim == 2 && a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE;
}

bool cd_has_converged(const cd_core *a, const cd_core *b, const cd_gap *gap) {
    return gap->apart && (gap->error <= CD_CONVERGED * gap->size ||
                          gap->error <= CD_CONVERGED * largest_coordinate_of(a, b));
}

static cd_separation separate_bounded(const cd_core *a, const cd_core *b, cd_vec shift) {
    cd_simplex guess;
    cd_separation s;
    bool from = guess_simplex_of(a, b, shift, &guess);
    if (from && guess.count == 4 && separate_deep_overlap(a, b, shift, &guess, &s))
        return s;
    from = from && guess.count < 4;
    cd_gap gap = from ? cd_gjk_from(a, b, shift, &guess) : cd_gjk(a, b, shift);
    bool unclear = !cd_has_converged(a, b, &gap);
    if (unclear || gap.distance <= 8 * CD_TOUCH * gap.size) { // else it is not merely rounding
        cd_simplex face;
        bool has_face;
        cd_penetration penetration = penetration_of(a, b, shift, &gap, &face, &has_face);
        if (penetration.depth < 0 && are_polygons(a, b) && cd_is_zero(shift) &&
            cd_meet_in_plane(a, b))
            penetration.depth = 0; // the gap along the axis was rounding
        // Unless some axis has a gap larger than rounding, they overlap.
        if (unclear || (!is_separated_along_gap(a, b, shift, &gap) &&
                        (-penetration.depth <= 4 * CD_TOUCH * gap.size || gap.distance == 0)))
            return overlap_along(a, b, shift, penetration, has_face ? &face : NULL, gap.size);
    }
    return separation_of_gap(a, b, gap.distance, gap.normal, &gap, 0);
}

cd_separation cd_separate_cores(const cd_core *a, const cd_core *b, cd_vec shift) {
    assert(a->dim == b->dim && cd_is_finite(shift));
    if (CD_TRACES && (a->kind == CD_CORE_HALFSPACE || b->kind == CD_CORE_HALFSPACE))
        cd_trace_formula("the lowest vertex over a half-space");
    if (b->kind == CD_CORE_HALFSPACE)
        return separate_halfspace(a, b, shift);
    if (a->kind == CD_CORE_HALFSPACE) {
        cd_separation s = cd_swapped(separate_halfspace(b, a, cd_negate(shift)));
        s.point_a = cd_add(s.point_a, shift);
        s.point_b = cd_add(s.point_b, shift);
        return s;
    }
    if (a->kind == CD_CORE_LINE && b->kind == CD_CORE_LINE &&
        !cd_parallel(a->direction, b->direction)) {
        if (CD_TRACES)
            cd_trace_formula("the common perpendicular of two lines");
        return separate_crossing_lines(a, b, shift);
    }
    return separate_bounded(a, b, shift);
}

// Whether curved cores just touch whose distance is off by this: also where the search from the
// other one, which rounds otherwise, says so, or finds the other sign. So both orders agree.
// Without it: tests/collide/narrow/separate_spec.lua "tells the same of a cylinder that touches to
// rounding"
static bool just_touch_round(const cd_core_pair *p, const cd_separation *s) {
    const double touching = 2 * DBL_EPSILON * p->size, unclear = 16 * DBL_EPSILON * p->size;
    double off = s->distance - (p->radius_a + p->radius_b);
    if (fabs(off) <= touching || fabs(off) > unclear)
        return fabs(off) <= touching;
    cd_trace *trace = cd_trace_pause();
    double other = cd_separate_cores(&p->b, &p->a, (cd_vec){0, 0, 0}).distance;
    cd_trace_resume(trace);
    other -= p->radius_a + p->radius_b;
    return fabs(other) <= touching || signbit(other) != signbit(off);
}

// Whether two shapes just touch, where their distance is 0 to within rounding: curved cores are
// taken to touch, polytopes are tested exactly.
static bool just_touch(const cd_core_pair *p, const cd_separation *s) {
    double radius = p->radius_a + p->radius_b;
    bool round = p->a.kind == CD_CORE_CURVED || p->b.kind == CD_CORE_CURVED;
    bool sharp = p->a.kind == CD_CORE_POLYTOPE && p->b.kind == CD_CORE_POLYTOPE;
    if (!round && !(sharp && radius > 0))
        return false;
    double off = fabs(s->distance - radius);
    return round
               ? just_touch_round(p, s)
               : off <= CD_TOUCH * p->size && cd_are_exactly_apart(&p->a, &p->b, s->normal, radius);
}

static cd_separation separate_core_pair(const cd_core_pair *p) {
    const int from = CD_TRACES ? cd_trace_length() : 0;
    cd_separation s = cd_separate_cores(&p->a, &p->b, (cd_vec){0, 0, 0});
    if (CD_TRACES)
        cd_trace_shift(from, p->origin);
    if (just_touch(p, &s))
        s.distance = p->radius_a + p->radius_b;
    cd_inflate(&s, p->radius_a, p->radius_b);
    s.point_a = cd_core_pair_point(p, s.point_a);
    s.point_b = cd_core_pair_point(p, s.point_b);
    return s;
}

cd_separation cd_separate_by_cores(const cd_shape *a, const cd_shape *b, const cd_core_pair *pair) {
    cd_separation s = separate_core_pair(pair);
    double size = pair->size + cd_max_abs(pair->origin);
    if (cd_are_boxes(a, b) && fabs(s.distance + a->radius + b->radius) <= CD_CONVERGED * size)
        cd_resolve_box_touch(a, b, &s);
    return s;
}

cd_separation cd_separate_generic(const cd_shape *a, const cd_shape *b) {
    assert(!cd_is_set(a) && !cd_is_set(b) && a->dim == b->dim);
    cd_separation s;
    if (cd_separate_degenerate(a, b, &s)) {
        if (CD_TRACES)
            cd_trace_closed(a, b, &s);
        return s;
    }
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    return cd_separate_by_cores(a, b, &pair);
}

cd_verdict cd_within_generic(const cd_shape *a, const cd_shape *b, double margin) {
    cd_core_pair p;
    cd_core_pair_of(&p, a, b);
    bool lines = p.a.kind == CD_CORE_LINE && p.b.kind == CD_CORE_LINE;
    if (lines || p.a.kind == CD_CORE_HALFSPACE || p.b.kind == CD_CORE_HALFSPACE)
        return CD_UNKNOWN;
    double radius = p.radius_a + p.radius_b + margin;
    const int from = CD_TRACES ? cd_trace_length() : 0;
    if (radius == 0 && p.a.dim == 3 && p.a.kind == CD_CORE_POLYTOPE &&
        p.b.kind == CD_CORE_POLYTOPE) {
        const cd_verdict verdict = cd_gjk_overlap(&p.a, &p.b, 16 * CD_TOUCH * p.size);
        if (CD_TRACES)
            cd_trace_shift(from, p.origin);
        return verdict;
    }
    cd_gap gap = cd_gjk_until(&p.a, &p.b, (cd_vec){0, 0, 0}, radius);
    if (CD_TRACES)
        cd_trace_shift(from, p.origin);
    double size = cd_max(gap.size, radius);
    if (margin == 0) // an exact touch is one to rounding of all coordinates
        size = cd_max(size, p.size);
    double doubt = 8 * CD_TOUCH * size;
    double distance = gap.apart ? gap.distance : -gap.depth;
    if (distance > radius + doubt)
        return CD_MISSES;
    return distance < radius - doubt ? CD_MEETS : CD_UNKNOWN;
}

static cd_verdict overlap_verdict(const cd_shape *a, const cd_shape *b) {
    cd_shape sphere;
    if (cd_are_boxes(a, b)) {
        if (CD_TRACES)
            cd_trace_closed(a, b, NULL);
        return cd_overlap_boxes(a, b);
    }
    bool degenerate = cd_has_degenerate_core(a, &sphere) || cd_has_degenerate_core(b, &sphere);
    return degenerate ? CD_UNKNOWN : cd_within_generic(a, b, 0);
}

// Not inline, so that cd_overlap_convex needs no stack frame where a closed form knows.
static __attribute__((noinline)) bool overlap_any(const cd_shape *a, const cd_shape *b) {
    cd_verdict verdict = overlap_verdict(a, b);
    return verdict == CD_UNKNOWN ? cd_separate_convex(a, b).distance <= 0 : verdict == CD_MEETS;
}

bool cd_overlap_convex(const cd_shape *a, const cd_shape *b) {
    cd_verdict verdict = cd_overlap_closed(a, b);
    if (CD_TRACES && verdict != CD_UNKNOWN)
        cd_trace_closed(a, b, NULL);
    return verdict == CD_UNKNOWN ? overlap_any(a, b) : verdict == CD_MEETS;
}

bool cd_separate_by_closed_form(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    bool closed = cd_are_boxes(a, b) ? cd_separate_boxes(a, b, INFINITY, s) == CD_MEETS
                                     : cd_separate_closed(a, b, s);
    closed = closed || cd_separate_degenerate(a, b, s);
    if (CD_TRACES && closed)
        cd_trace_closed(a, b, s);
    return closed;
}

cd_separation cd_separate_convex(const cd_shape *a, const cd_shape *b) {
    cd_separation s;
    return cd_separate_by_closed_form(a, b, &s) ? s : cd_separate_generic(a, b);
}

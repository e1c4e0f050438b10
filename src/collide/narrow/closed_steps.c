// Closed forms have no iteration; what they compare is the axes. The names are those of the methods
// of docs/mathematics.md, section 6.
#include "collide/narrow/closed_steps.h"

#include "collide/math/trace.h"
#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/sat.h"

typedef enum { OF_POINT, OF_SEGMENT, OF_BOX, OF_POLYGON, OF_OTHER } form;

static form form_of(const cd_shape *s) {
    if (cd_has_point_core(s))
        return OF_POINT;
    if (cd_has_segment_core(s))
        return OF_SEGMENT;
    if (s->kind == CD_BOX)
        return OF_BOX;
    return s->kind == CD_TRIANGLE || s->kind == CD_POLYGON ? OF_POLYGON : OF_OTHER;
}

static const char *formula_of(const cd_shape *a, const cd_shape *b) {
    form f = form_of(a), g = form_of(b);
    if (f > g) {
        form h = f;
        f = g;
        g = h;
    }
    if (cd_is_unbounded(a) || cd_is_unbounded(b))
        return a->kind == CD_PLANE || b->kind == CD_PLANE ? "the lowest vertex over a half-space"
                                                          : "a projection along the line";
    if (f == OF_POINT && g == OF_POINT)
        return "the distance of two points";
    if (f == OF_POINT && g == OF_SEGMENT)
        return "the foot of a point on a segment";
    if (f == OF_POINT && g == OF_BOX)
        return "how far a point is beyond the faces of a box";
    if (f == OF_SEGMENT && g == OF_SEGMENT)
        return "the feet of two segments on each other";
    if (f == OF_BOX && g == OF_BOX && a->dim == 3)
        return "the 15 axes of two boxes";
    return a->dim == 2 ? "the greatest height over an edge" : "the nearest features, or the axes";
}

static const char *cast_formula_of(const cd_shape *a, const cd_shape *b) {
    const form f = form_of(a), g = form_of(b);
    const cd_shape *other = f == OF_POINT ? b : a;
    if (cd_is_unbounded(a) || cd_is_unbounded(b))
        return a->kind == CD_PLANE || b->kind == CD_PLANE ? "the linear gap to a half-space"
                                                          : "a ray at a cylinder without ends";
    if (f == OF_POINT && g == OF_POINT)
        return "a ray at a sphere";
    if (f == OF_POINT || g == OF_POINT)
        switch (other->kind) {
        case CD_SEGMENT:
        case CD_CAPSULE:
            return "a ray at a capsule";
        case CD_BOX:
            return "a ray at the slabs of a box";
        case CD_TRIANGLE:
            return "a ray at a triangle";
        case CD_CYLINDER:
            return "a ray at a cylinder";
        case CD_CONE:
            return "a ray at a cone";
        default:
            return "a ray at a convex shape";
        }
    if (f == OF_BOX && g == OF_BOX)
        return "a ray at the slabs of the difference of two boxes";
    return "the nearest features along the motion";
}

// ------------------------------------------------------------------------------------------- axes

typedef struct {
    cd_penetration first; ///< along an axis one way; the other way comes next
    bool has_first;
    cd_penetration least;
    double next; ///< of an axis that is not parallel to that of the least depth
} axis_list;

static void add_axis(void *context, cd_penetration p) {
    axis_list *list = context;
    if (!list->has_first) {
        list->first = p;
        list->has_first = true;
        return;
    }
    list->has_first = false;
    if (list->first.depth <= p.depth)
        p = list->first;
    const bool other = fabs(cd_dot(p.normal, list->least.normal)) < 1 - 0x1p-30;
    if (other)
        list->next = cd_min(list->next, cd_max(list->least.depth, p.depth));
    if (p.depth < list->least.depth)
        list->least = p;
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_AXIS, .distance = p.depth, .normal = p.normal});
}

static bool is_polytope(const cd_core *core) {
    return core->kind == CD_CORE_POLYTOPE && core->edge_count > 0;
}

// Returns by how much the second least depth is more than the least one.
static double trace_axes(const cd_shape *a, const cd_shape *b) {
    cd_core_pair pair;
    axis_list list = {.least = {.depth = INFINITY}, .next = INFINITY};
    if (cd_is_set(a) || cd_is_set(b))
        return INFINITY;
    cd_core_pair_of(&pair, a, b);
    if (is_polytope(&pair.a) && is_polytope(&pair.b))
        cd_sat_each_axis(&pair.a, &pair.b, add_axis, &list);
    return isfinite(list.next) ? list.next - list.least.depth : INFINITY;
}

void cd_trace_closed(const cd_shape *a, const cd_shape *b, const cd_separation *s) {
    cd_trace_step step = {.kind = CD_STEP_FORMULA, .name = formula_of(a, b)};
    step.runner_up = trace_axes(a, b);
    if (s) {
        step.distance = s->distance;
        step.normal = s->normal;
        step.point_a = s->point_a;
        step.point_b = s->point_b;
    }
    cd_trace_put(&step);
}

void cd_trace_closed_cast(const cd_shape *a, const cd_shape *b, const cd_hit *hit) {
    cd_trace_step step = {
        .kind = CD_STEP_FORMULA, .name = cast_formula_of(a, b), .runner_up = INFINITY};
    if (hit) {
        step.verdict = true;
        step.t = hit->t;
        step.normal = hit->normal;
        step.enter = hit->enter;
        step.exit = hit->exit;
    }
    cd_trace_put(&step);
}

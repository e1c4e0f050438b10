// Cyrus and Beck's clipping (1978) of the line of a motion by the difference of two polytopes. Each
// facet of b - a is perpendicular to a face of one of them or to an edge of each, so the difference
// is where along all these axes the projections overlap: the line is in it from the last time at
// which it enters such a slab to the first at which it leaves one. In the plane the axes are those
// across the edges.
#include "collide/cast/axis_clip.h"

#include "collide/math/tolerance.h"
#include "collide/math/trace.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

enum {
    LANES = 4,
    EDGES_MAX = 8, // of a polygon
    AXES_MAX = 2 * EDGES_MAX,
    FEATURE_MAX = 4,
};

// What the line passes nearer by than this part of the size, or at a smaller sine, is not clear.
static const double near_by = 0x1p-20;

// An axis of this part of the lengths that it is the product of is none: the edges are parallel.
static const double no_axis = 0x1p-48;

// scale: of the factors that an axis is the product of, to which rounding is relative; edges: the
// edge of a times 4 and that of b, or -1.
typedef struct {
    int count, edges[AXES_MAX + 1];
    double x[AXES_MAX + 1], y[AXES_MAX + 1], z[AXES_MAX + 1], scale[AXES_MAX + 1];
} clip_axes;

// When the line enters and leaves each slab, and how long it takes to move by the size of all.
typedef struct {
    cd_vec4 near[AXES_MAX / LANES], far[AXES_MAX / LANES], slow[AXES_MAX / LANES];
} clip_times;

bool cd_has_few_axes(const cd_core *a, const cd_core *b) {
    return a->dim == 2 ? cd_max(a->edge_count, b->edge_count) <= EDGES_MAX
                       : !a->polytope && !b->polytope;
}

// size: the largest component.
static inline void add_axis(clip_axes *to, cd_vec n, double size, double scale, int edges) {
    const int i = to->count;
    to->edges[i] = edges;
    to->x[i] = n.x, to->y[i] = n.y, to->z[i] = n.z, to->scale[i] = scale;
    to->count += size > no_axis * scale;
}

static inline void add_axes_of(clip_axes *to, const cd_core *core, int dim) {
    for (int i = 0; dim == 3 && i < core->face_count; i++) {
        const bool box = core->face_count > 1; // else a triangle
        const double scale = box ? 1 : cd_max_abs(core->edge[0]) * cd_max_abs(core->edge[1]);
        add_axis(to, core->face[i], cd_max_abs(core->face[i]), scale, -1);
    }
    for (int i = 0; dim == 2 && i < core->edge_count; i++) {
        const cd_vec n = cd_perp(cd_core_edge(core, i));
        const double size = cd_max(fabs(n.x), fabs(n.y));
        add_axis(to, n, size, size, -1);
    }
}

static inline void add_axes(clip_axes *to, const cd_core *a, const cd_core *b, int dim) {
    to->count = 0;
    add_axes_of(to, a, dim);
    add_axes_of(to, b, dim);
    for (int i = 0; dim == 3 && i < a->edge_count; i++)
        for (int k = 0; k < b->edge_count; k++) {
            const cd_vec n = cd_cross_plain(a->edge[i], b->edge[k]);
            add_axis(to, n, cd_max_abs(n), cd_max_abs(a->edge[i]) * cd_max_abs(b->edge[k]),
                     4 * i + k);
        }
    assert(to->count <= AXES_MAX);
    for (int i = to->count; i % LANES > 0; i++) { // the first one again
        to->x[i] = to->x[0], to->y[i] = to->y[0], to->z[i] = to->z[0];
        to->scale[i] = to->scale[0];
    }
}

static inline cd_vec_lanes axes_at(const clip_axes *axes, int group) {
    const int i = group * LANES;
    return (cd_vec_lanes){cd_vec4_load(axes->x + i), cd_vec4_load(axes->y + i),
                          cd_vec4_load(axes->z + i)};
}

static inline cd_vec axis_of(const clip_axes *axes, int i) {
    return (cd_vec){axes->x[i], axes->y[i], axes->z[i]};
}

// n . v; in the plane v.z is 0.
CD_VEC4_INLINE cd_vec4 dot(cd_vec_lanes n, cd_vec v, int dim) {
    const cd_vec4 flat = n.x * cd_vec4_all(v.x) + n.y * cd_vec4_all(v.y);
    return dim == 2 ? flat : flat + n.z * cd_vec4_all(v.z);
}

CD_VEC4_INLINE void project(const cd_core *core, cd_vec_lanes n, int dim, cd_vec4 *low,
                            cd_vec4 *high) {
    *low = *high = dot(n, core->vertices[0], dim);
    for (int i = 1; i < core->vertex_count; i++) {
        const cd_vec4 h = dot(n, core->vertices[i], dim);
        *low = cd_vec4_min(h, *low);
        *high = cd_vec4_max(h, *high);
    }
}

static inline double most(cd_vec4 a) { return cd_halves_greatest_of_4(cd_vec4_halves(a)); }

typedef struct {
    const cd_core *a, *b;
    cd_vec v;
    double size;
    clip_axes axes;
    clip_times at;
} line_clip;

// Clips by all slabs; false where the line certainly is in some of them at no time that is asked
// for, in the times less rounding.
CD_VEC4_INLINE bool clip(line_clip *c, int dim, cd_times asked, double *enter, double *exit) {
    const cd_vec between = cd_sub(c->b->offset, c->a->offset);
    const cd_vec4 zero = cd_vec4_all(0), least = cd_vec4_all(0x1p-500),
                  doubt = cd_vec4_all(CD_CLEAR_GAP);
    cd_vec4 last = cd_vec4_all(-INFINITY), first = last, last_certain = last, first_certain = last;
    for (int g = 0; g * LANES < c->axes.count; g++) {
        const cd_vec_lanes n = axes_at(&c->axes, g);
        cd_vec4 low_a, high_a, low_b, high_b;
        project(c->a, n, dim, &low_a, &high_a);
        project(c->b, n, dim, &low_b, &high_b);
        const cd_vec4 apart = dot(n, between, dim), speed = dot(n, c->v, dim);
        const cd_vec4 low = apart + low_b - high_a, high = apart + high_b - low_a;
        const cd_vec4 takes = cd_vec4_all(1) / cd_vec4_max(cd_vec4_abs(speed), least);
        const cd_vec4 near = cd_vec4_select(speed < zero, -high, low) * takes;
        const cd_vec4 far = cd_vec4_select(speed < zero, -low, high) * takes;
        const cd_vec4 slow = cd_vec4_load(c->axes.scale + g * LANES) * c->size * takes;
        c->at.near[g] = near;
        c->at.far[g] = far;
        c->at.slow[g] = slow;
        last = cd_vec4_max(near, last);
        first = cd_vec4_max(-far, first);
        last_certain = cd_vec4_max(near - slow * doubt, last_certain);
        first_certain = cd_vec4_max(-far - slow * doubt, first_certain);
        const double certain_enter = most(last_certain), certain_exit = -most(first_certain);
        if (certain_enter > cd_min(certain_exit, asked.last) || certain_exit < asked.first)
            return false;
    }
    *enter = most(last);
    *exit = -most(first);
    return true;
}

// The axis of the slab that is entered at `time` and no other one nearby, but such as are parallel;
// -1: there is none. way: 1, or -1 for the one that is left.
CD_VEC4_INLINE int only_axis(const line_clip *c, double time, double way) {
    int only = -1;
    const cd_vec4 when = cd_vec4_all(time * way);
    for (int g = 0; g * LANES < c->axes.count; g++) {
        const cd_vec4 at = way > 0 ? c->at.near[g] : -c->at.far[g];
        unsigned close = cd_vec4_bits(at + near_by * c->at.slow[g] >= when);
        for (; close; close &= close - 1) {
            const int i = g * LANES + __builtin_ctz(close);
            const cd_vec n = axis_of(&c->axes, i);
            if (only >= 0) {
                const cd_vec known = axis_of(&c->axes, only);
                const double equal = no_axis * cd_max_abs(n) * cd_max_abs(known);
                if (cd_max_abs(cd_cross(n, known)) > equal)
                    return -1;
            } else {
                only = i;
            }
        }
    }
    return only;
}

typedef struct {
    int count; // may be more than fit
    cd_vec v[FEATURE_MAX];
} far_vertices;

static inline void find_feature(const cd_core *core, cd_vec n, int dim, double flat,
                                far_vertices *f) {
    double height[2 * EDGES_MAX], highest = -INFINITY;
    for (int i = 0; i < core->vertex_count; i++) {
        const cd_vec v = core->vertices[i];
        height[i] = v.x * n.x + v.y * n.y;
        height[i] += dim == 2 ? 0 : v.z * n.z;
        highest = cd_max(highest, height[i]);
    }
    unsigned top = 0;
    for (int i = 0; i < core->vertex_count; i++)
        top |= (unsigned)(height[i] >= highest - flat) << i;
    f->count = __builtin_popcount(top);
    for (int k = 0; top > 0 && k < FEATURE_MAX; k++, top &= top - 1)
        f->v[k] = core->vertices[__builtin_ctz(top)];
}

static inline cd_vec from_origin(const line_clip *c, cd_vec p, cd_vec q) {
    return cd_negate(cd_core_between(c->a, p, c->b, q));
}

// When the line passes the facet: from the vertices that are nearest, so that the least is lost.
static inline double time_of(const line_clip *c, const far_vertices *a, const far_vertices *b,
                             cd_vec n) {
    cd_vec nearest = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            const cd_vec w = from_origin(c, a->v[i], b->v[k]);
            nearest = cd_max_abs(w) < cd_max_abs(nearest) ? w : nearest;
        }
    return cd_dot(nearest, n) / cd_dot(c->v, n);
}

// The point of b's edge that is nearest to a's edge at a time.
static inline cd_vec crossing(const line_clip *c, const far_vertices *a, const far_vertices *b,
                              double t) {
    const cd_vec d = cd_sub(a->v[1], a->v[0]), e = cd_sub(b->v[1], b->v[0]),
                 m = cd_cross_plain(e, d);
    const cd_vec from = cd_sub(cd_scale(c->v, t), from_origin(c, a->v[0], b->v[0]));
    const double part = cd_dot(cd_cross_plain(from, d), m) / cd_length2(m);
    return cd_add(c->b->offset, cd_add_scaled(b->v[0], cd_clamp(part, 0, 1), e));
}

// What the axis tells of the begin (way 1) or the end (-1). False where the motion leads along the
// facet, or more than a vertex touches a face, or two edges are parallel.
static inline bool see_facet(const line_clip *c, int dim, int axis, double way, cd_portal *at) {
    cd_vec n = axis_of(&c->axes, axis);
    const int pair = dim == 2 ? -1 : c->axes.edges[axis];
    const double speed = cd_dot(n, c->v), scale = c->axes.scale[axis];
    if (fabs(speed) <= near_by * scale * cd_max_abs(c->v))
        return false;
    if (pair >= 0)
        n = cd_cross(c->a->edge[pair / 4], c->b->edge[pair % 4]);
    n = speed * way > 0 ? cd_negate(n) : n;
    // More than rounding off the plane of a face is not on it; two edges span their plane.
    const double flat = (pair >= 0 ? 0x1p-44 : 0x1p-50) * scale * c->size;
    far_vertices a, b; // not initialised: they are large
    find_feature(c->a, cd_negate(n), dim, flat, &a);
    find_feature(c->b, n, dim, flat, &b);
    const bool edges = a.count == 2 && b.count == 2 && pair >= 0;
    if ((a.count > 1 && b.count > 1 && !edges) || (pair >= 0 && !edges) ||
        cd_max(a.count, b.count) > FEATURE_MAX)
        return false;
    at->time = time_of(c, &a, &b, n);
    at->normal = cd_normalized(n, n);
    at->is_alone = true;
    at->point = edges          ? crossing(c, &a, &b, at->time)
                : b.count == 1 ? cd_add(c->b->offset, b.v[0])
                               : cd_add_scaled(cd_add(c->a->offset, a.v[0]), at->time, c->v);
    if (CD_TRACES)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_PORTAL,
                                      .count = 1,
                                      .t = at->time,
                                      .normal = at->normal,
                                      .a = {cd_add(c->a->offset, a.v[0])},
                                      .b = {cd_add(c->b->offset, b.v[0])}});
    return true;
}

static inline double size_of(const cd_core *core, int dim) {
    double size = 0;
    for (int i = 0; i < core->vertex_count; i++) {
        const cd_vec v = core->vertices[i];
        size = cd_max(cd_max(fabs(v.x), fabs(v.y)), size);
        size = dim == 2 ? size : cd_max(fabs(v.z), size);
    }
    return size;
}

CD_VEC4_INLINE cd_verdict clip_in(int dim, const cd_core *a, const cd_core *b, cd_vec motion,
                                  cd_times asked, cd_portal *first, cd_portal *last) {
    line_clip c; // not initialised: it is large
    c.a = a, c.b = b, c.v = motion;
    c.size = size_of(a, dim) + size_of(b, dim) + cd_max_abs(a->offset) + cd_max_abs(b->offset);
    add_axes(&c.axes, a, b, dim);
    double enter, exit;
    if (!clip(&c, dim, asked, &enter, &exit))
        return CD_MISSES;
    const int in = only_axis(&c, enter, 1), out = only_axis(&c, exit, -1);
    const double fast = cd_max_abs(motion);
    if (in < 0 || out < 0 || !((exit - enter) * fast > near_by * c.size))
        return CD_UNKNOWN;
    return see_facet(&c, dim, in, 1, first) && see_facet(&c, dim, out, -1, last) ? CD_MEETS
                                                                                 : CD_UNKNOWN;
}

// In each dimension it is compiled on its own.
CD_HOT cd_verdict cd_axis_clip(const cd_core *a, const cd_core *b, cd_vec motion, cd_times asked,
                               cd_portal *first, cd_portal *last) {
    assert(a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && cd_has_few_axes(a, b));
    return a->dim == 2 ? clip_in(2, a, b, motion, asked, first, last)
                       : clip_in(3, a, b, motion, asked, first, last);
}

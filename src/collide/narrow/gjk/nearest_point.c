// GJK in doubles ends where rounding hides what is nearer: beside a large feature it takes the
// wrong one of two small ones. So the last steps are done in double-double arithmetic. The vertices
// are those that a shape is given by; the corners of a box are formed of its centre, axes and half
// extents here. Usually the signs of v . (w - v) confirm the simplex of GJK, or one step more does.
#include "collide/narrow/gjk/nearest_point.h"

#include "collide/math/double_double.h"

#include <assert.h>
#include <float.h>

enum { SIMPLEX_MAX = 4, STEPS_MAX = 16 };

// ------------------------------------------------------------------------------- double-doubles

typedef cd_double_double dd;

typedef struct {
    dd x, y, z;
} dd_vec;

static inline dd dd_add(dd a, dd b) {
    dd sum = cd_exact_sum(a.hi, b.hi);
    return cd_fast_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline dd dd_sub(dd a, dd b) { return dd_add(a, cd_double_double_negated(b)); }

static inline dd dd_div(dd a, dd b) {
    double quotient = a.hi / b.hi;
    dd rest = dd_sub(a, cd_multiply(b, (dd){quotient, 0}));
    return cd_fast_sum(quotient, rest.hi / b.hi);
}

static inline dd_vec dd_vec_of(cd_vec v) { return (dd_vec){{v.x, 0}, {v.y, 0}, {v.z, 0}}; }

static inline cd_vec rounded(dd_vec v) { return (cd_vec){v.x.hi, v.y.hi, v.z.hi}; }

static inline dd_vec vec_add(dd_vec a, dd_vec b) {
    return (dd_vec){dd_add(a.x, b.x), dd_add(a.y, b.y), dd_add(a.z, b.z)};
}

static inline dd_vec vec_sub(dd_vec a, dd_vec b) {
    return (dd_vec){dd_sub(a.x, b.x), dd_sub(a.y, b.y), dd_sub(a.z, b.z)};
}

static inline dd_vec vec_scale(dd_vec a, dd s) {
    return (dd_vec){cd_multiply(s, a.x), cd_multiply(s, a.y), cd_multiply(s, a.z)};
}

static inline dd vec_dot(dd_vec a, dd_vec b) {
    return dd_add(dd_add(cd_multiply(a.x, b.x), cd_multiply(a.y, b.y)), cd_multiply(a.z, b.z));
}

static inline dd_vec vec_cross(dd_vec a, dd_vec b) {
    return (dd_vec){dd_sub(cd_multiply(a.y, b.z), cd_multiply(a.z, b.y)),
                    dd_sub(cd_multiply(a.z, b.x), cd_multiply(a.x, b.z)),
                    dd_sub(cd_multiply(a.x, b.y), cd_multiply(a.y, b.x))};
}

// ------------------------------------------------------------------------------- support points

// The vertices a and b of both cores, at p and q, and w = p + shift - q across the line, if any.
typedef struct {
    int a, b;
    dd_vec p, q, w;
} support_point;

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    dd_vec line;
    dd line_square; // 0: there is no line
} difference;

static bool is_box(const cd_core *core) { return !cd_is_zero(core->half); }

static dd_vec vertex_of(const cd_core *core, int i) {
    dd_vec p = dd_vec_of(core->offset);
    if (!is_box(core))
        return vec_add(p, dd_vec_of(cd_core_inside(core, i)));
    for (int k = 0; k < core->face_count; k++) {
        double half = cd_component(core->half, k);
        p = vec_add(p, vec_scale(dd_vec_of(core->face[k]), (dd){i >> k & 1 ? half : -half, 0}));
    }
    return p;
}

static support_point support_point_of(const difference *m, int a, int b) {
    support_point s = {.a = a, .b = b, .p = vertex_of(m->a, a), .q = vertex_of(m->b, b)};
    s.p = vec_add(s.p, dd_vec_of(m->shift));
    s.w = vec_sub(s.p, s.q);
    if (m->line_square.hi > 0)
        s.w = vec_sub(s.w, vec_scale(m->line, dd_div(vec_dot(s.w, m->line), m->line_square)));
    return s;
}

// The corner of a box farthest along v. Across v it stays where `from` is.
static int box_corner_along(const cd_core *box, dd_vec v, int from) {
    int corner = 0;
    double least = 0x1p-100 * cd_max_abs(rounded(v));
    for (int k = 0; k < box->face_count; k++) {
        double along = vec_dot(dd_vec_of(box->face[k]), v).hi;
        corner |= (along > least ? 1 : along < -least ? 0 : from >> k & 1) << k;
    }
    return corner;
}

// The next vertex that may lie farthest along a direction; -1: there is none.
typedef struct {
    uint64_t left; // bit i: vertex i; 0 at first: all
    int next, end;
} candidates;

static candidates candidates_along(const cd_core *core, cd_vec direction) {
    uint64_t top = cd_core_support_candidates(core, direction);
    return (candidates){top, 0, top ? 0 : core->vertex_count};
}

static int next_candidate(candidates *c) {
    if (c->left == 0)
        return c->next < c->end ? c->next++ : -1;
    int i = __builtin_ctzll(c->left);
    c->left &= c->left - 1;
    return i;
}

// The vertex farthest along v; of several, `from`. Those that are clearly lower in doubles are none
// of them.
static int vertex_along(const cd_core *core, dd_vec v, int from) {
    if (core->vertex_count == 1)
        return 0;
    if (is_box(core))
        return box_corner_along(core, v, from);
    cd_vec direction = rounded(v);
    double slope = 8 * DBL_EPSILON * cd_max_abs(direction);
    int best = cd_core_support_from(core, direction, from);
    candidates c = candidates_along(core, direction);
    for (int i; (i = next_candidate(&c)) >= 0;) {
        cd_vec p = core->vertices[i], q = core->vertices[best], way = cd_sub(p, q);
        if (i == best || cd_dot(way, direction) < -slope * cd_max_abs(way))
            continue;
        double height = vec_dot(vec_sub(dd_vec_of(p), dd_vec_of(q)), v).hi;
        if (height > 0 || (height == 0 && i == from))
            best = i;
    }
    return best;
}

// ---------------------------------------------------------------------------------- the simplex

// A feature of the simplex and its point v nearest to the origin.
typedef struct {
    dd square; // |v|^2
    dd_vec v;
    int count, index[3];
    dd weight[3];
} dd_feature;

static bool is_nearer(dd a, dd b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

// Keeps a feature with these vertices if it is nearer than the best. The weights times `sum` are
// given.
static void offer(dd_feature *best, dd_vec v, int count, const int index[], const dd weight[],
                  dd sum) {
    dd square = vec_dot(v, v);
    if (!is_nearer(square, best->square))
        return;
    best->square = square;
    best->v = v;
    best->count = count;
    for (int i = 0; i < count; i++) {
        best->index[i] = index[i];
        best->weight[i] = dd_div(weight[i], sum);
    }
}

static void try_vertex(dd_feature *best, const support_point *s, int i) {
    const dd one = {1, 0};
    offer(best, s[i].w, 1, &i, &one, one);
}

static void try_edge(dd_feature *best, const support_point *s, int i, int j) {
    dd_vec e = vec_sub(s[j].w, s[i].w);
    dd from_i = cd_double_double_negated(vec_dot(s[i].w, e)), from_j = vec_dot(s[j].w, e);
    if (!(from_i.hi > 0)) {
        try_vertex(best, s, i);
    } else if (!(from_j.hi > 0)) {
        try_vertex(best, s, j);
    } else {
        dd sum = dd_add(from_i, from_j);
        dd_vec v = vec_add(s[i].w, vec_scale(e, dd_div(from_i, sum)));
        offer(best, v, 2, (const int[]){i, j}, (const dd[]){from_j, from_i}, sum);
    }
}

// The barycentric weights times n . n are the volumes over the edges.
static void try_triangle(dd_feature *best, const support_point *s, int i, int j, int k) {
    dd_vec p = s[i].w, q = s[j].w, r = s[k].w;
    dd_vec n = vec_cross(vec_sub(q, p), vec_sub(r, p));
    dd wp = vec_dot(n, vec_cross(q, r)), wq = vec_dot(n, vec_cross(r, p)),
       wr = vec_dot(n, vec_cross(p, q)), nn = vec_dot(n, n), sum = dd_add(dd_add(wp, wq), wr);
    if (nn.hi > 0 && wp.hi >= 0 && wq.hi >= 0 && wr.hi >= 0 && sum.hi > 0) {
        dd_vec v = vec_scale(n, dd_div(vec_dot(n, p), nn));
        offer(best, v, 3, (const int[]){i, j, k}, (const dd[]){wp, wq, wr}, sum);
        return;
    }
    if (!(wr.hi > 0))
        try_edge(best, s, i, j);
    if (!(wp.hi > 0))
        try_edge(best, s, j, k);
    if (!(wq.hi > 0))
        try_edge(best, s, k, i);
}

// The nearest feature that contains the newest vertex, the last one, or one without it.
static dd_feature nearest_of_simplex(const support_point *s, int count) {
    dd_feature best = {.square = {INFINITY, 0}};
    if (count == 1)
        try_vertex(&best, s, 0);
    else if (count == 2)
        try_edge(&best, s, 0, 1);
    else if (count == 3)
        try_triangle(&best, s, 0, 1, 2);
    for (int i = 0; count == 4 && i < 3; i++)
        try_triangle(&best, s, 3, i, (i + 1) % 3);
    return best;
}

static void keep_feature(support_point *s, dd_feature *f) {
    support_point kept[3];
    for (int i = 0; i < f->count; i++)
        kept[i] = s[f->index[i]];
    for (int i = 0; i < f->count; i++) {
        s[i] = kept[i];
        f->index[i] = i;
    }
}

static void put_gap(const support_point *s, const dd_feature *f, double error, cd_gap *gap) {
    dd_vec p = dd_vec_of((cd_vec){0, 0, 0}), q = p;
    gap->nearest.count = f->count;
    gap->blend_a = gap->blend_b = 0;
    for (int i = 0; i < f->count; i++) {
        p = vec_add(p, vec_scale(s[i].p, f->weight[i]));
        q = vec_add(q, vec_scale(s[i].q, f->weight[i]));
        gap->blend_a = s[i].a == s[0].a ? gap->blend_a : 1;
        gap->blend_b = s[i].b == s[0].b ? gap->blend_b : 1;
        gap->nearest.a[i] = s[i].a;
        gap->nearest.b[i] = s[i].b;
    }
    gap->point_a = rounded(p);
    gap->point_b = rounded(q);
    gap->distance = cd_length(rounded(f->v));
    gap->normal = cd_normalized(rounded(f->v), gap->normal);
    gap->error = error / gap->distance;
}

// Distances and edges shorter than this part of the size ask for more digits than doubles have.
static const double shortest = 0x1p-3;

// Whether all vertices that may lie farthest along v are far from each other. size: of what v was
// computed from.
static bool is_corner_clear(const cd_core *core, cd_vec v, double size) {
    double least = -0x1p-20 * cd_max_abs(v) * size;
    if (is_box(core)) {
        for (int k = 0; k < core->face_count; k++) {
            double half = cd_component(core->half, k);
            if (half < shortest * size && -half * fabs(cd_dot(core->face[k], v)) > least)
                return false;
        }
        return true;
    }
    candidates c = candidates_along(core, v);
    if (c.left && !(c.left & (c.left - 1)))
        return true;
    cd_vec near[4];
    int count = 0;
    cd_vec top = cd_core_inside(core, cd_core_support(core, v));
    for (int i; (i = next_candidate(&c)) >= 0;) {
        cd_vec p = cd_core_inside(core, i);
        if (cd_dot(cd_sub(p, top), v) < least)
            continue;
        bool clear = count < 4;
        for (int k = 0; clear && k < count; k++)
            clear = cd_max_abs(cd_sub(p, near[k])) >= shortest * size;
        if (!clear)
            return false;
        near[count++] = p;
    }
    return true;
}

static double size_of(const cd_core *core) {
    return is_box(core) ? 2 * cd_max_abs(core->half) : cd_core_largest_coordinate(core);
}

// Without it: ./run bench "hull-hull gap, 12" (1.5)
CD_HOT bool cd_is_clear(const cd_core *a, const cd_core *b, const cd_gap *gap) {
    if (a->kind == CD_CORE_LINE || b->kind == CD_CORE_LINE)
        return false;
    double size = cd_max(gap->size, cd_max(size_of(a), size_of(b)));
    return gap->distance > shortest * size && is_corner_clear(a, cd_negate(gap->normal), size) &&
           is_corner_clear(b, gap->normal, size);
}

// Without it: tests/collide/narrow/devices_spec.lua "measures small gains from the vertex beside"
CD_HOT void cd_nearest_point(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap) {
    assert(a->kind != CD_CORE_CURVED && b->kind != CD_CORE_CURVED && gap->nearest.count > 0);
    const cd_core *line = a->kind == CD_CORE_LINE ? a : b->kind == CD_CORE_LINE ? b : NULL;
    difference m = {.a = a, .b = b, .shift = shift};
    if (line) {
        m.line = dd_vec_of(line->direction);
        m.line_square = vec_dot(m.line, m.line);
    }
    support_point s[SIMPLEX_MAX];
    int count = gap->nearest.count;
    for (int i = 0; i < count; i++)
        s[i] = support_point_of(&m, gap->nearest.a[i], gap->nearest.b[i]);
    dd_feature f = nearest_of_simplex(s, count);
    double gain = 0;
    for (int step = 0; f.square.hi > 0; step++) {
        keep_feature(s, &f);
        const dd_vec back = {cd_double_double_negated(f.v.x), cd_double_double_negated(f.v.y),
                             cd_double_double_negated(f.v.z)};
        support_point c =
            support_point_of(&m, vertex_along(a, back, s[0].a), vertex_along(b, f.v, s[0].b));
        gain = dd_sub(f.square, vec_dot(f.v, c.w)).hi;
        gap->size = cd_max(gap->size, cd_max_abs(rounded(c.w)));
        if (!(gain > 0x1p-96 * sqrt(f.square.hi) * gap->size) || step == STEPS_MAX)
            break;
        s[f.count] = c;
        dd_feature next = nearest_of_simplex(s, f.count + 1);
        if (!is_nearer(next.square, f.square))
            break;
        f = next;
    }
    if (f.square.hi > 0)
        put_gap(s, &f, cd_max(gain, 0), gap);
    gap->apart = f.square.hi > 0 && gain < f.square.hi;
}

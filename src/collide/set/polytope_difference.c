// The difference of two polytopes P = B - A is bounded by planes across the normals of their faces
// and the products of their edges; its edges are edges of one moved by a vertex of the other. With
// a radius r it is P and a ball: a ray that leaves the planes moved out by r next to a facet leaves
// it there, and elsewhere on one of the capsules around its edges.
#include "collide/set/polytope_difference.h"
#include "collide/narrow/gjk/sat.h"

#include <assert.h>

enum { PLANES_MAX = 32, EDGES_MAX = 40, VERTICES_MAX = 16 };

// A point is beside a facet if it is within all planes to this part of the coordinates of the
// cores, from which their levels are rounded.
static const double beside_part = 0x1p-46;
// The square of a smaller radius would be lost beside those of the coordinates.
static const double least_radius = 0x1p-16;

// -------------------------------------------------------------------------------------- preparing

typedef struct {
    int count;
    cd_vec normal[PLANES_MAX];
    bool all; ///< there was room
} plane_list;

static void add_normal(plane_list *to, cd_vec n) {
    if (to->count == PLANES_MAX)
        to->all = false;
    else
        to->normal[to->count++] = n;
}

static void add_axis(plane_list *to, cd_vec axis) {
    double square = cd_length2(axis);
    if (square == 0)
        return;
    cd_vec n = square > 0x1p-900 && square < 0x1p900 ? cd_scale(axis, 1 / sqrt(square))
                                                     : cd_normalized(axis, axis);
    add_normal(to, n);
    add_normal(to, cd_negate(n));
}

static void add_flat_axis(void *context, cd_penetration axis) {
    plane_list *to = context;
    add_normal(to, axis.normal);
}

static void add_axes(plane_list *to, const cd_core *a, const cd_core *b) {
    const cd_core *cores[2] = {b, a};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < cores[i]->edge_count && a->dim == 2; k++)
            add_axis(to, cd_perp(cd_core_edge(cores[i], k)));
        for (int k = 0; k < cores[i]->face_count && a->dim == 3; k++)
            add_axis(to, cd_core_face(cores[i], k));
    }
    for (int i = 0; i < b->edge_count && a->dim == 3; i++)
        for (int k = 0; k < a->edge_count; k++)
            add_axis(to, cd_cross(cd_core_edge(b, i), cd_core_edge(a, k)));
    cd_sat_each_axis_around_flat(a, b, add_flat_axis, to);
}

static bool has_few_features(const cd_core *c) {
    return c->kind == CD_CORE_POLYTOPE && c->vertex_count <= VERTICES_MAX;
}

enum {
    VECTORS_OF_PLANES = sizeof(cd_plane_lanes) / sizeof(cd_vec4),
    VECTORS_OF_EDGES = sizeof(cd_edge_lanes) / sizeof(cd_vec4)
};

static double largest_coordinate(const cd_core *c) {
    double most = 0;
    for (int i = 0; i < c->vertex_count; i++)
        most = cd_max(most, cd_max_abs(cd_core_vertex(c, i)));
    return most;
}

CD_HOT static void put_planes(cd_plane_lanes *to, const plane_list *from, const cd_core *a,
                              const cd_core *b) {
    for (int i = 0; i < from->count; i += 4) {
        const cd_vec *n = from->normal;
        const int last = from->count - 1;
        cd_vec_lanes normal =
            cd_vec_lanes_of(n[i], n[i + 1 < last ? i + 1 : last], n[i + 2 < last ? i + 2 : last],
                            n[i + 3 < last ? i + 3 : last]);
        cd_vec4 high = cd_vec4_all(-INFINITY), low = cd_vec4_all(INFINITY);
        for (int k = 0; k < b->vertex_count; k++)
            high =
                cd_vec4_max(cd_vec_lanes_dot(normal, cd_vec_lanes_all(cd_core_vertex(b, k))), high);
        for (int k = 0; k < a->vertex_count; k++)
            low =
                cd_vec4_min(cd_vec_lanes_dot(normal, cd_vec_lanes_all(cd_core_vertex(a, k))), low);
        *to++ = (cd_plane_lanes){normal, high - low};
    }
}

// The ends of edge i, or of an edge of a shape that is not given by its ends: of a box.
static int edges_of(const cd_core *c, cd_vec ends[][2], int room) {
    if (c->polytope) {
        for (int i = 0; i < c->edge_count && i < room; i++)
            for (int k = 0; k < 2; k++)
                ends[i][k] = cd_core_vertex(c, c->polytope->edges[i][k]);
        return c->edge_count;
    }
    if (c->vertex_count >= 4) { // a box: corners that differ in one bit
        int count = 0;
        for (int i = 0; i < c->vertex_count; i++)
            for (int bit = 1; bit < c->vertex_count; bit <<= 1)
                if (!(i & bit) && count < room) {
                    ends[count][0] = cd_core_vertex(c, i);
                    ends[count++][1] = cd_core_vertex(c, i | bit);
                }
        return count;
    }
    for (int i = 0; i < c->edge_count && i < room; i++)
        for (int k = 0; k < 2; k++)
            ends[i][k] = cd_core_vertex(c, (i + k) % c->vertex_count);
    return c->edge_count;
}

// All segments e - a and b - e of an edge of one and a vertex of the other, or a point if there are
// none; returns how many, or EDGES_MAX + 1 of too many.
static int list_edges(const cd_core *a, const cd_core *b, cd_vec from[], cd_vec along[]) {
    cd_vec of_a[EDGES_MAX][2], of_b[EDGES_MAX][2];
    const int edges_a = edges_of(a, of_a, EDGES_MAX), edges_b = edges_of(b, of_b, EDGES_MAX);
    const int count = edges_b * a->vertex_count + edges_a * b->vertex_count;
    int at = 0;
    if (count > EDGES_MAX)
        return EDGES_MAX + 1;
    for (int i = 0; i < edges_b; i++)
        for (int k = 0; k < a->vertex_count; k++) {
            from[at] = cd_sub(of_b[i][0], cd_core_vertex(a, k));
            along[at++] = cd_sub(of_b[i][1], of_b[i][0]);
        }
    for (int i = 0; i < edges_a; i++)
        for (int k = 0; k < b->vertex_count; k++) {
            from[at] = cd_sub(cd_core_vertex(b, k), of_a[i][0]);
            along[at++] = cd_sub(of_a[i][0], of_a[i][1]);
        }
    if (at == 0) {
        from[0] = cd_sub(cd_core_vertex(b, 0), cd_core_vertex(a, 0));
        along[0] = (cd_vec){0, 0, 0};
        return 1;
    }
    return at;
}

static void put_edges(cd_edge_lanes *to, const cd_vec *from, const cd_vec *along, int count,
                      double radius) {
    for (int i = 0; i < count; i += 4) {
        int k[4];
        for (int j = 0; j < 4; j++)
            k[j] = i + j < count ? i + j : count - 1;
        cd_edge_lanes e = {.from = cd_vec_lanes_of(from[k[0]], from[k[1]], from[k[2]], from[k[3]]),
                           .along =
                               cd_vec_lanes_of(along[k[0]], along[k[1]], along[k[2]], along[k[3]])};
        cd_vec4 square = cd_vec_lanes_dot(e.along, e.along), zero = {0, 0, 0, 0};
        e.inverse = cd_vec4_select(square > zero, 1 / square, zero);
        e.at = cd_vec_lanes_dot(e.from, e.along);
        cd_vec_lanes off = cd_vec_lanes_add_scaled(e.from, -e.at * e.inverse, e.along);
        const cd_vec4 r2 = cd_vec4_all(radius * radius);
        e.from2 = cd_vec_lanes_dot(e.from, e.from) - r2;
        e.off2 = cd_vec_lanes_dot(off, off) - r2;
        *to++ = e;
    }
}

bool cd_polytope_difference_of(cd_polytope_difference *d, const cd_core *a, const cd_core *b,
                               double radius, double size, cd_vec4 *room, int vectors, int *used) {
    plane_list planes = {.all = true};
    if (!has_few_features(a) || !has_few_features(b))
        return false;
    add_axes(&planes, a, b);
    if (!planes.all || planes.count == 0)
        return false;
    cd_vec from[EDGES_MAX], along[EDGES_MAX];
    const int edges = radius > 0 ? list_edges(a, b, from, along) : 0;
    if (edges > EDGES_MAX || (radius > 0 && !(radius > least_radius * size)))
        return false;
    *d = (cd_polytope_difference){.radius = radius,
                                  .beside =
                                      beside_part * (largest_coordinate(a) + largest_coordinate(b)),
                                  .plane_total = planes.count,
                                  .plane_count = (planes.count + 3) / 4,
                                  .edge_count = (edges + 3) / 4};
    const int of_planes = d->plane_count * VECTORS_OF_PLANES;
    const int needed = of_planes + d->edge_count * VECTORS_OF_EDGES;
    if (*used + needed > vectors)
        return false;
    d->planes = (void *)(room + *used);
    d->edges = (void *)(room + *used + of_planes);
    *used += needed;
    put_planes(d->planes, &planes, a, b);
    put_edges(d->edges, from, along, edges, radius);
    return true;
}

// --------------------------------------------------------------------------------------- distance

// The plane above which t lies highest or below which it lies least.
static inline cd_tangent highest_plane(const cd_polytope_difference *d, cd_vec t) {
    const cd_vec_lanes at = cd_vec_lanes_all(t);
    cd_vec4 best = cd_vec4_all(-INFINITY), index = {0, 0, 0, 0};
    for (int i = 0; i < d->plane_count; i++) {
        cd_vec4 height = cd_vec_lanes_dot(d->planes[i].normal, at) - d->planes[i].level;
        cd_vec4_mask more = height > best;
        best = cd_vec4_select(more, height, best);
        index = cd_vec4_select(more, cd_vec4_all(i), index);
    }
    int lane = 0;
    for (int k = 1; k < 4; k++)
        lane = best[k] > best[lane] ? k : lane;
    return (cd_tangent){best[lane], cd_vec_lanes_get(&d->planes[(int)index[lane]].normal, lane)};
}

static inline double highest_above(const cd_polytope_difference *d, cd_vec t) {
    const cd_vec_lanes at = cd_vec_lanes_all(t);
    cd_vec4 best = cd_vec4_all(-INFINITY);
    for (int i = 0; i < d->plane_count; i++)
        best = cd_vec4_max(cd_vec_lanes_dot(d->planes[i].normal, at) - d->planes[i].level, best);
    return cd_halves_greatest_of_4(cd_vec4_halves(best));
}

static inline bool is_beside(const cd_polytope_difference *d, cd_vec foot) {
    return highest_above(d, foot) <= d->beside;
}

static inline cd_tangent nearest_edge(const cd_polytope_difference *d, cd_vec t, cd_vec otherwise) {
    const cd_vec_lanes at = cd_vec_lanes_all(t);
    const cd_vec4 zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
    double least = INFINITY;
    cd_vec off = otherwise;
    for (int i = 0; i < d->edge_count; i++) {
        const cd_edge_lanes *e = &d->edges[i];
        cd_vec_lanes w = cd_vec_lanes_sub(at, e->from);
        cd_vec4 s = cd_vec_lanes_dot(w, e->along) * e->inverse;
        s = cd_vec4_min(cd_vec4_max(s, zero), one);
        w = cd_vec_lanes_add_scaled(w, -s, e->along);
        cd_vec4 square = cd_vec_lanes_dot(w, w);
        for (int k = 0; k < 4; k++)
            if (square[k] < least) {
                least = square[k];
                off = cd_vec_lanes_get(&w, k);
            }
    }
    return (cd_tangent){sqrt(least), cd_normalized(off, otherwise)};
}

CD_HOT cd_tangent cd_polytope_difference_tangent(const cd_polytope_difference *d, cd_vec t) {
    cd_tangent s = highest_plane(d, t);
    if (d->radius == 0)
        return s;
    if (s.distance > 0 && !is_beside(d, cd_add_scaled(t, -s.distance, s.normal)))
        s = nearest_edge(d, t, s.normal);
    s.distance -= d->radius;
    return s;
}

// -------------------------------------------------------------------------------------- intervals

// Where a ray along the unit vector v leaves the capsules around the edges; -INFINITY: nowhere. On
// its way through the cylinder of an edge it leaves that at t, beside the edge's point s; beyond
// the ends of the edge it leaves their balls.
static inline double leaves_capsules(const cd_polytope_difference *d, cd_vec v) {
    const cd_vec_lanes way = cd_vec_lanes_all(v);
    const cd_vec4 zero = {0, 0, 0, 0}, one = {1, 1, 1, 1}, none = cd_vec4_all(-INFINITY);
    cd_vec4 latest = none;
    for (int i = 0; i < d->edge_count; i++) {
        const cd_edge_lanes *e = &d->edges[i];
        const cd_vec4 slope = cd_vec_lanes_dot(way, e->along), p = cd_vec_lanes_dot(way, e->from);
        const cd_vec4 per = slope * e->inverse, across = 1 - slope * per;
        const cd_vec4 half = p - e->at * per;
        cd_vec4 under = half * half - across * e->off2;
        const cd_vec4_mask along = across < cd_vec4_all(0x1p-30);
        const cd_vec4 t =
            (half + cd_vec4_sqrt(cd_vec4_max(under, zero))) / cd_vec4_select(along, one, across);
        cd_vec4 s = (t * slope - e->at) * e->inverse;
        s = cd_vec4_select(along, cd_vec4_flip(cd_vec4_all(2), slope), s);
        const cd_vec4_mask after = s > one, before = s < zero;
        // The ball around the end: |t v - q|^2 = r^2, where q^2 = (from + along)^2.
        const cd_vec4 q = p + cd_vec4_select(after, slope, zero);
        const cd_vec4 square = cd_vec_lanes_dot(e->along, e->along);
        const cd_vec4 q2 = e->from2 + cd_vec4_select(after, 2 * e->at + square, zero);
        const cd_vec4 root = q * q - q2;
        const cd_vec4 ball = q + cd_vec4_sqrt(cd_vec4_max(root, zero));
        const cd_vec4_mask at_end = after | before;
        under = cd_vec4_select(at_end, root, under);
        const cd_vec4 exit = cd_vec4_select(at_end, ball, t);
        latest = cd_vec4_max(cd_vec4_select(under >= zero, exit, none), latest);
    }
    return cd_halves_greatest_of_4(cd_vec4_halves(latest));
}

typedef struct {
    double enter, exit;
    cd_vec leaves, enters; ///< normals of the planes
} plane_interval;

static inline plane_interval clip_by_planes(const cd_polytope_difference *d, cd_vec v) {
    const cd_vec_lanes way = cd_vec_lanes_all(v);
    const cd_vec4 zero = {0, 0, 0, 0};
    cd_vec4 exit = cd_vec4_all(INFINITY), enter = cd_vec4_all(-INFINITY);
    cd_vec4 at_exit = zero, at_enter = zero;
    for (int i = 0; i < d->plane_count; i++) {
        cd_vec4 slope = cd_vec_lanes_dot(way, d->planes[i].normal);
        cd_vec4 t = (d->planes[i].level + cd_vec4_all(d->radius)) / slope;
        cd_vec4_mask out = (slope > zero) & (t < exit), in = (slope < zero) & (t > enter);
        exit = cd_vec4_select(out, t, exit);
        at_exit = cd_vec4_select(out, cd_vec4_all(i), at_exit);
        enter = cd_vec4_select(in, t, enter);
        at_enter = cd_vec4_select(in, cd_vec4_all(i), at_enter);
    }
    int first = 0, last = 0;
    for (int k = 1; k < 4; k++) {
        first = exit[k] < exit[first] ? k : first;
        last = enter[k] > enter[last] ? k : last;
    }
    return (plane_interval){enter[last], exit[first],
                            cd_vec_lanes_get(&d->planes[(int)at_exit[first]].normal, first),
                            cd_vec_lanes_get(&d->planes[(int)at_enter[last]].normal, last)};
}

static inline bool leaves_beside_facet(const cd_polytope_difference *d, cd_vec v, double t,
                                       cd_vec normal) {
    return is_beside(d, cd_add_scaled(cd_scale(v, t), -d->radius, normal));
}

CD_HOT bool cd_polytope_difference_interval(const cd_polytope_difference *d, cd_vec v,
                                            bool holds_zero, double *enter, double *exit) {
    plane_interval at = clip_by_planes(d, v);
    *enter = at.enter;
    *exit = at.exit;
    if (!(at.enter <= at.exit) || !(at.exit > 0))
        return false;
    if (d->radius > 0) {
        if (!leaves_beside_facet(d, v, at.exit, at.leaves))
            *exit = leaves_capsules(d, v);
        if (!holds_zero && !leaves_beside_facet(d, v, at.enter, at.enters))
            *enter = -leaves_capsules(d, cd_negate(v));
    }
    if (holds_zero)
        *enter = -INFINITY;
    return *exit > 0;
}

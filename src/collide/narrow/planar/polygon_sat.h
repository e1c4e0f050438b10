// Two convex polygons in the plane, inlined into what is asked of them (polygon_polygon.c and
// manifold/polygon_manifold.c): boxes, triangles, polygons, segments, and points as polygons of one
// vertex. Every edge of the difference is an edge of one, so the greatest of the heights of the
// other above them is the signed distance where that height's foot lies on the edge, and the
// nearest points are two vertices where it does not (the Voronoi regions of the difference). What
// rounding could change is left to the generic path.
#ifndef COLLIDE_NARROW_PLANAR_POLYGON_SAT_H
#define COLLIDE_NARROW_PLANAR_POLYGON_SAT_H

#include "collide/math/tolerance.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/shape/core.h"
#include "collide/shape/local_frame.h"
#include "collide/simd/vec4_lanes.h"

/// The most vertices of a polygon, and where the middles of edges begin.
enum { CD_RING_MAX = 8, CD_RING_MIDDLES = CD_RING_MAX + 4 };

/// A polygon seen from an origin: vertices counter-clockwise, the first one again after the last,
/// up to a multiple of four and one more; edge i leads from vertex i to the next. Behind them come
/// the middles of the edges of a box that is given by its centre, which are rounded less than the
/// corners where it is long. nx, ny: the unit outward normals of the edges. edges: of a point none.
/// ranks: in which order the edges of the first group count where several are as deep, that of the
/// axes and edges of the shape's core.
typedef struct cd_ring {
    int count, edges;
    const signed char *ranks;
    double size; ///< the largest coordinate
    bool has_middles;
    _Alignas(32) double x[CD_RING_MIDDLES + 4], y[CD_RING_MIDDLES + 4];
    _Alignas(32) double nx[CD_RING_MAX], ny[CD_RING_MAX];
} cd_ring;

/// Two polygons, a and b, and the edge that separates them most. Which polygon has it is as random
/// as the shapes: it is an index, not a branch.
///   of     the polygon that has it: 0 or 1
///   edge, vertex  its index, and the vertex of the other that is lowest above it
///   gap    that vertex's height
typedef struct cd_ring_pair {
    cd_ring ring[2];
    cd_vec origin;
    double noise;
    int of, edge, vertex;
    double gap;
} cd_ring_pair;

/// Where two polygons are nearest or, where they overlap, farthest in each other: at points of a
/// and of b, which are vertices or feet on edges beside them. normal: unit, from b to a.
typedef struct cd_ring_contact {
    double distance, nx, ny;
    double x[2], y[2];
    int vertex[2]; ///< the vertex, or that at the beginning of the edge
} cd_ring_contact;

/// Ranks of the edges, and behind them the edges of the ranks.
static const signed char cd_ring_in_order[8] = {0, 1, 2, 3, 0, 1, 2, 3},
                         cd_ring_of_box_axes[8] = {1, 3, 0, 2, 2, 0, 3, 1},
                         cd_ring_reversed[8] = {2, 1, 0, 3, 2, 1, 0, 3};

/// Whether a shape is a polygon with few enough vertices; others are not, or have no inside.
static inline bool cd_is_ring(const cd_shape *s) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
    case CD_SEGMENT:
    case CD_CAPSULE:
    case CD_BOX:
    case CD_TRIANGLE:
        return s->dim == 2;
    case CD_POLYGON:
        return s->as.polytope.core->vertex_count <= CD_RING_MAX;
    default:
        return false;
    }
}

/// Whether two shapes are polygons that have no other closed form: points with points, segments or
/// boxes, and segments with segments have one.
static inline bool cd_are_rings(const cd_shape *a, const cd_shape *b) {
    bool point_a = cd_has_point_core(a), point_b = cd_has_point_core(b);
    bool round_a = point_a || cd_has_segment_core(a), round_b = point_b || cd_has_segment_core(b);
    bool other =
        (round_a && round_b) || (point_a && b->kind == CD_BOX) || (point_b && a->kind == CD_BOX);
    return a->dim == 2 && !other && cd_is_ring(a) && cd_is_ring(b);
}

static inline void cd_ring_put(cd_ring *r, int i, double x, double y) {
    r->x[i] = x;
    r->y[i] = y;
}

/// Repeats the vertices, from the first, up to a multiple of four and one more.
static inline void cd_ring_close(cd_ring *r, int count) {
    r->count = count;
    r->has_middles = false;
    r->ranks = cd_ring_in_order;
    r->size = 0;
    for (int i = 0; i < count; i++)
        r->size = cd_max(r->size, cd_max(fabs(r->x[i]), fabs(r->y[i])));
    for (int i = count, k = 0; i < ((count + 3) & ~3) + 1; i++, k = k + 1 < count ? k + 1 : 0)
        cd_ring_put(r, i, r->x[k], r->y[k]);
}

/// The normals of the edges from the vertices; false if an edge is no longer than rounding.
static inline bool cd_ring_find_normals(cd_ring *r) {
    r->edges = r->count;
    unsigned long_enough = 15;
    for (int i = 0; i < r->count; i += 4) {
        cd_vec4 dx = cd_vec4_load(r->x + i + 1) - cd_vec4_load(r->x + i);
        cd_vec4 dy = cd_vec4_load(r->y + i + 1) - cd_vec4_load(r->y + i);
        cd_vec4 length = cd_vec4_sqrt(dx * dx + dy * dy), inverse = 1 / length;
        long_enough &= cd_vec4_bits(length > cd_vec4_all(0x1p-20 * r->size));
        cd_vec4_store(r->nx + i, dy * inverse);
        cd_vec4_store(r->ny + i, -dx * inverse);
    }
    return long_enough == 15;
}

/// A box from its centre and half extents, or from its corners, as its core has them.
static inline bool cd_ring_of_box(cd_ring *r, const cd_shape *s, cd_vec origin) {
    cd_vec h = s->as.box.half, u = s->as.box.axes[0], v = s->as.box.axes[1];
    const cd_vec4 to_u = {-1, 1, 1, -1}, to_v = {-1, -1, 1, 1};
    cd_vec4 x, y;
    r->has_middles = !s->as.box.corners;
    if (s->as.box.corners) {
        cd_vec min = cd_sub(s->as.box.min, origin), max = cd_sub(s->as.box.max, origin);
        x = (cd_vec4){min.x, max.x, max.x, min.x};
        y = (cd_vec4){min.y, min.y, max.y, max.y};
    } else {
        cd_vec c = cd_sub(s->as.box.center, origin);
        x = c.x + (to_u * (h.x * u.x) + to_v * (h.y * v.x));
        y = c.y + (to_u * (h.x * u.y) + to_v * (h.y * v.y));
        const cd_vec4 half = {-h.y, h.x, h.y, -h.x};
        cd_vec4_store(r->x + CD_RING_MIDDLES, c.x + half * (cd_vec4){v.x, u.x, v.x, u.x});
        cd_vec4_store(r->y + CD_RING_MIDDLES, c.y + half * (cd_vec4){v.y, u.y, v.y, u.y});
    }
    cd_vec4_store(r->x, x);
    cd_vec4_store(r->y, y);
    cd_ring_put(r, 4, x[0], y[0]);
    cd_vec4_store(r->nx, (cd_vec4){-v.x, u.x, v.x, -u.x});
    cd_vec4_store(r->ny, (cd_vec4){-v.y, u.y, v.y, -u.y});
    r->count = r->edges = 4;
    r->ranks = cd_ring_of_box_axes;
    r->size = cd_max(cd_halves_greatest_of_4(cd_vec4_halves(cd_vec4_abs(x))),
                     cd_halves_greatest_of_4(cd_vec4_halves(cd_vec4_abs(y))));
    return cd_min(h.x, h.y) > 0x1p-20 * r->size;
}

/// Fills in the polygon of a shape's core, seen from an origin; false if its width or an edge is
/// no longer than rounding.
static inline bool cd_ring_of(cd_ring *r, const cd_shape *s, cd_vec origin) {
    if (s->kind == CD_BOX)
        return cd_ring_of_box(r, s, origin);
    if (cd_has_point_core(s)) {
        cd_ring_put(r, 0, s->as.center.x - origin.x, s->as.center.y - origin.y);
        cd_ring_close(r, 1);
        r->edges = 0;
        return true;
    }
    if (cd_has_segment_core(s)) {
        cd_ring_put(r, 0, s->as.segment.a.x - origin.x, s->as.segment.a.y - origin.y);
        cd_ring_put(r, 1, s->as.segment.b.x - origin.x, s->as.segment.b.y - origin.y);
        cd_ring_close(r, 2);
        return cd_ring_find_normals(r);
    }
    if (s->kind == CD_TRIANGLE) {
        cd_vec p = cd_sub(s->as.triangle.v[0], origin), q = cd_sub(s->as.triangle.v[1], origin),
               t = cd_sub(s->as.triangle.v[2], origin);
        double area = cd_difference_of_products(q.x - p.x, t.y - p.y, q.y - p.y, t.x - p.x);
        cd_ring_put(r, 0, p.x, p.y);
        cd_ring_put(r, 1, area > 0 ? q.x : t.x, area > 0 ? q.y : t.y);
        cd_ring_put(r, 2, area > 0 ? t.x : q.x, area > 0 ? t.y : q.y);
        cd_ring_close(r, 3);
        if (area < 0)
            r->ranks = cd_ring_reversed;
        return cd_ring_find_normals(r) && fabs(area) > 0x1p-20 * r->size * r->size;
    }
    const cd_polytope *core = s->as.polytope.core;
    double x = s->as.polytope.offset.x - origin.x, y = s->as.polytope.offset.y - origin.y;
    int i = 0;
    do // there is one
        cd_ring_put(r, i, x + core->vertices[i].x, y + core->vertices[i].y);
    while (++i < core->vertex_count);
    cd_ring_close(r, core->vertex_count);
    return core->vertex_count >= 3 && cd_ring_find_normals(r);
}

/// Of each edge of a polygon: the height above it of the other's lowest vertex, and that vertex, of
/// several the first.
typedef struct cd_ring_gaps {
    _Alignas(32) double height[CD_RING_MAX];
    _Alignas(32) int64_t vertex[CD_RING_MAX];
} cd_ring_gaps;

/// Those of the edges 4 g to 4 g + 3 of r, for four vertices of the other from `first` on: the
/// lower one of each two, so that no height waits for the last.
static inline cd_vec4 cd_ring_lowest_of_four(const cd_ring *r, int g, const cd_ring *other,
                                             int first, cd_vec4_mask *vertex) {
    cd_vec4 x = cd_vec4_load(r->x + 4 * g), y = cd_vec4_load(r->y + 4 * g), height[4];
    cd_vec4 nx = cd_vec4_load(r->nx + 4 * g), ny = cd_vec4_load(r->ny + 4 * g);
    for (int i = 0; i < 4; i++)
        height[i] = nx * (other->x[first + i] - x) + ny * (other->y[first + i] - y);
    cd_vec4_mask second = height[1] < height[0], fourth = height[3] < height[2];
    cd_vec4 low = cd_vec4_select(second, height[1], height[0]),
            high = cd_vec4_select(fourth, height[3], height[2]);
    cd_vec4_mask of_high = high < low, zero = {0, 0, 0, 0};
    *vertex = first + ((of_high & (2 + (fourth & (zero + 1)))) | (~of_high & second & (zero + 1)));
    return cd_vec4_select(of_high, high, low);
}

/// Sets the gaps of r and returns the greatest, with the rank of its edge, from `base` on, in its
/// last bits.
static inline double cd_ring_find_gaps(const cd_ring *r, const cd_ring *other, int base,
                                       cd_ring_gaps *gaps) {
    const signed char *k = r->ranks;
    cd_vec4_mask rank = {base + k[0], base + k[1], base + k[2], base + k[3]};
    cd_halves most = cd_vec4_halves(cd_vec4_all(-INFINITY));
    for (int g = 0; 4 * g < r->edges; g++) {
        cd_vec4_mask vertex, next;
        cd_vec4 low = cd_ring_lowest_of_four(r, g, other, 0, &vertex);
        for (int i = 4; i < other->count; i += 4) {
            cd_vec4 height = cd_ring_lowest_of_four(r, g, other, i, &next);
            vertex = (vertex & ~(height < low)) | (next & (height < low));
            low = cd_vec4_min(height, low);
        }
        cd_vec4_store(gaps->height + 4 * g, low);
        memcpy(gaps->vertex + 4 * g, &vertex, sizeof vertex);
        cd_vec4_mask gap = (cd_vec4_mask)low & ~(int64_t)(2 * CD_RING_MAX - 1);
        most = cd_halves_max((cd_vec4)(gap | rank), most);
        rank = (cd_vec4_mask){base + 4, base + 5, base + 6, base + 7};
    }
    return cd_halves_greatest_of_4(most);
}

static inline int cd_ring_edge_of_rank(const cd_ring *r, int rank) {
    int edge = rank < 4 ? r->ranks[4 + rank] : rank;
    return r->count == 4 ? edge : edge % r->count; // edges are repeated up to a multiple of four
}

/// The height of vertex i of a polygon above edge e of r.
static inline double cd_ring_height(const cd_ring *r, int e, const cd_ring *other, int i) {
    return r->nx[e] * (other->x[i] - r->x[e]) + r->ny[e] * (other->y[i] - r->y[e]);
}

/// cd_local_origin, inline for two boxes.
static inline cd_vec cd_ring_origin(const cd_shape *a, const cd_shape *b) {
    if (a->kind != CD_BOX || b->kind != CD_BOX || a->as.box.corners || b->as.box.corners)
        return cd_local_origin(a, b);
    cd_vec p = a->as.box.center, q = b->as.box.center;
    const cd_vec *const centers[2] = {&b->as.box.center, &a->as.box.center};
    cd_vec4 o = cd_vec4_of(*centers[(p.x < q.x) | ((p.x == q.x) & (p.y < q.y))]);
    cd_vec4_mask alike = cd_vec4_abs(cd_vec4_of(p) - cd_vec4_of(q)) <= 0.5 * cd_vec4_abs(o);
    o = (cd_vec4)((cd_vec4_mask)o & alike);
    return (cd_vec){o[0], o[1], 0};
}

/// The edge of a box whose normal is minus or plus its axis 0 or 1, and the vertex that lies on the
/// minus or plus side of its middle along both, in the order of cd_ring_of_box.
static const signed char cd_ring_box_edge[2][2] = {{3, 1}, {0, 2}},
                         cd_ring_box_vertex[2][2] = {{0, 3}, {1, 2}};

/// cd_ring_pair_search for two boxes: the four gaps along their axes need no vertices (Gottschalk,
/// Lin, Manocha 1996), in the lanes b's axis 0 and 1, then those of a.
static inline void cd_ring_search_boxes(cd_ring_pair *x, const cd_shape *a, const cd_shape *b) {
    const cd_vec *u = a->as.box.axes, *v = b->as.box.axes;
    cd_vec h = a->as.box.half, k = b->as.box.half, c = cd_sub(a->as.box.center, b->as.box.center);
    cd_vec4 nx = {v[0].x, v[1].x, u[0].x, u[1].x}, ny = {v[0].y, v[1].y, u[0].y, u[1].y};
    double cosine = fabs(u[0].x * v[0].x + u[0].y * v[0].y);
    double sine = fabs(u[0].x * v[1].x + u[0].y * v[1].y);
    cd_vec4 own = {k.x, k.y, h.x, h.y}, along = {h.x, h.y, k.x, k.y}, across = {h.y, h.x, k.y, k.x};
    cd_vec4 d = nx * c.x + ny * c.y;
    cd_vec4 gap = cd_vec4_abs(d) - own - (along * cosine + across * sine);
    const cd_vec4_mask rank = {1, 0, 3, 2};
    cd_vec4 ranked = (cd_vec4)(((cd_vec4_mask)gap & ~(int64_t)15) | rank);
    double most = cd_halves_greatest_of_4(cd_vec4_halves(ranked));
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    _Alignas(32) double away[4]; // from the box that has the edge to the other
    cd_vec4_store(away, cd_vec4_flip(d, (cd_vec4){1, 1, -1, -1}));
    int lane = (int)(bits & 3) ^ 1, axis = lane & 1;
    bool plus = (away[lane] > 0) | ((away[lane] == 0) & axis);
    x->of = 1 - (lane >> 1);
    x->edge = cd_ring_box_edge[axis][plus];
    const cd_ring *r = &x->ring[x->of];
    const cd_vec *const axes[2] = {v, u}, *w = axes[x->of]; // of the other
    double up_u = r->nx[x->edge] * w[0].x + r->ny[x->edge] * w[0].y;
    double up_v = r->nx[x->edge] * w[1].x + r->ny[x->edge] * w[1].y;
    bool plus_v = up_v < 0;
    x->vertex = cd_ring_box_vertex[(up_u < 0) | ((up_u == 0) & plus_v)][plus_v];
    x->gap = cd_ring_height(r, x->edge, &x->ring[1 - x->of], x->vertex);
}

/// Finds the edge of the greatest gap, b's first of those that are equal to rounding where they
/// overlap.
static inline void cd_ring_search_any(cd_ring_pair *x) {
    cd_ring_gaps gaps[2];
    double gap = cd_max(cd_ring_find_gaps(&x->ring[1], &x->ring[0], 0, &gaps[1]),
                        cd_ring_find_gaps(&x->ring[0], &x->ring[1], CD_RING_MAX, &gaps[0]));
    int64_t bits;
    memcpy(&bits, &gap, sizeof bits);
    int index = (int)(bits & (2 * CD_RING_MAX - 1));
    x->of = index < CD_RING_MAX;
    x->edge = cd_ring_edge_of_rank(&x->ring[x->of], index & (CD_RING_MAX - 1));
    x->vertex = (int)gaps[x->of].vertex[x->edge];
    x->gap = gaps[x->of].height[x->edge];
}

/// Builds both polygons and finds the edge of the greatest gap. False where a size is out of range
/// or a polygon degenerate. `boxes`: whether both are.
static inline bool cd_ring_pair_search(cd_ring_pair *x, const cd_shape *a, const cd_shape *b,
                                       bool boxes) {
    x->origin = cd_ring_origin(a, b);
    if (boxes) {
        if (!(cd_ring_of_box(&x->ring[0], a, x->origin) &
              cd_ring_of_box(&x->ring[1], b, x->origin)))
            return false;
        cd_ring_search_boxes(x, a, b);
    } else {
        if (!cd_ring_of(&x->ring[0], a, x->origin) || !cd_ring_of(&x->ring[1], b, x->origin))
            return false;
        cd_ring_search_any(x);
    }
    double size = cd_max(x->ring[0].size, x->ring[1].size);
    x->noise = CD_CLOSED_FORM_DOUBT * size;
    return size > 0x1p-120;
}

static inline int cd_ring_next(const cd_ring *r, int i) { return (i + 1 < r->count) * (i + 1); }

static inline int cd_ring_previous(const cd_ring *r, int i) { return i - 1 + (i == 0) * r->count; }

/// Whether the polygon has no vertex lower along v than vertex i, but for rounding.
static inline bool cd_ring_is_lowest(const cd_ring *r, int i, double vx, double vy, double noise) {
    int j = cd_ring_next(r, i), k = cd_ring_previous(r, i);
    double next = vx * (r->x[j] - r->x[i]) + vy * (r->y[j] - r->y[i]);
    double last = vx * (r->x[k] - r->x[i]) + vy * (r->y[k] - r->y[i]);
    return (next >= -noise) & (last >= -noise);
}

/// Completes a contact between vertex i of r and vertex k of the other; false where these are not
/// nearest.
static inline bool cd_ring_vertices_meet(const cd_ring_pair *x, int i, int k, cd_ring_contact *at) {
    at->vertex[x->of] = i;
    at->vertex[1 - x->of] = k;
    for (int side = 0; side < 2; side++) {
        at->x[side] = x->ring[side].x[at->vertex[side]];
        at->y[side] = x->ring[side].y[at->vertex[side]];
    }
    double vx = at->x[0] - at->x[1], vy = at->y[0] - at->y[1], square = vx * vx + vy * vy;
    at->distance = sqrt(square);
    at->nx = vx / at->distance;
    at->ny = vy / at->distance;
    double noise = 0.125 * x->noise;
    return (at->distance > 2 * x->noise) &
           cd_ring_is_lowest(&x->ring[0], at->vertex[0], at->nx, at->ny, noise) &
           cd_ring_is_lowest(&x->ring[1], at->vertex[1], -at->nx, -at->ny, noise);
}

/// A contact between edge e of r, at a foot `along` from its beginning, and vertex k of the other,
/// or a point of an edge there that lies as high.
static inline void cd_ring_edge_meets(const cd_ring_pair *x, int k, double along,
                                      cd_ring_contact *at) {
    const cd_ring *r = &x->ring[x->of], *other = &x->ring[1 - x->of];
    int e = x->edge;
    double nx = r->nx[e], ny = r->ny[e],
           length = -ny * (r->x[e + 1] - r->x[e]) + nx * (r->y[e + 1] - r->y[e]);
    double t = -ny * (other->x[k] - r->x[e]) + nx * (other->y[k] - r->y[e]);
    bool middle = r->has_middles & (fabs(t - 0.5 * length) < 0.25 * length);
    int nearer = e + (t > 0.5 * length); // the height is measured from the nearer end
    nearer += middle * (CD_RING_MIDDLES + e - nearer);
    double gap = nx * (other->x[k] - r->x[nearer]) + ny * (other->y[k] - r->y[nearer]);
    double slide = along - t, x_k = other->x[k] - slide * ny, y_k = other->y[k] + slide * nx;
    double sign = 2 * x->of - 1;
    at->distance = gap;
    at->nx = sign * nx;
    at->ny = sign * ny;
    at->x[x->of] = x_k - gap * nx;
    at->y[x->of] = y_k - gap * ny;
    at->x[1 - x->of] = x_k;
    at->y[1 - x->of] = y_k;
    at->vertex[x->of] = e;
    at->vertex[1 - x->of] = k;
}

/// How far vertex k of another polygon lies along edge e of r: from its beginning, or beyond its
/// end. Beside an end that is known to the distance from there.
/// Without it: tests/collide/narrow/devices_spec.lua "tells vertices from edges beside long ones"
static inline double cd_ring_along(const cd_ring *r, int e, int from, const cd_ring *other, int k) {
    return -r->ny[e] * (other->x[k] - r->x[from]) + r->nx[e] * (other->y[k] - r->y[from]);
}

/// Whether the edge from vertex k of a polygon to a neighbour, which is `up` higher than k above
/// another edge, is parallel to that one to the rounding of its normal. Others are left to GJK.
/// Without it: tests/collide/narrow/devices_spec.lua "takes the normal of the edge below of two
/// that are nearly parallel"
static inline bool cd_ring_is_parallel(const cd_ring *r, int k, int beside, double up) {
    double dx = r->x[beside] - r->x[k], dy = r->y[beside] - r->y[k];
    return fabs(up) <= 16 * DBL_EPSILON * (fabs(dx) + fabs(dy));
}

/// The nearest points; false where rounding could decide.
static inline bool cd_ring_pair_contact(const cd_ring_pair *x, cd_ring_contact *at) {
    const cd_ring *r = &x->ring[x->of], *other = &x->ring[1 - x->of];
    int e = x->edge, k = x->vertex;
    if (fabs(x->gap) <= x->noise)
        return false;
    double nx = r->nx[e], ny = r->ny[e];
    double length = -ny * (r->x[e + 1] - r->x[e]) + nx * (r->y[e + 1] - r->y[e]);
    double t = cd_ring_along(r, e, e, other, k), beyond = cd_ring_along(r, e, e + 1, other, k);
    if ((t >= 0) & (beyond <= 0)) {
        cd_ring_edge_meets(x, k, t, at);
        return true;
    }
    // A neighbour that lies as low: two edges face each other.
    int next = cd_ring_next(other, k), last = cd_ring_previous(other, k);
    double up_next = cd_ring_height(r, e, other, next) - x->gap;
    double up_last = cd_ring_height(r, e, other, last) - x->gap;
    int beside = up_next < up_last ? next : last;
    if (cd_min(up_next, up_last) <= 0.125 * x->noise) {
        double u = cd_ring_along(r, e, e, other, beside);
        if (!cd_ring_is_parallel(other, k, beside, cd_min(up_next, up_last)))
            return false;
        if ((u >= 0) & (cd_ring_along(r, e, e + 1, other, beside) <= 0)) {
            cd_ring_edge_meets(x, beside, u, at);
            return true;
        }
        if ((t < 0) != (u < 0)) {
            cd_ring_edge_meets(x, k, t < 0 ? 0 : length, at);
            return true;
        }
        bool nearer = t < 0 ? u > t : u < t;
        k = nearer ? beside : k;
    }
    int end = t < 0 ? e : cd_ring_next(r, e);
    return x->gap > 0 && cd_ring_vertices_meet(x, end, k, at);
}

/// The separation of the cores.
static inline void cd_ring_separation(const cd_ring_pair *x, const cd_ring_contact *at,
                                      cd_separation *s) {
    s->distance = at->distance;
    s->normal = (cd_vec){at->nx + 0.0, at->ny + 0.0, 0}; // no -0
    s->point_a = (cd_vec){at->x[0] + x->origin.x, at->y[0] + x->origin.y, 0};
    s->point_b = (cd_vec){at->x[1] + x->origin.x, at->y[1] + x->origin.y, 0};
}

#endif

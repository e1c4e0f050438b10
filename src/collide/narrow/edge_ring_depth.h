// The depth of a triangle or a segment in a box (triangle.c), by their separating axes, four at a
// time, and the points that are deepest.
#ifndef COLLIDE_NARROW_EDGE_RING_DEPTH_H
#define COLLIDE_NARROW_EDGE_RING_DEPTH_H

#include "collide/narrow/edge_ring.h"

// Edges at a smaller angle span no axis that others do not replace, and at less than the second no
// normal that is known well.
static const double CD_PARALLEL_EDGES = 0x1p-30, CD_NEARLY_PARALLEL = 0x1p-10;

static inline void cd_extent_along(cd_vec_lanes axis, const cd_edge_ring *r, cd_vec4 *low,
                                   cd_vec4 *high) {
    *low = *high = cd_vec4_all(0);
    for (int i = 1; i < 3; i++) {
        const cd_vec4 p = cd_vec_lanes_dot(axis, cd_vec_lanes_all(cd_sub(r->v[i], r->v[0])));
        *low = cd_vec4_min(p, *low);
        *high = cd_vec4_max(p, *high);
    }
}

// The least translation of a along an axis. code: 4 * group + lane.
typedef struct {
    double depth;
    cd_vec normal;
    int code;
} cd_least_depth;

// The vertex of a ring that lies farthest along n; false where another lies nearly as far.
static inline bool cd_farthest_vertex(const cd_edge_ring *r, cd_vec n, double clear,
                                      cd_vec *vertex) {
    double most = 0, second = -INFINITY;
    *vertex = r->v[0];
    for (int i = 1; i < r->count; i++) {
        const double h = cd_dot(n, cd_sub(r->v[i], r->v[0]));
        second = cd_max(second, cd_min(h, most));
        if (h > most)
            *vertex = r->v[i];
        most = cd_max(most, h);
    }
    return most - second > clear;
}

static inline bool cd_farthest_corner(const cd_seen_box *box, cd_vec n, double clear,
                                      cd_vec *corner) {
    const cd_vec4 half = 0.5 * (box->high - box->low), to = cd_vec4_of(n);
    const cd_vec4 lead = cd_vec4_abs(to) * half;
    *corner = cd_vec4_vec(cd_vec4_select(to > 0, box->high, box->low));
    return cd_min(cd_min(lead[0], lead[1]), lead[2]) > clear;
}

// The axes of the box, along which all is seen.
static const cd_vec cd_box_edges[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// Finds the least depth of a in the box; false where none is certainly the least.
static inline bool cd_find_depth(const cd_edge_ring *a, const cd_seen_box *box, double size,
                                 cd_least_depth *least) {
    const cd_vec *e = cd_box_edges;
    const cd_vec4 half = 0.5 * (box->high - box->low);
    const cd_vec4 middle = (box->low - cd_vec4_of(a->v[0])) + half;
    double second = INFINITY;
    least->depth = INFINITY;
    for (int g = 0; g < 4; g++) { // the faces of both, then each edge of the box with those of a
        const cd_vec_lanes axis = g == 0 ? cd_vec_lanes_of(e[0], e[1], e[2], a->n)
                                         : cd_vec_lanes_cross(a->edge, cd_vec_lanes_all(e[g - 1]));
        const double least2 = g == 0 ? 0 : CD_PARALLEL_EDGES * CD_PARALLEL_EDGES * a->size2;
        cd_vec4 low, high;
        cd_extent_along(axis, a, &low, &high);
        const cd_vec4 reach = cd_vec4_abs(axis.x) * half[0] + cd_vec4_abs(axis.y) * half[1] +
                              cd_vec4_abs(axis.z) * half[2];
        const cd_vec4 at = axis.x * middle[0] + axis.y * middle[1] + axis.z * middle[2];
        const cd_vec4 square = cd_vec_lanes_dot(axis, axis), length = cd_vec4_sqrt(square);
        const cd_vec4 up = (at + reach - low) / length, down = (high - (at - reach)) / length;
        for (int k = 0; k < (g == 0 ? 4 : a->count == 3 ? 3 : 1); k++) {
            if (!(square[k] > least2))
                continue;
            const double d = cd_min(up[k], down[k]);
            second = cd_min(second, cd_max(up[k], down[k]));
            second = cd_min(second, cd_max(d, least->depth));
            if (d < least->depth) {
                const double per = (up[k] < down[k] ? 1 : -1) / length[k];
                *least = (cd_least_depth){d, cd_scale(cd_vec_lanes_get(&axis, k), per), 4 * g + k};
                if (g > 0 && square[k] < CD_NEARLY_PARALLEL * CD_NEARLY_PARALLEL * a->size2)
                    least->code = -1;
            }
        }
    }
    return least->code >= 0 && least->depth > CD_CLEARLY * size &&
           second - least->depth > CD_CLEARLY * size;
}

// The points that are deepest: along the normal of a face under a vertex of the other, along that
// of two edges where these are nearest. The depth is measured anew between the vertices nearest to
// them, as small features deep in large ones have more digits.
static inline bool cd_find_deepest_points(const cd_edge_ring *a, const cd_seen_box *box,
                                          double size, cd_least_depth *least, cd_vec *p,
                                          cd_vec *q) {
    const cd_vec n = least->normal;
    const double clear = CD_CLEARLY * size;
    const int group = least->code / 4, k = least->code % 4, j = group - 1;
    if (group == 0 && k == 3) { // the face of a
        const bool known = cd_farthest_corner(box, n, clear, q);
        least->depth = cd_dot(n, cd_from_nearest_vertex(a, 0, 3, *q));
        *p = cd_add_scaled(*q, -least->depth, n);
        return known;
    }
    cd_vec corner;
    cd_farthest_corner(box, n, 0, &corner);
    if (group == 0) { // a face of the box
        const bool known = cd_farthest_vertex(a, cd_negate(n), clear, p);
        least->depth = cd_dot(n, cd_sub(corner, *p));
        *q = cd_add_scaled(*p, least->depth, n);
        return known;
    }
    const cd_vec d = cd_vec_lanes_get(&a->edge, k), e = cd_box_edges[j];
    const double from = box->low[j] - cd_component(corner, j),
                 to = box->high[j] - cd_component(corner, j);
    const cd_vec w = cd_sub(corner, a->v[k]), m = cd_cross(d, e);
    const double per = 1 / cd_length2(m);
    const double s = cd_dot(cd_cross(w, e), m) * per, t = cd_dot(cd_cross(w, d), m) * per;
    if (!(s > 0 && s < 1 && t > from && t < to))
        return false;
    corner = cd_add_scaled(corner, t > 0.5 * (from + to) ? to : from, e);
    least->depth = cd_dot(n, cd_from_nearest_vertex(a, k, 2, corner));
    *p = cd_add_scaled(a->v[k], s, d);
    *q = cd_add_scaled(*p, least->depth, n);
    return true;
}

static inline bool cd_deepest_points(const cd_edge_ring *a, const cd_seen_box *box, double size,
                                     cd_nearest_points *at) {
    cd_least_depth least = {.code = -1};
    cd_vec p, q;
    if (!cd_find_depth(a, box, size, &least) ||
        !cd_find_deepest_points(a, box, size, &least, &p, &q))
        return false;
    at->p = cd_vec4_of(p);
    at->q = cd_vec4_of(q);
    at->v = cd_vec4_of(cd_scale(least.normal, -least.depth));
    at->sign = -1;
    return true;
}

#endif

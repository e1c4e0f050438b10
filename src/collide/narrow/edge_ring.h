// A core that is a point, segment or triangle, with all its edges in lanes, and a box as it is seen
// along its own axes: what the closed forms by features (triangle.c) work on.
#ifndef COLLIDE_NARROW_EDGE_RING_H
#define COLLIDE_NARROW_EDGE_RING_H

#include "collide/narrow/nearest_points.h"
#include "collide/simd/vec_lanes.h"

// A triangle, segment or point: vertices that may coincide, one to a lane, of which the last has
// the first. Edge k leads from vertex k to the next.
typedef struct {
    int count; // of vertices that differ
    cd_vec v[3];
    cd_vec_lanes corner, edge;
    cd_vec4 square, inverse; // edge . edge, and 1 / that or 0
    double size2;            // the square of the longest edge
    cd_vec n;                // across a triangle, of any length
    double per_nn;           // 1 / n . n; 0: there is no face
} cd_edge_ring;

// A box along its own axes, and from there to the world.
typedef struct {
    cd_vec4 low, high, origin, axes[3];
} cd_seen_box;

// A triangle with a smaller sine between edges has no normal to count on.
static const double CD_NEEDLE = 0x1p-20;
// By how much a depth, a height or an overlap has to be the least, as a part of the size.
static const double CD_CLEARLY = 0x1p-36;

// Not initialised as a whole: it is large.
static inline void cd_see_ring(cd_edge_ring *r, const cd_vec v[3], int count) {
    r->count = count;
    for (int i = 0; i < 3; i++)
        r->v[i] = v[i];
    r->corner = cd_vec_lanes_of(v[0], v[1], v[2], v[0]);
    r->edge = cd_vec_lanes_sub(cd_vec_lanes_turned(r->corner), r->corner);
    r->square = cd_vec_lanes_dot(r->edge, r->edge);
    r->inverse = (cd_vec4)((cd_vec4_mask)(1 / r->square) & (r->square > 0));
    r->size2 = cd_vec4_most(r->square);
    r->n = (cd_vec){0, 0, 0};
    r->per_nn = 0;
    if (count == 3) {
        r->n = cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[1]));
        const double nn = cd_length2(r->n);
        r->per_nn = nn > CD_NEEDLE * CD_NEEDLE * r->square[0] * r->square[1] ? 1 / nn : 0;
    }
}

// The vertices of a core that is a point, segment or triangle; returns how many differ.
static inline int cd_ring_vertices_of(const cd_shape *s, cd_vec v[3]) {
    const bool point = cd_has_point_core(s), triangle = s->kind == CD_TRIANGLE;
    v[0] = point ? s->as.center : triangle ? s->as.triangle.v[0] : s->as.segment.a;
    v[1] = point ? v[0] : triangle ? s->as.triangle.v[1] : s->as.segment.b;
    v[2] = triangle ? s->as.triangle.v[2] : v[0];
    return point ? 1 : triangle ? 3 : 2;
}

static inline bool cd_ring_is_sound(const cd_edge_ring *r) { return r->count < 3 || r->per_nn > 0; }

// The vector from the vertex of a ring nearest to p, of the first ones.
static inline cd_vec cd_from_nearest_vertex(const cd_edge_ring *r, int first, int count, cd_vec p) {
    cd_vec best = cd_sub(p, r->v[first]);
    for (int i = 1; i < count; i++) {
        const cd_vec w = cd_sub(p, r->v[(first + i) % 3]);
        best = cd_length2(w) < cd_length2(best) ? w : best;
    }
    return best;
}

#endif

// What a rectangle |s| <= h, |t| <= k and a parallelogram in its plane have in common: the edges of
// the parallelogram, clipped by the sides of the rectangle (Liang and Barsky 1984), and the corners
// of the rectangle in the parallelogram. No branch depends on which of them exist: all are
// computed, in four lanes, and masks tell.
#ifndef COLLIDE_NARROW_BOX_FACE_CLIP_H
#define COLLIDE_NARROW_BOX_FACE_CLIP_H

#include "collide/simd/vec4_lanes.h"

/// The rectangle, and by how much points may lie outside and count as inside.
typedef struct cd_face_rectangle {
    double h, k, noise;
} cd_face_rectangle;

/// Four points or vectors in the plane.
typedef struct cd_face_points {
    cd_vec4 s, t;
} cd_face_points;

/// What is left of four edges, each middle + r * edge for r from -1 to 1: r from `from` to `to`.
/// starts, ends: whether they have these ends, of which one that is the beginning of the next edge
/// counts as its start alone.
typedef struct cd_clipped_edges {
    cd_vec4 from, to;
    cd_vec4_mask starts, ends;
} cd_clipped_edges;

/// The corners of the rectangle, m + (x e + y f) / area from the middle of the parallelogram with
/// the half edges e and f, and which of them lie in it.
typedef struct cd_rectangle_corners {
    cd_face_points at;
    cd_vec4 x, y, area;
    cd_vec4_mask inside;
} cd_rectangle_corners;

/// (p, q, p, q) with signs
static inline cd_vec4 cd_face_around(cd_vec4 p, cd_vec4 q, cd_vec4 sign) {
    return sign * CD_VEC4_PICK(p, q, 0, 5, 2, 7);
}

/// The signs of the edges (e, f, e, f) of a parallelogram in their order, and of the vectors (f, e,
/// f, e) from its middle to theirs.
static const cd_vec4 CD_FACE_EDGES = {1, 1, -1, -1}, CD_FACE_MIDDLES = {-1, 1, 1, -1};

// Clips [from, to] to the r with |x + r * along| <= half.
static inline void cd_clip_lanes(cd_vec4 x, cd_vec4 along, double half, double noise, cd_vec4 *from,
                                 cd_vec4 *to) {
    cd_vec4 inverse = 1 / along, middle = -x * inverse, reach = cd_vec4_abs(half * inverse);
    cd_vec4_mask still = cd_vec4_abs(along) <= 0.5 * noise; // all or nothing
    cd_vec4 any = cd_vec4_select(cd_vec4_abs(x) <= half + noise, cd_vec4_all(-1), cd_vec4_all(2));
    *from = cd_vec4_max(*from, cd_vec4_select(still, any, middle - reach));
    *to = cd_vec4_min(*to, cd_vec4_select(still, cd_vec4_all(1), middle + reach));
}

static inline cd_clipped_edges cd_clip_edges(const cd_face_rectangle *r, cd_face_points middle,
                                             cd_face_points edge) {
    cd_clipped_edges c = {.from = cd_vec4_all(-1), .to = cd_vec4_all(1)};
    cd_vec4 s = middle.s - edge.s, t = middle.t - edge.t;
    cd_vec4_mask in = (cd_vec4_abs(s) <= r->h + r->noise) & (cd_vec4_abs(t) <= r->k + r->noise);
    cd_clip_lanes(middle.s, edge.s, r->h, r->noise, &c.from, &c.to);
    cd_clip_lanes(middle.t, edge.t, r->k, r->noise, &c.from, &c.to);
    cd_vec4_mask cuts = c.from <= c.to;
    c.from = cd_vec4_select(in, cd_vec4_all(-1), c.from);
    c.starts = cuts | in;
    c.ends = cuts & (c.to < 1);
    return c;
}

static inline cd_rectangle_corners cd_corners_in(const cd_face_rectangle *r, cd_face_points m,
                                                 cd_face_points e, cd_face_points f) {
    const cd_vec4 one = {-1, 1, 1, -1}, other = {-1, -1, 1, 1};
    cd_rectangle_corners c = {.at = {one * r->h, other * r->k}};
    c.area = e.s * f.t - e.t * f.s;
    cd_vec4 size = cd_vec4_abs(c.area);
    cd_vec4 wide = size + r->noise * (cd_vec4_abs(f.s) + cd_vec4_abs(f.t));
    cd_vec4 high = size + r->noise * (cd_vec4_abs(e.s) + cd_vec4_abs(e.t));
    cd_vec4 s = c.at.s - m.s, t = c.at.t - m.t;
    c.x = s * f.t - t * f.s;
    c.y = e.s * t - e.t * s;
    c.inside = (cd_vec4_abs(c.x) <= wide) & (cd_vec4_abs(c.y) <= high);
    return c;
}

#endif

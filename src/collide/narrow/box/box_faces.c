// The feature is projected into the plane of the face, which is a rectangle around the origin
// there, and clipped by its sides (face_clip.h). The middle is the mean of the corners that are
// left.
#include "collide/narrow/box/box_faces.h"

#include "collide/narrow/box/face_clip.h"
#include "collide/simd/hot.h"

#include <float.h>
#include <math.h>

// The cosine of axes that are parallel to a face, to the rounding of unit vectors.
static const double parallel = 4 * DBL_EPSILON;

// A point or vector in the plane of the face, along its edges.
typedef struct {
    double at[2];
} plane_point;

static cd_face_points in_lanes(plane_point p) {
    return (cd_face_points){cd_vec4_all(p.at[0]), cd_vec4_all(p.at[1])};
}

// Adds the points that exist to a sum, and their number to the last one.
static void add_points(cd_face_points p, cd_vec4_mask exist, cd_vec4 sum[3]) {
    const cd_vec4 none = cd_vec4_all(0);
    sum[0] += cd_vec4_select(exist, p.s, none);
    sum[1] += cd_vec4_select(exist, p.t, none);
    sum[2] += cd_vec4_select(exist, cd_vec4_all(1), none);
}

static double sum_of(cd_vec4 v) { return (v[0] + v[2]) + (v[1] + v[3]); }

// The middle of what a face has in common with an edge or a rectangle around m, of which e are half
// the edges: the mean of the corners that are left. An edge is a rectangle without width, of which
// both ends are two corners. False where that is nothing.
static bool shared_middle(plane_point m, const plane_point *e, int edges, const double half[2],
                          plane_point *middle) {
    const cd_face_rectangle r = {half[0], half[1], 0};
    cd_face_points at = in_lanes(m), p = in_lanes(e[0]), q = {cd_vec4_all(0), cd_vec4_all(0)};
    if (edges == 2)
        q = in_lanes(e[1]);
    cd_face_points edge = {cd_face_around(p.s, q.s, CD_FACE_EDGES),
                           cd_face_around(p.t, q.t, CD_FACE_EDGES)};
    cd_face_points of = {at.s + cd_face_around(q.s, p.s, CD_FACE_MIDDLES),
                         at.t + cd_face_around(q.t, p.t, CD_FACE_MIDDLES)};
    cd_clipped_edges c = cd_clip_edges(&r, of, edge);
    cd_rectangle_corners own = cd_corners_in(&r, at, p, q);
    cd_vec4 sum[3] = {cd_vec4_all(0), cd_vec4_all(0), cd_vec4_all(0)};
    add_points((cd_face_points){of.s + c.from * edge.s, of.t + c.from * edge.t}, c.starts, sum);
    add_points((cd_face_points){of.s + c.to * edge.s, of.t + c.to * edge.t}, c.ends, sum);
    add_points(own.at, own.inside & (own.area != 0), sum);
    double count = sum_of(sum[2]);
    *middle = (plane_point){{sum_of(sum[0]) / count, sum_of(sum[1]) / count}};
    return count > 0;
}

// The feature: its middle, and its edges by the numbers of their axes. False where it is a corner,
// or rounding could make it one.
static bool find_feature(const cd_shape *box, cd_vec n, double doubt, cd_vec *middle, int along[2],
                         int *edges) {
    *middle = (cd_vec){0, 0, 0};
    *edges = 0;
    for (int i = 0; i < 3; i++) {
        cd_vec axis = box->as.box.axes[i];
        double cosine = cd_dot(axis, n), half = cd_component(box->as.box.half, i);
        bool is_along = fabs(cosine) <= parallel;
        if (!(half > 0) || (is_along ? *edges == 2 : fabs(cosine) * half <= doubt))
            return false;
        if (is_along)
            along[(*edges)++] = i;
        else
            *middle = cd_add_scaled(*middle, -copysign(half, cosine), axis);
    }
    return *edges > 0;
}

CD_HOT bool cd_box_shared_face(const cd_shape *face, int k, cd_vec n, const cd_shape *other,
                               double doubt, cd_vec *middle, cd_vec *shift) {
    int along[2], edges;
    if (!find_feature(other, n, doubt, middle, along, &edges))
        return false;
    cd_vec between = cd_add(cd_sub(other->as.box.center, face->as.box.center), *middle);
    plane_point m, e[2], shared;
    double half[2];
    for (int i = 0; i < 2; i++) {
        int number = (k + 1 + i) % 3;
        cd_vec axis = face->as.box.axes[number];
        half[i] = cd_component(face->as.box.half, number);
        m.at[i] = cd_dot(between, axis);
        for (int c = 0; c < edges; c++)
            e[c].at[i] = cd_component(other->as.box.half, along[c]) *
                         cd_dot(other->as.box.axes[along[c]], axis);
    }
    if (!shared_middle(m, e, edges, half, &shared))
        return false;
    *shift = (cd_vec){0, 0, 0};
    for (int c = 0; c < edges; c++) {
        double x = e[c].at[0], y = e[c].at[1];
        double part =
            ((shared.at[0] - m.at[0]) * x + (shared.at[1] - m.at[1]) * y) / (x * x + y * y);
        *shift = cd_add_scaled(*shift,
                               cd_clamp(part, -1, 1) * cd_component(other->as.box.half, along[c]),
                               other->as.box.axes[along[c]]);
    }
    return true;
}

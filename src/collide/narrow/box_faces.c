// The feature is projected into the plane of the face, which is a rectangle around the origin
// there, and clipped by its sides (Sutherland and Hodgman 1974). The middle is the mean of the
// corners that are left.
#include "collide/narrow/box_faces.h"

#include <float.h>
#include <math.h>

// The cosine of axes that are parallel to a face, to the rounding of unit vectors.
static const double parallel = 4 * DBL_EPSILON;

// A point or vector in the plane of the face, along its edges.
typedef struct {
    double at[2];
} plane_point;

enum { CORNERS_MAX = 8 };

typedef struct {
    int count;
    plane_point corner[CORNERS_MAX];
} plane_polygon;

// Keeps what is on the inner side of the line where a coordinate is side * half.
static void clip(plane_polygon *p, int coordinate, double side, double half) {
    double inside[CORNERS_MAX]; // how far each corner is
    int kept = 0;
    for (int i = 0; i < p->count; i++) {
        inside[i] = half - side * p->corner[i].at[coordinate];
        kept += inside[i] >= 0;
    }
    if (kept == p->count)
        return;
    plane_polygon in;
    in.count = 0;
    for (int i = 0; i < p->count && kept > 0; i++) {
        int next = i + 1 < p->count ? i + 1 : 0;
        plane_point a = p->corner[i], b = p->corner[next];
        double from = inside[i], to = inside[next];
        bool is_edge = i > 0 || p->count > 2; // two corners have one edge, from the second one
        if (from >= 0)
            in.corner[in.count++] = a;
        if (!is_edge || (from >= 0) == (to >= 0))
            continue;
        double part = from / (from - to), across = b.at[1 - coordinate] - a.at[1 - coordinate];
        plane_point *cut = &in.corner[in.count++];
        cut->at[coordinate] = side * half;
        cut->at[1 - coordinate] = a.at[1 - coordinate] + part * across;
    }
    *p = in;
}

// The middle of what a face has in common with an edge or a rectangle around m, of which e are half
// the edges. False where that is nothing.
static bool shared_middle(plane_point m, const plane_point *e, int edges, const double half[2],
                          plane_point *middle) {
    static const int x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
    plane_polygon p;
    p.count = 2 * edges;
    for (int k = 0; k < p.count; k++)
        for (int i = 0; i < 2; i++)
            p.corner[k].at[i] = m.at[i] + x[k] * e[0].at[i] + (edges == 2 ? y[k] * e[1].at[i] : 0);
    for (int i = 0; i < 4 && p.count > 0; i++)
        clip(&p, i / 2, 2 * (i % 2) - 1, half[i / 2]);
    *middle = (plane_point){{0, 0}};
    for (int k = 0; k < p.count; k++)
        for (int i = 0; i < 2; i++)
            middle->at[i] += p.corner[k].at[i] / p.count;
    return p.count > 0;
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

bool cd_box_shared_face(const cd_shape *face, int k, cd_vec n, const cd_shape *other, double doubt,
                        cd_vec *middle, cd_vec *shift) {
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

// What has no inside: how thin a shape is, and how thin that is beside rounding.
#include "collide/shape/thinness.h"

#include "collide/shape/core.h"

#include <float.h>

// Thinner than this part of its size, or this one of its coordinates, a shape has no inside that
// rounding could not miss.
// Without it: tests/collide/world/thin_spec.lua "is thin far away, too"
static const double THIN = 0x1p-36, THIN_OF_COORDINATES = 8 * DBL_EPSILON;

static double least_half(const cd_shape *box) {
    double least = cd_min(box->as.box.half.x, box->as.box.half.y);
    return box->dim == 3 ? cd_min(least, box->as.box.half.z) : least;
}

// The width of a triangle in the plane is its least height; in space it is flat.
static double triangle_width(const cd_shape *s) {
    const cd_vec *v = s->as.triangle.v;
    cd_vec e = cd_sub(v[1], v[0]), f = cd_sub(v[2], v[0]), g = cd_sub(v[2], v[1]);
    double longest = cd_max(cd_length(e), cd_max(cd_length(f), cd_length(g)));
    return s->dim == 3 || longest == 0 ? 0 : fabs(cd_dot(cd_perp(e), f)) / longest;
}

// Whether all vertices are within `width` below a face: few of another shape are looked at.
static bool is_within(const cd_polytope *p, cd_vec normal, cd_vec on_face, double width) {
    for (int i = 0; i < p->vertex_count; i++)
        if (fabs(cd_dot(cd_sub(p->vertices[i], on_face), normal)) > width)
            return false;
    return true;
}

// A polytope is thinnest across a face, or an edge in the plane, but for a factor.
static bool is_thin_polytope(const cd_polytope *p, double width) {
    if (p->vertex_count <= p->dim || (p->dim == 3 && p->face_count < 2))
        return true;
    for (int i = 0; i < p->face_count; i++)
        if (is_within(p, p->face_normals[i], p->vertices[p->face_vertices[i]], width))
            return true;
    for (int i = 0; i < p->edge_count && p->dim == 2; i++) {
        cd_vec from = p->vertices[p->edges[i][0]], to = p->vertices[p->edges[i][1]];
        cd_vec normal = cd_perp(cd_sub(to, from));
        if (is_within(p, cd_normalized(normal, normal), from, width))
            return true;
    }
    return false;
}

static bool has_thin_part(const cd_shape *set) {
    for (int i = 0; i < cd_shape_part_count(set); i++) {
        cd_shape part = cd_shape_part(set, i);
        if (cd_shape_is_thin(&part))
            return true;
    }
    return false;
}

bool cd_shape_is_thin(const cd_shape *s) {
    if (s->kind == CD_PLANE)
        return false;
    if (s->kind == CD_LINE)
        return s->radius == 0;
    if (cd_is_set(s))
        return (s->dim == 3 && cd_is_mesh(s)) || has_thin_part(s);
    cd_bounds box = cd_shape_bounds(s);
    double size = cd_max_abs(cd_sub(box.max, box.min));
    double far = cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    double width = THIN * size + THIN_OF_COORDINATES * far - 2 * s->radius;
    if (!(width >= 0))
        return false;
    switch (s->kind) {
    case CD_BOX:
        return 2 * least_half(s) <= width;
    case CD_TRIANGLE:
        return triangle_width(s) <= width;
    case CD_POLYGON:
    case CD_HULL:
        return is_thin_polytope(s->as.polytope.core, width);
    case CD_CYLINDER:
    case CD_CONE:
        return 2 * s->as.curved.radius <= width ||
               cd_length(cd_sub(s->as.curved.b, s->as.curved.a)) <= width;
    default:
        return true; // points and segments
    }
}

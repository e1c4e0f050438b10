// A capsule that moves against a capsule is a ray against the rounded difference of their segments,
// a parallelogram; a sphere against a triangle one against the rounded triangle, and a capsule
// against a triangle one against a rounded prism (ray_facets.c).
#include "collide/cast/cast_capsule.h"

#include "collide/cast/ray_facets.h"
#include "collide/shape/core.h"

#include <assert.h>

// ---------------------------------------------------------------------------------------- capsules

// The nearest one of some points, and the square of its distance.
static int nearest_of(const cd_vec *points, int count, cd_vec p, double *square) {
    int nearest = 0;
    *square = INFINITY;
    for (int i = 0; i < count; i++) {
        double here = cd_length2(cd_sub(points[i], p));
        nearest = here < *square ? i : nearest;
        *square = here < *square ? here : *square;
    }
    return nearest;
}

// Which end of the segment is nearest to one of the points, and which point that is: from there the
// difference is seen, as beside a long segment the digits of a short one are lost anywhere else.
static int nearest_end(const cd_vec end[2], const cd_vec *points, int count, int *point) {
    double square[2];
    const int nearest[2] = {nearest_of(points, count, end[0], &square[0]),
                            nearest_of(points, count, end[1], &square[1])};
    int k = square[1] < square[0];
    *point = nearest[k];
    return k;
}

// The parallelogram that the edge from p to q sweeps along another one, which is its first edge: as
// the corners of several agree, so do their digits.
static cd_facet parallelogram(cd_vec p, cd_vec q, cd_vec edge, cd_vec swept) {
    return (cd_facet){{p, cd_add(p, swept), cd_add(q, swept), q},
                      {swept, edge, cd_negate(swept), cd_negate(edge)}};
}

// How far a point of such a parallelogram is along its first edge, from 0 to 1. Returns false where
// the parallelogram is slim, and that is known less well.
static bool part_of_first_edge(const cd_facet *f, const cd_facet_point *nearest, double *part) {
    const double of_edge[4] = {nearest->part, 1, 1 - nearest->part, 0};
    if (nearest->edge >= 0) {
        *part = of_edge[nearest->edge];
        return true;
    }
    cd_vec first = f->edge[0], other = f->edge[1], n = cd_cross(first, other);
    double square = cd_length2(n);
    *part = cd_dot(cd_cross(cd_sub(nearest->at, f->corner[0]), other), n) / square;
    return square > 0x1p-20 * cd_length2(first) * cd_length2(other);
}

cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_times asked,
                           cd_interval *interval) {
    assert(cd_has_segment_core(a) && cd_has_segment_core(b) && !cd_is_zero(motion));
    const cd_vec at[2] = {a->as.segment.a, a->as.segment.b},
                 on[2] = {b->as.segment.a, b->as.segment.b};
    double radius = a->radius + b->radius;
    if (!(radius > 0))
        return CD_UNKNOWN;
    int j, i = nearest_end(at, on, 2, &j);
    cd_vec e = cd_sub(on[1 - j], on[j]), f = cd_sub(at[i], at[1 - i]), diagonal = cd_add(e, f);
    cd_faceted difference;
    difference.dim = a->dim;
    difference.facets = 1;
    difference.lids = 0;
    difference.facet[0] = parallelogram((cd_vec){0, 0, 0}, f, f, e);
    difference.middle = cd_scale(diagonal, 0.5);
    difference.reach = 0.5 * sqrt(cd_max(cd_length2(diagonal), cd_length2(cd_sub(e, f))));
    difference.radius = radius;
    double far = cd_max(cd_max(cd_max_abs(at[0]), cd_max_abs(at[1])),
                        cd_max(cd_max_abs(on[0]), cd_max_abs(on[1])));
    cd_facet_point nearest[2] = {{.edge = 0}, {.edge = 0}};
    double part[2];
    cd_verdict verdict = cd_ray_facets(&difference, cd_sub(at[i], on[j]), motion, asked,
                                       cd_max(far, radius), interval, nearest);
    if (verdict != CD_MEETS)
        return verdict;
    interval->has_points = part_of_first_edge(&difference.facet[0], &nearest[0], &part[0]) &
                           part_of_first_edge(&difference.facet[0], &nearest[1], &part[1]);
    interval->enter_point =
        cd_add_scaled(cd_add_scaled(on[j], part[0], e), b->radius, interval->enter_normal);
    interval->exit_point =
        cd_add_scaled(cd_add_scaled(on[j], part[1], e), b->radius, interval->exit_normal);
    return CD_MEETS;
}

// --------------------------------------------------------------------------------------- triangles

// The edges of a triangle from its corner `first` on.
static void edges_from(const cd_vec v[3], int first, cd_vec edge[3]) {
    for (int i = 0; i < 3; i++)
        edge[i] = cd_sub(v[(first + i + 1) % 3], v[(first + i) % 3]);
}

// Whether a triangle is no needle, of which the faces are known less well.
static bool has_faces(const cd_vec edge[3]) {
    double size = cd_max(cd_max_abs(edge[0]), cd_max_abs(edge[2]));
    return cd_max_abs(cd_cross(edge[0], edge[2])) > 0x1p-20 * size * size;
}

static cd_facet triangle_facet(cd_vec p, const cd_vec edge[3]) {
    cd_vec q = cd_add(p, edge[0]);
    return (cd_facet){{p, q, cd_sub(p, edge[2]), p}, {edge[0], edge[1], edge[2], {0, 0, 0}}};
}

cd_verdict cd_cast_at_triangle(cd_vec center, cd_vec motion, const cd_shape *triangle,
                               double radius, cd_times asked, cd_interval *interval) {
    assert(triangle->kind == CD_TRIANGLE && radius > 0 && !cd_is_zero(motion));
    const cd_vec *v = triangle->as.triangle.v;
    double square;
    int first = nearest_of(v, 3, center, &square);
    cd_vec edge[3], o = cd_sub(center, v[first]);
    edges_from(v, first, edge);
    if (!has_faces(edge))
        return CD_UNKNOWN;
    cd_faceted rounded;
    rounded.dim = triangle->dim;
    rounded.facets = 1;
    rounded.lids = 0;
    rounded.facet[0] = triangle_facet((cd_vec){0, 0, 0}, edge);
    rounded.middle = (cd_vec){0, 0, 0};
    rounded.reach = sqrt(cd_max(cd_length2(edge[0]), cd_length2(edge[2])));
    rounded.radius = radius;
    double far = cd_max_abs(center) + cd_max_abs(v[first]) + rounded.reach + radius;
    cd_facet_point nearest[2] = {{.edge = 0}, {.edge = 0}};
    cd_verdict verdict = cd_ray_facets(&rounded, o, motion, asked, far, interval, nearest);
    interval->starts_apart |= cd_length(o) - rounded.reach - radius > CD_CLEAR_GAP * far;
    interval->has_points = verdict == CD_MEETS;
    interval->enter_point = cd_add(v[first], nearest[0].at);
    interval->exit_point = cd_add(v[first], nearest[1].at);
    return verdict;
}

// The prism that a triangle with its first corner at 0 sweeps along f. Each facet is seen from its
// corner that is nearest to 0.
static void sweep_triangle(cd_faceted *prism, const cd_vec edge[3], cd_vec f) {
    const cd_vec zero = {0, 0, 0}, second = edge[0], third = cd_negate(edge[2]);
    prism->facets = 5;
    prism->lids = 2;
    prism->facet[0] = parallelogram(zero, second, edge[0], f);
    prism->facet[1] = parallelogram(second, third, edge[1], f);
    prism->facet[2] = parallelogram(zero, third, third, f);
    prism->facet[3] = triangle_facet(zero, edge);
    prism->facet[4] = triangle_facet(f, edge);
    prism->middle = cd_scale(f, 0.5);
    prism->reach = sqrt(cd_max(cd_length2(edge[0]), cd_length2(edge[2]))) + 0.5 * cd_length(f);
}

// The touched point of the triangle or of the capsule, `of_triangle`, without its radius, from that
// of the prism. Returns false where it is known less well.
static bool touched_point(const cd_faceted *prism, const cd_facet_point *nearest, cd_vec from,
                          bool of_triangle, cd_vec *point) {
    double part = nearest->facet == 4;
    bool known =
        nearest->facet >= 3 || part_of_first_edge(&prism->facet[nearest->facet], nearest, &part);
    cd_vec swept = cd_scale(prism->facet[0].edge[0], -part);
    *point = cd_add(from, of_triangle ? cd_add(nearest->at, swept) : swept);
    return known;
}

cd_verdict cd_cast_capsule_triangle(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                    cd_times asked, cd_interval *i) {
    bool swapped = a->kind == CD_TRIANGLE;
    const cd_shape *capsule = swapped ? b : a, *triangle = swapped ? a : b;
    assert(cd_has_segment_core(capsule) && triangle->kind == CD_TRIANGLE && !cd_is_zero(motion));
    const cd_vec end[2] = {capsule->as.segment.a, capsule->as.segment.b};
    const cd_vec *v = triangle->as.triangle.v;
    int corner, k = nearest_end(end, v, 3, &corner);
    cd_vec edge[3], first = v[corner];
    edges_from(v, corner, edge);
    cd_faceted prism;
    prism.dim = a->dim;
    prism.radius = a->radius + b->radius;
    if (!(prism.radius > 0 && prism.dim == 3 && has_faces(edge)))
        return CD_UNKNOWN;
    sweep_triangle(&prism, edge, cd_sub(end[k], end[1 - k]));
    double far = cd_max(cd_max_abs(end[0]), cd_max_abs(end[1]));
    for (int c = 0; c < 3; c++)
        far = cd_max(cd_max_abs(v[c]), far);
    cd_facet_point nearest[2] = {{.edge = 0}, {.edge = 0}};
    cd_vec d = swapped ? cd_negate(motion) : motion, from = swapped ? end[k] : first;
    cd_verdict verdict = cd_ray_facets(&prism, cd_sub(end[k], first), d, asked,
                                       cd_max(far, prism.radius), i, nearest);
    if (verdict != CD_MEETS)
        return verdict;
    i->has_points = touched_point(&prism, &nearest[0], from, !swapped, &i->enter_point) &
                    touched_point(&prism, &nearest[1], from, !swapped, &i->exit_point);
    i->enter_normal = swapped ? cd_negate(i->enter_normal) : i->enter_normal;
    i->exit_normal = swapped ? cd_negate(i->exit_normal) : i->exit_normal;
    i->enter_point = cd_add_scaled(i->enter_point, b->radius, i->enter_normal);
    i->exit_point = cd_add_scaled(i->exit_point, b->radius, i->exit_normal);
    return CD_MEETS;
}

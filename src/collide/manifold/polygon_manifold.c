// The contact points of two polygons in the plane: each turns an edge towards the other, and seen
// along the normal both are intervals, whose intersection has two ends. The choices are those of
// manifold.c and contact_candidates.c, of two candidates.
#include "collide/manifold/polygon_manifold.h"
#include "collide/manifold/contact_candidates.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/planar/polygon_sat.h"
#include "collide/simd/hot.h"

// The cosine of 60 degrees: an edge that is tilted more is no contact feature.
static const double least_cosine = 0.5;
// Heights that differ by less than this part of the size are equal.

// An edge seen along the normal from b's contact point: its ends, x across the normal and z along.
typedef struct {
    double x[2], z[2];
} seen_edge;

// The edge beside a vertex that is turned most to a direction; false where that is no feature.
static inline bool see_edge(const cd_ring *r, int vertex, double dx, double dy,
                            const cd_ring_contact *at, seen_edge *seen) {
    int last = cd_ring_previous(r, vertex);
    double turned = r->nx[vertex] * dx + r->ny[vertex] * dy;
    double turned_last = r->nx[last] * dx + r->ny[last] * dy;
    int e = turned_last > turned ? last : vertex;
    for (int i = 0; i < 2; i++) {
        double x = r->x[e + i] - at->x[1], y = r->y[e + i] - at->y[1];
        seen->x[i] = at->nx * y - at->ny * x;
        seen->z[i] = at->nx * x + at->ny * y;
    }
    return cd_max(turned, turned_last) >= least_cosine;
}

static inline double height_at(const seen_edge *e, double x) {
    double t = (x - e->x[0]) / (e->x[1] - e->x[0]);
    return e->z[0] + t * (e->z[1] - e->z[0]);
}

// Point i of the manifold, at x across the normal and z along it; that of the contact at x = 0.
static inline void put_point(cd_contact_points *m, int i, double x, double z, double distance) {
    const cd_separation *c = &m->contact;
    cd_vec b = {c->point_b.x - x * c->normal.y + z * c->normal.x,
                c->point_b.y + x * c->normal.x + z * c->normal.y, 0};
    m->points[i] = (cd_contact_point){cd_add_scaled(b, distance, c->normal), b, distance};
}

// Adds the ends of the interval in which both edges face each other: the deeper one first, of
// equal ones the farther in a fixed direction.
static inline void put_ends(const seen_edge *a, const seen_edge *b, double size, double margin,
                            cd_contact_points *m) {
    const cd_vec n = m->contact.normal, fixed = {0.4836, 0.7373, 0};
    double least = m->contact.distance, noise = CD_TOUCH_OF_MANY * size;
    double low = cd_max(cd_min(a->x[0], a->x[1]), cd_min(b->x[0], b->x[1]));
    double high = cd_min(cd_max(a->x[0], a->x[1]), cd_max(b->x[0], b->x[1]));
    double span = cd_max(fabs(a->x[1] - a->x[0]), fabs(b->x[1] - b->x[0]));
    span = cd_max(span, cd_candidates_span_of_rounding * cd_max_abs(m->contact.point_b));
    double same = cd_max(8 * noise, cd_candidates_distinct * span);
    bool ahead = fixed.y * n.x - fixed.x * n.y > 0; // high is farther in the fixed direction
    double x[2] = {ahead ? high : low, ahead ? low : high}, z[2], distance[2];
    for (int i = 0; i < 2; i++) {
        z[i] = height_at(b, x[i]);
        distance[i] = height_at(a, x[i]) - z[i];
    }
    bool deep[2] = {distance[0] <= least + noise, distance[1] <= least + noise};
    int first = deep[0] ? 0 : 1;
    if (!deep[first]) // the contact's own point alone is as deep
        first = fabs(x[1]) > fabs(x[0]) ? 0 : 1;
    else if (fabs(x[first]) > same)
        put_point(m, 0, x[first], z[first], least);
    double from = deep[first] && fabs(x[first]) > same ? x[first] : 0, to = x[!first];
    if (!(fabs(to - from) > same) || !(distance[!first] <= cd_max(margin, least + noise)))
        return;
    put_point(m, 1, to, z[!first], cd_max(cd_min(distance[!first], cd_max(margin, least)), least));
    m->count = 2;
}

static inline cd_verdict find_manifold(const cd_shape *a, const cd_shape *b, bool boxes,
                                       double margin, cd_contact_points *m) {
    cd_ring_pair x;
    cd_ring_contact at;
    seen_edge of_a, of_b;
    if (!cd_ring_pair_search(&x, a, b, boxes))
        return CD_UNKNOWN;
    if (x.gap > margin + x.noise)
        return CD_MISSES;
    if (!cd_ring_pair_contact(&x, &at))
        return CD_UNKNOWN;
    if (at.distance > margin)
        return CD_MISSES;
    cd_ring_separation(&x, &at, &m->contact);
    m->count = 1;
    m->points[0] = (cd_contact_point){m->contact.point_a, m->contact.point_b, m->contact.distance};
    if (see_edge(&x.ring[0], at.vertex[0], -at.nx, -at.ny, &at, &of_a) &
        see_edge(&x.ring[1], at.vertex[1], at.nx, at.ny, &at, &of_b))
        put_ends(&of_a, &of_b, cd_max(x.ring[0].size, x.ring[1].size), margin, m);
    return CD_MEETS;
}

// Two boxes have a function of their own, in which the numbers of edges are constants.
CD_HOT static cd_verdict manifold_of_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                           cd_contact_points *m) {
    return find_manifold(a, b, true, margin, m);
}

CD_HOT static cd_verdict manifold_of_any(const cd_shape *a, const cd_shape *b, double margin,
                                         cd_contact_points *m) {
    return find_manifold(a, b, false, margin, m);
}

cd_verdict cd_manifold_polygons(const cd_shape *a, const cd_shape *b, double margin,
                                cd_contact_points *m) {
    if (a->radius + b->radius > 0 || a->dim != 2)
        return CD_UNKNOWN;
    if (a->kind == CD_BOX && b->kind == CD_BOX)
        return manifold_of_boxes(a, b, margin, m);
    if (!cd_are_rings(a, b) || a->kind == CD_POINT || b->kind == CD_POINT)
        return CD_UNKNOWN;
    return manifold_of_any(a, b, margin, m);
}

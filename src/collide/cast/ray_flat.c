// A rounded flat polygon is the union of the capsules round its edges and, in space, of the slab
// between its two faces. As the union is convex, a ray enters it where it enters the first of the
// parts and leaves it where it leaves the last.
#include "collide/cast/ray_flat.h"

#include "collide/cast/ray_cast.h"

#include <assert.h>
#include <float.h>

typedef struct {
    const cd_flat_polygon *polygon;
    cd_vec o, d; // the ray
    cd_vec n;    // of the polygon, of any length
    cd_interval *interval;
    bool meets;
} flat_ray;

static void join(flat_ray *r, double enter, double exit) {
    r->interval->enter = r->meets ? cd_min(r->interval->enter, enter) : enter;
    r->interval->exit = r->meets ? cd_max(r->interval->exit, exit) : exit;
    r->meets = true;
}

static cd_vec edge(const cd_flat_polygon *p, int i) {
    return cd_sub(p->corner[(i + 1) % p->count], p->corner[i]);
}

static bool join_edge(flat_ray *r, int i) {
    const cd_flat_polygon *p = r->polygon;
    cd_shape shape = cd_capsule(p->dim, p->corner[i], p->corner[(i + 1) % p->count], p->radius);
    cd_ray ray = {.origin = r->o, .direction = r->d, .tmax = INFINITY, .shape = &shape};
    cd_interval interval;
    cd_verdict verdict = cd_ray_cast(&ray, &interval);
    if (verdict == CD_MEETS)
        join(r, interval.enter, interval.exit);
    return verdict != CD_UNKNOWN;
}

// Whether a point lies over the polygon, between its edges.
static bool is_over(const flat_ray *r, cd_vec x) {
    const cd_flat_polygon *p = r->polygon;
    bool over = true;
    for (int i = 0; i < p->count && over; i++)
        over = cd_dot(cd_cross(edge(p, i), cd_sub(x, p->corner[i])), r->n) >= 0;
    return over;
}

// Where the ray passes the face that lies `radius` along a unit normal, if that is between the
// edges.
static void join_face(flat_ray *r, cd_vec unit) {
    double t = (r->polygon->radius - cd_dot(r->o, unit)) / cd_dot(r->d, unit);
    if (isfinite(t) && is_over(r, cd_add_scaled(r->o, t, r->d)))
        join(r, t, t);
}

// The normal where the ray enters or leaves: away from the nearest point of the polygon. Which part
// is the first one does not tell it, as beside an edge both are equal to rounding; nor does the
// distance between an edge, which beside its end is as near as that, and the end.
static cd_vec normal_at(const flat_ray *r, double t) {
    const cd_flat_polygon *p = r->polygon;
    cd_vec x = cd_add_scaled(r->o, t, r->d), from_edge = {0, 0, 0}, from_corner = {0, 0, 0};
    if (p->dim == 3 && !cd_is_zero(r->n) && is_over(r, x))
        return cd_normalized(cd_scale(r->n, cd_dot(x, r->n) < 0 ? -1 : 1), r->n);
    double edge2 = INFINITY, corner2 = INFINITY;
    for (int i = 0; i < p->count; i++) {
        cd_vec e = edge(p, i), from = cd_sub(x, p->corner[i]);
        double square = cd_length2(from), ee = cd_length2(e), along = cd_dot(from, e);
        from_corner = square < corner2 ? from : from_corner;
        corner2 = cd_min(square, corner2);
        if (!(along > 0 && along < ee))
            continue;
        if (2 * along > ee) // from the nearer end, where less is lost
            from = cd_sub(x, p->corner[(i + 1) % p->count]);
        cd_vec across = cd_scale(cd_cross(e, cd_cross(from, e)), 1 / ee);
        from_edge = cd_length2(across) < edge2 ? across : from_edge;
        edge2 = cd_min(cd_length2(across), edge2);
    }
    bool edge_is_nearest = edge2 <= (1 + 8 * DBL_EPSILON) * corner2;
    return cd_normalized(edge_is_nearest ? from_edge : from_corner, cd_negate(r->d));
}

cd_verdict cd_ray_flat(const cd_flat_polygon *p, cd_vec origin, cd_vec direction,
                       cd_interval *interval) {
    assert(p->count == 3 || p->count == 4);
    assert(p->radius > 0 && cd_is_zero(p->corner[0]) && !cd_is_zero(direction));
    flat_ray r = {.polygon = p, .o = origin, .d = direction, .interval = interval};
    *interval = (cd_interval){0};
    for (int i = 0; i < p->count; i++)
        if (!join_edge(&r, i))
            return CD_UNKNOWN;
    cd_vec n = cd_cross(p->corner[1], p->corner[p->count - 1]);
    double square = cd_length2(n);
    if (p->dim == 3 && square > 0x1p-500 && square < 0x1p500) {
        r.n = n;
        cd_vec unit = cd_scale(n, 1 / sqrt(square));
        join_face(&r, unit);
        join_face(&r, cd_negate(unit));
    }
    if (!r.meets)
        return CD_MISSES;
    interval->enter_normal = normal_at(&r, interval->enter);
    interval->exit_normal = normal_at(&r, interval->exit);
    return CD_MEETS;
}

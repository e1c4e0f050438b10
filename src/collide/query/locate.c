// Where on a shape a point of an answer lies: in which part of a set, on which feature of a
// polytope, where in a triangle. It is found afterwards, from the answer, so a query that nobody
// asks for it pays nothing.
#include "collide/cast/convex_cast.h"
#include "collide/narrow/separate.h"
#include "collide/set/set_distance.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"

// A normal that is within this angle of one of a larger feature is that feature's: many times what
// a normal loses where the cores are as near as they usually are.
static const double same_direction = 0x1p-20;

// ------------------------------------------------------------------------------------- the part

// What a distance is known to, as a part of the coordinates; and one from a curved core.
static double known_to(const cd_shape *set) {
    return isfinite(set->as.set.core->least_axis) ? 0x1p-28 : 0x1p-40;
}

typedef struct {
    cd_part best;
    double miss; ///< how far the point is from its surface
    double size; ///< its largest coordinate
    double most; ///< of the first of those that do not miss by more
    bool found;
} part_search;

static double miss_of(const cd_shape *point, const cd_shape *part) {
    return fabs(cd_separate_convex(point, part).distance);
}

static void visit_nearest(cd_traversal *t, const cd_shape *point, const cd_shape *part,
                          cd_part whole, cd_part name) {
    part_search *s = t->context;
    const double miss = miss_of(point, part);
    (void)whole;
    if (s->found && miss >= s->miss)
        return;
    *s = (part_search){name, miss, cd_set_largest_coordinate(part), 0, true};
}

static bool is_before(cd_part a, cd_part b) {
    return a.part < b.part || (a.part == b.part && a.node < b.node);
}

static void visit_first(cd_traversal *t, const cd_shape *point, const cd_shape *part, cd_part whole,
                        cd_part name) {
    part_search *s = t->context;
    (void)whole;
    if (is_before(name, s->best) && miss_of(point, part) <= s->most)
        s->best = name;
}

// The part on whose surface the point lies; of several to within rounding, for a part of that size,
// the one with the smallest index. size: the largest number from which the point was computed.
static cd_part find_part(const cd_shape *set, cd_vec at, double size) {
    const cd_shape point = cd_point(set->dim, at);
    const double whole = cd_max(size, cd_max(cd_set_largest_coordinate(set), cd_set_size(set)));
    part_search s = {.found = false};
    for (double limit = known_to(set) * whole; !s.found;
         limit = cd_max(limit * 0x1p10, CD_SMALLEST))
        cd_set_each_part_pair(&point, set, limit, visit_nearest, &s);
    s.most = s.miss + known_to(set) * cd_max(size, s.size);
    cd_set_each_part_pair(&point, set, s.most, visit_first, &s);
    return s.best;
}

// ---------------------------------------------------------------------------------- the triangle

// The weights of the vertices of the edge from i to k at the point of it that is nearest to p, and
// how far that is, squared.
static double weigh_on_edge(const cd_vec v[3], int i, int k, cd_vec p, double weights[3]) {
    const cd_vec along = cd_sub(v[k], v[i]);
    const double length2 = cd_length2(along);
    const double t = length2 > 0 ? cd_dot(cd_sub(p, v[i]), along) / length2 : 0;
    const double at = cd_min(cd_max(t, 0), 1);
    weights[0] = weights[1] = weights[2] = 0;
    weights[i] = 1 - at;
    weights[k] += at;
    return cd_length2(cd_sub(p, cd_add_scaled(v[i], at, along)));
}

// The barycentric coordinates of the point of a triangle nearest to p. Those of p's projection are
// the signed areas of the triangles that it makes with the edges; where one is negative, or the
// triangle has no area, the nearest point lies on an edge.
static void weigh(const cd_vec v[3], cd_vec p, double weights[3]) {
    const cd_vec n = cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0]));
    const double area = cd_length2(n);
    bool inside = area > 0;
    for (int i = 0; i < 3 && inside; i++) {
        const cd_vec from = cd_sub(v[(i + 1) % 3], p), to = cd_sub(v[(i + 2) % 3], p);
        weights[i] = cd_dot(n, cd_cross(from, to)) / area;
        inside = weights[i] >= 0;
    }
    if (inside) {
        const double sum = weights[0] + weights[1] + weights[2];
        for (int i = 0; i < 3; i++)
            weights[i] /= sum;
        return;
    }
    double nearest = INFINITY;
    for (int i = 0; i < 3; i++) {
        double other[3], gap = weigh_on_edge(v, i, (i + 1) % 3, p, other);
        if (gap >= nearest)
            continue;
        nearest = gap;
        for (int k = 0; k < 3; k++)
            weights[k] = other[k];
    }
}

// ----------------------------------------------------------------------------------- the feature

// The vertices, edges and faces of a polytope or a triangle.
typedef struct {
    const cd_vec *vertices;
    const int (*edges)[2];
    int vertex_count, edge_count;
    const cd_vec *face_normals;
    int face_count;
    bool flat; ///< in space: its face looks both ways
} feature_list;

// The face with that normal; -1: none.
static int find_face(const feature_list *f, cd_vec n) {
    double nearest = same_direction;
    int best = -1;
    for (int i = 0; i < f->face_count; i++) {
        const cd_vec m = f->face_normals[i];
        double off = cd_max_abs(cd_sub(m, n));
        if (f->flat)
            off = cd_min(off, cd_max_abs(cd_add(m, n)));
        if (off < nearest)
            best = i;
        nearest = cd_min(nearest, off);
    }
    return best;
}

// The edge both of whose ends are as far along n as any vertex; -1: none.
static int find_edge(const feature_list *f, cd_vec n, int highest) {
    double least = same_direction;
    int best = -1;
    for (int i = 0; i < f->edge_count; i++) {
        const cd_vec a = f->vertices[f->edges[i][0]], b = f->vertices[f->edges[i][1]];
        const cd_vec top = f->vertices[highest];
        const double below = cd_max(cd_dot(cd_sub(top, a), n), cd_dot(cd_sub(top, b), n));
        const double length = cd_length(cd_sub(b, a));
        if (!(below < least * length))
            continue;
        least = below / length;
        best = i;
    }
    return best;
}

static int find_vertex(const feature_list *f, cd_vec n) {
    int best = 0;
    for (int i = 1; i < f->vertex_count; i++)
        if (cd_dot(cd_sub(f->vertices[i], f->vertices[best]), n) > 0)
            best = i;
    return best;
}

// The support feature along n, the largest one that all is farthest along n.
static void find_feature(const feature_list *f, cd_vec n, cd_location *location) {
    const int vertex = find_vertex(f, n), face = find_face(f, n);
    const int edge = face < 0 ? find_edge(f, n, vertex) : -1;
    location->feature = face >= 0 ? CD_ON_FACE : edge >= 0 ? CD_ON_EDGE : CD_ON_VERTEX;
    location->index = face >= 0 ? face : edge >= 0 ? edge : vertex;
}

static void locate_on_triangle(const cd_shape *s, cd_vec point, cd_vec n, cd_location *location) {
    static const int edges[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    const cd_vec *v = s->as.triangle.v;
    const cd_vec normal = cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0]));
    const double area = cd_length(normal);
    const cd_vec unit = cd_scale(normal, area > 0 ? 1 / area : 0);
    const feature_list list = {v, edges, 3, 3, &unit, s->dim == 3 && area > 0, true};
    find_feature(&list, n, location);
    location->is_triangle = true;
    weigh(v, cd_add_scaled(point, -s->radius, n), location->barycentric);
}

static void locate_on_polytope(const cd_shape *s, cd_vec n, cd_location *location) {
    const cd_polytope *p = s->as.polytope.core;
    const feature_list list = {p->vertices,     p->edges,      p->vertex_count,   p->edge_count,
                               p->face_normals, p->face_count, p->face_count == 1};
    find_feature(&list, n, location);
}

static cd_location locate(const cd_shape *shape, cd_vec point, cd_vec normal, double size) {
    cd_location location = {.part = -1, .triangle = -1, .feature = CD_ON_NONE};
    cd_part name = {CD_WHOLE, CD_WHOLE};
    if (cd_is_set(shape)) {
        name = find_part(shape, point, size);
        location.part = name.part;
        location.triangle = name.node;
    }
    const cd_shape part = cd_set_part_at(shape, name);
    if (part.kind == CD_TRIANGLE)
        locate_on_triangle(&part, point, normal, &location);
    else if (cd_is_polytope(&part))
        locate_on_polytope(&part, normal, &location);
    return location;
}

cd_location cd_locate(const cd_shape *shape, cd_vec point, cd_vec normal) {
    return locate(shape, point, normal, cd_max_abs(point));
}

// ------------------------------------------------------------------------------------ the answers

static cd_shape part_of(const cd_shape *shape, const cd_location *location) {
    return cd_set_part_at(shape, (cd_part){location->part, location->triangle});
}

// The largest number of a shape from which points on it are computed; of a set, where its parts
// are.
static double size_of(const cd_shape *s) {
    return cd_is_set(s) ? cd_max_abs(s->as.set.offset) : cd_set_largest_coordinate(s);
}

// travelled: how far the shapes have moved.
static cd_locations locate_both(const cd_shape *a, const cd_shape *b, const cd_separation *at,
                                double travelled) {
    const double points = cd_max(cd_max_abs(at->point_a), cd_max_abs(at->point_b));
    const double size = cd_max(cd_max(size_of(a), size_of(b)), points) + travelled;
    return (cd_locations){locate(a, at->point_a, cd_negate(at->normal), size),
                          locate(b, at->point_b, at->normal, size), at->normal};
}

cd_locations cd_locate_contact(const cd_shape *a, const cd_shape *b, const cd_separation *contact) {
    cd_locations l = locate_both(a, b, contact, 0);
    if (cd_is_set(a) || cd_is_set(b)) {
        const cd_shape part_a = part_of(a, &l.a), part_b = part_of(b, &l.b);
        l.part_normal = cd_separate_convex(&part_a, &part_b).normal;
    }
    return l;
}

// The normal of the hit of two parts; that of the sets where rounding lets the parts miss.
static cd_vec own_normal(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                         const cd_hit *hit) {
    cd_hit own;
    const double tmax = hit->t + 0x1p-20 * fabs(hit->t);
    return cd_convex_cast(a, motion, b, motion_b, tmax, &own) ? own.normal : hit->normal;
}

// Where a hit is on both shapes as they were at t = 0. Where sets overlap then, the point of a ray
// need not lie on a surface: so it is where the way out ends.
static cd_separation touch_of(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                              const cd_hit *hit) {
    if (hit->inside && (cd_is_set(a) || cd_is_set(b))) {
        cd_separation start = cd_separate(a, b);
        start.normal = hit->normal;
        return start;
    }
    return (cd_separation){0, hit->normal, cd_add_scaled(hit->point, -hit->t, motion),
                           cd_add_scaled(hit->point, -hit->t, motion_b)};
}

cd_locations cd_locate_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                           const cd_hit *hit) {
    const cd_separation touch = touch_of(a, motion, b, motion_b, hit);
    const double travelled = hit->t * cd_max(cd_max_abs(motion), cd_max_abs(motion_b));
    cd_locations l = locate_both(a, b, &touch, travelled);
    if (cd_is_set(a) || cd_is_set(b)) {
        const cd_shape part_a = part_of(a, &l.a), part_b = part_of(b, &l.b);
        l.part_normal = own_normal(&part_a, motion, &part_b, motion_b, hit);
    }
    return l;
}

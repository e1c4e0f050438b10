// The core of a convex shape: what remains without its rounding ball. It is the one place where
// queries distinguish the kinds of shapes; the algorithms behind it know four kinds of cores. A
// polytope core has vertices, edge directions and face normals, since the shortest translation out
// of an overlap is along a face normal or across an edge of each core.
#ifndef COLLIDE_SHAPE_CORE_H
#define COLLIDE_SHAPE_CORE_H

#include "collide/collide.h"
#include "collide/simd/hot.h"
#include "collide/simd/hull_lanes.h"

#include <float.h>

typedef enum { CD_CORE_POLYTOPE, CD_CORE_LINE, CD_CORE_HALFSPACE, CD_CORE_CURVED } cd_core_kind;

typedef struct cd_core {
    cd_core_kind kind;
    int dim;
    // The vertices of a line: its point; of a curved core: the ends of its axis. They are seen from
    // `offset`.
    int vertex_count, edge_count, face_count;
    const cd_vec *vertices;
    cd_vec offset;
    bool far_offset;             // it is what is large in the coordinates of the vertices
    const cd_polytope *polytope; // NULL: edges and faces are in edge[] and face[]
    cd_vec edge[3], face[3];
    cd_vec half;      // of a box that is not given by its corners; else zero
    cd_vec direction; // unit, of a line or of the axis of a curved core
    double rim[2];    // curved: the radii of the discs around vertices 0 and 1
    cd_vec normal;    // of a half-space, unit
    double level;     // of a half-space
    cd_vec storage[8];
} cd_core;

/// Fills in the core of a convex shape. A polytope is referred to, not copied; `vertices` may point
/// into the core itself, so a core must not be copied by value.
void cd_core_of(cd_core *core, const cd_shape *shape);

/// cd_core_of, as seen from an origin (local_frame.h); of a half-space: zero.
void cd_core_seen_from(cd_core *core, const cd_shape *shape, cd_vec origin);

/// Shapes whose core is a point, and those whose core is a segment.
static inline bool cd_has_point_core(const cd_shape *s) {
    return s->kind == CD_POINT || s->kind == CD_SPHERE;
}

static inline bool cd_has_segment_core(const cd_shape *s) {
    return s->kind == CD_SEGMENT || s->kind == CD_CAPSULE;
}

/// Whether the core of another kind of shape degenerates to a point, and the sphere that the shape
/// is then.
bool cd_has_degenerate_core(const cd_shape *shape, cd_shape *sphere);

/// Adds to the rounding radius of a shape; a point becomes a sphere, a segment a capsule.
static inline void cd_shape_grow(cd_shape *shape, double radius) {
    if (shape->kind == CD_POINT || shape->kind == CD_SEGMENT)
        shape->kind = shape->kind == CD_POINT ? CD_SPHERE : CD_CAPSULE;
    shape->radius += radius;
}

/// The largest absolute coordinate of the shape's core.
double cd_core_size(const cd_shape *shape);

/// The same of a core.
double cd_core_extent(const cd_core *core);

/// The largest absolute coordinate or radius in the bounded parts of a set.
static inline double cd_set_size(const cd_shape *set) {
    return set->as.set.core->size + cd_max_abs(set->as.set.offset);
}

/// The largest coordinate or radius of two convex shapes.
double cd_pair_size(const cd_shape *a, const cd_shape *b);

/// The largest coordinate of the axis of a cylinder or cone; INFINITY of other shapes.
static inline double cd_axis_size(const cd_shape *s) {
    return cd_is_curved(s) ? cd_max_abs(cd_sub(s->as.curved.b, s->as.curved.a)) : INFINITY;
}

/// The unit vector from a to b of a cylinder or cone.
cd_vec cd_curved_axis(const cd_shape *shape);

/// Vertex i as seen from the core's offset.
static inline cd_vec cd_core_inside(const cd_core *core, int i) { return core->vertices[i]; }

static inline cd_vec cd_core_vertex(const cd_core *core, int i) {
    return cd_add(core->offset, cd_core_inside(core, i));
}

/// The vector from q in b to p in a, both as seen from the offsets. The large parts are subtracted
/// first, so that vertices far from the origin keep the digits of the edges between them.
static inline cd_vec cd_core_between(const cd_core *a, cd_vec p, const cd_core *b, cd_vec q) {
    const cd_vec zero = {0, 0, 0};
    bool far_a = a->far_offset, far_b = b->far_offset;
    cd_vec large =
        cd_sub(far_a ? a->offset : cd_add(a->offset, p), far_b ? b->offset : cd_add(b->offset, q));
    if (!far_a && !far_b)
        return large;
    return cd_add(large, cd_sub(far_a ? p : zero, far_b ? q : zero));
}

static inline cd_vec cd_core_edge(const cd_core *core, int i) {
    if (!core->polytope)
        return core->edge[i];
    const int *e = core->polytope->edges[i];
    return cd_sub(core->vertices[e[1]], core->vertices[e[0]]);
}

static inline cd_vec cd_core_face(const cd_core *core, int i) {
    return core->polytope ? core->polytope->face_normals[i] : core->face[i];
}

/// Whether the faces on both sides of each edge are known: of a solid polytope.
static inline bool cd_core_has_edge_faces(const cd_core *core) {
    return core->polytope && core->polytope->edge_faces && core->face_count > 1;
}

/// Whether vertices may be looked for in single precision first.
static inline bool cd_core_has_lanes(const cd_core *core, cd_vec direction) {
    double longest = cd_max_abs(direction);
    return core->polytope && core->polytope->lanes && longest > 0x1p-100 && longest < 0x1p100;
}

/// Bit i is set where vertex i may be the farthest along a direction; 0: there is no quick result.
static inline uint64_t cd_core_support_candidates(const cd_core *core, cd_vec direction) {
    if (core->vertex_count > 64 || !cd_core_has_lanes(core, direction))
        return 0;
    return cd_hull_lanes_candidates(core->polytope->lanes, core->vertex_count, (float)direction.x,
                                    (float)direction.y, (float)direction.z);
}

/// cd_core_support_from of more than 64 vertices with lanes.
int cd_core_support_of_many(const cd_core *core, cd_vec direction, int from);

/// The corner of a box, one bit an axis, that lies farther along a direction than any other by more
/// than the rounding of heights; -1: there is none.
static inline int cd_box_corner_along(const cd_core *box, cd_vec direction) {
    double x = cd_dot(box->face[0], direction), y = cd_dot(box->face[1], direction),
           z = cd_dot(box->face[2], direction);
    double lead =
        cd_min(cd_min(fabs(x) * box->half.x, fabs(y) * box->half.y), fabs(z) * box->half.z);
    bool clear = lead > 0x1p-40 * cd_max_abs(direction) * cd_max_abs(box->half);
    return clear ? (x > 0) | (y > 0) << 1 | (z > 0) << 2 : -1;
}

/// The vertex farthest along a direction; of several, `from` or else the first. Heights are
/// measured from vertex `from`, so that those of vertices near it keep their digits.
static inline int cd_core_support_from(const cd_core *core, cd_vec direction, int from) {
    int best = from;
    double most = 0;
    cd_vec origin = core->vertices[from];
    int corner = core->half.z > 0 ? cd_box_corner_along(core, direction) : -1;
    if (corner >= 0)
        return corner;
    uint64_t top = cd_core_support_candidates(core, direction);
    if (top) {
        do {
            int i = __builtin_ctzll(top);
            double height = cd_dot(cd_sub(core->vertices[i], origin), direction);
            best = height > most ? i : best;
            most = height > most ? height : most;
        } while (top &= top - 1);
        return best;
    }
    if (core->vertex_count > 64 && cd_core_has_lanes(core, direction))
        return cd_core_support_of_many(core, direction, from);
    for (int i = 0; i < core->vertex_count; i++) {
        double height = cd_dot(cd_sub(core->vertices[i], origin), direction);
        best = height > most ? i : best;
        most = height > most ? height : most;
    }
    return best;
}

/// The support point of a curved core: on a rim, or the centre of a cap that is perpendicular to
/// the direction to within rounding.
cd_vec cd_curved_support(const cd_core *core, cd_vec direction);

static inline int cd_core_support(const cd_core *core, cd_vec direction) {
    return cd_core_support_from(core, direction, 0);
}

/// cd_core_support, or a vertex as far to single precision.
static inline int cd_core_support_nearly(const cd_core *core, cd_vec direction) {
    if (!core->polytope || !core->polytope->lanes)
        return cd_core_support(core, direction);
    return cd_hull_lanes_support(core->polytope->lanes, core->vertex_count, (float)direction.x,
                                 (float)direction.y, (float)direction.z);
}

/// The largest coordinate of any vertex from vertex 0, and of a curved core also its first radius.
double cd_core_largest_coordinate(const cd_core *core);

/// The support point of a bounded core, as seen from the core's offset, and its vertex, searched
/// from vertex *index; -1 for a curved core.
static inline cd_vec cd_core_support_inside(const cd_core *core, cd_vec direction, int *index) {
    if (core->kind == CD_CORE_CURVED) {
        *index = -1;
        return cd_curved_support(core, direction);
    }
    *index = cd_core_support_from(core, direction, *index);
    return cd_core_inside(core, *index);
}

/// The support point of a core and its vertex; of a line: its point.
static inline cd_vec cd_core_support_point(const cd_core *core, cd_vec direction, int *index) {
    *index = 0;
    return cd_add(core->offset, cd_core_support_inside(core, direction, index));
}

/// The first and last vertex along a direction: indices, and heights above vertex 0. Of a curved
/// core they are the heights of its rims, and the indices -1.
typedef struct cd_projection {
    int low, high;
    double min, max;
} cd_projection;
cd_projection cd_core_project(const cd_core *core, cd_vec direction);

/// Points that represent the support feature of a curved core along a unit direction: a point of
/// each rim, or three where the caps are perpendicular to the direction to within `clear`, and an
/// apex. Returns their number.
enum { CD_CURVED_SUPPORT_POINTS = 6 };
int cd_curved_support_points(const cd_core *core, cd_vec direction, double clear,
                             cd_vec corners[CD_CURVED_SUPPORT_POINTS]);

#endif

// The shapes of collide.h: the face of src/collide/shape. A shape is plain data. The functions here
// make, validate, move, rotate and bound shapes.
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include "collide/vec.h"

#include <stddef.h>

CD_BEGIN_PUBLIC

typedef enum cd_kind {
    CD_POINT,
    CD_SPHERE,
    CD_SEGMENT,
    CD_CAPSULE,
    CD_LINE,
    CD_PLANE,
    CD_BOX,
    CD_TRIANGLE,
    CD_POLYGON,
    CD_HULL,
    CD_CYLINDER,
    CD_CONE,
    CD_MESH, // sets come last: see cd_is_set
    CD_COMPOUND,
    CD_SOLID
} cd_kind;

enum { CD_KIND_COUNT = CD_SOLID + 1 };

/// "sphere", "capsule", ...: the name of its constructor in Lua.
const char *cd_kind_name(cd_kind kind);

/// The convex hull of some points with its features, as built by cd_polytope_build; immutable. An
/// edge is a pair of vertices; a face normal is unit, and its face contains vertex
/// `face_vertices[i]`. In 2D the vertices run counter-clockwise and there are no faces. A polytope
/// without an interior (flat, a segment, a point) has the features of its own dimension: a flat one
/// in 3D has one face normal.
typedef struct cd_polytope {
    int dim;
    int vertex_count, edge_count, face_count;
    int point_count; ///< how many points it is the hull of, before it was rotated too
    const cd_vec *vertices;
    const int (*edges)[2];
    /// Of a solid: the faces on both sides of each edge. May be NULL, which makes depths slower.
    const int (*edge_faces)[2];
    const cd_vec *face_normals;
    const int *face_vertices;
    double size; ///< the largest coordinate, absolute
    // These make queries faster; `lanes` may be NULL.
    const float *lanes;        ///< the vertices as structure-of-arrays floats (hull_lanes.h)
    cd_vec middle;             ///< of the bounds of the vertices
    double largest_from_first; ///< the largest coordinate of any vertex from the first
} cd_polytope;

/// An axis-aligned box; infinite components where what is in it has no end.
typedef struct cd_bounds {
    cd_vec min, max;
} cd_bounds;

static inline bool cd_bounds_are_finite(cd_bounds box) {
    return cd_is_finite(box.min) && cd_is_finite(box.max);
}

/// A box around both.
static inline cd_bounds cd_bounds_join(cd_bounds a, cd_bounds b) {
    const cd_bounds box = {
        {cd_min(a.min.x, b.min.x), cd_min(a.min.y, b.min.y), cd_min(a.min.z, b.min.z)},
        {cd_max(a.max.x, b.max.x), cd_max(a.max.y, b.max.y), cd_max(a.max.z, b.max.z)}};
    return box;
}

/// The box around count >= 1 points.
static inline cd_bounds cd_bounds_around(const cd_vec *points, int count) {
    cd_bounds box = {points[0], points[0]};
    for (int i = 1; i < count; i++) {
        const cd_bounds point = {points[i], points[i]};
        box = cd_bounds_join(box, point);
    }
    return box;
}

/// Whether two boxes have a point in common.
static inline bool cd_bounds_meet(cd_bounds a, cd_bounds b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/// The parts of a mesh or a compound and a tree of boxes over them, as built by cd_mesh_build and
/// cd_compound_build; immutable.
typedef struct cd_set {
    int dim;
    int part_count;
    bool has_surface; ///< it is or holds a mesh or a solid
    bool has_inside;  ///< compound: it holds a solid
    double size;      ///< the largest coordinate or radius, absolute
    double built;     ///< the largest coordinate of a polytope among the parts where it was built
    double
        least_axis; ///< the least largest coordinate of the axis of a cylinder or cone; or INFINITY
    int vertex_count; ///< mesh: else 0
    const cd_vec *vertices;
    const int (*triangles)[3];     ///< mesh: the parts, as indices of vertices
    const struct cd_shape *shapes; ///< compound: the parts; no compounds
    const cd_bounds *boxes;        ///< compound: of the parts
    int unbounded_count;
    const int *unbounded; ///< the parts that are lines and planes
    // The tree over the bounded parts (wide_bvh.h).
    int node_count;
    const struct cd_wide_node *nodes;
    const struct cd_wide_link *links;
    const struct cd_wide_box *node_boxes;
    const int *items; ///< the parts in the order of the tree
    cd_bounds box;    ///< around them
    double scale;     ///< of the tree's frame
} cd_set;

/// A convex shape: a core and a rounding radius; or a set of such shapes, without a radius of its
/// own. Plain data, to be copied by value. A hull or polygon refers to a polytope, a mesh or
/// compound to a set, which must outlive it and may be shared by many shapes. The order of the
/// fields is relied upon: vectors are read in four lanes, so none may be the last field (see
/// CD_VEC4_READABLE).
typedef struct cd_shape {
    cd_kind kind;
    int dim;       ///< 2 or 3
    double radius; ///< rounding radius, >= 0 (0 for point, segment, plane, cylinder, cone)
    union {
        cd_vec center; ///< point, sphere
        struct {
            cd_vec a, b; ///< ends of the core
        } segment;       ///< segment, capsule
        struct {
            cd_vec point, direction; ///< direction is unit
        } line;
        struct {
            cd_vec normal; ///< unit, out of the solid
            double offset; ///< solid where normal . x <= offset
        } plane;
        struct {
            cd_vec center, half; ///< half extents, >= 0
            cd_vec axes[3];      ///< orthonormal; in 2D the third is +z
            cd_vec min, max;     ///< the corners, if not rotated
            cd_quat rotation;    ///< identity in 2D
            double angle;        ///< rotation in 2D, radians; 0 in 3D
            bool rotated;
            bool corners; ///< given by its corners: these are exact, center and half are rounded
        } box;
        struct {
            cd_vec v[3];
        } triangle;
        struct {
            const cd_polytope *core;
            cd_vec offset; ///< added to every vertex: what cd_shape_move changes
        } polytope;        ///< polygon, hull
        struct {
            const cd_set *core;
            cd_vec offset; ///< added to every part
        } set;             ///< mesh, solid, compound
        struct {
            cd_vec a, b;   ///< centres of the caps; a cone: centre of the base, apex; a != b
            double radius; ///< of the caps, the base: not a rounding, the edge is sharp
        } curved;          ///< cylinder, cone
    } as;
} cd_shape;

/// Sizes below CD_SMALLEST are made 0.
cd_shape cd_point(int dim, cd_vec position);
cd_shape cd_sphere(int dim, cd_vec center, double radius);
cd_shape cd_segment(int dim, cd_vec a, cd_vec b);
cd_shape cd_capsule(int dim, cd_vec a, cd_vec b, double radius);
/// direction: any length but zero, stored unit. radius > 0: an infinite cylinder (2D: a strip).
cd_shape cd_line(int dim, cd_vec point, cd_vec direction, double radius);
/// The half-space normal . x <= offset. normal: any length but zero, stored unit, and the offset is
/// divided by the same length.
cd_shape cd_plane(int dim, cd_vec normal, double offset);
/// The half-space with `point` on its surface.
cd_shape cd_plane_through(int dim, cd_vec normal, cd_vec point);
/// The unrotated box between two corners, min <= max in each component.
cd_shape cd_aabb(int dim, cd_vec min, cd_vec max);
/// The oriented box. 2D: see cd_box2.
cd_shape cd_box(cd_vec center, cd_vec half, cd_quat rotation, double radius);
/// The oriented box in 2D, turned by an angle in radians.
cd_shape cd_box2(cd_vec center, cd_vec half, double angle, double radius);
cd_shape cd_triangle(int dim, cd_vec a, cd_vec b, cd_vec c, double radius);
/// The solid between flat caps around a and b, in 3D. a != b; radius 0 is a segment.
cd_shape cd_cylinder(cd_vec a, cd_vec b, double radius);
/// The cone over a flat base, in 3D. base != apex; radius 0 is a segment.
cd_shape cd_cone(cd_vec base, cd_vec apex, double radius);
/// A polygon (core->dim 2) or a hull (3) over a polytope that the caller keeps alive.
cd_shape cd_polytope_shape(const cd_polytope *core, double radius);

/// A mesh or a compound over a set that the caller keeps alive.
cd_shape cd_set_shape(const cd_set *set);

/// A polygon or a hull.
static inline bool cd_is_polytope(const cd_shape *shape) {
    return shape->kind == CD_POLYGON || shape->kind == CD_HULL;
}

/// A mesh, a solid or a compound; every other shape is convex.
static inline bool cd_is_set(const cd_shape *shape) { return shape->kind >= CD_MESH; }

/// A mesh or a solid: its parts are triangles.
static inline bool cd_is_mesh(const cd_shape *shape) {
    return shape->kind == CD_MESH || shape->kind == CD_SOLID;
}

/// A solid, or a compound that holds one: a set with an inside that no part of it is.
static inline bool cd_has_inside(const cd_shape *shape) {
    return shape->kind == CD_SOLID ||
           (shape->kind == CD_COMPOUND && shape->as.set.core->has_inside);
}

/// A cylinder or a cone.
static inline bool cd_is_curved(const cd_shape *shape) {
    return shape->kind == CD_CYLINDER || shape->kind == CD_CONE;
}

/// A line or a plane.
static inline bool cd_is_unbounded(const cd_shape *shape) {
    return shape->kind == CD_LINE || shape->kind == CD_PLANE;
}

/// NULL where the shape is valid; else a description of what is wrong, as one clause that starts
/// with the field: "radius must be finite and >= 0, got -1". The text lives in a per-thread buffer
/// until the next call. There is no other validator: constructors in Lua raise its message, C code
/// may assert it.
const char *cd_shape_error(const cd_shape *shape);

/// The number of parts of a shape, 1 where it is convex, and one of the parts. A part of a compound
/// may be a mesh.
int cd_shape_part_count(const cd_shape *shape);
cd_shape cd_shape_part(const cd_shape *shape, int index);

/// Adds v to every point of the shape.
void cd_shape_move(cd_shape *shape, cd_vec v);

/// The shape rotated about a point: by `rotation` in 3D, by `angle` (radians) in 2D; the other one
/// is ignored. Polytopes and sets are built anew in `memory` of cd_shape_rotated_size bytes, of
/// which the result uses the first cd_polytope_used or cd_set_used bytes (of a compound: all).
size_t cd_shape_rotated_size(const cd_shape *shape);
cd_shape cd_shape_rotated(const cd_shape *shape, cd_quat rotation, double angle, cd_vec about,
                          void *memory);

/// The shape's middle: its centre, the midpoint of its ends or axis, the mean of its vertices; the
/// point of a line; the point of a plane nearest to the origin; the mean of the middles of a
/// compound's parts.
cd_vec cd_shape_middle(const cd_shape *shape);

/// The number of core vertices, and one of the vertices. A line, plane, cylinder, cone or compound
/// has none.
int cd_shape_vertex_count(const cd_shape *shape);
cd_vec cd_shape_vertex(const cd_shape *shape, int index);

/// A point of the shape farthest along `direction` (any length; zero counts as +y). Along
/// directions in which a line or plane is unbounded the point is at infinity: components may be
/// infinite but never NaN. Of a set: that of all its parts.
cd_vec cd_support(const cd_shape *shape, cd_vec direction);

/// The smallest axis-aligned box around the shape; infinite components for lines and planes.
cd_bounds cd_shape_bounds(const cd_shape *shape);

/// The largest absolute coordinate or radius of a shape; of an infinite one that of what it was
/// made from. What touches it, to rounding, is as far from it as some ulps of this.
double cd_shape_largest_coordinate(const cd_shape *shape);

/// The smallest sphere around count >= 1 points (Welzl 1991 with move to front; supports solved by
/// Gaertner's incremental method 1999); its radius is rounded up so that it contains them all.
/// `order` is scratch for count ints.
cd_shape cd_bounding_sphere(int dim, const cd_vec *points, int count, int *order);

/// The smallest axis-aligned box around count >= 1 points.
cd_shape cd_bounding_box(int dim, const cd_vec *points, int count);

CD_END_PUBLIC

#endif

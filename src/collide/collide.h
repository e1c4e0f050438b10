// The face of src/collide: exact collision queries between convex shapes and sets of them, in 2D
// and 3D, in double precision.
//
// Every convex shape is a core (point, segment, line, half-space, box, polytope, cylinder, cone)
// plus a ball of `radius` around each of its points. One theorem carries all queries: the signed
// distance of two rounded shapes is the signed distance of their cores minus both radii, with the
// same normal. So cd_separate is the narrow phase, and every other query is derived from it. A set
// of convex parts (mesh, compound) runs it on the pairs of parts that a bounding volume hierarchy
// leaves.
//
// Frames and units: one right-handed world frame, y up, any unit of length. Dimension 2 means z = 0
// everywhere. Nothing here allocates (the builders write to memory they are given), keeps a pointer
// to an argument, or fails on valid input: a shape is valid where cd_shape_error returns NULL, and
// other numbers are in the range that vec.h states.
//
// Threads: nothing here has a state of its own, so threads may call any functions at the same time,
// as long as none writes what another one reads or writes. So they may share shapes, polytopes and
// sets that nobody changes. A batch is for one thread at a time, as its queries write to it.
#ifndef COLLIDE_COLLIDE_H
#define COLLIDE_COLLIDE_H

#include "collide/vec.h"
#include "collide/version.h"

#include <stddef.h>

CD_BEGIN_PUBLIC

// ---------------------------------------------------------------------------------------- shapes

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

/// The most points of a polytope, and the most vertices or triangles of a mesh: few enough that an
/// int counts what is built of them.
enum { CD_COUNT_MAX = 1 << 28 };

/// The bytes that cd_polytope_build needs for `count` points; 0 where it would return NULL.
size_t cd_polytope_size(int count);

/// Builds the convex hull of 1 to CD_COUNT_MAX finite points (duplicates, collinear and coplanar
/// ones are fine) into `memory` of cd_polytope_size bytes, aligned for a double; the result lies at
/// its start. Exact predicates: exactly the true vertices, edges and faces are found, for any
/// input. Quickhull (Barber, Dobkin, Huhdanpaa 1996); predicates by expansions (Shewchuk 1997).
/// `used` (may be NULL): bytes from the start of memory that the result occupies; the rest is
/// scratch and may be dropped. Solid hulls keep the order of the points; flat
/// ones, and all in 2D, give a ring. The hull of the vertices of a hull is the same bit for bit.
/// NULL where the count or the dimension is none.
const cd_polytope *cd_polytope_build(int dim, const cd_vec *points, int count, void *memory,
                                     size_t *used);

/// Copies a polytope with its arrays to `memory` (at least the `used` bytes of its build).
const cd_polytope *cd_polytope_copy(const cd_polytope *source, void *memory);

/// The bytes a polytope and its arrays occupy.
size_t cd_polytope_used(const cd_polytope *polytope);

/// The bytes that cd_mesh_build needs; 0 where a count is none that it takes.
size_t cd_mesh_size(int vertex_count, int triangle_count);

/// Builds a surface of triangle_count >= 1 triangles over finite vertices, given by indices from 0,
/// into `memory` of cd_mesh_size bytes, aligned for a double; no argument is kept. In 2D the
/// triangles are filled. Degenerate triangles are segments or points. The tree is built by binned
/// surface areas (Wald 2007). `used` as in cd_polytope_build. NULL where a count is not 1 to
/// CD_COUNT_MAX, an index is that of no vertex, or the dimension is not 2 or 3.
const cd_set *cd_mesh_build(int dim, const cd_vec *vertices, int vertex_count,
                            const int (*triangles)[3], int triangle_count, void *memory,
                            size_t *used);

/// Whether a mesh bounds a solid, or what is wrong with it.
typedef enum cd_solid_verdict {
    CD_SOLID_CLOSED,
    CD_SOLID_OPEN,    ///< an edge has no triangle, or not enough of them, on its other side
    CD_SOLID_TURNED,  ///< an edge runs the same way in two triangles: one is turned over
    CD_SOLID_REPEATED ///< a triangle is there twice
} cd_solid_verdict;

/// The first edge that is wrong: of `triangle`, between two vertices. other: the second triangle of
/// CD_SOLID_TURNED and CD_SOLID_REPEATED, else -1.
typedef struct cd_solid_flaw {
    cd_solid_verdict verdict;
    int triangle, other;
    int from, to;
} cd_solid_flaw;

/// The bytes that cd_solid_build needs.
size_t cd_solid_size(const cd_shape *mesh);

/// Makes the solid that a mesh in 3D bounds: what a ray from there leaves through an odd number of
/// triangles, and the triangles themselves; so a shell in another one is a cavity, however it is
/// turned. Every edge has to run as often one way as the other; vertices at one place are one
/// vertex, and triangles with two corners at one place do not count. The solid refers to the set of
/// the mesh or, where the mesh is inside out as a whole, to a copy with all triangles turned, at
/// the start of `memory` (cd_solid_size bytes, aligned for a double; the copy occupies cd_set_used
/// of them, the rest is scratch). Returns false and says why where the mesh bounds none.
bool cd_solid_build(const cd_shape *mesh, void *memory, cd_shape *solid, cd_solid_flaw *flaw);

/// The bytes that cd_compound_build needs.
size_t cd_compound_size(const cd_shape *shapes, int count);

/// Builds a set of count >= 1 valid shapes of one dimension. It contains copies of them, and of
/// compounds copies of their parts; the polytopes and meshes that they refer to must outlive it.
const cd_set *cd_compound_build(const cd_shape *shapes, int count, void *memory, size_t *used);

/// How a polygon with holes was split, or why it was not.
typedef enum cd_outline_verdict {
    CD_OUTLINE_SPLIT,
    CD_OUTLINE_CROSSES, ///< two edges cross, overlap or touch
    CD_OUTLINE_EMPTY,   ///< a loop encloses no area
    CD_OUTLINE_OUTSIDE  ///< a hole is not inside the outline, or is in another hole
} cd_outline_verdict;

/// edges: of CD_OUTLINE_CROSSES, the points from which and to which each of the two leads. loop: of
/// the others. Else convex pieces, counter-clockwise: piece i has the points vertices[starts[i]]
/// up to vertices[starts[i + 1] - 1], in the caller's memory.
typedef struct cd_outline {
    cd_outline_verdict verdict;
    int edges[2][2];
    int loop;
    int piece_count;
    const int *starts, *vertices;
} cd_outline;

/// The bytes that cd_outline_split needs for `count` points in all.
size_t cd_outline_size(int count);

/// Splits a simple polygon in the plane into convex pieces that share no interior, at most four
/// times as many as need be, without new points. Loop 0 is the outline, the others are holes in it;
/// loop i has the finite points from ends[i - 1] (0) to ends[i] - 1, in any direction. Points that
/// repeat the one before or lie within a straight edge are left out. Only exact predicates decide.
/// memory: cd_outline_size bytes, aligned for a double.
cd_outline cd_outline_split(const cd_vec *points, const int *ends, int loop_count, void *memory);

/// Copies a set with its arrays to `memory` (at least the `used` bytes of its build), which may be
/// its own memory.
const cd_set *cd_set_copy(const cd_set *source, void *memory);

/// The bytes a set and its arrays occupy.
size_t cd_set_used(const cd_set *set);

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

// --------------------------------------------------------------------------------------- queries

/// Signed distance between two shapes and the points that realise it.
///   distance  gap; if negative, minus the shortest separating translation   [length]
///             -INFINITY where no translation separates (crossing planes)
///   normal    unit, out of b towards a; +y where the cores coincide; never NaN
///   point_a   on a's surface, point_b on b's; always finite
///   point_a - point_b == distance * normal (where distance is finite)
/// Sets of parts overlap where two parts do. Their depth is that of a translation which separates
/// all parts at once: the shortest to a millionth of it; of very many parts, in time bounded by
/// 12,000 rays, one of which no nearby translation is shorter (see free_directions.c). There, a gap
/// between parts that is narrower than 2^-42 of the largest coordinate counts as closed. Two sets
/// that both contain a mesh have no depth: where they overlap, distance is -INFINITY, normal is +y,
/// and both points are one that they have in common; nor have solids. A solid overlaps what is
/// inside of it: the depth of a point is the distance from its surface; that of other shapes may be
/// longer than the shortest way (see solids.c). The order of the fields is relied upon: closed
/// forms write the vectors in four lanes, in this order (see CD_VEC4_WRITABLE).
typedef struct cd_separation {
    double distance;
    cd_vec normal;
    cd_vec point_a, point_b;
} cd_separation;

/// Whether both are or contain a mesh: surfaces have no inside, so an overlap of them no depth.
bool cd_are_surfaces(const cd_shape *a, const cd_shape *b);

/// a, b: valid and of one dimension; neither kept nor changed. Exact up to rounding; does not
/// allocate.
cd_separation cd_separate(const cd_shape *a, const cd_shape *b);

/// distance(a, b) <= 0: closed sets, touching counts.
bool cd_overlap(const cd_shape *a, const cd_shape *b);

double cd_distance(const cd_shape *a, const cd_shape *b);

/// The separation where its distance is <= margin; returns whether there is one.
bool cd_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact);

/// One of the points in which two shapes touch, nearly do or overlap: point_a - point_b ==
/// distance * normal with the contact's normal; point_a lies on a's surface, point_b on b's.
typedef struct cd_contact_point {
    cd_vec point_a, point_b;
    double distance;
} cd_contact_point;

typedef struct cd_contact_points {
    cd_separation contact;
    int count; ///< 1 to 4, in 2D 1 or 2
    cd_contact_point points[4];
} cd_contact_points;

/// The contact and the points that span it: the contact manifold. Each shape has a feature there:
/// its support feature along the normal or, where that is no face, the adjoining face that is
/// tilted the least, by at most 60 degrees; of a cylinder or cone a cap, as 32 points of its rim,
/// or one straight line of its side. Seen along the normal, the corners of the area where both
/// features overlap are contact points if their distance is <= margin, or equal to that of the
/// contact to within rounding (2^-45 of the largest coordinate; 2^-30 with a curved core). The
/// first is the deepest, with the contact's distance (it is the contact's own point, if no corner
/// is as deep). Of more than four these are kept: the deepest, the farthest from it, the farthest
/// from the line of both, and the one that adds the most area; of equal ones the farthest in a
/// fixed direction. Of points on one line, the two ends are kept. Where the area is unbounded (two
/// planes, a line along a plane) and where distance is -INFINITY, the only point is the contact's
/// own. Sets: the points of all parts, of at most 4,096 pairs of parts, that lie on the surface of
/// the whole set.
bool cd_manifold(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *manifold);

bool cd_contains(const cd_shape *shape, cd_vec point);

/// A motion of a against b and the interval of times in which they touch. Sets of parts may touch
/// in several intervals: then it is the one that contains t. Intervals that adjoin to within
/// rounding are joined. The order of the fields is relied upon: closed forms write the vectors in
/// four lanes (see CD_VEC4_WRITABLE).
///   t            first time of touch in the allowed range, in units of the motion
///   point        the touched point of b then (a ray: origin + t * direction)
///   normal       b's outward unit normal there, towards a; where inside: that of cd_separate; of a
///                set: outward for all parts that touch there
///   enter, exit  the interval of touch on the unbounded line of motion; may be infinite
///   exit_point   the touched point of b at exit, exit_normal b's outward normal there; both zero
///                vectors where exit is infinite
///   inside       enter <= 0: they touch or overlap at t = 0 (then t is 0)
///   approach     minus the relative motion along the normal; <= 0: sliding or separating
typedef struct cd_hit {
    double t;
    cd_vec point, normal;
    double enter, exit;
    cd_vec exit_point, exit_normal;
    bool inside;
    double approach;
} cd_hit;

/// The ray origin + t * direction, 0 <= t <= tmax, against a shape. direction: any length, also
/// zero; tmax >= 0, may be infinite. Returns whether there is a hit; without one
/// *hit is undefined.
bool cd_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax, cd_hit *hit);

/// Whether cd_raycast has a hit, without it: the line of sight, at a fraction of the time.
bool cd_occluded(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax);

/// a moving by t * motion against b moving by t * motion_b, 0 <= t <= 1. Points are given where b
/// has moved to. The times are the roots of sd(a + t v, b), which is convex in t: in closed form
/// for spheres and capsules, for sharp polytopes where a line passes the surface of their
/// difference, otherwise by Newton's method from outside.
bool cd_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                  cd_hit *hit);

/// How a shape moves and turns at constant velocities: at time t, from 0 to 1, its point p is at
/// about + t * motion + R(t) (p - about), where R(t) turns by t * rotation: a vector along the axis
/// whose length is the angle in radians, in 2D (0, 0, angle). An angle is at most CD_MOST_TURNING.
typedef struct cd_path {
    cd_vec motion, rotation, about;
} cd_path;

#define CD_MOST_TURNING 0x1p20

/// Whether cd_time_of_impact knows two shapes that turn: not if both are, or hold, lines or planes.
bool cd_may_turn(const cd_shape *a, const cd_shape *b);

/// The bytes that cd_time_of_impact needs.
size_t cd_time_of_impact_size(const cd_shape *a, const cd_shape *b);

/// The first time in [0, 1] at which a and b touch, each on its path. Never late: before it they
/// overlap by no more than rounding; at it they are at most 2^-44 of the largest coordinate apart.
/// Of the hit, t, point, normal, inside and approach (of the touched point) are as of cd_shapecast;
/// enter is t, and exit, which is not looked for, INFINITY. Where neither turns it is cd_shapecast.
/// Two shapes that cd_may_turn excludes have none. `memory` of cd_time_of_impact_size bytes,
/// aligned for a double, is scratch. Conservative advancement (Mirtich 1996), with a bound that is
/// exact to first order.
bool cd_time_of_impact(const cd_shape *a, const cd_path *path_a, const cd_shape *b,
                       const cd_path *path_b, void *memory, cd_hit *hit);

// -------------------------------------------------------------------------------- which part it
// was

typedef enum cd_on { CD_ON_NONE, CD_ON_VERTEX, CD_ON_EDGE, CD_ON_FACE } cd_on;

/// Where on the surface of a shape an answer lies.
///   part         of a set, of which it is the smallest index on whose surface the point lies to
///                within rounding; -1: the shape is convex
///   triangle     of a mesh that is a part of a compound; else -1
///   feature      of a triangle, polygon or hull (or such a part): its support feature along the
///                normal, the largest that is farthest to within 2^-20 of a right angle;
///                CD_ON_NONE of other kinds
///   index        of that vertex, edge or face in the cd_polytope; edge i of a triangle is from its
///                vertex i to the next one, and its face is 0
///   barycentric  of a triangle: the weights of its vertices, >= 0 and 1 together, at the point of
///                it that is nearest
typedef struct cd_location {
    int part, triangle;
    cd_on feature;
    int index;
    bool is_triangle;
    double barycentric[3];
} cd_location;

/// Where a point of the surface of a shape lies, with the outward normal there. A point that is not
/// on the surface is taken to the nearest part.
cd_location cd_locate(const cd_shape *shape, cd_vec point, cd_vec normal);

/// Where both points of an answer lie. part_normal: the normal of the same query of those two parts
/// alone; of a set, the answer's is outward for all parts that touch there.
typedef struct cd_locations {
    cd_location a, b;
    cd_vec part_normal;
} cd_locations;

/// The same of a contact of two shapes (a point of a manifold: with its own points), and of a hit
/// of cd_shapecast; that of a ray is one of its origin as a point that moves by the direction.
cd_locations cd_locate_contact(const cd_shape *a, const cd_shape *b, const cd_separation *contact);
cd_locations cd_locate_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                           const cd_hit *hit);

/// A hit of one convex part, with its own interval of touch, points and normals. part, triangle: as
/// in a cd_location.
typedef struct cd_part_hit {
    int part, triangle;
    cd_hit hit;
} cd_part_hit;

/// cd_raycast at, or cd_shapecast of a at, each convex part of a shape by itself; a convex shape is
/// its own part. Returns the number of hits and writes up to `capacity` of them, ordered by t and
/// then by part and triangle; where more than fit, those that were found first.
int cd_raycast_parts(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                     cd_part_hit *hits, int capacity);
int cd_shapecast_parts(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                       cd_part_hit *hits, int capacity);

// ----------------------------------------------------------------------------- many shapes at once

/// Shapes for queries of all of them at once: a tree over their bounds, which the first query after
/// a change brings up to date. It keeps the pointers, not the shapes. A query writes to its
/// scratch: one thread at a time.
typedef struct cd_batch cd_batch;

/// The bytes that cd_batch_build needs.
size_t cd_batch_size(int count);

/// Prepares count >= 0 valid shapes of one dimension in `memory`, aligned for a double.
cd_batch *cd_batch_build(const cd_shape *const *shapes, int count, void *memory);

/// To be called after the shape at an index has changed or was replaced by another.
void cd_batch_update(cd_batch *batch, int index, const cd_shape *shape);

/// At least the cd_shape_largest_coordinate of each of its shapes.
double cd_batch_largest_coordinate(const cd_batch *batch);

typedef struct cd_batch_hit {
    int index; ///< of the shape
    cd_hit hit;
} cd_batch_hit;

/// cd_raycast at each shape. Returns the number of hits and writes up to `capacity` of them,
/// ordered by t and then by index; where more than fit, those that were found first.
int cd_raycast_all(cd_batch *batch, cd_vec origin, cd_vec direction, double tmax,
                   cd_batch_hit *hits, int capacity);

/// cd_shapecast of a shape at each, all of which move by motion_b, as cd_raycast_all.
int cd_shapecast_all(const cd_shape *a, cd_vec motion, cd_batch *batch, cd_vec motion_b,
                     cd_batch_hit *hits, int capacity);

/// cd_occluded by any of the shapes.
bool cd_occluded_by_any(cd_batch *batch, cd_vec origin, cd_vec direction, double tmax);

/// cd_overlap of the shape with each. Writes the indices of those that overlap, in order, to
/// `indices`, which has room for the batch's count; returns their number.
int cd_overlap_all(const cd_shape *shape, cd_batch *batch, int *indices);

// ---------------------------------------------------------------------------------------- bounds

/// The smallest sphere around count >= 1 points (Welzl 1991 with move to front; supports solved by
/// Gaertner's incremental method 1999); its radius is rounded up so that it contains them all.
/// `order` is scratch for count ints.
cd_shape cd_bounding_sphere(int dim, const cd_vec *points, int count, int *order);

/// The smallest axis-aligned box around count >= 1 points.
cd_shape cd_bounding_box(int dim, const cd_vec *points, int count);

CD_END_PUBLIC

#endif

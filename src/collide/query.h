// The queries of collide.h: of two shapes, of a ray, of which part an answer is about, and of many
// shapes at once. The face of src/collide/query, cast, set, manifold, impact and batch.
#ifndef COLLIDE_QUERY_H
#define COLLIDE_QUERY_H

#include "collide/shape.h"

CD_BEGIN_PUBLIC

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

// ---------------------------------------------------------------------------------- parts

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

CD_END_PUBLIC

#endif

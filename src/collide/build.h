// Builders of what the shapes of shape.h refer to: convex hulls, meshes, solids, compounds, and the
// convex pieces of a polygon with holes. A face of src/collide/shape. Each builder writes to memory
// that the caller gives; a function beside it returns how many bytes it needs.
#ifndef COLLIDE_BUILD_H
#define COLLIDE_BUILD_H

#include "collide/shape.h"

CD_BEGIN_PUBLIC

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

CD_END_PUBLIC

#endif

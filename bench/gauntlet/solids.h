// Closed meshes and rays through their shared edges and vertices, the same for everybody.
#ifndef GAUNTLET_SOLIDS_H
#define GAUNTLET_SOLIDS_H

#include <stdbool.h>

enum { SOLID_MAX_VERTICES = 2600, SOLID_MAX_TRIANGLES = 5200, SOLID_COUNT = 12 };

typedef struct gauntlet_solid {
    const char *name;
    int vertex_count, triangle_count;
    double vertices[SOLID_MAX_VERTICES][3];
    int triangles[SOLID_MAX_TRIANGLES][3]; ///< counter-clockwise seen from outside
} gauntlet_solid;

/// Solid number `index`, turned and moved at random: a tetrahedron, a cube and a sphere of
/// triangles, each convex and around the point that gauntlet_ray takes for the inside, and a torus;
/// each at offsets 0, 10 and 1,000 times its size.
void gauntlet_make_solid(int index, gauntlet_solid *solid);

/// A ray that must hit: it goes through a point of the surface on an edge or a vertex, from the
/// inside out or from the outside in, to a depth well inside; at t = 1 it is there.
typedef struct gauntlet_ray {
    double origin[3], direction[3];
    bool vertex; ///< through a vertex, else through an edge
} gauntlet_ray;

/// Ray number `index` at the solid, made from the number alone.
void gauntlet_make_ray(const gauntlet_solid *solid, long index, gauntlet_ray *ray);

#endif

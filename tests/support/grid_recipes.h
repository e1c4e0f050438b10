// Recipes of shapes of every kind whose numbers lie on a grid of powers of two, so that a shape can
// be made far from the origin, or moved there, exactly.
#ifndef TESTS_GRID_RECIPES_H
#define TESTS_GRID_RECIPES_H

#include "collide/collide.h"
#include "random.h"

#include <math.h>

enum { KINDS = 17, POINTS = 10, MEMORY = 1 << 16 };

// A shape at the origin, what it is made of, and the same made or moved elsewhere.
typedef struct {
    int kind, dim;
    cd_vec p[POINTS], half;
    double radius, angle;
    cd_quat rotation;
    char memory[2][MEMORY];
} recipe;

static double grid; // the step of the coordinates

static inline double step(double d) { return grid * round(d / grid); }

static inline cd_vec on_grid(int dim, double size) {
    cd_vec v = vector(dim, size);
    return (cd_vec){step(v.x), step(v.y), step(v.z)};
}

static const char *const names[KINDS] = {
    "point", "sphere",   "segment",  "capsule",  "line",     "plane", "box",  "turned",  "rounded",
    "aabb",  "triangle", "polytope", "rounded ", "cylinder", "cone",  "mesh", "compound"};

static inline void draw_recipe(recipe *r, int kind, int dim) {
    r->kind = kind;
    r->dim = dim;
    cd_vec middle = on_grid(dim, 1.5);
    double size = unit() < 0.2 ? 0.25 : 1;
    for (int i = 0; i < POINTS; i++)
        r->p[i] = cd_add(middle, on_grid(dim, size));
    if (cd_equal(r->p[0], r->p[1]))
        r->p[1].x += grid;
    cd_vec h = on_grid(dim, size);
    r->half = (cd_vec){fabs(h.x), fabs(h.y), fabs(h.z)};
    r->radius = fabs(step(range(0, 0.75)));
    r->angle = range(-3, 3);
    r->rotation = cd_quat_from_axis(vector(3, 1), range(-3, 3));
}

// The shape moved by o: made there, or (`moved`) made at the origin and moved.
static inline cd_shape make_shape(recipe *r, cd_vec o, bool moved, int place) {
    static const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 4, 5}};
    cd_vec p[POINTS], to = moved ? (cd_vec){0, 0, 0} : o;
    void *memory = r->memory[place];
    for (int i = 0; i < POINTS; i++)
        p[i] = cd_add(r->p[i], to);
    int dim = r->dim;
    cd_vec along = cd_sub(r->p[1], r->p[0]);
    cd_shape s, parts[3];
    switch (r->kind) {
    case 0:
        s = cd_point(dim, p[0]);
        break;
    case 1:
        s = cd_sphere(dim, p[0], r->radius);
        break;
    case 2:
        s = cd_segment(dim, p[0], p[1]);
        break;
    case 3:
        s = cd_capsule(dim, p[0], p[1], r->radius);
        break;
    case 4:
        s = cd_line(dim, p[0], along, r->radius);
        break;
    case 5: // moved exactly along an axis only
        s = cd_plane_through(dim, (cd_vec){0, r->angle < 0 ? -1 : 1, 0}, p[0]);
        break;
    case 6:
        s = dim == 2 ? cd_box2(p[0], r->half, 0, 0)
                     : cd_box(p[0], r->half, (cd_quat){0, 0, 0, 1}, 0);
        break;
    case 7:
    case 8:
        s = dim == 2 ? cd_box2(p[0], r->half, r->angle, 0) : cd_box(p[0], r->half, r->rotation, 0);
        s.radius = r->kind == 8 ? r->radius : 0;
        break;
    case 9:
        s = cd_aabb(dim, cd_sub(p[0], r->half), cd_add(p[0], r->half));
        break;
    case 10:
        s = cd_triangle(dim, p[0], p[1], p[2], r->radius < 0.5 ? 0 : r->radius);
        break;
    case 11:
    case 12:
        s = cd_polytope_shape(cd_polytope_build(dim, p, POINTS, memory, NULL),
                              r->kind == 12 ? r->radius : 0);
        break;
    case 13:
        s = cd_cylinder(p[0], p[1], r->radius);
        break;
    case 14:
        s = cd_cone(p[0], p[1], r->radius);
        break;
    case 15:
        s = cd_set_shape(cd_mesh_build(dim, p, 6, faces, 4, memory, NULL));
        break;
    default:
        parts[0] = cd_capsule(dim, p[0], p[1], r->radius);
        parts[1] = cd_triangle(dim, p[2], p[3], p[4], 0);
        parts[2] = cd_aabb(dim, cd_sub(p[5], r->half), cd_add(p[5], r->half));
        s = cd_set_shape(cd_compound_build(parts, 3, memory, NULL));
        break;
    }
    if (moved)
        cd_shape_move(&s, o);
    return s;
}

static inline bool is_convex(const recipe *r) { return r->kind < 15; }

static inline bool fits(int kind, int dim) { return dim == 3 || (kind != 13 && kind != 14); }

#endif

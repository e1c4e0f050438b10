// Seeded cases for every pair of kinds, in styles on which collision code breaks.
#ifndef ACCURACY_GENERATE_H
#define ACCURACY_GENERATE_H

#include "body.h"

typedef enum {
    STYLE_UNIFORM,
    STYLE_SHARED,  // a coarse grid: shared features, parallel, exact touches
    STYLE_NEAR,    // nearly parallel and nearly touching
    STYLE_SCALE,   // ratios of size to 1e9
    STYLE_TANGENT, // touching, and motions that graze, to rounding
    STYLE_ZERO,    // sizes of zero, needles
    STYLE_FAR,     // coordinates around 1e9 with details of 1e-3
    STYLE_COUNT
} style;

extern const char *const style_names[STYLE_COUNT];

/// The kinds under test: those of cd_kind, the box with and without rotation.
typedef enum {
    NAME_POINT,
    NAME_SPHERE,
    NAME_SEGMENT,
    NAME_CAPSULE,
    NAME_LINE,
    NAME_PLANE,
    NAME_AABB,
    NAME_BOX,
    NAME_TRIANGLE,
    NAME_HULL, // in 2D a polygon
    NAME_CYLINDER,
    NAME_CONE,
    NAME_COMPOUND, // of sets.h
    NAME_MESH,
    NAME_COUNT
} kind_name;

const char *kind_text(kind_name name, int dim);

typedef struct test_case {
    int dim;
    style style;
    subject a, b;
    cd_vec motion, motion_b;
    double tmax;
    const cd_shape *asked; // a set of which b is the part that decides; else NULL
    bool verdict_only;
} test_case;

/// Draws case `seed` of a pair, `cast`: for casts, else for distances. What was made is freed by
/// case_drop.
void case_make(test_case *c, int dim, kind_name a, kind_name b, bool cast, unsigned long seed);
void case_drop(test_case *c);

/// The first shape takes over the motion of the second.
void case_as_ray(test_case *c);

void subject_move(subject *s, cd_vec v);

#endif

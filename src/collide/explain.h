// The face of src/collide for explanations: how a query came to its result. Which method it used,
// its iterations, the features that touch or are nearest, and how far the verdict is from the other
// one. For people who learn, and for tests of the queries.
#ifndef COLLIDE_EXPLAIN_H
#define COLLIDE_EXPLAIN_H

#include "collide/collide.h"

CD_BEGIN_PUBLIC

enum { CD_TRACE_STEPS = 64, CD_FEATURE_POINTS = 8 };

typedef enum { CD_STEP_SIMPLEX, CD_STEP_NEWTON } cd_step_kind;

/// One step of an iteration.
///   simplex  of GJK: the simplex has `count` vertices, each a support point of a's core minus one
///   of
///            b's; `nearest` is the point of the simplex nearest to the origin, `distance` away;
///            `gain`: by how much the next support point could bring it nearer
///   newton   of a cast: at time `t` the cores are `distance` apart, the rounded shapes `gap`, and
///            `nearest` is the unit normal
typedef struct cd_trace_step {
    cd_step_kind kind;
    int count;
    cd_vec a[3], b[3];
    cd_vec nearest;
    double distance, gain, t, gap;
} cd_trace_step;

/// The first steps, as many as there is room for, and how many more there were.
typedef struct cd_trace {
    int count, omitted;
    cd_trace_step steps[CD_TRACE_STEPS];
} cd_trace;

/// The support feature of a core along the normal: its vertices (of a large face the first eight).
///   next  by how much it lies farther along the normal than all other vertices: the least change
///   of
///         height that makes another feature the support; INFINITY where there are no others
typedef struct cd_feature {
    const char *kind; ///< "vertex", "edge", "face", "line" or "half-space"
    int count;
    cd_vec points[CD_FEATURE_POINTS];
    double next;
} cd_feature;

/// path     the method (of polygons in the plane and boxes that are apart the general one, which
///          finds the same as their closed forms): "closed form", "gjk", "axes", "half-space",
///          "lines", "newton" or "still"
/// margin   how far the verdict is from the other one: the absolute value of the least signed
///          distance (of a cast: along the whole line of motion); INFINITY where there is no least
/// a, b     the features that touch or come nearest; of sets, those of the deciding parts
typedef struct cd_explanation {
    const char *path;
    double margin;
    cd_feature a, b;
    cd_trace trace;
} cd_explanation;

/// cd_separate with an explanation.
cd_separation cd_explain_separation(const cd_shape *a, const cd_shape *b,
                                    cd_explanation *explanation);

/// cd_raycast and cd_shapecast with an explanation.
bool cd_explain_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit, cd_explanation *explanation);
bool cd_explain_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          cd_hit *hit, cd_explanation *explanation);

CD_END_PUBLIC

#endif

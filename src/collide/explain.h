// How an answer came about: the path that was taken, its steps, the features that decided, and how
// far the answer is from another one. For people who learn, and for tests of the queries.
#ifndef COLLIDE_EXPLAIN_H
#define COLLIDE_EXPLAIN_H

#include "collide/collide.h"

enum { CD_TRACE_STEPS = 64, CD_FEATURE_POINTS = 8 };

typedef enum { CD_STEP_SIMPLEX, CD_STEP_NEWTON } cd_step_kind;

/// One step of an iteration.
///   simplex  of GJK: `count` corners, each a point of a's core minus one of b's; `nearest`: the
///            point of their hull nearest to the origin, `distance` away; `gain`: by how much the
///            next support could bring it nearer
///   newton   of a cast: at time `t` the cores are `distance` apart (less the radii: `gap`), and
///            `nearest` is the unit normal
typedef struct cd_trace_step {
    cd_step_kind kind;
    int count;
    cd_vec a[3], b[3];
    cd_vec nearest;
    double distance, gain, t, gap;
} cd_trace_step;

/// The steps, as many as there is room for, and how many more there were.
typedef struct cd_trace {
    int count, omitted;
    cd_trace_step steps[CD_TRACE_STEPS];
} cd_trace;

/// The part of a core that is farthest along the normal: its vertices (of a large face the first).
///   next  how much farther than all other vertices: the least change of height that makes another
///         feature decide; INFINITY where there are no others
typedef struct cd_feature {
    const char *kind; ///< "vertex", "edge", "face", "line" or "half-space"
    int count;
    cd_vec points[CD_FEATURE_POINTS];
    double next;
} cd_feature;

/// path     "closed form", "gjk", "axes", "half-space", "lines", "newton" or "still"
/// margin   how far the verdict is from the other one: the least signed distance (along the whole
///          line of motion), absolute; INFINITY where that has no end
/// a, b     what touches or comes nearest; of sets, the parts that decide
typedef struct cd_explanation {
    const char *path;
    double margin;
    cd_feature a, b;
    cd_trace trace;
} cd_explanation;

/// cd_separate, explained.
cd_separation cd_explain_separation(const cd_shape *a, const cd_shape *b,
                                    cd_explanation *explanation);

/// cd_raycast and cd_shapecast, explained.
bool cd_explain_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit, cd_explanation *explanation);
bool cd_explain_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          cd_hit *hit, cd_explanation *explanation);

#endif

// The face of src/collide/explain: how a query came to its result. Each function runs the query
// itself and records its steps. It reports which features touch or are nearest, and how far the
// answer is from the opposite one. For people who learn, for whoever asks why, and for tests of the
// queries.
#ifndef COLLIDE_EXPLAIN_H
#define COLLIDE_EXPLAIN_H

#include "collide/character.h"
#include "collide/collide.h"

CD_BEGIN_PUBLIC

enum { CD_TRACE_STEPS = 128, CD_FEATURE_POINTS = 8 };

typedef enum {
    CD_STEP_FORMULA,     ///< a closed form
    CD_STEP_SIMPLEX,     ///< of GJK
    CD_STEP_FEATURES,    ///< of GJK: the nearest points of the features that its simplex names
    CD_STEP_FACE,        ///< of EPA
    CD_STEP_AXIS,        ///< of the separating axis test
    CD_STEP_SEPARATION,  ///< the distance query within another one
    CD_STEP_NEWTON,      ///< of a cast
    CD_STEP_BISECTION,   ///< of a cast that grazes
    CD_STEP_PORTAL,      ///< of a cast of sharp polytopes
    CD_STEP_SWEPT_AXIS,  ///< of a cast: an axis across the motion
    CD_STEP_ADVANCE,     ///< of the time of impact of what turns
    CD_STEP_NODE,        ///< of a set: a node of its tree is opened
    CD_STEP_PARTS,       ///< of a set: two parts are asked
    CD_STEP_TRANSLATION, ///< of the depth of a set: a way out; named: the best of some tried
    CD_STEP_SLIDE,       ///< of a character: a stop
    CD_STEP_RESULT       ///< the query's answer
} cd_step_kind;

/// One step. What a kind does not name is 0. Positions and normals are those of the world.
///   formula     `name`; runner_up: by how much the next feature or axis is behind
///   simplex     `count` vertices, each a support point of a's core minus one of b's; `nearest` is
///               its point nearest to the origin, `distance` away; `gain`: by how much the next
///               support point could bring it nearer. Of the boolean GJK (`name` is set) the
///               distance is that of a plane across `nearest` beyond which no point lies
///   features    distance, normal, point_a and point_b of the cores
///   face        the three vertices of the face nearest to the origin, which is `distance` away,
///               with the outward normal of b - a; `gain`: how far the support point is beyond it
///   axis        the translation along the normal that separates the cores is `distance` long;
///               a[0], b[0]: the vertices that touch then
///   separation  of a cast, at its start: distance, normal, point_a, point_b of the shapes
///   newton      at `t` the cores are `distance` apart, the rounded shapes `gap`, along the normal;
///               `slope`: of the gap over t
///   bisection   at `t` the cores are `distance` apart along the normal
///   portal      `count` vertices of the portal, its normal; at the end (`gain` is 0) the line of
///               motion passes it at `t`
///   swept axis  along the normal, across the motion, the cores are `distance` apart (negative: the
///               projections overlap)
///   advance     at `t` the shapes are `distance` apart along the normal; until `t + gain` they
///               certainly do not touch
///   node        the box from a[0] to a[1]; part_a or part_b: the number of the node, the other -1
///   parts       part_a, part_b: the numbers (-1: a convex shape), `distance` or, of a cast, `t`;
///               verdict: nearer, earlier or deeper than all before
///   translation the way `nearest`, `distance` long; verdict: it is free
///   slide       at the part `t` of the motion, the rest is turned to `nearest` by `count`
///               surfaces; normal: of the first
///   result      `name` of the query; verdict: yes, a hit, a contact; and as far as the query gives
///               them distance, normal, point_a, point_b, t, enter, exit; count: of points, hits
typedef struct cd_trace_step {
    cd_step_kind kind;
    const char *name;
    int count, part_a, part_b;
    bool verdict;
    cd_vec a[4], b[4];
    cd_vec nearest, normal, point_a, point_b;
    double distance, gain, runner_up, t, gap, slope, enter, exit;
} cd_trace_step;

/// The steps, of which the last is the result; where there are more than there is room for, the
/// first ones and the last, and how many were left out.
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

/// path     the method that decided: "closed form", "half-space", "lines", "gjk", "axes", "epa",
///          "ways out", "newton", "portal", "swept axes", "bisection", "advancement", "slide" or
///          "still"
/// margin   how far the verdict is from the other one: the absolute value of the least signed
///          distance (of a cast: along the whole line of motion); INFINITY where there is no least
/// a, b     the features that touch or come nearest; of sets, those of the deciding parts
typedef struct cd_explanation {
    const char *path;
    double margin;
    cd_feature a, b;
    cd_trace trace;
} cd_explanation;

// Each does and returns what the query does, bit for bit.
bool cd_explain_overlap(const cd_shape *a, const cd_shape *b, cd_explanation *explanation);
double cd_explain_distance(const cd_shape *a, const cd_shape *b, cd_explanation *explanation);
cd_separation cd_explain_separation(const cd_shape *a, const cd_shape *b,
                                    cd_explanation *explanation);
bool cd_explain_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact,
                        cd_explanation *explanation);
bool cd_explain_manifold(const cd_shape *a, const cd_shape *b, double margin,
                         cd_contact_points *manifold, cd_explanation *explanation);
bool cd_explain_contains(const cd_shape *shape, cd_vec point, cd_explanation *explanation);
bool cd_explain_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit, cd_explanation *explanation);
bool cd_explain_occluded(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                         cd_explanation *explanation);
bool cd_explain_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          cd_hit *hit, cd_explanation *explanation);

/// Explains `count` hits of cd_raycast_all: the parts are the shapes that are hit, in order, each
/// followed by the steps of its cast. Features and margin are those of the first hit.
void cd_explain_raycast_all(const cd_shape *const *shapes, cd_vec origin, cd_vec direction,
                            double tmax, const cd_batch_hit *hits, int count,
                            cd_explanation *explanation);

/// The features and the margin are those of the cast where nothing turns; else there are none, and
/// the margin is the last distance of what did not touch.
bool cd_explain_time_of_impact(const cd_shape *a, const cd_path *path_a, const cd_shape *b,
                               const cd_path *path_b, void *memory, cd_hit *hit,
                               cd_explanation *explanation);

/// There are no features, and the margin is infinite.
cd_character_move cd_explain_move_and_slide(cd_shape *shape, cd_vec motion,
                                            const cd_obstacles *obstacles,
                                            const cd_character_options *options,
                                            cd_character_hit *hits, cd_explanation *explanation);

CD_END_PUBLIC

#endif

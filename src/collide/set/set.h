// Queries of pairs of which at least one is a set of convex parts: branch and bound over the trees
// of both, down to the one narrow phase.
#ifndef COLLIDE_SET_SET_H
#define COLLIDE_SET_SET_H

#include "collide/narrow/separation.h"
#include "collide/shape/bvh.h"
#include "collide/shape/set.h"

/// The part of a set or, where its shape is convex, itself: `part` of the set, and the triangle
/// `node` names, where the part of a compound is a mesh.
typedef struct cd_part {
    int part, node;
} cd_part;

/// A part of each and how they are separated, a moved by `shift`.
typedef struct cd_part_pair {
    cd_part a, b;
    cd_separation separation;
} cd_part_pair;

/// The convex part at a place.
cd_shape cd_set_part_at(const cd_shape *shape, cd_part place);

/// The pair of parts with the least signed distance, a moved by `shift`, that is <= limit (of
/// equals any, but always the same); false where there is none. `enough`: a pair at this distance
/// or nearer will do.
bool cd_set_nearest(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit, double enough,
                    cd_part_pair *pair);

/// Finds a pair of parts, any, at most `margin` > 0 apart; its separation is not told.
bool cd_set_within(const cd_shape *a, const cd_shape *b, cd_vec shift, double margin,
                   cd_part_pair *any);

/// Visits pairs of convex parts, until it returns false: all whose distance is <= limit, and some
/// others.
typedef bool cd_pair_visitor(void *context, const cd_shape *a, const cd_shape *b);
void cd_set_each_pair(const cd_shape *a, const cd_shape *b, double limit, cd_pair_visitor *visit,
                      void *context);

/// cd_separate where its distance is <= limit; else any distance greater than limit.
cd_separation cd_set_separate(const cd_shape *a, const cd_shape *b, double limit);

/// The shortest translation of a out of b, which overlap at `deepest`, the deepest pair.
cd_separation cd_depth_of_sets(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest);

/// Looks in all directions for translations of a out of b that are shorter than `limit`. Tells of
/// each that leads out of the pairs at hand; the visitor returns the new limit. Translations, the
/// limit and `slack`, the width of a gap that is none, are in multiples of `unit`.
typedef double cd_translation_visitor(void *context, cd_vec translation);
void cd_search_free_directions(const cd_shape *a, const cd_shape *b, double unit, double slack,
                               double limit, cd_translation_visitor *tell, void *context);

/// cd_shapecast for 0 <= t <= tmax.
bool cd_set_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                 cd_hit *hit);

/// cd_shapecast of convex shapes, for 0 <= t <= tmax.
bool cd_convex_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                    double tmax, cd_hit *hit);

/// The first hit of two convex parts that matters, for 0 <= t <= tmax; without a filter every one
/// does.
typedef bool cd_hit_filter(const void *context, const cd_hit *hit);
bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, cd_hit_filter *matters, const void *context, cd_hit *hit);

/// The first time t >= 0 at which a, moving by t * motion, touches b; INFINITY where it never does.
double cd_set_first_touch(const cd_shape *a, cd_vec motion, const cd_shape *b);

/// When a set a that touches b at t = 0 begins and ceases to touch it, moving by t * motion.
void cd_set_touch(const cd_shape *a, cd_vec motion, const cd_shape *b, double *enter, double *exit);

#endif

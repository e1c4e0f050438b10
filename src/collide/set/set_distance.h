// Distances between the convex parts of two shapes, of which at least one is a set.
#ifndef COLLIDE_SET_SET_DISTANCE_H
#define COLLIDE_SET_SET_DISTANCE_H

#include "collide/set/traverse.h"

/// A convex part of each shape and their separation.
typedef struct cd_part_pair {
    cd_part a, b;
    cd_separation separation;
} cd_part_pair;

/// Finds the pair of parts with the least signed distance that is <= limit, a moved by `shift`;
/// false where there is none. Of several equally near pairs it is any, but always the same.
/// A pair at a distance <= `enough` ends the search.
bool cd_set_nearest(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit, double enough,
                    cd_part_pair *pair);

/// Whether any two convex parts overlap.
bool cd_set_overlap(const cd_shape *a, const cd_shape *b);

/// Whether two convex parts are at most `margin` > 0 apart.
bool cd_parts_within(const cd_shape *a, const cd_shape *b, double margin);

/// Calls `visit` for all pairs of convex parts whose distance is <= limit, and for some others,
/// until it returns false.
typedef bool cd_pair_visitor(void *context, const cd_shape *a, const cd_shape *b);
void cd_set_each_pair(const cd_shape *a, const cd_shape *b, double limit, cd_pair_visitor *visit,
                      void *context);

/// The same, which also gets the names of the parts; it ends with the limit of the traversal
/// at -INFINITY.
typedef void cd_part_pair_visitor(cd_traversal *traversal, const cd_shape *a, const cd_shape *b,
                                  cd_part part_a, cd_part part_b);
void cd_set_each_part_pair(const cd_shape *a, const cd_shape *b, double limit,
                           cd_part_pair_visitor *visit, void *context);

#endif

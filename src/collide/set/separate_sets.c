// Sets that are apart are as far apart as their nearest parts. Where they overlap, the depth is
// that of the sets as a whole, which is more than that of any two parts.
#include "collide/set/separate_sets.h"
#include "collide/set/depth_of_sets.h"

cd_separation cd_set_separate(const cd_shape *a, const cd_shape *b, double limit) {
    cd_part_pair nearest;
    bool depth = cd_has_depth(a, b);
    if (!cd_set_nearest(a, b, (cd_vec){0, 0, 0}, limit, depth ? -INFINITY : 0, &nearest))
        return (cd_separation){INFINITY, {0, 1, 0}, {0, 0, 0}, {0, 0, 0}};
    cd_separation s = nearest.separation;
    if (s.distance > 0 || s.distance == -INFINITY)
        return s;
    if (!depth)
        return (cd_separation){-INFINITY, {0, 1, 0}, s.point_b, s.point_b};
    return cd_depth_of_sets(a, b, &nearest);
}

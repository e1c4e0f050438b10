// See traversal.h.
#include "collide/set/traversal.h"
#include "collide/shape/core.h"

// A set with a radius, which only a world makes (world/thin.h), gives it to each of its parts.
cd_shape cd_set_part_at(const cd_shape *shape, cd_part at) {
    if (at.part == CD_WHOLE)
        return *shape;
    cd_shape part = cd_shape_part(shape, at.part);
    if (at.node != CD_WHOLE)
        part = cd_shape_part(&part, at.node);
    if (shape->radius > 0)
        cd_shape_grow(&part, shape->radius);
    return part;
}

double cd_traversal_bound(const cd_traversal *t, cd_node_volume a, const cd_node_volume *b) {
    a.box = (cd_bounds){cd_add(a.box.min, t->shift), cd_add(a.box.max, t->shift)};
    double bound = t->bound(t, &a, b);
    return isnan(bound) ? -INFINITY : bound; // boxes beyond the largest number bound nothing
}

// See set_tree.h.
#include "collide/shape/set_tree.h"

cd_bounds cd_set_part_box(const cd_set *set, int part) {
    if (set->boxes)
        return set->boxes[part];
    const int *t = set->triangles[part];
    const cd_vec *a = &set->vertices[t[0]], *b = &set->vertices[t[1]], *c = &set->vertices[t[2]];
    return (cd_bounds){{cd_min(a->x, cd_min(b->x, c->x)), cd_min(a->y, cd_min(b->y, c->y)),
                        cd_min(a->z, cd_min(b->z, c->z))},
                       {cd_max(a->x, cd_max(b->x, c->x)), cd_max(a->y, cd_max(b->y, c->y)),
                        cd_max(a->z, cd_max(b->z, c->z))}};
}

cd_bounds cd_set_node_box(const cd_set *set, int node) {
    cd_wide_frame frame = cd_set_frame(set);
    return cd_wide_bounds_of(&frame, &set->node_boxes[node], set->box);
}

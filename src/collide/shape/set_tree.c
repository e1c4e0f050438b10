// See set_tree.h.
#include "collide/shape/set_tree.h"

cd_bounds cd_set_part_box(const cd_set *set, int part) {
    if (set->boxes)
        return set->boxes[part];
    const int *t = set->triangles[part];
    const cd_vec v[3] = {set->vertices[t[0]], set->vertices[t[1]], set->vertices[t[2]]};
    return cd_bounds_around(v, 3);
}

cd_bounds cd_set_node_box(const cd_set *set, int node) {
    cd_wide_frame frame = cd_set_frame(set);
    return cd_wide_bounds_of(&frame, &set->node_boxes[node], set->box);
}

// When the neighbour list (verlet_list.h) holds. Only the bounding spheres are compared, so that
// neither removing nor replacing a body needs to say so.
#include "collide/world/broad/verlet_list.h"

#include "collide/world/body/body.h"
#include "collide/world/body/world_memory.h"

#include <string.h>

// Whether a bounding sphere lies within the one that it was, made larger by the slack. A slack
// whose square is no number lets nothing move.
static bool is_within_slack(const cd_body_sphere *now, const cd_body_sphere *then, double part) {
    if (now->bounding_radius < 0 || then->bounding_radius < 0) // holes
        return now->bounding_radius == then->bounding_radius;
    cd_vec moved = cd_sub(now->middle, then->middle);
    double slack =
        part * then->bounding_radius - cd_max(now->bounding_radius - then->bounding_radius, 0);
    double square = slack * slack;
    bool is_number = slack > 0 && square >= DBL_MIN && square <= DBL_MAX;
    return is_number ? cd_length2(moved) <= square
                     : now->bounding_radius == then->bounding_radius && cd_is_zero(moved);
}

bool cd_verlet_holds(const cd_world *w, double part) {
    const cd_verlet_list *list = &w->grid.list;
    const cd_body_sphere *now = cd_body_spheres(w), *then = list->spheres.memory;
    if (list->bodies != w->count)
        return false;
    for (int i = 0; i < w->count; i++)
        if (!is_within_slack(&now[i], &then[i], part))
            return false;
    return true;
}

bool cd_verlet_keep(cd_world *w) {
    cd_verlet_list *list = &w->grid.list;
    list->has_pairs = false;
    list->bodies = -1;
    list->served = 0;
    if (!cd_reserve_array(w, &list->spheres, (size_t)w->count + 1, sizeof(cd_body_sphere)))
        return false;
    if (w->count > 0)
        memcpy(list->spheres.memory, cd_body_spheres(w), (size_t)w->count * sizeof(cd_body_sphere));
    list->bodies = w->count;
    return true;
}

// What a character passes through.
#include "collide/character.h"
#include "collide/character/walker.h"

bool cd_is_passing(const cd_shape *shape, const cd_shape *body, cd_vec one_way, cd_vec motion) {
    const double limit = cd_touch_limit(shape, body);
    if (cd_distance(shape, body) >= -limit)
        return false;
    cd_shape before = *body;
    cd_hit hit;
    cd_shape_move(&before, cd_negate(motion));
    const bool has_come = !cd_is_zero(motion) && cd_distance(shape, &before) >= -limit &&
                          cd_shapecast(shape, (cd_vec){0, 0, 0}, &before, motion, &hit);
    return !has_come || !cd_faces_one_way(one_way, hit.normal, cd_negate(motion));
}

// Which obstacles a character passes through, as they block one way only.
#include "collide/world/motion/one_way.h"
#include "collide/character/walker.h"

bool cd_is_on_way_through(const cd_shape *shape, const cd_body *body, cd_vec motion) {
    return !cd_is_zero(body->one_way) && cd_is_passing(shape, &body->shape, body->one_way, motion,
                                                       cd_touch_limit(shape, &body->shape));
}

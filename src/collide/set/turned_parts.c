// A cylinder or cone takes its direction from the ends of its axis, which round where it moves.
#include "collide/set/turned_parts.h"
#include "collide/shape/core.h"

// A cylinder or cone that is flatter than the rounding of where it is moved to has no axis there,
// or another one. What that meets says nothing of it, unless its radius is little beside what the
// search is about: up to this part of the size.
// Without it: tests/collide/set/depth_of_sets_spec.lua "where a part is flatter than rounding"
static const double turned_part = 0x1p-20;

// Whether a part is where v moves it to what it was, to `most`.
static bool is_itself_after(const cd_shape *part, cd_vec v, double most) {
    if (!cd_is_curved(part))
        return true;
    cd_shape moved = *part;
    cd_shape_move(&moved, v);
    const double turned = cd_max_abs(cd_sub(cd_curved_axis(&moved), cd_curved_axis(part)));
    return turned * part->as.curved.radius <= most;
}

bool cd_are_themselves_after(const cd_shape *set, cd_vec v, double size) {
    for (int i = 0; i < cd_shape_part_count(set); i++) {
        const cd_shape part = cd_shape_part(set, i);
        if (!is_itself_after(&part, v, turned_part * size))
            return false;
    }
    return true;
}

// Whether parts may be turned where the search moves them to.
bool cd_is_fragile(const cd_shape *set, double size) {
    return (set->kind == CD_COMPOUND || cd_is_curved(set)) &&
           !cd_are_themselves_after(set, (cd_vec){size, size, size}, size);
}

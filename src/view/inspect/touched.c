// See touched.h.
#include "view/inspect/touched.h"

#include <math.h>

#define ROUNDING 1e-9 ///< relative to the smaller shape, within which they touch

enum {
    ASKED_MAX = 2000,  ///< shapes near enough that are asked about
    PAIRS_MAX = 100000 ///< parts of one set times those of another one, which may take long
};

/// The diagonal of the bounds.
static double size_of(cd_bounds b) { return cd_length(cd_sub(b.max, b.min)); }

static bool are_apart(cd_bounds a, cd_bounds b, double margin) {
    return a.max.x + margin < b.min.x || b.max.x + margin < a.min.x || a.max.y + margin < b.min.y ||
           b.max.y + margin < a.min.y || a.max.z + margin < b.min.z || b.max.z + margin < a.min.z;
}

static int part_count(const cd_shape *s) { return cd_is_set(s) ? s->as.set.core->part_count : 1; }

cd_touched cd_find_touched(const cd_frame *frame, int shape) {
    const cd_shape *pick = &frame->shapes[shape].shape;
    const cd_bounds bounds = cd_shape_bounds(pick);
    cd_touched found = {0};
    int asked = 0;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_shape *other = &frame->shapes[i].shape;
        if (i == shape || frame->shapes[i].style.hidden || other->dim != pick->dim)
            continue;
        const cd_bounds around = cd_shape_bounds(other);
        const double margin = ROUNDING * fmin(size_of(bounds), size_of(around));
        if (are_apart(bounds, around, isfinite(margin) ? margin : 0))
            continue;
        const bool heavy = (double)part_count(pick) * part_count(other) > PAIRS_MAX;
        const bool full = ++asked > ASKED_MAX || found.count == CD_TOUCHED_MAX;
        found.more = found.more || heavy || full;
        if (full)
            return found;
        if (!heavy && cd_separate(pick, other).distance <= (isfinite(margin) ? margin : 0))
            found.shapes[found.count++] = i;
    }
    return found;
}

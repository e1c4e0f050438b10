// The hits of all parts of a set, each by itself: the query of every part whose box is touched.
#include "collide/math/sort.h"
#include "collide/set/set_touch.h"

#include <assert.h>

typedef struct {
    const cd_shape *a; ///< NULL: a ray
    cd_vec origin, motion, motion_b;
    double tmax;
    cd_part_hit *hits;
    int capacity, count;
} parts_cast;

static bool cast_at(void *context, const cd_shape *part, cd_part name) {
    parts_cast *c = context;
    cd_part_hit found = {.part = name.part, .triangle = name.node};
    const bool hit = c->a ? cd_shapecast(c->a, c->motion, part, c->motion_b, &found.hit)
                          : cd_raycast(c->origin, c->motion, part, c->tmax, &found.hit);
    if (!hit)
        return true;
    if (c->count < c->capacity)
        c->hits[c->count] = found;
    c->count++;
    return true;
}

static bool is_earlier(const void *a, const void *b) {
    const cd_part_hit *p = a, *q = b;
    if (p->hit.t != q->hit.t)
        return p->hit.t < q->hit.t;
    return p->part < q->part || (p->part == q->part && p->triangle < q->triangle);
}

static int cast_at_parts(parts_cast *c, const cd_shape *a, cd_vec relative, const cd_shape *b) {
    if (cd_is_set(b))
        cd_set_each_touched_part(a, relative, b, c->tmax, cast_at, c);
    else
        cast_at(c, b, (cd_part){CD_WHOLE, CD_WHOLE});
    const int written = c->count < c->capacity ? c->count : c->capacity;
    cd_sort(c->hits, written, sizeof *c->hits, is_earlier);
    return c->count;
}

int cd_raycast_parts(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                     cd_part_hit *hits, int capacity) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0 && capacity >= 0);
    const cd_shape point = cd_point(shape->dim, origin);
    parts_cast c = {NULL, origin, direction, {0, 0, 0}, tmax, hits, capacity, 0};
    return cast_at_parts(&c, &point, cd_motion(direction), shape);
}

int cd_shapecast_parts(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                       cd_part_hit *hits, int capacity) {
    assert(a->dim == b->dim && cd_is_in_range(motion) && cd_is_in_range(motion_b) && capacity >= 0);
    parts_cast c = {a, {0, 0, 0}, motion, motion_b, 1, hits, capacity, 0};
    return cast_at_parts(&c, a, cd_motion(cd_sub(motion, motion_b)), b);
}

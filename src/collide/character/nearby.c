#include "collide/character/nearby.h"

#include "collide/set/set_distance.h"

#include <math.h>

void cd_nearby_start(cd_nearby *n, double reach) {
    n->reach = reach;
    n->collection = 0;
    cd_nearby_forget(n);
}

static cd_bounds grown(const cd_bounds *box, double by, int dim) {
    const cd_vec margin = {by, by, dim == 3 ? by : 0};
    return (cd_bounds){cd_clamp_to_range(cd_sub(box->min, margin)),
                       cd_clamp_to_range(cd_add(box->max, margin))};
}

static bool contains_box(const cd_bounds *p, const cd_bounds *q) {
    return p->min.x <= q->min.x && p->min.y <= q->min.y && p->min.z <= q->min.z &&
           p->max.x >= q->max.x && p->max.y >= q->max.y && p->max.z >= q->max.z;
}

// ------------------------------------------------------------------------------------------- parts

typedef struct {
    cd_nearby *nearby;
    const cd_shape *obstacle;
    int index, id;
} near_search;

static void set_near(cd_near_shape *near, const cd_shape *shape, const near_search *s) {
    near->shape = shape;
    near->box = cd_shape_bounds(shape);
    near->obstacle = s->index;
    near->id = s->id;
    near->largest = cd_shape_largest_coordinate(s->obstacle);
}

static void add_part(cd_traversal *t, const cd_shape *box, const cd_shape *part, cd_part part_a,
                     cd_part part_b) {
    const near_search *s = t->context;
    cd_nearby *n = s->nearby;
    (void)box, (void)part_a, (void)part_b;
    if (n->part_count == CD_NEAR_PARTS_MAX) {
        n->part_count = -1;
        t->limit = -INFINITY;
        return;
    }
    cd_near_shape *near = &n->parts[n->part_count++];
    near->part = *part;
    set_near(near, &near->part, s);
}

static void collect_parts(cd_nearby *n, const cd_obstacles *o, int dim) {
    const cd_shape box = cd_aabb(dim, n->box.min, n->box.max);
    near_search s = {.nearby = n};
    n->part_count = 0;
    for (s.index = 0; s.index < n->count && n->part_count >= 0; s.index++) {
        s.obstacle = o->shape(o->context, s.index, &s.id);
        if (cd_is_set(s.obstacle))
            cd_set_each_part_pair(&box, s.obstacle, 0, add_part, &s);
        else if (n->part_count == CD_NEAR_PARTS_MAX)
            n->part_count = -1;
        else
            set_near(&n->parts[n->part_count++], s.obstacle, &s);
    }
}

int cd_nearby_collect(cd_nearby *n, const cd_obstacles *o, const cd_bounds *box, int dim) {
    if (n->count >= 0 && contains_box(&n->box, box))
        return n->count;
    n->collection++;
    n->box = grown(box, n->reach, dim);
    n->count = o->near(o->context, &n->box);
    if (n->count <= CD_NEARBY_MAX) {
        collect_parts(n, o, dim);
        return n->count;
    }
    n->reach = 0;
    cd_nearby_forget(n);
    return o->near(o->context, box);
}

const cd_near_shape *cd_nearby_next(const cd_nearby *n, const cd_obstacles *o, int count,
                                    const cd_bounds *box, int *i, cd_near_shape *room) {
    while (*i < n->part_count) {
        const cd_near_shape *near = &n->parts[(*i)++];
        if (cd_bounds_meet(near->box, *box))
            return near;
    }
    while (n->part_count < 0 && *i < count) {
        near_search s = {.index = (*i)++};
        s.obstacle = o->shape(o->context, s.index, &s.id);
        set_near(room, s.obstacle, &s);
        if (cd_bounds_meet(room->box, *box))
            return room;
    }
    return NULL;
}

// collide's world as a broad phase: bodies with a velocity are moving ones.
#include "crowd.h"
#include "crowds.h"

#include <stdlib.h>

typedef struct broad {
    cd_world *world;
    int dim, room, *slots; ///< bodies are added in order, so that slot i is body i
} broad;

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    (void)user, (void)old_size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

const cd_allocator bench_allocator = {reallocate, NULL};

static cd_vec vec(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static void *make(const bench_crowd *c) {
    broad *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    *b = (broad){cd_world_new(c->dim, bench_allocator), c->dim, c->count, NULL};
    b->slots = calloc((size_t)c->count, sizeof *b->slots);
    for (int i = 0; i < c->count; i++) {
        cd_shape shape = cd_sphere(c->dim, vec(c->at[i]), c->radius[i]);
        cd_body body = cd_body_of(&shape);
        body.mass = 1;
        if (cd_world_add(b->world, &body) != i)
            abort();
    }
    if (!cd_world_update(b->world))
        abort();
    return b;
}

static bench_set pairs(void *at, const bench_crowd *c) {
    broad *b = at;
    bench_set set = {0, 0};
    for (int i = 0; i < c->count; i++)
        cd_world_move(b->world, i, vec(c->motion[i]));
    int count;
    const cd_pair *found = cd_world_pairs(b->world, &count);
    for (int i = 0; i < count; i++)
        bench_add_pair(&set, found[i].a, found[i].b);
    return set;
}

static int ray(void *at, const bench_ray *r, double *t) {
    cd_hit hit;
    hit.t = 0;
    cd_vec origin = vec(r->from), direction = cd_sub(vec(r->to), origin);
    int slot = cd_world_raycast(((broad *)at)->world, origin, direction, 1, UINT32_MAX, &hit);
    *t = hit.t;
    return slot;
}

static bench_set overlap(void *at, const double center[3], double radius) {
    broad *b = at;
    bench_set set = {0, 0};
    cd_shape sphere = cd_sphere(b->dim, vec(center), radius);
    int count = cd_world_overlap(b->world, &sphere, UINT32_MAX, b->slots, b->room);
    for (int i = 0; i < count; i++)
        bench_add_one(&set, b->slots[i]);
    return set;
}

static void release(void *at) {
    broad *b = at;
    cd_world_free(b->world);
    free(b->slots);
    free(b);
}

const bench_broad bench_collide_broad[] = {
    {"cd_world_pairs", 12, INT32_MAX, make, pairs, ray, overlap, release},
    {0},
};

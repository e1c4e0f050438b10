// collide's world as a broad phase, where all bodies count as moving ones; and, to show what its
// structures gain, the pairs by a query for each body in place of the pair grid; and the rays at a
// compound, whose tree is the same.
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
    int count = cd_world_overlap(b->world, &sphere, UINT32_MAX, -1, b->slots, b->room);
    for (int i = 0; i < count; i++)
        bench_add_one(&set, b->slots[i]);
    return set;
}

static void move(void *at, const bench_crowd *c, int body) {
    cd_world *w = ((broad *)at)->world;
    const cd_vec from = cd_world_body(w, body)->shape.as.center;
    cd_world_move(w, body, cd_sub(vec(c->at[body]), from));
    if (!cd_world_update(w))
        abort();
}

// The slot that has become free is taken again.
static void renew(void *at, const bench_crowd *c, int body) {
    cd_world *w = ((broad *)at)->world;
    cd_body new_body = *cd_world_body(w, body);
    new_body.shape.as.center = vec(c->at[body]);
    cd_world_remove(w, body);
    if (cd_world_add(w, &new_body) != body || !cd_world_update(w))
        abort();
}

static void release(void *at) {
    broad *b = at;
    cd_world_free(b->world);
    free(b->slots);
    free(b);
}

static bench_set pairs_by_overlap(void *at, const bench_crowd *c) {
    broad *b = at;
    bench_set set = {0, 0};
    for (int i = 0; i < c->count; i++)
        cd_world_move(b->world, i, vec(c->motion[i]));
    if (!cd_world_update(b->world))
        abort();
    for (int i = 0; i < c->count; i++) {
        const cd_shape *shape = &cd_world_body(b->world, i)->shape;
        int count = cd_world_overlap(b->world, shape, UINT32_MAX, -1, b->slots, b->room);
        for (int k = 0; k < count; k++)
            if (b->slots[k] > i)
                bench_add_pair(&set, i, b->slots[k]);
    }
    return set;
}

typedef struct compound {
    void *memory;
    cd_shape shape;
} compound;

static void *make_compound(const bench_crowd *c) {
    cd_shape *balls = calloc((size_t)c->count, sizeof *balls);
    compound *made = calloc(1, sizeof *made);
    if (!balls || !made)
        abort();
    for (int i = 0; i < c->count; i++)
        balls[i] = cd_sphere(c->dim, vec(c->at[i]), c->radius[i]);
    made->memory = malloc(cd_compound_size(balls, c->count));
    if (!made->memory)
        abort();
    made->shape = cd_set_shape(cd_compound_build(balls, c->count, made->memory, NULL));
    free(balls);
    return made;
}

static int ray_at_compound(void *at, const bench_ray *r, double *t) {
    cd_hit hit;
    hit.t = 0;
    cd_vec origin = vec(r->from), direction = cd_sub(vec(r->to), origin);
    bool is_hit = cd_raycast(origin, direction, &((compound *)at)->shape, 1, &hit);
    *t = hit.t;
    return is_hit ? BENCH_SOME_BODY : -1;
}

static void release_compound(void *at) {
    free(((compound *)at)->memory);
    free(at);
}

const bench_broad bench_collide_broad[] = {
    {"cd_world_pairs", 12, INT32_MAX, make, pairs, ray, overlap, release, move, renew},
    {"overlap of each body", 12, INT32_MAX, make, pairs_by_overlap, NULL, NULL, release, NULL,
     NULL},
    {"cd_raycast at a compound", 12, INT32_MAX, make_compound, NULL, ray_at_compound, NULL,
     release_compound, NULL, NULL},
    {0},
};

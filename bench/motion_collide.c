// collide's world moves things.
#include "crowds.h"
#include "motion.h"

#include <math.h>
#include <stdlib.h>

typedef struct motion {
    cd_world *world;
    void *mesh;
    int first, count; ///< the slots of the things
} motion;

static cd_vec vec(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static cd_shape shape_of(const bench_thing *t) {
    const cd_vec at = vec(t->at), half = vec(t->half), along = {t->half[1], 0, 0};
    if (t->kind == BENCH_BALL)
        return cd_sphere(3, at, t->half[0]);
    if (t->kind == BENCH_CAPSULE)
        return cd_capsule(3, cd_sub(at, along), cd_add(at, along), t->half[0]);
    return cd_aabb(3, cd_sub(at, half), cd_add(at, half));
}

static int add(cd_world *w, cd_shape shape, double mass) {
    cd_body body = cd_body_of(&shape);
    body.mass = mass;
    body.restitution = 0;
    return cd_world_add(w, &body);
}

static cd_shape make_mesh(motion *m, const bench_scene_of_things *s) {
    const int n = s->mesh_side;
    cd_vec *vertices = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *vertices);
    int(*triangles)[3] = calloc(2 * (size_t)n * (size_t)n, sizeof *triangles), count = 0;
    if (!vertices || !triangles)
        abort();
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= n; k++) {
            const int p = i * (n + 1) + k,
                      of[2][3] = {{p, p + 1, p + n + 1}, {p + 1, p + n + 2, p + n + 1}};
            vertices[p] = (cd_vec){(i - n / 2.0) * s->mesh_size, 0, (k - n / 2.0) * s->mesh_size};
            for (int j = 0; j < 6 && i < n && k < n; j++)
                triangles[count + j / 3][j % 3] = of[j / 3][j % 3];
            count += i < n && k < n ? 2 : 0;
        }
    m->mesh = malloc(cd_mesh_size((n + 1) * (n + 1), count));
    if (!m->mesh)
        abort();
    const cd_shape mesh = cd_set_shape(cd_mesh_build(
        3, vertices, (n + 1) * (n + 1), (const int(*)[3])triangles, count, m->mesh, NULL));
    free(vertices), free(triangles);
    return mesh;
}

static void *make(const bench_scene_of_things *s, int rests) {
    (void)rests;
    motion *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->world = cd_world_new(3, bench_allocator);
    cd_world_set_gravity(m->world, (cd_vec){0, -BENCH_GRAVITY, 0});
    add(m->world, s->mesh_side > 0 ? make_mesh(m, s) : cd_plane(3, (cd_vec){0, 1, 0}, 0), INFINITY);
    for (int i = 0; i < 4 && s->wall > 0; i++) {
        const double sign = i % 2 == 0 ? 1 : -1;
        add(m->world, cd_plane(3, (cd_vec){i < 2 ? sign : 0, 0, i < 2 ? 0 : sign}, -s->wall),
            INFINITY);
    }
    m->count = s->count;
    for (int i = 0; i < s->count; i++) {
        const int slot = add(m->world, shape_of(&s->things[i]), 1);
        m->first = i == 0 ? slot : m->first;
    }
    return m;
}

static void step(void *at, double dt) {
    cd_world *w = ((motion *)at)->world;
    cd_event event;
    if (cd_world_begin_step(w, dt))
        while (cd_world_next_hit(w, &event))
            cd_world_respond(w, CD_ASK);
}

static double lowest(void *at) {
    const motion *m = at;
    double least = INFINITY;
    for (int i = 0; i < m->count; i++)
        least = fmin(least, cd_shape_bounds(&cd_world_body(m->world, m->first + i)->shape).min.y);
    return least;
}

static void release(void *at) {
    motion *m = at;
    cd_world_free(m->world);
    free(m->mesh);
    free(m);
}

const bench_mover bench_collide_mover = {"collide", make, step, lowest, release};

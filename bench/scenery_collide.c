// collide's meshes and compounds.
#include "collide/collide.h"
#include "scenery.h"

#include <stdlib.h>

typedef struct made {
    void *memory;
    cd_shape shape;
} made;

static cd_vec vec(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}

// Keeps what a set needs of the memory that it was built in.
static void *keep(const cd_set *set, void *memory) {
    made *m = allocate(sizeof *m);
    m->memory = allocate(cd_set_used(set));
    m->shape = cd_set_shape(cd_set_copy(set, m->memory));
    free(memory);
    return m;
}

static void *make_mesh(const bench_scene *s) {
    cd_vec *vertices = allocate((size_t)s->vertex_count * sizeof *vertices);
    for (int i = 0; i < s->vertex_count; i++)
        vertices[i] = vec(s->vertices[i]);
    void *memory = allocate(cd_mesh_size(s->vertex_count, s->triangle_count));
    const cd_set *set = cd_mesh_build(3, vertices, s->vertex_count, (const int(*)[3])s->triangles,
                                      s->triangle_count, memory, NULL);
    free(vertices);
    return keep(set, memory);
}

static void *make_boxes(const bench_scene *s) {
    cd_shape *boxes = allocate((size_t)s->triangle_count * sizeof *boxes);
    for (int i = 0; i < s->triangle_count; i++) {
        const double *q = s->turns[i];
        boxes[i] = cd_box(vec(s->boxes[i]), (cd_vec){s->half, s->half, s->half},
                          (cd_quat){q[0], q[1], q[2], q[3]}, 0);
    }
    void *memory = allocate(cd_compound_size(boxes, s->triangle_count));
    const cd_set *set = cd_compound_build(boxes, s->triangle_count, memory, NULL);
    free(boxes);
    return keep(set, memory);
}

static bool ray(void *at, const bench_way *r, double *t) {
    cd_hit hit;
    cd_vec origin = vec(r->from), direction = cd_sub(vec(r->to), origin);
    bool is_hit = cd_raycast(origin, direction, &((made *)at)->shape, 1, &hit);
    *t = is_hit ? hit.t : 0;
    return is_hit;
}

static bool occluded(void *at, const bench_way *r) {
    cd_vec origin = vec(r->from), direction = cd_sub(vec(r->to), origin);
    return cd_occluded(origin, direction, &((made *)at)->shape, 1);
}

static bool cast(void *at, const bench_way *r, double radius, double *t) {
    cd_hit hit;
    cd_shape ball = cd_sphere(3, vec(r->from), radius);
    cd_vec motion = cd_sub(vec(r->to), vec(r->from)), still = {0, 0, 0};
    bool is_hit = cd_shapecast(&ball, motion, &((made *)at)->shape, still, &hit);
    *t = is_hit ? hit.t : 0;
    return is_hit;
}

static bool distance(void *at, const double center[3], double radius, double *d) {
    cd_shape ball = cd_sphere(3, vec(center), radius);
    *d = cd_distance(&ball, &((made *)at)->shape);
    return *d <= 0;
}

static cd_shape body_at(const bench_way *r, cd_vec p, bench_near body) {
    const double h = BENCH_NEAR_HALF;
    const cd_vec way = cd_normalized(cd_sub(vec(r->to), vec(r->from)), p);
    if (body == BENCH_NEAR_BALL)
        return cd_sphere(3, p, BENCH_NEAR_RADIUS);
    if (body == BENCH_NEAR_BOX)
        return cd_box(p, (cd_vec){h, h, h}, cd_quat_to(way), 0);
    return cd_capsule(3, cd_add_scaled(p, -h, way), cd_add_scaled(p, h, way), BENCH_NEAR_RADIUS);
}

static cd_shape near(const bench_way *r, bench_near body) { return body_at(r, vec(r->near), body); }

static bool cast_body(void *at, const bench_way *r, bench_near body, double *t) {
    cd_hit hit;
    const cd_shape shape = body_at(r, vec(r->from), body);
    const cd_vec motion = cd_sub(vec(r->to), vec(r->from)), still = {0, 0, 0};
    const bool is_hit = cd_shapecast(&shape, motion, &((made *)at)->shape, still, &hit);
    *t = is_hit ? hit.t : 0;
    return is_hit;
}

static bool overlap(void *at, const bench_way *r, bench_near body) {
    const cd_shape shape = near(r, body);
    return cd_overlap(&shape, &((made *)at)->shape);
}

static bool contact(void *at, const bench_way *r, bench_near body, double *d) {
    const cd_shape shape = near(r, body);
    cd_separation s;
    const bool touches = cd_contact(&shape, &((made *)at)->shape, 0, &s);
    *d = touches ? s.distance : 0;
    return touches;
}

static size_t bytes(void *at) { return cd_set_used(((made *)at)->shape.as.set.core); }

static void release(void *at) {
    free(((made *)at)->memory);
    free(at);
}

const bench_scenery bench_collide_scenery[] = {
    {"cd_raycast, ...", INT32_MAX, make_mesh, make_boxes, ray, cast, distance, bytes, release,
     occluded, overlap, contact, cast_body, true},
    {0},
};

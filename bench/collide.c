// collide as a contender, through its public functions with full results. Shapes are in arrays of
// cd_shape; hulls are built for each pose, as a script's would be.
#include "collide/collide.h"
#include "peer.h"

#include <math.h>
#include <stdlib.h>

typedef struct shapes {
    cd_shape a[BENCH_SIDE], b[BENCH_SIDE];
    cd_vec origin[BENCH_SIDE], motion[BENCH_SIDE];
    cd_path path[BENCH_SIDE];
    void *memory;
    cd_batch *batch; // of b, where it is asked at once
} shapes;

static cd_vec vec(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static cd_quat quat(const double q[4]) { return (cd_quat){q[0], q[1], q[2], q[3]}; }

// -------------------------------------------------------------------------------------- preparing

typedef cd_shape maker(const bench_body *body);

static cd_shape sphere(const bench_body *body) {
    return cd_sphere(3, vec(body->position), body->radius);
}

static cd_shape capsule(const bench_body *body) {
    return cd_capsule(3, vec(body->ends[0]), vec(body->ends[1]), body->radius);
}

static cd_shape capsule_2d(const bench_body *body) {
    return cd_capsule(2, vec(body->ends[0]), vec(body->ends[1]), body->radius);
}

static cd_shape box(const bench_body *body) {
    return cd_box(vec(body->position), vec(body->half), quat(body->rotation), 0);
}

static cd_shape box_2d(const bench_body *body) {
    double angle = 2 * atan2(body->rotation[2], body->rotation[3]);
    return cd_box2(vec(body->position), vec(body->half), angle, 0);
}

static cd_shape cylinder(const bench_body *body) {
    return cd_cylinder(vec(body->ends[0]), vec(body->ends[1]), body->radius);
}

static cd_shape triangle(const bench_body *body) {
    return cd_triangle(3, vec(body->corners[0]), vec(body->corners[1]), vec(body->corners[2]), 0);
}

static void *prepare(const bench_inputs *inputs, maker *make_a, maker *make_b) {
    shapes *s = calloc(1, sizeof *s);
    for (int i = 0; s && i < BENCH_SIDE; i++) {
        if (make_a)
            s->a[i] = make_a(&inputs->a[i]);
        s->b[i] = make_b(&inputs->b[i]);
        s->origin[i] = vec(inputs->a[i].position);
        s->motion[i] = vec(inputs->a[i].motion);
        s->path[i] = (cd_path){s->motion[i], vec(inputs->a[i].turning), s->origin[i]};
    }
    return s;
}

static void release(void *prepared) {
    free(((shapes *)prepared)->memory);
    free(prepared);
}

static void *with_batch(shapes *s) {
    const cd_shape *list[BENCH_SIDE];
    for (int i = 0; i < BENCH_SIDE; i++)
        list[i] = &s->b[i];
    s->memory = malloc(cd_batch_size(BENCH_SIDE));
    s->batch = cd_batch_build(list, BENCH_SIDE, s->memory);
    return s;
}

static void *spheres(const bench_inputs *in) { return prepare(in, sphere, sphere); }
static void *ray_sphere(const bench_inputs *in) { return prepare(in, NULL, sphere); }
static void *ray_capsule(const bench_inputs *in) { return prepare(in, NULL, capsule); }
static void *ray_box(const bench_inputs *in) { return prepare(in, NULL, box); }
static void *sphere_box(const bench_inputs *in) { return prepare(in, sphere, box); }
static void *capsules(const bench_inputs *in) { return prepare(in, capsule, capsule); }
static void *capsule_box(const bench_inputs *in) { return prepare(in, capsule, box); }
static void *capsules_2d(const bench_inputs *in) { return prepare(in, capsule_2d, capsule_2d); }
static void *boxes_2d(const bench_inputs *in) { return prepare(in, box_2d, box_2d); }
static void *ray_cylinder(const bench_inputs *in) { return prepare(in, NULL, cylinder); }
static void *cylinder_box(const bench_inputs *in) { return prepare(in, cylinder, box); }
static void *cylinders(const bench_inputs *in) { return prepare(in, cylinder, cylinder); }
static void *ray_triangle(const bench_inputs *in) { return prepare(in, NULL, triangle); }
static void *boxes(const bench_inputs *in) { return prepare(in, box, box); }
static void *triangles(const bench_inputs *in) { return prepare(in, triangle, triangle); }

static void *sphere_capsule(const bench_inputs *in) { return prepare(in, sphere, capsule); }
static void *all_ray_sphere(const bench_inputs *in) { return with_batch(ray_sphere(in)); }
static void *all_ray_capsule(const bench_inputs *in) { return with_batch(ray_capsule(in)); }
static void *all_ray_box(const bench_inputs *in) { return with_batch(ray_box(in)); }
static void *all_spheres(const bench_inputs *in) { return with_batch(spheres(in)); }
static void *all_sphere_capsule(const bench_inputs *in) { return with_batch(sphere_capsule(in)); }
static void *all_sphere_box(const bench_inputs *in) { return with_batch(sphere_box(in)); }

static cd_shape hull(const cd_polytope *core, const bench_body *body, void *memory) {
    cd_shape s = cd_polytope_shape(core, 0);
    s = cd_shape_rotated(&s, quat(body->rotation), 0, (cd_vec){0, 0, 0}, memory);
    cd_shape_move(&s, vec(body->position));
    return s;
}

static void *hulls(const bench_inputs *inputs) {
    shapes *s = calloc(1, sizeof *s);
    size_t size = cd_polytope_size(2 * inputs->hull.vertex_count);
    char *memory = s ? calloc(2 * BENCH_SIDE + 1, size) : NULL;
    if (!memory)
        abort();
    s->memory = memory;
    cd_vec points[BENCH_MAX_HULL];
    for (int i = 0; i < inputs->hull.vertex_count; i++)
        points[i] = vec(inputs->hull.vertices[i]);
    const cd_polytope *core = cd_polytope_build(3, points, inputs->hull.vertex_count, memory, NULL);
    for (int i = 0; i < BENCH_SIDE; i++) {
        s->motion[i] = vec(inputs->a[i].motion);
        s->a[i] = hull(core, &inputs->a[i], memory += size);
        s->b[i] = hull(core, &inputs->b[i], memory += size);
    }
    return s;
}

static cd_shape hexagon(const bench_body *body, void *memory) {
    cd_vec points[6];
    for (int k = 0; k < 6; k++)
        points[k] = vec(body->corners[k]);
    return cd_polytope_shape(cd_polytope_build(2, points, 6, memory, NULL), 0);
}

static void *hexagons(const bench_inputs *inputs) {
    shapes *s = calloc(1, sizeof *s);
    size_t size = cd_polytope_size(6);
    char *memory = s ? calloc(2 * BENCH_SIDE, size) : NULL;
    if (!memory)
        abort();
    s->memory = memory;
    for (int i = 0; i < BENCH_SIDE; i++) {
        s->motion[i] = vec(inputs->a[i].motion);
        s->a[i] = hexagon(&inputs->a[i], memory + 2 * (size_t)i * size);
        s->b[i] = hexagon(&inputs->b[i], memory + (2 * (size_t)i + 1) * size);
    }
    return s;
}

typedef struct hull_points {
    cd_vec points[BENCH_SIDE][BENCH_MAX_HULL];
    int count;
    void *memory; // of one hull, which each build overwrites
} hull_points;

// The points of the hull in each pose.
static void *points_of_hulls(const bench_inputs *inputs) {
    hull_points *h = calloc(1, sizeof *h);
    void *memory = calloc(1, cd_polytope_size(inputs->hull.vertex_count));
    if (!h || !memory)
        abort();
    h->count = inputs->hull.vertex_count;
    h->memory = memory;
    for (int i = 0; i < BENCH_SIDE; i++)
        for (int k = 0; k < h->count; k++) {
            const bench_body *body = &inputs->a[i];
            h->points[i][k] = vec(body->position);
            for (int axis = 0; axis < 3; axis++)
                h->points[i][k] = cd_add_scaled(h->points[i][k], inputs->hull.vertices[k][axis],
                                                vec(body->axes[axis]));
        }
    return h;
}

static void release_points(void *at) {
    free(((hull_points *)at)->memory);
    free(at);
}

// ----------------------------------------------------------------------------------------- queries

static inline bench_answer contact(const shapes *s, int a, int b) {
    cd_separation contact;
    contact.distance = 0;
    bool hit = cd_contact(&s->a[a], &s->b[b], 0, &contact);
    return (bench_answer){hit, contact.distance};
}

static inline bench_answer manifold(const shapes *s, int a, int b) {
    cd_contact_points m;
    m.contact.distance = 0;
    bool hit = cd_manifold(&s->a[a], &s->b[b], 0, &m);
    return (bench_answer){hit, m.contact.distance};
}

static inline bench_answer raycast(const shapes *s, int a, int b) {
    cd_hit hit;
    hit.t = 0;
    bool hits = cd_raycast(s->origin[a], s->motion[a], &s->b[b], 1, &hit);
    return (bench_answer){hits, hit.t};
}

static inline bench_answer occluded(const shapes *s, int a, int b) {
    return (bench_answer){cd_occluded(s->origin[a], s->motion[a], &s->b[b], 1), 0};
}

// The limit: t alone, by the triple products of Moeller and Trumbore (1997), and no care for what
// rounding decides.
static inline bench_answer ray_triangle_limit(const shapes *s, int a, int b) {
    const cd_vec *v = s->b[b].as.triangle.v, d = s->motion[a];
    cd_vec e = cd_sub(v[1], v[0]), f = cd_sub(v[2], v[0]), from = cd_sub(s->origin[a], v[0]);
    cd_vec p = {d.y * f.z - d.z * f.y, d.z * f.x - d.x * f.z, d.x * f.y - d.y * f.x};
    cd_vec q = {from.y * e.z - from.z * e.y, from.z * e.x - from.x * e.z,
                from.x * e.y - from.y * e.x};
    double inverse = 1 / cd_dot(e, p), u = cd_dot(from, p) * inverse, w = cd_dot(d, q) * inverse,
           t = cd_dot(f, q) * inverse;
    bool hit = (u >= 0) & (w >= 0) & (u + w <= 1) & (t >= 0) & (t <= 1);
    return (bench_answer){hit, hit ? t : 0};
}

static inline bench_answer shapecast(const shapes *s, int a, int b) {
    cd_hit hit;
    hit.t = 0;
    bool hits = cd_shapecast(&s->a[a], s->motion[a], &s->b[b], (cd_vec){0, 0, 0}, &hit);
    return (bench_answer){hits, hit.t};
}

static inline bench_answer time_of_impact(const shapes *s, int a, int b) {
    const cd_path still = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    cd_hit hit;
    hit.t = 0;
    bool hits = cd_time_of_impact(&s->a[a], &s->path[a], &s->b[b], &still, NULL, &hit);
    return (bench_answer){hits, hit.t};
}

static inline bench_answer overlap(const shapes *s, int a, int b) {
    return (bench_answer){cd_overlap(&s->a[a], &s->b[b]), 0};
}

static inline bench_answer distance(const shapes *s, int a, int b) {
    double d = cd_distance(&s->a[a], &s->b[b]);
    return (bench_answer){d <= 0, d};
}

// A round over all pairs and the answer to one, for each query.
#define QUERY(query)                                                                               \
    static bench_sum query##_round(void *prepared, const bench_inputs *inputs) {                   \
        bench_sum sum = {0, 0};                                                                    \
        for (int i = 0; i < BENCH_PAIRS; i++) {                                                    \
            bench_answer one = query(prepared, inputs->pairs[i][0], inputs->pairs[i][1]);          \
            sum.hits += one.hit;                                                                   \
            sum.measure += one.measure;                                                            \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
    static bench_answer query##_answer(void *prepared, int a, int b) {                             \
        return query(prepared, a, b);                                                              \
    }
// Contact and manifold without a margin that would let them stop at a gap.
static inline bench_answer whole_contact(const shapes *s, int a, int b) {
    cd_separation contact;
    cd_contact(&s->a[a], &s->b[b], INFINITY, &contact);
    return (bench_answer){contact.distance <= 0, contact.distance};
}

static inline bench_answer whole_manifold(const shapes *s, int a, int b) {
    cd_contact_points m;
    cd_manifold(&s->a[a], &s->b[b], INFINITY, &m);
    return (bench_answer){m.contact.distance <= 0, m.contact.distance};
}

QUERY(whole_contact)
QUERY(whole_manifold)
QUERY(contact)
QUERY(manifold)
QUERY(raycast)
QUERY(occluded)
QUERY(ray_triangle_limit)
QUERY(shapecast)
QUERY(time_of_impact)
QUERY(overlap)
QUERY(distance)

// One question of all 256 at once, for each of the other side.
static bench_sum raycast_all_round(void *prepared, const bench_inputs *inputs) {
    const shapes *s = prepared;
    static cd_batch_hit hits[BENCH_SIDE];
    bench_sum sum = {0, 0};
    (void)inputs;
    for (int a = 0; a < BENCH_SIDE; a++) {
        int count = cd_raycast_all(s->batch, s->origin[a], s->motion[a], 1, hits, BENCH_SIDE);
        sum.hits += count;
        for (int i = 0; i < count; i++)
            sum.measure += hits[i].hit.t;
    }
    return sum;
}

static bench_answer raycast_all_answer(void *prepared, int a, int b) {
    const shapes *s = prepared;
    static cd_batch_hit hits[BENCH_SIDE];
    int count = cd_raycast_all(s->batch, s->origin[a], s->motion[a], 1, hits, BENCH_SIDE);
    for (int i = 0; i < count; i++)
        if (hits[i].index == b)
            return (bench_answer){true, hits[i].hit.t};
    return (bench_answer){false, 0};
}

static bench_sum overlap_all_round(void *prepared, const bench_inputs *inputs) {
    const shapes *s = prepared;
    int indices[BENCH_SIDE];
    bench_sum sum = {0, 0};
    (void)inputs;
    for (int a = 0; a < BENCH_SIDE; a++) {
        int count = cd_overlap_all(&s->a[a], s->batch, indices);
        sum.hits += count;
        for (int i = 0; i < count; i++)
            sum.measure += indices[i];
    }
    return sum;
}

static bench_answer overlap_all_answer(void *prepared, int a, int b) {
    const shapes *s = prepared;
    int indices[BENCH_SIDE], count = cd_overlap_all(&s->a[a], s->batch, indices);
    for (int i = 0; i < count; i++)
        if (indices[i] == b)
            return (bench_answer){true, 0};
    return (bench_answer){false, 0};
}

static bench_answer hull_build_answer(void *at, int a, int b) {
    hull_points *h = at;
    (void)b;
    const cd_polytope *hull = cd_polytope_build(3, h->points[a], h->count, h->memory, NULL);
    return (bench_answer){hull != NULL, hull ? 0 : 1};
}

static bench_sum hull_build_round(void *at, const bench_inputs *inputs) {
    bench_sum sum = {0, 0};
    for (int i = 0; i < BENCH_PAIRS; i++)
        sum.hits += hull_build_answer(at, inputs->pairs[i][0], inputs->pairs[i][1]).hit;
    return sum;
}

#define METHOD(id, query, prepare)                                                                 \
    { id, "cd_" #query, false, prepare, query##_round, query##_answer, release }

const bench_method bench_collide[] = {
    METHOD(BENCH_SPHERE_SPHERE, contact, spheres),
    METHOD(BENCH_RAY_SPHERE, raycast, ray_sphere),
    METHOD(BENCH_RAY_CAPSULE, raycast, ray_capsule),
    METHOD(BENCH_RAY_BOX, raycast, ray_box),
    METHOD(BENCH_SPHERE_BOX, contact, sphere_box),
    METHOD(BENCH_CAPSULE_CAPSULE, contact, capsules),
    METHOD(BENCH_SPHERE_CAST_BOX, shapecast, sphere_box),
    METHOD(BENCH_CAPSULE_CAST_BOX, shapecast, capsule_box),
    METHOD(BENCH_CAPSULE_CAST_CAPSULE, shapecast, capsules),
    METHOD(BENCH_BOX_CAST_BOX, shapecast, boxes),
    METHOD(BENCH_BOX_TURNS_AT_BOX, time_of_impact, boxes),
    METHOD(BENCH_BOX_TURNS_AT_BOX_2D, time_of_impact, boxes_2d),
    METHOD(BENCH_HULL_CAST_HULL, shapecast, hulls),
    METHOD(BENCH_BOX_BOX_OVERLAP, overlap, boxes),
    METHOD(BENCH_BOX_BOX_MANIFOLD, manifold, boxes),
    METHOD(BENCH_BOX_BOX_CONTACT, contact, boxes),
    METHOD(BENCH_BOX_BOX_GAP, distance, boxes),
    METHOD(BENCH_BOX_BOX_DEPTH, distance, boxes),
    METHOD(BENCH_HULL_DISTANCE, distance, hulls),
    METHOD(BENCH_HULL_GAP, distance, hulls),
    METHOD(BENCH_HULL_DEPTH, distance, hulls),
    METHOD(BENCH_HULL_OVERLAP, overlap, hulls),
    METHOD(BENCH_CYLINDER_BOX, distance, cylinder_box),
    METHOD(BENCH_CYLINDER_CYLINDER, distance, cylinders),
    METHOD(BENCH_RAY_CYLINDER, raycast, ray_cylinder),
    METHOD(BENCH_RAY_TRIANGLE, raycast, ray_triangle),
    METHOD(BENCH_BOX_BOX_MANIFOLD_2D, manifold, boxes_2d),
    METHOD(BENCH_BOX_BOX_DISTANCE_2D, distance, boxes_2d),
    METHOD(BENCH_CAPSULE_CAPSULE_2D, contact, capsules_2d),
    METHOD(BENCH_RAY_SPHERES, raycast_all, all_ray_sphere),
    METHOD(BENCH_RAY_CAPSULES, raycast_all, all_ray_capsule),
    METHOD(BENCH_RAY_BOXES, raycast_all, all_ray_box),
    METHOD(BENCH_SPHERE_SPHERES, overlap_all, all_spheres),
    METHOD(BENCH_SPHERE_CAPSULES, overlap_all, all_sphere_capsule),
    METHOD(BENCH_SPHERE_BOXES, overlap_all, all_sphere_box),
    METHOD(BENCH_OCCLUDED_SPHERE, occluded, ray_sphere),
    METHOD(BENCH_OCCLUDED_CAPSULE, occluded, ray_capsule),
    METHOD(BENCH_OCCLUDED_BOX, occluded, ray_box),
    METHOD(BENCH_TRIANGLE_OVERLAP, overlap, triangles),
    METHOD(BENCH_TRIANGLE_GAP, distance, triangles),
    METHOD(BENCH_CAPSULE_BOX_CONTACT, contact, capsule_box),
    METHOD(BENCH_CAPSULE_BOX_MANIFOLD, manifold, capsule_box),
    METHOD(BENCH_HEXAGON_MANIFOLD, manifold, hexagons),
    METHOD(BENCH_HEXAGON_DISTANCE, distance, hexagons),
    METHOD(BENCH_HEXAGON_CAST, shapecast, hexagons),
    {BENCH_HULL_BUILD, "cd_polytope_build", false, points_of_hulls, hull_build_round,
     hull_build_answer, release_points},
    {0},
};

#define RUNGS(id, prepare)                                                                         \
    METHOD(id, overlap, prepare), METHOD(id, distance, prepare),                                   \
        METHOD(id, whole_contact, prepare), METHOD(id, whole_manifold, prepare)

// What asks for more, later: four queries of the same pairs.
const bench_method bench_ladder[] = {
    RUNGS(BENCH_SPHERE_SPHERE, spheres),        RUNGS(BENCH_SPHERE_BOX, sphere_box),
    RUNGS(BENCH_CAPSULE_CAPSULE, capsules),     RUNGS(BENCH_BOX_BOX_OVERLAP, boxes),
    RUNGS(BENCH_HULL_DISTANCE, hulls),          RUNGS(BENCH_CAPSULE_CAPSULE_2D, capsules_2d),
    RUNGS(BENCH_BOX_BOX_DISTANCE_2D, boxes_2d), {0},
};

// The same, one by one; and limits, which answer a part of the question.
const bench_method bench_single[] = {
    METHOD(BENCH_RAY_SPHERES, raycast, ray_sphere),
    METHOD(BENCH_RAY_CAPSULES, raycast, ray_capsule),
    METHOD(BENCH_RAY_BOXES, raycast, ray_box),
    METHOD(BENCH_OCCLUDED_SPHERE, raycast, ray_sphere),
    METHOD(BENCH_OCCLUDED_CAPSULE, raycast, ray_capsule),
    METHOD(BENCH_OCCLUDED_BOX, raycast, ray_box),
    METHOD(BENCH_SPHERE_SPHERES, overlap, spheres),
    METHOD(BENCH_SPHERE_CAPSULES, overlap, sphere_capsule),
    METHOD(BENCH_SPHERE_BOXES, overlap, sphere_box),
    {BENCH_RAY_TRIANGLE, "limit: triple products, t alone", true, ray_triangle,
     ray_triangle_limit_round, ray_triangle_limit_answer, release},
    {0},
};

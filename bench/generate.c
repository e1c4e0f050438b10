// Inputs: seeded, the same on every machine. Random numbers by splitmix64 (Steele, Lea, Flood
// 2014), rotations by Shoemake's uniform quaternions (Graphics Gems III).
#include "generate.h"
#include "workloads.h"

#include <math.h>
#include <stdint.h>

static uint64_t state;

static uint64_t next(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static double uniform(double low, double high) {
    return low + (high - low) * ((double)(next() >> 11) * 0x1p-53);
}

static void rotate(const double q[4], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) { // v + 2 q x (q x v + w v)
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double uj = q[k] * v[i] - q[i] * v[k] + q[3] * v[j];
        double uk = q[i] * v[j] - q[j] * v[i] + q[3] * v[k];
        out[i] = v[i] + 2 * (q[j] * uk - q[k] * uj);
    }
}

static void turn(bench_body *body, double x, double y, double z, double w) {
    const double q[4] = {x, y, z, w};
    for (int i = 0; i < 4; i++)
        body->rotation[i] = q[i];
    for (int i = 0; i < 3; i++) {
        const double unit[3] = {i == 0, i == 1, i == 2};
        rotate(q, unit, body->axes[i]);
    }
}

void bench_pose(bench_body *body, double spread) {
    const double turns = 6.283185307179586;
    for (int i = 0; i < 3; i++)
        body->position[i] = uniform(-spread / 2, spread / 2);
    double u = uniform(0, 1), v = uniform(0, turns), w = uniform(0, turns);
    turn(body, sqrt(1 - u) * sin(v), sqrt(1 - u) * cos(v), sqrt(u) * sin(w), sqrt(u) * cos(w));
}

void bench_pose_beside(bench_body *body, double spread) {
    bench_pose(body, spread);
    body->position[0] += spread + 2;
}

void bench_sphere(bench_body *body, double spread) {
    bench_pose(body, spread);
    body->radius = uniform(0.5, 1.5);
}

void bench_box(bench_body *body, double spread) {
    bench_pose(body, spread);
    for (int i = 0; i < 3; i++)
        body->half[i] = uniform(0.5, 1.5);
}

static void core(bench_body *body, int axis) {
    body->length = uniform(1, 3);
    body->radius = uniform(0.25, 0.75);
    for (int i = 0; i < 3; i++) {
        body->ends[0][i] = body->position[i] - body->length / 2 * body->axes[axis][i];
        body->ends[1][i] = body->position[i] + body->length / 2 * body->axes[axis][i];
    }
}

void bench_capsule(bench_body *body, double spread) {
    bench_pose(body, spread);
    core(body, 2);
}

void bench_capsule_2d(bench_body *body, double spread) {
    bench_pose(body, spread);
    body->position[2] = 0;
    double angle = uniform(-3.14159265358979, 3.14159265358979);
    turn(body, 0, 0, sin(angle / 2), cos(angle / 2));
    core(body, 0);
}

void bench_ray(bench_body *body, double spread) {
    bench_pose(body, spread);
    for (int i = 0; i < 3; i++) {
        double target = body->position[i], from = target + 5 * body->axes[0][i];
        body->position[i] = from;
        body->motion[i] = 2 * (target - from);
    }
}

void bench_cast_sphere(bench_body *body, double spread) {
    bench_ray(body, spread);
    body->radius = uniform(0.25, 0.75);
}

// ------------------------------------------------------------------------------------------ hulls

static const double golden = 1.618033988749895;

static int add_vertex(bench_hull *hull, const double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), unit[3];
    for (int i = 0; i < 3; i++)
        unit[i] = v[i] / length;
    for (int k = 0; k < hull->vertex_count; k++) {
        const double *known = hull->vertices[k];
        if (fabs(known[0] - unit[0]) + fabs(known[1] - unit[1]) + fabs(known[2] - unit[2]) < 1e-9)
            return k;
    }
    for (int i = 0; i < 3; i++)
        hull->vertices[hull->vertex_count][i] = unit[i];
    return hull->vertex_count++;
}

static void add_face(bench_hull *hull, int a, int b, int c) {
    const double *p = hull->vertices[a], *q = hull->vertices[b], *r = hull->vertices[c];
    double volume = p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
                    p[2] * (q[0] * r[1] - q[1] * r[0]);
    int *face = hull->faces[hull->face_count++];
    face[0] = a, face[1] = volume > 0 ? b : c, face[2] = volume > 0 ? c : b;
}

static int middle(bench_hull *hull, int a, int b) {
    double v[3];
    for (int i = 0; i < 3; i++)
        v[i] = (hull->vertices[a][i] + hull->vertices[b][i]) / 2;
    return add_vertex(hull, v);
}

// The regular icosahedron on the unit sphere: (0, +-1, +-golden) and its cyclic permutations; its
// faces are the triples at an edge's length from each other.
static void icosahedron(bench_hull *hull) {
    *hull = (bench_hull){0};
    for (int i = 0; i < 12; i++) {
        double v[3] = {0, 0, 0};
        v[(i / 4 + 1) % 3] = i & 1 ? -1 : 1;
        v[(i / 4 + 2) % 3] = i & 2 ? -golden : golden;
        add_vertex(hull, v);
    }
    bool near[12][12];
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            const double *p = hull->vertices[i], *q = hull->vertices[j];
            near[i][j] = i != j && p[0] * q[0] + p[1] * q[1] + p[2] * q[2] > 0;
        }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                if (near[i][j] && near[j][k] && near[k][i])
                    add_face(hull, i, j, k);
}

// Every triangle in four, the new vertices on the sphere.
static void subdivide(bench_hull *hull) {
    bench_hull coarse = *hull;
    hull->face_count = 0;
    for (int f = 0; f < coarse.face_count; f++) {
        const int *v = coarse.faces[f];
        int m[3] = {middle(hull, v[0], v[1]), middle(hull, v[1], v[2]), middle(hull, v[2], v[0])};
        add_face(hull, m[0], m[1], m[2]);
        add_face(hull, v[0], m[0], m[2]);
        add_face(hull, v[1], m[1], m[0]);
        add_face(hull, v[2], m[2], m[1]);
    }
}

// ---------------------------------------------------------------------------------------- a
// workload

static void shuffle(unsigned char (*pairs)[2]) {
    for (int i = 0; i < BENCH_PAIRS; i++) {
        pairs[i][0] = (unsigned char)(i / BENCH_SIDE);
        pairs[i][1] = (unsigned char)(i % BENCH_SIDE);
    }
    for (uint32_t i = BENCH_PAIRS - 1; i > 0; i--) {
        uint32_t j = (uint32_t)(next() % (i + 1));
        for (int side = 0; side < 2; side++) {
            unsigned char other = pairs[j][side];
            pairs[j][side] = pairs[i][side];
            pairs[i][side] = other;
        }
    }
}

void bench_generate(const bench_workload *workload, bench_inputs *inputs) {
    *inputs = (bench_inputs){0};
    state = (uint64_t)(workload - bench_workloads + 1);
    bool cast = workload->a == bench_ray || workload->a == bench_cast_sphere;
    for (int i = 0; i < BENCH_SIDE; i++) {
        workload->a(&inputs->a[i], workload->spread);
        workload->b(&inputs->b[i], cast ? 1 : workload->spread);
    }
    icosahedron(&inputs->hull);
    for (int i = 0; i < workload->hull; i++)
        subdivide(&inputs->hull);
    shuffle(inputs->pairs);
}

// The one place that describes a workload. A new row: its line in the table, and a method under its
// id in collide.c and in each peer that can do it.
//
// Bodies are seeded, the same on every machine, with sizes between 0.5 and 1.5. Rotations by
// Shoemake's uniform quaternions (Graphics Gems III).
#include "workloads.h"

#include "hull.h"
#include "random.h"

#include <math.h>
#include <stdint.h>

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

// By a random angle about z.
static void yaw(bench_body *body) {
    double angle = uniform(-3.14159265358979, 3.14159265358979);
    turn(body, 0, 0, sin(angle / 2), cos(angle / 2));
}

static void pose(bench_body *body, double spread) {
    const double turns = 6.283185307179586;
    for (int i = 0; i < 3; i++)
        body->position[i] = uniform(-spread / 2, spread / 2);
    double u = uniform(0, 1), v = uniform(0, turns), w = uniform(0, turns);
    turn(body, sqrt(1 - u) * sin(v), sqrt(1 - u) * cos(v), sqrt(u) * sin(w), sqrt(u) * cos(w));
}

// A pose on the other side of the plane x = spread / 2 + 1.
static void pose_beside(bench_body *body, double spread) {
    pose(body, spread);
    body->position[0] += spread + 2;
}

static void sphere(bench_body *body, double spread) {
    pose(body, spread);
    body->radius = uniform(0.5, 1.5);
}

static void box(bench_body *body, double spread) {
    pose(body, spread);
    for (int i = 0; i < 3; i++)
        body->half[i] = uniform(0.5, 1.5);
}

static void aligned_box(bench_body *body, double spread) {
    box(body, spread);
    turn(body, 0, 0, 0, 1);
}

static void yawed_box(bench_body *body, double spread) {
    box(body, spread);
    yaw(body);
}

// Beyond the reach of any box on the other side.
static void move_beside(bench_body *body, double spread) {
    body->position[0] += spread + 2 * 1.5 * sqrt(3);
}

static void box_beside(bench_body *body, double spread) {
    box(body, spread);
    move_beside(body, spread);
}

static void aligned_box_beside(bench_body *body, double spread) {
    aligned_box(body, spread);
    move_beside(body, spread);
}

static void yawed_box_beside(bench_body *body, double spread) {
    yawed_box(body, spread);
    move_beside(body, spread);
}

// On the plane z = 0, and hanging below it: what a stack asks.
static void yawed_box_above(bench_body *body, double spread) {
    yawed_box(body, spread);
    body->position[2] = body->half[2];
}

static void yawed_box_below(bench_body *body, double spread) {
    yawed_box(body, spread);
    body->position[2] = -body->half[2];
}

static void core(bench_body *body, int axis) {
    body->length = uniform(1, 3);
    body->radius = uniform(0.25, 0.75);
    for (int i = 0; i < 3; i++) {
        body->ends[0][i] = body->position[i] - body->length / 2 * body->axes[axis][i];
        body->ends[1][i] = body->position[i] + body->length / 2 * body->axes[axis][i];
    }
}

static void capsule(bench_body *body, double spread) {
    pose(body, spread);
    core(body, 2);
}

static void pose_2d(bench_body *body, double spread) {
    pose(body, spread);
    body->position[2] = 0;
    yaw(body);
}

static void capsule_2d(bench_body *body, double spread) {
    pose_2d(body, spread);
    core(body, 0);
}

static void box_2d(bench_body *body, double spread) {
    pose_2d(body, spread);
    for (int i = 0; i < 2; i++)
        body->half[i] = uniform(0.5, 1.5);
}

static void cylinder(bench_body *body, double spread) {
    pose(body, spread);
    core(body, 2);
    body->radius = uniform(0.5, 1.5);
}

// About as large as the other bodies, and nearly equilateral.
static void triangle(bench_body *body, double spread) {
    pose(body, spread);
    for (int k = 0; k < 3; k++) {
        double far = uniform(1, 3), angle = 2.094395102393195 * k;
        for (int i = 0; i < 3; i++)
            body->corners[k][i] = body->position[i] + far * (cos(angle) * body->axes[0][i] +
                                                             sin(angle) * body->axes[1][i]);
    }
}

static void triangle_beside(bench_body *body, double spread) {
    triangle(body, spread);
    for (int k = 0; k < 3; k++)
        body->corners[k][0] += spread + 6;
}

// Regular, of the size of the boxes.
static void hexagon(bench_body *body, double spread) {
    pose_2d(body, spread);
    const double far = uniform(0.5, 1.5);
    for (int k = 0; k < 6; k++) {
        const double angle = 1.0471975511965976 * k;
        for (int i = 0; i < 2; i++)
            body->corners[k][i] = body->position[i] + far * (cos(angle) * body->axes[0][i] +
                                                             sin(angle) * body->axes[1][i]);
    }
}

// From 5 away through a random point near the origin, and as far beyond.
static void cast_hexagon(bench_body *body, double spread) {
    hexagon(body, spread);
    double angle = uniform(-3.14159265358979, 3.14159265358979);
    const double way[2] = {5 * cos(angle), 5 * sin(angle)};
    for (int i = 0; i < 2; i++) {
        body->position[i] += way[i];
        body->motion[i] = -2 * way[i];
        for (int k = 0; k < 6; k++)
            body->corners[k][i] += way[i];
    }
}

// Through the whole cube, along its z axis.
static void long_ray(bench_body *body, double spread) {
    pose(body, spread);
    for (int i = 0; i < 2; i++)
        body->motion[i] = uniform(-spread / 4, spread / 4);
    body->position[2] = -spread / 2 - 2;
    body->motion[2] = spread + 4;
}

// From 5 away through a random point near the origin, and as far beyond.
static void ray(bench_body *body, double spread) {
    pose(body, spread);
    for (int i = 0; i < 3; i++) {
        double target = body->position[i], from = target + 5 * body->axes[0][i];
        body->position[i] = from;
        body->motion[i] = 2 * (target - from);
    }
}

static void cast_sphere(bench_body *body, double spread) {
    ray(body, spread);
    body->radius = uniform(0.25, 0.75);
}

static void cast_capsule(bench_body *body, double spread) {
    ray(body, spread);
    core(body, 2);
}

static void cast_box(bench_body *body, double spread) {
    ray(body, spread);
    for (int i = 0; i < 3; i++)
        body->half[i] = uniform(0.5, 1.5);
}

// By less than half a turn (their peers take the shorter way), about a random axis.
static void turning_box(bench_body *body, double spread) {
    cast_box(body, spread);
    for (int i = 0; i < 3; i++)
        body->turning[i] = uniform(-1.7, 1.7);
}

static void turning_box_2d(bench_body *body, double spread) {
    box_2d(body, spread);
    for (int i = 0; i < 2; i++) {
        body->motion[i] = -2 * (body->position[i] - body->axes[0][i] * 5);
        body->position[i] -= body->motion[i] / 2;
    }
    body->turning[2] = uniform(-1.5, 1.5); // its peer gives up after 20 steps
}

static void cast_aligned_box(bench_body *body, double spread) {
    cast_box(body, spread);
    turn(body, 0, 0, 0, 1);
}

static void cast_yawed_box(bench_body *body, double spread) {
    cast_box(body, spread);
    yaw(body);
}

// ----------------------------------------------------------------------------------- the workloads

// clang-format off
const bench_workload bench_workloads[] = {
    //                                                      a            b       spread hull bar guide
    {"sphere-sphere contact",     BENCH_SPHERE_SPHERE,      sphere,      sphere,      2.9, 0, 0.30,   10},
    {"ray-sphere",                BENCH_RAY_SPHERE,         ray,         sphere,      2.6, 0, 0.45,   20},
    {"ray-capsule",               BENCH_RAY_CAPSULE,        ray,         capsule,     2.1, 0, 0.50,   38},
    {"ray-OBB",                   BENCH_RAY_BOX,            ray,         box,         3.4, 0, 0.45,   42},
    {"sphere-OBB contact",        BENCH_SPHERE_BOX,         sphere,      box,         3.4, 0, 0.50,   46},
    {"capsule-capsule contact",   BENCH_CAPSULE_CAPSULE,    capsule,     capsule,     2.6, 0, 0.50,   58},
    {"sphere cast at OBB",        BENCH_SPHERE_CAST_BOX,    cast_sphere, box,         4.8, 0, 0.06,   75},
    {"capsule cast at OBB",       BENCH_CAPSULE_CAST_BOX,   cast_capsule, box,        6.2, 0, 0.80,    0},
    {"capsule cast at capsule",   BENCH_CAPSULE_CAST_CAPSULE, cast_capsule, capsule,  4.6, 0, 0.50,    0},
    {"OBB cast at OBB",           BENCH_BOX_CAST_BOX,       cast_box,    box,         5.0, 0, 0.50,    0},
    {"OBB turns at OBB",          BENCH_BOX_TURNS_AT_BOX,   turning_box, box,         5.0, 0, 1.00,    0},
    {"2D box turns at box",       BENCH_BOX_TURNS_AT_BOX_2D, turning_box_2d, box_2d,  4.0, 0, 1.00,    0},
    {"hull cast at hull, 12",     BENCH_HULL_CAST_HULL,     ray,         pose,        4.2, 0, 1.00,    0},
    {"hull cast at hull, 42",     BENCH_HULL_CAST_HULL,     ray,         pose,        4.4, 1, 1.00,    0},
    {"hull cast at hull, 162",    BENCH_HULL_CAST_HULL,     ray,         pose,        4.4, 2, 1.00,    0},
    {"OBB-OBB overlap",           BENCH_BOX_BOX_OVERLAP,    box,         box,         4.1, 0, 0.80,   60},
    {"OBB-OBB manifold",          BENCH_BOX_BOX_MANIFOLD,   box,         box,         4.1, 0, 0.60,  180},
    {"hull-hull distance, 12",    BENCH_HULL_DISTANCE,      pose,        pose,        2.6, 0, 0.40,  650},
    {"hull-hull distance, 42",    BENCH_HULL_DISTANCE,      pose,        pose,        2.9, 1, 0.40, 1300},
    {"hull-hull gap, 12",         BENCH_HULL_GAP,           pose,        pose_beside, 2.6, 0, 0.00,    0},
    {"hull-hull gap, 42",         BENCH_HULL_GAP,           pose,        pose_beside, 2.6, 1, 0.00,    0},
    {"hull-hull gap, 162",        BENCH_HULL_GAP,           pose,        pose_beside, 2.6, 2, 0.00,    0},
    {"hull-hull depth, 12",       BENCH_HULL_DEPTH,         pose,        pose,        0.8, 0, 0.50,    0},
    {"hull-hull depth, 42",       BENCH_HULL_DEPTH,         pose,        pose,        0.8, 1, 0.50,    0},
    {"hull-hull overlap, 12",     BENCH_HULL_OVERLAP,       pose,        pose,        2.6, 0, 1.00,    0},
    {"hull-hull overlap, 42",     BENCH_HULL_OVERLAP,       pose,        pose,        2.9, 1, 1.00,    0},
    {"cylinder-OBB distance",     BENCH_CYLINDER_BOX,       cylinder,    box,         3.4, 0, 1.00,    0},
    {"cylinder-OBB depth",        BENCH_CYLINDER_BOX,       cylinder,    box,         0.8, 0, 1.00,    0},
    {"cylinder-cylinder distance", BENCH_CYLINDER_CYLINDER, cylinder,    cylinder,    3.0, 0, 1.00,    0},
    {"cylinder-cylinder depth",   BENCH_CYLINDER_CYLINDER,  cylinder,    cylinder,    0.8, 0, 1.00,    0},
    {"ray-cylinder",              BENCH_RAY_CYLINDER,       ray,         cylinder,    2.6, 0, 0.80,    0},
    {"ray-triangle",              BENCH_RAY_TRIANGLE,       ray,         triangle,    2.0, 0, 0.80,    0},
    {"2D box-box manifold",       BENCH_BOX_BOX_MANIFOLD_2D, box_2d,     box_2d,      3.2, 0, 0.80,    0},
    {"2D box-box distance",       BENCH_BOX_BOX_DISTANCE_2D, box_2d,     box_2d,      4.0, 0, 0.80,    0},
    {"2D capsule-capsule contact", BENCH_CAPSULE_CAPSULE_2D, capsule_2d,  capsule_2d,  4.0, 0, 0.50,   48},
    {"ray at 256 spheres",        BENCH_RAY_SPHERES,        long_ray,    sphere,       20, 0, 0.35,    0},
    {"ray at 256 capsules",       BENCH_RAY_CAPSULES,       long_ray,    capsule,      20, 0, 0.35,    0},
    {"ray at 256 OBBs",           BENCH_RAY_BOXES,          long_ray,    box,          20, 0, 0.35,    0},
    {"sphere in 256 spheres",     BENCH_SPHERE_SPHERES,     sphere,      sphere,       20, 0, 0.35,    0},
    {"sphere in 256 capsules",    BENCH_SPHERE_CAPSULES,    sphere,      capsule,      20, 0, 0.35,    0},
    {"sphere in 256 OBBs",        BENCH_SPHERE_BOXES,       sphere,      box,          20, 0, 0.35,    0},
    {"ray at 256 near spheres",   BENCH_RAY_SPHERES,        ray,         sphere,      2.6, 0, 0.35,    0},
    {"sphere in 256 near spheres", BENCH_SPHERE_SPHERES,    sphere,      sphere,      2.9, 0, 0.35,    0},
    {"OBB-OBB contact",           BENCH_BOX_BOX_CONTACT,    box,         box,         4.1, 0, 0.60,    0},
    {"OBB-OBB gap",               BENCH_BOX_BOX_GAP,        box,         box_beside,  3.0, 0, 1.00,    0},
    {"OBB-OBB depth",             BENCH_BOX_BOX_DEPTH,      box,         box,         0.8, 0, 0.60,    0},
    {"AABB-AABB overlap",         BENCH_BOX_BOX_OVERLAP,    aligned_box, aligned_box, 3.7, 0, 0.80,    0},
    {"AABB-AABB contact",         BENCH_BOX_BOX_CONTACT,    aligned_box, aligned_box, 3.7, 0, 0.60,    0},
    {"AABB-AABB manifold",        BENCH_BOX_BOX_MANIFOLD,   aligned_box, aligned_box, 3.7, 0, 0.60,    0},
    {"AABB-AABB gap",             BENCH_BOX_BOX_GAP,        aligned_box, aligned_box_beside, 3.0, 0, 0.60, 0},
    {"AABB-AABB depth",           BENCH_BOX_BOX_DEPTH,      aligned_box, aligned_box, 0.8, 0, 0.60,    0},
    {"AABB cast at AABB",         BENCH_BOX_CAST_BOX,       cast_aligned_box, aligned_box, 4.0, 0, 0.50, 0},
    {"yawed-yawed overlap",       BENCH_BOX_BOX_OVERLAP,    yawed_box,   yawed_box,   3.9, 0, 0.80,    0},
    {"yawed-yawed contact",       BENCH_BOX_BOX_CONTACT,    yawed_box,   yawed_box,   3.9, 0, 0.60,    0},
    {"yawed-yawed manifold",      BENCH_BOX_BOX_MANIFOLD,   yawed_box,   yawed_box,   3.9, 0, 0.60,    0},
    {"yawed-yawed gap",           BENCH_BOX_BOX_GAP,        yawed_box,   yawed_box_beside, 3.0, 0, 1.00, 0},
    {"yawed-yawed depth",         BENCH_BOX_BOX_DEPTH,      yawed_box,   yawed_box,   0.8, 0, 0.60,    0},
    {"yawed-yawed touch",         BENCH_BOX_BOX_CONTACT,    yawed_box_above, yawed_box_below, 2.0, 0, 0.60, 0},
    {"yawed cast at yawed",       BENCH_BOX_CAST_BOX,       cast_yawed_box, yawed_box, 7.5, 0, 0.50,   0},
    {"occluded by sphere",        BENCH_OCCLUDED_SPHERE,    ray,         sphere,      2.6, 0, 0.00,    0},
    {"occluded by capsule",       BENCH_OCCLUDED_CAPSULE,   ray,         capsule,     2.1, 0, 0.00,    0},
    {"occluded by OBB",           BENCH_OCCLUDED_BOX,       ray,         box,         3.4, 0, 0.00,    0},
    {"triangle-triangle overlap", BENCH_TRIANGLE_OVERLAP,   triangle,    triangle,    2.0, 0, 0.60,    0},
    {"triangle-triangle gap",     BENCH_TRIANGLE_GAP,       triangle,    triangle_beside, 2.0, 0, 1.50, 0},
    {"capsule-OBB contact",       BENCH_CAPSULE_BOX_CONTACT, capsule,    box,         3.8, 0, 0.60,    0},
    {"capsule-OBB manifold",      BENCH_CAPSULE_BOX_MANIFOLD, capsule,   box,         3.8, 0, 1.00,    0},
    {"2D hexagon manifold",       BENCH_HEXAGON_MANIFOLD,   hexagon,     hexagon,     3.2, 0, 0,       0},
    {"2D hexagon distance",       BENCH_HEXAGON_DISTANCE,   hexagon,     hexagon,     4.0, 0, 0,       0},
    {"2D hexagon cast",           BENCH_HEXAGON_CAST,       cast_hexagon, hexagon,    4.0, 0, 1.00,    0},
    {"hull build, 12",            BENCH_HULL_BUILD,         pose,        pose,        2.6, 0, 2.00,    0},
};
// clang-format on

const int bench_workload_count = sizeof bench_workloads / sizeof bench_workloads[0];

static void shuffle(unsigned char (*pairs)[2]) {
    for (int i = 0; i < BENCH_PAIRS; i++) {
        pairs[i][0] = (unsigned char)(i / BENCH_SIDE);
        pairs[i][1] = (unsigned char)(i % BENCH_SIDE);
    }
    for (uint32_t i = BENCH_PAIRS - 1; i > 0; i--) {
        uint32_t j = (uint32_t)(random_bits() % (i + 1));
        for (int side = 0; side < 2; side++) {
            unsigned char other = pairs[j][side];
            pairs[j][side] = pairs[i][side];
            pairs[i][side] = other;
        }
    }
}

bool bench_measures_misses(const bench_workload *workload) {
    return workload->id == BENCH_HULL_DISTANCE || workload->id == BENCH_HULL_GAP ||
           workload->id == BENCH_CYLINDER_BOX || workload->id == BENCH_CYLINDER_CYLINDER ||
           workload->id == BENCH_BOX_BOX_GAP || workload->id == BENCH_BOX_BOX_DISTANCE_2D ||
           workload->id == BENCH_TRIANGLE_GAP || workload->id == BENCH_HEXAGON_DISTANCE;
}

void bench_generate(const bench_workload *workload, bench_inputs *inputs) {
    *inputs = (bench_inputs){0};
    random_state = (uint64_t)(workload - bench_workloads + 1);
    bool cast = workload->a == ray || workload->a == cast_sphere || workload->a == cast_capsule ||
                workload->a == cast_box || workload->a == cast_aligned_box ||
                workload->a == cast_yawed_box || workload->a == turning_box ||
                workload->a == turning_box_2d || workload->a == cast_hexagon;
    for (int i = 0; i < BENCH_SIDE; i++) {
        workload->a(&inputs->a[i], workload->spread);
        workload->b(&inputs->b[i], cast ? 1 : workload->spread);
    }
    bench_icosphere(&inputs->hull, workload->hull);
    shuffle(inputs->pairs);
}

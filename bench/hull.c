#include "hull.h"

#include <math.h>

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

void bench_icosphere(bench_hull *hull, int subdivisions) {
    icosahedron(hull);
    for (int i = 0; i < subdivisions; i++)
        subdivide(hull);
}

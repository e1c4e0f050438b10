// Closed meshes and rays through their edges. See solids.h. The rays lean on the way in which the
// solids are made: vertices lie around `middles`, a point for each, from which they are seen.
#include "solids.h"
#include "random.h"

#include <math.h>
#include <string.h>

static void seed(uint64_t n) {
    random_seed(n, 0x5851F42D4C957F2Du);
    for (int i = 0; i < 4; i++)
        random_unit();
}

// -------------------------------------------------------------------------------------- the solids

static void add_vertex(gauntlet_solid *s, double x, double y, double z) {
    double *v = s->vertices[s->vertex_count++];
    v[0] = x, v[1] = y, v[2] = z;
}

static void add_triangle(gauntlet_solid *s, int a, int b, int c) {
    int *t = s->triangles[s->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

static void add_quad(gauntlet_solid *s, int a, int b, int c, int d) {
    add_triangle(s, a, b, c);
    add_triangle(s, a, c, d);
}

static void make_tetrahedron(gauntlet_solid *s) {
    add_vertex(s, 1, 1, 1);
    add_vertex(s, 1, -1, -1);
    add_vertex(s, -1, 1, -1);
    add_vertex(s, -1, -1, 1);
    add_triangle(s, 0, 1, 2);
    add_triangle(s, 0, 3, 1);
    add_triangle(s, 0, 2, 3);
    add_triangle(s, 1, 3, 2);
}

static void make_cube(gauntlet_solid *s) {
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int i = 0; i < 8; i++)
        add_vertex(s, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    for (int i = 0; i < 6; i++)
        add_quad(s, faces[i][0], faces[i][1], faces[i][2], faces[i][3]);
}

enum { RINGS = 24, SECTORS = 48 };

static const double pi = 3.14159265358979323846;

static void make_sphere(gauntlet_solid *s) {
    add_vertex(s, 0, 0, 1);
    for (int i = 1; i < RINGS; i++)
        for (int k = 0; k < SECTORS; k++)
            add_vertex(s, sin(pi * i / RINGS) * cos(2 * pi * k / SECTORS),
                       sin(pi * i / RINGS) * sin(2 * pi * k / SECTORS), cos(pi * i / RINGS));
    add_vertex(s, 0, 0, -1);
    for (int k = 0; k < SECTORS; k++) {
        int next = (k + 1) % SECTORS, last = 1 + (RINGS - 2) * SECTORS;
        add_triangle(s, 0, 1 + k, 1 + next);
        for (int i = 0; i + 2 < RINGS; i++) {
            int a = 1 + i * SECTORS, b = a + SECTORS;
            add_quad(s, a + k, b + k, b + next, a + next);
        }
        add_triangle(s, last + k, s->vertex_count - 1, last + next);
    }
}

static void make_torus(gauntlet_solid *s) {
    const double tube = 0.4;
    for (int i = 0; i < SECTORS; i++) {
        for (int k = 0; k < SECTORS; k++) {
            double u = 2 * pi * i / SECTORS, v = 2 * pi * k / SECTORS, r = 1 + tube * cos(v);
            add_vertex(s, r * cos(u), r * sin(u), tube * sin(v));
        }
    }
    for (int i = 0; i < SECTORS; i++) {
        for (int k = 0; k < SECTORS; k++) {
            int a = i * SECTORS, b = (i + 1) % SECTORS * SECTORS, next = (k + 1) % SECTORS;
            add_quad(s, a + k, b + k, b + next, a + next);
        }
    }
}

// A rotation matrix of a random unit quaternion (x, y, z, w), and a random shift.
static void turn_and_move(gauntlet_solid *s, double offset) {
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_range(-1, 1);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(length);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                      {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                      {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    double shift[3];
    for (int i = 0; i < 3; i++)
        shift[i] = random_range(-1, 1) * offset;
    for (int k = 0; k < s->vertex_count; k++) {
        double v[3];
        memcpy(v, s->vertices[k], sizeof v);
        for (int i = 0; i < 3; i++)
            s->vertices[k][i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2] + shift[i];
    }
}

void gauntlet_make_solid(int index, gauntlet_solid *s) {
    static void (*const make[])(gauntlet_solid *) = {make_tetrahedron, make_cube, make_sphere,
                                                     make_torus};
    static const char *const names[] = {"tetrahedron", "cube", "sphere", "torus"};
    static const double offsets[] = {0, 10, 1000};
    s->vertex_count = s->triangle_count = 0;
    s->name = names[index % 4];
    make[index % 4](s);
    seed((uint64_t)index);
    turn_and_move(s, offsets[index / 4]);
}

// ---------------------------------------------------------------------------------------- the rays

// A point well inside, behind the surface at vertex v: of a convex solid near its middle; of a
// torus in the tube, the middle of the ring of vertices that v belongs to.
static void point_inside(const gauntlet_solid *s, int v, double inside[3]) {
    bool torus = strcmp(s->name, "torus") == 0;
    int first = torus ? v / SECTORS * SECTORS : 0, count = torus ? SECTORS : s->vertex_count;
    for (int i = 0; i < 3; i++) {
        inside[i] = 0;
        for (int k = first; k < first + count; k++)
            inside[i] += s->vertices[k][i] / count;
        inside[i] += random_range(-0.1, 0.1);
    }
}

void gauntlet_make_ray(const gauntlet_solid *s, long index, gauntlet_ray *ray) {
    seed((uint64_t)index + 1000);
    const int *t = s->triangles[(int)(random_unit() * s->triangle_count)];
    int k = (int)(random_unit() * 3);
    const double *a = s->vertices[t[k]], *b = s->vertices[t[(k + 1) % 3]];
    ray->vertex = random_unit() < 0.3;
    double u = ray->vertex ? 0 : random_unit(), inside[3];
    bool outwards = random_unit() < 0.5;
    double far = outwards ? random_range(1, 2) : random_range(1, 10);
    point_inside(s, t[k], inside);
    for (int i = 0; i < 3; i++) {
        double through = a[i] + u * (b[i] - a[i]);
        double from = outwards ? inside[i] : through + far * (through - inside[i]);
        double to = outwards ? through + far * (through - inside[i]) : inside[i];
        ray->origin[i] = from;
        ray->direction[i] = to - from;
    }
}

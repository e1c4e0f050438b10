// See body.h. Faces and edges of hulls are found by trying every triple of points: it spans a face
// if no points lie on both sides of it, up to a tolerance that only lets in more.
#include "body.h"

#include <string.h>

double half_ulp(double x) {
    x = fabs(x);
    return x == 0 ? 0 : 0.5 * (nextafter(x, INFINITY) - x);
}

// ------------------------------------------------------------------------------------------ input

// The vectors that a shape was made from; NULL beyond the last.
static const cd_vec *input_vector(const subject *of, int i) {
    const cd_shape *s = &of->shape;
    switch (s->kind) {
    case CD_SEGMENT:
    case CD_CAPSULE:
        return i == 0 ? &s->as.segment.a : i == 1 ? &s->as.segment.b : NULL;
    case CD_CYLINDER:
    case CD_CONE:
        return i == 0 ? &s->as.curved.a : i == 1 ? &s->as.curved.b : NULL;
    case CD_LINE:
        return i == 0 ? &s->as.line.point : i == 1 ? &s->as.line.direction : NULL;
    case CD_PLANE:
        return i == 0 ? &s->as.plane.normal : NULL;
    case CD_BOX:
        if (!s->as.box.rotated)
            return i == 0 ? &s->as.box.min : i == 1 ? &s->as.box.max : NULL;
        return i == 0           ? &s->as.box.center
               : i == 1         ? &s->as.box.half
               : i < 2 + s->dim ? &s->as.box.axes[i - 2]
                                : NULL;
    case CD_TRIANGLE:
        return i < 3 ? &s->as.triangle.v[i] : NULL;
    case CD_POLYGON:
    case CD_HULL:
        return i < of->point_count ? &of->points[i] : NULL;
    default:
        return i == 0 ? &s->as.center : NULL;
    }
}

static qvec input(const subject *of, int i) {
    qvec v = exactly(*input_vector(of, i));
    return of->nudge.vector == i ? q_add(v, of->nudge.change) : v;
}

quad subject_radius(const subject *s) {
    return s->shape.kind == CD_PLANE ? 0 : s->shape.radius + s->nudge.number;
}

static double component(cd_vec v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// The half extents of a box are three sizes; its axes are known to half an ulp of 1.
static double half_ulp_of(const subject *s, int vector, int k) {
    const cd_vec *v = input_vector(s, vector);
    if (s->shape.kind == CD_BOX && s->shape.as.box.rotated && vector > 0)
        return half_ulp(vector == 1 ? component(*v, k) : 0.75);
    return half_ulp(cd_max_abs(*v));
}

bool subject_nudge(subject *s, int i, int sign) {
    int dim = s->shape.dim, vector = i / dim, k = i % dim, count = 0;
    while (input_vector(s, count))
        count++;
    s->nudge = (nudge){.vector = -1};
    if (vector >= count) {
        s->nudge.number =
            sign * half_ulp(s->shape.kind == CD_PLANE ? s->shape.as.plane.offset : s->shape.radius);
        return i == count * dim;
    }
    quad h = sign * half_ulp_of(s, vector, k);
    s->nudge.vector = vector;
    s->nudge.change = (qvec){k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0};
    return true;
}

// ----------------------------------------------------------------------------------------- bodies

static qvec plain_corner(const subject *of, int i) {
    qvec low = input(of, 0), high = input(of, 1);
    return (qvec){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
}

static qvec turned_corner(const subject *of, int i, qvec reference) {
    qvec half = input(of, 1), p = q_sub(input(of, 0), reference);
    for (int k = 0; k < of->shape.dim; k++) {
        quad h = k == 0 ? half.x : k == 1 ? half.y : half.z;
        p = q_add_scaled(p, i & (1 << k) ? h : -h, input(of, 2 + k));
    }
    return p;
}

static void add_edge(body *b, int i, int j) {
    b->edge[b->edge_count][0] = (unsigned char)i;
    b->edge[b->edge_count++][1] = (unsigned char)j;
}

static void add_face(body *b, int i, int j, int k) {
    b->face[b->face_count][0] = (unsigned char)i;
    b->face[b->face_count][1] = (unsigned char)j;
    b->face[b->face_count++][2] = (unsigned char)k;
}

// Corner i has the bits of the axes on whose positive side it lies.
static void box_features(body *b) {
    for (int k = 0; k < b->dim; k++) // one edge along each axis first
        add_edge(b, 0, 1 << k);
    for (int i = 1; i < b->vertex_count; i++)
        for (int k = 0; k < b->dim; k++)
            if (!(i & (1 << k)))
                add_edge(b, i, i | (1 << k));
    b->edge_axes = b->dim;
    if (b->dim == 2)
        return;
    for (int half = 0; half < 2; half++) // one triangle across each axis first
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 3; k++) {
                int u = 1 << ((k + 1) % 3), v = 1 << ((k + 2) % 3), base = side << k;
                add_face(b, half ? base | u | v : base, base | u, base | v);
            }
    b->face_axes = 3;
}

// Whether all vertices lie on one side of the plane or line across the edges e and g, to rounding.
static bool bounds_all(int count, const cd_vec *from, cd_vec e, cd_vec g, int dim) {
    cd_vec n = dim == 2 ? cd_perp(e) : cd_cross(e, g);
    double low = 0, high = 0, size = 0;
    for (int k = 0; k < count; k++) {
        double height = cd_dot(n, from[k]);
        low = fmin(low, height);
        high = fmax(high, height);
        size = fmax(size, cd_max_abs(from[k]));
    }
    double rounding = 1e-13 * size * cd_max_abs(e) * (dim == 2 ? 1 : cd_max_abs(g));
    return low >= -rounding || high <= rounding;
}

static void hull_features(body *b) {
    bool used[MOST_VERTICES][MOST_VERTICES] = {{false}};
    int n = b->vertex_count;
    for (int i = 0; i < n; i++) {
        cd_vec from[MOST_VERTICES];
        for (int k = 0; k < n; k++)
            from[k] = rounded(q_sub(b->vertex[k], b->vertex[i]));
        for (int j = i + 1; j < n; j++) {
            if (b->dim == 2)
                used[i][j] = bounds_all(n, from, from[j], from[j], 2);
            for (int k = j + 1; k < n && b->dim == 3; k++)
                if (bounds_all(n, from, from[j], from[k], 3)) {
                    add_face(b, i, j, k);
                    used[i][j] = used[j][k] = used[i][k] = true;
                }
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (used[i][j] || n == 2)
                add_edge(b, i, j);
    b->edge_axes = b->edge_count;
    b->face_axes = b->face_count;
}

cd_vec subject_reference(const subject *s) {
    if (s->shape.kind == CD_PLANE)
        return (cd_vec){0, 0, 0};
    return s->point_count ? s->points[0] : cd_shape_middle(&s->shape);
}

static void put(body *b, qvec p) { b->vertex[b->vertex_count++] = p; }

static body made(const subject *of, cd_vec about) {
    const cd_shape *s = &of->shape;
    body b = {.sort = BODY_POLYTOPE, .dim = s->dim};
    qvec reference = exactly(about);
    switch (s->kind) {
    case CD_LINE:
        b.sort = BODY_LINE;
        b.direction = q_unit(input(of, 1));
        put(&b, q_sub(input(of, 0), reference));
        break;
    case CD_PLANE: {
        qvec n = input(of, 0);
        b.sort = BODY_HALFSPACE;
        b.normal = q_unit(n);
        b.level = (s->as.plane.offset + of->nudge.number - q_dot(n, reference)) / q_length(n);
        return b;
    }
    case CD_BOX:
        for (int i = 0; i < 1 << s->dim; i++)
            put(&b, s->as.box.rotated ? turned_corner(of, i, reference)
                                      : q_sub(plain_corner(of, i), reference));
        box_features(&b);
        return b;
    default:
        for (int i = 0; input_vector(of, i); i++)
            put(&b, q_sub(input(of, i), reference));
    }
    hull_features(&b);
    return b;
}

// A case asks for the same few bodies again and again: the last ones are kept.
body body_of(const subject *of, cd_vec about) {
    enum { KEPT = 6 };
    static struct {
        subject of;
        cd_vec about;
        body body;
    } kept[KEPT];
    static int next;
    for (int i = 0; i < KEPT; i++)
        if (!memcmp(&kept[i].of, of, sizeof *of) && !memcmp(&kept[i].about, &about, sizeof about) &&
            kept[i].body.dim)
            return kept[i].body;
    next = (next + 1) % KEPT;
    memcpy(&kept[next].of, of, sizeof *of); // its padding too
    kept[next].about = about;
    kept[next].body = made(of, about);
    return kept[next].body;
}

qvec body_point(const body *b, const mix *m) {
    qvec p = {0, 0, 0};
    for (int i = 0; i < m->count; i++)
        p = q_add_scaled(p, m->weight[i], b->vertex[m->index[i]]);
    return p;
}

// ------------------------------------------------------------------------------------- conditions

condition vector_condition(cd_vec v, qvec n) {
    const double u[3] = {fabs((double)n.x), fabs((double)n.y), fabs((double)n.z)};
    double numbers = half_ulp(v.x) * u[0] + half_ulp(v.y) * u[1] + half_ulp(v.z) * u[2];
    return (condition){numbers, half_ulp(cd_max_abs(v)) * (u[0] + u[1] + u[2])};
}

static condition number_condition(double x) { return (condition){half_ulp(x), half_ulp(x)}; }

// c + sum s_i h_i u_i: the axes come from a rotation, so each number of theirs is known to half an
// ulp of 1, however small it is.
static condition turned_box_condition(const cd_shape *s, const mix *m, qvec n) {
    const double half[3] = {s->as.box.half.x, s->as.box.half.y, s->as.box.half.z};
    condition sum = vector_condition(s->as.box.center, n);
    for (int k = 0; k < s->dim; k++) {
        quad side = 0;
        for (int i = 0; i < m->count; i++)
            side += m->index[i] & (1 << k) ? m->weight[i] : -m->weight[i];
        double along = fabs((double)q_dot(n, exactly(s->as.box.axes[k])));
        condition axis = {0, vector_condition((cd_vec){0.75, 0.75, 0.75}, n).points};
        axis.numbers = axis.points;
        condition size = condition_times(number_condition(half[k]), along);
        sum =
            condition_sum(sum, condition_times(condition_sum(size, condition_times(axis, half[k])),
                                               fabs((double)side)));
    }
    return sum;
}

static condition plane_condition(const cd_shape *s, qvec at) {
    return condition_sum(vector_condition(s->as.plane.normal, at),
                         number_condition(s->as.plane.offset));
}

static cd_vec input_vertex(const subject *of, int i) {
    return of->shape.kind == CD_BOX ? rounded(plain_corner(of, i)) : *input_vector(of, i);
}

condition body_condition(const subject *of, const mix *m, quad along, qvec at, qvec n) {
    const cd_shape *s = &of->shape;
    condition sum = number_condition(s->radius);
    if (s->kind == CD_PLANE)
        return plane_condition(s, at);
    if (s->kind == CD_LINE)
        return condition_sum(
            condition_sum(sum, vector_condition(s->as.line.point, n)),
            condition_times(vector_condition(s->as.line.direction, n), fabs((double)along)));
    if (s->kind == CD_BOX && s->as.box.rotated)
        return condition_sum(sum, turned_box_condition(s, m, n));
    for (int i = 0; i < m->count; i++)
        sum = condition_sum(sum, condition_times(vector_condition(input_vertex(of, m->index[i]), n),
                                                 fabs((double)m->weight[i])));
    return sum;
}

double subject_size(const subject *of) {
    const cd_shape *s = &of->shape;
    double size = cd_is_curved(s) ? s->as.curved.radius : s->radius;
    if (s->kind == CD_PLANE)
        return fmax(size, fabs(s->as.plane.offset));
    if (s->kind == CD_LINE)
        return fmax(size, cd_max_abs(s->as.line.point));
    if (s->kind == CD_BOX && s->as.box.rotated)
        return fmax(fmax(size, cd_max_abs(s->as.box.center)), cd_max_abs(s->as.box.half));
    for (int i = 0; input_vector(of, i); i++)
        size = fmax(size, cd_max_abs(*input_vector(of, i)));
    return size;
}

// The widest slab between two bodies: doubles look along every axis, and 128 bits along those that
// may be the best.
#include "search.h"

// slab_width of a unit n; doubles tell which vertices it cannot hang on.
quad exact_width(search *s, qvec n) {
    extents e = look_along(s, rounded(n));
    quad low = (quad)INFINITY, high = -(quad)INFINITY;
    for (int i = 0; i < s->a->vertex_count; i++)
        if (s->along_a[i] <= e.a_low + s->margin)
            low = q_min(low, q_dot(s->a->vertex[i], n));
    for (int i = 0; i < s->b->vertex_count; i++)
        if (s->along_b[i] >= e.b_high - s->margin)
            high = q_max(high, q_dot(s->b->vertex[i], n));
    return low - high;
}

// Across edge i of a body in the plane, across face i, or across edge i of a and edge j of b.
typedef enum { AXIS_LINE, AXIS_ACROSS, AXIS_FACE, AXIS_EDGES } axis_sort;

typedef struct {
    axis_sort sort;
    const body *of;
    int i, j;
    bool back;
    double width;
} axis;

typedef struct {
    search *s;
    int count;
    double best;
    axis list[2 * (MOST_EDGES * MOST_EDGES + 2 * MOST_FACES)];
} axes;

static qvec between(const body *b, int i, int j) { return q_sub(b->vertex[j], b->vertex[i]); }

static qvec edge_vector(const body *b, int i) { return between(b, b->edge[i][0], b->edge[i][1]); }

static qvec exact_axis(const search *s, const axis *x) {
    qvec e;
    switch (x->sort) {
    case AXIS_LINE:
        return (qvec){1, 0, 0};
    case AXIS_ACROSS:
        e = edge_vector(x->of, x->i);
        return (qvec){-e.y, e.x, 0};
    case AXIS_FACE: {
        const unsigned char *f = x->of->face[x->i];
        return q_cross(between(x->of, f[0], f[1]), between(x->of, f[0], f[2]));
    }
    default:
        return q_cross(edge_vector(s->a, x->i), edge_vector(s->b, x->j));
    }
}

static void see_axis(axes *x, axis found, double low, double high, bool back) {
    found.width = low - high;
    found.back = back;
    if (!(found.width > x->best - 100 * x->s->margin))
        return;
    x->best = larger(x->best, found.width);
    x->list[x->count++] = found;
}

static void see_both(axes *x, axis found, cd_vec along) {
    extents e = look_along(x->s, along);
    see_axis(x, found, e.a_low, e.b_high, false);
    see_axis(x, found, e.b_low, e.a_high, true);
}

// Doubles will do where the edges are not nearly parallel.
static void try_cross(axes *x, axis found, cd_vec e, cd_vec g) {
    cd_vec n = cd_cross(e, g);
    if (cd_length2(n) > 1e-6 * cd_length2(e) * cd_length2(g)) {
        see_both(x, found, n);
        return;
    }
    qvec exact = exact_axis(x->s, &found);
    if (q_max_abs(exact) > 0)
        see_both(x, found, rounded(q_unit(exact)));
}

static void edge_and_face_axes(axes *x, const body *b) {
    for (int i = 0; i < b->edge_axes && b->dim == 2; i++) {
        axis across = {AXIS_ACROSS, b, i, 0, false, 0};
        qvec n = exact_axis(x->s, &across);
        if (q_max_abs(n) > 0)
            see_both(x, across, rounded(n));
    }
    for (int i = 0; i < b->face_axes; i++) {
        const unsigned char *f = b->face[i];
        try_cross(x, (axis){AXIS_FACE, b, i, 0, false, 0}, rounded(between(b, f[0], f[1])),
                  rounded(between(b, f[0], f[2])));
    }
}

static void edge_vectors(const body *b, cd_vec *edges) {
    for (int i = 0; i < b->edge_axes; i++)
        edges[i] = rounded(edge_vector(b, i));
}

static void cross_axes(axes *x) {
    const body *a = x->s->a, *b = x->s->b;
    cd_vec of_a[MOST_EDGES], of_b[MOST_EDGES];
    edge_vectors(a, of_a);
    edge_vectors(b, of_b);
    for (int i = 0; i < a->edge_axes; i++)
        for (int j = 0; j < b->edge_axes; j++)
            try_cross(x, (axis){AXIS_EDGES, NULL, i, j, false, 0}, of_a[i], of_b[j]);
}

bool widest_slab(search *s, quad *width, qvec *normal) {
    axes x; // its list is long: not cleared
    x.s = s;
    x.count = 0;
    x.best = -DBL_MAX;
    if (s->a->dim == 1)
        see_both(&x, (axis){AXIS_LINE, NULL, 0, 0, false, 0}, (cd_vec){1, 0, 0});
    edge_and_face_axes(&x, s->a);
    edge_and_face_axes(&x, s->b);
    if (s->a->dim == 3)
        cross_axes(&x);
    bool found = false;
    for (int i = 0; i < x.count; i++) {
        if (!(x.list[i].width > x.best - 100 * s->margin))
            continue;
        qvec n = q_unit(exact_axis(s, &x.list[i]));
        n = x.list[i].back ? (qvec){-n.x, -n.y, -n.z} : n;
        quad w = exact_width(s, n);
        if (!found || w > *width) {
            *width = w;
            *normal = n;
        }
        found = true;
    }
    return found;
}

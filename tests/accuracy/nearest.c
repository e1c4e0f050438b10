// Apart: the least distance over all pairs of vertex, edge and face. A feature pair is left out
// where the slab of the best direction so far already parts it by more. Overlapping: the widest
// slab over all face normals and all pairs of edges. Doubles only choose which candidates are worth
// 128 bits: projections with margins of thousands of their rounding errors, and, where the answer
// then proves itself, estimates of the distances (estimate.h).
#include "nearest.h"
#include "estimate.h"

#include <float.h>

typedef struct {
    const body *a, *b;
    double size;
    cd_vec at_a[MOST_VERTICES], at_b[MOST_VERTICES];
    double along_a[MOST_VERTICES], along_b[MOST_VERTICES]; // on the direction of the best
    quad best2;
    double best, margin;
    bool estimated; // only pairs whose estimate is within `limit` count
    double limit;
    qvec difference;
    nearest *result;
} search;

double nearest_size(const body *a, const body *b) {
    quad size = 0;
    for (int i = 0; i < a->vertex_count; i++)
        size = q_max(size, q_max_abs(a->vertex[i]));
    for (int i = 0; i < b->vertex_count; i++)
        size = q_max(size, q_max_abs(b->vertex[i]));
    return (double)size;
}

body body_moved(const body *b, qvec v) {
    body moved = *b;
    for (int i = 0; i < b->vertex_count; i++)
        moved.vertex[i] = q_add(b->vertex[i], v);
    return moved;
}

quad slab_width(const body *a, const body *b, qvec n) {
    quad low = q_dot(a->vertex[0], n), high = q_dot(b->vertex[0], n);
    for (int i = 1; i < a->vertex_count; i++)
        low = q_min(low, q_dot(a->vertex[i], n));
    for (int i = 1; i < b->vertex_count; i++)
        high = q_max(high, q_dot(b->vertex[i], n));
    return low - high;
}

static cd_vec rounded(qvec v) { return (cd_vec){(double)v.x, (double)v.y, (double)v.z}; }

static void round_vertices(const body *b, cd_vec *at) {
    for (int i = 0; i < b->vertex_count; i++)
        at[i] = rounded(b->vertex[i]);
}

static void look_along(search *s, qvec direction) {
    cd_vec n = rounded(q_unit(direction));
    for (int i = 0; i < s->a->vertex_count; i++)
        s->along_a[i] = cd_dot(s->at_a[i], n);
    for (int i = 0; i < s->b->vertex_count; i++)
        s->along_b[i] = cd_dot(s->at_b[i], n);
}

// ---------------------------------------------------------------------------------- feature pairs

static double estimate(const search *s, const feature *fa, const feature *fb) {
    return estimate_pair(s->at_a, fa, s->at_b, fb);
}

static bool worth(const search *s, const feature *fa, const feature *fb) {
    if (s->estimated)
        return fabs(estimate(s, fa, fb)) <= s->limit;
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < fa->count; i++)
        low = fmin(low, s->along_a[fa->index[i]]);
    for (int i = 0; i < fb->count; i++)
        high = fmax(high, s->along_b[fb->index[i]]);
    return low - high <= s->best + s->margin;
}

static mix mixed(const feature *f, const quad *weight) {
    mix m = {.count = f->count};
    for (int i = 0; i < f->count; i++) {
        m.index[i] = f->index[i];
        m.weight[i] = weight[i];
    }
    return m;
}

static void offer(search *s, const feature *fa, const quad *wa, const feature *fb, const quad *wb) {
    mix a = mixed(fa, wa), b = mixed(fb, wb);
    qvec d = q_sub(body_point(s->a, &a), body_point(s->b, &b));
    quad square = q_dot(d, d);
    // The inside of a feature is never farther than its ends, but their difference may be lost.
    bool inside = a.count + b.count > s->result->a.count + s->result->b.count;
    quad rounding = inside ? 1e-32 * s->size * s->best : 0;
    if (!(square < s->best2 + rounding))
        return;
    s->best2 = q_min(s->best2, square);
    s->best = (double)q_sqrt(square);
    s->difference = d;
    s->result->a = a;
    s->result->b = b;
    if (s->best > 0 && !s->estimated)
        look_along(s, d);
}

// Nearly parallel directions lose digits of the parameters: solved again for what is left over.
static int rounds(quad nn, quad ee, quad gg) { return nn > 1e-8 * ee * gg ? 1 : 4; }

static const quad slack = 1e-28;

// Vertex p against the inside of the edge or triangle `f` of `on`: the foot q + u e (+ v g) solves
// the normal equations; outside of the feature another pair is nearer.
static bool foot(qvec p, const body *on, const feature *f, quad weight[3]) {
    qvec q = on->vertex[f->index[0]], e = q_sub(on->vertex[f->index[1]], q), w = q_sub(p, q);
    quad ee = q_dot(e, e), we = q_dot(w, e);
    if (f->count == 2) {
        if (!(we > 0 && we < ee))
            return false;
        weight[1] = we / ee;
        weight[0] = 1 - weight[1];
        return true;
    }
    qvec g = q_sub(on->vertex[f->index[2]], q), n = q_cross(e, g);
    quad nn = q_dot(n, n), u = 0, v = 0;
    if (!(nn > 0))
        return false;
    for (int round = rounds(nn, ee, q_dot(g, g)); round > 0; round--) {
        qvec left = q_sub(q_sub(w, q_scale(e, u)), q_scale(g, v));
        u += q_dot(q_cross(left, g), n) / nn;
        v += q_dot(q_cross(e, left), n) / nn;
    }
    weight[0] = 1 - u - v;
    weight[1] = u;
    weight[2] = v;
    return u > -slack && v > -slack && weight[0] > -slack; // two triangles may share a face
}

// Where the common perpendicular of two edges meets both inside: with n = e x g,
// s = (w x g) . n / n.n and t = (w x e) . n / n.n for w = q - p.
static bool crossing(const search *s, const feature *fa, const feature *fb, quad wa[2],
                     quad wb[2]) {
    qvec p = s->a->vertex[fa->index[0]], q = s->b->vertex[fb->index[0]];
    qvec e = q_sub(s->a->vertex[fa->index[1]], p), g = q_sub(s->b->vertex[fb->index[1]], q);
    qvec n = q_cross(e, g), w = q_sub(q, p);
    quad nn = q_dot(n, n), u = 0, v = 0;
    if (!(nn > 0))
        return false;
    for (int round = rounds(nn, q_dot(e, e), q_dot(g, g)); round > 0; round--) {
        qvec left = q_add(q_sub(w, q_scale(e, u)), q_scale(g, v));
        u += q_dot(q_cross(left, g), n) / nn;
        v += q_dot(q_cross(left, e), n) / nn;
    }
    wa[0] = 1 - u;
    wa[1] = u;
    wb[0] = 1 - v;
    wb[1] = v;
    return u > 0 && u < 1 && v > 0 && v < 1;
}

static feature vertex_feature(int i) { return (feature){1, {i, 0, 0}}; }

static feature edge_feature(const body *b, int i) {
    return (feature){2, {b->edge[i][0], b->edge[i][1], 0}};
}

static feature face_feature(const body *b, int i) {
    return (feature){3, {b->face[i][0], b->face[i][1], b->face[i][2]}};
}

// Vertex of one against vertex, edge or face of the other, or edge against edge.
static void try_pair(search *s, const feature *fa, const feature *fb) {
    quad wa[3] = {1, 0, 0}, wb[3] = {1, 0, 0};
    if (!worth(s, fa, fb))
        return;
    bool inside = true;
    if (fa->count > 1 && fb->count > 1)
        inside = crossing(s, fa, fb, wa, wb);
    else if (fa->count > 1)
        inside = foot(s->b->vertex[fb->index[0]], s->a, fa, wa);
    else if (fb->count > 1)
        inside = foot(s->a->vertex[fa->index[0]], s->b, fb, wb);
    if (inside)
        offer(s, fa, wa, fb, wb);
}

static void least_estimate(search *s, const feature *fa, const feature *fb) {
    double d = estimate(s, fa, fb);
    if (d > 0) // not a bound
        s->limit = fmin(s->limit, d);
}

typedef void visitor(search *s, const feature *fa, const feature *fb);

static void visit_vertices(search *s, const feature *f, bool f_of_a, visitor *visit) {
    const body *other = f_of_a ? s->b : s->a;
    for (int i = 0; i < other->vertex_count; i++) {
        feature v = vertex_feature(i);
        visit(s, f_of_a ? f : &v, f_of_a ? &v : f);
    }
}

static void visit_all(search *s, visitor *visit) {
    for (int i = 0; i < s->a->vertex_count; i++) {
        feature v = vertex_feature(i);
        visit_vertices(s, &v, true, visit);
    }
    for (int side = 0; side < 2; side++) {
        const body *on = side ? s->b : s->a;
        for (int i = 0; i < on->edge_count; i++) {
            feature f = edge_feature(on, i);
            visit_vertices(s, &f, on == s->a, visit);
        }
    }
    for (int i = 0; i < s->a->edge_count; i++)
        for (int j = 0; j < s->b->edge_count; j++) {
            feature fa = edge_feature(s->a, i), fb = edge_feature(s->b, j);
            visit(s, &fa, &fb);
        }
    for (int side = 0; side < 2; side++) {
        const body *on = side ? s->b : s->a;
        for (int i = 0; i < on->face_count; i++) {
            feature f = face_feature(on, i);
            visit_vertices(s, &f, on == s->a, visit);
        }
    }
}

static void forget(search *s) {
    s->best2 = (quad)DBL_MAX * DBL_MAX;
    s->best = DBL_MAX;
    s->result->a = s->result->b = (mix){0};
}

// The least distance over all feature pairs: of the bodies, if they are apart.
static void all_pairs(search *s, qvec hint) {
    forget(s);
    s->estimated = false;
    look_along(s, hint);
    visit_all(s, try_pair);
}

// The same over the pairs that seem nearest: right where it proves itself.
static void likely_pairs(search *s) {
    forget(s);
    s->estimated = true;
    s->limit = DBL_MAX;
    visit_all(s, least_estimate);
    s->limit += 1e-9 * s->size;
    visit_all(s, try_pair);
}

// ------------------------------------------------------------------------------------------- axes

typedef struct {
    search *s;
    int count;
    double best;
    struct {
        double width;
        qvec axis;
    } list[2 * (MOST_EDGES * MOST_EDGES + 2 * MOST_FACES)];
} axes;

static void see_axis(axes *x, qvec axis, double low, double high) {
    double width = low - high;
    if (!(width > x->best - x->s->margin))
        return;
    x->best = fmax(x->best, width);
    x->list[x->count].width = width;
    x->list[x->count++].axis = axis;
}

static void try_axis(axes *x, qvec axis) {
    quad m = q_max_abs(axis);
    if (!(m > 0))
        return;
    look_along(x->s, axis);
    double a_low = DBL_MAX, a_high = -DBL_MAX, b_low = DBL_MAX, b_high = -DBL_MAX;
    for (int i = 0; i < x->s->a->vertex_count; i++) {
        a_low = fmin(a_low, x->s->along_a[i]);
        a_high = fmax(a_high, x->s->along_a[i]);
    }
    for (int i = 0; i < x->s->b->vertex_count; i++) {
        b_low = fmin(b_low, x->s->along_b[i]);
        b_high = fmax(b_high, x->s->along_b[i]);
    }
    see_axis(x, axis, a_low, b_high);
    see_axis(x, (qvec){-axis.x, -axis.y, -axis.z}, b_low, a_high);
}

static qvec edge_vector(const body *b, int i) {
    return q_sub(b->vertex[b->edge[i][1]], b->vertex[b->edge[i][0]]);
}

static void edge_and_face_axes(axes *x, const body *b) {
    for (int i = 0; i < b->edge_axes && b->dim == 2; i++) {
        qvec e = edge_vector(b, i);
        try_axis(x, (qvec){-e.y, e.x, 0});
    }
    for (int i = 0; i < b->face_axes; i++) {
        qvec p = b->vertex[b->face[i][0]];
        try_axis(x,
                 q_cross(q_sub(b->vertex[b->face[i][1]], p), q_sub(b->vertex[b->face[i][2]], p)));
    }
}

// The widest slab over all axes; false where there is none.
static bool all_axes(search *s, quad *width, qvec *normal) {
    axes x; // its list is long: not cleared
    x.s = s;
    x.count = 0;
    x.best = -DBL_MAX;
    const body *a = s->a, *b = s->b;
    if (a->dim == 1)
        try_axis(&x, (qvec){1, 0, 0});
    edge_and_face_axes(&x, a);
    edge_and_face_axes(&x, b);
    for (int i = 0; i < a->edge_axes && a->dim == 3; i++)
        for (int j = 0; j < b->edge_axes; j++)
            try_axis(&x, q_cross(edge_vector(a, i), edge_vector(b, j)));
    bool found = false;
    for (int i = 0; i < x.count; i++) {
        if (!(x.list[i].width > x.best - s->margin))
            continue;
        qvec n = q_unit(x.list[i].axis);
        quad w = slab_width(a, b, n);
        if (!found || w > *width) {
            *width = w;
            *normal = n;
        }
        found = true;
    }
    return found;
}

// ----------------------------------------------------------------------------------------- result

// Whether a - b has no extent along its only normal.
static bool is_flat(const search *s, qvec n) {
    qvec back = {-n.x, -n.y, -n.z};
    return -(slab_width(s->a, s->a, back) + slab_width(s->b, s->b, back)) <= 1e-24 * s->size;
}

// Of a feature with two or three vertices the part of n along its edges is rounding.
static qvec off_feature(const body *b, const mix *m, qvec n) {
    for (int i = 1; i < m->count; i++) {
        qvec e = q_sub(b->vertex[m->index[i]], b->vertex[m->index[0]]);
        if (m->count == 3) { // across the face: both edges at once
            qvec g = q_sub(b->vertex[m->index[2]], b->vertex[m->index[0]]), f = q_cross(e, g);
            return q_scale(f, q_dot(n, f) > 0 ? 1 : -1);
        }
        n = q_add_scaled(n, -q_dot(n, e) / q_dot(e, e), e);
    }
    return n;
}

static qvec true_normal(const search *s) {
    const mix *a = &s->result->a, *b = &s->result->b;
    qvec d = s->difference;
    if (a->count == 2 && b->count == 2) {
        qvec e = q_sub(s->a->vertex[a->index[1]], s->a->vertex[a->index[0]]);
        qvec g = q_sub(s->b->vertex[b->index[1]], s->b->vertex[b->index[0]]), n = q_cross(e, g);
        return q_unit(q_scale(n, q_dot(n, d) > 0 ? 1 : -1));
    }
    return q_unit(off_feature(s->a, a, off_feature(s->b, b, d)));
}

static bool prove_apart(search *s, quad tiny) {
    nearest *r = s->result;
    r->distance = q_sqrt(s->best2);
    if (!(r->distance > tiny))
        return false;
    qvec n = true_normal(s);
    quad rounding = q_min(1e-32 * s->size * s->size / r->distance, r->distance / 2);
    if (slab_width(s->a, s->b, n) < r->distance - rounding)
        return false;
    r->normal = n;
    r->proved = true;
    return true;
}

static void begin(search *s, const body *a, const body *b, nearest *result) {
    *s = (search){.a = a, .b = b, .size = nearest_size(a, b), .result = result};
    s->margin = 1e-12 * s->size;
    round_vertices(a, s->at_a);
    round_vertices(b, s->at_b);
}

nearest nearest_of(const body *a, const body *b) {
    nearest r = {0};
    search s;
    begin(&s, a, b, &r);
    quad tiny = 1e-26 * s.size, width = 0;
    likely_pairs(&s);
    if (prove_apart(&s, tiny))
        return r;
    qvec n;
    bool found = all_axes(&s, &width, &n);
    r.flat = !found || is_flat(&s, n);
    if (!found)
        n = q_sub(a->vertex[0], b->vertex[0]);
    if (!found || width > -tiny) {
        all_pairs(&s, n);
        if (prove_apart(&s, tiny))
            return r;
        if (found && width > 1e-4 * tiny) { // apart by the axis; else its normal is unsure
            r.proved = width > (1 - 1e-9) * r.distance;
            r.normal = r.proved ? n : true_normal(&s);
            return r;
        }
        if (!found || r.distance <= tiny || r.flat) { // touching
            r.normal = found ? n : (qvec){0, 0, 0};
            r.proved = r.distance <= tiny;
            r.distance = r.proved ? 0 : r.distance;
            return r;
        }
    }
    // Moved out they touch, in a point of both.
    r.distance = width;
    r.normal = n;
    body out = body_moved(a, q_scale(n, -width));
    search touch;
    begin(&touch, &out, b, &r);
    all_pairs(&touch, n);
    r.proved = touch.best <= 1e-20 * s.size;
    return r;
}

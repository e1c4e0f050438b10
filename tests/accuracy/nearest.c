// Apart: the least distance over all pairs of vertex, edge and face. A feature pair is left out
// where the slab of the best direction so far already parts it by more. Overlapping: the widest
// slab over all face normals and all pairs of edges (axes.c). Doubles choose which candidates are
// worth 128 bits: projections with margins of thousands of their rounding errors.
#include "search.h"

// Returns the largest coordinate.
static double round_vertices(const body *b, cd_vec *at) {
    double size = 0;
    for (int i = 0; i < b->vertex_count; i++) {
        at[i] = rounded(b->vertex[i]);
        size = larger(size, cd_max_abs(at[i]));
    }
    return size;
}

double nearest_size(const body *a, const body *b) {
    cd_vec at[MOST_VERTICES];
    return larger(round_vertices(a, at), round_vertices(b, at));
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

// ---------------------------------------------------------------------------------- feature pairs

static bool worth(const search *s, const feature *fa, const feature *fb) {
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < fa->count; i++)
        low = smaller(low, s->along_a[fa->index[i]]);
    for (int i = 0; i < fb->count; i++)
        high = larger(high, s->along_b[fb->index[i]]);
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
    if (s->best > 0)
        look_along(s, rounded(q_unit(d)));
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

static void try_vertices(search *s, const feature *f, bool f_of_a) {
    const body *other = f_of_a ? s->b : s->a;
    for (int i = 0; i < other->vertex_count; i++) {
        feature v = vertex_feature(i);
        try_pair(s, f_of_a ? f : &v, f_of_a ? &v : f);
    }
}

static void try_all(search *s) {
    for (int i = 0; i < s->a->vertex_count; i++) {
        feature v = vertex_feature(i);
        try_vertices(s, &v, true);
    }
    for (int side = 0; side < 2; side++) {
        const body *on = side ? s->b : s->a;
        for (int i = 0; i < on->edge_count; i++) {
            feature f = edge_feature(on, i);
            try_vertices(s, &f, on == s->a);
        }
    }
    for (int i = 0; i < s->a->edge_count; i++)
        for (int j = 0; j < s->b->edge_count; j++) {
            feature fa = edge_feature(s->a, i), fb = edge_feature(s->b, j);
            try_pair(s, &fa, &fb);
        }
    for (int side = 0; side < 2; side++) {
        const body *on = side ? s->b : s->a;
        for (int i = 0; i < on->face_count; i++) {
            feature f = face_feature(on, i);
            try_vertices(s, &f, on == s->a);
        }
    }
}

static void forget(search *s) {
    s->difference = (qvec){0, 0, 0};
    s->best2 = (quad)DBL_MAX * DBL_MAX;
    s->best = DBL_MAX;
    s->result->a = s->result->b = (mix){0};
}

// The least distance over all feature pairs: of the bodies, if they are apart.
static void all_pairs(search *s, qvec hint) {
    forget(s);
    look_along(s, rounded(q_unit(hint)));
    try_all(s);
}

enum { MOST_FEATURES = MOST_VERTICES + MOST_EDGES + MOST_FACES };

static bool all_near(const feature *f, const bool *near) {
    for (int i = 0; i < f->count; i++)
        if (!near[f->index[i]])
            return false;
    return true;
}

static int near_features(const body *b, const bool *near, feature *list) {
    int count = 0;
    for (int i = 0; i < b->vertex_count + b->edge_count + b->face_count; i++) {
        int edge = i - b->vertex_count, face = edge - b->edge_count;
        list[count] = face >= 0   ? face_feature(b, face)
                      : edge >= 0 ? edge_feature(b, edge)
                                  : vertex_feature(i);
        count += all_near(&list[count], near);
    }
    return count;
}

typedef struct {
    int count_a, count_b;
    feature of_a[MOST_FEATURES], of_b[MOST_FEATURES];
} facing;

static void try_facing(search *s, const facing *f) {
    for (int i = 0; i < f->count_a; i++)
        for (int j = 0; j < f->count_b; j++)
            if (f->of_a[i].count * f->of_b[j].count <= 4) // not edge against face
                try_pair(s, &f->of_a[i], &f->of_b[j]);
}

// The pairs at the faces of the slab across `hint`: right where that proves itself.
static void facing_pairs(search *s, qvec hint) {
    extents e = look_along(s, rounded(hint));
    double wide = 1e-11 * s->size;
    bool near_a[MOST_VERTICES], near_b[MOST_VERTICES];
    for (int i = 0; i < s->a->vertex_count; i++)
        near_a[i] = s->along_a[i] <= e.a_low + wide;
    for (int i = 0; i < s->b->vertex_count; i++)
        near_b[i] = s->along_b[i] >= e.b_high - wide;
    facing f; // its lists are long: not cleared
    f.count_a = near_features(s->a, near_a, f.of_a);
    f.count_b = near_features(s->b, near_b, f.of_b);
    forget(s);
    try_facing(s, &f);
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
    if (r->a.count == 0 || !(r->distance > tiny))
        return false;
    qvec n = true_normal(s);
    quad rounding = q_min(1e-32 * s->size * s->size / r->distance, r->distance / 2);
    if (!(exact_width(s, n) >= r->distance - rounding))
        return false;
    r->normal = n;
    r->proved = true;
    return true;
}

static void begin(search *s, const body *a, const body *b, nearest *result) {
    s->a = a;
    s->b = b;
    s->result = result;
    s->size = larger(round_vertices(a, s->at_a), round_vertices(b, s->at_b));
    s->margin = 1e-12 * s->size;
}

bool nearest_within(const body *a, const body *b, qvec hint, quad distance) {
    nearest r;
    search s;
    begin(&s, a, b, &r);
    facing_pairs(&s, hint);
    return s.best2 <= distance * distance;
}

// Of overlapping bodies the axes tell, without a look at all pairs.
nearest nearest_of(const body *a, const body *b, qvec hint) {
    nearest r = {0};
    search s;
    begin(&s, a, b, &r);
    quad tiny = 1e-26 * s.size, width = 0;
    bool guessed = q_max_abs(hint) > 0, meet = false, found = false;
    if (guessed) {
        extents e = look_along(&s, rounded(hint));
        meet = e.a_low <= e.b_high;
        if (!meet)
            facing_pairs(&s, hint);
        if (!meet && prove_apart(&s, tiny))
            return r;
    }
    qvec n;
    if (meet)
        found = widest_slab(&s, &width, &n);
    if (!(found && width < -tiny)) {
        all_pairs(&s, guessed ? hint : q_sub(a->vertex[0], b->vertex[0]));
        if (prove_apart(&s, tiny))
            return r;
    }
    if (!meet)
        found = widest_slab(&s, &width, &n);
    r.flat = !found || is_flat(&s, n);
    if (!found)
        n = q_sub(a->vertex[0], b->vertex[0]);
    if (!found || width > -tiny) {
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
    facing_pairs(&touch, n);
    if (touch.best > 1e-20 * s.size)
        all_pairs(&touch, n);
    r.proved = touch.best <= 1e-20 * s.size;
    return r;
}

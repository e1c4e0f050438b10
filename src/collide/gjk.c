// Distance between convex cores by Gilbert, Johnson and Keerthi (1988) on vertices.
//
// The simplex of the Minkowski difference nearest to the origin is found by trying its features and
// keeping the nearest valid one, so a degenerate simplex can lose a candidate but never gives a
// wrong point. It ends when a corner repeats or gains nothing beyond rounding. Near the end
// distances decrease by less than they are rounded to while the normal still turns, so some ties
// are accepted. A line takes part as its point, with everything projected along its direction.
#include "collide/separate.h"

#include <float.h>

enum { MOST_TIES = 16 };

typedef struct {
    cd_vec w;
    int a, b;
    double size; // of what w was computed from
} corner;

typedef struct {
    double square; // |v|^2
    cd_vec v;
    int count;
    int index[3];
    double weight[3];
} nearest;

static void offer(nearest *best, cd_vec v, int count, const int index[3], const double weight[3]) {
    double square = cd_length2(v);
    if (!(square < best->square))
        return;
    best->square = square;
    best->v = v;
    best->count = count;
    for (int i = 0; i < count; i++) {
        best->index[i] = index[i];
        best->weight[i] = weight[i];
    }
}

static void try_corner(nearest *best, const corner *s, int i) {
    offer(best, s[i].w, 1, (const int[3]){i}, (const double[3]){1});
}

static cd_vec nearer(cd_vec p, cd_vec q) { return cd_length2(p) <= cd_length2(q) ? p : q; }

// The foot on a line is d x (p x d) / d.d: the cross products keep the digits that p + t d loses.
// Any point of the line will do for p; the nearer end makes least of the rounding of d.
static void try_edge(nearest *best, const corner *s, int i, int j) {
    cd_vec p = s[i].w, q = s[j].w, d = cd_sub(q, p);
    double dd = cd_length2(d), from_p = -cd_dot(p, d), from_q = cd_dot(q, d);
    if (!(from_p > 0)) {
        try_corner(best, s, i);
    } else if (!(from_q > 0)) {
        try_corner(best, s, j);
    } else {
        double t = from_p / (from_p + from_q);
        offer(best, cd_scale(cd_cross(d, cd_cross(nearer(p, q), d)), 1 / dd), 2,
              (const int[3]){i, j}, (const double[3]){1 - t, t});
    }
}

static void try_triangle(nearest *best, const corner *s, int i, int j, int k) {
    cd_vec p = s[i].w, q = s[j].w, r = s[k].w;
    cd_vec pq = cd_sub(q, p), qr = cd_sub(r, q), rp = cd_sub(p, r);
    cd_vec n = cd_cross(pq, qr);
    // Barycentric weights times n.n: the volumes over the edges.
    double nn = cd_length2(n), wp = cd_dot(n, cd_cross(nearer(q, r), qr)),
           wq = cd_dot(n, cd_cross(nearer(r, p), rp)), wr = cd_dot(n, cd_cross(nearer(p, q), pq));
    double sum = wp + wq + wr;
    if (nn > 0 && wp >= 0 && wq >= 0 && wr >= 0 && sum > 0) {
        offer(best, cd_scale(n, cd_dot(n, nearer(nearer(p, q), r)) / nn), 3,
              (const int[3]){i, j, k}, (const double[3]){wp / sum, wq / sum, wr / sum});
        return;
    }
    if (!(wr > 0) || nn == 0)
        try_edge(best, s, i, j);
    if (!(wp > 0) || nn == 0)
        try_edge(best, s, j, k);
    if (!(wq > 0) || nn == 0)
        try_edge(best, s, k, i);
}

// Faces of the tetrahedron s[0..3] that have the origin on the other side than the fourth corner;
// the face without s[3] is known to have it on the same side. True: the origin is inside.
static bool try_tetrahedron(nearest *best, const corner *s) {
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        cd_vec p = s[3].w;
        cd_vec n = cd_cross(cd_sub(s[i].w, p), cd_sub(s[j].w, p));
        double origin = -cd_dot(n, p), fourth = cd_dot(n, cd_sub(s[k].w, p));
        if ((origin > 0 && fourth > 0) || (origin < 0 && fourth < 0))
            continue;
        inside = false;
        try_triangle(best, s, 3, i, j);
    }
    return inside;
}

typedef struct {
    const cd_core *a, *b;
    cd_vec shift, line; // line: unit direction to project along, or zero
} difference;

// Twice, so that what is left along the line is rounding of the result, not of w.
static cd_vec flatten(const difference *m, cd_vec w) {
    if (cd_is_zero(m->line))
        return w;
    w = cd_add_scaled(w, -cd_dot(w, m->line), m->line);
    return cd_add_scaled(w, -cd_dot(w, m->line), m->line);
}

// The corner of a - b farthest against v.
static corner support(const difference *m, cd_vec v) {
    corner c = {.a = cd_core_support(m->a, cd_negate(v)), .b = cd_core_support(m->b, v)};
    cd_vec w = cd_sub(cd_core_vertex(m->a, c.a), cd_core_vertex(m->b, c.b));
    c.size = cd_max_abs(w);
    c.w = flatten(m, cd_add(w, m->shift));
    return c;
}

static bool known(const corner *s, int count, corner c) {
    for (int i = 0; i < count; i++)
        if (s[i].a == c.a && s[i].b == c.b)
            return true;
    return false;
}

static void keep(corner *s, const nearest *best) {
    corner kept[3];
    for (int i = 0; i < best->count; i++)
        kept[i] = s[best->index[i]];
    for (int i = 0; i < best->count; i++)
        s[i] = kept[i];
}

static cd_vec blend(const cd_core *core, const corner *s, const nearest *best, bool first) {
    cd_vec origin = cd_core_vertex(core, first ? s[0].a : s[0].b), sum = origin;
    for (int i = 1; i < best->count; i++) {
        cd_vec p = cd_core_vertex(core, first ? s[i].a : s[i].b);
        sum = cd_add_scaled(sum, best->weight[i], cd_sub(p, origin));
    }
    return sum;
}

// The weights of a needle are poor along it: shift weight along the longest edge until the blend of
// the corners is the nearest point.
static void refine(const corner *s, nearest *best) {
    int i = 0, j = 1;
    for (int k = 1; k < 3; k++)
        if (cd_length2(cd_sub(s[(k + 1) % 3].w, s[k].w)) > cd_length2(cd_sub(s[j].w, s[i].w)))
            i = k, j = (k + 1) % 3;
    cd_vec off = cd_sub(s[0].w, best->v), edge = cd_sub(s[j].w, s[i].w);
    for (int k = 1; k < 3; k++)
        off = cd_add_scaled(off, best->weight[k], cd_sub(s[k].w, s[0].w));
    double ee = cd_length2(edge), change = ee > 0 ? -cd_dot(off, edge) / ee : 0;
    best->weight[i] -= change;
    best->weight[j] += change;
}

static cd_gap finish(const difference *m, const corner *s, nearest *best, cd_gap gap) {
    if (best->count == 3)
        refine(s, best);
    gap.distance = sqrt(best->square);
    gap.normal = cd_normalized(best->v, (cd_vec){0, 1, 0});
    gap.point_a = cd_add(blend(m->a, s, best, true), m->shift);
    gap.point_b = blend(m->b, s, best, false);
    return gap;
}

CD_HOT cd_gap cd_gjk(const cd_core *a, const cd_core *b, cd_vec shift) {
    difference m = {a, b, shift, {0, 0, 0}};
    if (a->kind == CD_CORE_LINE)
        m.line = a->direction;
    if (b->kind == CD_CORE_LINE)
        m.line = b->direction;

    corner s[4];
    cd_vec start = cd_sub(cd_add(cd_core_vertex(a, 0), shift), cd_core_vertex(b, 0));
    s[0] = support(&m, flatten(&m, start));
    nearest best = {.square = INFINITY};
    try_corner(&best, s, 0);
    for (int i = 0; i < best.count; i++)
        best.index[i] = i;

    cd_gap gap = {.apart = true, .size = s[0].size};
    for (int ties = 0; ties < MOST_TIES;) {
        if (!(best.square > 0)) {
            gap.apart = false;
            return gap;
        }
        corner c = support(&m, flatten(&m, best.v)); // its rounding may be all of a small v
        gap.size = cd_max(gap.size, c.size);
        // How much nearer the new corner could bring us; below rounding it is noise.
        double progress = cd_dot(best.v, cd_sub(best.v, c.w));
        if (known(s, best.count, c) || !(progress > 2 * DBL_EPSILON * sqrt(best.square) * c.size))
            break;
        int count = best.count;
        s[count] = c;
        nearest next = {.square = INFINITY};
        bool inside = false;
        if (count == 1)
            try_edge(&next, s, 1, 0);
        else if (count == 2)
            try_triangle(&next, s, 2, 0, 1);
        else
            inside = try_tetrahedron(&next, s);
        if (inside || !(sqrt(next.square) <= sqrt(best.square) + 4 * DBL_EPSILON * gap.size)) {
            // Inside, or so near to a face that rounding lost it from both sides; unless there was
            // nothing to gain but rounding: then the last feature was the nearest.
            gap = finish(&m, s, &best, gap);
            gap.apart = !(progress > 64 * DBL_EPSILON * gap.distance * gap.size);
            return gap;
        }
        if (!(next.square < best.square))
            ties++;
        keep(s, &next);
        best = next;
    }
    return finish(&m, s, &best, gap);
}

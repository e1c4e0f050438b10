// Apart: the nearest point of a hull of few corners of a - b bounds the distance from above, the
// slab across its direction from below, and gives the next corner. Overlapping: the least height
// of b - a over all directions, by dividing the sphere: over a triangle of directions the height of
// any one point of b - a is least at a corner, so the best of a few points bounds all.
#include "solid.h"
#include "wide.h"

solid solid_of(const subject *of, cd_vec reference, double reach) {
    body b = body_of(of, reference);
    solid s = {.count = b.vertex_count, .radius = subject_radius(of)};
    for (int i = 0; i < b.vertex_count; i++)
        s.vertex[i] = b.vertex[i];
    if (b.sort == BODY_LINE) {
        s.vertex[1] = q_add_scaled(s.vertex[0], reach, b.direction);
        s.vertex[0] = q_add_scaled(s.vertex[0], -reach, b.direction);
        s.count = 2;
        s.line = true;
        s.axis = b.direction;
    }
    if (cd_is_curved(&of->shape)) {
        s.curved = true;
        s.axis = q_unit(q_sub(s.vertex[1], s.vertex[0]));
        s.rim[0] = of->shape.as.curved.radius;
        s.rim[1] = of->shape.kind == CD_CYLINDER ? s.rim[0] : 0;
    }
    return s;
}

#define NUMBER quad
#define VECTOR qvec
#define NAME(f) q_##f
#define SOLID qsolid
#define SPAN qspan
#define FOOT qfoot
#define EPS 1e-32
#define TOUCH 1e-22
#define CLOSE 1e-18
#define PATIENCE 100
static qvec q_of(qvec v) { return v; }
#include "apart.h"

#define NUMBER wide
#define VECTOR wvec
#define NAME(f) w_##f
#define SOLID wsolid
#define SPAN wspan
#define FOOT wfoot
#define EPS 1e-19
#define TOUCH 1e-16
#define CLOSE 5e-16
#define PATIENCE 12
static wvec w_of(qvec v) { return (wvec){(wide)v.x, (wide)v.y, (wide)v.z}; }
#include "apart.h"

qvec solid_support(const solid *s, qvec n) {
    qsolid q = q_solid_of(s);
    return q_support(&q, n);
}

quad solid_width(const solid *a, const solid *b, qvec n) {
    qvec corner = q_sub(solid_support(a, negative(n)), solid_support(b, n));
    return q_dot(corner, n) - a->radius - b->radius;
}

// ------------------------------------------------------------------------------------------ depths

// In double: 5e-7 is wanted.
typedef struct {
    int count;
    cd_vec vertex[MOST_VERTICES], axis;
    double rim[2];
    bool curved;
} plain;

typedef struct {
    plain a, b;
    cd_vec shift, best_normal;
    double best;
    bool circle;
    cd_vec across[2];
} sphere_search;

typedef struct {
    cd_vec n[3], p[3]; // directions, and the points of b - a farthest along them
} cell;

static plain plain_of(const solid *s) {
    plain p = {.count = s->count, .curved = s->curved, .axis = rounded(s->axis)};
    for (int i = 0; i < s->count; i++)
        p.vertex[i] = rounded(s->vertex[i]);
    p.rim[0] = (double)s->rim[0];
    p.rim[1] = (double)s->rim[1];
    return p;
}

static cd_vec plain_support(const plain *s, cd_vec n) {
    cd_vec best = s->vertex[0], across = {0, 0, 0};
    double most = 0, radial = 0;
    if (s->curved) {
        across = cd_add_scaled(n, -cd_dot(n, s->axis), s->axis);
        across = cd_add_scaled(across, -cd_dot(across, s->axis), s->axis);
        radial = cd_length(across);
        across = radial > 1e-14 ? cd_scale(across, 1 / radial) : (cd_vec){0, 0, 0};
    }
    for (int i = 0; i < s->count; i++) {
        double height = cd_dot(s->vertex[i], n) + (s->curved ? s->rim[i] * radial : 0);
        if (i == 0 || height > most) {
            most = height;
            best = s->curved ? cd_add_scaled(s->vertex[i], s->rim[i], across) : s->vertex[i];
        }
    }
    return best;
}

static cd_vec look(sphere_search *s, cd_vec n) {
    cd_vec p = cd_sub(plain_support(&s->b, n), plain_support(&s->a, cd_negate(n)));
    p = cd_sub(p, s->shift);
    double height = cd_dot(p, n);
    if (height < s->best) {
        s->best = height;
        s->best_normal = n;
    }
    return p;
}

// The least over the corners of the cell of the height of the point sum weight[k] p[k].
static double least_at(double height[3][3], const double weight[3]) {
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
        least = smaller(least, weight[0] * height[0][i] + weight[1] * height[1][i] +
                                   weight[2] * height[2][i]);
    return least;
}

// No direction of the cell has a lesser height: any blend of the points lies in b - a, so the best
// counts, which is one of them or one that is as high at two corners.
static double bound(const cell *c) {
    double height[3][3], most = -INFINITY;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            height[k][i] = cd_dot(c->p[k], c->n[i]);
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3;
        double weight[3] = {0, 0, 0};
        weight[k] = 1;
        most = larger(most, least_at(height, weight));
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            double of_k = height[k][i] - height[k][j], of_l = height[l][i] - height[l][j];
            double share = of_l / (of_l - of_k);
            if (!(share > 0 && share < 1))
                continue;
            weight[k] = share;
            weight[l] = 1 - share;
            most = larger(most, least_at(height, weight));
        }
    }
    const double even[3] = {1 / 3., 1 / 3., 1 / 3.};
    return larger(most, least_at(height, even));
}

static int split(sphere_search *s, const cell *c, cell part[4]) {
    cd_vec n[3], p[3];
    for (int i = 0; i < 3; i++) {
        n[i] = cd_normalized(cd_add(c->n[i], c->n[(i + 1) % 3]), c->n[i]);
        p[i] = look(s, n[i]);
    }
    if (s->circle) { // an arc is a triangle with a corner twice
        part[0] = (cell){{c->n[0], n[0], n[0]}, {c->p[0], p[0], p[0]}};
        part[1] = (cell){{n[0], c->n[1], c->n[1]}, {p[0], c->p[1], c->p[1]}};
        return 2;
    }
    for (int i = 0; i < 3; i++)
        part[i] = (cell){{c->n[i], n[i], n[(i + 2) % 3]}, {c->p[i], p[i], p[(i + 2) % 3]}};
    part[3] = (cell){{n[0], n[1], n[2]}, {p[0], p[1], p[2]}};
    return 4;
}

// Triangles that cover the sphere, or where there is a line the arcs of the circle across it.
static int first_cells(sphere_search *s, cell *cells) {
    const cd_vec x = s->across[0], y = s->across[1], z = cd_cross(x, y);
    int count = s->circle ? 4 : 8;
    for (int i = 0; i < count; i++) {
        cell *c = &cells[i];
        c->n[0] = cd_scale(x, i & 1 ? 1 : -1);
        c->n[1] = cd_scale(y, i & 2 ? 1 : -1);
        c->n[2] = s->circle ? c->n[1] : cd_scale(z, i & 4 ? 1 : -1);
        for (int k = 0; k < 3; k++)
            c->p[k] = look(s, c->n[k]);
    }
    return count;
}

enum { MOST_CELLS = 2000000, MOST_DEPTH = 40 };

// The least height, to `close`: the last found; false where that takes too long.
static bool least_height(sphere_search *s, double close) {
    cell stack[8 + 3 * MOST_DEPTH];
    int count = first_cells(s, stack);
    for (int cells = 0; count > 0; cells++) {
        cell c = stack[--count], part[4];
        if (bound(&c) >= s->best - close)
            continue;
        if (cells >= MOST_CELLS || count + 4 > 8 + 3 * MOST_DEPTH)
            return false;
        int parts = split(s, &c, part);
        for (int i = 0; i < parts; i++)
            stack[count++] = part[i];
    }
    return true;
}

// By the least height; where they touch, heights are mere rounding.
static span overlap(const solid *a, qvec shift, const solid *b, double size, qvec hint) {
    sphere_search s = {plain_of(a), plain_of(b),        rounded(shift),        {0, 0, 0},
                       INFINITY,    a->line || b->line, {{1, 0, 0}, {0, 1, 0}}};
    if (s.circle) {
        cd_vec along = rounded(a->line ? a->axis : b->axis);
        s.across[0] = cd_perpendicular(along, 3);
        s.across[1] = cd_cross(along, s.across[0]);
    }
    if (q_max_abs(hint) > 0)
        look(&s, rounded(hint));
    bool done = least_height(&s, 5e-7 * size);
    qvec n = {s.best_normal.x, s.best_normal.y, s.best_normal.z};
    span r = {.low = q_min(-s.best, 0), .normal = q_unit(n)};
    r.high = done ? q_min(r.low + 5e-7 * size, 0) : 0;
    return r;
}

// Where few digits leave it open whether they touch, in all 128 bits.
static span cores_distance(const solid *a, qvec shift, const solid *b, double size, qvec hint,
                           bool deep) {
    wsolid wa = w_solid_of(a), wb = w_solid_of(b);
    wspan w = {-1, 1, {0, 0, 0}};
    bool far = a->line || b->line; // their ends
    bool apart = far || w_apart(&wa, w_of(shift), &wb, size, w_of(hint), &w);
    if (!far && w.high - w.low <= 1e-15 * size)
        return (span){w.low, w.high, 0, {w.normal.x, w.normal.y, w.normal.z}, apart};
    span r;
    if (!apart) {
        if (!deep)
            return (span){-(quad)INFINITY, 0, 0, hint, false};
        r = overlap(a, shift, b, size, hint);
        if (r.high < -1e-6 * size)
            return r;
    }
    qsolid qa = q_solid_of(a), qb = q_solid_of(b);
    qspan q;
    if (q_apart(&qa, shift, &qb, size, hint, &q))
        return (span){q.low, q.high, 0, q.normal, true};
    return apart ? overlap(a, shift, b, size, hint) : r;
}

span solid_distance(const solid *a, qvec shift, const solid *b, double size, qvec hint, bool deep) {
    quad rounding = a->radius + b->radius;
    span r = cores_distance(a, shift, b, size, hint, deep);
    r.gap = r.low;
    r.low -= rounding;
    r.high -= rounding;
    return r;
}

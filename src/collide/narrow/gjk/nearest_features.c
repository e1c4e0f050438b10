// GJK converges linearly at a curved core, because its support points are none of finitely many.
// But after some steps the simplex tells on which features the nearest points lie, and Newton's
// method finds them there.
//
// Along a unit normal n a feature of a core has one to three support points: vertices, or points of
// rims. As n turns by d, those of rims move by (t . d) bend along t, where t is perpendicular to n
// and to the axis, and bend is radius / |n x axis|. With w the vector between the first points of
// both features, and E the lines from these to the others, w + E m is the vector between the
// nearest points where it is parallel to n, and n is perpendicular to E. With h the height of w
// along n and H the sum of bend t t', Newton's method on these equations is
// (H + h) d - E m = w - h n and E . d = -E . n.
//
// The result counts if support points of the cores along n leave no more than rounding.
#include "collide/narrow/gjk/nearest_features.h"

#include <float.h>

enum { STEPS_MAX = 8, LINES_MAX = 2 };

// A feature that supports a core along sign * n.
typedef struct {
    const cd_core *core;
    double sign;
    int count, piece[3]; // of which vertices or rims it is made
    bool cap;            // the disc of the rim piece[0]: its centre is the support point
    cd_vec point[3];
    double bend[3], across; // across: |n x axis|
    cd_vec turn;            // t
} feature;

typedef struct {
    feature a, b;
    cd_vec shift;
    int line_count, lines_of_a; // those of a come first
} feature_pair;

// What leads from b to a along n: w, E and m. askew: the largest of E . n; across: the part across
// n of what leads from nearest point to nearest point, which is `distance` long.
typedef struct {
    cd_vec first, line[LINES_MAX], across;
    double weight[LINES_MAX], askew, height, distance;
} feature_gap;

// -------------------------------------------------------------------------------------- features

static void add_piece(feature *f, int piece, cd_vec point) {
    for (int i = 0; i < f->count; i++)
        if (f->piece[i] == piece)
            return;
    f->point[f->count] = point;
    f->piece[f->count++] = piece;
}

static feature vertices_of(const cd_core *core, double sign, int count, const int vertices[],
                           const cd_vec points[]) {
    feature f = {.core = core, .sign = sign};
    for (int i = 0; i < count; i++)
        add_piece(&f, vertices[i], points[i]);
    return f;
}

// Between points of one rim that are farther than its radius apart, the nearest one is on the cap.
// Without it: ./run bench "cylinder-cylinder distance" (1.4)
static feature rims_of(const cd_core *core, double sign, int count, const cd_vec points[]) {
    feature f = {.core = core, .sign = sign};
    cd_vec middle = cd_scale(cd_add(core->vertices[0], core->vertices[1]), 0.5);
    bool wide = false;
    for (int i = 0; i < count; i++) {
        int rim = cd_dot(cd_sub(points[i], middle), core->direction) > 0;
        double radius = core->rim[rim];
        add_piece(&f, rim, points[i]);
        for (int k = 0; k < i; k++)
            wide = wide || cd_length2(cd_sub(points[i], points[k])) > radius * radius;
    }
    f.cap = wide && f.count == 1;
    if (f.cap)
        f.point[0] = core->vertices[f.piece[0]];
    return f;
}

static feature feature_of(const cd_core *core, double sign, int count, const int vertices[],
                          const cd_vec points[]) {
    return core->kind == CD_CORE_CURVED ? rims_of(core, sign, count, points)
                                        : vertices_of(core, sign, count, vertices, points);
}

// The support points of rims along a normal; false where it is along their axis.
static bool find_points(feature *f, cd_vec n) {
    const cd_core *core = f->core;
    if (core->kind != CD_CORE_CURVED || f->cap)
        return true;
    cd_vec u = core->direction, d = cd_scale(n, f->sign);
    cd_vec out = cd_add_scaled(d, -cd_dot(d, u), u);
    out = cd_add_scaled(out, -cd_dot(out, u), u);
    double length = cd_length(out);
    if (!(length > 0))
        return false;
    f->across = length;
    f->turn = cd_scale(cd_cross(u, d), 1 / length);
    for (int i = 0; i < f->count; i++) {
        f->bend[i] = core->rim[f->piece[i]] / length;
        f->point[i] = cd_add_scaled(core->vertices[f->piece[i]], f->bend[i], out);
    }
    return true;
}

// Whether the points of rims leave these by no more than rounding where they move along tangents,
// as n turns by d: by the squared way over twice the radius. So the last step moves them. Nearly
// along the axis the rounding of n alone moves them farther than they are known.
// Without it: tests/collide/cast/rounding_spec.lua "does not end a search for a rim"
static bool is_straight(const feature *f, cd_vec d, double rounding) {
    double along = cd_dot(f->turn, d);
    bool straight = true;
    for (int i = 0; i < f->count; i++)
        straight = straight && f->bend[i] * along * along <= 2 * f->across * rounding;
    return straight;
}

static void move_points(feature *f, cd_vec d) {
    double along = f->sign * cd_dot(f->turn, d);
    for (int i = 0; i < f->count; i++)
        f->point[i] = cd_add_scaled(f->point[i], f->bend[i] * along, f->turn);
}

// ------------------------------------------------------------------------------------------ pairs

static void find_weights(const feature_gap *s, int line_count, cd_vec n, double m[LINES_MAX]) {
    cd_vec w = s->first;
    if (line_count == 1) {
        cd_vec e = cd_add_scaled(s->line[0], -cd_dot(s->line[0], n), n);
        m[0] = -cd_dot(w, e) / cd_length2(e);
    } else if (line_count == 2) {
        cd_vec e = s->line[0], f = s->line[1];
        double area = cd_dot(n, cd_cross(e, f));
        m[0] = -cd_dot(n, cd_cross(w, f)) / area;
        m[1] = -cd_dot(n, cd_cross(e, w)) / area;
    }
}

static const feature *cap_of(const feature_pair *g) {
    return g->a.cap ? &g->a : g->b.cap ? &g->b : NULL;
}

// The gap between the points of both features.
static bool find_gap(const feature_pair *g, cd_vec n, feature_gap *s) {
    const feature *a = &g->a, *b = &g->b;
    s->first = cd_add(cd_core_between(a->core, a->point[0], b->core, b->point[0]), g->shift);
    for (int i = 1; i < a->count; i++)
        s->line[i - 1] = cd_sub(a->point[i], a->point[0]);
    for (int i = 1; i < b->count; i++)
        s->line[g->lines_of_a + i - 1] = cd_sub(b->point[0], b->point[i]);
    find_weights(s, g->line_count, n, s->weight);
    cd_vec w = s->first;
    s->askew = 0;
    for (int i = 0; i < g->line_count; i++) {
        w = cd_add_scaled(w, s->weight[i], s->line[i]);
        s->askew = cd_max(s->askew, fabs(cd_dot(n, s->line[i])));
    }
    s->height = cd_dot(n, w);
    s->across = cd_add_scaled(w, -s->height, n);
    s->distance = cap_of(g) ? s->height / cd_length(n) : cd_length(w);
    return s->height > 0;
}

// The bend of a feature where its lines have these weights.
static double bend_of(const feature *f, const double weight[]) {
    double bend = f->bend[0];
    for (int i = 1; i < f->count; i++)
        bend += weight[i - 1] * (f->bend[i] - f->bend[0]);
    return bend;
}

// By how much n is to turn, d.
static cd_vec turn_of(const feature_pair *g, const feature_gap *s, cd_vec n) {
    if (g->line_count == 2) {
        cd_vec to = cd_normalized(cd_cross(s->line[0], s->line[1]), n);
        return cd_sub(cd_dot(to, n) < 0 ? cd_negate(to) : to, n);
    }
    cd_vec t = g->a.turn, r = g->b.turn;
    double h = s->height, p = bend_of(&g->a, s->weight),
           q = bend_of(&g->b, s->weight + g->lines_of_a);
    cd_vec w = cd_add_scaled(s->first, -cd_dot(s->first, n), n);
    if (g->line_count == 1) { // the part of d along e is known, that along f = n x e is not
        double along = cd_dot(s->line[0], n);
        cd_vec e = cd_add_scaled(s->line[0], -along, n), f = cd_cross(n, e);
        cd_vec d = cd_scale(e, -along / cd_length2(e));
        double tf = cd_dot(t, f), rf = cd_dot(r, f);
        double rest = cd_dot(w, f) - p * tf * cd_dot(t, d) - q * rf * cd_dot(r, d);
        return cd_add_scaled(d, rest / (h * cd_length2(e) + p * tf * tf + q * rf * rf), f);
    }
    // h d = w - p x t - q y r with x = t . d and y = r . d
    double tr = cd_dot(t, r), wt = cd_dot(w, t), wr = cd_dot(w, r);
    double determinant = (h + p) * (h + q) - p * q * tr * tr;
    double x = ((h + q) * wt - q * tr * wr) / determinant;
    double y = ((h + p) * wr - p * tr * wt) / determinant;
    return cd_scale(cd_add_scaled(cd_add_scaled(w, -p * x, t), -q * y, r), 1 / h);
}

// ------------------------------------------------------------------------------------- the result

// Whether points lie between the first point and the others.
static bool are_between(const double weight[], int count) {
    double rest = 1;
    for (int i = 0; i < count; i++) {
        if (!(weight[i] >= 0))
            return false;
        rest -= weight[i];
    }
    return rest >= 0;
}

// The height of the difference of the cores along n, or a little more.
static double least_height(const feature_pair *g, cd_vec n) {
    const cd_core *a = g->a.core, *b = g->b.core;
    int i = a->kind == CD_CORE_CURVED ? 0 : g->a.piece[0];
    int k = b->kind == CD_CORE_CURVED ? 0 : g->b.piece[0];
    cd_vec p = cd_core_support_inside(a, cd_negate(n), &i), q = cd_core_support_inside(b, n, &k);
    return cd_dot(n, cd_add(cd_core_between(a, p, b, q), g->shift));
}

// The point of a feature where its lines, which lead along sign, have these weights, as seen from
// the offset of its core. across: from there to where it is on a cap. blend: of its gap.
static cd_vec point_of(const feature *f, const cd_vec line[], const double weight[], double sign,
                       cd_vec across, double *blend) {
    cd_vec p = f->cap ? cd_add_scaled(f->point[0], -sign, across) : f->point[0];
    *blend = 0;
    for (int i = 0; i < f->count - 1; i++) {
        p = cd_add_scaled(p, sign * weight[i], line[i]);
        *blend += weight[i] * cd_max_abs(line[i]);
    }
    return p;
}

// Sets the gap if n is its normal, and that of the cores themselves.
static bool is_gap_along(const feature_pair *g, cd_vec n, double rounding, cd_gap *gap) {
    feature_gap s;
    if (!find_gap(g, n, &s))
        return false;
    const feature *cap = cap_of(g);
    const cd_vec *line_b = s.line + g->lines_of_a;
    const double *weight_b = s.weight + g->lines_of_a;
    double beside = cd_length(s.across) - (cap ? cap->core->rim[cap->piece[0]] : 0);
    if (!(cd_max(s.askew, beside) <= rounding) || !are_between(s.weight, g->lines_of_a) ||
        !are_between(weight_b, g->line_count - g->lines_of_a))
        return false;
    // Along the axis a rim has no point, and rounding makes one inside the other core.
    // Without it: tests/collide/narrow/depth_curved_spec.lua "'s distance to points"
    double error = s.height - least_height(g, n);
    if (!(fabs(error) <= rounding))
        return false;
    cd_vec p = point_of(&g->a, s.line, s.weight, 1, s.across, &gap->blend_a);
    cd_vec q = point_of(&g->b, line_b, weight_b, -1, s.across, &gap->blend_b);
    gap->apart = true;
    gap->distance = s.distance;
    gap->error = cd_max(error, 0);
    gap->rounding_scale = gap->size;
    gap->normal = n;
    gap->point_a = cd_add(cd_add(g->a.core->offset, p), g->shift);
    gap->point_b = cd_add(g->b.core->offset, q);
    return true;
}

// The normal of a cap, of either side, that is more nearly along v.
static cd_vec cap_normal(const feature *cap, cd_vec v) {
    cd_vec axis = cap->core->direction;
    return cd_dot(axis, v) < 0 ? cd_negate(axis) : axis;
}

// Without it: ./run bench "cylinder-OBB distance" (3.1)
CD_HOT bool cd_nearest_on_features(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec v,
                                   const cd_support_simplex *simplex, cd_gap *gap) {
    feature_pair g = {.shift = shift};
    g.a = feature_of(a, -1, simplex->count, simplex->a, simplex->p);
    g.b = feature_of(b, 1, simplex->count, simplex->b, simplex->q);
    g.lines_of_a = g.a.count - 1;
    g.line_count = g.lines_of_a + g.b.count - 1;
    const feature *cap = cap_of(&g);
    if (g.line_count > (cap ? 0 : LINES_MAX) || (g.a.cap && g.b.cap))
        return false;
    double rounding = 4 * DBL_EPSILON * gap->size;
    if (cap) {
        cd_vec axis = cap_normal(cap, v);
        return find_points(&g.a, axis) && find_points(&g.b, axis) &&
               is_gap_along(&g, axis, rounding, gap);
    }
    const double least = 0x1p-6 * rounding;
    cd_vec n = cd_normalized(v, v);
    for (int step = 0; step < STEPS_MAX; step++) {
        feature_gap s;
        if (!find_points(&g.a, n) || !find_points(&g.b, n) || !find_gap(&g, n, &s))
            return false;
        cd_vec d = turn_of(&g, &s, n);
        double turned = cd_length2(d);
        if (!(turned < 0.25))
            return false;
        n = cd_normalized(cd_add(n, d), n);
        if (turned <= DBL_EPSILON && is_straight(&g.a, d, least) && is_straight(&g.b, d, least)) {
            move_points(&g.a, d);
            move_points(&g.b, d);
            return is_gap_along(&g, n, rounding, gap);
        }
    }
    return false;
}

// The cores of two rounded shapes touch when the difference of the cores, rounded by both radii,
// holds the origin. That difference is the union of balls around its vertices, cylinders around its
// edges and slabs over its faces, which are those of one core at each vertex of the other and the
// parallelograms of an edge of each. The union is convex: so the line of a motion enters it where
// it enters the first of these pieces, and leaves it with the last. Pieces inside do no harm. Plain
// numbers tell which one counts; then that one is looked at with all its digits.
#include "collide/cast/rounded_cast.h"

#include "collide/cast/ray.h"
#include "collide/simd/hot.h"

#include <assert.h>

enum { VERTICES_MAX = 3 };

// Squares of distances are clear beyond this part of that of the size.
static const double clear_part = 0x1p-44;

// Places on a feature, as parts of its length, and times, as parts of that in which the motion
// leads as far as the size, are known to this.
static const double known_part = 0x1p-50, known_time = 0x1p-50;

// Two that are parallel to this part of the squares of their lengths span nothing, and what is
// nearly so is left to others.
static const double no_area = 0x1p-96, little_area = 0x1p-40;

typedef enum { VERTEX, EDGE, FACE, KINDS } feature_kind;

// The features of a core, by its number of vertices: a corner of each and the others, of a face
// those where x + y is at most 1.
typedef struct {
    int count[KINDS];
    unsigned char corner[KINDS][VERTICES_MAX][3];
} features;

static const features known[VERTICES_MAX + 1] = {
    [1] = {.count = {1}, .corner[VERTEX] = {{0}}},
    [2] = {.count = {2, 1}, .corner = {{{0}, {1}}, {{0, 1}}}},
    [3] = {.count = {3, 3, 1}, .corner = {{{0}, {1}, {2}}, {{0, 1}, {1, 2}, {2, 0}}, {{0, 1, 2}}}},
};

// The motion of a, and what is known of lengths, of the squares of distances, and of times.
typedef struct {
    const cd_core *a, *b;
    const features *of_a, *of_b;
    cd_vec v;
    double vv, r, doubt, square_doubt, time_doubt;
} rounded_pair;

// A feature of each core, by its kind and the corners of that.
typedef struct {
    feature_kind of_a, of_b;
    const unsigned char *a, *b;
} piece;

bool cd_has_few_features(const cd_core *a, const cd_core *b) {
    return a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && !a->polytope &&
           !b->polytope && cd_max(a->vertex_count, b->vertex_count) <= VERTICES_MAX;
}

// ------------------------------------------------------------------------------------ which counts

// When a piece is entered, or left, and how far inside of its feature.
typedef struct {
    piece at;
    double time, inside;
} piece_time;

// The first that is entered and the last that is left. unclear: rounding could decide about some.
typedef struct {
    piece_time first, last;
    bool unclear;
} line_times;

// Pieces that adjoin are entered at the same time to rounding, but beside an edge or a corner their
// normals differ: of these the one is right that is touched farther inside of its feature. way: 1
// for the first one, -1 for the last.
// Without it: tests/collide/cast/rounding_spec.lua "has the normal of the nearer of two edges"
static inline void offer(const rounded_pair *c, piece_time *best, double way, piece at, double time,
                         double inside) {
    const double sooner = way * (best->time - time);
    if (sooner > c->time_doubt || (sooner >= -c->time_doubt && inside > best->inside))
        *best = (piece_time){at, time, inside};
}

// Whether rounding could give a discriminant either sign, which is that of a square of distances
// times `scale`.
static inline bool is_in_doubt(const rounded_pair *c, line_times *t, double d, double scale) {
    const bool doubtful = fabs(d) <= c->square_doubt * scale;
    t->unclear |= doubtful;
    return doubtful;
}

static inline void try_ball(const rounded_pair *c, line_times *t, piece at, cd_vec w) {
    double d = c->r * c->r * c->vv - cd_length2(cd_cross_plain(w, c->v));
    if (is_in_doubt(c, t, d, c->vv))
        d = cd_sphere_discriminant(w, c->v, c->r);
    if (!(d >= 0))
        return;
    const double middle = -cd_dot(w, c->v), half = sqrt(d);
    offer(c, &t->first, 1, at, (middle - half) / c->vv, -1);
    offer(c, &t->last, -1, at, (middle + half) / c->vv, -1);
}

static inline void try_cylinder(const rounded_pair *c, line_times *t, piece at, cd_vec w,
                                cd_vec f) {
    const cd_vec m = cd_cross_plain(c->v, f);
    const double rr = c->r * c->r, ff = cd_length2(f), mm = cd_length2(m);
    if (!(mm > no_area * c->vv * ff))
        return; // the motion leads along the edge, from end to end
    const double k = cd_dot(w, m);
    double d = rr * mm - k * k;
    if (is_in_doubt(c, t, d, mm))
        d = cd_cylinder_discriminant(w, c->v, f, c->r);
    if (!(d >= 0))
        return;
    const double middle = -cd_dot(cd_cross_plain(w, f), m), half = sqrt(ff * d);
    const double enter = (middle - half) / mm, exit = (middle + half) / mm;
    const double along = -cd_dot(w, f), speed = -cd_dot(c->v, f);
    // Along an edge places are known less well.
    const double steep = mm < 0x1p-8 * c->vv * ff ? sqrt(c->vv * ff / mm) : 1;
    const double slack = known_part * ff + c->doubt * cd_max_abs(f) * steep;
    const double in = along + enter * speed, out = along + exit * speed;
    const double in_end = cd_min(in, ff - in), out_end = cd_min(out, ff - out);
    if (in_end >= -slack)
        offer(c, &t->first, 1, at, enter, in_end * fabs(in_end) / ff);
    if (out_end >= -slack)
        offer(c, &t->last, -1, at, exit, out_end * fabs(out_end) / ff);
}

static inline double most_of(piece at) { return at.of_a == FACE || at.of_b == FACE ? 1 : 2; }

// Whether a place on the plane of a face, times nn, is on the face.
static inline bool is_on(double x, double y, double slack, double nn, double most) {
    return cd_min(x, y) >= -slack && cd_max(x, y) <= nn + slack && x + y <= most * nn + slack;
}

static inline void try_face(const rounded_pair *c, line_times *t, piece at, cd_vec w, cd_vec f,
                            cd_vec g) {
    const cd_vec n = cd_cross_plain(f, g), fn = cd_cross_plain(f, n), gn = cd_cross_plain(g, n);
    const double nn = cd_length2(n), area = cd_length2(f) * cd_length2(g);
    if (!(nn > no_area * area))
        return;
    const double length = sqrt(nn), h = cd_dot(w, n), s = cd_dot(c->v, n);
    const bool passes = s * s > no_area * c->vv * nn;
    t->unclear |= nn < little_area * area ||
                  (!passes && fabs(fabs(h) - c->r * length) <= 64 * c->doubt * length);
    if (!passes)
        return;
    const double middle = -h / s, half = c->r * length / fabs(s);
    const double enter = middle - half, exit = middle + half;
    const double x = -cd_dot(w, gn), dx = -cd_dot(c->v, gn);
    const double y = cd_dot(w, fn), dy = cd_dot(c->v, fn);
    const double steep = sqrt(c->vv) * length / fabs(s);
    const double slack =
        known_part * nn + c->doubt * cd_max(cd_max_abs(fn), cd_max_abs(gn)) * steep;
    if (is_on(x + enter * dx, y + enter * dy, slack, nn, most_of(at)))
        offer(c, &t->first, 1, at, enter, INFINITY);
    if (is_on(x + exit * dx, y + exit * dy, slack, nn, most_of(at)))
        offer(c, &t->last, -1, at, exit, INFINITY);
}

static inline cd_vec corner(const cd_core *core, const unsigned char *feature, int k) {
    return core->vertices[feature[k]];
}

// From the first corner of a feature to another one.
static inline cd_vec span(const cd_core *core, const unsigned char *feature, int k) {
    return cd_sub(corner(core, feature, k), corner(core, feature, 0));
}

// All pieces of two kinds of features.
static inline __attribute__((always_inline)) void
try_kinds(const rounded_pair *c, feature_kind of_a, feature_kind of_b, line_times *t) {
    const cd_vec apart = cd_sub(c->a->offset, c->b->offset);
    for (int i = 0; i < c->of_a->count[of_a]; i++)
        for (int k = 0; k < c->of_b->count[of_b]; k++) {
            const piece at = {of_a, of_b, c->of_a->corner[of_a][i], c->of_b->corner[of_b][k]};
            const cd_vec w = cd_add(apart, cd_sub(corner(c->a, at.a, 0), corner(c->b, at.b, 0)));
            if (of_a + of_b == VERTEX)
                try_ball(c, t, at, w);
            else if (of_a + of_b == EDGE)
                try_cylinder(c, t, at, w,
                             of_a == EDGE ? span(c->a, at.a, 1) : cd_negate(span(c->b, at.b, 1)));
            else
                try_face(c, t, at, w,
                         of_a == VERTEX ? cd_negate(span(c->b, at.b, 2)) : span(c->a, at.a, 1),
                         of_a == FACE ? span(c->a, at.a, 2) : cd_negate(span(c->b, at.b, 1)));
        }
}

static void try_all(const rounded_pair *c, line_times *t) {
    try_kinds(c, FACE, VERTEX, t);
    try_kinds(c, EDGE, EDGE, t);
    try_kinds(c, VERTEX, FACE, t);
    try_kinds(c, EDGE, VERTEX, t);
    try_kinds(c, VERTEX, EDGE, t);
    try_kinds(c, VERTEX, VERTEX, t);
}

// --------------------------------------------------------------------------------- with all digits

// normal: out of b; point: of b's core.
typedef struct {
    double time;
    cd_vec normal, point;
} piece_touch;

// A piece as the vectors w + x f + y g: w at its corners, and what of them b gives.
typedef struct {
    int dim;
    cd_vec w[3], f, g, from, of_f, of_g;
} seen_piece;

static inline void see(const rounded_pair *c, piece at, seen_piece *s) {
    const int of_a = (int)at.of_a;
    cd_vec to[3] = {{0}}, of[3] = {{0}};
    s->dim = of_a + (int)at.of_b;
    for (int i = 0; i <= s->dim; i++) {
        const int p = i <= of_a ? i : 0, q = i <= of_a ? 0 : i - of_a;
        s->w[i] = cd_core_between(c->a, corner(c->a, at.a, p), c->b, corner(c->b, at.b, q));
        of[i] = span(c->b, at.b, q);
        to[i] = cd_sub(span(c->a, at.a, p), of[i]);
    }
    s->from = cd_add(c->b->offset, corner(c->b, at.b, 0));
    s->f = to[1], s->g = to[2], s->of_f = of[1], s->of_g = of[2];
}

// The corner that is nearest at a time: what is seen from it has the most digits.
static inline cd_vec nearest_corner(const seen_piece *s, cd_vec v, double t) {
    cd_vec best = s->w[0];
    double least = INFINITY;
    for (int i = 0; i <= s->dim; i++) {
        const double far = cd_max_abs(cd_add_scaled(s->w[i], t, v));
        best = far < least ? s->w[i] : best;
        least = cd_min(far, least);
    }
    return best;
}

static inline void look_at_face(const rounded_pair *c, const seen_piece *s, cd_vec near, double way,
                                piece_touch *touch) {
    const cd_vec area = cd_cross(s->f, s->g);
    const double length = cd_length(area);
    const cd_vec n = cd_scale(area, 1 / length);
    const double speed = cd_dot(c->v, n), side = speed * way > 0 ? -1 : 1;
    touch->time = (side * c->r - cd_dot(near, n)) / speed;
    touch->normal = cd_scale(n, side);
    const cd_vec w = cd_add_scaled(s->w[0], touch->time, c->v);
    const double x = -cd_dot(w, cd_cross(s->g, n)) / length,
                 y = cd_dot(w, cd_cross(s->f, n)) / length;
    touch->point = cd_add_scaled(s->from, cd_clamp(x, 0, 1), s->of_f);
    touch->point = cd_add_scaled(touch->point, cd_clamp(y, 0, 1), s->of_g);
}

// When the line enters a piece (way 1) or leaves it (-1), near a time that is known.
static inline piece_touch look_at(const rounded_pair *c, const piece_time *at, double way) {
    seen_piece s;
    see(c, at->at, &s);
    const cd_vec near = nearest_corner(&s, c->v, at->time), v = c->v;
    piece_touch touch = {.point = s.from};
    if (s.dim == 2) {
        look_at_face(c, &s, near, way, &touch);
        return touch;
    }
    cd_ray_touch by;
    const bool ball = s.dim == 0;
    const cd_vec e = ball ? (cd_vec){0, 0, 0} : cd_scale(s.f, 1 / cd_length(s.f));
    cd_ray_sphere(cd_vec4_of(ball ? near : cd_cross(near, e)),
                  cd_vec4_of(ball ? v : cd_cross(v, e)), c->r, &by);
    const cd_vec normal = cd_vec4_vec(way > 0 ? by.enter_normal : by.exit_normal);
    touch.time = way > 0 ? by.enter : by.exit;
    touch.normal = ball ? normal : cd_cross(e, normal);
    if (!ball) {
        const double x = -cd_dot(cd_add_scaled(s.w[0], touch.time, v), s.f) / cd_length2(s.f);
        touch.point = cd_add_scaled(s.from, cd_clamp(x, 0, 1), s.of_f);
    }
    return touch;
}

// certain: whether the line certainly misses.
CD_HOT static cd_verdict cast_at(const rounded_pair *c, double size, cd_times asked, bool *certain,
                                 piece_touch *first, piece_touch *last) {
    line_times t = {.first = {.time = INFINITY, .inside = -INFINITY},
                    .last = {.time = -INFINITY, .inside = -INFINITY}};
    const double doubt = 0x1p-20 * size / cd_max_abs(c->v);
    try_all(c, &t);
    const double from = t.first.time, to = t.last.time;
    const bool passes = to - from > doubt;
    *certain = !t.unclear && ((from == INFINITY && to == -INFINITY) ||
                              (passes && (from - doubt > asked.last || to + doubt < asked.first)));
    if (*certain)
        return CD_MISSES;
    if (!passes)
        return CD_UNKNOWN;
    *first = look_at(c, &t.first, 1);
    *last = look_at(c, &t.last, -1);
    const double graze = 0x1p-20 * sqrt(c->vv);
    return first->time <= last->time && fabs(cd_dot(first->normal, c->v)) > graze &&
                   fabs(cd_dot(last->normal, c->v)) > graze
               ? CD_MEETS
               : CD_UNKNOWN;
}

cd_verdict cd_rounded_cast(const cd_core_pair *pair, cd_vec motion, cd_times asked,
                           cd_interval *i) {
    const double far = pair->size + cd_max_abs(pair->origin);
    assert(!cd_is_zero(motion));
    if (!cd_has_few_features(&pair->a, &pair->b))
        return CD_UNKNOWN;
    const rounded_pair c = {.a = &pair->a,
                            .b = &pair->b,
                            .of_a = &known[pair->a.vertex_count],
                            .of_b = &known[pair->b.vertex_count],
                            .v = motion,
                            .vv = cd_length2(motion),
                            .r = pair->radius_a + pair->radius_b,
                            .doubt = known_part * pair->size,
                            .square_doubt = clear_part * pair->size * pair->size,
                            .time_doubt = known_time * pair->size / cd_max_abs(motion)};
    if (!(c.r > 0x1p-32 * far) || cd_max_abs(motion) < CD_SMALLEST)
        return CD_UNKNOWN;
    piece_touch first, last;
    const cd_verdict verdict = cast_at(&c, pair->size, asked, &i->starts_apart, &first, &last);
    if (verdict != CD_MEETS)
        return verdict;
    i->enter = first.time;
    i->exit = last.time;
    i->enter_normal = first.normal;
    i->exit_normal = last.normal;
    i->starts_apart = cd_is_clear_way(i->enter, i->enter_normal, motion, c.r, far) ||
                      cd_is_clear_way(i->exit, i->exit_normal, motion, c.r, far);
    i->is_alone = cd_has_clear_normal(i, motion, c.r, far);
    i->has_points = true;
    const double radius = pair->radius_b;
    i->enter_point = cd_core_pair_point(pair, cd_add_scaled(first.point, radius, first.normal));
    i->exit_point = cd_core_pair_point(pair, cd_add_scaled(last.point, radius, last.normal));
    return CD_MEETS;
}

// The cores of two rounded shapes touch when the difference of the cores, rounded by both radii,
// holds the origin. That difference is the union of balls around its vertices, cylinders around its
// edges and slabs over its faces, which are those of one core at each vertex of the other and the
// parallelograms of an edge of each. The union is convex: so the line of a motion enters it where
// it enters the first of these pieces, and leaves it with the last. Pieces inside do no harm. Four
// are tried at a time; then the one that counts is looked at with all its digits.
#include "collide/cast/rounded_cast.h"

#include "collide/cast/ray.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

enum { LANES = 4, VERTICES_MAX = 3 };

// Squares of distances are clear beyond this part of that of the size.
static const double clear_part = 0x1p-44;

// Places on a feature, as parts of its length, and times, as parts of that in which the motion
// leads as far as the size, are known to this.
static const double known_part = 0x1p-50, known_time = 0x1p-50;

// Two that are parallel to this part of the squares of their lengths span nothing, and what is
// nearly so is left to others.
static const double no_area = 0x1p-96, little_area = 0x1p-40;

typedef enum { VERTEX, EDGE, FACE, KINDS } feature_kind;

// The features of a core, by its number of vertices: the ends of edges, and a corner of a face with
// the two beside it, where x + y is at most 1. Vertices are their own corners.
typedef struct {
    int count[KINDS];
    unsigned char corner[KINDS][VERTICES_MAX][3];
} features;

static const features known[VERTICES_MAX + 1] = {
    [1] = {.count = {1}},
    [2] = {.count = {2, 1}, .corner[EDGE] = {{0, 1}}},
    [3] = {.count = {3, 3, 1},
           .corner[EDGE] = {{0, 1}, {1, 2}, {2, 0}},
           .corner[FACE] = {{0, 1, 2}}},
};

// What a piece is made of: of the core with fewer vertices and of that with more, and their
// numbers.
typedef struct {
    feature_kind few, many;
    int of_few, of_many;
} piece;

typedef struct {
    double x[LANES], y[LANES], z[LANES];
} vec_list;

// The motion, of the core with more vertices, and the first corner of its features and what leads
// from there to the others; the last lanes repeat the last one. What is known of lengths, of the
// squares of distances, and of times.
typedef struct {
    const cd_core *few, *many;
    const features *of_few, *of_many;
    cd_vec v;
    double r, doubt, square_doubt, time_doubt;
    vec_list list[KINDS][3];
} rounded_pair;

bool cd_has_few_features(const cd_core *a, const cd_core *b) {
    return a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && !a->polytope &&
           !b->polytope && cd_max(a->vertex_count, b->vertex_count) <= VERTICES_MAX;
}

static inline void put(vec_list *to, int i, cd_vec v) {
    to->x[i] = v.x, to->y[i] = v.y, to->z[i] = v.z;
}

CD_VEC4_INLINE cd_vec_lanes load(const vec_list *from) {
    return (cd_vec_lanes){cd_vec4_load(from->x), cd_vec4_load(from->y), cd_vec4_load(from->z)};
}

static inline int corner_of(const features *of, feature_kind kind, int i, int k) {
    return kind == VERTEX ? i : of->corner[kind][i][k];
}

// From the first corner of a feature to another one.
static inline cd_vec span(const cd_core *core, const features *of, feature_kind kind, int i,
                          int k) {
    return cd_sub(core->vertices[corner_of(of, kind, i, k)],
                  core->vertices[corner_of(of, kind, i, 0)]);
}

CD_VEC4_INLINE void list_features(rounded_pair *c, feature_kind kind) {
    const features *of = c->of_many;
    const int count = of->count[kind];
    for (int i = 0; i < LANES && count > 0; i++) {
        const int at = i < count ? i : count - 1;
        put(&c->list[kind][0], i, cd_core_vertex(c->many, corner_of(of, kind, at, 0)));
        for (int k = 1; k <= (int)kind; k++)
            put(&c->list[kind][k], i, span(c->many, of, kind, at, k));
    }
}

// ----------------------------------------------------------------------------------- four at once

// In each lane the first that is entered and the last that is left: when, the numbers of these
// pieces, and how far inside of their features. unclear: rounding could decide about some.
typedef struct {
    cd_vec4 from, to, first, last, first_inside, last_inside;
    cd_vec4_mask unclear;
} line_times;

// What is the same for all: the motion in each lane, its square, and that of the radius.
// square_doubt: of the squares of distances; time_doubt: of times.
typedef struct {
    cd_vec_lanes v;
    cd_vec4 vv, rr;
    double r, doubt, square_doubt, time_doubt;
} line_lanes;

// Pieces have numbers: four bits for that of each feature, above these two for each kind.
static inline double number_of(piece at) {
    return (double)(((int)at.few * 4 + (int)at.many) << 8 | at.of_few << 4 | at.of_many);
}

static inline piece piece_of(double number) {
    const int n = (int)number;
    return (piece){(feature_kind)(n >> 10), (feature_kind)(n >> 8 & 3), n >> 4 & 15, n & 15};
}

CD_VEC4_INLINE cd_vec4 largest(cd_vec_lanes a) {
    return cd_vec4_max(cd_vec4_max(cd_vec4_abs(a.x), cd_vec4_abs(a.y)), cd_vec4_abs(a.z));
}

// Pieces that adjoin are entered at the same time to rounding, but beside an edge or a corner their
// normals differ: of these the one is right that is touched farther inside of its feature.
// Without it: tests/collide/cast/rounding_spec.lua "has the normal of the nearer of two edges"
CD_VEC4_INLINE void offer(const line_lanes *c, line_times *t, double number, cd_vec4 enter,
                          cd_vec4_mask enters, cd_vec4 enter_inside, cd_vec4 exit,
                          cd_vec4_mask leaves, cd_vec4 exit_inside) {
    const cd_vec4 numbers = number + (cd_vec4){0, 1, 2, 3};
    const cd_vec4_mask in =
        enters & ((enter < t->from - c->time_doubt) |
                  ((enter <= t->from + c->time_doubt) & (enter_inside > t->first_inside)));
    const cd_vec4_mask out =
        leaves & ((exit > t->to + c->time_doubt) |
                  ((exit >= t->to - c->time_doubt) & (exit_inside > t->last_inside)));
    t->from = cd_vec4_select(in, enter, t->from);
    t->first = cd_vec4_select(in, numbers, t->first);
    t->first_inside = cd_vec4_select(in, enter_inside, t->first_inside);
    t->to = cd_vec4_select(out, exit, t->to);
    t->last = cd_vec4_select(out, numbers, t->last);
    t->last_inside = cd_vec4_select(out, exit_inside, t->last_inside);
}

CD_VEC4_INLINE void try_balls(const line_lanes *c, line_times *t, double number, cd_vec_lanes w) {
    const cd_vec_lanes v = c->v, n = cd_vec_lanes_cross_plain(w, v);
    const cd_vec4 vv = c->vv, rr = c->rr;
    const cd_vec4 d = rr * vv - cd_vec_lanes_dot(n, n);
    const cd_vec4 doubt = c->square_doubt * vv;
    t->unclear |= cd_vec4_abs(d) <= doubt;
    if (!cd_vec4_bits(d > doubt))
        return;
    const cd_vec4 middle = -cd_vec_lanes_dot(w, v), half = cd_vec4_sqrt(d);
    const cd_vec4 inside = cd_vec4_all(-1);
    offer(c, t, number, (middle - half) / vv, d > doubt, inside, (middle + half) / vv, d > doubt,
          inside);
}

CD_VEC4_INLINE void try_cylinders(const line_lanes *c, line_times *t, double number, cd_vec_lanes w,
                                  cd_vec_lanes f) {
    const cd_vec_lanes v = c->v, m = cd_vec_lanes_cross_plain(v, f),
                       p = cd_vec_lanes_cross_plain(w, f);
    const cd_vec4 vv = c->vv, rr = c->rr;
    const cd_vec4 ff = cd_vec_lanes_dot(f, f), mm = cd_vec_lanes_dot(m, m);
    const cd_vec4 k = cd_vec_lanes_dot(w, m), d = rr * mm - k * k;
    const cd_vec4 doubt = c->square_doubt * mm;
    const cd_vec4_mask spans = mm > no_area * vv * ff;
    t->unclear |= spans & (cd_vec4_abs(d) <= doubt);
    if (cd_vec4_bits(~spans)) { // the motion leads along an edge
        const cd_vec4 beside = cd_vec4_abs(cd_vec_lanes_dot(p, p) - rr * ff);
        t->unclear |= ~spans & (beside <= c->square_doubt * ff) & (ff > cd_vec4_all(0));
    }
    const cd_vec4_mask meets = spans & (d > doubt);
    if (!cd_vec4_bits(meets))
        return;
    const cd_vec4 middle = -cd_vec_lanes_dot(p, m), half = cd_vec4_sqrt(ff * d);
    const cd_vec4 part = 1 / ff, takes = 1 / mm;
    const cd_vec4 enter = (middle - half) * takes, exit = (middle + half) * takes;
    const cd_vec4 along = -cd_vec_lanes_dot(w, f), speed = -cd_vec_lanes_dot(v, f);
    cd_vec4 steep = cd_vec4_all(1); // along an edge places are known less well
    if (cd_vec4_bits(mm < 0x1p-8 * vv * ff))
        steep = cd_vec4_max(cd_vec4_sqrt(vv * ff / mm), steep);
    const cd_vec4 slack = known_part * ff + c->doubt * largest(f) * steep;
    const cd_vec4 in = along + enter * speed, out = along + exit * speed;
    const cd_vec4 in_end = cd_vec4_min(in, ff - in), out_end = cd_vec4_min(out, ff - out);
    offer(c, t, number, enter, meets & (in_end >= -slack), in_end * cd_vec4_abs(in_end) * part,
          exit, meets & (out_end >= -slack), out_end * cd_vec4_abs(out_end) * part);
}

// Whether a place on the plane of a face, times nn, is on the face.
CD_VEC4_INLINE cd_vec4_mask is_on(cd_vec4 x, cd_vec4 y, cd_vec4 slack, cd_vec4 nn, double most) {
    return (x >= -slack) & (y >= -slack) & (x <= nn + slack) & (y <= nn + slack) &
           (x + y <= most * nn + slack);
}

CD_VEC4_INLINE void try_faces(const line_lanes *c, line_times *t, double number, double most,
                              cd_vec_lanes w, cd_vec_lanes f, cd_vec_lanes g) {
    const cd_vec_lanes v = c->v, n = cd_vec_lanes_cross_plain(f, g),
                       fn = cd_vec_lanes_cross_plain(f, n), gn = cd_vec_lanes_cross_plain(g, n);
    const cd_vec4 vv = c->vv, nn = cd_vec_lanes_dot(n, n);
    const cd_vec4 length = cd_vec4_sqrt(nn), rn = c->r * length;
    const cd_vec4 area = cd_vec_lanes_dot(f, f) * cd_vec_lanes_dot(g, g);
    const cd_vec4 h = cd_vec_lanes_dot(w, n), s = cd_vec_lanes_dot(v, n);
    const cd_vec4_mask spans = nn > no_area * area, passes = s * s > no_area * vv * nn;
    const cd_vec4 beside = cd_vec4_abs(cd_vec4_abs(h) - rn);
    t->unclear |=
        spans & ((nn < little_area * area) | (~passes & (beside <= 64 * c->doubt * length)));
    const cd_vec4 takes = 1 / s;
    const cd_vec4 steep = cd_vec4_sqrt(vv) * length * cd_vec4_abs(takes);
    const cd_vec4 middle = -h * takes, half = rn * cd_vec4_abs(takes);
    const cd_vec4 enter = middle - half, exit = middle + half;
    const cd_vec4 x = -cd_vec_lanes_dot(w, gn), dx = -cd_vec_lanes_dot(v, gn);
    const cd_vec4 y = cd_vec_lanes_dot(w, fn), dy = cd_vec_lanes_dot(v, fn);
    const cd_vec4 slack =
        known_part * nn + c->doubt * cd_vec4_max(largest(fn), largest(gn)) * steep;
    const cd_vec4_mask is_known = spans & passes;
    const cd_vec4 inside = cd_vec4_all(INFINITY);
    offer(c, t, number, enter, is_known & is_on(x + enter * dx, y + enter * dy, slack, nn, most),
          inside, exit, is_known & is_on(x + exit * dx, y + exit * dy, slack, nn, most), inside);
}

static inline double most_of(piece at) { return at.few == FACE || at.many == FACE ? 1 : 2; }

// All pieces of one feature of the core with fewer vertices: along x and y lies first what it
// spans.
CD_VEC4_INLINE void try_feature(const rounded_pair *c, const line_lanes *l, line_times *t,
                                piece at) {
    const features *of = c->of_few;
    const cd_vec_lanes p =
        cd_vec_lanes_all(cd_core_vertex(c->few, corner_of(of, at.few, at.of_few, 0)));
    cd_vec_lanes along[3];
    along[0] = along[1] = along[2] = p;
    for (int k = 1; k <= (int)at.few; k++)
        along[k] = cd_vec_lanes_all(cd_negate(span(c->few, of, at.few, at.of_few, k)));
    const vec_list *from = c->list[at.many];
    if (c->of_many->count[at.many] == 0)
        return;
    const cd_vec_lanes w = cd_vec_lanes_sub(load(from), p);
    for (int k = 1; k <= (int)at.many; k++)
        along[(int)at.few + k] = load(&from[k]);
    if (at.few + at.many == VERTEX)
        try_balls(l, t, number_of(at), w);
    else if (at.few + at.many == EDGE)
        try_cylinders(l, t, number_of(at), w, along[1]);
    else
        try_faces(l, t, number_of(at), most_of(at), w, along[1], along[2]);
}

CD_VEC4_INLINE void try_all(const rounded_pair *c, line_times *t) {
    const cd_vec_lanes v = cd_vec_lanes_all(c->v);
    const line_lanes l = {v,
                          cd_vec_lanes_dot(v, v),
                          cd_vec4_all(c->r * c->r),
                          c->r,
                          c->doubt,
                          c->square_doubt,
                          c->time_doubt};
    for (int i = 0; i < c->of_few->count[FACE]; i++)
        try_feature(c, &l, t, (piece){FACE, VERTEX, i, 0});
    for (int i = 0; i < c->of_few->count[EDGE]; i++) {
        try_feature(c, &l, t, (piece){EDGE, EDGE, i, 0});
        try_feature(c, &l, t, (piece){EDGE, VERTEX, i, 0});
    }
    for (int i = 0; i < c->of_few->count[VERTEX]; i++) {
        try_feature(c, &l, t, (piece){VERTEX, FACE, i, 0});
        try_feature(c, &l, t, (piece){VERTEX, EDGE, i, 0});
        try_feature(c, &l, t, (piece){VERTEX, VERTEX, i, 0});
    }
}

// --------------------------------------------------------------------------------- with all digits

// normal: from the core with fewer vertices; point: of the other one; is_on: it is on the feature.
typedef struct {
    double time;
    cd_vec normal, point;
    bool is_on;
} piece_touch;

// A piece as the vectors w + x f + y g: w at its corners, and what of them the core with more
// vertices gives.
typedef struct {
    int dim;
    cd_vec w[3], f, g, from, of_f, of_g;
} seen_piece;

static inline void see(const rounded_pair *c, piece at, seen_piece *s) {
    const int few = (int)at.few, dim = few + (int)at.many, last = c->of_many->count[at.many] - 1;
    const int of_many = at.of_many < last ? at.of_many : last;
    cd_vec to[3] = {{0}}, of[3] = {{0}};
    s->dim = dim;
    for (int i = 0; i <= dim; i++) {
        const int of_p = i <= few ? i : 0, of_q = i <= few ? 0 : i - few;
        const int p = corner_of(c->of_few, at.few, at.of_few, of_p);
        const int q = corner_of(c->of_many, at.many, of_many, of_q);
        s->w[i] = cd_core_between(c->many, c->many->vertices[q], c->few, c->few->vertices[p]);
        of[i] = span(c->many, c->of_many, at.many, of_many, of_q);
        to[i] = cd_sub(of[i], span(c->few, c->of_few, at.few, at.of_few, of_p));
    }
    s->from = cd_core_vertex(c->many, corner_of(c->of_many, at.many, of_many, 0));
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

static const double near_part = 0x1p-40; // of the length of a feature

static inline void look_at_face(const rounded_pair *c, const seen_piece *s, cd_vec near, double way,
                                double most, piece_touch *touch) {
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
    touch->is_on =
        cd_min(x, y) >= -near_part && cd_max(x, y) <= 1 + near_part && x + y <= most + near_part;
}

// When the line enters a piece (way 1) or leaves it (-1), near a time.
static inline piece_touch look_at(const rounded_pair *c, piece at, double way, double t) {
    seen_piece s;
    see(c, at, &s);
    const cd_vec near = nearest_corner(&s, c->v, t), v = c->v;
    piece_touch touch = {.point = s.from, .is_on = true};
    if (s.dim == 2) {
        look_at_face(c, &s, near, way, most_of(at), &touch);
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
        touch.is_on = x >= -near_part && x <= 1 + near_part;
    }
    return touch;
}

// Whether a touch comes clearly before a time (way 1) or after it (-1): a number that is no time
// does not.
static bool is_beyond(const rounded_pair *c, const piece_touch *a, double t, double way) {
    return a->is_on && way * (t - a->time) > c->time_doubt;
}

// The same with all digits of all pieces, faces first. How long it slides along one is left to
// others.
static cd_verdict look_at_all(const rounded_pair *c, piece_touch *first, piece_touch *last) {
    first->time = INFINITY, last->time = -INFINITY;
    first->normal = last->normal = (cd_vec){0, 0, 0};
    for (int n = 0; n < KINDS * KINDS; n++) {
        const feature_kind few = (feature_kind)(FACE - n / KINDS),
                           many = (feature_kind)(FACE - n % KINDS);
        const int count = c->of_many->count[many], pieces = c->of_few->count[few] * count;
        for (int k = 0; few + many < KINDS && k < pieces; k++) {
            const piece at = {few, many, k / count, k % count};
            const piece_touch in = look_at(c, at, 1, 0), out = look_at(c, at, -1, 0);
            if (is_beyond(c, &in, first->time, 1))
                *first = in;
            if (is_beyond(c, &out, last->time, -1))
                *last = out;
        }
    }
    const double graze = 0x1p-20 * cd_length(c->v);
    const bool passes =
        fabs(cd_dot(first->normal, c->v)) > graze && fabs(cd_dot(last->normal, c->v)) > graze;
    return first->time <= last->time && passes ? CD_MEETS : CD_UNKNOWN;
}

// The number of the piece that counts, from the best in each lane.
CD_VEC4_INLINE double best_of(cd_vec4 times, cd_vec4 numbers, cd_vec4 inside, double time,
                              double doubt) {
    int best = 0;
    double most = -INFINITY;
    for (int k = 0; k < LANES; k++)
        if (fabs(times[k] - time) <= doubt && inside[k] > most) {
            best = k;
            most = inside[k];
        }
    return numbers[best];
}

// certain: whether the line certainly misses.
CD_HOT static cd_verdict cast_at(rounded_pair *c, double size, cd_times asked, bool *certain,
                                 piece_touch *first, piece_touch *last) {
    const cd_vec4 never = cd_vec4_all(INFINITY);
    line_times t = {.from = never, .to = -never, .first_inside = -never, .last_inside = -never};
    const double doubt = 0x1p-20 * size / cd_max_abs(c->v);
    list_features(c, VERTEX);
    list_features(c, EDGE);
    list_features(c, FACE);
    try_all(c, &t);
    const double from = -cd_halves_greatest_of_4(cd_vec4_halves(-t.from)),
                 to = cd_halves_greatest_of_4(cd_vec4_halves(t.to));
    const bool clear = !cd_vec4_bits(t.unclear), passes = to - from > doubt;
    *certain = clear && ((from == INFINITY && to == -INFINITY) ||
                         (passes && (from - doubt > asked.last || to + doubt < asked.first)));
    if (*certain)
        return CD_MISSES;
    if (!clear || !passes)
        return look_at_all(c, first, last);
    *first = look_at(c, piece_of(best_of(t.from, t.first, t.first_inside, from, c->time_doubt)), 1,
                     from);
    *last = look_at(c, piece_of(best_of(t.to, t.last, t.last_inside, to, c->time_doubt)), -1, to);
    return first->time <= last->time ? CD_MEETS : CD_UNKNOWN;
}

// A touch as b's: its normal leads out of b, and the point is on b's surface.
static void give_to_b(const cd_core_pair *pair, cd_vec motion, bool b_has_more,
                      piece_touch *touch) {
    if (b_has_more) {
        touch->normal = cd_negate(touch->normal);
        touch->point = cd_add_scaled(touch->point, pair->radius_b, touch->normal);
    } else {
        touch->point = cd_add_scaled(touch->point, touch->time, motion);
        touch->point = cd_add_scaled(touch->point, -pair->radius_a, touch->normal);
    }
}

cd_verdict cd_rounded_cast(const cd_core_pair *pair, cd_vec motion, cd_times asked,
                           cd_interval *i) {
    const double far = pair->size + cd_max_abs(pair->origin);
    const bool b_has_more = pair->b.vertex_count >= pair->a.vertex_count;
    rounded_pair c; // not initialised: it is large
    assert(!cd_is_zero(motion));
    if (!cd_has_few_features(&pair->a, &pair->b))
        return CD_UNKNOWN;
    c.few = b_has_more ? &pair->a : &pair->b;
    c.many = b_has_more ? &pair->b : &pair->a;
    c.of_few = &known[c.few->vertex_count];
    c.of_many = &known[c.many->vertex_count];
    c.v = b_has_more ? cd_negate(motion) : motion;
    c.r = pair->radius_a + pair->radius_b;
    c.doubt = known_part * pair->size;
    c.square_doubt = clear_part * pair->size * pair->size;
    c.time_doubt = known_time * pair->size / cd_max_abs(motion);
    if (!(c.r > 0x1p-32 * far) || cd_max_abs(motion) < CD_SMALLEST)
        return CD_UNKNOWN;
    piece_touch first, last;
    const cd_verdict verdict = cast_at(&c, pair->size, asked, &i->starts_apart, &first, &last);
    if (verdict != CD_MEETS)
        return verdict;
    give_to_b(pair, motion, b_has_more, &first);
    give_to_b(pair, motion, b_has_more, &last);
    i->enter = first.time;
    i->exit = last.time;
    i->enter_normal = first.normal;
    i->exit_normal = last.normal;
    i->starts_apart = cd_is_clear_way(i->enter, i->enter_normal, motion, c.r, far) ||
                      cd_is_clear_way(i->exit, i->exit_normal, motion, c.r, far);
    i->is_alone = cd_has_clear_normal(i, motion, c.r, far);
    i->has_points = true;
    i->enter_point = cd_core_pair_point(pair, first.point);
    i->exit_point = cd_core_pair_point(pair, last.point);
    return CD_MEETS;
}

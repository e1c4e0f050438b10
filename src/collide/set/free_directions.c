// A directional branch and bound: it searches the directions of space for translations of a that no
// difference D = B - A of a pair of parts holds, and that are shorter than a limit.
//
// The nodes are triangles of directions (2D: arcs). A triangle is covered from 0 up to distances
// r[k] along its corner directions d[k]: a D, being convex, that begins no later along each of them
// covers the triangle on to where it ends along them. What is left lies behind the plane through
// the points r[k] d[k]: where D has a flat face there, that is the face itself; where it is round,
// the plane is off to second order of the size of the triangle. A triangle whose plane comes nearer
// than the limit is split, best where the boundaries of two D cross.
#include "collide/set/free_directions.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/set/set_distance.h"

#include <assert.h>
#include <float.h>

// The pairs of parts that the search knows: the others are left to its caller's checks. The depth
// to which triangles are split, and the rays that are cast in all, bound the time.
enum { PAIRS_MAX = 64, BOUNDS_MAX = 16, DEPTH_MAX = 56, RAYS_MAX = 6 + DEPTH_MAX };
// With 12,000, the depths of 1 of 25,000 pairs of compounds differ when swapped, by 0.2 %.
// Without it: tests/collide/set/depth_of_sets_spec.lua "is the same when swapped"
enum { CASTS_MAX = 24000, STEPS_MAX = 6 };

// Cells with shorter edges are not split.
static const double finest = 0x1p-20;

// That no way is much shorter is proven everywhere before it is proven closely anywhere.
static const struct {
    double share; // of the limit, up to which cells are to be covered
    double casts; // of CASTS_MAX, at the end
} passes[] = {{1 - 0x1p-5, 0.6}, {1 - 0x1p-20, 1}};
enum { PASSES = sizeof passes / sizeof passes[0] };

// A direction: the distances at which a, moving along it, enters and leaves b, for each pair (enter
// NaN: not computed yet), and the distance from which on no pair is in the way, as far as that is
// below the limit.
typedef struct {
    cd_vec d;
    double enter[PAIRS_MAX], exit[PAIRS_MAX];
    double free;
} direction_ray;

// D lies where normal . t <= level.
typedef struct {
    cd_vec normal;
    double level;
} outer_plane;

// A pair of parts, their cores, and their difference D.
typedef struct {
    cd_shape a, b;
    cd_core core_a, core_b;
    double radius;
    cd_bounds box;    ///< around D
    bool iterates;    ///< Newton's method finds its distances
    bool holds_zero;  ///< D holds 0
    int bounds_found; ///< of which the last BOUNDS_MAX are kept
    outer_plane bounds[BOUNDS_MAX];
} direction_pair;

// The rays at the corners, and how many rays there were before those of its parts.
typedef struct {
    int corner[3];
    int ray_count;
} direction_cell;

typedef struct {
    double slack, limit;
    cd_translation_visitor *visit;
    void *context;
    double share;            ///< of the limit, up to which cells are covered in this pass
    int corners;             ///< of a cell: the dimension
    int pair_count;          ///< of pairs[]
    int casts, casts_budget; ///< rays and the distances computed along them
    direction_pair pairs[PAIRS_MAX];
    int order[PAIRS_MAX]; ///< of the pairs: those that covered most lately come first
    int ray_count;
    direction_ray rays[RAYS_MAX];
} direction_search;

// -------------------------------------------------------------------------------------------- rays

// Where a ray leaves the box of a pair; 0 where it misses it. Comparisons leave out NaN, from 0 /
// 0: then there is no bound.
static double leaves_box(const direction_search *s, const direction_ray *r, int pair) {
    const cd_bounds *box = &s->pairs[pair].box;
    const double low[3] = {box->min.x, box->min.y, box->min.z};
    const double high[3] = {box->max.x, box->max.y, box->max.z};
    const double d[3] = {r->d.x, r->d.y, r->d.z};
    double enter = 0, exit = INFINITY;
    for (int k = 0; k < s->corners; k++) {
        double t = low[k] / d[k], u = high[k] / d[k];
        double near = t < u ? t : u, far = t < u ? u : t;
        enter = near > enter ? near : enter;
        exit = far < exit ? far : exit;
    }
    return enter <= exit + s->slack ? exit : 0;
}

static double gap_at(const direction_pair *p, cd_vec shift, cd_gap *gap) {
    *gap = cd_gjk(&p->core_a, &p->core_b, shift);
    // A smaller distance is rounding alone: the cores are flat and touch.
    bool apart = gap->apart && gap->distance > 2 * DBL_EPSILON * gap->size;
    return apart ? gap->distance - p->radius : -p->radius;
}

// Keeps a plane that bounds D where its normal is known, far enough out that it cuts off nothing.
// Without these planes the depth of two compounds takes 41 % more instructions, and its last digits
// differ (tests/determinism/every_query.lua).
static void keep_bound(direction_pair *p, const cd_gap *gap, cd_vec shift, double distance) {
    if (!(gap->distance > 0x1p-20 * gap->size))
        return;
    double level = cd_dot(gap->normal, shift) - distance;
    double doubt = 0x1p-46 * gap->size * cd_max(gap->size / gap->distance, 1);
    p->bounds[p->bounds_found++ % BOUNDS_MAX] = (outer_plane){gap->normal, level + doubt};
}

// Steps from t, which lies in D or apart from it, towards D along v = sense * d: Newton's method as
// in first_touch.c, but the last step, of a small rest, is not verified: what is left of the way
// counts as D. The planes on the way are kept, so that the next ray nearby starts next to its root.
static bool step_to(const direction_search *s, direction_pair *p, cd_vec d, int sense, double *t) {
    for (int step = 0; step < STEPS_MAX; step++) {
        cd_gap gap;
        double distance = gap_at(p, cd_scale(d, *t), &gap), slope = sense * cd_dot(gap.normal, d);
        if (distance <= 0)
            return true;
        keep_bound(p, &gap, cd_scale(d, *t), distance);
        if (!(slope < 0))
            return false;
        *t -= sense * distance / slope;
        if (distance <= 0x1p-13 * s->limit)
            return true;
    }
    return true;
}

// Cuts off what lies beyond the kept planes; false where nothing is left.
static bool clip_by_bounds(const direction_search *s, const direction_pair *p, cd_vec d,
                           double *enter, double *exit) {
    for (int i = 0; i < p->bounds_found && i < BOUNDS_MAX; i++) {
        double along = cd_dot(p->bounds[i].normal, d), t = p->bounds[i].level / along;
        if (along > 0)
            *exit = cd_min(*exit, t);
        else if (along < 0)
            *enter = cd_max(*enter, t);
    }
    return *enter <= *exit + s->slack;
}

// The distances at which the ray enters and leaves D, which it does not reach after `far`.
static bool cast_at_pair(const direction_search *s, const direction_ray *r, direction_pair *p,
                         double far, double *enter, double *exit) {
    cd_interval interval;
    if (p->iterates) {
        *enter = 0;
        *exit = cd_min(far + s->slack, 4 * s->limit);
        if (!clip_by_bounds(s, p, r->d, enter, exit))
            return false;
        if (p->holds_zero)
            *enter = -INFINITY;
        return step_to(s, p, r->d, -1, exit) && *exit > 0 &&
               (p->holds_zero || step_to(s, p, r->d, 1, enter));
    }
    if (!cd_touch_interval(&p->a, r->d, &p->b, &interval))
        return false;
    *enter = interval.enter;
    *exit = cd_min(interval.exit, 4 * s->limit);
    return true;
}

// Computes enter and exit of a pair unless they are known.
static void cast_ray(direction_search *s, direction_ray *r, int pair) {
    if (!isnan(r->enter[pair]))
        return;
    double far = leaves_box(s, r, pair), enter, exit;
    bool meets = far > 0 && cast_at_pair(s, r, &s->pairs[pair], far, &enter, &exit);
    s->casts += far > 0;
    r->enter[pair] = meets ? enter : INFINITY;
    r->exit[pair] = meets ? exit : -INFINITY;
}

// Else the depth of two compounds takes 20 % more instructions, and its last digits differ
// (tests/determinism/every_query.lua).
static void move_to_front(direction_search *s, int place) {
    int pair = s->order[place];
    for (; place > 0; place--)
        s->order[place] = s->order[place - 1];
    s->order[0] = pair;
}

// Casts a ray until it is free of all pairs or as long as the limit, and visits it if it is free.
static int add_ray(direction_search *s, cd_vec d) {
    assert(s->ray_count < RAYS_MAX);
    direction_ray *r = &s->rays[s->ray_count];
    r->d = d;
    r->free = 0;
    s->casts++;
    for (int i = 0; i < s->pair_count; i++)
        r->enter[i] = NAN;
    for (int i = 0; i < s->pair_count && r->free < s->limit; i++) {
        int pair = s->order[i];
        if (!(leaves_box(s, r, pair) > r->free))
            continue;
        cast_ray(s, r, pair);
        if (r->enter[pair] <= r->free + s->slack && r->exit[pair] > r->free) {
            r->free = r->exit[pair];
            move_to_front(s, i);
            i = -1; // pairs that were passed over may adjoin now
        }
    }
    if (r->free + s->slack < s->limit)
        s->limit = s->visit(s->context, cd_scale(d, r->free + s->slack));
    return s->ray_count++;
}

// ------------------------------------------------------------------------------------------- cells

static double segment_distance(cd_vec p, cd_vec q) {
    cd_vec e = cd_sub(q, p);
    double t = -cd_dot(p, e), ee = cd_length2(e);
    t = t > 0 ? cd_min(t / ee, 1) : 0;
    return cd_length(cd_add_scaled(p, t, e));
}

// The distance of 0 from the triangle or segment p.
static double cell_distance(const cd_vec p[3], int corners) {
    if (corners == 2)
        return segment_distance(p[0], p[1]);
    cd_vec n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double nn = cd_length2(n);
    bool inside = nn > 0;
    for (int k = 0; k < 3 && inside; k++)
        inside = cd_dot(n, cd_cross(p[k], p[(k + 1) % 3])) >= 0;
    if (inside)
        return fabs(cd_dot(n, p[0])) / sqrt(nn);
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least = cd_min(least, segment_distance(p[k], p[(k + 1) % 3]));
    return least;
}

// Whether the pair was cast at along any corner. One that no corner needed covers nothing more.
static bool was_cast_at(const direction_search *s, const direction_cell *cell, int pair) {
    bool known = false;
    for (int k = 0; k < s->corners; k++)
        known |= !isnan(s->rays[cell->corner[k]].enter[pair]);
    return known;
}

// Whether a pair covers the cell on from the distances `from`, and up to which points.
static bool covers_on(direction_search *s, const direction_cell *cell, int pair,
                      const double from[3], cd_vec to[3]) {
    if (!was_cast_at(s, cell, pair))
        return false;
    for (int k = 0; k < s->corners; k++) {
        direction_ray *r = &s->rays[cell->corner[k]];
        cast_ray(s, r, pair);
        if (!(r->enter[pair] <= from[k] + s->slack && r->exit[pair] > 0))
            return false;
        to[k] = cd_scale(r->d, r->exit[pair]);
    }
    return true;
}

// Whether the pairs cover the cell up to the limit.
static bool is_covered(direction_search *s, const direction_cell *cell) {
    const double goal = s->limit * s->share;
    double from[3] = {0, 0, 0}, best = 0;
    for (int i = 0; i < s->pair_count; i++) {
        int pair = s->order[i];
        cd_vec to[3];
        if (!covers_on(s, cell, pair, from, to))
            continue;
        double bound = cell_distance(to, s->corners);
        if (bound >= goal)
            return true;
        if (bound > best) {
            best = bound;
            for (int k = 0; k < s->corners; k++)
                from[k] = s->rays[cell->corner[k]].exit[pair];
            i = -1;
        }
    }
    return false;
}

// How far a pair covers a ray; 0 where that is not computed.
static double covered_by(const direction_ray *r, int pair) {
    return r->enter[pair] <= r->free ? r->exit[pair] : 0;
}

// Where, between two rays, the boundaries cross at which the rays become free, as straight lines
// would; 0 where one pair covers both rays as far as any.
// Without it: ./run bench "growth of distance to a compound" (2.6)
static double crossing_of(const direction_search *s, const direction_ray *r,
                          const direction_ray *q) {
    int i = 0, j = 0;
    double common = 0;
    for (int pair = 0; pair < s->pair_count; pair++) {
        i = covered_by(r, pair) > covered_by(r, i) ? pair : i;
        j = covered_by(q, pair) > covered_by(q, j) ? pair : j;
        common = cd_max(common, cd_min(covered_by(r, pair), covered_by(q, pair)));
    }
    if (common >= cd_min(covered_by(r, i), covered_by(q, j)))
        return 0;
    double at_r = covered_by(r, i) - covered_by(r, j), at_q = covered_by(q, j) - covered_by(q, i);
    return cd_min(cd_max(at_r / (at_r + at_q), 0.0625), 0.9375);
}

// The edge to split and where: the longest along which two boundaries cross, unless it is short.
static int edge_to_split(const direction_search *s, const direction_cell *cell, double *longest,
                         double *where) {
    int best = 0;
    double most = 0;
    *longest = 0;
    for (int k = 0; k < (s->corners == 2 ? 1 : 3); k++) {
        const direction_ray *r = &s->rays[cell->corner[k]];
        const direction_ray *q = &s->rays[cell->corner[(k + 1) % 3]];
        double length = cd_length(cd_sub(r->d, q->d)), crossing = crossing_of(s, r, q);
        *longest = cd_max(*longest, length);
        length *= crossing > 0 ? 4 : 1;
        if (length > most) {
            most = length;
            best = k;
            *where = crossing > 0 ? crossing : 0.5;
        }
    }
    return best;
}

// Puts the two parts of a cell on the stack, unless it is too small to matter.
static void split(direction_search *s, const direction_cell *cell, direction_cell *stack,
                  int *count) {
    double longest, where = 0.5;
    int k = edge_to_split(s, cell, &longest, &where);
    int p = cell->corner[k], q = cell->corner[(k + 1) % 3];
    if (longest < finest || s->ray_count == RAYS_MAX)
        return;
    cd_vec d = cd_lerp(s->rays[p].d, s->rays[q].d, where);
    int middle = add_ray(s, cd_normalized(d, s->rays[p].d));
    for (int side = 0; side < 2; side++) {
        direction_cell part = *cell;
        part.corner[(k + side) % 3] = middle;
        part.ray_count = s->ray_count;
        stack[(*count)++] = part;
    }
}

// Each cell on the stack keeps the rays of its parents alive: a ray has been added for each level,
// so that the stack is at most twice as high as there is room for rays.
static void search_cell(direction_search *s, direction_cell root) {
    direction_cell stack[2 * DEPTH_MAX] = {root};
    for (int count = 1; count > 0 && s->casts < s->casts_budget;) {
        direction_cell cell = stack[--count];
        s->ray_count = cell.ray_count;
        if (!is_covered(s, &cell))
            split(s, &cell, stack, &count);
        assert(count <= 2 * DEPTH_MAX);
    }
}

// --------------------------------------------------------------------------------------------- all

// Half-spaces and crossing lines have no use for GJK, and a pair with a closed form none for steps.
static bool needs_iteration(const direction_pair *p) {
    cd_core_kind a = p->core_a.kind, b = p->core_b.kind;
    bool excluded = a == CD_CORE_HALFSPACE || b == CD_CORE_HALFSPACE ||
                    (a == CD_CORE_LINE && b == CD_CORE_LINE);
    cd_interval interval;
    return !excluded && cd_touch_interval_closed(&p->a, (cd_vec){0.6, 0.48, 0}, &p->b, CD_ALWAYS,
                                                 &interval) == CD_UNKNOWN;
}

static bool add_pair(void *context, const cd_shape *a, const cd_shape *b) {
    direction_search *s = context;
    s->order[s->pair_count] = s->pair_count;
    direction_pair *p = &s->pairs[s->pair_count++];
    cd_bounds from = cd_shape_bounds(a), to = cd_shape_bounds(b);
    p->a = *a;
    p->b = *b;
    cd_core_of(&p->core_a, a);
    cd_core_of(&p->core_b, b);
    p->radius = a->radius + b->radius;
    p->box = (cd_bounds){cd_sub(to.min, from.max), cd_sub(to.max, from.min)};
    p->iterates = needs_iteration(p);
    p->bounds_found = 0;
    cd_gap gap;
    p->holds_zero = p->iterates && gap_at(p, (cd_vec){0, 0, 0}, &gap) <= 0;
    return s->pair_count < PAIRS_MAX;
}

// A descent ends in a local minimum: depths would be 0.6 % longer.
// Without it: tests/collide/set/set_spec.lua "leads out of all parts at once"
void cd_search_free_directions(const cd_shape *a, const cd_shape *b, double slack, double limit,
                               cd_translation_visitor *visit, void *context) {
    assert(a->dim == b->dim && slack > 0 && limit > 0);
    // Skew to the axes, along which much is flat.
    static const cd_vec frame[3] = {
        {0.7642, 0.5243, 0.3759}, {-0.6195, 0.7545, 0.2170}, {-0.1698, -0.3987, 0.9012}};
    direction_search s; // not initialised as a whole: it is large
    s.slack = slack;
    s.limit = limit;
    s.visit = visit;
    s.context = context;
    s.corners = a->dim;
    s.pair_count = s.casts = s.ray_count = 0;
    cd_set_each_pair(a, b, limit, add_pair, &s);
    for (int i = 0; i < 2 * s.corners; i++) {
        cd_vec d = frame[i / 2];
        if (s.corners == 2)
            d = (cd_vec){i < 2 ? 0.8 : -0.6, i < 2 ? 0.6 : 0.8, 0};
        add_ray(&s, cd_normalized(cd_scale(d, i % 2 == 0 ? 1 : -1), d));
    }
    const int cells = 1 << s.corners;
    for (int pass = 0; pass < PASSES; pass++) {
        double begin = pass == 0 ? 0 : passes[pass - 1].casts, casts = passes[pass].casts - begin;
        s.share = passes[pass].share;
        for (int i = 0; i < cells; i++) { // each quadrant or octant gets its share of the casts
            s.casts_budget = (int)(CASTS_MAX * (begin + casts * (i + 1) / cells));
            search_cell(
                &s, (direction_cell){{i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)}, 2 * s.corners});
        }
    }
}

// Whether the differences D = B - A of the pairs of parts cover all short translations: branch and
// bound over triangles of directions (2D: arcs). A triangle is covered from 0 as far as some r[k]
// along its corners d[k]; a D, being convex, that begins no later along each covers all on to where
// it ends along them. What is left lies behind the plane through the points r[k] d[k]: for a flat
// wall that is the wall, for a round one it is off to second order of the triangle's size. Where
// that comes nearer than the limit it is split, at best where the walls of two D cross.
#include "collide/set/free_directions.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/gjk.h"
#include "collide/set/set_distance.h"

#include <float.h>

enum { MOST_PAIRS = 64, MOST_BOUNDS = 16, MOST_DEPTH = 56, MOST_TIMES = 8000 };

/// A direction: when a, moving along it, enters and leaves b, for each pair (enter NaN: not known
/// yet), and when it is free of all, if that is before the limit.
typedef struct {
    cd_vec d;
    double enter[MOST_PAIRS], exit[MOST_PAIRS];
    double free;
} ray;

/// D lies where n . t <= p.
typedef struct {
    cd_vec n;
    double p;
} plane;

/// A pair of parts, their cores in units, and their difference D.
typedef struct {
    cd_shape a, b;
    cd_core core_a, core_b;
    double radius;
    cd_bounds box; ///< around D
    bool steps;    ///< Newton's method finds its times
    bool holds;    ///< D holds 0
    int found;     ///< of bounds, of which the last few are kept
    plane bounds[MOST_BOUNDS];
} parts;

/// The rays at the corners, and how many were alive before those of its parts.
typedef struct {
    int corner[3];
    int alive;
} cell;

typedef struct {
    double unit, slack, limit;
    cd_translation_visitor *tell;
    void *context;
    double tries;             ///< times the limit: what is told of may be longer
    int corners;              ///< of a cell: the dimension
    double finest;            ///< shorter edges are not split
    int count, times, budget; ///< of times asked
    parts pairs[MOST_PAIRS];
    int order[MOST_PAIRS]; ///< in which they are asked, those that cover most first
    int alive;
    ray rays[6 + MOST_DEPTH];
} cover;

// -------------------------------------------------------------------------------------------- rays

// Where a ray leaves the box of a pair; 0 where it misses it. Comparisons leave out NaN: no bound.
static double leaves_box(const cover *c, const ray *r, int pair) {
    const cd_bounds *box = &c->pairs[pair].box;
    const double low[3] = {box->min.x, box->min.y, box->min.z};
    const double high[3] = {box->max.x, box->max.y, box->max.z};
    const double d[3] = {r->d.x, r->d.y, r->d.z};
    double enter = 0, exit = INFINITY;
    for (int k = 0; k < c->corners; k++) {
        double t = low[k] / d[k], u = high[k] / d[k];
        double near = t < u ? t : u, far = t < u ? u : t;
        enter = near > enter ? near : enter;
        exit = far < exit ? far : exit;
    }
    return enter <= exit + c->slack ? exit : 0;
}

static double gap_at(const parts *p, cd_vec shift, cd_gap *gap) {
    *gap = cd_gjk(&p->core_a, &p->core_b, shift);
    bool apart = gap->apart && gap->distance > 2 * DBL_EPSILON * gap->size; // flat: by rounding
    return apart ? gap->distance - p->radius : -p->radius;
}

// Keeps a plane that bounds D where its direction is known, so far off that it cuts off nothing.
static void keep_bound(parts *p, const cd_gap *gap, cd_vec shift, double distance) {
    if (!(gap->distance > 0x1p-20 * gap->size))
        return;
    double level = cd_dot(gap->normal, shift) - distance;
    double doubt = 0x1p-46 * gap->size * cd_max(gap->size / gap->distance, 1);
    p->bounds[p->found++ % MOST_BOUNDS] = (plane){gap->normal, level + doubt};
}

// From t, in D or where the ray is apart from it, towards D in the sense of v = +-d: Newton's
// method as in cast.c, but with the last step, from where the rest is small, taken on trust. The
// planes on the way are kept: from those of a ray nearby the next begins next to its end.
static bool step_to(const cover *c, parts *p, cd_vec d, int sense, double *t) {
    for (int step = 0; step < 64; step++) {
        cd_gap gap;
        double distance = gap_at(p, cd_scale(d, *t), &gap), slope = sense * cd_dot(gap.normal, d);
        if (distance <= 0)
            return true;
        keep_bound(p, &gap, cd_scale(d, *t), distance);
        if (!(slope < 0))
            return false;
        *t -= sense * distance / slope;
        if (distance <= 0x1p-13 * c->limit)
            return true;
    }
    return true;
}

// Cuts off what the bounds leave out of a ray; false: all.
static bool clip(const cover *c, const parts *p, cd_vec d, double *enter, double *exit) {
    for (int i = 0; i < p->found && i < MOST_BOUNDS; i++) {
        double along = cd_dot(p->bounds[i].n, d), t = p->bounds[i].p / along;
        if (along > 0)
            *exit = cd_min(*exit, t);
        else if (along < 0)
            *enter = cd_max(*enter, t);
    }
    return *enter <= *exit + c->slack;
}

static bool times_of(const cover *c, const ray *r, parts *p, double far, double *enter,
                     double *exit) {
    cd_interval interval;
    if (p->steps) {
        *enter = 0;
        *exit = cd_min(far + c->slack, 4 * c->limit);
        if (!clip(c, p, r->d, enter, exit))
            return false;
        if (p->holds)
            *enter = -INFINITY;
        return step_to(c, p, r->d, -1, exit) && *exit > 0 &&
               (p->holds || step_to(c, p, r->d, 1, enter));
    }
    if (!cd_touch_interval(&p->a, cd_scale(r->d, c->unit), &p->b, &interval))
        return false;
    *enter = interval.enter;
    *exit = cd_min(interval.exit, 4 * c->limit);
    return true;
}

static void learn(cover *c, ray *r, int pair) {
    double far = leaves_box(c, r, pair), enter, exit;
    bool meets = far > 0 && times_of(c, r, &c->pairs[pair], far, &enter, &exit);
    c->times += far > 0;
    r->enter[pair] = meets ? enter : INFINITY;
    r->exit[pair] = meets ? exit : -INFINITY;
}

static void know(cover *c, ray *r, int pair) {
    if (isnan(r->enter[pair]))
        learn(c, r, pair);
}

static void put_first(cover *c, int place) {
    int pair = c->order[place];
    for (; place > 0; place--)
        c->order[place] = c->order[place - 1];
    c->order[0] = pair;
}

static int new_ray(cover *c, cd_vec d) {
    ray *r = &c->rays[c->alive];
    r->d = d;
    r->free = 0;
    c->times++;
    for (int i = 0; i < c->count; i++)
        r->enter[i] = NAN;
    const double far = c->limit * c->tries;
    for (int i = 0; i < c->count && r->free < far; i++) {
        int pair = c->order[i];
        if (!(leaves_box(c, r, pair) > r->free))
            continue;
        know(c, r, pair);
        if (r->enter[pair] <= r->free + c->slack && r->exit[pair] > r->free) {
            r->free = r->exit[pair];
            put_first(c, i);
            i = -1; // those left out may adjoin now
        }
    }
    if (r->free + c->slack < far)
        c->limit = c->tell(c->context, cd_scale(d, r->free + c->slack));
    return c->alive++;
}

// ------------------------------------------------------------------------------------------- cells

static double nearest_of_segment(cd_vec p, cd_vec q) {
    cd_vec e = cd_sub(q, p);
    double t = -cd_dot(p, e), ee = cd_length2(e);
    t = t > 0 && ee > 0 ? cd_min(t / ee, 1) : 0;
    return cd_norm(cd_add_scaled(p, t, e));
}

// The distance of 0 from the triangle or segment p.
static double nearest_of(const cd_vec p[3], int corners) {
    if (corners == 2)
        return nearest_of_segment(p[0], p[1]);
    cd_vec n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double nn = cd_length2(n);
    bool inside = nn > 0;
    for (int k = 0; k < 3 && inside; k++)
        inside = cd_dot(n, cd_cross(p[k], p[(k + 1) % 3])) >= 0;
    if (inside)
        return fabs(cd_dot(n, p[0])) / sqrt(nn);
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least = cd_min(least, nearest_of_segment(p[k], p[(k + 1) % 3]));
    return least;
}

static bool is_known(const cover *c, const cell *at, int pair) {
    bool known = false;
    for (int k = 0; k < c->corners; k++)
        known |= !isnan(c->rays[at->corner[k]].enter[pair]);
    return known;
}

// Whether a pair covers on from `from`, and how far. One that no corner asked for is of no use.
static bool reaches(cover *c, const cell *at, int pair, const double from[3], cd_vec to[3]) {
    if (!is_known(c, at, pair))
        return false;
    for (int k = 0; k < c->corners; k++) {
        ray *r = &c->rays[at->corner[k]];
        know(c, r, pair);
        if (!(r->enter[pair] <= from[k] + c->slack && r->exit[pair] > 0))
            return false;
        to[k] = cd_scale(r->d, r->exit[pair]);
    }
    return true;
}

// Whether nothing nearer than the limit is left.
static bool is_covered(cover *c, const cell *at) {
    const double goal = c->limit * (1 - 0x1p-20);
    double from[3] = {0, 0, 0}, best = 0;
    for (int i = 0; i < c->count; i++) {
        int pair = c->order[i];
        cd_vec to[3];
        if (!reaches(c, at, pair, from, to))
            continue;
        double bound = nearest_of(to, c->corners);
        if (bound >= goal)
            return true;
        if (bound > best) {
            best = bound;
            for (int k = 0; k < c->corners; k++)
                from[k] = c->rays[at->corner[k]].exit[pair];
            i = -1;
        }
    }
    return false;
}

static double reach_of(const ray *r, int pair) {
    return r->enter[pair] <= r->free ? r->exit[pair] : 0; // not known: 0
}

// Where the walls that two rays meet last cross between them, as straight lines would;
// 0 where one pair covers both as far as any.
static double crossing(const cover *c, const ray *r, const ray *s) {
    int i = 0, j = 0;
    double common = 0;
    for (int pair = 0; pair < c->count; pair++) {
        i = reach_of(r, pair) > reach_of(r, i) ? pair : i;
        j = reach_of(s, pair) > reach_of(s, j) ? pair : j;
        common = cd_max(common, cd_min(reach_of(r, pair), reach_of(s, pair)));
    }
    if (common >= cd_min(reach_of(r, i), reach_of(s, j)))
        return 0;
    double at_r = reach_of(r, i) - reach_of(r, j), at_s = reach_of(s, j) - reach_of(s, i);
    return cd_min(cd_max(at_r / (at_r + at_s), 0.0625), 0.9375);
}

// The edge to split and where: the longest that two walls cross, unless it is short.
static int edge_to_split(const cover *c, const cell *at, double *longest, double *where) {
    int best = 0;
    double most = 0;
    *longest = 0;
    for (int k = 0; k < (c->corners == 2 ? 1 : 3); k++) {
        const ray *r = &c->rays[at->corner[k]], *s = &c->rays[at->corner[(k + 1) % 3]];
        double length = cd_norm(cd_sub(r->d, s->d)), cross = crossing(c, r, s);
        *longest = cd_max(*longest, length);
        length *= cross > 0 ? 4 : 1;
        if (length > most) {
            most = length;
            best = k;
            *where = cross > 0 ? cross : 0.5;
        }
    }
    return best;
}

// Puts its two parts on the stack, unless it is too small to matter.
static void split(cover *c, const cell *at, cell *stack, int *count) {
    double longest, where = 0.5;
    int k = edge_to_split(c, at, &longest, &where), p = at->corner[k], q = at->corner[(k + 1) % 3];
    if (longest < c->finest || c->alive == 6 + MOST_DEPTH)
        return;
    cd_vec d = cd_lerp(c->rays[p].d, c->rays[q].d, where);
    int middle = new_ray(c, cd_normalized(d, c->rays[p].d));
    for (int side = 0; side < 2; side++) {
        cell part = *at;
        part.corner[(k + side) % 3] = middle;
        part.alive = c->alive;
        stack[(*count)++] = part;
    }
}

static void search(cover *c, cell root) {
    cell stack[2 * MOST_DEPTH] = {root};
    for (int count = 1; count > 0 && c->times < c->budget;) {
        cell at = stack[--count];
        c->alive = at.alive;
        if (!is_covered(c, &at))
            split(c, &at, stack, &count);
    }
}

// --------------------------------------------------------------------------------------------- all

// Half-spaces and crossing lines have no use for GJK, what has a closed form none for steps.
static bool needs_steps(const parts *p) {
    cd_core_kind a = p->core_a.kind, b = p->core_b.kind;
    bool excluded = a == CD_CORE_HALFSPACE || b == CD_CORE_HALFSPACE ||
                    (a == CD_CORE_LINE && b == CD_CORE_LINE);
    return !excluded && !cd_has_closed_cast(&p->a, (cd_vec){0.6, 0.48, 0}, &p->b);
}

static bool take_pair(void *context, const cd_shape *a, const cd_shape *b) {
    cover *c = context;
    c->order[c->count] = c->count;
    parts *p = &c->pairs[c->count++];
    double inverse = 1 / c->unit;
    int power = ilogb(inverse);
    cd_bounds from = cd_shape_bounds(a), to = cd_shape_bounds(b);
    p->a = *a;
    p->b = *b;
    cd_core_of(&p->core_a, a, power);
    cd_core_of(&p->core_b, b, power);
    p->radius = (a->radius + b->radius) * inverse;
    p->box = (cd_bounds){cd_scale(cd_sub(to.min, from.max), inverse),
                         cd_scale(cd_sub(to.max, from.min), inverse)};
    p->steps = needs_steps(p);
    p->found = 0;
    cd_gap gap;
    p->holds = p->steps && gap_at(p, (cd_vec){0, 0, 0}, &gap) <= 0;
    return c->count < MOST_PAIRS;
}

void cd_search_free_directions(const cd_shape *a, const cd_shape *b, double unit, double slack,
                               double limit, cd_translation_visitor *tell, void *context) {
    const double coarse = 1.25; // what is told of at first may be that much longer
    // Skew to the axes, along which much is flat.
    static const cd_vec frame[3] = {
        {0.7642, 0.5243, 0.3759}, {-0.6195, 0.7545, 0.2170}, {-0.1698, -0.3987, 0.9012}};
    cover c;
    c.unit = unit;
    c.slack = slack;
    c.limit = limit;
    c.tries = coarse;
    c.tell = tell;
    c.context = context;
    c.corners = a->dim;
    c.count = c.times = c.alive = 0;
    cd_set_each_pair(a, b, coarse * limit * unit, take_pair, &c);
    for (int i = 0; i < 2 * c.corners; i++) {
        cd_vec d = frame[i / 2];
        if (c.corners == 2)
            d = (cd_vec){i < 2 ? 0.8 : -0.6, i < 2 ? 0.6 : 0.8, 0};
        new_ray(&c, cd_normalized(cd_scale(d, i % 2 == 0 ? 1 : -1), d));
    }
    // Coarsely at first: what is found soon saves to look elsewhere.
    for (int i = 0; i < 3 << c.corners; i++) {
        c.finest = i >> c.corners == 0 ? 0.5 : i >> c.corners == 1 ? 0x1p-4 : 0x1p-20;
        c.tries = i >> c.corners == 0 ? coarse : 1;
        c.budget = MOST_TIMES * (i + 1) / (3 << c.corners); // a share for each
        search(&c, (cell){{i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)}, 2 * c.corners});
    }
}

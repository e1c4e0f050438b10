// A directional branch and bound: it searches the directions of space for translations of a that no
// difference D = B - A of a pair of parts holds, and that are shorter than a limit.
//
// The nodes are triangles of directions d[k] (2D: arcs). A D, being convex, that begins no later
// than what is covered already along each of them, holds the triangle on to the plane through the
// points exit[k] d[k] in which they leave it. What no D holds lies beyond the planes of all: the
// point of the cell nearest to 0 that does is a bound. Where the D have flat faces there, it is
// exact; where they are round, it is off to second order of the size of the triangle. A triangle
// whose bound is below the limit is split.
#include "collide/set/free_directions.h"
#include "collide/set/constraints.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

// The depth to which triangles are split, and the rays that are cast in all, bound the time.
enum { DEPTH_MAX = 56, RAYS_MAX = 6 + DEPTH_MAX, PAIRS_MAX = CD_DIFFERENCES_MAX };
// With 12,000, the depths of 1 of 25,000 pairs of compounds differ when swapped, by 0.2 %.
// Without it: tests/collide/set/depth_of_sets_spec.lua "is the same when swapped"
enum { CASTS_MAX = 12000 };

// Cells with shorter edges are not split.
static const double finest = 0x1p-14;

// That no way is much shorter is proven everywhere before it is proven closely anywhere.
static const struct {
    double share; // of the limit, up to which cells are to be covered
    double casts; // of CASTS_MAX, at the end
} passes[] = {{1 - 0x1p-5, 0.6}, {1 - 0x1p-20, 1}};
enum { PASSES = sizeof passes / sizeof passes[0] };

typedef struct {
    uint64_t words[PAIRS_MAX / 64];
} pair_bits;

static inline bool has_bit(const pair_bits *b, int pair) {
    return b->words[pair / 64] >> pair % 64 & 1;
}

static inline void set_bit(pair_bits *b, int pair) {
    b->words[pair / 64] |= (uint64_t)1 << pair % 64;
}

// A direction: the distance at which a, moving along it, enters b, and 1 / that at which it leaves
// it, for each pair that was cast at, which of these it missed, and the distance from which on no
// pair is in the way, as far as that is below the limit.
typedef struct {
    cd_vec d;
    pair_bits cast, missed;
    double enter[PAIRS_MAX], inverse[PAIRS_MAX];
    double free;
} direction_ray;

// The rays at the corners, how many rays there were before those of its parts, and the pairs that
// may be in the way within, those first that covered most lately.
typedef struct {
    int corner[3];
    int ray_count;
    double covered;        ///< pairs hold all within that are no farther than this
    int pair_count, known; ///< known: pairs of the list that were looked at
    uint8_t pairs[PAIRS_MAX];
} direction_cell;

typedef struct {
    double slack, limit;
    cd_translation_visitor *visit;
    void *context;
    cd_differences *all;
    double share;             ///< of the limit, up to which cells are covered in this pass
    bool closely;             ///< as far as it was searched, each cell is covered to the last share
    int corners;              ///< of a cell: the dimension
    int casts, casts_budget;  ///< rays and the distances computed along them
    int known;                ///< pairs of the list that are prepared
    cd_vec middle[PAIRS_MAX]; ///< unit, towards the middle of a pair,
    double cosine[PAIRS_MAX], sine[PAIRS_MAX]; ///< and of the angle in which it is seen from 0
    int ray_count;
    direction_ray rays[RAYS_MAX];
} direction_search;

// -------------------------------------------------------------------------------------------- rays

// Computes enter and exit of a pair unless they are known.
static inline void cast_ray(direction_search *s, direction_ray *r, int pair) {
    if (has_bit(&r->cast, pair))
        return;
    set_bit(&r->cast, pair);
    s->casts++;
    double exit;
    if (!cd_difference_interval(s->all, pair, r->d, s->limit, &r->enter[pair], &exit)) {
        set_bit(&r->missed, pair);
        r->enter[pair] = INFINITY;
        exit = 0;
    }
    r->inverse[pair] = 1 / exit;
}

// Else the depth of two compounds takes 20 % more instructions, and its last digits differ
// (tests/determinism/every_query.lua).
static void move_to_front(direction_cell *cell, int place) {
    uint8_t pair = cell->pairs[place];
    memmove(cell->pairs + 1, cell->pairs, (size_t)place);
    cell->pairs[0] = pair;
}

// The angle in which a pair is seen from 0: that of the ball around its box.
static void look_at(direction_search *s, int pair) {
    const cd_bounds *box = &s->all->all[pair].box;
    const cd_vec half = cd_scale(cd_sub(box->max, box->min), 0.5), middle = cd_add(box->min, half);
    const double far = cd_length(middle), radius = cd_length(half) + s->slack;
    const bool around = !(radius < far);
    s->middle[pair] = around ? (cd_vec){0, 0, 0} : cd_scale(middle, 1 / far);
    s->sine[pair] = around ? 0 : radius / far;
    s->cosine[pair] = around ? -1 : sqrt(1 - s->sine[pair] * s->sine[pair]);
}

// Adds the pairs to a cell that came to the list since it was looked at.
static void add_new_pairs(direction_search *s, direction_cell *cell) {
    for (; cell->known < s->all->count; cell->known++) {
        const int pair = cell->known;
        if (!cd_difference_may_hold(&s->all->all[pair], (cd_vec){0, 0, 0}, s->limit) ||
            !cd_difference_prepare(s->all, pair))
            continue;
        cell->pairs[cell->pair_count++] = (uint8_t)pair;
        if (pair < s->known)
            continue;
        s->known = pair + 1;
        look_at(s, pair);
    }
}

// Goes on along a ray as far as pairs adjoin.
static void extend_ray(direction_search *s, direction_cell *cell, direction_ray *r) {
    for (int i = 0; i < cell->pair_count && r->free < s->limit; i++) {
        int pair = cell->pairs[i];
        cast_ray(s, r, pair);
        if (r->enter[pair] <= r->free + s->slack && 1 / r->inverse[pair] > r->free) {
            r->free = 1 / r->inverse[pair];
            move_to_front(cell, i);
            i = -1; // pairs that were passed over may adjoin now
        }
    }
}

// Casts a ray through a cell until it is free of all pairs or as long as the limit, and visits it
// if it is free.
static int add_ray(direction_search *s, direction_cell *cell, cd_vec d) {
    assert(s->ray_count < RAYS_MAX);
    direction_ray *r = &s->rays[s->ray_count];
    r->d = d;
    r->free = cell->covered;
    s->casts++;
    r->cast = r->missed = (pair_bits){{0}};
    do {
        add_new_pairs(s, cell);
        extend_ray(s, cell, r);
        if (r->free + s->slack < s->limit)
            s->limit = s->visit(s->context, cd_scale(d, r->free + s->slack));
    } while (cell->known < s->all->count && s->casts < CASTS_MAX);
    return s->ray_count++;
}

// ------------------------------------------------------------------------------------------- cells

// A point of the cone of a cell is the sum of weights[k] d[k]; planes gives the weights.
typedef struct {
    cd_vec d[3], planes[3];
} cell_cone;

static cell_cone cone_of(const direction_search *s, const direction_cell *cell) {
    cell_cone c;
    for (int k = 0; k < 3; k++)
        c.d[k] = k < s->corners ? s->rays[cell->corner[k]].d : (cd_vec){0, 0, 1};
    for (int k = 0; k < 3; k++)
        c.planes[k] = cd_cross(c.d[(k + 1) % 3], c.d[(k + 2) % 3]);
    const double volume = cd_dot(c.d[0], c.planes[0]);
    for (int k = 0; k < 3; k++)
        c.planes[k] = cd_scale(c.planes[k], 1 / volume);
    return c;
}

// A pair that covers on: the inverse distances at which the corners leave it.
typedef struct {
    double inverse[3];
} cover;

// Lists the pairs that cover the cell on, of those that were cast at along any corner: one that no
// corner needed covers nothing more. waits: some would if more were covered.
static int list_covers(direction_search *s, const direction_cell *cell, cover *covers,
                       bool *waits) {
    direction_ray *r[3];
    for (int k = 0; k < 3; k++)
        r[k] = &s->rays[cell->corner[k < s->corners ? k : 0]];
    const double within = cell->covered + s->slack;
    int count = 0;
    pair_bits known;
    for (int i = 0; i < PAIRS_MAX / 64; i++)
        known.words[i] = (r[0]->cast.words[i] | r[1]->cast.words[i] | r[2]->cast.words[i]) &
                         ~(r[0]->missed.words[i] | r[1]->missed.words[i] | r[2]->missed.words[i]);
    *waits = false;
    for (int i = 0; i < cell->pair_count; i++) {
        const int pair = cell->pairs[i];
        bool missed = !has_bit(&known, pair);
        for (int k = 0; k < s->corners && !missed; k++) {
            cast_ray(s, r[k], pair);
            missed = has_bit(&r[k]->missed, pair);
        }
        if (missed)
            continue;
        const double x = r[0]->inverse[pair], y = r[1]->inverse[pair], z = r[2]->inverse[pair];
        const double enter =
            cd_max(cd_max(r[0]->enter[pair], r[1]->enter[pair]), r[2]->enter[pair]);
        if (!(cd_min(cd_min(x, y), z) * cell->covered < 1))
            continue;
        covers[count] = (cover){{x, y, s->corners == 3 ? z : 0}};
        count += enter <= within;
        *waits = *waits || enter > within;
    }
    return count;
}

enum { BOUND_STEPS = 8 };

// The part of a point beyond which it is beyond a plane, or in the cone.
static const double beyond = 0x1p-28;

// The distance of the point of the cone nearest to 0 that no cover holds, or less.
static double uncovered_distance(const direction_search *s, const cell_cone *cone,
                                 const cover *covers, int count, double goal) {
    cd_constrained_point at = {.t = {0, 0, 0}};
    double bound = 0;
    for (int step = 0; step < BOUND_STEPS && bound < goal; step++) {
        double weights[3], least = step == 0 ? INFINITY : 1 - beyond;
        for (int k = 0; k < 3; k++)
            weights[k] = step == 0 ? 1 : cd_dot(cone->planes[k], at.t);
        int lowest = -1;
        for (int i = 0; i < count; i++) {
            const double *inverse = covers[i].inverse;
            double sum =
                weights[0] * inverse[0] + weights[1] * inverse[1] + weights[2] * inverse[2];
            lowest = sum < least ? i : lowest;
            least = cd_min(sum, least);
        }
        cd_vec normal = {0, 0, 0};
        for (int k = 0; k < s->corners && lowest >= 0; k++)
            normal = cd_add_scaled(normal, covers[lowest].inverse[k], cone->planes[k]);
        for (int k = 0; k < s->corners && lowest < 0; k++)
            if (weights[k] < -beyond * bound)
                normal = cone->planes[k];
        const double level = lowest < 0 ? 0 : 1;
        if (cd_is_zero(normal))
            break;
        const double per = 1 / cd_length(normal);
        cd_constrained_point next;
        if (!cd_nearest_with(
                &at, &(cd_constraint){.normal = cd_scale(normal, per), .level = level * per},
                beyond * s->limit, s->corners, &next))
            break;
        at = next;
        bound = sqrt(at.square) - 2 * beyond * s->limit;
    }
    return bound;
}

// Whether the pairs cover the cell up to the limit; else notes up to where they do.
static bool is_covered(direction_search *s, direction_cell *cell) {
    const double goal = s->limit * s->share, last = s->limit * passes[PASSES - 1].share;
    const cell_cone cone = cone_of(s, cell);
    cover covers[PAIRS_MAX];
    for (bool more = true; more;) {
        bool waits;
        const int count = list_covers(s, cell, covers, &waits);
        const double bound = uncovered_distance(s, &cone, covers, count, last);
        if (bound >= last)
            return true;
        more = waits && bound > cell->covered * (1 + 0x1p-6);
        cell->covered = cd_max(cell->covered, bound);
    }
    s->closely = s->closely && cell->covered < goal;
    return cell->covered >= goal;
}

// The longest edge of a cell.
static int edge_to_split(const direction_search *s, const direction_cell *cell, double *longest) {
    int best = 0;
    *longest = 0;
    for (int k = 0; k < (s->corners == 2 ? 1 : 3); k++) {
        const direction_ray *r = &s->rays[cell->corner[k]];
        const direction_ray *q = &s->rays[cell->corner[(k + 1) % 3]];
        double length = cd_length(cd_sub(r->d, q->d));
        best = length > *longest ? k : best;
        *longest = cd_max(*longest, length);
    }
    return best;
}

// Leaves those pairs of a cell that the cone around it meets beyond what is covered.
static void narrow_pairs(const direction_search *s, direction_cell *cell) {
    cd_vec axis = {0, 0, 0};
    for (int k = 0; k < s->corners; k++)
        axis = cd_add(axis, s->rays[cell->corner[k]].d);
    axis = cd_normalized(axis, axis);
    double cosine = 1;
    for (int k = 0; k < s->corners; k++)
        cosine = cd_min(cosine, cd_dot(axis, s->rays[cell->corner[k]].d));
    const double sine = sqrt(cd_max(1 - cosine * cosine, 0)) + 0x1p-20;
    int count = 0;
    for (int i = 0; i < cell->pair_count; i++) {
        const int pair = cell->pairs[i];
        const double sum = cosine * s->cosine[pair] - sine * s->sine[pair];
        cell->pairs[count] = (uint8_t)pair;
        const bool beyond_all = sine * s->cosine[pair] + cosine * s->sine[pair] < 0;
        const cd_vec low = s->all->all[pair].box.min, high = s->all->all[pair].box.max;
        const double farthest = cd_max(axis.x * low.x, axis.x * high.x) +
                                cd_max(axis.y * low.y, axis.y * high.y) +
                                cd_max(axis.z * low.z, axis.z * high.z);
        count += (beyond_all || !(cd_dot(axis, s->middle[pair]) < sum)) &&
                 !(farthest < cell->covered * cosine);
    }
    cell->pair_count = count;
}

// Puts the two parts of a cell on the stack, unless it is too small to matter.
static void split(direction_search *s, direction_cell *cell, direction_cell *stack, int *count) {
    double longest;
    int k = edge_to_split(s, cell, &longest);
    int p = cell->corner[k], q = cell->corner[(k + 1) % 3];
    if (longest < finest || s->ray_count == RAYS_MAX)
        return;
    cd_vec d = cd_lerp(s->rays[p].d, s->rays[q].d, 0.5);
    int middle = add_ray(s, cell, cd_normalized(d, s->rays[p].d));
    for (int side = 0; side < 2; side++) {
        direction_cell *part = &stack[(*count)++];
        *part = *cell;
        part->corner[(k + side) % 3] = middle;
        part->ray_count = s->ray_count;
        if (s->ray_count % 2 == 0)
            narrow_pairs(s, part);
    }
}

// Each cell on the stack keeps the rays of its parents alive: a ray has been added for each level,
// so that the stack is at most twice as high as there is room for rays.
// Returns whether no later pass finds more.
static bool search_cell(direction_search *s, const direction_cell *root) {
    direction_cell stack[2 * DEPTH_MAX];
    stack[0] = *root;
    s->closely = true;
    int count = 1;
    while (count > 0 && s->casts < s->casts_budget) {
        direction_cell cell = stack[--count];
        s->ray_count = cell.ray_count;
        add_new_pairs(s, &cell);
        if (!is_covered(s, &cell))
            split(s, &cell, stack, &count);
        assert(count <= 2 * DEPTH_MAX);
    }
    return s->closely && count == 0;
}

// --------------------------------------------------------------------------------------------- all

// A descent ends in a local minimum: depths would be 0.6 % longer.
// Without it: tests/collide/set/set_spec.lua "leads out of all parts at once"
void cd_search_free_directions(cd_differences *all, double slack, double limit,
                               cd_translation_visitor *visit, void *context) {
    assert(slack > 0 && limit > 0);
    // Skew to the axes, along which much is flat.
    static const cd_vec frame[3] = {
        {0.7642, 0.5243, 0.3759}, {-0.6195, 0.7545, 0.2170}, {-0.1698, -0.3987, 0.9012}};
    direction_search s; // not initialised as a whole: it is large
    s.all = all;
    s.slack = slack;
    s.limit = limit;
    s.visit = visit;
    s.context = context;
    s.corners = all->a->dim;
    s.casts = s.ray_count = s.known = 0;
    direction_cell root = {.pair_count = 0, .ray_count = 2 * s.corners};
    add_new_pairs(&s, &root);
    for (int i = 0; i < 2 * s.corners; i++) {
        cd_vec d = frame[i / 2];
        if (s.corners == 2)
            d = (cd_vec){i < 2 ? 0.8 : -0.6, i < 2 ? 0.6 : 0.8, 0};
        add_ray(&s, &root, cd_normalized(cd_scale(d, i % 2 == 0 ? 1 : -1), d));
    }
    const int cells = 1 << s.corners;
    bool done[8] = {false};
    for (int pass = 0; pass < PASSES; pass++) {
        double begin = pass == 0 ? 0 : passes[pass - 1].casts, casts = passes[pass].casts - begin;
        s.share = passes[pass].share;
        for (int i = 0; i < cells; i++) { // each quadrant or octant gets its share of the casts
            if (done[i])
                continue;
            s.casts_budget = (int)(CASTS_MAX * (begin + casts * (i + 1) / cells));
            direction_cell cell = root;
            const int corner[3] = {i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)};
            memcpy(cell.corner, corner, sizeof corner);
            done[i] = search_cell(&s, &cell);
        }
    }
}

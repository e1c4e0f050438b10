// All pairs of bodies that overlap: as buckets are swept, each body is tested against the rows of
// cells around it by balls in single precision, several at once; what is left is decided exactly.
// Bodies of finer levels look the rows around them up in each coarser one. Pairs are sorted in the
// end.
#include "collide/world/mover.h"
#include "collide/world/pair_grid.h"
#include "collide/world/world_memory.h"

#include <float.h>
#include <string.h>

enum { AHEAD = 24 }; // candidates whose balls are fetched early

/// Two sorted bodies that may overlap; later bodies, by index.
typedef struct {
    int a, b;
} candidate;

// ------------------------------------------------------------------------------------- candidates

/// The candidates found so far.
typedef struct {
    cd_pair_search *search;
    cd_buffer *room;
    size_t found;
} share;

static inline bool make_room(share *p, size_t more) {
    size_t wanted = (p->found + more) * sizeof(candidate);
    return wanted <= p->room->size ||
           cd_reserve_array(p->search->world, p->room, p->found + more, sizeof(candidate));
}

/// A sorted body and its ball, in all lanes.
typedef struct {
    cd_lanes_int body;
    cd_lanes x, y, z, reach;
} probe;

static inline probe probe_of(cd_sphere_lanes s, int i) {
    return (probe){{i, i, i, i},
                   cd_lanes_all(s.x[i]),
                   cd_lanes_all(s.y[i]),
                   cd_lanes_all(s.z[i]),
                   cd_lanes_all(s.reach[i])};
}

// Adds to the candidates the sorted bodies between `from` and `to` whose balls meet that of
// another; the room is there. Without a branch on the answer, or on whether there are any, which no
// one could predict; more than four are seldom.
static inline size_t test(cd_sphere_lanes s, probe p, int from, int to, candidate *out,
                          size_t found) {
    int q = from;
    do {
        cd_lanes dx = cd_lanes_load(s.x + q) - p.x, dy = cd_lanes_load(s.y + q) - p.y;
        cd_lanes dz = cd_lanes_load(s.z + q) - p.z, sum = cd_lanes_load(s.reach + q) + p.reach;
        cd_lanes_int there = q + (cd_lanes_int){0, 1, 2, 3} < to;
        unsigned hits = cd_lanes_bits((dx * dx + dy * dy + dz * dz <= sum * sum) & there);
        cd_lanes_write_pairs(p.body, q + cd_lanes_set(hits), &out[found]);
        found += cd_lanes_count(hits);
        q += CD_LANES;
    } while (q < to);
    return found;
}

// Pairs of one level: each body with those behind it in its bucket and the next, and with the
// `rows` rows of three buckets that lie ahead.
static inline bool sweep(share *p, const cd_grid_level *l, int rows) {
    const cd_pair_search *s = p->search;
    const cd_sphere_lanes spots = s->spots;
    const int *starts = l->starts;
    const int M = l->buckets;
    int ahead[4] = {l->P - 1, l->Q - l->P - 1, l->Q - 1, l->Q + l->P - 1};
    for (int r = 0; r < rows; r++)
        ahead[r] = (ahead[r] + 2 * M) % M;
    for (int i = starts[0], end = starts[M]; i < end; i++) {
        int b = s->bucket_of[i], from[4], to[4];
        int tests = starts[b + 2] - i;
        for (int r = 0; r < rows; r++) {
            int at = b + ahead[r];
            at -= at >= M ? M : 0;
            from[r] = starts[at];
            to[r] = starts[at + 3];
            tests += to[r] - from[r];
        }
        if (!make_room(p, (size_t)tests + 5 * CD_LANES))
            return false;
        candidate *out = p->room->memory;
        const probe body = probe_of(spots, i);
        size_t found = test(spots, body, i + 1, starts[b + 2], out, p->found);
        for (int r = 0; r < rows; r++)
            found = test(spots, body, from[r], to[r], out, found);
        p->found = found;
    }
    return true;
}

// A sorted body against a coarser level: the rows of at most three buckets that its box, widened by
// half the level's edge, lies in.
static bool look_up(share *p, int i, double edge, const cd_grid_level *l) {
    const cd_pair_search *s = p->search;
    cd_body_sphere ball = cd_body_spheres(s->world)[s->order[i]];
    double w = 0.5 * (cd_min(2 * ball.reach, edge) + l->edge) * (1 + 1e-6) + s->rounding;
    cd_vec d = cd_sub(ball.middle, s->low);
    double x0 = cd_level_cell(d.x - w, l), x1 = cd_level_cell(d.x + w, l),
           y1 = cd_level_cell(d.y + w, l);
    double z0 = s->dim == 3 ? cd_level_cell(d.z - w, l) : 0,
           z1 = s->dim == 3 ? cd_level_cell(d.z + w, l) : 0;
    for (double z = z0; z <= z1; z++)
        for (double y = cd_level_cell(d.y - w, l); y <= y1; y++) {
            int b = cd_level_bucket(x0, y, z, l);
            int from = l->starts[b], to = l->starts[b + (int)(x1 - x0) + 1];
            if (from == to)
                continue;
            if (!make_room(p, (size_t)(to - from) + CD_LANES))
                return false;
            p->found = test(s->spots, probe_of(s->spots, i), from, to, p->room->memory, p->found);
        }
    return true;
}

// False without memory.
static bool search_levels(share *p) {
    const cd_pair_search *s = p->search;
    for (const cd_grid_level *l = s->levels; l < s->levels + s->level_count; l++) {
        if (!(s->dim == 3 ? sweep(p, l, 4) : sweep(p, l, 1)))
            return false;
        for (int i = l->starts[0]; i < l->starts[l->buckets] && l > s->levels; i++)
            for (const cd_grid_level *coarser = s->levels; coarser < l; coarser++)
                if (!look_up(p, i, l->edge, coarser))
                    return false;
    }
    return true;
}

// Lines, planes and what is too large for cells, against all others. bins: -1 of those.
static bool search_unbounded(share *p, const int *bins) {
    const cd_world *w = p->search->world;
    for (int i = 0; i < w->count; i++) {
        if (bins[i] != -1)
            continue;
        const cd_shape *shape = &cd_stored_bodies(w)[i].body.shape;
        if (!make_room(p, (size_t)w->count))
            return false;
        candidate *out = p->room->memory;
        for (int j = 0; j < w->count; j++) {
            if (bins[j] == -2 || (bins[j] == -1 && j <= i))
                continue;
            cd_body_sphere ball = cd_body_spheres(w)[j];
            if (shape->kind == CD_PLANE && ball.reach < INFINITY) {
                double height =
                    cd_dot(shape->as.plane.normal, ball.middle) - shape->as.plane.offset;
                double size = cd_max(cd_max_abs(ball.middle), fabs(shape->as.plane.offset));
                if (height > ball.reach + 16 * DBL_EPSILON * (size + ball.reach))
                    continue;
            }
            out[p->found++] = (candidate){i, j};
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------ pairs

// Keeps the candidates from `first` on that meet and overlap, by index, the earlier body as a:
// balls by their squares unless rounding could decide.
static void decide(share *half, size_t first, bool sorted) {
    const cd_pair_search *s = half->search;
    const cd_world *w = s->world;
    const cd_stored_body *entries = cd_stored_bodies(w);
    candidate *out = half->room->memory;
    size_t kept = first;
    for (size_t i = first; i < half->found; i++) {
        int p = out[i].a, q = out[i].b, sure = 0;
        if (sorted) {
            __builtin_prefetch(&s->balls[out[i + AHEAD < half->found ? i + AHEAD : i].b]);
            if (s->balls[p].reach >= 0 && s->balls[q].reach >= 0)
                sure = cd_body_spheres_overlap(&s->balls[p], &s->balls[q]);
            p = s->order[p], q = s->order[q];
        }
        int a = p < q ? p : q, b = p < q ? q : p;
        out[kept] = (candidate){a, b};
        if (w->filtered_count > 0 && !cd_may_collide(&entries[a].body, &entries[b].body))
            sure = -1;
        kept += sure != 0 ? sure > 0 : cd_overlap(&entries[a].body.shape, &entries[b].body.shape);
    }
    half->found = kept;
}

static inline uint64_t key_of(cd_pair p) { return (uint64_t)p.a << 32 | (uint64_t)p.b; }

static inline cd_pair pair_of(uint64_t key) { return (cd_pair){(int)(key >> 32), (int)key}; }

// A pass of bubble sort, without a branch on what no one could predict.
static void bubble(cd_pair *pairs, size_t count) {
    uint64_t largest = key_of(pairs[0]);
    for (size_t i = 1; i < count; i++) {
        uint64_t next = key_of(pairs[i]);
        pairs[i - 1] = pair_of(next < largest ? next : largest);
        largest = next < largest ? largest : next;
    }
    pairs[count - 1] = pair_of(largest);
}

// Shell sort of the b of pairs with one a.
static void sort_run(cd_pair *pairs, size_t count) {
    size_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (size_t i = gap; i < count; i++) {
            cd_pair p = pairs[i];
            size_t j = i;
            for (; j >= gap && pairs[j - gap].b > p.b; j -= gap)
                pairs[j] = pairs[j - gap];
            pairs[j] = p;
        }
}

// Sorts pairs that are sorted by a by b, too. Few bodies have more than three, which two passes
// sort.
static void sort_runs(cd_pair *pairs, size_t count) {
    for (int pass = 0; pass < 2 && count > 0; pass++)
        bubble(pairs, count);
    for (size_t i = 1; i < count; i++) {
        if (key_of(pairs[i - 1]) <= key_of(pairs[i]))
            continue;
        size_t first = i - 1, end = i + 1;
        while (first > 0 && pairs[first - 1].a == pairs[i].a)
            first--;
        while (end < count && pairs[end].a == pairs[i].a)
            end++;
        sort_run(pairs + first, end - first);
        i = end - 1;
    }
}

// Sorts the pairs by a, then b: counting sort, then each run.
static bool order_pairs(cd_world *w, const candidate *in, size_t found) {
    size_t n = (size_t)w->count;
    if (!cd_reserve_array(w, &w->grid.counts, n + 1, sizeof(int)) ||
        !cd_reserve_array(w, &w->grid.pairs, found + 1, sizeof(cd_pair)))
        return false;
    int *ends = w->grid.counts.memory, sum = 0;
    cd_pair *out = w->grid.pairs.memory;
    memset(ends, 0, (n + 1) * sizeof *ends);
    for (size_t i = 0; i < found; i++)
        ends[in[i].a]++;
    for (size_t i = 0; i <= n; i++) {
        int count = ends[i];
        ends[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < found; i++)
        out[ends[in[i].a]++] = (cd_pair){in[i].a, in[i].b};
    sort_runs(out, found);
    const int *slot_of = cd_slot_of(w);
    for (size_t i = 0; w->reordered && i < found; i++)
        out[i] = (cd_pair){slot_of[out[i].a], slot_of[out[i].b]};
    return true;
}

const cd_pair *cd_world_pairs(cd_world *w, int *count) {
    cd_pair_search s = {.world = w, .dim = w->dim};
    share found = {&s, &w->grid.candidates, 0};
    if (w->step.active)
        cd_step_sync_all(w);
    *count = 0;
    if (!cd_pair_grid_sort(&s) || !search_levels(&found))
        return NULL;
    decide(&found, 0, true);
    size_t bounded = found.found;
    if (!search_unbounded(&found, w->grid.bins.memory))
        return NULL;
    decide(&found, bounded, false);
    if (found.found > INT32_MAX || !order_pairs(w, w->grid.candidates.memory, found.found))
        return NULL;
    *count = (int)found.found;
    return w->grid.pairs.memory;
}

// All pairs of bodies that overlap: as buckets are swept, each body is tested against the rows of
// cells around it by balls in single precision, several at once; what is left is decided exactly.
// Bodies of finer levels look the rows around them up in each coarser one.
#include "collide/world_cells.h"

#include <float.h>
#include <string.h>

/// Two sorted bodies that may overlap; later bodies, by index.
typedef struct {
    int a, b;
} candidate;

// ------------------------------------------------------------------------------------- candidates

static inline bool make_room(cd_search *s, size_t more) {
    size_t wanted = (s->found + more) * sizeof(candidate);
    return wanted <= s->world->grid.candidates.size ||
           cd_reserve_array(s->world, &s->world->grid.candidates, s->found + more,
                            sizeof(candidate));
}

// Adds to the candidates the sorted bodies between `from` and `to` whose balls meet that of body i;
// the room is there. Without a branch on the answer, which no one could predict.
static inline size_t test(const cd_search *s, int i, int from, int to, candidate *out,
                          size_t found) {
    const cd_lanes x = cd_lanes_all(s->x[i]), y = cd_lanes_all(s->y[i]), z = cd_lanes_all(s->z[i]);
    const cd_lanes r = cd_lanes_all(s->reach[i]);
    for (int q = from; q < to; q += CD_LANES) {
        cd_lanes dx = cd_lanes_load(s->x + q) - x, dy = cd_lanes_load(s->y + q) - y;
        cd_lanes dz = cd_lanes_load(s->z + q) - z, sum = cd_lanes_load(s->reach + q) + r;
        unsigned hit = cd_lanes_bits(dx * dx + dy * dy + dz * dz <= sum * sum);
        hit &= to - q < CD_LANES ? (1u << (to - q)) - 1 : 15;
        for (int k = 0; k < CD_LANES; k++) {
            out[found] = (candidate){i, q + k};
            found += hit >> k & 1;
        }
    }
    return found;
}

// Pairs of one level: each body with those behind it in its bucket and the next, and with the
// `rows` rows of three buckets that lie ahead.
static inline bool sweep(cd_search *s, const cd_level *l, int rows) {
    const int *starts = l->starts;
    const int M = l->buckets;
    int ahead[4] = {l->P - 1, l->Q - l->P - 1, l->Q - 1, l->Q + l->P - 1};
    for (int r = 0; r < rows; r++)
        ahead[r] = (ahead[r] + 2 * M) % M;
    for (int i = starts[0]; i < starts[M]; i++) {
        int b = s->bucket_of[i], from[4], to[4];
        int tests = starts[b + 2] - i;
        for (int r = 0; r < rows; r++) {
            int at = b + ahead[r];
            at -= at >= M ? M : 0;
            from[r] = starts[at];
            to[r] = starts[at + 3];
            tests += to[r] - from[r];
        }
        if (!make_room(s, (size_t)tests + 5 * CD_LANES))
            return false;
        candidate *out = s->world->grid.candidates.memory;
        size_t found = test(s, i, i + 1, starts[b + 2], out, s->found);
        for (int r = 0; r < rows; r++)
            found = test(s, i, from[r], to[r], out, found);
        s->found = found;
    }
    return true;
}

// A sorted body against a coarser level: the rows of at most three buckets that its box, widened by
// half the level's edge, lies in.
static bool look_up(cd_search *s, int i, double edge, const cd_level *l) {
    cd_ball p = cd_balls(s->world)[s->order[i]];
    double w = 0.5 * (cd_min(2 * p.reach, edge) + l->edge) * (1 + 1e-6) + s->rounding;
    cd_vec d = cd_sub(p.middle, s->low);
    double x0 = cd_cell(d.x - w, l), x1 = cd_cell(d.x + w, l), y1 = cd_cell(d.y + w, l);
    double z0 = s->dim == 3 ? cd_cell(d.z - w, l) : 0, z1 = s->dim == 3 ? cd_cell(d.z + w, l) : 0;
    for (double z = z0; z <= z1; z++)
        for (double y = cd_cell(d.y - w, l); y <= y1; y++) {
            int b = cd_bucket_of(x0, y, z, l);
            int from = l->starts[b], to = l->starts[b + (int)(x1 - x0) + 1];
            if (from == to)
                continue;
            if (!make_room(s, (size_t)(to - from) + CD_LANES))
                return false;
            s->found = test(s, i, from, to, s->world->grid.candidates.memory, s->found);
        }
    return true;
}

static bool search_levels(cd_search *s) {
    for (int k = 0; k < s->level_count; k++) {
        const cd_level *l = &s->levels[k];
        if (!(s->dim == 3 ? sweep(s, l, 4) : sweep(s, l, 1)))
            return false;
        for (int i = l->starts[0]; k > 0 && i < l->starts[l->buckets]; i++)
            for (int c = 0; c < k; c++)
                if (!look_up(s, i, l->edge, &s->levels[c]))
                    return false;
    }
    return true;
}

// Lines, planes and what is too large for cells, against all others. bins: -1 of those.
static bool search_unbounded(cd_search *s, const int *bins) {
    const cd_world *w = s->world;
    for (int i = 0; i < w->count; i++) {
        if (bins[i] != -1)
            continue;
        const cd_shape *shape = &cd_entries(w)[i].body.shape;
        if (!make_room(s, (size_t)w->count))
            return false;
        candidate *out = s->world->grid.candidates.memory;
        for (int j = 0; j < w->count; j++) {
            if (bins[j] == -2 || (bins[j] == -1 && j <= i))
                continue;
            cd_ball ball = cd_balls(w)[j];
            if (shape->kind == CD_PLANE && ball.reach < INFINITY) {
                double height =
                    cd_dot(shape->as.plane.normal, ball.middle) - shape->as.plane.offset;
                double size = cd_max(cd_max_abs(ball.middle), fabs(shape->as.plane.offset));
                if (height > ball.reach + 16 * DBL_EPSILON * (size + ball.reach))
                    continue;
            }
            out[s->found++] = (candidate){i, j};
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------ pairs

// Keeps the candidates from `first` on that meet and overlap, by index, the earlier body as a:
// balls by their squares unless rounding could decide.
static void decide(cd_search *s, size_t first, bool sorted) {
    const cd_world *w = s->world;
    const cd_entry *entries = cd_entries(w);
    candidate *out = w->grid.candidates.memory;
    size_t kept = first;
    for (size_t i = first; i < s->found; i++) {
        int p = out[i].a, q = out[i].b, sure = 0;
        if (sorted) {
            if (s->balls[p].reach >= 0 && s->balls[q].reach >= 0)
                sure = cd_balls_overlap(&s->balls[p], &s->balls[q]);
            p = s->order[p], q = s->order[q];
        }
        int a = p < q ? p : q, b = p < q ? q : p;
        out[kept] = (candidate){a, b};
        if (w->choosy > 0 && !cd_may_meet(&entries[a].body, &entries[b].body))
            sure = -1;
        kept += sure != 0 ? sure > 0 : cd_overlap(&entries[a].body.shape, &entries[b].body.shape);
    }
    s->found = kept;
}

// Shell sort of the b of pairs with one a: short runs as a rule, by insertion.
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

// Sorts the pairs by a, then b: counting sort, then each run.
static bool order_pairs(cd_search *s) {
    cd_world *w = s->world;
    size_t n = (size_t)w->count;
    if (!cd_reserve_array(w, &w->grid.counts, n + 1, sizeof(int)) ||
        !cd_reserve_array(w, &w->grid.pairs, s->found + 1, sizeof(cd_pair)))
        return false;
    int *ends = w->grid.counts.memory, sum = 0;
    const candidate *in = w->grid.candidates.memory;
    cd_pair *out = w->grid.pairs.memory;
    memset(ends, 0, (n + 1) * sizeof *ends);
    for (size_t i = 0; i < s->found; i++)
        ends[in[i].a]++;
    for (size_t i = 0; i <= n; i++) {
        int count = ends[i];
        ends[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < s->found; i++)
        out[ends[in[i].a]++] = (cd_pair){in[i].a, in[i].b};
    for (size_t i = 0, next; i < s->found; i = next) {
        for (next = i + 1; next < s->found && out[next].a == out[i].a;)
            next++;
        if (next - i > 1)
            sort_run(out + i, next - i);
    }
    const int *slot_of = cd_slot_of(w);
    for (size_t i = 0; i < s->found; i++)
        out[i] = (cd_pair){slot_of[out[i].a], slot_of[out[i].b]};
    return true;
}

const cd_pair *cd_world_pairs(cd_world *w, int *count) {
    cd_search s = {.world = w, .dim = w->dim};
    if (w->step.active)
        cd_step_sync_all(w);
    *count = 0;
    if (!cd_sort_bodies(&s) || !search_levels(&s))
        return NULL;
    decide(&s, 0, true);
    size_t bounded = s.found;
    if (!search_unbounded(&s, w->grid.bins.memory))
        return NULL;
    decide(&s, bounded, false);
    if (s.found > INT32_MAX || !order_pairs(&s))
        return NULL;
    *count = (int)s.found;
    return w->grid.pairs.memory;
}

// Sorting bodies into levels and buckets, by counting (see pair_grid.h).
#include "collide/world/pair_grid.h"
#include "collide/world/world_memory.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_BINS = 1 << 13, // by the exponent and two digits of a double
    AHEAD = 16,          // what lies anywhere is fetched so many bodies early
};

// ----------------------------------------------------------------------------------------- levels

static double edge_of(const cd_world *w, int i) {
    if (cd_body_is_sphere(w, i))
        return 2 * cd_body_spheres(w)[i].reach;
    const cd_stored_body *entry = &cd_stored_bodies(w)[i];
    return cd_max_abs(cd_sub(entry->box.max, entry->box.min));
}

static int size_bin(double size) {
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    return (int)(bits >> 50);
}

// Measures the bodies. What is too large to have cells counts as unbounded. bins: for each body the
// bin of its size, -1 where unbounded, -2 for a hole.
static bool see_bodies(cd_pair_search *s, int *bins) {
    const cd_world *w = s->world;
    cd_buffer *room = &s->world->grid.counts;
    if (!cd_reserve(s->world, room, SIZE_BINS * (sizeof(double) + sizeof(int))))
        return false;
    double *edges = room->memory;
    int *counts = (int *)(edges + SIZE_BINS);
    memset(edges, 0, SIZE_BINS * (sizeof(double) + sizeof(int)));
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *ball = &cd_body_spheres(w)[i];
        bool small = ball->reach >= 0 && !cd_sphere_is_unbounded(ball);
        double edge = small ? edge_of(w, i) + 0.0 : INFINITY; // no -0
        if (!small) {
            bins[i] = ball->reach < 0 ? -2 : -1;
            continue;
        }
        int bin = bins[i] = size_bin(edge);
        counts[bin]++;
        edges[bin] = cd_max(edges[bin], edge);
        cd_vec m = ball->middle;
        low = (cd_vec){cd_min(low.x, m.x), cd_min(low.y, m.y), cd_min(low.z, m.z)};
        high = (cd_vec){cd_max(high.x, m.x), cd_max(high.y, m.y), cd_max(high.z, m.z)};
        s->bounded++;
    }
    s->low = low;
    s->extent = s->bounded > 0 ? cd_max_abs(cd_sub(high, low)) : 0;
    s->rounding = s->bounded > 0 ? 4 * DBL_EPSILON * cd_max(cd_max_abs(low), cd_max_abs(high)) : 0;
    double largest = 0;
    for (int i = SIZE_BINS - 1; i >= 0 && largest == 0; i--)
        largest = edges[i];
    s->scale = 1 / cd_max(cd_max(s->extent, largest), DBL_MIN);
    return true;
}

// ---------------------------------------------------------------------------------------- buckets

// `lattice` is the one of the last time.
static void choose_buckets(cd_grid_level *l, int dim, cd_spatial_hash *lattice) {
    cd_choose_spatial_hash(lattice, l->count, dim);
    l->buckets = lattice->M, l->P = lattice->P, l->Q = lattice->Q;
    l->inverse = 1.0 / l->buckets;
}

static int bucket_in(const cd_pair_search *s, const cd_grid_level *l, cd_vec p) {
    cd_vec d = cd_sub(p, s->low);
    return cd_level_bucket(cd_level_cell(d.x, l), cd_level_cell(d.y, l),
                           s->dim == 3 ? cd_level_cell(d.z, l) : 0, l);
}

// Whether a body of this bin has no level yet, and is in one from `lowest`.
static bool has_no_level(int bin, int lowest) { return bin >= lowest && bin < SIZE_BINS; }

// Counts the bodies in bins from `lowest` that have no level yet in the buckets of l, which are as
// many as wanted for l->count; returns the sum of squares.
static double count_bodies(cd_pair_search *s, cd_grid_level *l, const int *bins, int lowest,
                           int *starts) {
    cd_world *w = s->world;
    memset(starts, 0, ((size_t)l->buckets + CD_ALIASES + 1) * sizeof *starts);
    int *bucket_of = w->grid.buckets.memory;
    double squares = 0;
    for (int first = 0; first < w->count; first += AHEAD) {
        int end = first + AHEAD < w->count ? first + AHEAD : w->count;
        for (int i = first; i < end; i++)
            if (has_no_level(bins[i], lowest)) {
                bucket_of[i] = bucket_in(s, l, cd_body_spheres(w)[i].middle);
                __builtin_prefetch(&starts[bucket_of[i]]);
            }
        for (int i = first; i < end; i++)
            if (has_no_level(bins[i], lowest))
                squares += 2 * starts[bucket_of[i]]++ + 1;
    }
    return squares;
}

// Fills levels from the largest body down. A level takes what is left where that crowds its buckets
// little; else only what is larger than half of its largest.
static bool make_levels(cd_pair_search *s, int *bins) {
    cd_world *w = s->world;
    const double *edges = w->grid.counts.memory;
    const int *counts = (const int *)(edges + SIZE_BINS);
    int left = s->bounded;
    for (int top = SIZE_BINS - 1; left > 0; top--) {
        if (counts[top] == 0)
            continue;
        cd_grid_level *l = &s->levels[s->level_count];
        *l = (cd_grid_level){.edge = edges[top], .table = s->tables};
        // A little wider than the largest, so that rounding keeps neighbours neighbours.
        double width = l->edge * (1 + 1e-6) + s->rounding;
        width = cd_max(width, s->extent / (CD_LEVEL_MOST_CELLS - 2));
        l->per_length = width > 0 ? cd_min(1 / width, DBL_MAX) : 1;
        int lowest = top;
        while (lowest >= 0 && (counts[lowest] == 0 || edges[lowest] > l->edge / 2))
            l->count += counts[lowest--];
        lowest++;
        int alike = l->count;
        l->count = left;
        choose_buckets(l, s->dim, &w->grid.lattices[s->level_count][0]);
        if (!cd_reserve_array(w, &w->grid.starts, s->tables + (size_t)l->buckets + CD_ALIASES + 1,
                              sizeof(int)))
            return false;
        int *starts = (int *)w->grid.starts.memory + s->tables;
        bool last = s->level_count + 1 == CD_MOST_LEVELS;
        double squares = count_bodies(s, l, bins, 0, starts);
        if (alike == left || last || squares <= 3.5 * left) {
            lowest = 0;
        } else {
            l->count = alike; // fewer: there is room for their buckets
            choose_buckets(l, s->dim, &w->grid.lattices[s->level_count][1]);
            count_bodies(s, l, bins, lowest, starts);
        }
        for (int i = 0; i < w->count; i++)
            if (has_no_level(bins[i], lowest))
                bins[i] = SIZE_BINS + s->level_count;
        left -= l->count;
        s->tables += (size_t)l->buckets + CD_ALIASES + 1;
        s->level_count++;
        top = lowest;
    }
    return true;
}

// Turns counts into starts.
static bool sum_counts(cd_pair_search *s) {
    cd_world *w = s->world;
    int sum = 0;
    for (int k = 0; k < s->level_count; k++) {
        cd_grid_level *l = &s->levels[k];
        int *own = (int *)w->grid.starts.memory + l->table;
        for (int i = 0; i < CD_ALIASES; i++)
            own[l->buckets + i] = own[i];
        for (int b = 0; b < l->buckets + CD_ALIASES + 1; b++) {
            int count = own[b];
            own[b] = sum;
            sum += count;
        }
        l->starts = own;
    }
    s->sorted = sum;
    size_t size = (size_t)sum + CD_LANES;
    return cd_reserve_array(w, &w->grid.order, 2 * size, sizeof(int)) &&
           cd_reserve_array(w, &w->grid.sorted, size, sizeof(cd_body_sphere) + 4 * sizeof(float));
}

static void order_bodies(cd_pair_search *s, const int *bins) {
    cd_world *w = s->world;
    int *starts = w->grid.starts.memory, *order = w->grid.order.memory;
    const int *bucket_of = w->grid.buckets.memory;
    for (int i = 0; i < w->count; i++)
        if (bins[i] >= SIZE_BINS)
            order[starts[s->levels[bins[i] - SIZE_BINS].table + (size_t)bucket_of[i]]++] = i;
    for (int k = 0; k < s->level_count; k++) { // each start is now that of the next bucket
        const cd_grid_level *l = &s->levels[k], *before = l - 1;
        int *own = starts + l->table, M = l->buckets;
        memmove(own + 1, own, (size_t)(M - 1) * sizeof *own);
        own[0] = k == 0 ? 0 : before->starts[before->buckets + CD_ALIASES];
        for (int i = 0; i < CD_ALIASES; i++)
            memcpy(&order[own[M + i]], &order[own[i]],
                   (size_t)(own[i + 1] - own[i]) * sizeof *order);
    }
    s->order = order;
}

// What the tests read, in sorted order.
static void gather(cd_pair_search *s) {
    cd_world *w = s->world;
    size_t size = (size_t)s->sorted + CD_LANES;
    cd_body_sphere *balls = w->grid.sorted.memory;
    float *x = (float *)(balls + size), *y = x + size, *z = y + size, *reach = z + size;
    int *order = w->grid.order.memory, *bucket_of = order + size;
    const int *buckets = w->grid.buckets.memory;
    for (int q = 0; q < s->sorted; q++) {
        int i = order[q], later = order[q + AHEAD < s->sorted ? q + AHEAD : q];
        __builtin_prefetch(&cd_body_spheres(w)[later]);
        cd_body_sphere ball = cd_body_spheres(w)[i];
        balls[q] = (cd_body_sphere){ball.middle, cd_body_is_sphere(w, i) ? ball.reach : -1};
        cd_vec d = cd_scale(cd_sub(ball.middle, s->low), s->scale);
        x[q] = (float)d.x;
        y[q] = (float)d.y;
        z[q] = (float)d.z;
        reach[q] = (float)(ball.reach * s->scale * (1 + 0x1p-20) + 0x1p-22);
        bucket_of[q] = buckets[i];
    }
    for (int q = s->sorted; q < s->sorted + CD_LANES; q++)
        x[q] = y[q] = z[q] = reach[q] = 0;
    s->spots = (cd_sphere_lanes){x, y, z, reach};
    s->bucket_of = bucket_of;
    s->balls = balls;
}

bool cd_pair_grid_sort(cd_pair_search *s) {
    cd_world *w = s->world;
    if (!cd_reserve_array(w, &w->grid.bins, (size_t)w->count + 1, sizeof(int)) ||
        !cd_reserve_array(w, &w->grid.buckets, (size_t)w->count + 1, sizeof(int)))
        return false;
    int *bins = w->grid.bins.memory;
    if (!see_bodies(s, bins) || !make_levels(s, bins) || !sum_counts(s))
        return false;
    order_bodies(s, bins);
    gather(s);
    return true;
}

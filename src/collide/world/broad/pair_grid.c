// Sorts bodies into levels and buckets by counting sort (see pair_grid.h).
#include "collide/world/broad/pair_grid.h"

#include "collide/world/body/world_memory.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_CLASSES = 1 << 13, // by the exponent and two bits of the mantissa of a double
    SIZE_CLASS_SHIFT = 50,
    PREFETCH_DISTANCE = 16, // bodies between the prefetch of a random address and its use
};

// A level takes finer bodies, too, while the mean number of bodies in the bucket of a body stays
// below this; 1.5 buckets a body give 1.7 where the bodies are spread evenly.
// Without it: ./run bench "three decades of 10,000" (3.1)
static const double CROWDED = 3.5;

// ----------------------------------------------------------------------------------------- levels

static double edge_of(const cd_hgrid *g, int i) {
    double bounding_radius = cd_body_spheres(g->world)[i].bounding_radius;
    if (cd_body_is_sphere(g->world, i))
        return 2 * bounding_radius * (1 + g->slack);
    const cd_stored_body *entry = &cd_stored_bodies(g->world)[i];
    return cd_max_abs(cd_sub(entry->box.max, entry->box.min)) + 2 * bounding_radius * g->slack;
}

static int size_class_of(double size) {
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    return (int)(bits >> SIZE_CLASS_SHIFT);
}

// Measures the bodies: their size classes, the largest edge and the number of bodies of each class,
// and the extent of all.
static bool measure_bodies(cd_hgrid *g, int *size_classes) {
    const cd_world *w = g->world;
    cd_buffer *buffer = &g->world->grid.counts;
    if (!cd_reserve(g->world, buffer, SIZE_CLASSES * (sizeof(double) + sizeof(int))))
        return false;
    double *edges = buffer->memory;
    int *counts = (int *)(edges + SIZE_CLASSES);
    memset(edges, 0, SIZE_CLASSES * (sizeof(double) + sizeof(int)));
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
        bool bounded = sphere->bounding_radius >= 0 && !cd_sphere_is_unbounded(sphere);
        // A radius of -0 is valid, and its bits would be no size class: + 0.0 makes it 0.
        // Without it: tests/collide/world/world_test.c "a_radius_of_minus_zero_is_zero"
        double edge = bounded ? edge_of(g, i) + 0.0 : INFINITY;
        if (!bounded) {
            size_classes[i] = sphere->bounding_radius < 0 ? CD_SIZE_HOLE : CD_SIZE_UNBOUNDED;
            continue;
        }
        int size_class = size_classes[i] = size_class_of(edge);
        counts[size_class]++;
        edges[size_class] = cd_max(edges[size_class], edge);
        cd_vec m = sphere->middle;
        low = (cd_vec){cd_min(low.x, m.x), cd_min(low.y, m.y), cd_min(low.z, m.z)};
        high = (cd_vec){cd_max(high.x, m.x), cd_max(high.y, m.y), cd_max(high.z, m.z)};
        g->bounded++;
    }
    g->low = low;
    g->extent = g->bounded > 0 ? cd_max_abs(cd_sub(high, low)) : 0;
    g->rounding = g->bounded > 0 ? 4 * DBL_EPSILON * cd_max(cd_max_abs(low), cd_max_abs(high)) : 0;
    double largest = 0;
    for (int i = SIZE_CLASSES - 1; i >= 0 && largest == 0; i--)
        largest = edges[i];
    g->scale = 1 / cd_max(cd_max(g->extent, largest), DBL_MIN);
    return true;
}

// ---------------------------------------------------------------------------------------- buckets

static int bucket_in(const cd_hgrid *g, const cd_grid_level *l, cd_vec p) {
    cd_vec d = cd_sub(p, g->low);
    return cd_spatial_hash_bucket(&l->hash, cd_level_cell(d.x, l), cd_level_cell(d.y, l),
                                  g->dim == 3 ? cd_level_cell(d.z, l) : 0);
}

// A hash for `count` bodies of the level that is made now. Choosing one takes long, so each level
// keeps two: 0 for all bodies that were left, 1 for those of like size.
static cd_spatial_hash level_hash(const cd_hgrid *g, int count, int which) {
    cd_spatial_hash *kept = &g->world->grid.hashes[g->level_count][which];
    cd_choose_spatial_hash(kept, count, g->dim);
    return *kept;
}

static size_t table_size(const cd_grid_level *l) {
    return (size_t)l->hash.M + CD_WRAPPED_BUCKETS + 1;
}

// Whether a body of this size class has no level yet and belongs to one of classes from `lowest`.
static bool has_no_level(int size_class, int lowest) {
    return size_class >= lowest && size_class < SIZE_CLASSES;
}

// Counts the bodies of size classes from `lowest` that have no level yet in the buckets of l, and
// notes their buckets. Returns the sum of the squares of the counts.
static double count_bodies(cd_hgrid *g, cd_grid_level *l, const int *size_classes, int lowest,
                           int *starts) {
    cd_world *w = g->world;
    memset(starts, 0, table_size(l) * sizeof *starts);
    int *bucket_of = w->grid.buckets.memory;
    double squares = 0;
    for (int first = 0; first < w->count; first += PREFETCH_DISTANCE) {
        int end = first + PREFETCH_DISTANCE < w->count ? first + PREFETCH_DISTANCE : w->count;
        for (int i = first; i < end; i++)
            if (has_no_level(size_classes[i], lowest)) {
                bucket_of[i] = bucket_in(g, l, cd_body_spheres(w)[i].middle);
                __builtin_prefetch(&starts[bucket_of[i]]);
            }
        for (int i = first; i < end; i++)
            if (has_no_level(size_classes[i], lowest))
                squares += 2 * starts[bucket_of[i]]++ + 1; // (n + 1)^2 - n^2
    }
    return squares;
}

// Makes levels from the largest body down. A level takes all bodies that are left where that crowds
// its buckets little, else only those larger than half of its largest.
static bool make_levels(cd_hgrid *g, int *size_classes) {
    cd_world *w = g->world;
    const double *edges = w->grid.counts.memory;
    const int *counts = (const int *)(edges + SIZE_CLASSES);
    int left = g->bounded;
    for (int top = SIZE_CLASSES - 1; left > 0; top--) {
        if (counts[top] == 0)
            continue;
        assert(g->level_count < CD_MOST_LEVELS);
        cd_grid_level *l = &g->levels[g->level_count];
        *l = (cd_grid_level){.edge = edges[top], .table = g->table_size};
        // A little wider than the largest body, so that bodies that overlap are in neighbouring
        // cells in spite of rounding.
        double width = l->edge * (1 + 1e-6) + g->rounding;
        width = cd_max(width, g->extent / (CD_LEVEL_MOST_CELLS - 2));
        l->per_length = width > 0 ? cd_min(1 / width, DBL_MAX) : 1;
        int lowest = top;
        while (lowest >= 0 && (counts[lowest] == 0 || edges[lowest] > l->edge / 2))
            l->count += counts[lowest--];
        lowest++;
        int alike = l->count;
        l->count = left;
        l->hash = level_hash(g, l->count, 0);
        if (!cd_reserve_array(w, &w->grid.starts, g->table_size + table_size(l), sizeof(int)))
            return false;
        int *starts = (int *)w->grid.starts.memory + g->table_size;
        bool last = g->level_count + 1 == CD_MOST_LEVELS;
        double squares = count_bodies(g, l, size_classes, 0, starts);
        if (alike == left || last || squares <= CROWDED * left) {
            lowest = 0;
        } else {
            l->count = alike; // no more than before, so that the table has room for the buckets
            l->hash = level_hash(g, l->count, 1);
            count_bodies(g, l, size_classes, lowest, starts);
        }
        for (int i = 0; i < w->count; i++)
            if (has_no_level(size_classes[i], lowest))
                size_classes[i] = SIZE_CLASSES + g->level_count;
        left -= l->count;
        g->table_size += table_size(l);
        g->level_count++;
        top = lowest;
    }
    return true;
}

// Turns the counts of all buckets into starts.
static bool sum_counts(cd_hgrid *g) {
    cd_world *w = g->world;
    int sum = 0;
    for (int k = 0; k < g->level_count; k++) {
        cd_grid_level *l = &g->levels[k];
        int *own = (int *)w->grid.starts.memory + l->table, M = l->hash.M;
        for (int i = 0; i < CD_WRAPPED_BUCKETS; i++)
            own[M + i] = own[i];
        for (int b = 0; b < M + CD_WRAPPED_BUCKETS + 1; b++) {
            int count = own[b];
            own[b] = sum;
            sum += count;
        }
        l->starts = own;
    }
    g->sorted = sum;
    size_t size = (size_t)sum + CD_LANES;
    return cd_reserve_array(w, &w->grid.order, 2 * size, sizeof(int)) &&
           cd_reserve_array(w, &w->grid.sorted, size, sizeof(cd_body_sphere) + 4 * sizeof(float));
}

// Puts the bodies into their buckets in the order of their indices. That leaves in each start the
// one of the next bucket, so all move up by one.
static void sort_bodies(cd_hgrid *g, const int *size_classes) {
    cd_world *w = g->world;
    int *starts = w->grid.starts.memory, *order = w->grid.order.memory;
    const int *bucket_of = w->grid.buckets.memory;
    for (int i = 0; i < w->count; i++)
        if (size_classes[i] >= SIZE_CLASSES) {
            const cd_grid_level *l = &g->levels[size_classes[i] - SIZE_CLASSES];
            order[starts[l->table + (size_t)bucket_of[i]]++] = i;
        }
    for (int k = 0; k < g->level_count; k++) {
        const cd_grid_level *l = &g->levels[k], *before = l - 1;
        int *own = starts + l->table, M = l->hash.M;
        memmove(own + 1, own, (size_t)(M - 1) * sizeof *own);
        own[0] = k == 0 ? 0 : before->starts[before->hash.M + CD_WRAPPED_BUCKETS];
        for (int i = 0; i < CD_WRAPPED_BUCKETS; i++)
            memcpy(&order[own[M + i]], &order[own[i]],
                   (size_t)(own[i + 1] - own[i]) * sizeof *order);
        assert(own[M] - own[0] == l->count);
    }
    g->order = order;
}

// Gathers what the search reads of each sorted body.
static void gather_spheres(cd_hgrid *g) {
    cd_world *w = g->world;
    size_t size = (size_t)g->sorted + CD_LANES;
    cd_body_sphere *spheres = w->grid.sorted.memory;
    float *x = (float *)(spheres + size), *y = x + size, *z = y + size, *radius = z + size;
    int *order = w->grid.order.memory, *bucket_of = order + size;
    const int *buckets = w->grid.buckets.memory;
    for (int q = 0; q < g->sorted; q++) {
        int i = order[q];
        int later = order[q + PREFETCH_DISTANCE < g->sorted ? q + PREFETCH_DISTANCE : q];
        __builtin_prefetch(&cd_body_spheres(w)[later]);
        cd_body_sphere sphere = cd_body_spheres(w)[i];
        spheres[q] =
            (cd_body_sphere){sphere.middle, cd_body_is_sphere(w, i) ? sphere.bounding_radius : -1};
        cd_vec d = cd_scale(cd_sub(sphere.middle, g->low), g->scale);
        x[q] = (float)d.x;
        y[q] = (float)d.y;
        z[q] = (float)d.z;
        // Coordinates up to about 1 are rounded by 2^-25 each, the sum of squares and the radius by
        // some 2^-24 of their size.
        radius[q] =
            (float)(sphere.bounding_radius * (1 + g->slack) * g->scale * (1 + 0x1p-20) + 0x1p-22);
        bucket_of[q] = buckets[i];
    }
    for (int q = g->sorted; q < g->sorted + CD_LANES; q++)
        x[q] = y[q] = z[q] = radius[q] = 0;
    g->lanes = (cd_sphere_lanes){x, y, z, radius};
    g->bucket_of = bucket_of;
    g->spheres = spheres;
}

// Each bucket holds its own bodies, in the order of their indices.
static void check_order(const cd_hgrid *g) {
    for (const cd_grid_level *l = g->levels; l < g->levels + g->level_count; l++)
        for (int b = 0; b < l->hash.M + CD_WRAPPED_BUCKETS; b++)
            for (int q = l->starts[b]; q < l->starts[b + 1]; q++)
                assert(g->bucket_of[q] == b % l->hash.M &&
                       (q == l->starts[b] || g->order[q - 1] < g->order[q]));
    (void)g;
}

bool cd_pair_grid_sort(cd_hgrid *g) {
    cd_world *w = g->world;
    if (!cd_reserve_array(w, &w->grid.size_classes, (size_t)w->count + 1, sizeof(int)) ||
        !cd_reserve_array(w, &w->grid.buckets, (size_t)w->count + 1, sizeof(int)))
        return false;
    int *size_classes = w->grid.size_classes.memory;
    if (!measure_bodies(g, size_classes) || !make_levels(g, size_classes) || !sum_counts(g))
        return false;
    sort_bodies(g, size_classes);
    gather_spheres(g);
    check_order(g);
    return true;
}

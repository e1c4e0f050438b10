// Sorting the bodies of a tree into cells, by counting (see uniform_grid.h).
#include "collide/world/uniform_grid.h"
#include "collide/world/wide_bvh.h"
#include "collide/world/world_memory.h"

#include <string.h>

/// Fewer bodies are a tree of two levels; where more share a cell on average, as a body sees it, a
/// walk of the tree asks about fewer.
enum { FEWEST = 64, MOST_IN_CELL = 12 };

static bool choose_cells(const cd_world *w, cd_uniform_grid *s, const int *bodies, int count) {
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    s->half = 0;
    for (int k = 0; k < count; k++) {
        cd_vec m = cd_body_spheres(w)[bodies[k]].middle;
        cd_bounds box = cd_world_box(w, bodies[k]);
        s->half = cd_max(s->half, 0.5 * cd_max_abs(cd_sub(box.max, box.min)));
        low = (cd_vec){cd_min(low.x, m.x), cd_min(low.y, m.y), cd_min(low.z, m.z)};
        high = (cd_vec){cd_max(high.x, m.x), cd_max(high.y, m.y), cd_max(high.z, m.z)};
    }
    // A little wider, so that rounding keeps neighbours neighbours.
    double width = 4 * s->half * (1 + 1e-6);
    s->per_length = 1 / width;
    s->low = cd_sub(low, (cd_vec){2 * width, 2 * width, w->dim == 3 ? 2 * width : 0});
    cd_vec cells = cd_scale(cd_sub(high, low), s->per_length);
    s->cells =
        (cd_vec){floor(cells.x) + 5, floor(cells.y) + 5, w->dim == 3 ? floor(cells.z) + 5 : 0};
    if (!isnormal(width) || !isnormal(s->per_length) || !cd_is_finite(s->low) ||
        !(cd_max_abs(s->cells) < CD_GRID_MOST_CELLS))
        return false;
    if (s->cells.x * s->cells.y * cd_max(s->cells.z, 1) < 4.0 * count) {
        int x = (int)s->cells.x, y = (int)s->cells.y, z = (int)s->cells.z;
        s->lattice = (cd_spatial_hash){x * y * (z > 0 ? z : 1), x, z > 0 ? x * y : 0};
    } else {
        cd_choose_spatial_hash(&s->hashed, count, w->dim);
        s->lattice = s->hashed;
    }
    return true;
}

static int bucket_of(const cd_world *w, const cd_uniform_grid *s, int body, cd_grid_body *site) {
    cd_body_sphere ball = cd_body_spheres(w)[body];
    int64_t x = cd_grid_units(s, ball.middle.x, s->low.x, s->cells.x);
    int64_t y = cd_grid_units(s, ball.middle.y, s->low.y, s->cells.y);
    int64_t z = w->dim == 3 ? cd_grid_units(s, ball.middle.z, s->low.z, s->cells.z) : 0;
    double reach = ball.reach * s->per_length * CD_GRID_UNITS;
    *site = (cd_grid_body){(int16_t)x, (int16_t)y, (int16_t)z, (int16_t)(reach + 1)};
    return cd_grid_bucket(s, x / CD_GRID_UNITS, y / CD_GRID_UNITS, z / CD_GRID_UNITS);
}

// Counts the bodies in buckets; false where they are crowded.
static bool count_bodies(const cd_world *w, cd_uniform_grid *s, const int *bodies, int count,
                         int *buckets) {
    int *starts = s->starts.memory;
    double squares = 0;
    memset(starts, 0, ((size_t)s->lattice.M + 2) * sizeof *starts);
    for (int k = 0; k < count; k++) {
        cd_grid_body site;
        buckets[k] = bucket_of(w, s, bodies[k], &site);
        squares += 2 * starts[buckets[k]]++ + 1;
    }
    return squares <= MOST_IN_CELL * (double)count;
}

static void put_in_order(const cd_world *w, cd_uniform_grid *s, const int *bodies, int count,
                         const int *buckets) {
    int *starts = s->starts.memory, M = s->lattice.M, first = starts[0], sum = 0;
    int *sorted = s->bodies.memory;
    cd_grid_body *list = s->list.memory;
    for (int b = 0; b < M; b++) {
        int in = starts[b];
        starts[b] = sum;
        sum += in;
    }
    for (int k = 0; k < count; k++) {
        int at = starts[buckets[k]]++;
        sorted[at] = bodies[k];
        bucket_of(w, s, bodies[k], &list[at]);
    }
    memmove(starts + 1, starts, (size_t)M * sizeof *starts); // each is that of the next one
    starts[0] = 0;
    starts[M + 1] = sum + first;
    memcpy(sorted + sum, sorted, (size_t)first * sizeof *sorted);
    memcpy(list + sum, list, (size_t)first * sizeof *list);
}

bool cd_world_build_grid(cd_world *w, int which, int count, int *scratch) {
    cd_uniform_grid *s = &w->trees[which].sites;
    const int *bodies = cd_wide_bodies(&w->trees[which]);
    s->kept = false;
    if (count < FEWEST || !choose_cells(w, s, bodies, count))
        return true;
    if (!cd_reserve_array(w, &s->starts, (size_t)s->lattice.M + 2, sizeof(int)))
        return false;
    if (!count_bodies(w, s, bodies, count, scratch))
        return true;
    int *starts = s->starts.memory;
    size_t all = (size_t)count + (size_t)starts[0];
    if (!cd_reserve_array(w, &s->list, all + CD_GRID_AT_ONCE, sizeof(cd_grid_body)) ||
        !cd_reserve_array(w, &s->bodies, all, sizeof(int)))
        return false;
    put_in_order(w, s, bodies, count, scratch);
    s->kept = true;
    return true;
}

// All pairs of bodies that overlap, by the pair grid: each sorted body is tested against the cells
// around it, on its own level against half of them, so that no pair is found twice, and on each
// coarser level against all. The tests compare bounding spheres in single precision, four at once;
// the candidates that are left are decided exactly. Unbounded bodies are tested against all others.
// Where bodies move little, the candidates of wider spheres serve several searches
// (verlet_list.h).
#include "collide/world/broad/pairs.h"

#include "collide/world/body/world_memory.h"
#include "collide/world/broad/pair_grid.h"
#include "collide/world/broad/verlet_list.h"

#include <assert.h>
#include <float.h>
#include <string.h>

enum { PREFETCH_DISTANCE = 24 }; // candidates between the prefetch of a sphere and its use

// ------------------------------------------------------------------------------------- candidates

/// The candidates found so far, in grid.candidates: two bodies that may overlap, by their places in
/// the sorted order or by their indices.
typedef struct {
    const cd_hgrid *grid;
    cd_buffer *buffer;
    size_t count;
} candidate_list;

static inline bool make_room(candidate_list *list, size_t more) {
    size_t wanted = (list->count + more) * sizeof(cd_pair);
    return wanted <= list->buffer->size ||
           cd_reserve_array(list->grid->world, list->buffer, list->count + more, sizeof(cd_pair));
}

/// The place of a sorted body and its bounding sphere, in all lanes.
typedef struct {
    cd_lanes_int place;
    cd_lanes x, y, z, radius;
} wide_sphere;

static inline wide_sphere wide_sphere_of(cd_sphere_lanes s, int i) {
    return (wide_sphere){{i, i, i, i},
                         cd_lanes_all(s.x[i]),
                         cd_lanes_all(s.y[i]),
                         cd_lanes_all(s.z[i]),
                         cd_lanes_all(s.radius[i])};
}

// Appends to `out` a sphere paired with each of the sorted bodies from `from` to `to` whose
// bounding spheres meet it; returns the new count. There is room for four candidates more than are
// found. The loop runs at least once and has no branch on which spheres meet: neither could be
// predicted, and most runs have at most four bodies.
static inline size_t append_overlapping(cd_sphere_lanes s, wide_sphere p, int from, int to,
                                        cd_pair *out, size_t count) {
    int q = from;
    do {
        cd_lanes dx = cd_lanes_load(s.x + q) - p.x, dy = cd_lanes_load(s.y + q) - p.y;
        cd_lanes dz = cd_lanes_load(s.z + q) - p.z, sum = cd_lanes_load(s.radius + q) + p.radius;
        cd_lanes_int in_range = q + (cd_lanes_int){0, 1, 2, 3} < to;
        unsigned hits = cd_lanes_bits((dx * dx + dy * dy + dz * dz <= sum * sum) & in_range);
        cd_lanes_write_pairs(p.place, q + cd_lanes_set(hits), &out[count]);
        count += cd_lanes_count(hits);
        q += CD_LANES;
    } while (q < to);
    return count;
}

// Finds the candidates of one level: each body with those behind it in its bucket and the next,
// and with the `rows` rows of three buckets that lie ahead of it: one in 2D, four in 3D.
static inline bool sweep_level(candidate_list *list, const cd_grid_level *l, int rows) {
    const cd_hgrid *g = list->grid;
    const cd_sphere_lanes lanes = g->lanes;
    const int *starts = l->starts;
    const int M = l->hash.M;
    const int first_of_row[4] = {
        cd_spatial_hash_bucket(&l->hash, -1, 1, 0), cd_spatial_hash_bucket(&l->hash, -1, -1, 1),
        cd_spatial_hash_bucket(&l->hash, -1, 0, 1), cd_spatial_hash_bucket(&l->hash, -1, 1, 1)};
    for (int i = starts[0], end = starts[M]; i < end; i++) {
        int b = g->bucket_of[i], from[4], to[4];
        int tests = starts[b + 2] - i;
        for (int r = 0; r < rows; r++) {
            int at = b + first_of_row[r];
            at -= at >= M ? M : 0;
            from[r] = starts[at];
            to[r] = starts[at + 3];
            tests += to[r] - from[r];
        }
        if (!make_room(list, (size_t)tests + 5 * CD_LANES))
            return false;
        cd_pair *out = list->buffer->memory;
        const wide_sphere sphere = wide_sphere_of(lanes, i);
        size_t count = append_overlapping(lanes, sphere, i + 1, starts[b + 2], out, list->count);
        for (int r = 0; r < rows; r++)
            count = append_overlapping(lanes, sphere, from[r], to[r], out, count);
        list->count = count;
    }
    return true;
}

// Finds the candidates of a sorted body, with its box at most `edge` wide, on a coarser level: in
// the cells that its box lies in when it is widened by half of the level's edge. They are rows of
// at most three buckets.
static bool search_coarser_level(candidate_list *list, int i, double edge, const cd_grid_level *l) {
    const cd_hgrid *g = list->grid;
    cd_body_sphere sphere = cd_body_spheres(g->world)[g->order[i]];
    double w =
        0.5 * (cd_min(2 * sphere.bounding_radius * (1 + g->slack), edge) + l->edge) * (1 + 1e-6) +
        g->rounding;
    cd_vec d = cd_sub(sphere.middle, g->low);
    double x0 = cd_level_cell(d.x - w, l), x1 = cd_level_cell(d.x + w, l),
           y1 = cd_level_cell(d.y + w, l);
    double z0 = g->dim == 3 ? cd_level_cell(d.z - w, l) : 0,
           z1 = g->dim == 3 ? cd_level_cell(d.z + w, l) : 0;
    assert(x1 - x0 <= CD_WRAPPED_BUCKETS);
    for (double z = z0; z <= z1; z++)
        for (double y = cd_level_cell(d.y - w, l); y <= y1; y++) {
            int b = cd_spatial_hash_bucket(&l->hash, x0, y, z);
            int from = l->starts[b], to = l->starts[b + (int)(x1 - x0) + 1];
            if (from == to)
                continue;
            if (!make_room(list, (size_t)(to - from) + CD_LANES))
                return false;
            list->count = append_overlapping(g->lanes, wide_sphere_of(g->lanes, i), from, to,
                                             list->buffer->memory, list->count);
        }
    return true;
}

static bool search_levels(candidate_list *list) {
    const cd_hgrid *g = list->grid;
    for (const cd_grid_level *l = g->levels; l < g->levels + g->level_count; l++) {
        if (!(g->dim == 3 ? sweep_level(list, l, 4) : sweep_level(list, l, 1)))
            return false;
        for (int i = l->starts[0]; i < l->starts[l->hash.M] && l > g->levels; i++)
            for (const cd_grid_level *coarser = g->levels; coarser < l; coarser++)
                if (!search_coarser_level(list, i, l->edge, coarser))
                    return false;
    }
    return true;
}

// Pairs lines, planes and what is too large for cells with all others, by index. A plane is tested
// against their bounding spheres first.
static bool search_unbounded(candidate_list *list, const int *size_classes) {
    const cd_world *w = list->grid->world;
    for (int i = 0; i < w->count; i++) {
        if (size_classes[i] != CD_SIZE_UNBOUNDED)
            continue;
        const cd_shape *shape = &cd_stored_bodies(w)[i].body.shape;
        if (!make_room(list, (size_t)w->count))
            return false;
        cd_pair *out = list->buffer->memory;
        for (int j = 0; j < w->count; j++) {
            if (size_classes[j] == CD_SIZE_HOLE || (size_classes[j] == CD_SIZE_UNBOUNDED && j <= i))
                continue;
            cd_body_sphere sphere = cd_body_spheres(w)[j];
            if (shape->kind == CD_PLANE && sphere.bounding_radius < INFINITY) {
                double height =
                    cd_dot(shape->as.plane.normal, sphere.middle) - shape->as.plane.offset;
                double size = cd_max(cd_max_abs(sphere.middle), fabs(shape->as.plane.offset));
                if (height >
                    sphere.bounding_radius + 16 * DBL_EPSILON * (size + sphere.bounding_radius))
                    continue;
            }
            out[list->count++] = (cd_pair){i, j};
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------ pairs

// The verdict of cd_body_spheres_overlap on two bodies, 0 unless both are spheres or the bounding
// spheres are apart.
static inline int verdict_of_spheres(const cd_world *w, int a, int b) {
    const cd_body_sphere *spheres = cd_body_spheres(w);
    int verdict = cd_body_spheres_overlap(&spheres[a], &spheres[b]);
    bool both = cd_body_is_sphere(w, a) && cd_body_is_sphere(w, b);
    return verdict < 0 || both ? verdict : 0;
}

// The same of two places in the sorted order, where only spheres have a bounding radius.
static inline int verdict_of_places(const cd_hgrid *g, int p, int q) {
    bool both = g->spheres[p].bounding_radius >= 0 && g->spheres[q].bounding_radius >= 0;
    return both ? cd_body_spheres_overlap(&g->spheres[p], &g->spheres[q]) : 0;
}

// Adds to the list those of `count` candidates that may meet by group and mask and overlap, as
// indices, the earlier body as a. They may lie behind the list. sorted: they are places in the
// sorted order. Two spheres are decided by their squared distance unless rounding could decide.
static inline void decide(candidate_list *list, const cd_pair *in, size_t count, bool sorted) {
    const cd_hgrid *g = list->grid;
    const cd_world *w = g->world;
    const cd_stored_body *entries = cd_stored_bodies(w);
    cd_pair *out = list->buffer->memory;
    size_t kept = list->count;
    for (size_t i = 0; i < count; i++) {
        size_t later = i + PREFETCH_DISTANCE < count ? i + PREFETCH_DISTANCE : i;
        __builtin_prefetch(sorted ? &g->spheres[in[later].b] : &cd_body_spheres(w)[in[later].b]);
        int p = in[i].a, q = in[i].b;
        int verdict = sorted ? verdict_of_places(g, p, q) : verdict_of_spheres(w, p, q);
        if (sorted)
            p = g->order[p], q = g->order[q];
        int a = p < q ? p : q, b = p < q ? q : p;
        out[kept] = (cd_pair){a, b};
        if (w->filtered_count > 0 && !cd_may_collide(&entries[a].body, &entries[b].body))
            verdict = -1;
        kept +=
            verdict != 0 ? verdict > 0 : cd_overlap(&entries[a].body.shape, &entries[b].body.shape);
    }
    list->count = kept;
}

// Shell sort of pairs with the same a, by b, with Knuth's gaps.
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

// Sorts pairs that are sorted by a by b, too.
static void sort_runs(cd_pair *pairs, size_t count) {
    for (size_t first = 0, end = 0; first < count; first = end) {
        while (end < count && pairs[end].a == pairs[first].a)
            end++;
        sort_run(pairs + first, end - first);
    }
    for (size_t i = 1; i < count; i++) // strictly: no pair is found twice
        assert(pairs[i - 1].a < pairs[i].a ||
               (pairs[i - 1].a == pairs[i].a && pairs[i - 1].b < pairs[i].b));
}

// Writes the pairs to a buffer, sorted by a (a counting sort), then by b.
static bool sort_pairs(cd_world *w, const cd_pair *in, size_t count, cd_buffer *sorted) {
    size_t n = (size_t)w->count;
    if (!cd_reserve_array(w, &w->grid.counts, n + 1, sizeof(int)) ||
        !cd_reserve_array(w, sorted, count + 1, sizeof(cd_pair)))
        return false;
    int *ends = w->grid.counts.memory, sum = 0;
    cd_pair *out = sorted->memory;
    memset(ends, 0, (n + 1) * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[in[i].a]++;
    for (size_t i = 0; i <= n; i++) {
        int bodies = ends[i];
        ends[i] = sum;
        sum += bodies;
    }
    for (size_t i = 0; i < count; i++)
        out[ends[in[i].a]++] = (cd_pair){in[i].a, in[i].b};
    sort_runs(out, count);
    return true;
}

// Turns the indices of sorted pairs into slots.
static void name_slots(const cd_world *w, size_t count) {
    const int *slot_of = cd_slot_of(w);
    cd_pair *pairs = w->grid.pairs.memory;
    for (size_t i = 0; w->reordered && i < count; i++)
        pairs[i] = (cd_pair){slot_of[pairs[i].a], slot_of[pairs[i].b]};
}

// ------------------------------------------------------------------------------------ near bodies

// Keeps the candidates, which are places in the sorted order, for searches to come.
static bool keep_near(candidate_list *list) {
    cd_world *w = list->grid->world;
    cd_pair *pairs = list->buffer->memory;
    const int *order = list->grid->order;
    for (size_t i = 0; i < list->count; i++) {
        int p = order[pairs[i].a], q = order[pairs[i].b];
        pairs[i] = (cd_pair){p < q ? p : q, p < q ? q : p};
    }
    if (!sort_pairs(w, pairs, list->count, &w->grid.list.pairs))
        return false;
    w->grid.list.count = list->count;
    w->grid.list.has_pairs = true;
    return true;
}

// Lists the pairs of bounded bodies that overlap, of those in the neighbour list, in its order.
// There is room for all of them.
static void decide_near(candidate_list *list) {
    const cd_verlet_list *near = &list->grid->world->grid.list;
    list->count = 0;
    decide(list, near->pairs.memory, near->count, false);
}

// Lists the pairs of bounded bodies that overlap. Where the bodies move little they come from the
// neighbour list: a new one if the last has saved a search, or would have saved two.
static bool search_bounded(candidate_list *list, cd_hgrid *grid) {
    cd_verlet_list *near = &grid->world->grid.list;
    if (near->has_pairs && cd_verlet_holds(grid->world, CD_VERLET_SLACK)) {
        near->served++;
        if (!make_room(list, near->count))
            return false;
        decide_near(list);
        return true;
    }
    bool calm =
        near->has_pairs ? near->served > 0 : cd_verlet_holds(grid->world, CD_VERLET_SLACK / 2);
    grid->slack = calm ? CD_VERLET_SLACK : 0;
    if (!cd_verlet_keep(grid->world) || !cd_pair_grid_sort(grid) || !search_levels(list))
        return false;
    if (calm) {
        if (!keep_near(list))
            return false;
        decide_near(list);
        return true;
    }
    size_t count = list->count;
    list->count = 0;
    decide(list, list->buffer->memory, count, true);
    return true;
}

const cd_pair *cd_find_pairs(cd_world *w, int *count) {
    cd_hgrid grid = {.world = w, .dim = w->dim};
    candidate_list list = {&grid, &w->grid.candidates, 0};
    *count = 0;
    if (!search_bounded(&list, &grid))
        return NULL;
    const size_t bounded = list.count;
    if (!make_room(&list, 1) || !search_unbounded(&list, w->grid.size_classes.memory))
        return NULL;
    const size_t all = list.count;
    list.count = bounded;
    decide(&list, (cd_pair *)w->grid.candidates.memory + bounded, all - bounded, false);
    bool in_order = w->grid.list.has_pairs && list.count == bounded;
    if (in_order) {
        cd_buffer pairs = w->grid.candidates;
        w->grid.candidates = w->grid.pairs;
        w->grid.pairs = pairs;
    } else if (!sort_pairs(w, w->grid.candidates.memory, list.count, &w->grid.pairs)) {
        return NULL;
    }
    name_slots(w, list.count);
    *count = (int)list.count;
    return w->grid.pairs.memory;
}

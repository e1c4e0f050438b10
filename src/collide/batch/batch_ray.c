// A ray cast at a batch. Four spheres at a time lie in the lanes of vectors, with the operations of
// cd_ray_hit_point_core in their order, so that the bits are those of single casts. At first only
// the times of hits are computed, without a branch on which sphere is hit; the hits are then sorted
// by time, and each is written once, at its place.
#include "collide/batch/batch.h"
#include "collide/cast/ray.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

_Static_assert(sizeof(cd_batch_sphere) == sizeof(cd_vec4), "a sphere is read as four lanes");

typedef struct {
    cd_vec origin, direction;
    double tmax;
} batch_ray;

// The hits of four spheres, as masks in `hits`. Of those in `single` rounding could decide: they
// need a cast of their own.
typedef struct {
    cd_vec4 enter, exit, root;
    cd_vec4_mask hits, single;
} sphere_hits;

static inline sphere_hits cast_at_four(const batch_ray *ray, const cd_batch_sphere *spheres,
                                       const int which[4]) {
    const cd_batch_sphere *p = &spheres[which[0]], *q = &spheres[which[1]], *u = &spheres[which[2]],
                          *v = &spheres[which[3]];
    cd_vec_lanes d = cd_vec_lanes_all(ray->direction);
    cd_vec4 r = {p->radius, q->radius, u->radius, v->radius}, rr = r * r;
    cd_vec_lanes o = cd_vec_lanes_sub(cd_vec_lanes_all(ray->origin),
                                      cd_vec_lanes_of(p->center, q->center, u->center, v->center));
    cd_vec_lanes n = cd_vec_lanes_cross(o, d);
    cd_vec4 dd = cd_vec_lanes_dot(d, d), oo = cd_vec_lanes_dot(o, o), od = cd_vec_lanes_dot(o, d);
    sphere_hits f;
    f.root = cd_vec4_sqrt(cd_vec4_fma(rr, dd, -cd_vec_lanes_dot(n, n)));
    cd_vec4 q2 = f.root - od, far = q2 / dd;
    f.enter = (oo - rr) / q2;
    f.exit = cd_vec4_select(f.enter > far, f.enter, far);
    f.hits = (f.enter > 0) & (f.enter <= ray->tmax);
    f.single = ~((dd > 0x1p-240) & (dd + oo < 0x1p240) & (rr > 0x1p-240 + 0x1p-120 * oo) &
                 (oo > rr * (1 + cd_ray_rounding))) |
               (f.root * f.root <= CD_RAY_GRAZE * (rr * dd));
    return f;
}

// The hits of a ray so far, in b->hits; `complete` of them lie in `into` already, at the same
// place.
typedef struct {
    cd_batch *b;
    cd_batch_hit *into;
    int capacity, count, complete;
} batch_hits;

static void cast_at_one(batch_hits *f, const batch_ray *ray, int index) {
    cd_hit beyond, *hit = f->count < f->capacity ? &f->into[f->count].hit : &beyond;
    if (!cd_raycast(ray->origin, ray->direction, f->b->shapes[index], ray->tmax, hit))
        return;
    f->b->hits[f->count++] = (cd_batch_ray_hit){hit->t, 0, NAN, index};
    f->complete++;
}

// Writes lane k, whose shape is `index`, as the next hit; returns the number of hits, which counts
// it only if it is one.
static inline int append(cd_batch_ray_hit *hits, int count, const sphere_hits *now, int k,
                         int index) {
    hits[count] = (cd_batch_ray_hit){now->enter[k], now->exit[k], now->root[k], index};
    return count + (now->hits[k] & 1);
}

static inline bool any_lane(cd_vec4_mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

CD_HOT static void cast_at_all(batch_hits *f, const batch_ray *ray, int met) {
    cd_batch *b = f->b;
    for (int i = 0; i < met; i += 4) {
        int which[4], count = met - i < 4 ? met - i : 4;
        for (int k = 0; k < 4; k++)
            which[k] = b->order[i + (k < count ? k : 0)];
        sphere_hits now = cast_at_four(ray, b->spheres, which);
        const int32_t *is = b->is_sphere;
        bool spheres = is[which[0]] & is[which[1]] & is[which[2]] & is[which[3]];
        if (spheres & !any_lane(now.single) & (count == 4)) {
            int sum = f->count;
            for (int k = 0; k < 4; k++)
                sum = append(b->hits, sum, &now, k, which[k]);
            f->count = sum;
            continue;
        }
        for (int k = 0; k < count; k++) {
            if (now.single[k] | ~is[which[k]])
                cast_at_one(f, ray, which[k]);
            else
                f->count = append(b->hits, f->count, &now, k, which[k]);
        }
    }
}

// ----------------------------------------------------------------------------------------- sorting

enum { BUCKETS_WORTH = 12 }; // fewer hits are sorted faster without buckets

// Sorts the places of hits into twice as many buckets, by time; returns the number in the fullest
// one. Each place is then at most that far from where it belongs.
static int sort_into_buckets(cd_batch *b, int count) {
    double low = INFINITY, high = 0;
    for (int i = 0; i < count; i++) {
        low = cd_min(low, b->hits[i].enter);
        high = cd_max(high, b->hits[i].enter);
    }
    double scale = (2 * count - 1) / (high - low);
    if (count < BUCKETS_WORTH || !(scale < 0x1p1000)) { // few, or equal times
        for (int i = 0; i < count; i++)
            b->order[i] = i;
        return count;
    }
    for (int i = 0; i < 2 * count; i++)
        b->starts[i] = 0;
    for (int i = 0; i < count; i++) {
        b->buckets[i] = (int)cd_min((b->hits[i].enter - low) * scale, 2 * count - 1);
        b->starts[b->buckets[i]]++;
    }
    int start = 0, fullest = 0;
    for (int i = 0; i < 2 * count; i++) {
        int size = b->starts[i];
        b->starts[i] = start;
        start += size;
        fullest = size > fullest ? size : fullest;
    }
    for (int i = 0; i < count; i++)
        b->order[b->starts[b->buckets[i]]++] = i;
    return fullest;
}

// Places are in the order of indices: of equal times the lower index comes first.
static inline bool is_earlier(const cd_batch_ray_hit *hits, int a, int b) {
    return hits[a].enter < hits[b].enter || (hits[a].enter == hits[b].enter && a < b);
}

// Sorts the places of hits by time, to b->order: into buckets, then by insertion (Shell 1959, gaps
// of Ciura 2001), which has little left to do.
static void sort_hits(cd_batch *b, int count) {
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    int *order = b->order, fullest = sort_into_buckets(b, count);
    for (int g = 0; g < 8; g++)
        for (int i = gaps[g]; i < count && gaps[g] < fullest; i++) {
            int place = order[i], k = i;
            for (; k >= gaps[g] && is_earlier(b->hits, place, order[k - gaps[g]]); k -= gaps[g])
                order[k] = order[k - gaps[g]];
            order[k] = place;
        }
}

// Moves the hits to their places along the cycles of the permutation.
static void permute(cd_batch_hit *hits, int *order, int count) {
    for (int i = 0; i < count; i++) {
        if (order[i] == i)
            continue;
        cd_batch_hit first = hits[i];
        int k = i;
        for (int from = order[k]; from != i; from = order[k]) {
            hits[k] = hits[from];
            order[k] = k;
            k = from;
        }
        hits[k] = first;
        order[k] = k;
    }
}

// ----------------------------------------------------------------------------------------- writing

// Writes the hits that are not complete, in the order `order` of their places (NULL: as they are).
CD_HOT static void write_hits(const batch_hits *f, const cd_vec4 ray[2], const int *order,
                              int count) {
    cd_vec4 origin = ray[0], d = ray[1];
    double dd = cd_vec4_length2(d);
    for (int i = 0; i < count; i++) {
        const cd_batch_ray_hit *hit = &f->b->hits[order ? order[i] : i];
        const cd_batch_sphere *sphere = &f->b->spheres[hit->index];
        f->into[i].index = hit->index;
        if (hit->root != hit->root)
            continue;
        cd_vec4 center; // with the radius in the last lane, which the cross product ignores
        memcpy(&center, sphere, sizeof center);
        cd_vec4 n = cd_vec4_cross(origin - center, d);
        cd_ray_write_sphere_hit(&f->into[i].hit, (cd_ray_view){origin, d, 0, 1}, n, d, dd,
                                sphere->radius, hit->root, hit->enter, hit->exit);
    }
}

int cd_raycast_all(cd_batch *b, cd_vec origin, cd_vec direction, double tmax, cd_batch_hit *hits,
                   int capacity) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0 && capacity >= 0);
    const batch_ray ray = {origin, direction, tmax};
    batch_hits f = {b, hits, capacity, 0, 0};
    cast_at_all(&f, &ray, cd_batch_near_ray(b, origin, direction, tmax));
    int count = f.count < capacity ? f.count : capacity;
    sort_hits(b, count);
    const cd_vec4 lanes[] = {cd_vec4_of(origin), cd_vec4_of(direction)};
    write_hits(&f, lanes, f.complete > 0 ? NULL : b->order, count);
    if (f.complete > 0)
        permute(hits, b->order, count);
    return f.count;
}

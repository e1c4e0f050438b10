// A ray at a batch. Balls are asked four at a time, in the lanes of vectors, with the operations of
// hit_ball in ray.c in their order, so that the bits are those of single calls. Only when a hit
// enters is worked out at first, without a branch on who is hit; the hits are sorted by that, and
// then written once, each to its place.
#include "collide/batch/batch.h"
#include "collide/cast/ray.h"

typedef struct {
    cd_vec4 x, y, z;
} lanes_vec;

static inline lanes_vec lanes_of(cd_vec a) {
    return (lanes_vec){cd_vec4_all(a.x), cd_vec4_all(a.y), cd_vec4_all(a.z)};
}

static inline cd_vec4 lanes_dot(lanes_vec a, lanes_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline cd_vec4 lanes_difference(cd_vec4 a, cd_vec4 b, cd_vec4 c, cd_vec4 d) {
    cd_vec4 cd = c * d;
    return cd_vec4_fma(a, b, -cd) - cd_vec4_fma(c, d, -cd);
}

static inline lanes_vec lanes_cross(lanes_vec a, lanes_vec b) {
    return (lanes_vec){lanes_difference(a.y, b.z, a.z, b.y), lanes_difference(a.z, b.x, a.x, b.z),
                       lanes_difference(a.x, b.y, a.y, b.x)};
}

static inline cd_vec4 lanes_sqrt(cd_vec4 a) {
    return (cd_vec4){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}

typedef struct {
    cd_vec origin, direction;
    double tmax;
} line;

// What is known of four balls. hits, single: masks. single: rounding could decide.
typedef struct {
    cd_vec4 enter, exit, root;
    cd_vec4_mask hits, single;
} four;

static inline four cast_at_four(const line *ray, const cd_batch_sphere *balls, const int which[4]) {
    const cd_batch_sphere *p = &balls[which[0]], *q = &balls[which[1]], *u = &balls[which[2]],
                          *v = &balls[which[3]];
    lanes_vec o = lanes_of(ray->origin), d = lanes_of(ray->direction);
    cd_vec4 r = {p->radius, q->radius, u->radius, v->radius}, rr = r * r;
    o.x -= (cd_vec4){p->center.x, q->center.x, u->center.x, v->center.x};
    o.y -= (cd_vec4){p->center.y, q->center.y, u->center.y, v->center.y};
    o.z -= (cd_vec4){p->center.z, q->center.z, u->center.z, v->center.z};
    lanes_vec n = lanes_cross(o, d);
    cd_vec4 dd = lanes_dot(d, d), oo = lanes_dot(o, o), od = lanes_dot(o, d), nn = lanes_dot(n, n);
    four f;
    f.root = lanes_sqrt(cd_vec4_fma(rr, dd, -nn) + cd_vec4_fma(r, r, -rr) * dd);

    cd_vec4 q2 = f.root - od, far = q2 / dd;
    f.enter = (oo - rr) / q2;
    f.exit = cd_vec4_select(f.enter > far, f.enter, far);
    f.hits = (f.enter > 0) & (f.enter <= ray->tmax);
    f.single = ~((dd > 0x1p-240) & (dd + oo < 0x1p240) & (rr > 0x1p-240 + 0x1p-120 * oo) &
                 (oo > rr * (1 + cd_ray_rounding))) |
               (q2 * q2 <= 0x1p-20 * dd * oo);
    return f;
}

// The hits of a ray so far; `whole` of them lie in `into` already, at their place of b->hits.
typedef struct {
    cd_batch *b;
    cd_batch_hit *into;
    int capacity, count, whole;
} found;

static void cast_at_one(found *f, const line *ray, int index) {
    cd_hit beyond, *hit = f->count < f->capacity ? &f->into[f->count].hit : &beyond;
    if (!cd_raycast(ray->origin, ray->direction, f->b->shapes[index], ray->tmax, hit))
        return;
    f->b->hits[f->count++] = (cd_batch_sphere_hit){hit->t, 0, NAN, index};
    f->whole++;
}

// Returns the number of hits after lane k, whose shape is `index`.
static inline int add(cd_batch_sphere_hit *hits, int count, const four *now, int k, int index) {
    hits[count] = (cd_batch_sphere_hit){now->enter[k], now->exit[k], now->root[k], index};
    return count + (now->hits[k] & 1);
}

static inline bool any(cd_vec4_mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

CD_HOT static void cast_at_all(found *f, const line *ray, int met) {
    cd_batch *b = f->b;
    for (int i = 0; i < met; i += 4) {
        int which[4], count = met - i < 4 ? met - i : 4;
        for (int k = 0; k < 4; k++)
            which[k] = b->order[i + (k < count ? k : 0)];
        four now = cast_at_four(ray, b->balls, which);
        const int32_t *is = b->is_sphere;
        bool balls = is[which[0]] & is[which[1]] & is[which[2]] & is[which[3]];
        if (balls & !any(now.single) & (count == 4)) {
            int sum = f->count;
            for (int k = 0; k < 4; k++)
                sum = add(b->hits, sum, &now, k, which[k]);
            f->count = sum;
            continue;
        }
        for (int k = 0; k < count; k++) {
            if (now.single[k] | ~is[which[k]])
                cast_at_one(f, ray, which[k]);
            else
                f->count = add(b->hits, f->count, &now, k, which[k]);
        }
    }
}

// ----------------------------------------------------------------------------------------- sorting

// Spreads the places of hits over twice as many buckets, by time; returns how many lie in the
// fullest. Each place is then that near to where it belongs.
static int spread(cd_batch *b, int count) {
    enum { FEW = 12 };
    double low = INFINITY, high = 0;
    for (int i = 0; i < count; i++) {
        low = cd_min(low, b->hits[i].enter);
        high = cd_max(high, b->hits[i].enter);
    }
    double scale = (2 * count - 1) / (high - low);
    if (count < FEW || !(scale < 0x1p1000)) { // or as good as equal
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

// Places are in the order of indices, so of equal times the lower place comes first.
static inline bool earlier(const cd_batch_sphere_hit *hits, int a, int b) {
    return hits[a].enter < hits[b].enter || (hits[a].enter == hits[b].enter && a < b);
}

// Sorts places of hits by time, to b->order: in buckets, then by insertion (Shell 1959, Ciura's
// gaps 2001), which has little left to do.
static void sort(cd_batch *b, int count) {
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    int *order = b->order, fullest = spread(b, count);
    for (int g = 0; g < 8; g++)
        for (int i = gaps[g]; i < count && gaps[g] < fullest; i++) {
            int place = order[i], k = i;
            for (; k >= gaps[g] && earlier(b->hits, place, order[k - gaps[g]]); k -= gaps[g])
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

// Writes those of the hits of balls, in the order of `order`, or of places where it is NULL.
CD_HOT static void write_hits(const found *f, const cd_vec4 ray[2], const int *order, int count) {
    cd_vec4 origin = ray[0], d = ray[1];
    double dd = cd_vec4_length2(d);
    for (int i = 0; i < count; i++) {
        const cd_batch_sphere_hit *hit = &f->b->hits[order ? order[i] : i];
        const cd_batch_sphere *ball = &f->b->balls[hit->index];
        f->into[i].index = hit->index;
        if (hit->root != hit->root)
            continue;
        cd_vec4 center; // and in its last lane the radius
        memcpy(&center, ball, sizeof center);
        cd_vec4 n = cd_vec4_cross(origin - center, d);
        cd_ray_write_sphere_hit(&f->into[i].hit, (cd_ray_view){origin, d, 0, 1}, n, d, dd,
                                ball->radius, hit->root, hit->enter, hit->exit);
    }
}

int cd_raycast_all(cd_batch *b, cd_vec origin, cd_vec direction, double tmax, cd_batch_hit *hits,
                   int capacity) {
    const line ray = {origin, direction, tmax};
    found f = {b, hits, capacity, 0, 0};
    cast_at_all(&f, &ray, cd_batch_near_ray(b, origin, direction, tmax));
    int count = f.count < capacity ? f.count : capacity;
    sort(b, count);
    const cd_vec4 lanes[] = {cd_vec4_of(origin), cd_vec4_of(direction)};
    write_hits(&f, lanes, f.whole > 0 ? NULL : b->order, count);
    if (f.whole > 0)
        permute(hits, b->order, count);
    return f.count;
}

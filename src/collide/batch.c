// Many shapes asked at once. Their boxes lie in arrays of floats, relative to the middle of all and
// scaled to about 1, so that four at a time are rejected, or of balls accepted; the query itself
// answers for the rest. Rounding and what the queries' own tolerances could add is put on the boxes
// of the question: what is told without the query is certain.
#include "collide/collide.h"
#include "collide/lanes.h"

#include <float.h>

// An array of boxes, an axis after the other, padded to whole blocks.
struct cd_batch {
    int count, stride, dim;
    cd_vec middle;
    double size;  // the largest coordinate of a bounded shape, absolute
    double scale; // of what the floats hold: a power of two
    const cd_shape **shapes;
    float *low[3], *high[3];
    int32_t *balls; // -1: a ball, which fills its box
    int *order;     // the following are scratch
    double *times;
    int *buckets, *starts;
};

static int padded(int count) { return (count + CD_LANES - 1) / CD_LANES * CD_LANES; }

size_t cd_batch_size(int count) {
    size_t n = (size_t)padded(count);
    return sizeof(cd_batch) + n * (sizeof(cd_shape *) + sizeof(double) + 6 * sizeof(float) +
                                   sizeof(int32_t) + 4 * sizeof(int));
}

static double component(cd_vec v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static bool is_bounded(cd_bounds box) { return cd_is_finite(cd_add(box.min, box.max)); }

static bool is_ball(const cd_shape *s) { return s->kind == CD_POINT || s->kind == CD_SPHERE; }

// What has no end is never rejected: it may lie anywhere, and the floats suit but what is near.
static void put(cd_batch *b, int index, cd_bounds box) {
    bool bounded = is_bounded(box);
    cd_vec low = cd_scale(cd_sub(box.min, b->middle), b->scale);
    cd_vec high = cd_scale(cd_sub(box.max, b->middle), b->scale);
    b->balls[index] = is_ball(b->shapes[index]) ? -1 : 0;
    for (int k = 0; k < 3; k++) {
        b->low[k][index] = bounded ? (float)component(low, k) : -INFINITY;
        b->high[k][index] = bounded ? (float)component(high, k) : INFINITY;
    }
}

// Finds the frame in which the boxes are written, and writes them.
static void frame(cd_batch *b) {
    cd_bounds all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < b->count; i++) {
        cd_bounds box = cd_shape_bounds(b->shapes[i]);
        if (!is_bounded(box))
            continue;
        all.min = (cd_vec){cd_min(all.min.x, box.min.x), cd_min(all.min.y, box.min.y),
                           cd_min(all.min.z, box.min.z)};
        all.max = (cd_vec){cd_max(all.max.x, box.max.x), cd_max(all.max.y, box.max.y),
                           cd_max(all.max.z, box.max.z)};
    }
    if (!(all.min.x <= all.max.x))
        all = (cd_bounds){{0, 0, 0}, {0, 0, 0}};
    b->size = cd_max(cd_max_abs(all.min), cd_max_abs(all.max));
    b->middle = cd_add(cd_scale(all.min, 0.5), cd_scale(all.max, 0.5));
    double reach = cd_max_abs(cd_sub(cd_scale(all.max, 0.5), cd_scale(all.min, 0.5)));
    b->scale = ldexp(1, -ilogb(cd_max(reach, 0x1p-1000)));
    for (int i = 0; i < b->count; i++)
        put(b, i, cd_shape_bounds(b->shapes[i]));
}

cd_batch *cd_batch_build(const cd_shape *const *shapes, int count, void *memory) {
    cd_batch *b = memory;
    size_t n = (size_t)padded(count);
    *b = (cd_batch){.count = count, .stride = (int)n, .dim = count > 0 ? shapes[0]->dim : 0};
    b->shapes = (const cd_shape **)(b + 1);
    b->times = (double *)(b->shapes + n);
    float *numbers = (float *)(b->times + n);
    for (int k = 0; k < 3; k++) {
        b->low[k] = numbers + (size_t)k * n;
        b->high[k] = numbers + (size_t)(3 + k) * n;
    }
    b->balls = (int32_t *)(numbers + 6 * n);
    b->order = (int *)(b->balls + n);
    b->buckets = b->order + n;
    b->starts = b->buckets + n;
    for (size_t i = 0; i < 6 * n; i++)
        numbers[i] = 0;
    for (size_t i = 0; i < n; i++)
        b->balls[i] = 0;
    for (int i = 0; i < count; i++)
        b->shapes[i] = shapes[i];
    frame(b);
    return b;
}

void cd_batch_update(cd_batch *b, int index, const cd_shape *shape) {
    b->shapes[index] = shape;
    cd_bounds box = cd_shape_bounds(shape);
    cd_vec far = cd_add(cd_sub(box.max, b->middle), cd_sub(b->middle, box.min));
    bool fits = cd_max_abs(far) * b->scale <= 4 && cd_max_abs(box.min) <= 2 * b->size;
    if (fits || !is_bounded(box))
        put(b, index, box);
    else
        frame(b);
}

// ------------------------------------------------------------------------------------------- boxes

// How far around a point or box of coordinates up to `most`, `at` of them in the batch's frame, the
// boxes of the batch might be off: the floats, the frame, the queries.
static double slack(const cd_batch *b, double most, double at) {
    return 0x1p-18 * (1 + at) + 0x1p-44 * (b->size + most) * b->scale;
}

// What is compared with the boxes: of a ray its start less and plus the slack, the reciprocal of
// its direction and the last time; of a box its corners.
typedef struct {
    float low[3], high[3], inverse[3], last;
    float direction[3];
    float radius, clear; // of a ball, and what its distances may be off
} probe;

// What tells balls apart: how their middles are off that of the probe, and their radii.
typedef struct {
    cd_lanes off[3], radius;
} ball_lanes;

static inline ball_lanes balls_at(const cd_batch *b, const probe *p, int i) {
    ball_lanes balls;
    cd_lanes half = cd_lanes_all(0.5f);
    balls.radius = (cd_lanes_load(b->high[0] + i) - cd_lanes_load(b->low[0] + i)) * half;
    for (int k = 0; k < 3; k++) {
        cd_lanes low = cd_lanes_load(b->low[k] + i), high = cd_lanes_load(b->high[k] + i);
        balls.off[k] = (low + high) * half - cd_lanes_all(0.5f * (p->low[k] + p->high[k]));
    }
    return balls;
}

static inline cd_lanes_int are_balls(const cd_batch *b, int i) {
    cd_lanes_int ball;
    memcpy(&ball, b->balls + i, sizeof ball);
    return ball;
}

// Which balls the line of the ray certainly misses: |off x d|^2 > far^2 |d|^2.
static unsigned passed_by(const cd_batch *b, const probe *p, int i) {
    ball_lanes balls = balls_at(b, p, i);
    cd_lanes square = cd_lanes_all(0), length2 = cd_lanes_all(0);
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        cd_lanes x = balls.off[l] * cd_lanes_all(p->direction[m]) -
                     balls.off[m] * cd_lanes_all(p->direction[l]);
        square += x * x;
        length2 += cd_lanes_all(p->direction[k] * p->direction[k]);
    }
    cd_lanes far = balls.radius + cd_lanes_all(p->clear);
    return cd_lanes_bits(are_balls(b, i) & (square > far * far * length2));
}

static unsigned ray_block(const cd_batch *b, const probe *p, int i) {
    cd_lanes enter = cd_lanes_all(0), leave = cd_lanes_all(p->last);
    for (int k = 0; k < 3; k++) {
        cd_lanes inverse = cd_lanes_all(p->inverse[k]);
        cd_lanes s = (cd_lanes_load(b->low[k] + i) - cd_lanes_all(p->high[k])) * inverse;
        cd_lanes t = (cd_lanes_load(b->high[k] + i) - cd_lanes_all(p->low[k])) * inverse;
        enter = cd_lanes_max(enter, cd_lanes_min(s, t));
        leave = cd_lanes_min(leave, cd_lanes_max(s, t));
    }
    return cd_lanes_bits(enter <= leave);
}

static unsigned ray_ball_block(const cd_batch *b, const probe *p, int i) {
    return ray_block(b, p, i) & ~passed_by(b, p, i);
}

static unsigned box_block(const cd_batch *b, const probe *p, int i) {
    cd_lanes_int meets = {-1, -1, -1, -1};
    for (int k = 0; k < 3; k++)
        meets &= (cd_lanes_load(b->low[k] + i) <= cd_lanes_all(p->high[k])) &
                 (cd_lanes_load(b->high[k] + i) >= cd_lanes_all(p->low[k]));
    return cd_lanes_bits(meets);
}

// The indices of the boxes that are met, in order, to b->order; returns their number. Without a
// branch on which of a block is met.
typedef unsigned block(const cd_batch *b, const probe *p, int i);

static inline int collect(cd_batch *b, const probe *p, block *meets) {
    int count = 0;
    for (int i = 0; i < b->stride; i += CD_LANES) {
        unsigned bits = meets ? meets(b, p, i) : 15;
        for (int k = 0; bits && k < CD_LANES; k++) {
            b->order[count] = i + k;
            count += (bits >> k & 1) && i + k < b->count;
        }
    }
    return count;
}

static bool in_floats(double x) { return fabs(x) < 0x1p100; }

// False where the numbers do not suit floats.
static bool probe_ray(const cd_batch *b, cd_vec origin, cd_vec direction, double tmax, probe *p) {
    cd_vec at = cd_scale(cd_sub(origin, b->middle), b->scale);
    double most = cd_max_abs(direction), around = slack(b, cd_max_abs(origin), cd_max_abs(at));
    if (!(most > 0) || !in_floats(cd_max_abs(at)) || !in_floats(around))
        return false;
    for (int k = 0; k < 3; k++) {
        double d = component(direction, k) / most, x = component(at, k);
        p->low[k] = (float)(x - around);
        p->high[k] = (float)(x + around);
        p->inverse[k] = fabs(d) > 0x1p-100 ? (float)(1 / d) : 0x1p126f;
        p->direction[k] = (float)d;
    }
    p->clear = cd_max_abs(at) < 0x1p40 ? (float)(4 * around) : INFINITY; // squares suit floats
    double last = tmax * most * b->scale;
    p->last = last < FLT_MAX ? (float)last : INFINITY;
    return true;
}

static bool probe_box(const cd_batch *b, cd_bounds box, probe *p) {
    if (!is_bounded(box))
        return false;
    cd_vec low = cd_scale(cd_sub(box.min, b->middle), b->scale);
    cd_vec high = cd_scale(cd_sub(box.max, b->middle), b->scale);
    double most = cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    double around = slack(b, most, cd_max(cd_max_abs(low), cd_max_abs(high)));
    for (int k = 0; k < 3; k++) {
        p->low[k] = (float)(component(low, k) - around);
        p->high[k] = (float)(component(high, k) + around);
        if (!in_floats(p->low[k]) || !in_floats(p->high[k]))
            return false;
    }
    p->radius = (float)(0.5 * (high.x - low.x));
    p->clear = (float)(4 * around);
    return true;
}

// ----------------------------------------------------------------------------------------- queries

// Spreads the places of hits over twice as many buckets, by time; returns how many lie in the
// fullest. Each place is then that near to where it belongs.
static int spread(cd_batch *b, int count, double low, double high) {
    enum { FEW = 12 };
    double scale = (2 * count - 1) / (high - low);
    if (count < FEW || !(scale < 0x1p1000)) { // or as good as equal
        for (int i = 0; i < count; i++)
            b->order[i] = i;
        return count;
    }
    for (int i = 0; i < 2 * count; i++)
        b->starts[i] = 0;
    for (int i = 0; i < count; i++) {
        b->buckets[i] = (int)cd_min((b->times[i] - low) * scale, 2 * count - 1);
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
static inline bool earlier(const double *times, int a, int b) {
    return times[a] < times[b] || (times[a] == times[b] && a < b);
}

// Sorts places of hits by time: in buckets, then by insertion (Shell 1959, Ciura's gaps 2001),
// which has little left to do.
static void sort_places(cd_batch *b, const cd_batch_hit *hits, int count) {
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    double low = INFINITY, high = 0, *times = b->times;
    int *order = b->order;
    for (int i = 0; i < count; i++) {
        times[i] = hits[i].hit.t;
        low = cd_min(low, times[i]);
        high = cd_max(high, times[i]);
    }
    int fullest = spread(b, count, low, high);
    for (int g = 0; g < 8; g++)
        for (int i = gaps[g]; i < count && gaps[g] < fullest; i++) {
            int place = order[i], k = i;
            for (; k >= gaps[g] && earlier(times, place, order[k - gaps[g]]); k -= gaps[g])
                order[k] = order[k - gaps[g]];
            order[k] = place;
        }
}

// Moves the hits to their places along the cycles of the permutation.
static void sort(cd_batch *b, cd_batch_hit *hits, int count) {
    int *order = b->order;
    sort_places(b, hits, count);
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

int cd_raycast_all(cd_batch *b, cd_vec origin, cd_vec direction, double tmax, cd_batch_hit *hits,
                   int capacity) {
    probe p;
    bool fits = probe_ray(b, origin, direction, tmax, &p);
    int met = fits ? collect(b, &p, ray_block) : collect(b, &p, NULL), count = 0;
    if (fits && met > b->count / 8)
        met = collect(b, &p, ray_ball_block);
    cd_hit beyond;
    for (int i = 0; i < met; i++) {
        int index = b->order[i];
        cd_hit *hit = count < capacity ? &hits[count].hit : &beyond;
        if (!cd_raycast(origin, direction, b->shapes[index], tmax, hit))
            continue;
        if (count < capacity)
            hits[count].index = index;
        count++;
    }
    sort(b, hits, count < capacity ? count : capacity);
    return count;
}

// Which of a block the ball certainly overlaps, as both are balls. Those that it may overlap are
// left in `met`.
static unsigned ball_block(const cd_batch *b, const probe *p, int i, unsigned *met) {
    ball_lanes balls = balls_at(b, p, i);
    cd_lanes square = cd_lanes_all(0), clear = cd_lanes_all(p->clear);
    for (int k = 0; k < 3; k++)
        square += balls.off[k] * balls.off[k];
    cd_lanes reach = balls.radius + cd_lanes_all(p->radius);
    cd_lanes near = reach - clear, far = reach + clear;
    cd_lanes_int ball = are_balls(b, i);
    cd_lanes_int hits = ball & (near > cd_lanes_all(0)) & (square < near * near);
    unsigned surely = cd_lanes_bits(hits);
    *met &= ~surely & ~cd_lanes_bits(ball & (square > far * far));
    return surely;
}

// For balls the floats mostly tell at once.
static int overlap_ball(const cd_shape *shape, cd_batch *b, const probe *p, int *indices) {
    int count = 0;
    for (int i = 0; i < b->stride; i += CD_LANES) {
        unsigned met = box_block(b, p, i);
        if (!met)
            continue;
        unsigned surely = ball_block(b, p, i, &met);
        for (int k = 0; k < CD_LANES && i + k < b->count; k++) {
            bool found = surely >> k & 1;
            if (met >> k & 1)
                found = cd_overlap(shape, b->shapes[i + k]);
            indices[count] = i + k;
            count += found;
        }
    }
    return count;
}

int cd_overlap_all(const cd_shape *shape, cd_batch *b, int *indices) {
    probe p;
    bool fits = probe_box(b, cd_shape_bounds(shape), &p);
    if (fits && is_ball(shape))
        return overlap_ball(shape, b, &p, indices);
    int met = fits ? collect(b, &p, box_block) : collect(b, &p, NULL), count = 0;
    for (int i = 0; i < met; i++) {
        int index = b->order[i];
        indices[count] = index;
        count += cd_overlap(shape, b->shapes[index]);
    }
    return count;
}

// Many shapes queried at once. Their boxes lie in arrays of floats, relative to the middle of all
// and scaled to about 1, so that four at a time are rejected, or four spheres accepted; the query
// itself decides the rest. The boxes of the query are grown by the rounding of the floats and by
// the tolerances of the query: what is decided without the query is certain.
#include "collide/batch/batch.h"
#include "collide/shape/core.h"
#include "collide/simd/lanes.h"

#include <assert.h>
#include <float.h>

// Shapes that replace others keep the frame where their boxes begin within this many times the size
// and are no larger than this in the frame.
static const double FARTHEST_REPLACED = 2, LARGEST_REPLACED = 4;

static int padded(int count) { return (count + CD_LANES - 1) / CD_LANES * CD_LANES; }

size_t cd_batch_size(int count) {
    size_t n = (size_t)padded(count);
    return sizeof(cd_batch) +
           n * (sizeof(cd_shape *) + sizeof(cd_batch_sphere) + sizeof(cd_batch_ray_hit) +
                6 * sizeof(float) + sizeof(int32_t) + 4 * sizeof(int));
}

static bool is_bounded(cd_bounds box) { return cd_is_finite(cd_add(box.min, box.max)); }

// Writes the box of a shape. An unbounded one gets an infinite box: floats suit only what is near.
static void write_box(cd_batch *b, int index, cd_bounds box) {
    bool bounded = is_bounded(box);
    cd_vec low = cd_scale(cd_sub(box.min, b->middle), b->scale);
    cd_vec high = cd_scale(cd_sub(box.max, b->middle), b->scale);
    const cd_shape *shape = b->shapes[index];
    bool sphere = cd_has_point_core(shape);
    b->is_sphere[index] = sphere ? -1 : 0;
    b->spheres[index] = sphere ? (cd_batch_sphere){shape->as.center, shape->radius}
                               : (cd_batch_sphere){{0, 0, 0}, 0};
    if (!bounded)
        b->unbounded_size = cd_max(b->unbounded_size, cd_shape_reach(shape));
    for (int k = 0; k < 3; k++) {
        b->low[k][index] = bounded ? (float)cd_component(low, k) : -INFINITY;
        b->high[k][index] = bounded ? (float)cd_component(high, k) : INFINITY;
    }
}

// Finds the middle and the scale of all boxes, and writes them.
static void write_boxes(cd_batch *b) {
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
    b->unbounded_size = 0;
    for (int i = 0; i < b->count; i++)
        write_box(b, i, cd_shape_bounds(b->shapes[i]));
}

cd_batch *cd_batch_build(const cd_shape *const *shapes, int count, void *memory) {
    assert(count >= 0 && memory);
    cd_batch *b = memory;
    size_t n = (size_t)padded(count);
    *b = (cd_batch){.count = count, .stride = (int)n, .dim = count > 0 ? shapes[0]->dim : 0};
    b->spheres = (cd_batch_sphere *)(b + 1);
    b->hits = (cd_batch_ray_hit *)(b->spheres + n);
    b->shapes = (const cd_shape **)(b->hits + n);
    float *numbers = (float *)(b->shapes + n);
    for (int k = 0; k < 3; k++) {
        b->low[k] = numbers + (size_t)k * n;
        b->high[k] = numbers + (size_t)(3 + k) * n;
    }
    b->is_sphere = (int32_t *)(numbers + 6 * n);
    b->order = (int *)(b->is_sphere + n);
    b->buckets = b->order + n;
    b->starts = b->buckets + n;
    for (size_t i = 0; i < 6 * n; i++)
        numbers[i] = 0;
    for (size_t i = 0; i < n; i++)
        b->is_sphere[i] = 0;
    for (int i = 0; i < count; i++)
        b->shapes[i] = shapes[i];
    write_boxes(b);
    return b;
}

void cd_batch_update(cd_batch *b, int index, const cd_shape *shape) {
    assert(index >= 0 && index < b->count && shape->dim == b->dim && !cd_shape_error(shape));
    b->shapes[index] = shape;
    cd_bounds box = cd_shape_bounds(shape);
    cd_vec far = cd_add(cd_sub(box.max, b->middle), cd_sub(b->middle, box.min));
    bool fits = cd_max_abs(far) * b->scale <= LARGEST_REPLACED &&
                cd_max_abs(box.min) <= FARTHEST_REPLACED * b->size;
    if (fits || !is_bounded(box))
        write_box(b, index, box);
    else
        write_boxes(b);
}

double cd_batch_reach(const cd_batch *b) {
    double all = FARTHEST_REPLACED * b->size + LARGEST_REPLACED / b->scale;
    return cd_max(all, b->unbounded_size);
}

// ------------------------------------------------------------------------------------------- boxes

// By how much the boxes of the batch may be off for a point or box with coordinates up to `most`
// (`at` in the frame of the batch): the rounding of floats (2^-24) and of the frame, and the
// tolerances of the queries.
static double slack(const cd_batch *b, double most, double at) {
    return 0x1p-18 * (1 + at) + 0x1p-44 * (b->size + most) * b->scale;
}

// What is compared with the boxes. Of a ray: its origin less and plus the slack, the reciprocal of
// its direction and the last time. Of a box: its corners, grown by the slack.
typedef struct {
    float low[3], high[3], inverse[3], last;
    float radius, doubt; // of a sphere, and by how much distances from it may be off
} batch_probe;

static unsigned ray_block(const cd_batch *b, const batch_probe *p, int i) {
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

static unsigned box_block(const cd_batch *b, const batch_probe *p, int i) {
    cd_lanes_int meets = {-1, -1, -1, -1};
    for (int k = 0; k < 3; k++)
        meets &= (cd_lanes_load(b->low[k] + i) <= cd_lanes_all(p->high[k])) &
                 (cd_lanes_load(b->high[k] + i) >= cd_lanes_all(p->low[k]));
    return cd_lanes_bits(meets);
}

// Which of the four boxes from i on the probe meets, as bits.
typedef unsigned block_test(const cd_batch *b, const batch_probe *p, int i);

// Writes the indices of the boxes that the probe meets (meets NULL: all), in order, to b->order;
// returns their number. No branch depends on which of a block it meets.
static inline int collect(cd_batch *b, const batch_probe *p, block_test *meets) {
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

// False where the numbers are out of the range of floats.
static bool probe_ray(const cd_batch *b, cd_vec origin, cd_vec direction, double tmax,
                      batch_probe *p) {
    cd_vec at = cd_scale(cd_sub(origin, b->middle), b->scale);
    double most = cd_max_abs(direction), around = slack(b, cd_max_abs(origin), cd_max_abs(at));
    if (!(most > 0) || !in_floats(cd_max_abs(at)) || !in_floats(around))
        return false;
    for (int k = 0; k < 3; k++) {
        double d = cd_component(direction, k) / most, x = cd_component(at, k);
        p->low[k] = (float)(x - around);
        p->high[k] = (float)(x + around);
        p->inverse[k] = fabs(d) > 0x1p-100 ? (float)(1 / d) : 0x1p126f;
    }
    double last = tmax * most * b->scale;
    p->last = last < FLT_MAX ? (float)last : INFINITY;
    return true;
}

static bool probe_box(const cd_batch *b, cd_bounds box, batch_probe *p) {
    if (!is_bounded(box))
        return false;
    cd_vec low = cd_scale(cd_sub(box.min, b->middle), b->scale);
    cd_vec high = cd_scale(cd_sub(box.max, b->middle), b->scale);
    double most = cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    double around = slack(b, most, cd_max(cd_max_abs(low), cd_max_abs(high)));
    for (int k = 0; k < 3; k++) {
        p->low[k] = (float)(cd_component(low, k) - around);
        p->high[k] = (float)(cd_component(high, k) + around);
        if (!in_floats(p->low[k]) || !in_floats(p->high[k]))
            return false;
    }
    p->radius = (float)(0.5 * (high.x - low.x));
    p->doubt = (float)(4 * around);
    return true;
}

// ----------------------------------------------------------------------------------------- queries

int cd_batch_near_ray(cd_batch *b, cd_vec origin, cd_vec direction, double tmax) {
    batch_probe p;
    bool fits = probe_ray(b, origin, direction, tmax, &p);
    return fits ? collect(b, &p, ray_block) : collect(b, &p, NULL);
}

// Which of the four shapes from i on are spheres that the sphere of the probe certainly overlaps.
// Clears these, and those that it certainly does not overlap, in `met`.
static unsigned sphere_block(const cd_batch *b, const batch_probe *p, int i, unsigned *met) {
    cd_lanes square = cd_lanes_all(0), half = cd_lanes_all(0.5f);
    cd_lanes width = cd_lanes_load(b->high[0] + i) - cd_lanes_load(b->low[0] + i);
    cd_lanes reach = width * half + cd_lanes_all(p->radius), doubt = cd_lanes_all(p->doubt);
    for (int k = 0; k < 3; k++) {
        cd_lanes low = cd_lanes_load(b->low[k] + i), high = cd_lanes_load(b->high[k] + i);
        cd_lanes off = (low + high) * half - cd_lanes_all(0.5f * (p->low[k] + p->high[k]));
        square += off * off;
    }
    cd_lanes_int sphere;
    memcpy(&sphere, b->is_sphere + i, sizeof sphere);
    cd_lanes near = reach - doubt, far = reach + doubt;
    cd_lanes_int hits = sphere & (near > cd_lanes_all(0)) & (square < near * near);
    unsigned certain = cd_lanes_bits(hits);
    *met &= ~certain & ~cd_lanes_bits(sphere & (square > far * far));
    return certain;
}

// Of two spheres the floats mostly decide.
static int overlap_sphere(const cd_shape *shape, cd_batch *b, const batch_probe *p, int *indices) {
    int count = 0;
    for (int i = 0; i < b->stride; i += CD_LANES) {
        unsigned met = box_block(b, p, i);
        if (!met)
            continue;
        unsigned certain = sphere_block(b, p, i, &met);
        for (int k = 0; k < CD_LANES && i + k < b->count; k++) {
            bool found = certain >> k & 1;
            if (met >> k & 1)
                found = cd_overlap(shape, b->shapes[i + k]);
            indices[count] = i + k;
            count += found;
        }
    }
    return count;
}

int cd_overlap_all(const cd_shape *shape, cd_batch *b, int *indices) {
    assert(!cd_shape_error(shape) && (b->count == 0 || shape->dim == b->dim));
    batch_probe p;
    bool fits = probe_box(b, cd_shape_bounds(shape), &p);
    if (fits && cd_has_point_core(shape))
        return overlap_sphere(shape, b, &p, indices);
    int met = fits ? collect(b, &p, box_block) : collect(b, &p, NULL), count = 0;
    for (int i = 0; i < met; i++) {
        int index = b->order[i];
        indices[count] = index;
        count += cd_overlap(shape, b->shapes[index]);
    }
    return count;
}

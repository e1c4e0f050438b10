// The separation of boxes whose faces are perpendicular to the coordinate axes is that of their
// intervals on the three axes. All three are done at once. Gaps are rounded once: their terms are
// summed together with the errors of the sums (Knuth, The Art of Computer Programming 2, 4.2.2).
#include "collide/narrow/box/aligned_boxes.h"

#include "collide/simd/hot.h"
#include "collide/simd/vec4_lanes.h"

CD_VEC4_READABLE(cd_shape, as.box.center);
CD_VEC4_READABLE(cd_shape, as.box.half);
CD_VEC4_READABLE(cd_shape, as.box.min);
CD_VEC4_READABLE(cd_shape, as.box.max);

// The faces at low - half and high + half. Of a box that is given by its corners these are exact,
// of another one its centre and half extents.
typedef struct {
    cd_vec4 low, high, half;
} box_faces;

static inline box_faces faces_of(const cd_shape *s) {
    cd_vec4_mask corners = cd_vec4_mask_all(s->as.box.corners);
    cd_vec4 center = cd_vec4_read(&s->as.box.center);
    return (box_faces){
        cd_vec4_select(corners, cd_vec4_read(&s->as.box.min), center),
        cd_vec4_select(corners, cd_vec4_read(&s->as.box.max), center),
        cd_vec4_select(corners, cd_vec4_all(0), cd_vec4_read(&s->as.box.half)),
    };
}

// x - y, and the error of that.
static inline cd_vec4 difference(cd_vec4 x, cd_vec4 y, cd_vec4 *error) {
    cd_vec4 d = x - y, of_y = x - d, of_x = d + of_y;
    *error += (x - of_x) + (of_y - y);
    return d;
}

// By how far the low faces of one box are above the high ones of another.
// Without it: tests/collide/narrow/boxes_spec.lua "have gaps that are rounded once"
static inline cd_vec4 gap_above(const box_faces *low, const box_faces *high) {
    cd_vec4 error = cd_vec4_all(0);
    cd_vec4 gap = difference(low->low, high->high, &error);
    gap = difference(gap, low->half, &error);
    gap = difference(gap, high->half, &error);
    return gap + error;
}

// Squares of gaps above this are normal.
static const double least_gap = 0x1p-500;

static inline double size_of(const box_faces *a, const box_faces *b) {
    cd_vec4 size = cd_vec4_max(cd_vec4_max(cd_vec4_abs(a->low), cd_vec4_abs(a->high)),
                               cd_vec4_max(cd_vec4_abs(b->low), cd_vec4_abs(b->high)));
    return cd_vec4_most(cd_vec4_max(size, cd_vec4_max(a->half, b->half)));
}

CD_HOT void cd_aligned_box_gaps(const cd_shape *a, const cd_shape *b, cd_box_gaps *gaps) {
    const box_faces of_a = faces_of(a), of_b = faces_of(b);
    *gaps = (cd_box_gaps){
        .low_a = of_a.low - of_a.half,
        .high_a = of_a.high + of_a.half,
        .low_b = of_b.low - of_b.half,
        .high_b = of_b.high + of_b.half,
        .above = gap_above(&of_a, &of_b),
        .below = gap_above(&of_b, &of_a),
        .size = size_of(&of_a, &of_b),
        .dim = a->dim,
    };
}

static inline int widest_axis(cd_vec4 gap) {
    int k = gap[1] > gap[0];
    return gap[2] > gap[k] ? 2 : k;
}

CD_HOT bool cd_separate_aligned_boxes(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    const box_faces of_a = faces_of(a), of_b = faces_of(b);
    const cd_vec4 over = gap_above(&of_a, &of_b), under = gap_above(&of_b, &of_a);
    const cd_vec4_mask above = over >= under; // a is above b
    const cd_vec4 gap = cd_vec4_select(above, over, under);
    const double widest = cd_vec4_most(gap);
    if (widest > 0 && widest < least_gap)
        return false;
    cd_vec4 n = cd_vec4_max(gap, cd_vec4_all(0));
    n[3] = 0;
    double distance = sqrt(cd_vec4_length2(n));
    if (distance > 0) {
        n /= distance;
    } else {
        int k = widest_axis(gap);
        distance = gap[k];
        n[k] = 1;
    }
    cd_vec4_mask across = n == 0;
    n = cd_vec4_select(above, n, -n) + 0; // no -0
    cd_vec4 low_a = of_a.low - of_a.half, high_a = of_a.high + of_a.half;
    cd_vec4 low_b = of_b.low - of_b.half, high_b = of_b.high + of_b.half;
    cd_vec4 shared = 0.5 * (cd_vec4_max(low_a, low_b) + cd_vec4_min(high_a, high_b));
    cd_vec4 on_a = cd_vec4_select(across, shared, cd_vec4_select(above, low_a, high_a));
    cd_vec4 on_b = cd_vec4_select(across, shared, cd_vec4_select(above, high_b, low_b));
    s->distance = distance;
    s->normal = cd_vec4_vec(n);
    s->point_a = cd_vec4_vec(on_a);
    s->point_b = cd_vec4_vec(on_b);
    cd_inflate(s, a->radius, b->radius);
    return true;
}

CD_HOT double cd_box_gap_along_coordinate(const cd_shape *low, int i, const cd_shape *high, int j,
                                          int coordinate) {
    box_faces above = faces_of(low), below = faces_of(high);
    if (!low->as.box.corners)
        above.half = cd_vec4_all(above.half[i]);
    if (!high->as.box.corners)
        below.half = cd_vec4_all(below.half[j]);
    return gap_above(&above, &below)[coordinate];
}

// The verdict of the centres and half extents where their rounding, of a few last bits of the
// largest, cannot change it.
static inline cd_verdict overlap_clearly(const cd_shape *a, const cd_shape *b) {
    cd_vec4 p = cd_vec4_read(&a->as.box.center), q = cd_vec4_read(&b->as.box.center),
            half_a = cd_vec4_read(&a->as.box.half), half_b = cd_vec4_read(&b->as.box.half);
    double widest = cd_vec4_most(cd_vec4_abs(p - q) - (half_a + half_b));
    double noise = 16 * DBL_EPSILON *
                   cd_vec4_most(cd_vec4_max(cd_vec4_abs(p), cd_vec4_abs(q)) + half_a + half_b);
    bool in_range = noise > 0x1p-120;
    unsigned misses = in_range & (widest > a->radius + b->radius + noise),
             meets = in_range & (widest < -noise);
    return misses * CD_MISSES + meets * CD_MEETS;
}

CD_HOT cd_verdict cd_overlap_aligned_boxes(const cd_shape *a, const cd_shape *b) {
    cd_verdict clear = overlap_clearly(a, b);
    if (clear != CD_UNKNOWN)
        return clear;
    cd_separation s;
    if (!cd_separate_aligned_boxes(a, b, &s))
        return CD_UNKNOWN;
    return s.distance <= 0 ? CD_MEETS : CD_MISSES;
}

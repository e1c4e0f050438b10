// See contact_candidates.h. All candidates are measured four at a time, by arithmetic on lanes
// instead of branches; the measure of one that is none is NaN. A measure carries the index of its
// candidate in its last bits, and a weight for how far the candidate lies in a fixed direction
// (and, at one place, how deep), which is so small that it decides only between candidates that are
// equal otherwise.
#include "collide/manifold/contact_candidates.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec4_lanes.h"

#include <assert.h>

// Measures that differ by less than this part are the same.
// Without it: tests/collide/manifold/manifold_spec.lua "boxes, in closed form"
static const double same_measure = 0x1p-28;

CD_VEC4_WRITABLE(cd_contact_point, point_a, point_b);
CD_VEC4_WRITABLE(cd_contact_point, point_b, distance);

// The bits of a measure that hold the index.
static inline int64_t index_bits(int count) { return count <= 16 ? 15 : 255; }
_Static_assert(CD_CANDIDATES_MAX <= 256, "indices of candidates fit into the bits of a measure");

static inline cd_halves greatest_from(double least) { return cd_vec4_halves(cd_vec4_all(least)); }

// Updates the greatest measures by four more, of the candidates from i on.
static inline void keep_greatest(int count, int i, cd_vec4 measure, cd_halves *greatest) {
    cd_vec4_mask index = {i, i + 1, i + 2, i + 3};
    cd_vec4 indexed = (cd_vec4)(((cd_vec4_mask)measure & ~index_bits(count)) | index);
    *greatest = cd_halves_max(indexed, *greatest);
}

static inline int index_of(int count, double measure) {
    int64_t bits;
    memcpy(&bits, &measure, sizeof bits);
    return (int)(bits & index_bits(count));
}

// Four candidates, or one in all lanes, across the normal.
typedef struct {
    cd_vec4 x, y;
} candidate_lanes;

static inline candidate_lanes one_candidate(const cd_contact_candidates *s, int i) {
    return (candidate_lanes){cd_vec4_all(s->x[i]), cd_vec4_all(s->y[i])};
}

static inline candidate_lanes four_candidates(const cd_contact_candidates *s, int i) {
    return (candidate_lanes){cd_vec4_load(s->x + i), cd_vec4_load(s->y + i)};
}

static inline candidate_lanes difference(candidate_lanes p, candidate_lanes q) {
    return (candidate_lanes){p.x - q.x, p.y - q.y};
}

static inline cd_vec4 square(candidate_lanes v) { return v.x * v.x + v.y * v.y; }

static inline cd_vec4 cross(candidate_lanes v, candidate_lanes w) { return v.x * w.y - v.y * w.x; }

// The number of points cannot be predicted: so four are chosen, and as many count as are distinct.
// The deepest lies where the contact's own point does, unless others are as deep: so the search for
// the second point need not wait for the first. The second is the farthest (by the square of the
// distance), the third makes the largest triangle, the fourth adds the most area to that. As seen
// from the first point, a candidate's triangles with the three sides add up to the area of the
// triangle, so that two of them give the third.
static inline int choose(const cd_contact_candidates *s, int count, int chosen[4]) {
    const cd_vec fixed = {0.4836, 0.7373, 0.4718}; // along no axis
    double noise = s->frame.noise, span = s->span,
           same = cd_max(8 * noise, cd_candidates_distinct * span);
    double inverse = span > 0 ? 1 / span : 0;
    double x_ahead = inverse * cd_dot(s->frame.u, fixed);
    double y_ahead = inverse * cd_dot(s->frame.w, fixed);
    cd_vec4 weights[CD_CANDIDATES_MAX / 4], areas[CD_CANDIDATES_MAX / 4];
    candidate_lanes from_first[CD_CANDIDATES_MAX / 4];
    const cd_vec4 zero = cd_vec4_all(0);
    cd_halves greatest = greatest_from(-INFINITY);
    for (int i = 0; i < count; i += 4) {
        candidate_lanes p = four_candidates(s, i);
        cd_vec4 distance = cd_vec4_load(s->distance + i);
        cd_vec4 ahead = x_ahead * p.x + y_ahead * p.y;
        cd_vec4 deeper = -cd_vec4_max((distance - s->least) - noise, zero); // 0: as deep
        keep_greatest(count, i, deeper + noise * ahead, &greatest);
        weights[i / 4] = 1 + same_measure * (ahead - (0x1p-8 * inverse) * distance);
    }
    chosen[0] = index_of(count, cd_halves_greatest_of_4(greatest));
    int own = !(s->distance[chosen[0]] <= s->least + noise);
    chosen[0] += own * (CD_CANDIDATE_OWN - chosen[0]);
    candidate_lanes first = one_candidate(s, CD_CANDIDATE_OWN),
                    deepest = one_candidate(s, chosen[0]);
    if (!(square(difference(deepest, first))[0] <= same * same))
        first = deepest;

    greatest = greatest_from(0);
    for (int i = 0; i < count; i += 4) {
        candidate_lanes p = from_first[i / 4] = difference(four_candidates(s, i), first);
        keep_greatest(count, i, square(p) * weights[i / 4], &greatest);
    }
    double far = cd_halves_greatest_of_4(greatest), least = same * sqrt(far);
    int second = far > same * same;
    chosen[1] = index_of(count, far);
    candidate_lanes side = difference(one_candidate(s, chosen[1]), first);

    greatest = greatest_from(0);
    for (int i = 0; i < count; i += 4) {
        cd_vec4 area = areas[i / 4] = cross(side, from_first[i / 4]);
        keep_greatest(count, i, cd_vec4_abs(area) * weights[i / 4], &greatest);
    }
    double area = cd_halves_greatest_of_4(greatest);
    int third = second & (area > least) & (s->frame.dim == 3);
    chosen[2] = index_of(count, area);
    candidate_lanes other = difference(one_candidate(s, chosen[2]), first);

    greatest = greatest_from(0);
    cd_vec4 whole = cross(side, other), against = -whole;
    for (int i = 0; i < count; i += 4) { // areas beyond the sides of the triangle
        cd_vec4 one = cd_vec4_flip(areas[i / 4], against);
        cd_vec4 two = cd_vec4_flip(cross(from_first[i / 4], other), against);
        cd_vec4 three = -cd_vec4_abs(whole) - one - two;
        keep_greatest(count, i, cd_vec4_max(cd_vec4_max(one, two), three) * weights[i / 4],
                      &greatest);
    }
    area = cd_halves_greatest_of_4(greatest);
    chosen[3] = index_of(count, area);
    return 1 + second + third + (third & (area > least));
}

// Pads the candidates to a multiple of four and chooses; boxes have 12.
static inline int choose_padded(cd_contact_candidates *s, int chosen[4]) {
    for (; s->count % 4 != 0 || s->count == 0; s->count++)
        s->x[s->count] = s->y[s->count] = s->distance[s->count] = (double)NAN;
    return s->count == 12 ? choose(s, 12, chosen) : choose(s, s->count, chosen);
}

void cd_candidates_reduce(cd_contact_candidates *s) {
    cd_vec kept[4];
    double distance[4];
    int chosen[4], count = choose_padded(s, chosen), own = chosen[0] == CD_CANDIDATE_OWN;
    for (int i = own; i < count; i++) {
        kept[i] = (cd_vec){s->x[chosen[i]], s->y[chosen[i]], s->z[chosen[i]]};
        distance[i] = s->distance[chosen[i]];
    }
    s->count = 0;
    for (int i = own; i < count; i++)
        cd_candidates_add(s, kept[i], distance[i]);
}

CD_HOT void cd_candidates_write(cd_contact_candidates *s, cd_contact_points *out) {
    assert(s->count >= 0 && s->count <= CD_CANDIDATES_MAX);
    const cd_separation *contact = &out->contact;
    const cd_contact_frame *f = &s->frame;
    // Read component by component: they were just written so, and a wide load would wait for that.
    const cd_vec4 origin = cd_vec4_of(f->origin), u = cd_vec4_of(f->u), w = cd_vec4_of(f->w),
                  n = cd_vec4_of(f->n);
    int chosen[4];
    out->count = choose_padded(s, chosen);
    assert(out->count >= 1 && out->count <= 4);
    cd_vec4_mask own = cd_vec4_mask_all(chosen[0] == CD_CANDIDATE_OWN);
    for (int i = 0; i < 4; i++) { // also the points that do not count
        int k = chosen[i];
        double d = cd_max(cd_min(s->distance[k], s->most), s->least);
        d = i == 0 ? contact->distance : d;
        cd_vec4 b = origin + s->x[k] * u + s->y[k] * w + s->z[k] * n, a = b + d * n;
        if (i == 0) {
            a = cd_vec4_select(own, cd_vec4_of(contact->point_a), a);
            b = cd_vec4_select(own, cd_vec4_of(contact->point_b), b);
        }
        cd_vec4_put(&out->points[i], offsetof(cd_contact_point, point_a), a);
        cd_vec4_put(&out->points[i], offsetof(cd_contact_point, point_b), b);
        out->points[i].distance = d;
    }
}

// See contact_candidates.h. All spots are measured four at a time; a measure of those that are none
// is a NaN. Measures are weighed by how far a spot lies in a fixed direction (over one place, how
// deep), so little that it only tells between equals.
#include "collide/manifold/contact_candidates.h"
#include "collide/shape/core.h"
#include "collide/simd/vec4_lanes.h"

// Spots that lie nearer together, by the length of the faces and edges, are one.
static const double distinct = 0x1p-26;
// Measures of spots that differ by less, relatively, are the same.
static const double same_measure = 0x1p-28;

// The last bits of a measure, in which its index stands.
static inline int64_t index_bits(int count) { return count <= 16 ? 15 : 255; }

static inline cd_halves nothing(double least) { return cd_vec4_halves(cd_vec4_all(least)); }

// Keeps the greatest of the measures with their indices.
static inline void keep(int count, int i, cd_vec4 measure, cd_halves *most) {
    cd_vec4_mask index = {i, i + 1, i + 2, i + 3};
    *most = cd_halves_max((cd_vec4)(((cd_vec4_mask)measure & ~index_bits(count)) | index), *most);
}

static inline int index_of(int count, double most) {
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    return (int)(bits & index_bits(count));
}

// A spot, in all lanes.
typedef struct {
    cd_vec4 x, y;
} spot;

static inline spot spot_of(const cd_contact_candidates *s, int i) {
    return (spot){cd_vec4_all(s->x[i]), cd_vec4_all(s->y[i])};
}

static inline spot four_of(const cd_contact_candidates *s, int i) {
    return (spot){cd_vec4_load(s->x + i), cd_vec4_load(s->y + i)};
}

static inline spot minus(spot p, spot q) { return (spot){p.x - q.x, p.y - q.y}; }

static inline cd_vec4 square(spot v) { return v.x * v.x + v.y * v.y; }

static inline cd_vec4 turn(spot v, spot w) { return v.x * w.y - v.y * w.x; }

// How many count nobody can guess: four are chosen. The deepest lies where the contact's own point
// does, unless others are as deep: the search for the second need not wait for the first. The
// second is the farthest (by the square of the distance), the third makes the largest triangle, the
// fourth adds the most to it. Seen from the first, a spot's triangles with the sides of that have
// its area together, so that two of them tell the third.
static inline int choose(const cd_contact_candidates *s, int count, int chosen[4]) {
    const cd_vec fixed = {0.4836, 0.7373, 0.4718}; // no axis is along it: of equals it tells one
    double noise = s->frame.noise, span = s->span, same = cd_max(8 * noise, distinct * span);
    double inverse = span > 0 ? 1 / span : 0;
    double x_ahead = inverse * cd_dot(s->frame.u, fixed);
    double y_ahead = inverse * cd_dot(s->frame.w, fixed);
    cd_vec4 weights[CD_CANDIDATES_MAX / 4], areas[CD_CANDIDATES_MAX / 4];
    spot from_first[CD_CANDIDATES_MAX / 4];
    cd_halves most = nothing(-INFINITY);
    for (int i = 0; i < count; i += 4) {
        spot p = four_of(s, i);
        cd_vec4 distance = cd_vec4_load(s->distance + i);
        cd_vec4 ahead = x_ahead * p.x + y_ahead * p.y;
        keep(count, i, (s->least - distance) + noise * ahead, &most);
        weights[i / 4] = 1 + same_measure * (ahead - (0x1p-8 * inverse) * distance);
    }
    chosen[0] = index_of(count, cd_halves_greatest_of_4(most));
    int own = !(s->distance[chosen[0]] <= s->least + noise);
    chosen[0] += own * (CD_CANDIDATE_OWN - chosen[0]);
    spot first = spot_of(s, CD_CANDIDATE_OWN), deepest = spot_of(s, chosen[0]);
    if (!(square(minus(deepest, first))[0] <= same * same))
        first = deepest;

    most = nothing(0);
    for (int i = 0; i < count; i += 4) {
        spot p = from_first[i / 4] = minus(four_of(s, i), first);
        keep(count, i, square(p) * weights[i / 4], &most);
    }
    double far = cd_halves_greatest_of_4(most), least = same * sqrt(far);
    int second = far > same * same;
    chosen[1] = index_of(count, far);
    spot side = minus(spot_of(s, chosen[1]), first);

    most = nothing(0);
    for (int i = 0; i < count; i += 4) {
        cd_vec4 area = areas[i / 4] = turn(side, from_first[i / 4]);
        keep(count, i, cd_vec4_abs(area) * weights[i / 4], &most);
    }
    double area = cd_halves_greatest_of_4(most);
    int third = second & (area > least) & (s->frame.dim == 3);
    chosen[2] = index_of(count, area);
    spot other = minus(spot_of(s, chosen[2]), first);

    most = nothing(0);
    cd_vec4 whole = turn(side, other), way = -whole;
    for (int i = 0; i < count; i += 4) { // areas outside of the triangle's sides
        cd_vec4 one = cd_vec4_flip(areas[i / 4], way);
        cd_vec4 two = cd_vec4_flip(turn(from_first[i / 4], other), way);
        cd_vec4 three = -cd_vec4_abs(whole) - one - two;
        keep(count, i, cd_vec4_max(cd_vec4_max(one, two), three) * weights[i / 4], &most);
    }
    area = cd_halves_greatest_of_4(most);
    chosen[3] = index_of(count, area);
    return 1 + second + third + (third & (area > least));
}

static inline int choose_any(cd_contact_candidates *s, int chosen[4]) {
    for (; s->count % 4 != 0 || s->count == 0; s->count++)
        s->x[s->count] = s->y[s->count] = s->distance[s->count] = (double)NAN;
    return s->count == 12 ? choose(s, 12, chosen) : choose(s, s->count, chosen); // boxes: 12
}

void cd_candidates_reduce(cd_contact_candidates *s) {
    cd_vec kept[4];
    double distance[4];
    int chosen[4], count = choose_any(s, chosen), own = chosen[0] == CD_CANDIDATE_OWN;
    for (int i = own; i < count; i++) {
        kept[i] = (cd_vec){s->x[chosen[i]], s->y[chosen[i]], s->z[chosen[i]]};
        distance[i] = s->distance[chosen[i]];
    }
    s->count = 0;
    for (int i = own; i < count; i++)
        cd_candidates_add(s, (cd_plane_point){kept[i].x, kept[i].y}, kept[i].z, distance[i]);
}

CD_HOT void cd_candidates_write(cd_contact_candidates *s, cd_contact_points *out) {
    const cd_separation *contact = &out->contact;
    const cd_contact_frame *f = &s->frame;
    // Just written by parts: as a whole they would wait for that.
    const cd_vec4 origin = cd_vec4_of(f->origin), u = cd_vec4_of(f->u), w = cd_vec4_of(f->w),
                  n = cd_vec4_of(f->n);
    double back = s->power == 0 ? 1 : ldexp(1, -s->power);
    int chosen[4];
    out->count = choose_any(s, chosen);
    cd_vec4_mask own = cd_vec4_mask_all(chosen[0] == CD_CANDIDATE_OWN);
    for (int i = 0; i < 4; i++) { // also those that do not count
        int k = chosen[i];
        double d = cd_max(cd_min(s->distance[k], s->most), s->least) * back;
        d = i == 0 ? contact->distance : d;
        cd_vec4 b = (origin + s->x[k] * u + s->y[k] * w + s->z[k] * n) * back, a = b + d * n;
        if (i == 0) {
            a = cd_vec4_select(own, cd_vec4_of(contact->point_a), a);
            b = cd_vec4_select(own, cd_vec4_of(contact->point_b), b);
        }
        cd_vec4_put(&out->points[i], offsetof(cd_contact_point, point_a), a);
        cd_vec4_put(&out->points[i], offsetof(cd_contact_point, point_b), b);
        out->points[i].distance = d;
    }
}

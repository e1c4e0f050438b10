// See spots.h. All spots are measured four at a time; a measure of those that are none is a NaN.
#include "collide/spots.h"
#include "collide/core.h"
#include "collide/wide.h"

// Spots that lie nearer together, by the length of the faces and edges, are one.
static const double distinct = 0x1p-26;
// Measures of spots that differ by less, relatively, are the same.
static const double same_measure = 0x1p-30;

// No axis is along it: of equals it tells one.
static double ahead(const cd_spots *s, int i, int than) {
    const cd_vec fixed = {0.4836, 0.7373, 0.4718};
    return (s->x[i] - s->x[than]) * cd_dot(s->frame.u, fixed) +
           (s->y[i] - s->y[than]) * cd_dot(s->frame.w, fixed);
}

// Of two spots that measure the same, the farther in the fixed direction; over one place, the
// deeper.
static bool wins_tie(const cd_spots *s, int i, int best) {
    double far = ahead(s, i, best);
    return fabs(far) > s->frame.noise ? far > 0 : s->distance[i] < s->distance[best];
}

// Whether several measure at least as much.
static inline bool has_ties(const double *values, int count, double least) {
    cd_wide alike = cd_wide_all(0);
    for (int i = 0; i < count; i += 4)
        alike += cd_wide_select(cd_wide_load(values + i) >= least, cd_wide_all(1), cd_wide_all(0));
    return alike[0] + alike[1] + alike[2] + alike[3] > 1;
}

// Of those that measure at least as much, the one that wins the ties.
static __attribute__((noinline)) int winner(const cd_spots *s, const double *values, int best,
                                            double least) {
    for (int i = 0; i < s->count; i++)
        if (values[i] >= least && wins_tie(s, i, best))
            best = i;
    return best;
}

// The last bits of a measure, in which its index stands.
static inline int64_t index_bits(int count) { return count <= 16 ? 15 : 255; }

// Keeps the measures of four spots, and the greatest with their indices.
static inline void keep(double *values, int count, int i, cd_wide measure, cd_wide *most) {
    cd_wide_int index = {i, i + 1, i + 2, i + 3};
    cd_wide_store(values + i, measure);
    *most = cd_wide_max((cd_wide)(((cd_wide_int)measure & ~index_bits(count)) | index), *most);
}

static inline int index_of(int count, double most) {
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    return (int)(bits & index_bits(count));
}

static inline cd_flat spot(const cd_spots *s, int i) { return (cd_flat){s->x[i], s->y[i]}; }

// Twice the area with a and b, whose sign tells the side.
static inline cd_wide turn(const cd_spots *s, int i, cd_flat a, cd_flat b) {
    return (b.x - a.x) * (cd_wide_load(s->y + i) - a.y) -
           (b.y - a.y) * (cd_wide_load(s->x + i) - a.x);
}

// How much is the same as the most, in units of `length`.
static inline double alike(const cd_spots *s, double most, double length) {
    return most - cd_max(s->frame.noise * length, same_measure * most);
}

static inline int tell(const cd_spots *s, const double *values, int count, int best, double least) {
    return has_ties(values, count, least) ? winner(s, values, best, least) : best;
}

static inline int deepest(const cd_spots *s, int count) {
    double values[CD_SPOTS_MAX], noise = s->frame.noise;
    cd_wide most = cd_wide_all(-INFINITY);
    for (int i = 0; i < count; i += 4)
        keep(values, count, i, -cd_wide_load(s->distance + i), &most);
    double depth = cd_wide_greatest_of_4(most);
    int best = index_of(count, depth), own = !(depth >= -(s->least + noise)); // nobody can guess
    best += own * (CD_SPOT_OWN - best);
    depth = own ? -s->least : -s->distance[best];
    return tell(s, values, count, best, depth - noise);
}

// By the square of the distance.
static inline int farthest(const cd_spots *s, int count, const cd_flat *t, double same,
                           double *length) {
    double values[CD_SPOTS_MAX];
    cd_wide most = cd_wide_all(0);
    for (int i = 0; i < count; i += 4) {
        cd_wide x = cd_wide_load(s->x + i) - t->x, y = cd_wide_load(s->y + i) - t->y;
        keep(values, count, i, x * x + y * y, &most);
    }
    double square = cd_wide_greatest_of_4(most);
    *length = sqrt(square);
    double least = alike(s, *length, 1);
    return *length > same ? tell(s, values, count, index_of(count, square), least * least) : -1;
}

// By the area of the triangle.
static inline int farthest_from_line(const cd_spots *s, int count, const cd_flat *t, double same,
                                     double length) {
    double values[CD_SPOTS_MAX];
    cd_wide most = cd_wide_all(0);
    for (int i = 0; i < count; i += 4)
        keep(values, count, i, cd_wide_abs(turn(s, i, t[0], t[1])), &most);
    double area = cd_wide_greatest_of_4(most);
    return area > same * length
               ? tell(s, values, count, index_of(count, area), alike(s, area, length))
               : -1;
}

// By the area that is added to the triangle.
static inline int farthest_outside(const cd_spots *s, int count, const cd_flat *t, double same) {
    double values[CD_SPOTS_MAX];
    double length = sqrt(cd_max(cd_flat_square(t[0], t[1]),
                                cd_max(cd_flat_square(t[1], t[2]), cd_flat_square(t[2], t[0]))));
    double area = (t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[1].y - t[0].y) * (t[2].x - t[0].x);
    double way = copysign(1, -area);
    cd_wide most = cd_wide_all(0);
    for (int i = 0; i < count; i += 4) {
        cd_wide gain = cd_wide_max(turn(s, i, t[0], t[1]) * way, turn(s, i, t[1], t[2]) * way);
        keep(values, count, i, cd_wide_max(gain, turn(s, i, t[2], t[0]) * way), &most);
    }
    area = cd_wide_greatest_of_4(most);
    return area > same * length
               ? tell(s, values, count, index_of(count, area), alike(s, area, length))
               : -1;
}

static inline int choose(const cd_spots *s, int count, int chosen[4]) {
    double same = cd_max(8 * s->frame.noise, distinct * s->span), length;
    cd_flat t[3];
    chosen[0] = deepest(s, count);
    t[0] = spot(s, chosen[0]);
    chosen[1] = farthest(s, count, t, same, &length);
    if (chosen[1] < 0)
        return 1;
    t[1] = spot(s, chosen[1]);
    chosen[2] = s->frame.dim == 2 ? -1 : farthest_from_line(s, count, t, same, length);
    if (chosen[2] < 0)
        return 2;
    t[2] = spot(s, chosen[2]);
    chosen[3] = farthest_outside(s, count, t, same);
    return chosen[3] < 0 ? 3 : 4;
}

static inline int choose_any(cd_spots *s, int chosen[4]) {
    for (; s->count % 4 != 0 || s->count == 0; s->count++)
        s->x[s->count] = s->y[s->count] = s->distance[s->count] = (double)NAN;
    return s->count == 16 ? choose(s, 16, chosen) : choose(s, s->count, chosen); // boxes have 16
}

void cd_spots_reduce(cd_spots *s) {
    cd_vec kept[4];
    double distance[4];
    int chosen[4], count = choose_any(s, chosen), own = chosen[0] == CD_SPOT_OWN;
    for (int i = own; i < count; i++) {
        kept[i] = (cd_vec){s->x[chosen[i]], s->y[chosen[i]], s->z[chosen[i]]};
        distance[i] = s->distance[chosen[i]];
    }
    s->count = 0;
    for (int i = own; i < count; i++)
        cd_spots_add(s, (cd_flat){kept[i].x, kept[i].y}, kept[i].z, distance[i]);
}

CD_HOT void cd_spots_write(cd_spots *s, cd_contact_points *out) {
    const cd_separation *contact = &out->contact;
    const cd_contact_point own = {contact->point_a, contact->point_b, contact->distance};
    double back = s->power == 0 ? 1 : ldexp(1, -s->power);
    int chosen[4];
    out->count = choose_any(s, chosen);
    for (int i = 0; i < out->count; i++) {
        int k = chosen[i];
        double d = cd_max(cd_min(s->distance[k], s->most), s->least) * back;
        d = i == 0 ? contact->distance : d;
        cd_vec b = cd_spots_place(s, spot(s, k), s->z[k]);
        out->points[i] = (cd_contact_point){cd_add_scaled(b, d, s->frame.n), b, d};
    }
    if (chosen[0] == CD_SPOT_OWN)
        out->points[0] = own;
}

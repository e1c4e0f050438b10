// See spots.h. All spots are measured four at a time; a measure of those that are none is a NaN.
#include "collide/spots.h"
#include "collide/core.h"
#include "collide/wide.h"

// Spots that lie nearer together, by the length of the faces and edges, are one.
static const double distinct = 0x1p-26;
// Measures of spots that differ by less, relatively, are the same.
static const double same_measure = 0x1p-30;

// Along a fixed direction across the normal. No axis is along it: of equals it tells one.
static double ahead(const cd_spots *s, int i, int than) {
    const cd_vec fixed = {0.4836, 0.7373, 0.4718}, n = s->frame.n;
    const cd_vec across = cd_add_scaled(fixed, -cd_dot(n, fixed), n);
    return (s->x[i] - s->x[than]) * cd_dot(s->frame.u, across) +
           (s->y[i] - s->y[than]) * cd_dot(s->frame.w, across);
}

// Of two spots that measure the same, the farther in the fixed direction; over one place, the
// deeper.
static bool wins_tie(const cd_spots *s, int i, int best) {
    double far = ahead(s, i, best);
    return fabs(far) > s->frame.noise ? far > 0 : s->distance[i] < s->distance[best];
}

// Whether several measure at least as much.
static inline bool has_ties(const double *values, int count, double least) {
    cd_wide_int alike = {0, 0, 0, 0};
    for (int i = 0; i < count; i += 4)
        alike -= cd_wide_load(values + i) >= least;
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
static inline void keep(double *values, int count, int i, cd_wide measure, cd_halves *most) {
    cd_wide_int index = {i, i + 1, i + 2, i + 3};
    cd_wide_store(values + i, measure);
    *most = cd_halves_max((cd_wide)(((cd_wide_int)measure & ~index_bits(count)) | index), *most);
}

static inline int index_of(int count, double most) {
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    return (int)(bits & index_bits(count));
}

// A spot, in all lanes.
typedef struct {
    cd_wide x, y;
} spot;

static inline spot spot_of(const cd_spots *s, int i) {
    return (spot){cd_wide_all(s->x[i]), cd_wide_all(s->y[i])};
}

static inline cd_wide square(spot p, spot q) {
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

// Twice the area with a and b, whose sign tells the side.
static inline cd_wide turn(spot a, spot b, spot p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static inline spot four_of(const cd_spots *s, int i) {
    return (spot){cd_wide_load(s->x + i), cd_wide_load(s->y + i)};
}

// How much is the same as the most, in units of `length`.
static inline double alike(const cd_spots *s, double most, double length) {
    return most - cd_max(s->frame.noise * length, same_measure * most);
}

// Of what measures the most: whether it is more than the `same`, and its index.
typedef struct {
    bool counts;
    int index;
} choice;

static inline choice choice_of(const cd_spots *s, const double *values, int count, double most,
                               double same, double least) {
    choice c = {most > same, index_of(count, most)};
    least = cd_max(least, same);
    if (has_ties(values, count, least))
        c.index = winner(s, values, c.index, least);
    return c;
}

static inline int deepest(const cd_spots *s, int count) {
    double values[CD_SPOTS_MAX], noise = s->frame.noise;
    cd_halves most = cd_wide_halves(cd_wide_all(-INFINITY));
    for (int i = 0; i < count; i += 4)
        keep(values, count, i, -cd_wide_load(s->distance + i), &most);
    double depth = cd_halves_greatest_of_4(most), least = -(s->least + noise);
    int best = index_of(count, depth), own = !(depth >= least);
    least = cd_max(least, depth - noise);
    if (has_ties(values, count, least))
        best = winner(s, values, best, least);
    return best + own * (CD_SPOT_OWN - best);
}

// By the square of the distance.
static inline choice farthest(const cd_spots *s, int count, const spot *t, double same,
                              double *length) {
    double values[CD_SPOTS_MAX];
    cd_halves most = cd_wide_halves(cd_wide_all(0));
    for (int i = 0; i < count; i += 4)
        keep(values, count, i, square(four_of(s, i), t[0]), &most);
    double far = cd_halves_greatest_of_4(most);
    *length = sqrt(far);
    double least = alike(s, *length, 1);
    return choice_of(s, values, count, far, same * same, least * least);
}

// By the area of the triangle.
static inline choice farthest_from_line(const cd_spots *s, int count, const spot *t, double same,
                                        double length) {
    double values[CD_SPOTS_MAX];
    cd_halves most = cd_wide_halves(cd_wide_all(0));
    for (int i = 0; i < count; i += 4)
        keep(values, count, i, cd_wide_abs(turn(t[0], t[1], four_of(s, i))), &most);
    double area = cd_halves_greatest_of_4(most);
    return choice_of(s, values, count, area, same * length, alike(s, area, length));
}

// By the area that is added to the triangle.
static inline choice farthest_outside(const cd_spots *s, int count, const spot *t, double same) {
    double values[CD_SPOTS_MAX];
    double length =
        sqrt(cd_max(square(t[0], t[1])[0], cd_max(square(t[1], t[2])[0], square(t[2], t[0])[0])));
    cd_wide_int way = ~(cd_wide_int)turn(t[0], t[1], t[2]) & INT64_MIN;
    cd_halves most = cd_wide_halves(cd_wide_all(0));
    for (int i = 0; i < count; i += 4) {
        spot p = four_of(s, i);
        cd_wide first = (cd_wide)((cd_wide_int)turn(t[0], t[1], p) ^ way);
        cd_wide second = (cd_wide)((cd_wide_int)turn(t[1], t[2], p) ^ way);
        cd_wide third = (cd_wide)((cd_wide_int)turn(t[2], t[0], p) ^ way);
        keep(values, count, i, cd_wide_max(cd_wide_max(first, second), third), &most);
    }
    double area = cd_halves_greatest_of_4(most);
    return choice_of(s, values, count, area, same * length, alike(s, area, length));
}

// How many count nobody can guess: four are chosen. The deepest lies where the contact's own point
// does, unless others are as deep: the search for the second need not wait for the first.
static inline int choose(const cd_spots *s, int count, int chosen[4]) {
    double same = cd_max(8 * s->frame.noise, distinct * s->span), length;
    spot t[3] = {spot_of(s, CD_SPOT_OWN)};
    chosen[0] = deepest(s, count);
    spot first = spot_of(s, chosen[0]);
    if (!(square(first, t[0])[0] <= same * same))
        t[0] = first;
    choice second = farthest(s, count, t, same, &length);
    chosen[1] = second.index;
    t[1] = spot_of(s, chosen[1]);
    choice third = farthest_from_line(s, count, t, same, length);
    chosen[2] = third.index;
    t[2] = spot_of(s, chosen[2]);
    choice fourth = farthest_outside(s, count, t, same);
    chosen[3] = fourth.index;
    int three = second.counts & third.counts & (s->frame.dim == 3);
    return 1 + second.counts + three + (three & fourth.counts);
}

static inline int choose_any(cd_spots *s, int chosen[4]) {
    for (; s->count % 4 != 0 || s->count == 0; s->count++)
        s->x[s->count] = s->y[s->count] = s->distance[s->count] = (double)NAN;
    return s->count == 12 ? choose(s, 12, chosen) : choose(s, s->count, chosen); // boxes: 12
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
    const cd_frame *f = &s->frame;
    const cd_wide origin = cd_wide_of(&f->origin), u = cd_wide_of(&f->u), w = cd_wide_of(&f->w),
                  n = cd_wide_of(&f->n);
    double back = s->power == 0 ? 1 : ldexp(1, -s->power);
    int chosen[4];
    out->count = choose_any(s, chosen);
    cd_wide_int own = cd_wide_if(chosen[0] == CD_SPOT_OWN);
    for (int i = 0; i < 4; i++) { // also those that do not count
        int k = chosen[i];
        double d = cd_max(cd_min(s->distance[k], s->most), s->least) * back;
        d = i == 0 ? contact->distance : d;
        cd_wide b = (origin + s->x[k] * u + s->y[k] * w + s->z[k] * n) * back, a = b + d * n;
        if (i == 0) {
            a = cd_wide_select(own, cd_wide_of(&contact->point_a), a);
            b = cd_wide_select(own, cd_wide_of(&contact->point_b), b);
        }
        out->points[i] = (cd_contact_point){cd_wide_vec(a), cd_wide_vec(b), d};
    }
}

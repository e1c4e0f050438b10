// Cell (x, y, z) is in one bucket of a spatial hash (spatial_hash.h). A bucket holds four dynamic
// bodies itself and a doubly linked list of the others.
#include "collide/world/motion/step_hash.h"
#include "collide/math/elementary.h"
#include "collide/world/motion/flight.h"

#include "collide/world/body/world_memory.h"

#include <string.h>

enum { FEWEST_BUCKETS = 512 }; // at least those of the smallest lattice

// A cell is wider than a dynamic body by this part, and left only beyond a part of that: so
// rounding cannot put a body beyond the neighbours of its cell, and one that turns at a side does
// not cross it without end.
static const double CELL_MARGIN = 1e-6, LEAVE_MARGIN = 0.25e-6;

// With gravity, cells are wider than a body by this factor, so that bodies of a pile find those
// that they may meet in a step.
static const double WIDTH_FOR_PILES = 1.25;

// Movers up to this multiple of the mean width determine the cells: few are wider.
static const double MOST_OF_MEAN = 4;

// Cells are at least as wide as the mean distance of dynamic bodies, or a little less: narrower
// ones would be empty. An axis along which the dynamic bodies hardly extend counts as this part of
// the longest.
static const double PART_OF_SPACING = 0.9, FLATTEST = 1e-3;

// A dynamic body that crosses more cells than this in a step is oversized: entering each would cost
// more than testing all dynamic bodies once does.
// Without it: tests/collide/world/step_device_test.c "what_falls_fast_falls_on"
static const double MOST_CROSSED = 1000;

static double width_of(const cd_dynamic_body *m) { return 2 * m->bounding_radius; }

bool cd_step_hash_reserve(cd_world *w, size_t count) {
    cd_step_state *s = &w->step;
    return cd_step_reserve(w, &s->next_in_bucket, count, sizeof(int)) &&
           cd_step_reserve(w, &s->oversized, count, sizeof(int)) &&
           cd_step_reserve(w, &s->buckets, 2 * count + FEWEST_BUCKETS, sizeof(cd_bucket));
}

// The mean distance of n dynamic bodies that fill a box of this size.
static double spacing_of(const cd_world *w, cd_vec size, int n) {
    double longest = cd_max_abs(size);
    if (!(longest > 0))
        return 0;
    double x = cd_max(size.x, FLATTEST * longest) / longest;
    double y = cd_max(size.y, FLATTEST * longest) / longest;
    double z = w->dim == 3 ? cd_max(size.z, FLATTEST * longest) / longest : 1;
    return longest * (w->dim == 3 ? cd_cbrt(x * y * z / n) : sqrt(x * y / n));
}

static void choose_width(cd_world *w) {
    cd_step_state *s = &w->step;
    int n = s->dynamic_count;
    double widest = 0, sum = 0;
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        if (isinf(width_of(cd_dynamic_at(w, i))))
            continue;
        sum += width_of(cd_dynamic_at(w, i));
        cd_vec x = cd_dynamic_at(w, i)->x;
        low = (cd_vec){cd_min(low.x, x.x), cd_min(low.y, x.y), cd_min(low.z, x.z)};
        high = (cd_vec){cd_max(high.x, x.x), cd_max(high.y, x.y), cd_max(high.z, x.z)};
    }
    double mean = n > 0 ? sum / n : 0;
    for (int i = 0; i < n; i++)
        if (width_of(cd_dynamic_at(w, i)) <= MOST_OF_MEAN * mean)
            widest = cd_max(widest, width_of(cd_dynamic_at(w, i)));
    cd_vec size = cd_sub(high, low);
    double spacing = n > 0 ? spacing_of(w, size, n) : 0;
    const double wide = cd_is_zero(w->gravity) ? 1 + CELL_MARGIN : WIDTH_FOR_PILES;
    s->cell_width = cd_max(widest * wide, PART_OF_SPACING * spacing);
    if (!(s->cell_width >= CD_SMALLEST))
        s->cell_width = 1;
    s->origin = n > 0 && cd_is_finite(low) ? low : (cd_vec){0, 0, 0};
}

void cd_cells_choose(cd_world *w) {
    cd_step_state *s = &w->step;
    choose_width(w);
    cd_choose_spatial_hash(&s->hash, s->dynamic_count, w->dim);
    s->neighbour_count = s->oversized_count = 0;
    int deep = w->dim == 3;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
                s->neighbour_offsets[s->neighbour_count++] =
                    cd_spatial_hash_bucket(&s->hash, x, y, z);
    assert((size_t)s->hash.M * sizeof(cd_bucket) <= s->buckets.size);
    memset(s->buckets.memory, 0, (size_t)s->hash.M * sizeof(cd_bucket));
}

// ----------------------------------------------------------------------------------------- buckets

static cd_bucket *bucket_of(const cd_world *w, int dynamic_body) {
    return (cd_bucket *)w->step.buckets.memory + cd_dynamic_at(w, dynamic_body)->bucket;
}

// The place of a dynamic body in its bucket, CD_BUCKET_ROOM where it is in the list.
static int place_in(const cd_bucket *bucket, int dynamic_body) {
    int place = 0, count = bucket->count < CD_BUCKET_ROOM ? bucket->count : CD_BUCKET_ROOM;
    while (place < count && bucket->dynamic_bodies[place] != dynamic_body)
        place++;
    return place < count ? place : CD_BUCKET_ROOM;
}

// Takes a dynamic body out of the list of a bucket.
static void unlink_dynamic(cd_world *w, cd_bucket *bucket, int dynamic_body) {
    int *nexts = cd_next_in_bucket(w), next = nexts[dynamic_body];
    int previous = cd_dynamic_at(w, dynamic_body)->previous_in_bucket;
    assert(previous >= 0 ? nexts[previous] == dynamic_body : bucket->more == dynamic_body);
    if (next >= 0)
        cd_dynamic_at(w, next)->previous_in_bucket = previous;
    if (previous >= 0)
        nexts[previous] = next;
    else
        bucket->more = next;
}

// The gap that the dynamic body leaves is filled with the first of the list or else with the last
// of the others.
static void leave_bucket(cd_world *w, int dynamic_body) {
    cd_bucket *bucket = bucket_of(w, dynamic_body);
    int place = place_in(bucket, dynamic_body), filler;
    bucket->count--;
    if (bucket->count >= CD_BUCKET_ROOM) {
        filler = place < CD_BUCKET_ROOM ? bucket->more : dynamic_body;
        unlink_dynamic(w, bucket, filler);
    } else {
        assert(place <= bucket->count);
        filler = bucket->dynamic_bodies[bucket->count];
    }
    if (place < CD_BUCKET_ROOM)
        bucket->dynamic_bodies[place] = filler;
}

static void enter_bucket(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    m->bucket = cd_spatial_hash_bucket(&w->step.hash, m->cell[0], m->cell[1], m->cell[2]);
    cd_bucket *bucket = bucket_of(w, dynamic_body);
    if (bucket->count < CD_BUCKET_ROOM) {
        bucket->dynamic_bodies[bucket->count++] = dynamic_body;
        return;
    }
    int more = bucket->count++ > CD_BUCKET_ROOM ? bucket->more : -1;
    m->previous_in_bucket = -1;
    cd_next_in_bucket(w)[dynamic_body] = more;
    if (more >= 0)
        cd_dynamic_at(w, more)->previous_in_bucket = dynamic_body;
    bucket->more = dynamic_body;
}

// ------------------------------------------------------------------------------------------- cells

// What is wider than a cell reaches beyond its neighbours.
// Without it: tests/collide/world/step_device_test.c "a_giant_hits_dwarfs"
bool cd_cell_fits(const cd_world *w, const cd_dynamic_body *m) {
    const cd_step_state *s = &w->step;
    return !m->spins && width_of(m) * (1 + CELL_MARGIN) <= s->cell_width &&
           cd_max_abs(m->v) * s->dt < MOST_CROSSED * s->cell_width;
}

static void make_oversized(cd_world *w, int dynamic_body) {
    cd_step_state *s = &w->step;
    cd_dynamic_at(w, dynamic_body)->oversized = true;
    ((int *)s->oversized.memory)[s->oversized_count++] = dynamic_body;
}

void cd_cell_leave(cd_world *w, int dynamic_body) {
    leave_bucket(w, dynamic_body);
    make_oversized(w, dynamic_body);
}

void cd_cell_enter(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const cd_step_state *s = &w->step;
    if (!cd_cell_fits(w, m)) {
        make_oversized(w, dynamic_body);
        return;
    }
    // The dynamic bodies lie in less than 10^7 cells along an axis, by the width that was chosen
    // for them.
    cd_vec d = cd_scale(cd_sub(m->x, s->origin), 1 / s->cell_width);
    assert(cd_max_abs(d) < 1e8);
    m->cell[0] = (int)floor(d.x);
    m->cell[1] = (int)floor(d.y);
    m->cell[2] = w->dim == 3 ? (int)floor(d.z) : 0;
    enter_bucket(w, dynamic_body);
}

// When a dynamic body leaves its cell along an axis through the side in a direction; where it was
// moving away from that side, it comes back.
static double time_to_leave(const cd_world *w, const cd_dynamic_body *m, int axis, int direction) {
    const cd_step_state *s = &w->step;
    double side = (m->cell[axis] + (direction > 0) + direction * LEAVE_MARGIN) * s->cell_width;
    double gap = side - (cd_component(m->x, axis) - cd_component(s->origin, axis));
    double speed = cd_component(m->v, axis), acceleration = cd_component(m->a, axis);
    if (acceleration == 0)
        return direction * speed > 0 ? cd_max(gap / speed, 0) : INFINITY;
    return cd_time_to_close(cd_max(direction * gap, 0), -direction * speed,
                            -direction * acceleration);
}

void cd_cell_predict(const cd_world *w, cd_dynamic_body *m) {
    const cd_step_state *s = &w->step;
    m->axis = -1;
    m->cell_time = s->predicts_ahead ? m->horizon : INFINITY;
    for (int i = 0; i < w->dim && !m->oversized; i++) {
        for (int direction = -1; direction <= 1; direction += 2) {
            double time = m->t + time_to_leave(w, m, i, direction);
            if (time < m->cell_time) {
                m->cell_time = time;
                m->axis = (signed char)i;
                m->direction = (signed char)direction;
            }
        }
    }
}

int cd_cell_cross(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    leave_bucket(w, dynamic_body);
    m->cell[m->axis] += m->direction;
    enter_bucket(w, dynamic_body);
    return m->direction;
}

void cd_cell_neighbours(const cd_world *w, int dynamic_body, void (*found)(void *, int, int),
                        void *context) {
    const cd_step_state *s = &w->step;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const int *oversized = s->oversized.memory;
    for (int i = 0; i < s->oversized_count; i++)
        if (oversized[i] != dynamic_body)
            found(context, dynamic_body, oversized[i]);
    for (int i = 0; i < s->dynamic_count && m->oversized; i++)
        if (!cd_dynamic_at(w, i)->oversized)
            found(context, dynamic_body, i);
    for (int i = 0; i < s->neighbour_count && !m->oversized; i++) {
        int b = (m->bucket + s->neighbour_offsets[i]) % s->hash.M;
        const cd_bucket *bucket = (const cd_bucket *)s->buckets.memory + b;
        for (int k = 0; k < bucket->count && k < CD_BUCKET_ROOM; k++)
            if (bucket->dynamic_bodies[k] != dynamic_body)
                found(context, dynamic_body, bucket->dynamic_bodies[k]);
        int more = bucket->count > CD_BUCKET_ROOM ? bucket->more : -1;
        for (; more >= 0; more = cd_next_in_bucket(w)[more])
            if (more != dynamic_body)
                found(context, dynamic_body, more);
    }
}

// What movers meet. Cells are one size for all movers but a few: what is larger or crosses very
// many of them in a step is wide, is in no cell and is looked at by all. A mover sees the movers in
// the cells around its own; as it comes to the next cell it looks at all around anew.
#include "collide/world/step.h"
#include "collide/world/still_query.h"

#include <string.h>

// ----------------------------------------------------------------------------------------- motion

void cd_mover_advance(cd_world *w, cd_mover *m) {
    double t = w->step.now - m->t;
    m->t = w->step.now;
    if (t == 0 || cd_is_zero(m->v))
        return;
    cd_vec d = cd_scale(m->v, t);
    m->x = cd_add(m->x, d);
    if (m->round)
        return;
    cd_shape_move(&cd_stored_bodies(w)[m->index].body.shape, d);
    cd_world_measure(w, m->index);
}

cd_shape cd_mover_shape(const cd_world *w, const cd_mover *m) {
    if (m->round)
        return cd_sphere(w->dim, cd_mover_position(w, m), m->reach);
    cd_shape shape = cd_stored_bodies(w)[m->index].body.shape;
    cd_shape_move(&shape, cd_scale(m->v, w->step.now - m->t));
    return shape;
}

void cd_mover_stall(cd_world *w, cd_mover *m) {
    cd_mover_advance(w, m);
    bool slow = cd_norm(m->v) <= 2 * cd_fall_speed(w);
    cd_stored_bodies(w)[m->index].body.velocity = slow ? (cd_vec){0, 0, 0} : m->v;
    m->v = (cd_vec){0, 0, 0};
    m->stalled = true;
    m->version++;
    w->step.stalled++;
}

// ------------------------------------------------------------------------------------------ cells

static double edge_of(const cd_mover *m) { return 2 * m->reach; }

// As wide as the largest but a few, and not so narrow that most are empty.
void cd_choose_cells(cd_world *w) {
    cd_step_state *s = &w->step;
    int n = s->mover_count;
    double largest = 0, sum = 0;
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        if (!(edge_of(cd_mover_at(w, i)) < 1e150))
            continue;
        sum += edge_of(cd_mover_at(w, i));
        cd_vec x = cd_mover_at(w, i)->x;
        low = (cd_vec){cd_min(low.x, x.x), cd_min(low.y, x.y), cd_min(low.z, x.z)};
        high = (cd_vec){cd_max(high.x, x.x), cd_max(high.y, x.y), cd_max(high.z, x.z)};
    }
    double mean = n > 0 ? sum / n : 0;
    for (int i = 0; i < n; i++) // few are four times as large as the mean
        if (edge_of(cd_mover_at(w, i)) <= 4 * mean)
            largest = cd_max(largest, edge_of(cd_mover_at(w, i)));
    cd_vec d = cd_sub(high, low);
    double extent = n > 0 ? cd_max_abs(d) : 0, spacing = 0;
    if (n > 0 && extent > 0) {
        double x = cd_max(d.x, 1e-3 * extent) / extent, y = cd_max(d.y, 1e-3 * extent) / extent;
        double z = w->dim == 3 ? cd_max(d.z, 1e-3 * extent) / extent : 1;
        spacing = extent * (w->dim == 3 ? cbrt(x * y * z / n) : sqrt(x * y / n));
    }
    s->width = cd_max(largest * (1 + 1e-6), 0.9 * spacing);
    s->width = cd_max(s->width, extent * 0x1p-20);
    if (!(s->width > 0))
        s->width = 1;
    s->low = n > 0 && cd_is_finite(low) ? low : (cd_vec){0, 0, 0};
    cd_choose_spatial_hash(&s->lattice, n, w->dim);
    s->around_count = 0;
    int deep = w->dim == 3;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                int64_t at = x + (int64_t)s->lattice.P * y + (int64_t)s->lattice.Q * z;
                int64_t M = s->lattice.M;
                s->around[s->around_count++] = (int)((at % M + M) % M);
            }
    memset(s->buckets.memory, 0, (size_t)s->lattice.M * sizeof(cd_bucket));
}

static cd_bucket *bucket_of(const cd_world *w, int mover) {
    return (cd_bucket *)w->step.buckets.memory + cd_mover_at(w, mover)->bucket;
}

static void leave_bucket(cd_world *w, int mover) {
    cd_bucket *bucket = bucket_of(w, mover);
    int *nexts = cd_nexts(w), filler = -1, place = 0;
    bucket->count--;
    while (place < CD_BUCKET_ROOM && bucket->movers[place] != mover)
        place++;
    if (bucket->count >= CD_BUCKET_ROOM) { // one less in the list: this one, or who takes its place
        int gone = place < CD_BUCKET_ROOM ? bucket->more : mover;
        int next = nexts[gone], previous = cd_mover_at(w, gone)->previous;
        if (next >= 0)
            cd_mover_at(w, next)->previous = previous;
        if (previous >= 0)
            nexts[previous] = next;
        else
            bucket->more = next;
        filler = gone;
    } else {
        filler = bucket->movers[bucket->count];
    }
    if (place < CD_BUCKET_ROOM)
        bucket->movers[place] = filler;
}

static void enter_bucket(cd_world *w, int mover) {
    cd_mover *m = cd_mover_at(w, mover);
    const cd_spatial_hash *l = &w->step.lattice;
    int64_t at = m->cell[0] + (int64_t)l->P * m->cell[1] + (int64_t)l->Q * m->cell[2];
    m->bucket = (int)((at % l->M + l->M) % l->M);
    cd_bucket *bucket = bucket_of(w, mover);
    if (bucket->count < CD_BUCKET_ROOM) {
        bucket->movers[bucket->count++] = mover;
        return;
    }
    int more = bucket->count++ > CD_BUCKET_ROOM ? bucket->more : -1;
    m->previous = -1;
    cd_nexts(w)[mover] = more;
    if (more >= 0)
        cd_mover_at(w, more)->previous = mover;
    bucket->more = mover;
}

static void time_cell(const cd_world *w, cd_mover *m) {
    const cd_step_state *s = &w->step;
    const double x[3] = {m->x.x - s->low.x, m->x.y - s->low.y, m->x.z - s->low.z};
    const double v[3] = {m->v.x, m->v.y, m->v.z};
    m->axis = -1;
    m->cell_due = s->lasting ? m->seen : INFINITY;
    for (int i = 0; i < w->dim && !m->wide; i++) {
        if (v[i] == 0)
            continue;
        double wall = (m->cell[i] + (v[i] > 0)) * s->width;
        double due = m->t + cd_max((wall - x[i]) / v[i], 0);
        if (due < m->cell_due) {
            m->cell_due = due;
            m->axis = i;
        }
    }
}

static bool is_wide(const cd_world *w, const cd_mover *m) {
    const cd_step_state *s = &w->step;
    double way = cd_max_abs(m->v) * s->dt;
    return edge_of(m) * (1 + 1e-6) > s->width || !(way < 1000 * s->width) ||
           !(cd_max_abs(cd_sub(m->x, s->low)) < 1e8 * s->width);
}

static void make_wide(cd_world *w, int mover) {
    cd_mover *m = cd_mover_at(w, mover);
    m->wide = true;
    ((int *)w->step.wide.memory)[w->step.wide_count++] = mover;
}

void cd_mover_enter_cell(cd_world *w, int mover) {
    cd_mover *m = cd_mover_at(w, mover);
    const cd_step_state *s = &w->step;
    if (is_wide(w, m)) {
        make_wide(w, mover);
        return;
    }
    cd_vec d = cd_scale(cd_sub(m->x, s->low), 1 / s->width);
    m->cell[0] = (int)floor(d.x);
    m->cell[1] = (int)floor(d.y);
    m->cell[2] = w->dim == 3 ? (int)floor(d.z) : 0;
    enter_bucket(w, mover);
}

// ------------------------------------------------------------------------------------ predictions

// When two balls that approach touch: the nearer root of |d + t dv| = r; at once where they
// overlap.
static double balls_due(cd_vec d, cd_vec dv, double r) {
    double b = cd_dot(d, dv);
    if (!(b < 0))
        return INFINITY;
    double dd = cd_length2(d), vv = cd_length2(dv), c = dd - r * r;
    if (c <= 1e-9 * dd) { // they touch: to rounding they may slide
        if (!(b * b > 1e-28 * dd * vv))
            return INFINITY;
        if (c <= 0)
            return 0;
    }
    double disc = b * b - vv * c;
    return disc >= 0 ? c / (sqrt(disc) - b) : INFINITY;
}

static void note_overlap(cd_world *w, int a, int b) {
    cd_step_state *s = &w->step;
    if (!cd_reserve_array(w, &s->embedded, (size_t)s->embedded_count + 1, sizeof(cd_slot_pair)))
        s->failed = true;
    else
        ((cd_slot_pair *)s->embedded.memory)[s->embedded_count++] =
            (cd_slot_pair){cd_slot_of(w)[a], cd_slot_of(w)[b]};
}

static bool passes_through(const cd_world *w, int a, int b) {
    return cd_stored_bodies(w)[a].body.response == CD_PASS ||
           cd_stored_bodies(w)[b].body.response == CD_PASS;
}

static double shapes_due(cd_world *w, int mover, const cd_mover *o, bool first, cd_hit *hit) {
    const cd_mover *m = cd_mover_at(w, mover);
    double left = m->seen - w->step.now;
    cd_shape a = cd_mover_shape(w, m), b = cd_mover_shape(w, o);
    cd_vec motion = cd_scale(m->v, left), motion_b = cd_scale(o->v, left);
    double rounding = cd_rounding(cd_min(m->reach, o->reach));
    double matters = cd_min((m->body_due - w->step.now) / left, 1);
    if (first && cd_overlap_deeply(&a, &b, rounding))
        note_overlap(w, m->index, o->index);
    if (!cd_first_hit(&a, motion, &b, motion_b, matters, rounding, hit) ||
        (hit->inside && passes_through(w, m->index, o->index)))
        return INFINITY;
    return hit->t * left;
}

static inline void consider(cd_world *w, int mover, int other, bool first) {
    cd_mover *m = cd_mover_at(w, mover);
    const cd_mover *o = cd_mover_at(w, other);
    cd_vec d = cd_sub(m->x, cd_mover_position(w, o)), dv = cd_sub(m->v, o->v);
    double r = m->reach + o->reach, square = cd_length2(d);
    if (w->step.angular == 0 && !first) { // most pass by, on either side of one branch
        double b = cd_dot(d, dv);
        if (!((b < 0) & (b * b >= cd_length2(dv) * (square - r * r))))
            return;
    }
    double due = balls_due(d, dv, r);
    bool round = m->round && o->round, inside = square < r * r * (1 - 1e-9);
    // Only balls that overlap and part do so for good.
    bool matters = w->step.now + due <= cd_min(m->seen, m->body_due) || (inside && first) ||
                   (!round && square <= r * r * (1 + 1e-9));
    if (!matters || m->inverse_mass + o->inverse_mass == 0)
        return;
    if (!cd_mover_meets(w, m, o->index))
        return;
    cd_hit hit;
    if (!round) {
        due = shapes_due(w, mover, o, first, &hit);
    } else if (inside) {
        if (first)
            note_overlap(w, m->index, o->index);
        if (passes_through(w, m->index, o->index))
            return;
    }
    due += w->step.now;
    if (due < m->body_due ||
        (due == m->body_due && due < INFINITY && o->index < cd_mover_at(w, m->partner)->index)) {
        m->body_due = due;
        m->partner = other;
        m->expected = o->version;
        if (!round) {
            cd_touches(w)[mover].body_normal = hit.normal;
            cd_touches(w)[mover].body_point = hit.point;
        }
    }
}

// Where bucket i of those around lies along an axis: -1, 0 or 1.
static int side_of(int i, int axis) { return (axis == 0 ? i : axis == 1 ? i / 3 : i / 9) % 3 - 1; }

// Movers to be considered: all are on their way from memory while the first is.
typedef struct {
    int movers[64], count;
} crowd;

enum { MOST_OF_CROWD = 64 - CD_BUCKET_ROOM };

static void consider_all(cd_world *w, int mover, int from, crowd *c, bool first) {
    for (int i = 0; i < c->count; i++)
        __builtin_prefetch(cd_mover_at(w, c->movers[i]));
    for (int i = 0; i < c->count; i++)
        if (c->movers[i] >= from && c->movers[i] != mover)
            consider(w, mover, c->movers[i], first);
    c->count = 0;
}

// Adds the movers in the bucket `around` that of a mover; as a rule without a branch on how many.
static inline void add_bucket(cd_world *w, int mover, int around, int from, bool first, crowd *c) {
    const cd_step_state *s = &w->step;
    int b = cd_mover_at(w, mover)->bucket + around;
    b -= b >= s->lattice.M ? s->lattice.M : 0;
    const cd_bucket *bucket = (const cd_bucket *)s->buckets.memory + b;
    memcpy(&c->movers[c->count], bucket->movers, sizeof bucket->movers);
    c->count += bucket->count < CD_BUCKET_ROOM ? bucket->count : CD_BUCKET_ROOM;
    int more = bucket->count > CD_BUCKET_ROOM ? bucket->more : -1;
    for (; c->count > MOST_OF_CROWD || more >= 0; more = more < 0 ? -1 : cd_nexts(w)[more]) {
        if (c->count > MOST_OF_CROWD)
            consider_all(w, mover, from, c, first);
        if (more >= 0)
            c->movers[c->count++] = more;
    }
}

// The movers in the buckets around that have come nearer by a new cell.
static void meet_ahead(cd_world *w, int mover, int axis, int side) {
    const cd_step_state *s = &w->step;
    crowd c;
    c.count = 0;
    for (int i = 0; i < s->around_count; i++)
        if (side_of(i, axis) == side)
            add_bucket(w, mover, s->around[i], 0, false, &c);
    consider_all(w, mover, 0, &c, false);
}

// The movers around from `from` on. m is at its place in the present.
static void meet_around(cd_world *w, int mover, int from, bool first) {
    const cd_step_state *s = &w->step;
    cd_mover *m = cd_mover_at(w, mover);
    const int *wide = s->wide.memory;
    for (int i = 0; i < s->wide_count; i++)
        if (wide[i] >= from && wide[i] != mover)
            consider(w, mover, wide[i], first);
    if (m->wide) {
        for (int i = from; i < s->mover_count; i++)
            if (i != mover && !cd_mover_at(w, i)->wide)
                consider(w, mover, i, first);
        return;
    }
    crowd c;
    c.count = 0;
    for (int i = 0; i < s->around_count; i++)
        add_bucket(w, mover, s->around[i], from, first, &c);
    consider_all(w, mover, from, &c, first);
}

void cd_mover_around(const cd_world *w, int mover, void (*found)(void *, int, int), void *context) {
    const cd_step_state *s = &w->step;
    const cd_mover *m = cd_mover_at(w, mover);
    const int *wide = s->wide.memory;
    for (int i = 0; i < s->wide_count; i++)
        if (wide[i] != mover)
            found(context, mover, wide[i]);
    for (int i = 0; i < s->mover_count && m->wide; i++)
        if (!cd_mover_at(w, i)->wide)
            found(context, mover, i);
    for (int i = 0; i < s->around_count && !m->wide; i++) {
        int b = (m->bucket + s->around[i]) % s->lattice.M;
        const cd_bucket *bucket = (const cd_bucket *)s->buckets.memory + b;
        for (int k = 0; k < bucket->count && k < CD_BUCKET_ROOM; k++)
            if (bucket->movers[k] != mover)
                found(context, mover, bucket->movers[k]);
        int more = bucket->count > CD_BUCKET_ROOM ? bucket->more : -1;
        for (; more >= 0; more = cd_nexts(w)[more])
            if (more != mover)
                found(context, mover, more);
    }
}

static void meet_still(cd_world *w, int mover, bool first) {
    cd_mover *m = cd_mover_at(w, mover);
    double until = cd_is_zero(w->gravity) ? m->seen : w->step.end, left = until - w->step.now;
    m->still_due = INFINITY;
    if (m->inverse_mass == 0 || (w->trees[0].count == 0 && w->unbounded_count == 0))
        return;
    cd_shape shape = cd_mover_shape(w, m);
    cd_hit hit;
    int deep[8], count = first ? cd_world_deep_in_still(w, m, &shape, deep, 8) : 0;
    for (int i = 0; i < count; i++)
        note_overlap(w, m->index, deep[i]);
    int still = cd_world_first_still(w, m, &shape, left, &hit);
    if (still < 0)
        return;
    m->still_due = w->step.now + hit.t;
    m->still = still;
    cd_touches(w)[mover].still_normal = hit.normal;
    cd_touches(w)[mover].still_point = hit.point;
}

void cd_mover_predict(cd_world *w, int mover, int from, bool first) {
    cd_mover *m = cd_mover_at(w, mover);
    cd_mover_advance(w, m);
    const cd_step_state *s = &w->step;
    m->seen = s->lasting ? s->now + s->known : s->end;
    double left = s->end - s->now;
    if (!m->stalled && !(cd_max_abs(m->x) + cd_max_abs(m->v) * left < 1e150))
        cd_mover_stall(w, m); // it would leave what can be computed
    m->body_due = INFINITY;
    if (!m->wide && is_wide(w, m)) {
        leave_bucket(w, mover);
        make_wide(w, mover);
    }
    time_cell(w, m);
    meet_still(w, mover, first);
    meet_around(w, mover, from, first);
}

bool cd_movers_accelerate(cd_world *w, cd_vec v) {
    bool fit = true;
    for (int i = 0; i < w->step.mover_count; i++) {
        cd_mover *m = cd_mover_at(w, i);
        cd_mover_advance(w, m);
        m->v = cd_add(m->v, v);
        fit = fit && !is_wide(w, m);
    }
    for (int i = 0; i < w->step.mover_count && fit; i++) {
        time_cell(w, cd_mover_at(w, i));
        meet_still(w, i, true);
        cd_heap_update(w, i);
    }
    return fit;
}

void cd_mover_change_cell(cd_world *w, int mover) {
    cd_mover *m = cd_mover_at(w, mover);
    if (m->axis < 0) {
        cd_mover_predict(w, mover, 0, false);
        return;
    }
    cd_mover_advance(w, m);
    leave_bucket(w, mover);
    const double v[3] = {m->v.x, m->v.y, m->v.z};
    int axis = m->axis, side = v[axis] > 0 ? 1 : -1;
    m->cell[axis] += side;
    enter_bucket(w, mover);
    time_cell(w, m);
    meet_ahead(w, mover, axis, side);
}

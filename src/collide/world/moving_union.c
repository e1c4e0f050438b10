// The bodies that move as one with a body of a hit are found among its neighbours in the spatial
// hash: what forms an edge with it touches it, and stays beside it. Each that touches the other
// body of the hit joins the union.
#include "collide/world/moving_union.h"

#include "collide/shape/set.h"
#include "collide/world/step_hash.h"

typedef struct {
    const cd_world *world;
    const cd_meeting *meeting;
    const cd_hit *hit;
    double time;
    bool beside_a;       // the neighbours now visited are those of body a
    bool begun, is_deep; // is_deep: the bodies overlap, the hit counts as it is
    cd_touch_union touching;
} moving_union;

static void begin(moving_union *u) {
    u->is_deep = !cd_meeting_union(u->meeting, u->hit, &u->touching);
    u->begun = true;
}

// Whether two movers come apart by no more than rounding.
static bool move_as_one(const cd_mover *m, const cd_mover *o, double time, double tolerance) {
    return cd_norm(cd_sub(m->v, o->v)) * time <= tolerance;
}

// Whether the bounding spheres of two movers touch after a time.
static bool are_near(const cd_world *w, const cd_mover *m, const cd_mover *o, double time,
                     double tolerance) {
    cd_vec x = cd_add_scaled(cd_mover_position(w, m), time, m->v);
    cd_vec y = cd_add_scaled(cd_mover_position(w, o), time, o->v);
    return cd_norm(cd_sub(x, y)) <= m->reach + o->reach + tolerance;
}

static void visit_neighbour(void *context, int mover, int neighbour) {
    moving_union *u = context;
    const cd_world *w = u->world;
    const cd_meeting *meeting = u->meeting;
    const cd_mover *m = cd_mover_at(w, mover), *n = cd_mover_at(w, neighbour);
    const int other = u->beside_a ? meeting->b : meeting->a;
    const cd_mover *o = cd_mover_at(w, cd_mover_of(w)[other]);
    if (u->is_deep || n == o || cd_stored_bodies(w)[n->index].body.response == CD_PASS ||
        !move_as_one(m, n, u->time, meeting->tolerance) ||
        !are_near(w, n, o, u->hit->t * u->time, meeting->tolerance) ||
        !cd_mover_may_hit(w, o, n->index))
        return;
    if (!u->begun)
        begin(u);
    if (u->is_deep)
        return;
    const cd_shape shape = cd_mover_shape(w, n);
    cd_meeting pair = *meeting;
    *(u->beside_a ? &pair.a : &pair.b) = n->index;
    *(u->beside_a ? &pair.shape_a : &pair.shape_b) = &shape;
    cd_meeting_union_add(&pair, u->hit, n->index, &u->touching);
}

bool cd_moving_hit_counts(const cd_world *w, const cd_meeting *meeting, double time, bool alone,
                          cd_hit *hit) {
    if (cd_meets_alone(meeting, hit))
        return alone;
    moving_union u;
    u.world = w;
    u.meeting = meeting;
    u.hit = hit;
    u.time = time;
    u.begun = u.is_deep = false;
    if (cd_is_set(meeting->shape_a) || cd_is_set(meeting->shape_b))
        begin(&u);
    u.beside_a = false;
    cd_cell_neighbours(w, cd_mover_of(w)[meeting->b], visit_neighbour, &u);
    u.beside_a = true;
    cd_cell_neighbours(w, cd_mover_of(w)[meeting->a], visit_neighbour, &u);
    if (!u.begun || u.is_deep || u.touching.touch_count == 1)
        return alone;
    return cd_meeting_settle(meeting, &u.touching, false, hit);
}

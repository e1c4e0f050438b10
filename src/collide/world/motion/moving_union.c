// The bodies that move as one with a body of a hit are found among its neighbours in the spatial
// hash: what forms an edge with it touches it, and stays beside it. Each that touches the other
// body of the hit joins the union.
#include "collide/world/motion/moving_union.h"

#include "collide/shape/set.h"
#include "collide/world/motion/step_hash.h"

typedef struct {
    const cd_world *world;
    const cd_body_pair *pair;
    const cd_hit *hit;
    double from, time;
    cd_vec ahead;
    bool beside_a;       // the neighbours now visited are those of body a
    bool begun, is_deep; // is_deep: the bodies overlap, the hit counts as it is
    cd_touch_union touching;
} moving_union;

static void begin(moving_union *u) {
    u->is_deep = !cd_body_pair_union(u->pair, u->hit, &u->touching);
    u->begun = true;
}

// Whether two dynamic bodies come apart by no more than rounding.
static bool move_as_one(const cd_world *w, const cd_dynamic_body *m, const cd_dynamic_body *o,
                        double time, double tolerance) {
    return cd_length(cd_sub(cd_dynamic_velocity(w, m), cd_dynamic_velocity(w, o))) * time +
               cd_length(cd_sub(m->a, o->a)) * (time * time / 2) <=
           tolerance;
}

// Whether the bounding spheres of two dynamic bodies touch after a time, with their skin.
static bool are_near(const cd_world *w, const cd_dynamic_body *m, const cd_dynamic_body *o,
                     double time, double tolerance) {
    double skin = cd_skin_of_pair(w, m->index, o->index);
    cd_vec x = cd_add(m->x, cd_dynamic_displacement(m, w->step.now - m->t + time));
    cd_vec y = cd_add(o->x, cd_dynamic_displacement(o, w->step.now - o->t + time));
    return cd_length(cd_sub(x, y)) <= m->bounding_radius + o->bounding_radius + skin + tolerance;
}

static void visit_neighbour(void *context, int dynamic_body, int neighbour) {
    moving_union *u = context;
    const cd_world *w = u->world;
    const cd_body_pair *pair = u->pair;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body), *n = cd_dynamic_at(w, neighbour);
    const int other = u->beside_a ? pair->b : pair->a;
    const cd_dynamic_body *o = cd_dynamic_at(w, cd_dynamic_of(w)[other]);
    if (u->is_deep || n == o || cd_stored_bodies(w)[n->index].body.response == CD_PASS ||
        !move_as_one(w, m, n, u->from + u->time, pair->tolerance) ||
        !are_near(w, n, o, u->from + u->hit->t * u->time, pair->tolerance) ||
        !cd_dynamic_may_hit(w, o, n->index))
        return;
    if (!u->begun)
        begin(u);
    if (u->is_deep)
        return;
    cd_shape shape = cd_dynamic_shape(w, n);
    if (u->beside_a)
        cd_shape_move(&shape, u->ahead);
    cd_body_pair beside = *pair;
    *(u->beside_a ? &beside.a : &beside.b) = n->index;
    *(u->beside_a ? &beside.shape_a : &beside.shape_b) = &shape;
    cd_body_pair_union_add(&beside, u->hit, n->index, &u->touching);
}

bool cd_moving_hit_counts(const cd_world *w, const cd_body_pair *pair, double from, cd_vec ahead,
                          double time, bool alone, cd_hit *hit) {
    if (cd_hits_alone(pair, hit))
        return alone;
    moving_union u;
    u.world = w;
    u.pair = pair;
    u.hit = hit;
    u.from = from;
    u.ahead = ahead;
    u.time = time;
    u.begun = u.is_deep = false;
    if (cd_is_set(pair->shape_a) || cd_is_set(pair->shape_b))
        begin(&u);
    u.beside_a = false;
    cd_cell_neighbours(w, cd_dynamic_of(w)[pair->b], visit_neighbour, &u);
    u.beside_a = true;
    cd_cell_neighbours(w, cd_dynamic_of(w)[pair->a], visit_neighbour, &u);
    if (!u.begun || u.is_deep || u.touching.touch_count == 1)
        return alone;
    return cd_body_pair_resolve(pair, &u.touching, false, hit);
}

#include "collide/world/contact/turning_contact.h"

#include "collide/set/set_distance.h"
#include "collide/world/motion/spin.h"

static int index_of_b(const cd_world *w, const cd_island_contact *c) {
    return c->b >= 0 ? cd_dynamic_at(w, c->b)->index : c->static_body;
}

// turning: the velocity, beside that of the bodies, of the surface of a relative to that of b.
static void set_surface(const cd_world *w, cd_island_contact *c, cd_vec turning) {
    const cd_body *a = &cd_stored_bodies(w)[cd_dynamic_at(w, c->a)->index].body;
    const cd_body *b = &cd_stored_bodies(w)[index_of_b(w, c)].body;
    c->turns = !cd_is_zero(a->spin) || !cd_is_zero(b->spin);
    c->friction = sqrt(a->friction * b->friction);
    c->surface = cd_add(cd_sub(a->surface_velocity, b->surface_velocity), turning);
    c->lead = cd_dot(turning, c->normal);
}

void cd_set_surface(const cd_world *w, cd_island_contact *c) {
    set_surface(w, c,
                cd_sub(cd_turning_at(w, cd_dynamic_at(w, c->a)->index, c->point),
                       cd_turning_at(w, index_of_b(w, c), c->point)));
}

double cd_contact_turning_push(const cd_world *w, const cd_island_contact *c) {
    const cd_dynamic_body *a = cd_dynamic_at(w, c->a), *b = cd_dynamic_at(w, c->b);
    return a->spins ? cd_turning_push(w, a, b) : cd_turning_push(w, b, a);
}

// The gap between the shape of `other` now and that of the spinner when it has turned, along a
// normal out of the spinner.
static double gap_along(const cd_shape *other, const cd_shape *turned, cd_vec n) {
    return cd_dot(cd_support(other, cd_negate(n)), n) - cd_dot(cd_support(turned, n), n);
}

// The part of a set that is touched at a point, and reaches no farther along a normal out of it.
typedef struct {
    cd_vec point, n;
    double least;
    cd_part part;
} touched_search;

static void visit_part(cd_traversal *t, const cd_shape *point, const cd_shape *part,
                       cd_part of_point, cd_part name) {
    touched_search *s = t->context;
    const double off = fabs(cd_dot(cd_sub(cd_support(part, s->n), s->point), s->n)) +
                       cd_max(cd_distance(point, part), 0);
    (void)of_point;
    if (!(off < s->least))
        return;
    s->least = off;
    s->part = name;
}

static cd_part touched_part(const cd_shape *set, cd_vec point, cd_vec n) {
    const cd_shape p = cd_point(set->dim, point);
    cd_part_pair nearest;
    touched_search s = {point, n, INFINITY, {0, CD_WHOLE}};
    if (cd_set_nearest(&p, set, (cd_vec){0, 0, 0}, INFINITY, 0, &nearest))
        cd_set_each_part_pair(&p, set, cd_max(nearest.separation.distance, 0), visit_part, &s);
    return s.part;
}

void cd_turn_contact(const cd_world *w, cd_island_contact *c, double left) {
    const cd_dynamic_body *a = cd_dynamic_at(w, c->a),
                          *b = c->b < 0 ? NULL : cd_dynamic_at(w, c->b);
    const bool of_a = a->spins;
    const cd_dynamic_body *s = of_a ? a : b, *o = of_a ? b : a;
    if (!s || !o) // the ground never turns
        return;
    cd_shape turning = cd_dynamic_shape(w, s), other = cd_dynamic_shape(w, o);
    if (of_a)
        cd_add_skins(w, s->index, &turning, o->index, &other);
    else
        cd_add_skins(w, o->index, &other, s->index, &turning);
    const cd_vec spin = cd_stored_bodies(w)[s->index].body.spin;
    const cd_vec pivot = cd_dynamic_position(w, s);
    const cd_vec now = of_a ? cd_negate(c->normal) : c->normal;
    const cd_vec on_a = cd_add_scaled(c->point, c->gap, c->normal);
    cd_shape turned = cd_dynamic_turned(w, s, &turning, left);
    if (cd_is_set(&turning))
        turned = cd_set_part_at(&turned, touched_part(&turning, of_a ? on_a : c->point, now));
    if (cd_is_set(&other))
        other =
            cd_set_part_at(&other, touched_part(&other, of_a ? c->point : on_a, cd_negate(now)));
    // A plane that turns with a face of the one, or that lies on a face of the other.
    const cd_quat turn = cd_turn_of(spin, left);
    const cd_vec then = cd_quat_rotate(turn, now);
    const double gap_now = gap_along(&other, &turned, now),
                 gap_then = gap_along(&other, &turned, then);
    const cd_vec n = gap_then > gap_now ? then : now;
    c->normal = of_a ? cd_negate(n) : n;
    // What friction holds goes on to where the point that it touches will be.
    const cd_vec arm = cd_sub(c->point, pivot);
    const cd_vec mean = cd_scale(cd_sub(cd_quat_rotate(turn, arm), arm), 1 / left);
    set_surface(w, c, of_a ? mean : cd_negate(mean));
    c->gap = cd_max(gap_now, gap_then) - c->lead * left;
}

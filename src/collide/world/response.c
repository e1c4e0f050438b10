// Two bodies exchange an impulse along the normal (Newton's law of restitution), divided by the
// square of its length, so that the rounding of a normal adds no energy. A body that slides keeps
// the part of its velocity that leads into none of the surfaces that it has slid along and still
// touches.
#include "collide/world/response.h"

#include "collide/set/touch_union.h"
#include "collide/world/thin.h"

static const cd_vec no_velocity = {0, 0, 0};

static const cd_body *body_of(const cd_world *w, int index) {
    return &cd_stored_bodies(w)[index].body;
}

// ------------------------------------------------------------------------------------------ slide

// Whether a dynamic body still touches a body that it slid along, and the normal there.
static bool static_touches(const cd_world *w, const cd_dynamic_body *m, int static_body,
                           cd_vec *normal) {
    cd_shape a = cd_dynamic_shape(w, m), b = body_of(w, static_body)->shape;
    cd_add_skins(w, m->index, &a, static_body, &b);
    cd_separation s = cd_separate(&a, &b);
    *normal = s.normal;
    return s.distance <= cd_pair_tolerance(w, m->index, static_body, m->bounding_radius);
}

// Notes that a dynamic body slides along a static body: the last two count. Writes the normals of
// those of the others that it still touches, and returns how many there are. Two form an edge or a
// corner, between which there would be hits without end.
// Without it: tests/collide/world/step_device_test.c "a_groove_is_slid_along"
static int note_slide(cd_world *w, int dynamic_body, int static_body, cd_vec normals[2]) {
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_dynamic_contact *contact = &cd_dynamic_contacts(w)[dynamic_body];
    int count = 0;
    for (int i = 0; i < contact->slid_count; i++)
        if (contact->slid[i] != static_body &&
            static_touches(w, m, contact->slid[i], &normals[count]))
            contact->slid[count++] = contact->slid[i];
    contact->slid_count = count < 2 ? count + 1 : 2;
    if (count == 2)
        contact->slid[0] = contact->slid[1];
    contact->slid[contact->slid_count - 1] = static_body;
    return count;
}

// The part of v that leads neither into the surface with normal n nor into those before: v along
// the surface, along the edge that it forms with another, or nothing.
static cd_vec slide(cd_world *w, int dynamic_body, int static_body, cd_vec v, cd_vec n) {
    cd_vec normals[2], along = cd_slide(v, n);
    int count = note_slide(w, dynamic_body, static_body, normals);
    for (int i = 0; i < count; i++) {
        // A ball meets corners along normals that rounding turns: they are one surface.
        // Without it: tests/collide/world/tiles_spec.lua "where bricks meet"
        bool same = cd_max_abs(cd_sub(normals[i], n)) <= CD_SAME_NORMAL;
        if (same || !cd_leads_into(along, normals[i]))
            continue;
        if (w->dim == 2)
            return no_velocity;
        along = cd_project(v, cd_cross(n, normals[i]));
        for (int k = 0; k < count; k++)
            if (k != i && cd_leads_into(along, normals[k]))
                return no_velocity;
    }
    return along;
}

// ---------------------------------------------------------------------------------------- impulse

// What rests would bounce ever lower, without end.
// Without it: tests/lua/step_spec.lua "rests on the ground under gravity"
static double restitution(const cd_world *w, const cd_body *a, const cd_body *b, double approach) {
    return approach <= cd_fall_speed(w) ? 0 : cd_min(a->restitution, b->restitution);
}

static void hit_static(cd_world *w, const cd_collision *c, cd_response response) {
    cd_dynamic_body *m = cd_dynamic_at(w, c->dynamic_body);
    double e = response == CD_BOUNCE
                   ? restitution(w, body_of(w, m->index), body_of(w, c->static_body), c->approach)
                   : 0;
    m->version++;
    if (response == CD_STOP)
        m->v = no_velocity;
    else if (e > 0)
        m->v = cd_add_scaled(m->v, -(1 + e) * cd_dot(m->v, c->normal) / cd_length2(c->normal),
                             c->normal);
    else
        m->v = slide(w, c->dynamic_body, c->static_body, m->v, c->normal);
}

// The velocity of what stops at a body that nothing moves, with a normal away from that: it is
// pushed along, as it would be hit again and again.
// Without it: tests/lua/step_spec.lua "pushes along what stops"
static cd_vec pushed(cd_vec v, cd_vec normal) {
    return cd_dot(v, normal) > 0 ? cd_project(v, normal) : no_velocity;
}

static void hit_dynamic(cd_world *w, const cd_collision *c, cd_response of_a, cd_response of_b) {
    cd_dynamic_body *a = cd_dynamic_at(w, c->dynamic_body), *b = cd_dynamic_at(w, c->other);
    double ia = a->stalled ? 0 : a->inverse_mass, ib = b->stalled ? 0 : b->inverse_mass;
    a->version++;
    b->version++;
    bool bounce = of_a == CD_BOUNCE && of_b == CD_BOUNCE;
    double e = bounce ? restitution(w, body_of(w, a->index), body_of(w, b->index), c->approach) : 0;
    cd_vec n = c->normal;
    if (ia + ib > 0) {
        double along = cd_dot(cd_sub(a->v, b->v), n);
        double impulse = -(1 + e) * along / (cd_length2(n) * (ia + ib));
        a->v = cd_add_scaled(a->v, impulse * ia, n);
        b->v = cd_add_scaled(b->v, -impulse * ib, n);
    }
    if (of_a == CD_STOP && ia > 0)
        a->v = ib > 0 ? no_velocity : pushed(b->v, n);
    if (of_b == CD_STOP && ib > 0)
        b->v = ia > 0 ? no_velocity : pushed(a->v, cd_negate(n));
}

void cd_respond(cd_world *w, const cd_collision *c, cd_response response) {
    const cd_dynamic_body *m = cd_dynamic_at(w, c->dynamic_body);
    const cd_dynamic_body *other = c->other >= 0 ? cd_dynamic_at(w, c->other) : NULL;
    int index = other ? other->index : c->static_body;
    cd_response a = body_of(w, m->index)->response, b = body_of(w, index)->response;
    assert((c->static_body >= 0) != (c->other >= 0));
    if (c->decider >= 0 && response == CD_ASK) {
        // If the callback has not turned the bodies away from each other, it lets them pass.
        cd_vec v = other ? cd_sub(m->v, other->v) : m->v;
        if (cd_leads_into(v, c->normal))
            cd_pass_through(w, c);
        return;
    }
    if (c->decider == m->index || (c->decider >= 0 && !other))
        a = response;
    if (c->decider == index)
        b = response;
    a = a == CD_ASK ? response : a;
    b = b == CD_ASK ? response : b;
    if (a == CD_PASS || b == CD_PASS)
        cd_pass_through(w, c);
    else if (other)
        hit_dynamic(w, c, a, b);
    else
        hit_static(w, c, a);
}

// Answers to hits. An impulse along the normal is exchanged by both bodies, taken from the vector
// between the centres of balls without normalising it, so that nothing is gained by rounding the
// normal. A body that slides keeps to the nearest direction that leaves all surfaces it slides
// along: one, the edge between two, or none. Resting is a hit no faster than gravity makes in a
// step.
#include "collide/world/step.h"
#include "collide/world/still_query.h"

static const cd_body *body_of(const cd_world *w, int index) {
    return &cd_stored_bodies(w)[index].body;
}

static double inverse_mass(const cd_mover *m) { return m->stalled ? 0 : m->inverse_mass; }

bool cd_step_passed(const cd_world *w, int a, int b) {
    const cd_slot_pair *passed = w->step.passed.memory;
    for (int i = w->step.passed_count; i-- > 0;)
        if ((passed[i].a == a && passed[i].b == b) || (passed[i].a == b && passed[i].b == a))
            return true;
    return false;
}

static void pass(cd_world *w, const cd_collision *m) {
    cd_step_state *s = &w->step;
    cd_mover *mover = cd_mover_at(w, m->mover);
    int other = m->other >= 0 ? cd_mover_at(w, m->other)->index : m->still;
    if (!cd_reserve_array(w, &s->passed, (size_t)s->passed_count + 1, sizeof(cd_slot_pair))) {
        s->failed = true;
        return;
    }
    ((cd_slot_pair *)s->passed.memory)[s->passed_count++] =
        (cd_slot_pair){cd_slot_of(w)[mover->index], cd_slot_of(w)[other]};
    mover->passes = true;
    if (m->other >= 0)
        cd_mover_at(w, m->other)->passes = true;
}

// ------------------------------------------------------------------------------------------ slide

// Whether a mover still touches a body that it slid along, and its normal there.
static bool touches(const cd_world *w, const cd_mover *m, int still, cd_vec *normal) {
    cd_shape shape = cd_mover_shape(w, m);
    cd_separation s = cd_separate(&shape, &body_of(w, still)->shape);
    *normal = s.normal;
    return cd_stored_bodies(w)[still].body.mass > 0 && s.distance <= cd_rounding(m->reach);
}

static bool leads_into(cd_vec v, cd_vec n) { return cd_dot(v, n) < -1e-14 * cd_max_abs(v); }

// The rest of v along the surface, and along those that it slid along before.
static cd_vec slide_along(cd_world *w, int mover, int still, cd_vec v, cd_vec n) {
    const cd_mover *m = cd_mover_at(w, mover);
    cd_mover_contact *touch = &cd_touches(w)[mover];
    cd_vec normals[2], along = cd_slide(v, n);
    int count = 0;
    if (touch->along_step != w->step.serial)
        touch->along_count = 0;
    touch->along_step = w->step.serial;
    for (int i = 0; i < touch->along_count; i++)
        if (touch->along[i] != still && touches(w, m, touch->along[i], &normals[count]))
            touch->along[count++] = touch->along[i];
    touch->along_count = count < 2 ? count + 1 : 2;
    if (count == 2)
        touch->along[0] = touch->along[1];
    touch->along[touch->along_count - 1] = still;
    for (int i = 0; i < count; i++) {
        if (!leads_into(along, normals[i]))
            continue;
        cd_vec edge = cd_cross(n, normals[i]);
        if (w->dim == 2 || cd_length2(edge) < 1e-20)
            return (cd_vec){0, 0, 0};
        along = cd_project(v, edge);
        for (int k = 0; k < count; k++)
            if (k != i && leads_into(along, normals[k]))
                return (cd_vec){0, 0, 0};
    }
    return along;
}

// ---------------------------------------------------------------------------------------- impulse

static double restitution(const cd_world *w, const cd_body *a, const cd_body *b, double approach) {
    return approach <= cd_fall_speed(w) ? 0 : cd_min(a->restitution, b->restitution);
}

static void hit_still(cd_world *w, const cd_collision *m, cd_response how) {
    cd_mover *mover = cd_mover_at(w, m->mover);
    mover->version++;
    double e = how == CD_BOUNCE
                   ? restitution(w, body_of(w, mover->index), body_of(w, m->still), m->approach)
                   : 0;
    if (how == CD_STOP)
        mover->v = (cd_vec){0, 0, 0};
    else if (e > 0)
        mover->v = cd_add_scaled(
            mover->v, -(1 + e) * cd_dot(mover->v, m->normal) / cd_length2(m->normal), m->normal);
    else
        mover->v = slide_along(w, m->mover, m->still, mover->v, m->normal);
}

static void hit_mover(cd_world *w, const cd_collision *m, cd_response how_a, cd_response how_b) {
    cd_mover *a = cd_mover_at(w, m->mover), *b = cd_mover_at(w, m->other);
    double ia = inverse_mass(a), ib = inverse_mass(b);
    a->version++;
    b->version++;
    bool bounce = how_a == CD_BOUNCE && how_b == CD_BOUNCE;
    double e = bounce ? restitution(w, body_of(w, a->index), body_of(w, b->index), m->approach) : 0;
    cd_vec n = a->round && b->round ? cd_sub(a->x, b->x) : m->normal;
    n = cd_is_zero(n) ? m->normal : n;
    if (ia + ib > 0) {
        double along = cd_dot(cd_sub(a->v, b->v), n);
        double impulse = -(1 + e) * along / (cd_length2(n) * (ia + ib));
        a->v = cd_add_scaled(a->v, impulse * ia, n);
        b->v = cd_add_scaled(b->v, -impulse * ib, n);
    }
    if (how_a == CD_STOP && ia > 0)
        a->v = (cd_vec){0, 0, 0};
    if (how_b == CD_STOP && ib > 0)
        b->v = (cd_vec){0, 0, 0};
}

void cd_respond(cd_world *w, const cd_collision *m, cd_response how) {
    const cd_mover *mover = cd_mover_at(w, m->mover);
    const cd_mover *other = m->other >= 0 ? cd_mover_at(w, m->other) : NULL;
    int index = other ? other->index : m->still;
    cd_response a = body_of(w, mover->index)->response, b = body_of(w, index)->response;
    if (m->asker >= 0 && how == CD_ASK) { // it has changed what it wanted, or lets the other pass
        cd_vec v = other ? cd_sub(mover->v, other->v) : mover->v;
        cd_hit left = {.approach = -cd_dot(v, m->normal)};
        if (!cd_is_sliding(&left, v))
            pass(w, m);
        return;
    }
    if (m->asker == mover->index || (m->asker >= 0 && !other))
        a = how;
    if (m->asker == index)
        b = how;
    a = a == CD_ASK ? how : a;
    b = b == CD_ASK ? how : b;
    if (a == CD_PASS || b == CD_PASS)
        pass(w, m);
    else if (other)
        hit_mover(w, m, a, b);
    else
        hit_still(w, m, a);
}

// --------------------------------------------------------------------------------------- push out

// Moves a body that is not still by d, as far as no still body is in the way.
static void push(cd_world *w, int index, cd_vec d) {
    cd_body_sphere *ball = &cd_body_spheres(w)[index];
    cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    cd_mover m = {.x = ball->middle,
                  .v = d,
                  .reach = ball->reach,
                  .index = index,
                  .round = cd_body_is_sphere(w, index)};
    cd_hit hit;
    if (cd_world_first_still(w, &m, shape, 1, &hit) >= 0)
        d = cd_scale(d, hit.t);
    cd_shape_move(shape, d);
    cd_world_measure(w, index);
}

void cd_correct_positions(cd_world *w) {
    const cd_slot_pair *embedded = w->step.embedded.memory;
    for (int i = 0; i < w->step.embedded_count; i++) {
        int a = cd_slots(w)[embedded[i].a], b = cd_slots(w)[embedded[i].b];
        if (a < 0 || b < 0)
            continue;
        const cd_body *p = body_of(w, a), *q = body_of(w, b);
        double ia = 1 / p->mass, ib = 1 / q->mass;
        cd_separation s = cd_separate(&p->shape, &q->shape);
        if (!(s.distance < 0 && isfinite(s.distance)) || ia + ib == 0 || p->response == CD_PASS ||
            q->response == CD_PASS)
            continue;
        if (ia > 0)
            push(w, a, cd_scale(s.normal, -s.distance * ia / (ia + ib)));
        if (ib > 0)
            push(w, b, cd_scale(s.normal, s.distance * ib / (ia + ib)));
    }
}

// Bodies at rest. Gravity drives a body into each one that it lies on, and a hit without
// restitution hands a part of that on to the next, so that a pile of two would hit without end
// within no time (inelastic collapse). So the contacts of a pile are answered together: of all
// velocities that do not approach, the nearest in the metric of the masses (Moreau 1988), which
// gains no energy, by sweeps over the impulses (projected Gauss-Seidel). Those that are so near
// that they would touch in this step may approach until its end: else bodies that slide down each
// other would hit again and again.
#include "collide/world_step.h"

typedef struct {
    cd_world *world;
    double speed;  ///< that gravity makes in a step
    double margin; ///< how near bodies may meet in the step
    double left;   ///< of the step
    unsigned mark;
    int count, contact_count;
} pile;

static cd_piled *piled(const pile *p) { return p->world->step.piled.memory; }

static cd_rest_contact *contacts(const pile *p) { return p->world->step.contacts.memory; }

// ---------------------------------------------------------------------------------------- gather

static bool is_firm(const cd_body *b) {
    return b->response == CD_BOUNCE || b->response == CD_SLIDE;
}

static double inverse_mass(const cd_mover *m) { return m->stalled ? 0 : m->inverse_mass; }

static cd_vec velocity_of(const pile *p, int mover) {
    return mover < 0 ? (cd_vec){0, 0, 0} : cd_mover_at(p->world, mover)->v;
}

// Along the normal; < 0: they approach.
static double parting(const pile *p, const cd_rest_contact *s) {
    return cd_dot(cd_sub(velocity_of(p, s->a), velocity_of(p, s->b)), s->normal);
}

static void add_contact(pile *p, cd_rest_contact contact) {
    cd_step *s = &p->world->step;
    double ia = inverse_mass(cd_mover_at(p->world, contact.a));
    double ib = contact.b < 0 ? 0 : inverse_mass(cd_mover_at(p->world, contact.b));
    contact.mass = 1 / (cd_length2(contact.normal) * (ia + ib));
    if (parting(p, &contact) < -p->speed) // it bounces by itself
        return;
    if (!cd_reserve_array(p->world, &s->contacts, (size_t)p->contact_count + 1,
                          sizeof(cd_rest_contact)))
        s->failed = true;
    else
        contacts(p)[p->contact_count++] = contact;
}

// How fast the two of a contact may approach, so that they do not meet in what is left of the step.
static double slack_of(const pile *p, double gap, double touching) {
    return gap <= touching ? 0 : gap * (1 - 1e-6) / p->left;
}

// A mover that is part of the pile is at its place in the present.
static void add_mover(pile *p, int mover) {
    cd_mover *m = cd_mover_at(p->world, mover);
    if (m->mark >= p->mark || inverse_mass(m) == 0 ||
        !is_firm(&cd_entries(p->world)[m->index].body))
        return;
    m->mark = p->mark;
    cd_mover_advance(p->world, m);
    piled(p)[p->count++] = (cd_piled){mover, m->v};
}

static bool find_contact(const pile *p, const cd_mover *m, const cd_mover *o,
                         cd_rest_contact *contact) {
    const cd_world *w = p->world;
    cd_vec x = cd_mover_position(w, o), d = cd_sub(m->x, x);
    double r = m->reach + o->reach, gap = cd_norm(d) - r;
    double limit = 1e-9 * cd_min(m->reach, o->reach) + p->margin;
    if (!(gap <= limit))
        return false;
    if (m->round && o->round) {
        contact->normal = cd_normalized(d, (cd_vec){0, 1, 0});
        contact->point = cd_add_scaled(x, o->reach, contact->normal);
    } else {
        cd_shape a = cd_mover_shape(w, m), b = cd_mover_shape(w, o);
        cd_separation s = cd_separate(&a, &b);
        contact->normal = s.normal;
        contact->point = s.point_b;
        gap = s.distance;
    }
    contact->slack = slack_of(p, gap, limit - p->margin);
    return gap <= limit;
}

static void touch_mover(void *pile_of, int mover, int other) {
    pile *p = pile_of;
    cd_world *w = p->world;
    const cd_mover *m = cd_mover_at(w, mover), *o = cd_mover_at(w, other);
    cd_rest_contact contact = {.a = mover, .b = other, .still = -1};
    const cd_body *body = &cd_entries(w)[o->index].body;
    if (o->mark > p->mark || !is_firm(body) || !find_contact(p, m, o, &contact))
        return;
    if (!cd_may_meet(&cd_entries(w)[m->index].body, body) ||
        (m->passes && o->passes &&
         cd_step_passed(w, cd_slot_of(w)[m->index], cd_slot_of(w)[o->index])))
        return;
    add_mover(p, other);
    if (o->mark == p->mark || inverse_mass(o) == 0)
        add_contact(p, contact);
}

static void touch_still(void *pile_of, int mover, int still, const cd_separation *contact) {
    pile *p = pile_of;
    double touching = 1e-9 * cd_mover_at(p->world, mover)->reach;
    double slack = slack_of(p, contact->distance, touching);
    if (is_firm(&cd_entries(p->world)[still].body))
        add_contact(p, (cd_rest_contact){.a = mover,
                                         .b = -1,
                                         .still = still,
                                         .normal = contact->normal,
                                         .point = contact->point_b,
                                         .slack = slack});
}

static void gather(pile *p) {
    cd_world *w = p->world;
    for (int i = 0; i < p->count && !w->step.failed; i++) {
        cd_mover *m = cd_mover_at(w, piled(p)[i].mover);
        cd_shape shape = cd_mover_shape(w, m);
        cd_world_touching_still(w, m, piled(p)[i].mover, &shape, p->margin, touch_still, p);
        cd_mover_around(w, piled(p)[i].mover, touch_mover, p);
        m->mark = p->mark + 1; // its contacts are known
    }
}

// ----------------------------------------------------------------------------------------- answer

static void push_apart(const pile *p, cd_rest_contact *s, double impulse) {
    cd_mover *a = cd_mover_at(p->world, s->a);
    a->v = cd_add_scaled(a->v, impulse * inverse_mass(a), s->normal);
    if (s->b >= 0) {
        cd_mover *b = cd_mover_at(p->world, s->b);
        b->v = cd_add_scaled(b->v, -impulse * inverse_mass(b), s->normal);
    }
    s->impulse += impulse;
}

// Makes the two of a contact part by `least`, or by more if they do without it; by how much it
// changed that.
static double answer(const pile *p, cd_rest_contact *s, double least) {
    double missing = least - s->slack - parting(p, s);
    double change = cd_max(missing * s->mass, -s->impulse);
    if (s->approach == 0 && missing > 0)
        s->approach = missing - least + s->slack;
    if (change != 0)
        push_apart(p, s, change);
    return fabs(change) / s->mass;
}

// Forwards and backwards, so that a chain is answered from both ends; how much was missing at most.
static double sweep(const pile *p, double least) {
    double worst = 0;
    for (int i = 0; i < p->contact_count; i++)
        worst = cd_max(worst, answer(p, &contacts(p)[i], least));
    for (int i = p->contact_count; i-- > 0;)
        worst = cd_max(worst, answer(p, &contacts(p)[i], least));
    return worst;
}

// On in the directions of conjugate gradients while that brings it nearer (Silcowitz-Hansen et al.
// 2010).
static bool answer_all(const pile *p, double least, double enough) {
    int *left = &p->world->step.answers;
    for (double before = 0, square; *left > 0; before = square) {
        double worst = sweep(p, least);
        *left -= 2 * p->contact_count;
        if (worst <= enough)
            return true;
        square = 0;
        for (int i = 0; i < p->contact_count; i++) {
            const cd_rest_contact *s = &contacts(p)[i];
            square += (s->impulse - s->before) * (s->impulse - s->before);
        }
        double beta = square < before ? square / before : 0;
        for (int i = 0; i < p->contact_count; i++) {
            cd_rest_contact *s = &contacts(p)[i];
            double on = beta * s->further;
            s->further = on + s->impulse - s->before;
            if (on != 0)
                push_apart(p, s, on);
            s->before = s->impulse;
        }
    }
    return false;
}

// What has come to rest but for rounding rests.
static void settle(const pile *p) {
    for (int i = 0; i < p->count; i++) {
        cd_mover *m = cd_mover_at(p->world, piled(p)[i].mover);
        if (cd_max_abs(m->v) < 1e-9 * p->speed)
            m->v = (cd_vec){0, 0, 0};
    }
}

static bool some_approach(const pile *p) {
    for (int i = 0; i < p->contact_count; i++) {
        const cd_rest_contact *s = &contacts(p)[i];
        cd_vec v = cd_sub(velocity_of(p, s->a), velocity_of(p, s->b));
        if (cd_dot(v, s->normal) + s->slack < -1e-14 * cd_max_abs(v))
            return true;
    }
    return false;
}

// Solves what can be solved with the answers that are left in this step.
static void solve(pile *p) {
    double rounding = 1e-10 * p->speed;
    if (p->contact_count < 2 || !answer_all(p, 0, rounding))
        return;
    settle(p);
    if (some_approach(p))
        answer_all(p, 2 * rounding, rounding);
}

int cd_world_rest(cd_world *w, const cd_meeting *m) {
    cd_step *s = &w->step;
    pile p = {.world = w, .speed = cd_fall_speed(w)};
    s->contact_count = 0;
    if (s->answers <= 0)
        return 0;
    p.mark = s->marks += 2;
    p.left = s->end - s->now;
    p.margin = p.speed * p.left;
    add_mover(&p, m->mover);
    if (m->other >= 0)
        add_mover(&p, m->other);
    gather(&p);
    solve(&p);
    int changed = 0;
    for (int i = 0; i < p.count; i++) {
        cd_piled one = piled(&p)[i];
        cd_mover *mover = cd_mover_at(w, one.mover);
        if (cd_equal(mover->v, one.before))
            continue;
        mover->version++;
        piled(&p)[changed++] = one;
    }
    s->contact_count = p.contact_count;
    return changed;
}

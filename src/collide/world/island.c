// Bodies at rest. Gravity drives a body into each one that it lies on, and a hit without
// restitution hands a part of that on to the next, so that a pile of two would hit without end
// within no time (inelastic collapse). So the contacts of a pile are answered together
// (contact_solver.h). Those that are so near that they would touch in this step may approach until
// its end: else bodies that slide down each other would hit again and again.
#include "collide/world/step.h"
#include "collide/world/still_query.h"

typedef struct {
    cd_world *world;
    double speed;  ///< that gravity makes in a step
    double margin; ///< how near bodies may meet in the step
    double left;   ///< of the step
    unsigned mark;
    int count, contact_count;
} pile;

static cd_island_body *piled(const pile *p) { return p->world->step.piled.memory; }

static cd_island_contact *contacts(const pile *p) { return p->world->step.contacts.memory; }

// ---------------------------------------------------------------------------------------- gather

static bool is_firm(const cd_body *b) {
    return b->response == CD_BOUNCE || b->response == CD_SLIDE;
}

static void add_contact(pile *p, cd_island_contact contact) {
    cd_step_state *s = &p->world->step;
    if (s->failed)
        return;
    const cd_island_body *all = piled(p);
    contact.of_a = cd_mover_at(p->world, contact.a)->piled;
    contact.of_b = contact.b < 0 ? CD_GROUND : cd_mover_at(p->world, contact.b)->piled;
    contact.mass = 1 / (cd_length2(contact.normal) *
                        (all[contact.of_a].inverse_mass + all[contact.of_b].inverse_mass));
    if (cd_separating_speed(all, &contact) < -p->speed) // it bounces by itself
        return;
    if (!cd_reserve_array(p->world, &s->contacts, (size_t)p->contact_count + 1,
                          sizeof(cd_island_contact)))
        s->failed = true;
    else
        contacts(p)[p->contact_count++] = contact;
}

// How fast the two of a contact may approach, so that they do not meet in what is left of the step.
static double slack_of(const pile *p, double gap, double touching) {
    return gap <= touching ? 0 : gap * (1 - 1e-6) / p->left;
}

static void add_body(pile *p, cd_island_body body) {
    cd_step_state *s = &p->world->step;
    if (!cd_reserve_array(p->world, &s->piled, (size_t)p->count + 1, sizeof(cd_island_body)))
        s->failed = true;
    else
        piled(p)[p->count++] = body;
}

// A mover that is part of the pile is at its place in the present.
static void add_mover(pile *p, int mover) {
    cd_mover *m = cd_mover_at(p->world, mover);
    if (m->mark >= p->mark || !is_firm(&cd_stored_bodies(p->world)[m->index].body))
        return;
    m->mark = p->mark;
    m->piled = p->count;
    cd_mover_advance(p->world, m);
    double inverse_mass = m->stalled ? 0 : m->inverse_mass;
    add_body(p, (cd_island_body){.mover = mover, .inverse_mass = inverse_mass, .v = m->v});
}

typedef struct {
    pile *pile;
    int mover, other;
    double touching; ///< the rounding of a gap that is none
} touch;

static void add_touch(void *of, const cd_separation *contact) {
    const touch *t = of;
    add_mover(t->pile, t->other);
    add_contact(t->pile,
                (cd_island_contact){.a = t->mover,
                                    .b = t->other,
                                    .still = -1,
                                    .normal = contact->normal,
                                    .point = contact->point_b,
                                    .slack = slack_of(t->pile, contact->distance, t->touching)});
}

static void touch_mover(void *pile_of, int mover, int other) {
    pile *p = pile_of;
    cd_world *w = p->world;
    const cd_mover *m = cd_mover_at(w, mover), *o = cd_mover_at(w, other);
    cd_vec x = cd_mover_position(w, o), d = cd_sub(m->x, x);
    double gap = cd_norm(d) - (m->reach + o->reach);
    touch t = {p, mover, other, cd_rounding(cd_min(m->reach, o->reach))};
    double limit = t.touching + p->margin;
    if (!(gap <= limit) || o->mark > p->mark || !is_firm(&cd_stored_bodies(w)[o->index].body) ||
        !cd_mover_meets(w, m, o->index))
        return;
    if (m->round && o->round) {
        cd_vec n = cd_normalized(d, (cd_vec){0, 1, 0});
        cd_separation contact = {.distance = gap, .normal = n};
        contact.point_b = cd_add_scaled(x, o->reach, n);
        add_touch(&t, &contact);
    } else {
        cd_shape a = cd_mover_shape(w, m), b = cd_mover_shape(w, o);
        cd_each_contact(&a, &b, limit, add_touch, &t);
    }
}

static void touch_still(void *pile_of, int mover, int still, const cd_separation *contact) {
    pile *p = pile_of;
    double touching = cd_rounding(cd_mover_at(p->world, mover)->reach);
    double slack = slack_of(p, contact->distance, touching);
    if (is_firm(&cd_stored_bodies(p->world)[still].body))
        add_contact(p, (cd_island_contact){.a = mover,
                                           .b = -1,
                                           .still = still,
                                           .normal = contact->normal,
                                           .point = contact->point_b,
                                           .slack = slack});
}

static void gather(pile *p) {
    cd_world *w = p->world;
    for (int i = CD_GROUND + 1; i < p->count && !w->step.failed; i++) {
        if (piled(p)[i].inverse_mass == 0)
            continue;
        cd_mover *m = cd_mover_at(w, piled(p)[i].mover);
        cd_shape shape = cd_mover_shape(w, m);
        cd_world_touching_still(w, m, piled(p)[i].mover, &shape, p->margin, touch_still, p);
        cd_mover_around(w, piled(p)[i].mover, touch_mover, p);
        m->mark = p->mark + 1; // its contacts are known
    }
}

int cd_resolve_island(cd_world *w, const cd_collision *m) {
    cd_step_state *s = &w->step;
    pile p = {.world = w, .speed = cd_fall_speed(w)};
    s->contact_count = 0;
    int64_t most = (1 << 17) + (1 << 13) * (int64_t)s->mover_count;
    if (s->answers >= most)
        return 0;
    p.mark = s->marks += 2;
    p.left = s->end - s->now;
    p.margin = p.speed * p.left;
    add_body(&p, (cd_island_body){.mover = -1}); // CD_GROUND
    add_mover(&p, m->mover);
    if (m->other >= 0)
        add_mover(&p, m->other);
    gather(&p);
    if (s->failed ||
        !cd_solve_contacts(&(cd_island_contacts){contacts(&p), p.contact_count, piled(&p), p.count,
                                                 p.speed, &s->answers, most}))
        return 0;
    int changed = 0;
    for (int i = CD_GROUND + 1; i < p.count; i++) {
        cd_island_body one = piled(&p)[i];
        cd_mover *mover = cd_mover_at(w, one.mover);
        if (one.inverse_mass == 0 || cd_equal(mover->v, one.v))
            continue;
        mover->v = one.v;
        mover->version++;
        piled(&p)[changed++] = one;
    }
    s->contact_count = p.contact_count;
    return changed;
}

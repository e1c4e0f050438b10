// Bodies mark the island that they are in; those whose contacts have all been gathered mark that,
// too, so that each contact counts once.
#include "collide/world/contact/island.h"

#include "collide/world/body/thin.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/contact/fixed_contacts.h"
#include "collide/world/contact/turning_contact.h"
#include "collide/world/motion/body_pair.h"
#include "collide/world/motion/one_way.h"
#include "collide/world/motion/static_query.h"
#include "collide/world/motion/step_hash.h"

static int add_body(cd_world *w, cd_island_body body) {
    cd_step_state *s = &w->step;
    cd_island_body *added =
        cd_step_append(w, &s->island_bodies, &s->island_body_count, sizeof *added);
    if (!added)
        return -1;
    *added = body;
    return s->island_body_count - 1;
}

void cd_island_begin(cd_world *w) {
    cd_step_state *s = &w->step;
    s->island_body_count = s->island_contact_count = 0;
    s->island_mark += 2;
    add_body(w, (cd_island_body){.dynamic_body = -1}); // CD_GROUND
}

int cd_island_add(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (m->island_mark >= w->step.island_mark)
        return m->island_body;
    cd_dynamic_advance(w, m);
    m->island_mark = w->step.island_mark;
    m->island_body = add_body(w, (cd_island_body){.dynamic_body = dynamic_body,
                                                  .inverse_mass = m->stalled ? 0 : m->inverse_mass,
                                                  .v = m->v});
    return m->island_body;
}

// The restitution of two bodies that hit, unless one of them does not bounce.
static double restitution_of(const cd_world *w, const cd_island_contact *c) {
    const int index = c->b >= 0 ? cd_dynamic_at(w, c->b)->index : c->static_body;
    const cd_body *a = &cd_stored_bodies(w)[cd_dynamic_at(w, c->a)->index].body;
    const cd_body *b = &cd_stored_bodies(w)[index].body;
    bool bounce = a->response == CD_BOUNCE && b->response == CD_BOUNCE;
    return bounce ? cd_min(a->restitution, b->restitution) : 0;
}

// Cosine up to which the normal of the hit is that of a contact.
static const double SAME = 1 - 1e-9;

// Whether two bodies do not block each other where they touch, as one blocks one way only.
static bool pass_one_way(const cd_world *w, const cd_island_contact *c) {
    const int a = cd_dynamic_at(w, c->a)->index;
    const int b = c->b < 0 ? c->static_body : cd_dynamic_at(w, c->b)->index;
    const cd_vec at_rest = {0, 0, 0};
    return cd_have_one_way(w, a, b) &&
           (cd_one_way_passes(w, a, b, c->normal, at_rest) ||
            (c->gap < -c->margin && cd_one_way_lets_overlap(w, a, b, 0)));
}

void cd_island_add_contact(cd_world *w, const cd_island_contact *contact) {
    cd_step_state *s = &w->step;
    cd_island_contact c = *contact;
    if (cd_is_zero(c.normal) || (!c.is_hit && pass_one_way(w, &c)))
        return; // sets that cross have no normal
    c.of_a = cd_island_add(w, c.a);
    c.of_b = c.b < 0 ? CD_GROUND : cd_island_add(w, c.b);
    if (s->failed)
        return;
    const cd_island_contact *hit = cd_island_contacts_of(w);
    bool is_again = s->island_contact_count > 0 && hit->is_hit &&
                    hit->static_body == c.static_body &&
                    ((hit->a == c.a && hit->b == c.b && cd_dot(hit->normal, c.normal) > SAME) ||
                     (hit->a == c.b && hit->b == c.a && cd_dot(hit->normal, c.normal) < -SAME));
    if (is_again)
        return;
    const cd_island_body *all = cd_island_bodies(w);
    double inverse = all[c.of_a].inverse_mass + all[c.of_b].inverse_mass;
    if (!(inverse > 0))
        return;
    c.mass = 1 / (cd_length2(c.normal) * inverse);
    if (!c.is_hit)
        c.restitution = restitution_of(w, &c);
    cd_set_surface(w, &c);
    cd_island_contact *added =
        cd_step_append(w, &s->island_contacts, &s->island_contact_count, sizeof *added);
    if (added)
        *added = c;
}

// ---------------------------------------------------------------------------------------- answers

void cd_island_note_answer(cd_world *w, int a, int b) {
    cd_step_state *s = &w->step;
    cd_slot_pair *pair = cd_step_append(w, &s->answered_pairs, &s->answered_count, sizeof *pair);
    if (pair)
        *pair = (cd_slot_pair){cd_slot_of(w)[a], cd_slot_of(w)[b]};
}

bool cd_take_part(const cd_world *w, int a, int b) {
    const cd_stored_body *all = cd_stored_bodies(w);
    const cd_slot_pair *answered = w->step.answered_pairs.memory;
    if (cd_lets_pass(w, a, b))
        return false;
    if (all[a].body.response != CD_ASK && all[b].body.response != CD_ASK)
        return true;
    int p = cd_slot_of(w)[a], q = cd_slot_of(w)[b];
    for (int i = 0; i < w->step.answered_count; i++)
        if ((answered[i].a == p && answered[i].b == q) ||
            (answered[i].a == q && answered[i].b == p))
            return true;
    return false;
}

// ----------------------------------------------------------------------------------------- gather

// How far a body may move in a step and be in a pile: this part of its size, and no farther than
// the cells beside its own reach. Its contacts reach as far, so that all that it may meet are
// known.
static const double MOST_SPAN = 0.5;

// The largest speed at which a body moves by turning.
static double spin_speed(const cd_world *w, const cd_dynamic_body *m) {
    return m->spins ? cd_length(cd_stored_bodies(w)[m->index].body.spin) * m->bounding_radius : 0;
}

double cd_contact_span(const cd_world *w, const cd_dynamic_body *m) {
    const double span = (cd_length(m->v) + w->step.contact_speed) * w->step.contact_span;
    const double room = w->step.cell_width / 2 - m->bounding_radius;
    if (!(m->inverse_mass > 0))
        return (cd_length(m->v) + spin_speed(w, m)) * w->step.contact_span;
    return cd_min(span, m->oversized ? MOST_SPAN * m->bounding_radius
                                     : cd_min(MOST_SPAN * m->bounding_radius, room));
}

double cd_contact_reach(const cd_world *w, double margin, const cd_dynamic_body *m,
                        const cd_dynamic_body *o) {
    return cd_max(cd_holding_gap(w, margin),
                  cd_contact_span(w, m) + (o ? cd_contact_span(w, o) : 0));
}

// Each reaches as far from where it is now that two without a contact are known by these spheres
// alone: of a dense pile, most of those around.
void cd_island_set_reaches(cd_world *w) {
    cd_body_sphere *reaches = w->step.reaches.memory;
    for (int k = 0; k < w->step.awake_count; k++) {
        const int i = cd_awake(w)[k];
        cd_dynamic_body m = *cd_dynamic_at(w, i);
        const double skin = cd_has_skin(w, m.index) ? cd_thin_skin(w, m.index) : 0;
        const double margin = cd_contact_margin(w, m.index, m.index, m.bounding_radius);
        const double before = cd_contact_reach(w, margin, &m, NULL);
        const cd_vec middle = cd_dynamic_position(w, &m);
        m.v = cd_dynamic_velocity(w, &m);
        reaches[i] =
            (cd_body_sphere){middle, m.bounding_radius + skin +
                                         cd_max(before, cd_contact_reach(w, margin, &m, NULL))};
    }
}

static bool are_apart(const cd_world *w, int a, int b) {
    const cd_body_sphere *reaches = w->step.reaches.memory;
    return w->step.contact_span > 0 && cd_body_spheres_overlap(&reaches[a], &reaches[b]) < 0;
}

typedef struct {
    cd_world *world;
    int dynamic_body, other;
    double margin;
    int *fixed_count;
} island_visitor;

static cd_vec normal_of(const cd_island_contact *c, const cd_shape *a, const cd_shape *b,
                        const cd_separation *at) {
    return at->distance > c->margin ? at->normal : cd_resting_normal(a, b, at);
}

// Adds a contact: at once, or, where it is one with what nothing pushes, to those to be joined.
static void add_contact(const island_visitor *v, int static_body, const cd_shape *a,
                        const cd_shape *b, const cd_separation *at) {
    cd_island_contact c = {.a = v->dynamic_body,
                           .b = v->other,
                           .static_body = static_body,
                           .normal = at->normal,
                           .point = at->point_b,
                           .gap = at->distance,
                           .margin = v->margin};
    const cd_dynamic_body *o = c.b >= 0 ? cd_dynamic_at(v->world, c.b) : NULL;
    const bool is_fixed = !o || o->inverse_mass == 0;
    c.turns = o && o->spins;
    if (is_fixed) {
        cd_world *w = v->world;
        cd_fixed_contact *f = cd_step_append(w, &w->step.fixed_contacts, v->fixed_count, sizeof *f);
        if (f)
            *f = (cd_fixed_contact){c, *a, *b, *at, false, false};
        return;
    }
    c.normal = normal_of(&c, a, b, at);
    cd_island_add_contact(v->world, &c);
}

static void add_dynamic_contact(void *context, const cd_shape *a, const cd_shape *b,
                                const cd_separation *at) {
    add_contact(context, -1, a, b, at);
}

static void visit_static(void *context, int static_body, const cd_shape *a, const cd_shape *b,
                         const cd_separation *at) {
    island_visitor *v = context;
    const cd_dynamic_body *m = cd_dynamic_at(v->world, v->dynamic_body);
    if (!cd_take_part(v->world, m->index, static_body))
        return;
    v->margin = cd_contact_margin(v->world, m->index, static_body, m->bounding_radius);
    add_contact(v, static_body, a, b, at);
}

// r: how far apart their middles are when they touch.
static void add_ball_contact(const island_visitor *v, const cd_dynamic_body *o, cd_vec d,
                             double r) {
    const cd_vec x = cd_dynamic_position(v->world, o), n = cd_normalized(d, (cd_vec){0, 1, 0});
    cd_island_add_contact(v->world,
                          &(cd_island_contact){.a = v->dynamic_body,
                                               .b = v->other,
                                               .static_body = -1,
                                               .normal = n,
                                               .point = cd_add_scaled(x, o->bounding_radius, n),
                                               .gap = cd_length(d) - r,
                                               .margin = v->margin});
}

// Adds the contacts of a dynamic body with another that touches it.
static void visit_dynamic(void *context, int dynamic_body, int other) {
    island_visitor *v = context;
    cd_world *w = v->world;
    if (are_apart(w, dynamic_body, other))
        return;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body), *o = cd_dynamic_at(w, other);
    cd_vec d = cd_sub(m->x, cd_dynamic_position(w, o));
    double r = m->bounding_radius + o->bounding_radius + cd_skin_of_pair(w, m->index, o->index);
    double bounding_radius = cd_min(m->bounding_radius, o->bounding_radius);
    double margin = cd_contact_margin(w, m->index, o->index, bounding_radius);
    double reach = cd_contact_reach(w, margin, m, o);
    if (!(cd_length2(d) <= (r + reach) * (r + reach)) || o->island_mark > w->step.island_mark ||
        !cd_take_part(w, m->index, o->index) || !cd_dynamic_may_hit(w, m, o->index))
        return;
    v->other = other;
    v->margin = margin;
    if (m->is_sphere && o->is_sphere) {
        add_ball_contact(v, o, d, r);
        return;
    }
    cd_shape a = cd_dynamic_shape(w, m), b = cd_dynamic_shape(w, o);
    cd_add_skins(w, m->index, &a, o->index, &b);
    cd_each_contact(&a, &b, reach, add_dynamic_contact, v);
}

static void add_fixed_contacts(cd_world *w, int count) {
    cd_fixed_contacts fixed = {count, w->step.fixed_contacts.memory};
    cd_fixed_contacts_join(w->dim, &fixed);
    for (int i = 0; i < count; i++) {
        cd_fixed_contact *f = &fixed.contacts[i];
        if (f->is_hidden)
            continue;
        f->contact.normal = normal_of(&f->contact, &f->a, &f->b, &f->at);
        cd_island_add_contact(w, &f->contact);
    }
}

cd_island_contacts cd_island_of(cd_world *w, int count, double enough, int rounds) {
    cd_step_state *s = &w->step;
    const int body_count = s->island_body_count;
    if (!cd_step_reserve(w, &s->island_members, (size_t)body_count, sizeof(int)))
        return (cd_island_contacts){0};
    int *members = s->island_members.memory;
    for (int i = 0; i < body_count; i++)
        members[i] = i;
    return (cd_island_contacts){.contacts = cd_island_contacts_of(w),
                                .count = count,
                                .bodies = cd_island_bodies(w),
                                .members = members,
                                .member_count = body_count,
                                .enough = enough,
                                .rounds = rounds};
}

cd_solution cd_island_solve(cd_world *w, int count, double enough, int rounds) {
    const cd_island_contacts island = cd_island_of(w, count, enough, rounds);
    return w->step.failed ? CD_SQUEEZED : cd_solve_contacts(&island);
}

// What no impulse moves passes none on.
void cd_island_gather(cd_world *w, int place) {
    const cd_island_body body = cd_island_bodies(w)[place];
    if (body.inverse_mass == 0)
        return;
    cd_dynamic_body *m = cd_dynamic_at(w, body.dynamic_body);
    if (m->island_mark > w->step.island_mark)
        return;
    int fixed_count = 0;
    const double margin = CD_CONTACT_MARGIN * m->bounding_radius;
    const cd_shape shape = cd_dynamic_shape(w, m);
    island_visitor visitor = {w, body.dynamic_body, -1, margin, &fixed_count};
    cd_world_touching_static(w, m, &shape, cd_contact_reach(w, margin, m, NULL), visit_static,
                             &visitor);
    cd_cell_neighbours(w, body.dynamic_body, visit_dynamic, &visitor);
    add_fixed_contacts(w, fixed_count);
    m->island_mark = w->step.island_mark + 1;
}

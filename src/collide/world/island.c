// Bodies at rest. In each step gravity drives a body into those that it lies on. Hit by hit without
// restitution, each would pass a part of that on to the next, and two bodies on each other would
// hit without end in no time (inelastic collapse). So the contacts of an island are solved together
// (contact_solver.h). Contacts so near that they would close in this step may close until its end:
// else bodies that slide down each other would hit again and again.
#include "collide/world/island.h"

#include "collide/world/static_contacts.h"
#include "collide/world/step_hash.h"
#include "collide/world/thin.h"
#include "collide/world/world_memory.h"

// The solver may visit so many contacts in a step, so that a step ends in bounded time: enough for
// some 32,000 rounds over one contact and 2,000 rounds over one contact for each dynamic body.
enum { VISITS_OF_STEP = 1 << 17, VISITS_OF_DYNAMIC = 1 << 13 };

typedef struct {
    cd_world *world;
    double speed;  ///< that gravity adds in a step
    double margin; ///< the gap that this speed closes in the rest of the step
    double left;   ///< of the step
    unsigned mark; ///< of dynamic bodies in this island; mark + 1: their contacts are gathered, too
    int count, contact_count;
} island;

static cd_island_body *bodies_of(const island *p) { return p->world->step.island_bodies.memory; }

static cd_island_contact *contacts_of(const island *p) {
    return p->world->step.island_contacts.memory;
}

// ---------------------------------------------------------------------------------------- gather

// Whether a body takes part: what stops or asks at a hit, or passes, responds to each by itself.
static bool takes_part(const cd_body *b) {
    return b->response == CD_BOUNCE || b->response == CD_SLIDE;
}

static void add_contact(island *p, cd_island_contact contact) {
    const cd_island_body *all = bodies_of(p);
    if (p->world->step.failed)
        return;
    contact.of_a = cd_dynamic_at(p->world, contact.a)->island_body;
    contact.of_b = contact.b < 0 ? CD_GROUND : cd_dynamic_at(p->world, contact.b)->island_body;
    contact.mass = 1 / (cd_length2(contact.normal) *
                        (all[contact.of_a].inverse_mass + all[contact.of_b].inverse_mass));
    if (cd_separating_speed(all, &contact) < -p->speed) // faster than a fall: a hit that bounces
        return;
    cd_island_contact *added =
        cd_step_append(p->world, &p->world->step.island_contacts, &p->contact_count, sizeof *added);
    if (added)
        *added = contact;
}

// How fast the two of a contact may approach without closing the gap before the step ends.
// Without it: tests/collide/world/island_spec.lua "Bodies at rest"
static double slack_of(const island *p, double gap, double tolerance) {
    return gap <= tolerance ? 0 : gap / p->left;
}

static void add_body(island *p, cd_island_body body) {
    cd_island_body *added =
        cd_step_append(p->world, &p->world->step.island_bodies, &p->count, sizeof *added);
    if (added)
        *added = body;
}

// Adds a dynamic body, unless it is there, and moves it to the present.
static void add_dynamic(island *p, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(p->world, dynamic_body);
    if (m->island_mark >= p->mark || !takes_part(&cd_stored_bodies(p->world)[m->index].body))
        return;
    m->island_mark = p->mark;
    m->island_body = p->count;
    cd_dynamic_advance(p->world, m);
    double inverse_mass = m->stalled ? 0 : m->inverse_mass;
    add_body(
        p, (cd_island_body){.dynamic_body = dynamic_body, .inverse_mass = inverse_mass, .v = m->v});
}

typedef struct {
    island *island;
    int dynamic_body, other;
    double tolerance; ///< below it a gap is none
} dynamic_pair;

static void add_dynamic_contact(void *context, const cd_shape *a, const cd_shape *b,
                                const cd_separation *contact) {
    const dynamic_pair *pair = context;
    (void)a, (void)b;
    add_dynamic(pair->island, pair->other);
    add_contact(pair->island, (cd_island_contact){.a = pair->dynamic_body,
                                                  .b = pair->other,
                                                  .static_body = -1,
                                                  .normal = contact->normal,
                                                  .point = contact->point_b,
                                                  .slack = slack_of(pair->island, contact->distance,
                                                                    pair->tolerance)});
}

// Adds the contacts of a dynamic body with another that touches it or comes near, unless they are
// there.
static void visit_dynamic(void *context, int dynamic_body, int other) {
    island *p = context;
    cd_world *w = p->world;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body), *o = cd_dynamic_at(w, other);
    cd_vec x = cd_dynamic_position(w, o), d = cd_sub(m->x, x);
    double gap = cd_length(d) -
                 (m->bounding_radius + o->bounding_radius + cd_skin_of_pair(w, m->index, o->index));
    double bounding_radius = cd_min(m->bounding_radius, o->bounding_radius);
    dynamic_pair pair = {p, dynamic_body, other,
                         cd_pair_tolerance(w, m->index, o->index, bounding_radius)};
    double limit = pair.tolerance + p->margin;
    if (!(gap <= limit) || o->island_mark > p->mark ||
        !takes_part(&cd_stored_bodies(w)[o->index].body) || !cd_dynamic_may_hit(w, m, o->index))
        return;
    if (m->is_sphere && o->is_sphere) {
        cd_vec n = cd_normalized(d, (cd_vec){0, 1, 0});
        cd_separation contact = {.distance = gap, .normal = n};
        contact.point_b = cd_add_scaled(x, o->bounding_radius, n);
        add_dynamic_contact(&pair, NULL, NULL, &contact);
    } else {
        cd_shape a = cd_dynamic_shape(w, m), b = cd_dynamic_shape(w, o);
        cd_add_skins(w, m->index, &a, o->index, &b);
        cd_each_contact(&a, &b, limit, add_dynamic_contact, &pair);
    }
}

typedef struct {
    island *island;
    int dynamic_body;
} island_dynamic;

static void visit_static(void *context, int static_body, const cd_shape *a, const cd_shape *b,
                         const cd_separation *contact) {
    const island_dynamic *visited = context;
    island *p = visited->island;
    const int dynamic_body = visited->dynamic_body;
    const cd_dynamic_body *m = cd_dynamic_at(p->world, dynamic_body);
    (void)a, (void)b;
    double tolerance = cd_pair_tolerance(p->world, m->index, static_body, m->bounding_radius);
    double slack = slack_of(p, contact->distance, tolerance);
    if (takes_part(&cd_stored_bodies(p->world)[static_body].body))
        add_contact(p, (cd_island_contact){.a = dynamic_body,
                                           .b = -1,
                                           .static_body = static_body,
                                           .normal = contact->normal,
                                           .point = contact->point_b,
                                           .slack = slack});
}

// Visits the bodies in the order in which they were added, which adds others. What no impulse moves
// passes none on.
static void gather(island *p) {
    cd_world *w = p->world;
    for (int i = CD_GROUND + 1; i < p->count && !w->step.failed; i++) {
        if (bodies_of(p)[i].inverse_mass == 0)
            continue;
        int dynamic_body = bodies_of(p)[i].dynamic_body;
        cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
        cd_shape shape = cd_dynamic_shape(w, m);
        island_dynamic visited = {p, dynamic_body};
        cd_world_static_contacts(w, m, &shape, p->margin, visit_static, &visited);
        cd_cell_neighbours(w, dynamic_body, visit_dynamic, p);
        // Others leave its contacts out from now on: each counts once.
        // Without it: tests/collide/world/island_spec.lua "Bodies at rest"
        m->island_mark = p->mark + 1;
    }
}

// ----------------------------------------------------------------------------------------- resolve

static bool reserve_events(const island *p) {
    cd_step_state *s = &p->world->step;
    int approached = 0;
    for (int i = 0; i < p->contact_count; i++)
        approached += contacts_of(p)[i].approach > 0;
    return cd_step_reserve(p->world, &s->events, (size_t)s->event_count + (size_t)approached,
                           sizeof(cd_event));
}

// Gives the dynamic bodies their velocities; those that have changed come first among the bodies.
static int apply_velocities(const island *p) {
    int changed = 0;
    for (int i = CD_GROUND + 1; i < p->count; i++) {
        cd_island_body body = bodies_of(p)[i];
        cd_dynamic_body *m = cd_dynamic_at(p->world, body.dynamic_body);
        if (body.inverse_mass == 0 || cd_equal(m->v, body.v))
            continue;
        m->v = body.v;
        m->version++;
        cd_dynamic_keep_in_range(p->world, m);
        bodies_of(p)[changed++] = body;
    }
    return changed;
}

// Hit by hit, a stack would stall.
// Without it: tests/collide/world/island_spec.lua "stand on each other"
int cd_resolve_island(cd_world *w, const cd_collision *c) {
    cd_step_state *s = &w->step;
    island p = {.world = w, .speed = cd_fall_speed(w), .left = s->end - s->now};
    int64_t allowed = VISITS_OF_STEP + VISITS_OF_DYNAMIC * (int64_t)s->dynamic_count;
    s->island_contact_count = 0;
    if (s->solver_visits >= allowed)
        return 0;
    p.mark = s->island_mark += 2;
    p.margin = p.speed * p.left;
    add_body(&p, (cd_island_body){.dynamic_body = -1}); // CD_GROUND
    add_dynamic(&p, c->dynamic_body);
    if (c->other >= 0)
        add_dynamic(&p, c->other);
    gather(&p);
    const cd_island_contacts contacts = {contacts_of(&p), p.contact_count,   bodies_of(&p), p.count,
                                         p.speed,         &s->solver_visits, allowed};
    if (s->failed || !cd_solve_contacts(&contacts) || !reserve_events(&p))
        return 0;
    s->island_contact_count = p.contact_count;
    return apply_velocities(&p);
}

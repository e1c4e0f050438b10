// Impulses >= 0 that leave the least energy. A sweep makes each contact part as it should, forwards
// and backwards, so that a chain is answered from both ends (projected Gauss-Seidel); then all go
// on together in the directions of the sweep and of the last step, as conjugate gradients do.
#include "collide/world/contact_solver.h"

static void exchange(const cd_island_body *a, const cd_island_body *b, cd_vec normal,
                     double impulse, cd_vec *of_a, cd_vec *of_b) {
    *of_a = cd_add_scaled(*of_a, impulse * a->inverse_mass, normal);
    *of_b = cd_add_scaled(*of_b, -impulse * b->inverse_mass, normal);
}

static void push(const cd_island_contacts *p, cd_island_contact *c, double impulse) {
    cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
    c->impulse += impulse;
    exchange(a, b, c->normal, impulse, &a->v, &b->v);
}

// ------------------------------------------------------------------------------------------ sweep

// Makes the two of a contact part by `least`, or by more if they do without it; by how much it
// changed that.
static double answer(const cd_island_contacts *p, cd_island_contact *c, double least) {
    double missing = least - c->slack - cd_separating_speed(p->bodies, c);
    double change = cd_max(missing * c->mass, -c->impulse);
    if (c->approach == 0 && missing > 0)
        c->approach = missing - least + c->slack;
    c->change += change;
    push(p, c, change);
    return fabs(change) / c->mass;
}

// What changed most.
static double sweep(const cd_island_contacts *p, double least) {
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        p->contacts[i].change = 0;
        most = cd_max(most, answer(p, &p->contacts[i], least));
    }
    for (int i = p->count; i-- > 0;)
        most = cd_max(most, answer(p, &p->contacts[i], least));
    return most;
}

// ------------------------------------------------------------------------------------------ go on

// What is to be least: the energy, but for the work of what does not give way, and of the impulses
// over the gaps that they leave.
static double energy(const cd_island_contacts *p, double least) {
    double sum = 0;
    for (int i = 0; i < p->body_count; i++)
        if (p->bodies[i].inverse_mass > 0)
            sum += cd_length2(p->bodies[i].v) / p->bodies[i].inverse_mass / 2;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        const cd_island_body *b = &p->bodies[c->of_b];
        double driven = b->inverse_mass == 0 ? cd_dot(b->v, c->normal) : 0;
        sum += c->impulse * (c->slack - driven - least);
    }
    return sum;
}

// The slopes of the energy in the directions of the sweep and of the last step.
static void slopes(const cd_island_contacts *p, double least, double slope[2]) {
    slope[0] = slope[1] = 0;
    for (int i = 0; i < p->body_count; i++)
        p->bodies[i].change = p->bodies[i].further = (cd_vec){0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        if (c->impulse == 0) { // it does not act
            c->change = c->further = 0;
            continue;
        }
        cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
        exchange(a, b, c->normal, c->change, &a->change, &b->change);
        exchange(a, b, c->normal, c->further, &a->further, &b->further);
        double excess = cd_separating_speed(p->bodies, c) + c->slack - least;
        slope[0] += c->change * excess;
        slope[1] += c->further * excess;
    }
}

// How far to go in both, so that the energy is least. Where it hardly bends rounding would lead
// far.
static void aim(const cd_island_contacts *p, double least, double on[2]) {
    enum { MOST = 16 };
    double slope[2], xx = 0, xy = 0, yy = 0;
    slopes(p, least, slope);
    for (int i = 0; i < p->body_count; i++) {
        const cd_island_body *b = &p->bodies[i];
        double mass = b->inverse_mass > 0 ? 1 / b->inverse_mass : 0;
        xx += mass * cd_length2(b->change);
        xy += mass * cd_dot(b->change, b->further);
        yy += mass * cd_length2(b->further);
    }
    double det = xx * yy - xy * xy;
    bool both = det > 1e-9 * xx * yy;
    on[0] = both ? (xy * slope[1] - yy * slope[0]) / det : xx > 0 ? -slope[0] / xx : 0;
    on[1] = both ? (xy * slope[0] - xx * slope[1]) / det : 0;
    double most = cd_max(fabs(on[0]), fabs(on[1]));
    double part = most > MOST ? MOST / most : 1;
    on[0] *= part;
    on[1] *= part;
}

// There, without the impulses that would pull; or, where that gains energy, as far as none does.
static void go_on(const cd_island_contacts *p, double least) {
    double on[2], part = 1, before = energy(p, least);
    aim(p, least, on);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        double more = on[0] * c->change + on[1] * c->further;
        if (more < 0)
            part = cd_min(part, c->impulse / -more);
        c->more = cd_max(more, -c->impulse);
        push(p, c, c->more);
    }
    bool gains = !(energy(p, least) <= before);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        if (gains) {
            push(p, c, -c->more);
            c->more = part * (on[0] * c->change + on[1] * c->further);
            push(p, c, c->more);
        }
        c->further = c->change + c->more;
    }
}

// ------------------------------------------------------------------------------------------ solve

static bool solve(const cd_island_contacts *p, double least, double enough) {
    while (*p->answers < p->most) {
        *p->answers += 4 * p->count;
        if (sweep(p, least) <= enough)
            return true;
        go_on(p, least);
    }
    return false;
}

static bool some_approach(const cd_island_contacts *p) {
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        cd_vec v = cd_sub(p->bodies[c->of_a].v, p->bodies[c->of_b].v);
        if (cd_separating_speed(p->bodies, c) + c->slack < -1e-14 * cd_max_abs(v))
            return true;
    }
    return false;
}

// What rests but for rounding rests. Where rounding still leads into a contact, all part by more
// than that.
bool cd_solve_contacts(const cd_island_contacts *p) {
    double rounding = 1e-10 * p->speed, before = energy(p, 0);
    if (p->count < 2)
        return false;
    if (solve(p, 0, rounding)) {
        for (int i = 0; i < p->body_count; i++)
            if (cd_max_abs(p->bodies[i].v) < 10 * rounding)
                p->bodies[i].v = (cd_vec){0, 0, 0};
        if (some_approach(p))
            solve(p, 2 * rounding, rounding);
    }
    return energy(p, 0) <= before * (1 + 1e-8);
}

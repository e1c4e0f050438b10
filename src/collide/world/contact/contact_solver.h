// The impulses that keep the bodies of a contact island from approaching each other; of velocities
// in an impact, of accelerations where contacts hold.
#ifndef COLLIDE_WORLD_CONTACT_CONTACT_SOLVER_H
#define COLLIDE_WORLD_CONTACT_CONTACT_SOLVER_H

#include "collide/world/body/state.h"

/// A body of an island: its velocity, and how that changes in the two directions of the search.
typedef struct cd_island_body {
    int dynamic_body; ///< of the world
    bool joins;       ///< its contacts belong to the island
    bool changed;     ///< it moves on another path than before
    bool jolted;      ///< its velocity has changed by more than its contacts take
    bool lies, moves; ///< of its group: it lies on something; something moves (constraint.c)
    bool is_fast;     ///< of its group: a body may not be in a pile
    bool rests, in_pile, falls;
    bool is_solved; ///< it lies on one plane, at a velocity that is solved to rounding (paths.c)
    bool turns;     ///< of its group: it touches what turns
    int rides[CD_MOST_RIDDEN]; ///< the dynamic bodies that turn and take it along, + 1; 0: none
    bool stops;        ///< friction stops it within the step; then it has come by `displacement`
    int parent, size;  ///< of a group of bodies
    double total_mass; ///< of that
    int pile;          ///< the body that stands for its pile
    double part;       ///< of its way that a pile goes
    cd_vec displacement;
    cd_vec pressed;      ///< its velocity before it bounces
    double inverse_mass; ///< 0: nothing moves it
    double own;          ///< its inverse mass where it does not join (constraint.c)
    cd_vec v, before, begun, change, further; ///< the last three belong to the solver
} cd_island_body;

/// A contact of bodies a and b, its normal away from b. `impulse` and what follows belong to the
/// solver.
typedef struct cd_island_contact {
    int a, b, static_body;     ///< dynamic bodies of the world; b is -1 where it is the static body
    int of_a, of_b;            ///< their places among the bodies; a can be moved
    bool turns;                ///< one of the bodies does (turning_contact.h)
    bool is_hit;               ///< of the hit with which the island began
    bool holds, closes, joins; ///< it holds; it holds or closes within the step (constraint.c)
    cd_vec normal, point;
    double gap, margin;    ///< margin: the gap up to which it counts as a contact
    double restitution, e; ///< e: what counts of it in a reflection
    double approach;       ///< how fast they approached when they first did, 0: never
    double slack;          ///< >= 0: how fast they may approach
    double mass;           ///< the impulse for a speed of 1 along the normal
    double impulse, total, change, further, more; ///< total: of all rounds of the island
    double friction;
    cd_vec surface; ///< how its surfaces move beside the bodies, that of a relative to that of b
    double lead;    ///< at which they part beside what the bodies do, along the normal
    double load;    ///< the impulse that presses
    cd_vec rubbed;  ///< the impulse along the surface, on a
} cd_island_contact;

enum { CD_GROUND = 0 }; ///< the first body stands for all that are static

typedef struct cd_island_contacts {
    cd_island_contact *contacts;
    int count;
    cd_island_body *bodies;
    const int *members; ///< the bodies whose velocities are to be found
    int member_count;
    double enough; ///< changes of speed up to this end the search
    int rounds;    ///< and so many rounds do
    /// Rubs the contacts before each sweep; returns the largest change of a speed. NULL: none rubs.
    double (*rub)(const struct cd_island_contacts *island);
} cd_island_contacts;

/// The speed of a contact along its normal; < 0: they approach.
static inline double cd_separating_speed(const cd_island_body *bodies, const cd_island_contact *c) {
    return cd_dot(cd_sub(bodies[c->of_a].v, bodies[c->of_b].v), c->normal) + c->lead;
}

typedef enum cd_solution {
    CD_SOLVED,
    CD_APPROXIMATED, ///< the rounds have run out
    CD_SQUEEZED,     ///< there is none: the velocities are as they were
} cd_solution;

/// Finds, among all velocities at which no contact approaches faster than its slack, those nearest
/// to the present ones, in the metric of the masses; where slacks are 0 they gain no energy (Moreau
/// 1988). The search begins with the impulses that the contacts have, if these help.
cd_solution cd_solve_contacts(const cd_island_contacts *island);

#endif

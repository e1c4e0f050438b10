// The impulses that keep the bodies of a contact island from approaching each other.
#ifndef COLLIDE_WORLD_CONTACT_SOLVER_H
#define COLLIDE_WORLD_CONTACT_SOLVER_H

#include "collide/vec.h"

#include <stdint.h>

/// A body of an island: its velocity, and how that changes in the two directions of the search.
typedef struct cd_island_body {
    int dynamic_body;    ///< of the world
    double inverse_mass; ///< 0: nothing moves it
    cd_vec v, change, further;
} cd_island_body;

/// A contact of bodies a and b, its normal away from b. What follows `approach` belongs to the
/// solver.
typedef struct cd_island_contact {
    int a, b, static_body; ///< dynamic bodies of the world; b is -1 where it is the static body
    int of_a, of_b;        ///< their places among the bodies; a can be moved
    cd_vec normal, point;
    double slack;    ///< how fast they may approach, >= 0
    double approach; ///< how fast they did when it first got an impulse, 0: never
    double mass;     ///< the impulse for a speed of 1 along the normal
    double impulse, change, further, more;
} cd_island_contact;

enum { CD_GROUND = 0 }; ///< the first body stands for all that are static

typedef struct cd_island_contacts {
    cd_island_contact *contacts;
    int count;
    cd_island_body *bodies;
    int body_count;
    double speed;                    ///< that gravity adds in a step: the scale of rounding
    int64_t *visits, visits_allowed; ///< counts the visits of contacts
} cd_island_contacts;

/// The speed of a contact along its normal; < 0: they approach.
static inline double cd_separating_speed(const cd_island_body *bodies, const cd_island_contact *c) {
    return cd_dot(cd_sub(bodies[c->of_a].v, bodies[c->of_b].v), c->normal);
}

/// Finds, among all velocities at which no contact approaches faster than its slack, those nearest
/// to the present ones in the metric of the masses; they gain no energy (Moreau 1988). False where
/// there is but one contact or rounding gained energy: then the velocities are of no use. Where the
/// allowed visits run out, they are an approximation.
bool cd_solve_contacts(const cd_island_contacts *island);

#endif

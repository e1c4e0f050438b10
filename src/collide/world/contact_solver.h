// The impulses that keep bodies in contact from approaching each other.
#ifndef COLLIDE_WORLD_CONTACT_SOLVER_H
#define COLLIDE_WORLD_CONTACT_SOLVER_H

#include "collide/vec.h"

#include <stdint.h>

/// A body, its velocity, and how that changes in two directions of the search.
typedef struct cd_island_body {
    int mover;           ///< of the world
    double inverse_mass; ///< 0: it does not give way
    cd_vec v, change, further;
} cd_island_body;

/// A contact of two bodies, by its normal away from b. What follows `approach` is of the search.
typedef struct cd_island_contact {
    int a, b, still; ///< movers of the world, b -1 where it is the still body
    int of_a, of_b;  ///< their places among the bodies; a gives way
    cd_vec normal, point;
    double slack;    ///< how fast they may approach, >= 0
    double approach; ///< when it was first answered, 0: never
    double mass;     ///< the impulse for a speed of 1 along the normal
    double impulse, change, further, more;
} cd_island_contact;

enum { CD_GROUND = 0 }; ///< the first body stands for all that is still

typedef struct cd_island_contacts {
    cd_island_contact *contacts;
    int count;
    cd_island_body *bodies;
    int body_count;
    double speed;           ///< what is 1e-10 of it is rounding
    int64_t *answers, most; ///< counted up for every contact that is answered, up to the most
} cd_island_contacts;

/// The speed of a contact along its normal; < 0: they approach.
static inline double cd_separating_speed(const cd_island_body *bodies, const cd_island_contact *c) {
    return cd_dot(cd_sub(bodies[c->of_a].v, bodies[c->of_b].v), c->normal);
}

/// Of all velocities that do not approach, those nearest to what they are in the metric of the
/// masses, which gain no energy (Moreau 1988). False where that came to nothing; where answers run
/// out, they are on the way.
bool cd_solve_contacts(const cd_island_contacts *pile);

#endif

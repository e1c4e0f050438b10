// The skins of bodies that are thin. A skin is a rounding radius of one of the two bodies:
// that of a set is one of each of its parts (set/traverse.c).
#include "collide/world/body/thin.h"

#include "collide/shape/core.h"
#include "collide/shape/thinness.h"

#include <float.h>

// Rounding would choose the side of what has no thickness.
// Without it: tests/collide/world/thin_spec.lua "falls on it and stays above"
static const double SKIN = 0x1p-37, SKIN_OF_COORDINATES = 0x1p-42;

// ------------------------------------------------------------------------------------------- skins

static void widen_largest_radii(cd_world *w, int i) {
    double bounding_radius = cd_body_spheres(w)[i].bounding_radius; // of a hole -1
    if (!isfinite(bounding_radius))
        return;
    w->largest_radius = cd_max(w->largest_radius, bounding_radius);
    if ((cd_traits(w)[i] & CD_TRAIT_THIN) != 0)
        w->largest_thin_radius = cd_max(w->largest_thin_radius, bounding_radius);
}

// A power of two: a skin that grew with the coordinates would let the body sink into it, a little
// in each step.
static void update_skin(cd_world *w, int i, double dt) {
    if (!cd_has_skin(w, i))
        return;
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    double displacement = cd_max_abs(entry->body.velocity) * dt;
    double far = w->largest_radius + cd_max_abs(cd_body_spheres(w)[i].middle) + displacement;
    double least = SKIN * w->largest_thin_radius + SKIN_OF_COORDINATES * far;
    int power;
    frexp(least, &power);
    entry->skin = least > 0 ? ldexp(1, power) : 0;
}

void cd_body_update_thin(cd_world *w, int i) {
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    bool thin = cd_shape_is_thin(&entry->body.shape);
    cd_set_trait(w, i, CD_TRAIT_THIN, thin);
    cd_set_trait(w, i, CD_TRAIT_SKIN, thin && isfinite(entry->body.mass));
    entry->skin = 0;
    widen_largest_radii(w, i);
    update_skin(w, i, w->step.dt);
}

void cd_world_update_skins(cd_world *w, double dt) {
    int traits = 0;
    for (int i = 0; i < w->count; i++)
        traits |= cd_traits(w)[i];
    if ((traits & CD_TRAIT_SKIN) == 0)
        return;
    w->largest_radius = w->largest_thin_radius = 0;
    for (int i = 0; i < w->count; i++)
        widen_largest_radii(w, i);
    for (int i = 0; i < w->count; i++)
        update_skin(w, i, dt);
}

double cd_largest_skin(const cd_world *w, int i) {
    double own = cd_thin_skin(w, i), bounding_radius = cd_body_spheres(w)[i].bounding_radius;
    double far = w->largest_radius + cd_max_abs(cd_body_spheres(w)[i].middle) + bounding_radius;
    return cd_max(own, 4 * (SKIN * w->largest_thin_radius + SKIN_OF_COORDINATES * far));
}

double cd_skin_of_pair(const cd_world *w, int a, int b) {
    return cd_max(cd_thin_skin(w, a), cd_thin_skin(w, b));
}

void cd_grow_by_skin(const cd_world *w, int a, cd_shape *shape_a, int b, cd_shape *shape_b) {
    cd_shape_grow(cd_has_skin(w, a) ? shape_a : shape_b, cd_skin_of_pair(w, a, b));
}

// Bounds of bodies, and the lists of free slots.
#include "collide/world/body/body.h"
#include "collide/impact/turning.h"
#include "collide/math/tolerance.h"
#include "collide/shape/set.h"
#include "collide/shape/validate.h"

// The roundings of a coordinate: of the bounds of a shape, of their middle and of half their size.
static const double COORDINATE_ROUNDING = 4 * DBL_EPSILON;

// Above the relative rounding of the length of half a diagonal.
static const double LENGTH_ROUNDING = 1e-12;

// ------------------------------------------------------------------------------------------ bodies

cd_body cd_body_of(const cd_shape *shape) {
    return (cd_body){.shape = *shape,
                     .mass = INFINITY,
                     .restitution = 1,
                     .response = CD_BOUNCE,
                     .group = 1,
                     .mask = UINT32_MAX};
}

// What turns faster would turn by more than CD_MOST_TURNING in a long step.
static const double MOST_SPIN = 0x1p16;

static const char *spin_error(const cd_body *body) {
    if (!cd_is_in_range(body->pivot))
        return "pivot must be " CD_WANTED_IN_RANGE;
    if (!(cd_length(body->spin) <= MOST_SPIN))
        return "spin must be at most 2^16";
    if (cd_is_zero(body->spin))
        return NULL;
    if (isfinite(body->mass))
        return "spin is of bodies of infinite mass only: those with a mass do not turn";
    if (cd_has_unbounded(&body->shape))
        return "spin is not of lines and planes, which reach everywhere";
    return NULL;
}

const char *cd_body_error(const cd_body *body) {
    const char *error = cd_shape_error(&body->shape);
    if (error)
        return error;
    if (!cd_is_in_range(body->velocity))
        return cd_is_finite(body->velocity) ? "velocity must be " CD_WANTED_IN_RANGE
                                            : "velocity must be finite";
    if (!(body->mass > 0))
        return "mass must be > 0";
    if (!isfinite(1 / body->mass))
        return "mass must have a finite inverse";
    if (!(body->restitution >= 0 && body->restitution <= 1))
        return "restitution must be 0 to 1";
    if (!(body->friction >= 0 && body->friction <= CD_LARGEST))
        return "friction must be 0 to 2^64";
    if (!cd_is_in_range(body->surface_velocity))
        return cd_is_finite(body->surface_velocity) ? "surface_velocity must be " CD_WANTED_IN_RANGE
                                                    : "surface_velocity must be finite";
    const char *wrong = spin_error(body);
    if (wrong)
        return wrong;
    if (!cd_is_in_range(body->one_way))
        return cd_is_finite(body->one_way) ? "one_way must be " CD_WANTED_IN_RANGE
                                           : "one_way must be finite";
    return NULL;
}

// The cosine of the angle from one_way at which a face ends: what rolls off the edge of a floor
// without friction leaves it sooner.
static const double END_OF_FACE = 0.5;

bool cd_faces_one_way(cd_vec one_way, cd_vec normal, cd_vec motion) {
    if (cd_is_zero(one_way))
        return true;
    const cd_vec u = cd_normalized(one_way, one_way);
    return cd_dot(normal, u) >= END_OF_FACE && cd_dot(motion, u) <= CD_SLIDING * cd_max_abs(motion);
}

void cd_body_update_bounds(cd_world *w, int i) {
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    cd_body_sphere *sphere = &cd_body_spheres(w)[i];
    const cd_shape *s = &entry->body.shape;
    bool is_sphere = s->kind == CD_SPHERE || s->kind == CD_POINT;
    cd_set_trait(w, i, CD_TRAIT_SPHERE, is_sphere);
    if (is_sphere) {
        *sphere = (cd_body_sphere){s->as.center, s->radius};
        return;
    }
    cd_bounds box = entry->box = cd_shape_bounds(s);
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    bool bounded = cd_is_finite(half); // so are both corners
    double rounding = COORDINATE_ROUNDING * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    sphere->middle = bounded ? cd_add(box.min, half) : cd_shape_middle(s);
    sphere->bounding_radius =
        bounded ? cd_length(half) * (1 + LENGTH_ROUNDING) + rounding : INFINITY;
}

void cd_body_update_static(cd_world *w, int i) {
    const cd_body *body = &cd_stored_bodies(w)[i].body;
    cd_set_trait(w, i, CD_TRAIT_STATIC,
                 isinf(body->mass) && cd_is_zero(body->velocity) && cd_is_zero(body->spin));
    cd_set_trait(w, i, CD_TRAIT_ONE_WAY, !cd_is_zero(body->one_way));
}

cd_quat cd_turn_of(cd_vec spin, double time) {
    return cd_quat_from_axis(spin, cd_length(spin) * time);
}

cd_shape cd_turned(const cd_shape *shape, cd_vec spin, cd_vec pivot, double time) {
    return cd_shape_rotated(shape, cd_turn_of(spin, time), spin.z * time, pivot, NULL);
}

double cd_reach_from(const cd_shape *shape, cd_vec pivot) {
    const cd_turning turning = {.about = pivot};
    return cd_turning_reach(&turning, shape);
}

cd_bounds cd_world_box(const cd_world *w, int i) {
    cd_body_sphere sphere = cd_body_spheres(w)[i];
    cd_vec r = {sphere.bounding_radius, sphere.bounding_radius,
                w->dim == 3 ? sphere.bounding_radius : 0};
    cd_bounds box = cd_body_is_sphere(w, i)
                        ? (cd_bounds){cd_sub(sphere.middle, r), cd_add(sphere.middle, r)}
                        : cd_stored_bodies(w)[i].box;
    double slack = COORDINATE_ROUNDING * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    cd_vec s = {slack, slack, slack};
    return (cd_bounds){cd_sub(box.min, s), cd_add(box.max, s)};
}

cd_body_tree *cd_tree_of(cd_world *w, int i) { return &w->trees[!cd_is_static_at(w, i)]; }

// ------------------------------------------------------------------------------------------- slots

int cd_slot_take(cd_world *w, int index) {
    int slot = w->free_slot;
    if (slot < 0)
        slot = w->slot_count++;
    else
        w->free_slot = -2 - cd_slots(w)[slot];
    cd_slots(w)[slot] = index;
    cd_slot_of(w)[index] = slot;
    w->reordered |= slot != index;
    return slot;
}

void cd_slot_free(cd_world *w, int slot) {
    const cd_step_state *s = &w->step;
    bool named =
        s->event_count + s->touch_event_count + s->touch_count + s->passed_count + s->side_count >
        0;
    int *list = named ? &w->reserved_slot : &w->free_slot;
    cd_slot_of(w)[cd_slots(w)[slot]] = -1;
    cd_slots(w)[slot] = -2 - *list;
    *list = slot;
}

void cd_slots_release(cd_world *w) {
    while (w->ended_slot >= 0) {
        int slot = w->ended_slot;
        w->ended_slot = -2 - cd_slots(w)[slot];
        cd_slots(w)[slot] = -2 - w->free_slot;
        w->free_slot = slot;
    }
    w->ended_slot = w->reserved_slot;
    w->reserved_slot = -1;
}

// The narrow phase of the step, for one pair of bodies. Thin bodies get their skin here.
#include "collide/world/motion/body_pair.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"

bool cd_bodies_overlap(const cd_body_pair *m) {
    if (cd_lets_pass(m->world, m->a, m->b) && cd_overlap(m->shape_a, m->shape_b))
        return true;
    if (!cd_have_skin(m->world, m->a, m->b))
        return cd_overlap_deeper(m->shape_a, m->shape_b, m->tolerance);
    cd_shape a = *m->shape_a, b = *m->shape_b;
    cd_add_skins(m->world, m->a, &a, m->b, &b);
    return cd_overlap_deeper(&a, &b, m->tolerance);
}

static bool is_thin(const cd_world *w, int i) { return (cd_traits(w)[i] & CD_TRAIT_THIN) != 0; }

// Only what has no width grazes both sides of a seam, and skins have a width.
bool cd_bodies_may_graze(const cd_body_pair *m) {
    return (is_thin(m->world, m->a) || is_thin(m->world, m->b)) &&
           !cd_have_skin(m->world, m->a, m->b);
}

// Bodies sink into skins by up to the tolerance, more where the next one is thicker. The faces of
// skins count as touched up to this multiple of it; the far ones are eight times as far away.
// Without it: tests/collide/world/tiles_spec.lua "what slides over tiles"
static const double SKIN_TOUCHES = 3;

bool cd_bodies_hit(const cd_body_pair *m, cd_hit *hit) {
    if (!cd_have_skin(m->world, m->a, m->b))
        return cd_first_hit(m->shape_a, m->motion, m->shape_b, m->motion_b, m->tmax, m->tolerance,
                            m->tolerance, hit);
    cd_shape a = *m->shape_a, b = *m->shape_b;
    cd_separation crossed;
    cd_add_skins(m->world, m->a, &a, m->b, &b);
    if (cd_side_separate(m->world, m->a, &a, m->b, &b, &crossed))
        return cd_hit_of_overlap(
            &crossed, cd_sub(m->motion, m->motion_b),
            cd_max(cd_set_largest_coordinate(&a), cd_set_largest_coordinate(&b)), hit);
    return cd_first_hit(&a, m->motion, &b, m->motion_b, m->tmax, m->tolerance,
                        SKIN_TOUCHES * m->tolerance, hit);
}

// Either side of a seam by itself is grazed, or missed by rounding: a graze is seen with all that
// touches then.
// Without it: tests/collide/world/thin_spec.lua "does not fall through the seam"
bool cd_bodies_graze(const cd_body_pair *m, cd_hit *hit) {
    return cd_bodies_may_graze(m) &&
           cd_cast_entry(m->shape_a, m->motion, m->shape_b, m->motion_b, hit) && hit->t <= m->tmax;
}

// ------------------------------------------------------------------------------------ inner edges

// What rounding adds to a gap, as a part of the coordinates. It may turn the normal of a small one,
// by no more than the other of these.
static const double ROUNDING_OF_GAP = 0x1p-48, LARGEST_TURN = 0x1p-8;

// The owner, in a union, of the normals of the bodies that hit: less than any index, so that these
// keep the normals that they share with others.
enum { OWN = -1 };

// Whether a unit normal is that of a facet of a polytope, but for a tolerance: sets it to that.
static bool is_near_facet(const cd_shape *shape, double tolerance, cd_vec *n) {
    cd_core core;
    cd_core_of(&core, shape);
    const int count = core.dim == 3 ? core.face_count : core.edge_count;
    for (int i = 0; i < count; i++) {
        cd_vec m = core.dim == 3 ? cd_core_face(&core, i) : cd_perp(cd_core_edge(&core, i));
        m = cd_normalized(m, m);
        if (!(cd_max_abs(cd_cross(m, *n)) <= tolerance))
            continue;
        *n = cd_dot(m, *n) < 0 ? cd_negate(m) : m;
        return true;
    }
    return false;
}

static bool has_facets(const cd_shape *shape) {
    return !(cd_is_set(shape) || cd_is_curved(shape) || cd_is_unbounded(shape));
}

// Whether a unit normal is that of a facet of a shape, or of a shape that is round itself. A ball
// meets a vertex or an edge along a normal that rounding turns.
// Without it: tests/collide/world/tiles_spec.lua "where it is fast"
static bool is_facet_normal(const cd_shape *shape, cd_vec n) {
    return !has_facets(shape) || shape->radius > 0 || is_near_facet(shape, CD_SAME_NORMAL, &n);
}

// How far two shapes are apart along a unit normal out of b.
static double apart_along(const cd_shape *a, const cd_shape *b, cd_vec n) {
    return cd_dot(cd_support(a, cd_negate(n)), n) - cd_dot(cd_support(b, n), n);
}

cd_vec cd_resting_normal(const cd_shape *a, const cd_shape *b, const cd_separation *at) {
    cd_vec best = at->normal;
    double most = -INFINITY;
    for (int i = 0; i < 2; i++) {
        const cd_shape *shape = i == 0 ? b : a;
        cd_vec n = at->normal;
        if (!has_facets(shape) || !is_near_facet(shape, LARGEST_TURN, &n))
            continue;
        const double apart = apart_along(a, b, n);
        best = apart > most ? n : best;
        most = cd_max(most, apart);
    }
    const double size = cd_largest_coordinate_of(a, b);
    return most >= apart_along(a, b, at->normal) - ROUNDING_OF_GAP * size ? best : at->normal;
}

static bool is_ball(const cd_world *w, int index) {
    return cd_body_is_sphere(w, index) && cd_body_spheres(w)[index].bounding_radius > 0;
}

bool cd_hits_alone(const cd_body_pair *m, const cd_hit *hit) {
    bool a = is_ball(m->world, m->a), b = is_ball(m->world, m->b);
    return (a || b) && ((a && b) || is_facet_normal(a ? m->shape_b : m->shape_a, hit->normal));
}

// The shapes of two bodies where the hit is, with skins.
static void shapes_at(const cd_body_pair *m, const cd_hit *hit, cd_shape *a, cd_shape *b) {
    *a = *m->shape_a;
    *b = *m->shape_b;
    cd_shape_move(a, cd_scale(cd_sub(m->motion, m->motion_b), hit->t));
    cd_add_skins(m->world, m->a, a, m->b, b);
}

double cd_bodies_union_tolerance(const cd_world *w, int a, const cd_shape *shape_a, int b,
                                 const cd_shape *shape_b, double tolerance) {
    double most = cd_have_skin(w, a, b) ? SKIN_TOUCHES * tolerance : tolerance;
    return cd_max(most, cd_union_tolerance(shape_a, shape_b));
}

bool cd_body_pair_union(const cd_body_pair *m, const cd_hit *hit, cd_touch_union *touching) {
    cd_shape a, b;
    shapes_at(m, hit, &a, &b);
    double tolerance = cd_bodies_union_tolerance(m->world, m->a, &a, m->b, &b, m->tolerance);
    cd_touch_union_start(touching, a.dim, cd_sub(m->motion, m->motion_b), tolerance, !hit->inside);
    if (hit->inside && cd_overlap_deeper(&a, &b, tolerance))
        return false;
    cd_touch_union_add(touching, &a, &b, OWN);
    return touching->touch_count > 0;
}

void cd_body_pair_union_add(const cd_body_pair *m, const cd_hit *hit, int owner,
                            cd_touch_union *touching) {
    cd_shape a, b;
    shapes_at(m, hit, &a, &b);
    cd_touch_union_add(touching, &a, &b, owner);
}

// Of the normals of several parts, the one along which the motion is turned away; -1: none.
static int resting_normal(const cd_free_cone *cone, const cd_vec *normals, int count) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double rank = cd_free_cone_rank(cone, normals[i]);
        if (rank < least) {
            least = rank;
            best = i;
        }
    }
    return best;
}

bool cd_body_pair_resolve(const cd_body_pair *m, cd_touch_union *touching, bool grazes,
                          cd_hit *hit) {
    bool has_parts = cd_is_set(m->shape_a) || cd_is_set(m->shape_b);
    cd_vec relative = cd_sub(m->motion, m->motion_b), own[CD_UNION_NORMALS];
    int count = 0;
    bool blocked;
    const cd_union_normal *of_all = cd_touch_union_hit(touching, &blocked);
    if (!blocked)
        return false;
    for (int i = 0; i < touching->normal_count; i++)
        if (touching->normals[i].owner == OWN)
            own[count++] = touching->normals[i].normal;
    // A flat part that is come upon from beyond its boundary has none: that is up to the others.
    // Two convex bodies have none only where the union has no more room for normals.
    int active = has_parts || grazes ? resting_normal(&touching->cone, own, count)
                 : count > 0         ? cd_free_cone_active(&touching->cone, own, count)
                                     : -1;
    if (active < 0 && (has_parts || grazes))
        return false;
    hit->normal = active < 0 ? of_all->normal : own[active];
    hit->approach = 0 - cd_dot(relative, hit->normal);
    return !cd_is_sliding(hit, relative);
}

// The normals of all touching pairs of parts (touch_normals.h) go into the cone of what is free of
// all of them (free_cone.h), which decides. A list of the different normals tells where each was
// found.
#include "collide/set/touch_union.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/separate.h"
#include "collide/narrow/touch/touch_normals.h"
#include "collide/set/set_distance.h"
#include "collide/shape/set.h"

#include <assert.h>
#include <float.h>

// --------------------------------------------------------------------------------------- rounding

// The largest sine by which rounding may have turned a direction: much less than a right angle.
static const double most_turned = 0x1p-10;

// The angle within which a surface rounded by a radius r passes into a facet: its square is at most
// 2 tolerance / r, for radii down to a thousandth of the coordinates. At a vertex rounded by a skin
// the contact point is less precise, so a larger angle counts: tolerance / r.
// Without it: tests/collide/world/tiles_spec.lua "where it is thin"
static const double least_passing = 0x1p-16, most_passing = 0x1p-6;

double cd_union_tolerance(const cd_shape *a, const cd_shape *b) {
    return CD_TOUCH * cd_largest_coordinate_of(a, b);
}

static double passing_angle(const cd_shape *a, const cd_shape *b) {
    double radius = a->radius + b->radius;
    assert(radius > 0);
    double angle = cd_union_tolerance(a, b) / radius;
    return cd_min(cd_max(angle, least_passing), most_passing);
}

// The least height of a triangle in 3D, its least edge in 2D.
static double triangle_length(const cd_shape *s) {
    const cd_vec *v = s->as.triangle.v;
    double least = INFINITY, longest = 0;
    for (int i = 0; i < 3; i++) {
        const double edge = cd_length(cd_sub(v[(i + 1) % 3], v[i]));
        least = edge > 0 ? cd_min(least, edge) : least;
        longest = cd_max(longest, edge);
    }
    if (s->dim == 2 || longest == 0)
        return longest == 0 ? 0 : least;
    return cd_length(cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[1]))) / longest;
}

// A length over which a facet of a convex shape extends; 0 of a point or a ball, which has none.
// Facets of boxes have exact directions, and lines and planes are as long as one likes.
static double facet_length(const cd_shape *s) {
    if (s->kind == CD_TRIANGLE)
        return triangle_length(s);
    if (cd_is_unbounded(s) || s->kind == CD_BOX)
        return INFINITY;
    if (cd_is_curved(s))
        return cd_min(s->as.curved.radius, cd_length(cd_sub(s->as.curved.b, s->as.curved.a)));
    if (cd_has_point_core(s))
        return 0;
    cd_shape core = *s;
    core.radius = 0;
    cd_bounds box = cd_shape_bounds(&core);
    return cd_max_abs(cd_sub(box.max, box.min));
}

// The sine of the angle by which rounding of the coordinates of two convex parts may turn one of
// their facets, the line between their cores, where no facet of theirs touches, or the motion; much
// less than a right angle in any case, and so little that no motion leads through a skin. The skin
// of a point is a ball of 1e-13 of the size: points would be pressed through sets. Without it:
// tests/collide/world/thin_spec.lua "stays above it, whatever slides"
static double turn_rounding(const cd_shape *a, const cd_shape *b, bool has_facet, cd_vec motion) {
    double size = cd_largest_coordinate_of(a, b), of_a = facet_length(a), of_b = facet_length(b),
           length = cd_is_zero(motion) ? INFINITY : cd_length(motion);
    length = of_a > 0 ? cd_min(length, of_a) : length;
    length = of_b > 0 ? cd_min(length, of_b) : length;
    double most = most_turned, radius = a->radius + b->radius;
    if (!has_facet && radius > 0) {
        length = cd_min(length, radius);
        most = cd_min(most, radius / (4 * cd_length(motion)));
    }
    return cd_min(8 * DBL_EPSILON * size / length, most);
}

// ------------------------------------------------------------------------------------------- pairs

void cd_touch_union_start(cd_touch_union *u, int dim, cd_vec motion, double tolerance,
                          bool arrives) {
    assert(tolerance >= 0);
    // Not initialised as a whole: it is large.
    u->tolerance = tolerance;
    u->arrives = arrives;
    u->touch_count = u->normal_count = u->end_count = u->round_count = 0;
    u->passing = least_passing;
    cd_free_cone_start(&u->cone, dim, motion, CD_SLIDING, tolerance);
}

static cd_union_normal *find_normal(cd_touch_union *u, cd_vec n) {
    for (int i = 0; i < u->normal_count; i++)
        if (cd_max_abs(cd_sub(u->normals[i].normal, n)) <= u->cone.rounding)
            return &u->normals[i];
    return NULL;
}

// known: the parts of a pair that certainly touches (may be NULL). Where nothing else does nobody
// asks for its normals: it waits for another one.
typedef struct {
    cd_touch_union *to;
    int owner;
    const cd_part *known;
    bool waits;
    cd_shape waiting[2];
} union_visit;

// Leaves out the normal of a rounded surface where it passes into a facet, within the tolerance of
// the touch: the normal of the facet is exact. Returns how many are left.
static int leave_out_passing(cd_vec *normals, int count, cd_vec passing, double angle) {
    int at = -1;
    bool has_facet = false;
    for (int i = 0; i < count; i++) {
        double off = cd_max_abs(cd_sub(normals[i], passing));
        at = off == 0 ? i : at;
        has_facet = has_facet || (off > 0 && off < angle);
    }
    if (at >= 0 && has_facet)
        normals[at] = normals[--count];
    return count;
}

static void keep_normals(cd_touch_union *u, const cd_vec *normals, int count, cd_vec point,
                         int owner) {
    cd_free_cone_add(&u->cone, normals, count, &point);
    for (int i = 0; i < count; i++) {
        assert(fabs(cd_length2(normals[i]) - 1) < 0x1p-40);
        cd_union_normal *known = find_normal(u, normals[i]), found = {normals[i], point, owner};
        if (known && owner < known->owner)
            *known = found;
        else if (!known && u->normal_count < CD_UNION_NORMALS)
            u->normals[u->normal_count++] = found;
    }
}

// A normal whose opposite comes next: they are the two sides of a difference without thickness.
static bool is_side(const cd_vec *normals, int count, int i) {
    return i + 1 < count && cd_equal(normals[i + 1], cd_negate(normals[i]));
}

// Adds the sides of a difference without thickness on which a is: both where it lies between them.
// A motion that comes from beyond the boundary of a flat part, or along it, may go round that:
// whether it is turned away is up to the other parts, unless there are none.
static void keep_sides(cd_touch_union *u, const cd_vec *normals, int count, cd_vec outside,
                       cd_vec point, int owner) {
    cd_vec sides[6];
    int side_count = 0, i = 0;
    const double rounding = u->cone.rounding;
    for (; is_side(normals, count, i); i += 2)
        for (int k = i; k < i + 2 && side_count < 6; k++)
            if (cd_dot(normals[k], outside) >= -rounding)
                sides[side_count++] = normals[k];
    bool from_beyond = false;
    for (; i < count && u->arrives; i++)
        from_beyond = from_beyond || cd_dot(normals[i], u->cone.direction) <= rounding;
    if (!from_beyond || side_count != 1)
        keep_normals(u, sides, side_count, point, owner);
    else if (u->end_count < CD_UNION_ENDS)
        u->ends[u->end_count++] = (cd_union_normal){sides[0], point, owner};
}

// The normal at which a round surface touches a vertex or an edge is known to the angle in which it
// passes into a facet, also into that of another part.
static cd_vec passed_into(const cd_touch_union *u, cd_vec normal) {
    for (int k = 0; k < u->normal_count; k++)
        if (cd_max_abs(cd_sub(u->normals[k].normal, normal)) < u->passing)
            return u->normals[k].normal;
    return normal;
}

// Parts that overlap deeper than they touch have one normal, the way out.
static void add_normals(cd_touch_union *u, const cd_shape *a, const cd_shape *b, int owner) {
    cd_vec normals[CD_TOUCH_NORMALS_MAX], v = u->cone.direction;
    cd_separation touch = cd_separate_convex(a, b);
    bool is_deep = touch.distance < -u->tolerance, has_facet = false;
    int count = 0;
    if (!is_deep)
        count =
            cd_touch_facets(a, b, &touch, u->tolerance, normals, CD_TOUCH_NORMALS_MAX, &has_facet);
    u->cone.rounding = cd_max(u->cone.rounding, turn_rounding(a, b, has_facet, u->cone.motion));
    if (is_deep) {
        keep_normals(u, &touch.normal, 1, touch.point_b, owner);
        return;
    }
    cd_vec outside = u->arrives ? cd_negate(v) : cd_is_zero(v) ? touch.normal : v;
    if (is_side(normals, count, 0)) {
        keep_sides(u, normals, count, outside, touch.point_b, owner);
        return;
    }
    const bool is_rounded = a->radius > 0 || b->radius > 0;
    if (is_rounded) {
        const double angle = passing_angle(a, b);
        u->passing = cd_max(u->passing, angle);
        count = leave_out_passing(normals, count, touch.normal, angle);
    }
    if (count == 1 && !has_facet && u->round_count < CD_UNION_ROUND) {
        u->rounds[u->round_count++] = (cd_union_normal){normals[0], touch.point_b, owner};
        return;
    }
    for (int i = 0; i < count && is_rounded; i++)
        if (cd_equal(normals[i], touch.normal))
            normals[i] = passed_into(u, normals[i]);
    keep_normals(u, normals, count, touch.point_b, owner);
}

static void add_rounds(cd_touch_union *u) {
    for (int i = 0; i < u->round_count; i++) {
        const cd_union_normal *one = &u->rounds[i];
        const cd_vec normal = passed_into(u, one->normal);
        keep_normals(u, &normal, 1, one->point, one->owner);
    }
}

static void add_ends(cd_touch_union *u) {
    for (int i = 0; i < u->end_count; i++)
        keep_normals(u, &u->ends[i].normal, 1, u->ends[i].point, u->ends[i].owner);
}

// Completes the normals of all pairs.
static void end_pairs(cd_touch_union *u) {
    assert(u->touch_count > 0);
    add_rounds(u);
    if (u->normal_count == 0)
        add_ends(u);
}

static bool is_known(const cd_part *known, cd_part a, cd_part b) {
    return known && cd_is_same_part(known[0], a) && cd_is_same_part(known[1], b);
}

static void add_pair(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                     cd_part part_b) {
    union_visit *visit = t->context;
    cd_touch_union *u = visit->to;
    const bool known = is_known(visit->known, part_a, part_b);
    if (!known && !(u->tolerance > 0 ? cd_parts_within(a, b, u->tolerance)
                                     : cd_separate_convex(a, b).distance <= 0))
        return;
    if (u->touch_count++ == 0 && known) {
        visit->waits = true;
        visit->waiting[0] = *a;
        visit->waiting[1] = *b;
        return;
    }
    if (visit->waits)
        add_normals(u, &visit->waiting[0], &visit->waiting[1], visit->owner);
    visit->waits = false;
    add_normals(u, a, b, visit->owner);
}

static void add_parts(cd_touch_union *u, const cd_shape *a, const cd_shape *b, int owner,
                      const cd_part *known) {
    union_visit visit; // not initialised: it is large
    visit.to = u;
    visit.owner = owner;
    visit.known = known;
    visit.waits = false;
    cd_set_each_part_pair(a, b, u->tolerance, add_pair, &visit);
}

void cd_touch_union_add(cd_touch_union *u, const cd_shape *a, const cd_shape *b, int owner) {
    add_parts(u, a, b, owner, NULL);
}

const cd_union_normal *cd_touch_union_hit(cd_touch_union *u, bool *blocked) {
    end_pairs(u);
    cd_free_cone_project(&u->cone);
    const cd_union_normal *best = NULL;
    double least = INFINITY;
    for (int i = 0; i < u->normal_count; i++) {
        double rank = cd_free_cone_rank(&u->cone, u->normals[i].normal);
        if (rank < least) {
            least = rank;
            best = &u->normals[i];
        }
    }
    *blocked = best != NULL;
    if (!best)
        best = find_normal(u, cd_free_cone_grazed_normal(&u->cone));
    return best ? best : &u->normals[0];
}

void cd_touch_union_write(const cd_touch_union *u, const cd_union_normal *n, bool blocked,
                          cd_hit *hit) {
    hit->normal = n->normal;
    hit->point = n->point;
    hit->approach = 0 - cd_dot(u->cone.motion, n->normal);
    if (!blocked && hit->approach >= -u->cone.rounding * cd_length(u->cone.motion))
        hit->approach = 0;
}

const cd_union_normal *cd_touch_union_nearest(cd_touch_union *u, cd_vec normal) {
    end_pairs(u);
    const cd_union_normal *best = find_normal(u, cd_free_cone_nearest_normal(&u->cone, normal));
    return best ? best : &u->normals[0];
}

bool cd_resolve_hit(const cd_shape *a, cd_vec relative, const cd_shape *b, cd_vec motion_b,
                    double gap, const cd_part known[2], cd_hit *hit, bool *blocked) {
    assert(!known || !blocked);
    cd_shape moved = *a;
    cd_shape_move(&moved, cd_scale(relative, hit->t));
    cd_touch_union u;
    double tolerance = cd_max(cd_union_tolerance(a, b), cd_union_tolerance(&moved, b));
    cd_touch_union_start(&u, a->dim, relative, cd_max(tolerance, 2 * gap), !hit->inside);
    add_parts(&u, &moved, b, 0, known);
    if (u.touch_count == 0 || (u.touch_count == 1 && !blocked))
        return u.touch_count > 0;
    bool turned;
    const cd_union_normal *n = cd_touch_union_hit(&u, &turned);
    if (blocked)
        *blocked = turned;
    if (u.touch_count == 1)
        return true;
    cd_touch_union_write(&u, n, turned, hit);
    hit->point = cd_add_scaled(n->point, hit->t, motion_b);
    return true;
}

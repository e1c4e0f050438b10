// Numbers within a factor of two of each other are subtracted without rounding (Sterbenz 1974). A
// component that spreads wider gains nothing from being moved.
#include "collide/shape/local_frame.h"
#include "collide/math/monotone_chain.h"

// o, but 0 in each component in which coordinates within `extent` of p are not all like it.
static cd_vec alike_origin(cd_vec o, cd_vec p, double extent) {
    return (cd_vec){fabs(p.x - o.x) + extent <= 0.5 * fabs(o.x) ? o.x : 0,
                    fabs(p.y - o.y) + extent <= 0.5 * fabs(o.y) ? o.y : 0,
                    fabs(p.z - o.z) + extent <= 0.5 * fabs(o.z) ? o.z : 0};
}

static cd_vec origin_for_set(cd_vec o, const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    if (set->node_count == 0) // lines and half-spaces alone
        return (cd_vec){0, 0, 0};
    cd_bounds box = set->box;
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    cd_vec middle = cd_add(cd_add(box.min, half), s->as.set.offset);
    return alike_origin(o, middle, cd_max_abs(half));
}

static cd_vec first_point(const cd_shape *s) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return s->as.center;
    case CD_SEGMENT:
    case CD_CAPSULE:
        return s->as.segment.a;
    case CD_LINE:
        return s->as.line.point;
    case CD_BOX:
        return s->as.box.center;
    case CD_TRIANGLE:
        return s->as.triangle.v[0];
    case CD_POLYGON:
    case CD_HULL:
        return cd_add(s->as.polytope.core->vertices[0], s->as.polytope.offset);
    case CD_CYLINDER:
    case CD_CONE:
        return s->as.curved.a;
    case CD_MESH:
    case CD_SOLID:
        return cd_add(s->as.set.core->vertices[0], s->as.set.offset);
    case CD_COMPOUND:
        return cd_add(first_point(&s->as.set.core->shapes[0]), s->as.set.offset);
    case CD_PLANE:
        break;
    }
    return (cd_vec){0, 0, 0};
}

// What is left of an origin from which all numbers of a shape are to be seen exactly. The half
// extents of a box are seen from its centre.
static cd_vec origin_for(const cd_shape *s, cd_vec o) {
    const cd_polytope *polytope = s->as.polytope.core;
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return alike_origin(o, s->as.center, 0);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return alike_origin(alike_origin(o, s->as.segment.a, 0), s->as.segment.b, 0);
    case CD_LINE:
        return alike_origin(o, s->as.line.point, 0);
    case CD_BOX:
        if (!s->as.box.corners)
            return alike_origin(o, s->as.box.center, 0);
        return alike_origin(alike_origin(o, s->as.box.min, 0), s->as.box.max, 0);
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            o = alike_origin(o, s->as.triangle.v[i], 0);
        return o;
    case CD_POLYGON:
    case CD_HULL:
        return alike_origin(o, cd_add(polytope->middle, s->as.polytope.offset),
                            polytope->largest_from_first);
    case CD_CYLINDER:
    case CD_CONE:
        return alike_origin(alike_origin(o, s->as.curved.a, 0), s->as.curved.b, 0);
    case CD_MESH:
    case CD_COMPOUND:
    case CD_SOLID:
        return origin_for_set(o, s);
    case CD_PLANE: // its level is as exact as any product with its normal
        break;
    }
    return o;
}

cd_vec cd_first_point(const cd_shape *a, const cd_shape *b) {
    cd_vec p = first_point(a), q = first_point(b);
    if (cd_is_unbounded(a) || cd_is_unbounded(b))
        return cd_is_unbounded(b) ? p : q;
    return cd_before(p, q) ? p : q;
}

cd_vec cd_local_origin(const cd_shape *a, const cd_shape *b) {
    if ((a->kind == CD_PLANE && !cd_is_set(b)) || (b->kind == CD_PLANE && !cd_is_set(a)))
        return (cd_vec){0, 0, 0};
    cd_vec o = cd_first_point(a, b);
    return cd_is_zero(o) ? o : origin_for(b, origin_for(a, o));
}

cd_shape cd_shape_seen_from(const cd_shape *shape, cd_vec origin) {
    cd_shape seen = *shape;
    if (!cd_is_zero(origin))
        cd_shape_move(&seen, cd_negate(origin));
    return seen;
}

// Cores of shapes (core.h) and their extents along a direction.
#include "collide/shape/core.h"

#include <assert.h>
#include <float.h>

static void put(cd_core *core, cd_vec origin, cd_vec v) {
    core->storage[core->vertex_count++] = cd_sub(v, origin);
}

// The corners of a box, in the order of the bits of their indices.
static void put_corners(cd_core *core, cd_vec min, cd_vec max) {
    core->vertex_count = core->dim == 2 ? 4 : 8;
    for (int i = 0; i < core->vertex_count; i++)
        core->storage[i] =
            (cd_vec){i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z};
}

// The same of a box around the origin with these half edges.
static void put_corners_around(cd_core *core, cd_vec x, cd_vec y, cd_vec z) {
    const cd_vec middles[4] = {cd_sub(cd_negate(x), y), cd_sub(x, y), cd_sub(y, x), cd_add(x, y)};
    core->vertex_count = core->dim == 2 ? 4 : 8;
    for (int i = 0; i < 4; i++)
        core->storage[i] = cd_sub(middles[i], z);
    for (int i = 4; i < core->vertex_count; i++)
        core->storage[i] = cd_add(middles[i - 4], z);
}

// The vertices of a box that is not given by its corners are seen from its centre, so that the
// sides of a small box keep their digits.
static void box_core(cd_core *core, const cd_shape *s, cd_vec origin) {
    const cd_vec *u = s->as.box.axes, h = s->as.box.half;
    if (s->as.box.corners) {
        put_corners(core, cd_sub(s->as.box.min, origin), cd_sub(s->as.box.max, origin));
    } else {
        put_corners_around(core, cd_scale(u[0], h.x), cd_scale(u[1], h.y), cd_scale(u[2], h.z));
        core->offset = cd_sub(s->as.box.center, origin);
        core->half = h;
    }
    if (cd_is_zero(h)) // a point has no features
        return;
    core->edge_count = core->face_count = s->dim;
    for (int i = 0; i < s->dim; i++)
        core->edge[i] = core->face[i] = u[i];
}

// The edges of a segment or triangle, and the face of a triangle in 3D.
static void ring_features(cd_core *core, int edges) {
    core->edge_count = edges;
    for (int i = 0; i < edges; i++)
        core->edge[i] = cd_sub(core->storage[(i + 1) % core->vertex_count], core->storage[i]);
    if (edges == 3 && core->dim == 3) {
        core->face[0] = cd_cross(core->edge[0], core->edge[1]);
        core->face_count = 1;
    }
}

cd_vec cd_curved_axis(const cd_shape *s) {
    return cd_normalized(cd_sub(s->as.curved.b, s->as.curved.a), (cd_vec){0, 1, 0});
}

// A cylinder or cone is the hull of the discs around the ends of its axis. Without a radius it is a
// segment, for which polytopes are more accurate.
static void curved_core(cd_core *core, const cd_shape *s, cd_vec origin) {
    double radius = s->as.curved.radius;
    put(core, origin, s->as.curved.a);
    put(core, origin, s->as.curved.b);
    if (radius > 0) {
        core->kind = CD_CORE_CURVED;
        core->direction = cd_curved_axis(s);
        core->rim[0] = radius;
        core->rim[1] = s->kind == CD_CYLINDER ? radius : 0;
    } else if (cd_is_still(cd_sub(core->storage[1], core->storage[0]))) {
        core->vertex_count = 1;
    } else {
        ring_features(core, 1);
    }
}

void cd_core_seen_from(cd_core *core, const cd_shape *s, cd_vec origin) {
    assert(!cd_is_set(s) && (s->kind != CD_PLANE || cd_is_zero(origin)));
    core->kind = CD_CORE_POLYTOPE;
    core->dim = s->dim;
    core->vertex_count = core->edge_count = core->face_count = 0;
    core->vertices = core->storage;
    core->offset = core->half = (cd_vec){0, 0, 0};
    core->polytope = NULL;
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        put(core, origin, s->as.center);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        put(core, origin, s->as.segment.a);
        put(core, origin, s->as.segment.b);
        ring_features(core, 1);
        break;
    case CD_LINE:
        core->kind = CD_CORE_LINE;
        put(core, origin, s->as.line.point);
        core->direction = core->edge[0] = s->as.line.direction;
        core->edge_count = 1;
        break;
    case CD_PLANE:
        core->kind = CD_CORE_HALFSPACE;
        core->normal = s->as.plane.normal;
        core->level = s->as.plane.offset;
        put(core, origin, cd_scale(s->as.plane.normal, s->as.plane.offset)); // the origin is zero
        break;
    case CD_BOX:
        box_core(core, s, origin);
        break;
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            put(core, origin, s->as.triangle.v[i]);
        ring_features(core, 3);
        break;
    case CD_POLYGON:
    case CD_HULL:
        core->polytope = s->as.polytope.core;
        core->vertices = core->polytope->vertices;
        core->vertex_count = core->polytope->vertex_count;
        core->edge_count = core->polytope->edge_count;
        core->face_count = core->polytope->face_count;
        core->offset = cd_sub(s->as.polytope.offset, origin);
        break;
    default: // cylinder or cone
        curved_core(core, s, origin);
        break;
    }
    assert(core->vertex_count >= 1 && (core->polytope || core->vertex_count <= 8));
    double far = cd_max_abs(core->offset);
    core->far_offset = far > 0 && cd_max_abs(cd_core_vertex(core, 0)) >= 0.5 * far;
}

void cd_core_of(cd_core *core, const cd_shape *s) { cd_core_seen_from(core, s, (cd_vec){0, 0, 0}); }

bool cd_has_degenerate_core(const cd_shape *s, cd_shape *sphere) {
    const cd_vec *v = s->as.triangle.v;
    cd_vec center;
    bool is_point;
    switch (s->kind) {
    case CD_SEGMENT:
    case CD_CAPSULE:
        center = s->as.segment.a;
        is_point = cd_equal(center, s->as.segment.b);
        break;
    case CD_BOX:
        center = s->as.box.center;
        is_point = cd_is_zero(s->as.box.half);
        break;
    case CD_TRIANGLE:
        center = v[0];
        is_point = cd_equal(center, v[1]) && cd_equal(center, v[2]);
        break;
    case CD_POLYGON:
    case CD_HULL:
        center = cd_add(s->as.polytope.core->vertices[0], s->as.polytope.offset);
        is_point = s->as.polytope.core->vertex_count == 1;
        break;
    case CD_CYLINDER:
    case CD_CONE:
        center = s->as.curved.a;
        is_point = s->as.curved.radius == 0 && cd_is_still(cd_sub(s->as.curved.b, center));
        break;
    default:
        return false;
    }
    if (is_point)
        *sphere = cd_sphere(s->dim, center, s->radius);
    return is_point;
}

// The largest absolute coordinate of the corners of a box around a centre: rounding is monotonic
// and knows no sign, so this is that of the corner that lies farthest out along each coordinate.
static double box_extent(cd_vec center, const cd_vec axes[3], cd_vec half) {
    cd_vec x = cd_scale(axes[0], half.x), y = cd_scale(axes[1], half.y),
           z = cd_scale(axes[2], half.z);
    cd_vec out = {fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                  fabs(x.z) + fabs(y.z) + fabs(z.z)};
    return cd_max(cd_max(fabs(center.x) + out.x, fabs(center.y) + out.y), fabs(center.z) + out.z);
}

double cd_core_extent(const cd_core *core) {
    if (core->polytope)
        return cd_core_largest_coordinate(core) + cd_max_abs(cd_core_vertex(core, 0));
    double size = 0;
    if (core->half.z > 0)
        size = box_extent(core->offset, core->face, core->half);
    else
        for (int i = 0; i < core->vertex_count; i++)
            size = cd_max(size, cd_max_abs(cd_add(core->offset, core->storage[i])));
    return core->kind == CD_CORE_CURVED ? cd_max(size, core->rim[0]) : size;
}

double cd_core_size(const cd_shape *s) {
    if (cd_has_point_core(s))
        return cd_max_abs(s->as.center);
    if (cd_has_segment_core(s))
        return cd_max(cd_max_abs(s->as.segment.a), cd_max_abs(s->as.segment.b));
    if (s->kind == CD_BOX && !s->as.box.corners)
        return box_extent(s->as.box.center, s->as.box.axes, s->as.box.half);
    cd_core core;
    cd_core_of(&core, s);
    return cd_core_extent(&core);
}

double cd_shape_largest_coordinate(const cd_shape *s) {
    return cd_is_set(s) ? cd_set_size(s) : cd_max(cd_core_size(s), s->radius);
}

double cd_pair_size(const cd_shape *a, const cd_shape *b) {
    return cd_max(cd_max(cd_core_size(a), cd_core_size(b)), cd_max(a->radius, b->radius));
}

// ---------------------------------------------------------------------------------------- extents

// With u the axis of a curved core, v across = v - (v . u) u and c, r the centre and radius of a
// disc, the height of the disc along v is c . v + r |v across|, reached at c + r (v across) / |v
// across|.

// The part of v perpendicular to the axis. Done twice, so that the remainder along the axis is
// rounding of the result, not of v.
static cd_vec across(const cd_core *core, cd_vec v) {
    v = cd_add_scaled(v, -cd_dot(v, core->direction), core->direction);
    return cd_add_scaled(v, -cd_dot(v, core->direction), core->direction);
}

cd_vec cd_curved_support(const cd_core *core, cd_vec direction) {
    cd_vec radial = across(core, direction), a = core->vertices[0], b = core->vertices[1];
    double length = cd_length(radial);
    bool far = cd_dot(cd_sub(b, a), direction) + (core->rim[1] - core->rim[0]) * length > 0;
    cd_vec center = far ? b : a;
    // The direction is perpendicular to a cap to within rounding: its centre does not depend on
    // that.
    if (length <= 4 * DBL_EPSILON * cd_max_abs(direction))
        return center;
    return cd_add_scaled(center, core->rim[far] / length, radial);
}

static cd_projection curved_project(const cd_core *core, cd_vec direction) {
    double along = cd_dot(cd_sub(core->vertices[1], core->vertices[0]), direction);
    double length = cd_length(across(core, direction));
    double a = core->rim[0] * length, b = core->rim[1] * length;
    return (cd_projection){-1, -1, cd_min(-a, along - b), cd_max(a, along + b)};
}

int cd_core_support_of_many(const cd_core *core, cd_vec direction, int from) {
    const float x = (float)direction.x, y = (float)direction.y, z = (float)direction.z;
    const float *lanes = core->polytope->lanes;
    float least = cd_hull_lanes_least(lanes, core->vertex_count, x, y, z);
    int best = from;
    double most = 0;
    for (int i = 0; i < core->vertex_count; i += CD_LANES, lanes += 3 * CD_LANES)
        for (unsigned above = cd_hull_lanes_above(lanes, x, y, z, least); above;
             above &= above - 1) {
            int k = i + __builtin_ctz(above);
            if (k >= core->vertex_count) // the last four are filled up with the first vertex
                break;
            cd_vec way = cd_sub(core->vertices[k], core->vertices[from]);
            double height = cd_dot(way, direction);
            best = height > most ? k : best;
            most = height > most ? height : most;
        }
    return best;
}

// Heights are measured from vertex 0: subtracting first keeps the digits in which vertices differ.
cd_projection cd_core_project(const cd_core *core, cd_vec direction) {
    cd_projection e = {0, 0, 0, 0};
    if (core->kind == CD_CORE_CURVED)
        return curved_project(core, direction);
    cd_vec origin = core->vertices[0];
    for (int i = 1; i < core->vertex_count; i++) {
        double height = cd_dot(cd_sub(core->vertices[i], origin), direction);
        if (height > e.max) {
            e.max = height;
            e.high = i;
        } else if (height < e.min) {
            e.min = height;
            e.low = i;
        }
    }
    return e;
}

double cd_core_largest_coordinate(const cd_core *core) {
    double most = 0;
    if (core->polytope && core->polytope->lanes)
        return core->polytope->largest_from_first;
    for (int i = 1; i < core->vertex_count; i++)
        most = cd_max(most, cd_max_abs(cd_sub(core->vertices[i], core->vertices[0])));
    return core->kind == CD_CORE_CURVED ? cd_max(most, core->rim[0]) : most;
}

int cd_curved_support_points(const cd_core *core, cd_vec direction, double clear,
                             cd_vec corners[CD_CURVED_SUPPORT_POINTS]) {
    cd_vec radial = across(core, direction), e = cd_perpendicular(core->direction, 3);
    cd_vec f = cd_cross(core->direction, e);
    double length = cd_length(radial);
    int count = 0;
    for (int i = 0; i < 2; i++) {
        cd_vec center = core->vertices[i];
        double r = core->rim[i];
        if (length > clear || r == 0) {
            corners[count++] = r > 0 ? cd_add_scaled(center, r / length, radial) : center;
            continue;
        }
        for (int k = 0; k < 3; k++) { // a triangle
            cd_vec p = cd_add_scaled(center, k == 0 ? r : -r / 2, e);
            corners[count++] = cd_add_scaled(p,
                                             k == 0   ? 0
                                             : k == 1 ? r * sqrt(0.75)
                                                      : -r * sqrt(0.75),
                                             f);
        }
    }
    return count;
}

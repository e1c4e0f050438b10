// Making and moving shapes, and their parts. Constructors normalise directions and rotations, make
// sizes below CD_SMALLEST 0 and keep everything else as given, so that a shape reads back as it was
// made: of a box the centre and half extents, of an aabb the corners. A move adds to a few vectors,
// whatever the shape.
#include "collide/collide.h"
#include "collide/math/elementary.h"

#include <assert.h>

static const cd_quat identity = {0, 0, 0, 1};

cd_shape cd_point(int dim, cd_vec position) {
    return (cd_shape){.kind = CD_POINT, .dim = dim, .as.center = position};
}

cd_shape cd_sphere(int dim, cd_vec center, double radius) {
    return (cd_shape){
        .kind = CD_SPHERE, .dim = dim, .radius = cd_size(radius), .as.center = center};
}

// The point b of a shape that has a; a itself where they are as good as one.
static cd_vec other_end(cd_vec a, cd_vec b) { return cd_is_still(cd_sub(b, a)) ? a : b; }

cd_shape cd_segment(int dim, cd_vec a, cd_vec b) {
    return (cd_shape){.kind = CD_SEGMENT, .dim = dim, .as.segment = {a, other_end(a, b)}};
}

cd_shape cd_capsule(int dim, cd_vec a, cd_vec b, double radius) {
    return (cd_shape){.kind = CD_CAPSULE,
                      .dim = dim,
                      .radius = cd_size(radius),
                      .as.segment = {a, other_end(a, b)}};
}

// The component x of a direction along an axis, of which y and z are so little that their squares
// are less than its rounding: exactly 1, so that a point on the line, projected along it, leaves
// nothing.
static double unit_beside(double x, double y, double z) {
    const double little = 0x1p-27;
    return fabs(x) > 0.5 && fabs(y) <= little && fabs(z) <= little ? copysign(1, x) : x;
}

cd_shape cd_line(int dim, cd_vec point, cd_vec direction, double radius) {
    cd_vec d = cd_normalized(direction, direction);
    d = (cd_vec){unit_beside(d.x, d.y, d.z), unit_beside(d.y, d.z, d.x),
                 unit_beside(d.z, d.x, d.y)};
    return (cd_shape){
        .kind = CD_LINE, .dim = dim, .radius = cd_size(radius), .as.line = {point, d}};
}

cd_shape cd_plane(int dim, cd_vec normal, double offset) {
    cd_vec unit = cd_normalized(normal, normal);
    double length = cd_equal(unit, normal) ? 1
                    : cd_is_still(normal)  ? cd_dot(normal, unit) // squares may underflow
                                           : cd_length(normal);
    return (cd_shape){.kind = CD_PLANE, .dim = dim, .as.plane = {unit, offset / length}};
}

cd_shape cd_plane_through(int dim, cd_vec normal, cd_vec point) {
    cd_vec unit = cd_normalized(normal, normal);
    return (cd_shape){.kind = CD_PLANE, .dim = dim, .as.plane = {unit, cd_dot(unit, point)}};
}

static cd_vec sizes(cd_vec half) {
    return (cd_vec){cd_size(half.x), cd_size(half.y), cd_size(half.z)};
}

static void set_corners(cd_shape *s, cd_vec min, cd_vec max) {
    cd_vec half = sizes(cd_sub(cd_scale(max, 0.5), cd_scale(min, 0.5)));
    s->as.box.min = min;
    s->as.box.max = (cd_vec){half.x == 0 ? min.x : max.x, half.y == 0 ? min.y : max.y,
                             half.z == 0 ? min.z : max.z};
    s->as.box.center = cd_add(cd_scale(s->as.box.max, 0.5), cd_scale(min, 0.5));
    s->as.box.half = half;
}

static void set_center(cd_shape *s, cd_vec center) {
    s->as.box.center = center;
    if (!s->as.box.rotated) {
        s->as.box.min = cd_sub(center, s->as.box.half);
        s->as.box.max = cd_add(center, s->as.box.half);
    }
}

cd_shape cd_aabb(int dim, cd_vec min, cd_vec max) {
    cd_shape shape = {.kind = CD_BOX, .dim = dim};
    shape.as.box.rotation = identity;
    cd_quat_axes(identity, shape.as.box.axes);
    shape.as.box.corners = true;
    set_corners(&shape, min, max);
    return shape;
}

static cd_shape box(int dim, cd_vec center, cd_vec half, bool rotated, double radius) {
    cd_shape shape = {.kind = CD_BOX, .dim = dim, .radius = cd_size(radius)};
    shape.as.box.half = sizes(half);
    shape.as.box.rotated = rotated;
    shape.as.box.rotation = identity;
    cd_quat_axes(identity, shape.as.box.axes);
    set_center(&shape, center);
    return shape;
}

cd_shape cd_box(cd_vec center, cd_vec half, cd_quat rotation, double radius) {
    cd_quat q = cd_quat_normalized(rotation);
    cd_shape shape = box(3, center, half, q.x != 0 || q.y != 0 || q.z != 0, radius);
    if (shape.as.box.rotated) { // else it keeps the identity with w = +1
        shape.as.box.rotation = q;
        cd_quat_axes(q, shape.as.box.axes);
    }
    return shape;
}

cd_shape cd_box2(cd_vec center, cd_vec half, double angle, double radius) {
    cd_shape shape = box(2, center, half, angle != 0, radius);
    shape.as.box.angle = angle;
    shape.as.box.axes[0] = (cd_vec){cd_cos(angle), cd_sin(angle), 0};
    shape.as.box.axes[1] = cd_perp(shape.as.box.axes[0]);
    return shape;
}

static cd_shape triangle(int dim, cd_vec a, cd_vec b, cd_vec c, double radius) {
    return (cd_shape){
        .kind = CD_TRIANGLE, .dim = dim, .radius = radius, .as.triangle.v = {a, b, c}};
}

cd_shape cd_triangle(int dim, cd_vec a, cd_vec b, cd_vec c, double radius) {
    bool point = cd_is_still(cd_sub(b, a)) && cd_is_still(cd_sub(c, a));
    return triangle(dim, a, point ? a : b, point ? a : c, cd_size(radius));
}

cd_shape cd_cylinder(cd_vec a, cd_vec b, double radius) {
    return (cd_shape){.kind = CD_CYLINDER, .dim = 3, .as.curved = {a, b, cd_size(radius)}};
}

cd_shape cd_cone(cd_vec base, cd_vec apex, double radius) {
    return (cd_shape){.kind = CD_CONE, .dim = 3, .as.curved = {base, apex, cd_size(radius)}};
}

cd_shape cd_polytope_shape(const cd_polytope *core, double radius) {
    return (cd_shape){.kind = core->dim == 2 ? CD_POLYGON : CD_HULL,
                      .dim = core->dim,
                      .radius = cd_size(radius),
                      .as.polytope = {core, {0, 0, 0}}};
}

const char *cd_kind_name(cd_kind kind) {
    static const char *const names[CD_KIND_COUNT] = {
        "point",   "sphere", "segment",  "capsule", "line", "plane",    "box",  "triangle",
        "polygon", "hull",   "cylinder", "cone",    "mesh", "compound", "solid"};
    return names[kind];
}

cd_shape cd_set_shape(const cd_set *set) {
    return (cd_shape){.kind = set->triangles ? CD_MESH : CD_COMPOUND,
                      .dim = set->dim,
                      .as.set = {set, {0, 0, 0}}};
}

// --------------------------------------------------------------------------------------- moving

void cd_shape_move(cd_shape *s, cd_vec v) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        s->as.center = cd_add(s->as.center, v);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        s->as.segment.a = cd_add(s->as.segment.a, v);
        s->as.segment.b = cd_add(s->as.segment.b, v);
        break;
    case CD_LINE:
        s->as.line.point = cd_add(s->as.line.point, v);
        break;
    case CD_PLANE:
        s->as.plane.offset += cd_dot(s->as.plane.normal, v);
        break;
    case CD_BOX:
        if (s->as.box.corners)
            set_corners(s, cd_add(s->as.box.min, v), cd_add(s->as.box.max, v));
        else
            set_center(s, cd_add(s->as.box.center, v));
        break;
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            s->as.triangle.v[i] = cd_add(s->as.triangle.v[i], v);
        break;
    case CD_POLYGON:
    case CD_HULL:
        s->as.polytope.offset = cd_add(s->as.polytope.offset, v);
        break;
    case CD_MESH:
    case CD_COMPOUND:
    case CD_SOLID:
        s->as.set.offset = cd_add(s->as.set.offset, v);
        break;
    case CD_CYLINDER:
    case CD_CONE:
        s->as.curved.a = cd_add(s->as.curved.a, v);
        s->as.curved.b = cd_add(s->as.curved.b, v);
        break;
    }
}

// ---------------------------------------------------------------------------------------- parts

int cd_shape_part_count(const cd_shape *s) { return cd_is_set(s) ? s->as.set.core->part_count : 1; }

static void move_part(cd_shape *s, cd_vec v) {
    if (!cd_is_zero(v)) // adding 0 would turn -0 into 0
        cd_shape_move(s, v);
}

cd_shape cd_shape_part(const cd_shape *s, int i) {
    assert(i >= 0 && i < cd_shape_part_count(s));
    if (!cd_is_set(s))
        return *s;
    const cd_set *set = s->as.set.core;
    cd_vec v = s->as.set.offset;
    if (set->triangles) {
        const int *t = set->triangles[i];
        const cd_vec *p = set->vertices;
        return triangle(s->dim, cd_add(p[t[0]], v), cd_add(p[t[1]], v), cd_add(p[t[2]], v), 0);
    }
    cd_shape part = set->shapes[i];
    move_part(&part, v);
    return part;
}

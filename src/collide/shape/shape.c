// Making and checking shapes, and what they span. Directions and rotations are normalised here
// once; everything else is kept as given, so that a shape reads back as it was made.
#include "collide/collide.h"
#include "collide/shape/set.h"
#include "collide/shape/curved.h"

#include <stdarg.h>
#include <stdio.h>

static const cd_vec up = {0, 1, 0};
static const cd_quat identity = {0, 0, 0, 1};

cd_shape cd_point(int dim, cd_vec position) {
    return (cd_shape){.kind = CD_POINT, .dim = dim, .as.center = position};
}

cd_shape cd_sphere(int dim, cd_vec center, double radius) {
    return (cd_shape){.kind = CD_SPHERE, .dim = dim, .radius = radius, .as.center = center};
}

cd_shape cd_segment(int dim, cd_vec a, cd_vec b) {
    return (cd_shape){.kind = CD_SEGMENT, .dim = dim, .as.segment = {a, b}};
}

cd_shape cd_capsule(int dim, cd_vec a, cd_vec b, double radius) {
    return (cd_shape){.kind = CD_CAPSULE, .dim = dim, .radius = radius, .as.segment = {a, b}};
}

cd_shape cd_line(int dim, cd_vec point, cd_vec direction, double radius) {
    return (cd_shape){.kind = CD_LINE,
                      .dim = dim,
                      .radius = radius,
                      .as.line = {point, cd_normalized(direction, direction)}};
}

cd_shape cd_plane(int dim, cd_vec normal, double offset) {
    cd_vec unit = cd_normalized(normal, normal);
    double length = cd_equal(unit, normal) ? 1 : cd_norm(normal);
    return (cd_shape){.kind = CD_PLANE, .dim = dim, .as.plane = {unit, offset / length}};
}

cd_shape cd_plane_through(int dim, cd_vec normal, cd_vec point) {
    cd_vec unit = cd_normalized(normal, normal);
    return (cd_shape){.kind = CD_PLANE, .dim = dim, .as.plane = {unit, cd_dot(unit, point)}};
}

cd_shape cd_aabb(int dim, cd_vec min, cd_vec max) {
    cd_vec half = cd_sub(cd_scale(max, 0.5), cd_scale(min, 0.5));
    cd_shape shape = {.kind = CD_BOX, .dim = dim};
    shape.as.box.center = cd_add(cd_scale(max, 0.5), cd_scale(min, 0.5));
    shape.as.box.half = half;
    shape.as.box.rotation = identity;
    cd_quat_axes(identity, shape.as.box.axes);
    shape.as.box.min = min;
    shape.as.box.max = max;
    return shape;
}

static cd_shape box(int dim, cd_vec center, cd_vec half, bool rotated, double radius) {
    cd_shape shape = {.kind = CD_BOX, .dim = dim, .radius = radius};
    shape.as.box.center = center;
    shape.as.box.half = half;
    shape.as.box.rotated = rotated;
    shape.as.box.rotation = identity;
    cd_quat_axes(identity, shape.as.box.axes);
    if (!rotated) {
        shape.as.box.min = cd_sub(center, half);
        shape.as.box.max = cd_add(center, half);
    }
    return shape;
}

cd_shape cd_box(cd_vec center, cd_vec half, cd_quat rotation, double radius) {
    cd_quat q = cd_quat_normalized(rotation);
    cd_shape shape = box(3, center, half, q.x != 0 || q.y != 0 || q.z != 0, radius);
    if (shape.as.box.rotated) { // else it keeps the identity without a sign
        shape.as.box.rotation = q;
        cd_quat_axes(q, shape.as.box.axes);
    }
    return shape;
}

cd_shape cd_box2(cd_vec center, cd_vec half, double angle, double radius) {
    cd_shape shape = box(2, center, half, angle != 0, radius);
    shape.as.box.angle = angle;
    shape.as.box.axes[0] = (cd_vec){cos(angle), sin(angle), 0};
    shape.as.box.axes[1] = cd_perp(shape.as.box.axes[0]);
    return shape;
}

cd_shape cd_triangle(int dim, cd_vec a, cd_vec b, cd_vec c, double radius) {
    return (cd_shape){
        .kind = CD_TRIANGLE, .dim = dim, .radius = radius, .as.triangle.v = {a, b, c}};
}

cd_shape cd_cylinder(cd_vec a, cd_vec b, double radius) {
    return (cd_shape){.kind = CD_CYLINDER, .dim = 3, .as.curved = {a, b, radius}};
}

cd_shape cd_cone(cd_vec base, cd_vec apex, double radius) {
    return (cd_shape){.kind = CD_CONE, .dim = 3, .as.curved = {base, apex, radius}};
}

cd_shape cd_polytope_shape(const cd_polytope *core, double radius) {
    return (cd_shape){.kind = core->dim == 2 ? CD_POLYGON : CD_HULL,
                      .dim = core->dim,
                      .radius = radius,
                      .as.polytope = {core, {0, 0, 0}}};
}

const char *cd_kind_name(cd_kind kind) {
    static const char *const names[CD_KIND_COUNT] = {
        "point",    "sphere",  "segment", "capsule",  "line", "plane", "box",
        "triangle", "polygon", "hull",    "cylinder", "cone", "mesh",  "compound"};
    return names[kind];
}

// ------------------------------------------------------------------------------------- validation

static _Thread_local char message[200];

// A NaN has no sign worth showing.
static double shown(double d) { return isnan(d) ? (double)NAN : d; }

__attribute__((format(printf, 1, 2))) static const char *fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return message;
}

static const char *check_vector(const char *name, cd_vec v, int dim) {
    if (!cd_is_finite(v))
        return dim == 2
                   ? fail("%s must be finite, got (%.14g, %.14g)", name, shown(v.x), shown(v.y))
                   : fail("%s must be finite, got (%.14g, %.14g, %.14g)", name, shown(v.x),
                          shown(v.y), shown(v.z));
    if (dim == 2 && v.z != 0)
        return fail("%s must have z = 0 in 2D, got %.14g", name, v.z);
    return NULL;
}

static const char *check_unit(const char *name, cd_vec v, int dim) {
    const char *error = check_vector(name, v, dim);
    if (!error && cd_is_zero(v))
        return fail("%s must not be zero", name);
    if (!error && !(fabs(cd_length2(v) - 1) < 1e-9))
        return fail("%s must be a unit vector, got length %.14g", name, cd_norm(v));
    return error;
}

static const char *check_corners(cd_vec min, cd_vec max, int dim) {
    const char *error = check_vector("min", min, dim);
    if (!error)
        error = check_vector("max", max, dim);
    if (!error && !(min.x <= max.x && min.y <= max.y && min.z <= max.z))
        return fail("min must be <= max in every component");
    return error;
}

static const char *check_box(const cd_shape *s) {
    const char *error = check_vector("center", s->as.box.center, s->dim);
    cd_vec h = s->as.box.half;
    if (!error)
        error = check_vector("half_extents", h, s->dim);
    if (!error && !(h.x >= 0 && h.y >= 0 && h.z >= 0))
        return fail("half_extents must be >= 0, got %.14g", h.x < 0 ? h.x : h.y < 0 ? h.y : h.z);
    if (!error && !isfinite(s->as.box.angle))
        return fail("rotation must be finite, got %.14g", shown(s->as.box.angle));
    for (int i = 0; i < 3 && !error; i++)
        error = check_unit("rotation", s->as.box.axes[i], 3);
    if (!error && !s->as.box.rotated)
        error = check_corners(s->as.box.min, s->as.box.max, s->dim);
    return error;
}

static const char *check_radius(double radius) {
    if (!(radius >= 0 && isfinite(radius)))
        return fail("radius must be finite and >= 0, got %.14g", shown(radius));
    return NULL;
}

static const char *check_curved(const cd_shape *s) {
    bool cone = s->kind == CD_CONE;
    const char *from = cone ? "base" : "a", *to = cone ? "apex" : "b";
    const char *error = check_vector(from, s->as.curved.a, 3);
    if (!error)
        error = check_vector(to, s->as.curved.b, 3);
    if (!error && cd_equal(s->as.curved.a, s->as.curved.b))
        return fail("%s must not be equal to %s: there is no axis", to, from);
    if (!error && s->dim != 3)
        return fail("dimension must be 3, got %d", s->dim);
    return error ? error : check_radius(s->as.curved.radius);
}

static const char *check_polytope(const cd_shape *s) {
    const cd_polytope *core = s->as.polytope.core;
    if (!core || core->vertex_count < 1 || core->dim != s->dim)
        return fail("points must be at least one of the shape's dimension");
    const char *error = check_vector("offset", s->as.polytope.offset, s->dim);
    if (!error && !isfinite(core->size + cd_max_abs(s->as.polytope.offset)))
        return fail("points must be finite");
    return error;
}

const char *cd_shape_error(const cd_shape *s) {
    if (s->dim != 2 && s->dim != 3)
        return fail("dimension must be 2 or 3, got %d", s->dim);
    const char *error = check_radius(s->radius);
    if (error)
        return error;
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return check_vector("center", s->as.center, s->dim);
    case CD_SEGMENT:
    case CD_CAPSULE:
        error = check_vector("a", s->as.segment.a, s->dim);
        return error ? error : check_vector("b", s->as.segment.b, s->dim);
    case CD_LINE:
        error = check_vector("point", s->as.line.point, s->dim);
        return error ? error : check_unit("direction", s->as.line.direction, s->dim);
    case CD_PLANE:
        error = check_unit("normal", s->as.plane.normal, s->dim);
        if (!error && !isfinite(s->as.plane.offset))
            return fail("offset must be finite, got %.14g", shown(s->as.plane.offset));
        return error;
    case CD_BOX:
        return check_box(s);
    case CD_TRIANGLE:
        for (int i = 0; i < 3 && !error; i++)
            error = check_vector((const char *[]){"a", "b", "c"}[i], s->as.triangle.v[i], s->dim);
        return error;
    case CD_POLYGON:
    case CD_HULL:
        return check_polytope(s);
    case CD_CYLINDER:
    case CD_CONE:
        return check_curved(s);
    case CD_MESH:
    case CD_COMPOUND:
        error = cd_set_error(s);
        return error ? fail("%s", error) : NULL;
    case CD_KIND_COUNT:
        break;
    }
    return fail("kind must be one of the shapes, got %d", (int)s->kind);
}

// ---------------------------------------------------------------------------------- what it spans

int cd_shape_vertex_count(const cd_shape *shape) {
    if (cd_is_set(shape))
        return shape->as.set.core->vertex_count;
    cd_core core;
    cd_core_of(&core, shape, 0);
    return core.kind == CD_CORE_POLYTOPE ? core.vertex_count : 0;
}

cd_vec cd_shape_vertex(const cd_shape *shape, int index) {
    if (cd_is_set(shape))
        return cd_add(shape->as.set.core->vertices[index], shape->as.set.offset);
    cd_core core;
    cd_core_of(&core, shape, 0);
    return cd_core_vertex(&core, index);
}

cd_vec cd_shape_middle(const cd_shape *s) {
    if (s->kind <= CD_SPHERE)
        return s->as.center;
    if (s->kind == CD_BOX)
        return s->as.box.center;
    if (s->kind == CD_PLANE)
        return cd_scale(s->as.plane.normal, s->as.plane.offset);
    if (cd_is_set(s))
        return cd_set_middle(s);
    cd_core core;
    cd_core_of(&core, s, 0);
    cd_vec first = cd_core_vertex(&core, 0), sum = {0, 0, 0};
    for (int i = 1; i < core.vertex_count; i++)
        sum = cd_add_scaled(sum, 1.0 / core.vertex_count, cd_sub(cd_core_vertex(&core, i), first));
    return cd_add(first, sum);
}

// s * infinity, but 0 where s is 0.
static double infinite(double s) { return s == 0 ? 0 : copysign(INFINITY, s); }

cd_vec cd_support(const cd_shape *s, cd_vec direction) {
    if (cd_is_set(s))
        return cd_set_support(s, direction);
    cd_core core;
    cd_core_of(&core, s, 0);
    cd_vec unit = cd_normalized(direction, up);
    if (core.kind == CD_CORE_HALFSPACE) {
        cd_vec middle = cd_shape_middle(s), n = s->as.plane.normal;
        if (cd_equal(unit, n))
            return middle;
        // Along the part of the direction that the surface leaves free; inwards where none is.
        cd_vec free = cd_slide(unit, n);
        if (cd_is_zero(free))
            free = cd_negate(n);
        return cd_add(middle, (cd_vec){infinite(free.x), infinite(free.y), infinite(free.z)});
    }
    int vertex;
    cd_vec p = cd_core_support_point(&core, unit, &vertex);
    p = cd_add_scaled(p, s->radius, unit);
    if (core.kind == CD_CORE_LINE) {
        double along = cd_dot(core.direction, unit);
        cd_vec d = cd_scale(core.direction, along);
        p = cd_add(p, (cd_vec){infinite(d.x), infinite(d.y), infinite(d.z)});
    }
    return p;
}

cd_bounds cd_shape_bounds(const cd_shape *s) {
    if (cd_is_set(s))
        return cd_set_bounds(s);
    if (s->kind == CD_BOX && !s->as.box.rotated && s->radius == 0)
        return (cd_bounds){s->as.box.min, s->as.box.max};
    if (s->kind <= CD_SPHERE) { // what is below, for the shapes that there are most of
        const cd_vec c = s->as.center, r = {s->radius, s->radius, s->dim == 3 ? s->radius : 0};
        return (cd_bounds){cd_sub(c, r), cd_add(c, r)};
    }
    const cd_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cd_vec lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
        bool spans = i < s->dim;
        hi[i] = spans ? cd_support(s, axes[i]) : (cd_vec){0, 0, 0};
        lo[i] = spans ? cd_support(s, cd_negate(axes[i])) : (cd_vec){0, 0, 0};
    }
    return (cd_bounds){{lo[0].x, lo[1].y, lo[2].z}, {hi[0].x, hi[1].y, hi[2].z}};
}

// The one validator of shapes: one clause that names the field and what is wrong with it.
#include "collide/shape/validate.h"
#include "collide/shape/core.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>

static _Thread_local char message[200];

// NaN without a sign, which would be printed.
static double shown(double d) { return isnan(d) ? (double)NAN : d; }

__attribute__((format(printf, 1, 2))) static const char *fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return message;
}

static const char *check_vector(const char *name, cd_vec v, int dim) {
    const char *wanted = cd_is_finite(v) ? CD_WANTED_IN_RANGE : "finite";
    if (!cd_is_in_range(v))
        return dim == 2
                   ? fail("%s must be %s, got (%.14g, %.14g)", name, wanted, shown(v.x), shown(v.y))
                   : fail("%s must be %s, got (%.14g, %.14g, %.14g)", name, wanted, shown(v.x),
                          shown(v.y), shown(v.z));
    if (dim == 2 && v.z != 0)
        return fail("%s must have z = 0 in 2D, got %.14g", name, v.z);
    return NULL;
}

// Constructors make smaller sizes 0.
static bool is_size(double s) { return s == 0 || s >= CD_SMALLEST; }

static const char *check_radius(double radius) {
    if (!(radius >= 0 && isfinite(radius)))
        return fail("radius must be finite and >= 0, got %.14g", shown(radius));
    if (!(radius <= CD_LARGEST))
        return fail("radius must be %s, got %.14g", CD_WANTED_IN_RANGE, radius);
    if (!is_size(radius))
        return fail("radius must be 0 or at least 2^-64, got %.14g", radius);
    return NULL;
}

// A vector whose squared length differs more from 1 was not normalised.
static const double unit_tolerance = 1e-9;

static const char *check_unit(const char *name, cd_vec v, int dim) {
    const char *error = check_vector(name, v, dim);
    if (!error && cd_is_zero(v))
        return fail("%s must not be zero", name);
    if (!error && !(fabs(cd_length2(v) - 1) < unit_tolerance))
        return fail("%s must be a unit vector, got length %.14g", name, cd_length(v));
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
    if (!error && !(is_size(h.x) && is_size(h.y) && is_size(h.z)))
        return fail("half_extents must be 0 or at least 2^-64, got %.14g", !is_size(h.x)   ? h.x
                                                                           : !is_size(h.y) ? h.y
                                                                                           : h.z);
    if (!error && !isfinite(s->as.box.angle))
        return fail("rotation must be finite, got %.14g", shown(s->as.box.angle));
    for (int i = 0; i < 3 && !error; i++)
        error = check_unit("rotation", s->as.box.axes[i], 3);
    if (!error && !s->as.box.rotated)
        error = check_corners(s->as.box.min, s->as.box.max, s->dim);
    return error;
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
    const cd_vec offset = s->as.polytope.offset;
    if (!cd_is_finite(offset) || (s->dim == 2 && offset.z != 0))
        return check_vector("offset", offset, s->dim);
    if (core->size + cd_max_abs(offset) <= CD_LARGEST)
        return NULL;
    for (int i = 0; i < core->vertex_count; i++) {
        const char *error = check_vector("points", cd_add(core->vertices[i], offset), s->dim);
        if (error)
            return error;
    }
    return NULL;
}

// Whether rounding of its position leaves some part without an axis.
static bool loses_axis(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    double far = cd_set_size(s);
    if (set->least_axis > 4 * DBL_EPSILON * far)
        return false;
    for (int i = 0; i < set->part_count; i++) {
        cd_shape part = cd_shape_part(s, i);
        if (cd_axis_size(&part) == 0)
            return true;
    }
    return false;
}

static const char *set_error(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    bool mesh = cd_is_mesh(s);
    if (!set || set->part_count < 1 || mesh != (set->triangles != NULL) || set->dim != s->dim ||
        (s->kind == CD_SOLID && s->dim != 3))
        return mesh ? "triangles must be at least one of the shape's dimension"
                    : "shapes must be at least one of the shape's dimension";
    if (!cd_is_finite(s->as.set.offset))
        return mesh ? "vertices must be finite" : "shapes must be finite";
    for (int i = 0; !(cd_set_size(s) <= CD_LARGEST) && i < set->part_count; i++) {
        cd_shape part = cd_shape_part(s, i);
        if (cd_shape_error(&part))
            return mesh ? "vertices must be " CD_WANTED_IN_RANGE
                        : "shapes must be " CD_WANTED_IN_RANGE;
    }
    if (loses_axis(s))
        return "a cylinder or cone must have an axis";
    return NULL;
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
        if (!error && !(fabs(s->as.plane.offset) <= CD_LARGEST))
            return fail("offset must be %s, got %.14g",
                        isfinite(s->as.plane.offset) ? CD_WANTED_IN_RANGE : "finite",
                        shown(s->as.plane.offset));
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
    case CD_SOLID:
        error = set_error(s);
        return error ? fail("%s", error) : NULL;
    }
    return fail("kind must be one of the shapes, got %d", (int)s->kind);
}

bool cd_has_axis_after(const cd_shape *s, cd_vec v) {
    if (!cd_is_curved(s) && s->kind != CD_COMPOUND)
        return true;
    cd_shape moved = *s;
    cd_shape_move(&moved, v);
    return cd_is_curved(s) ? cd_axis_size(&moved) > 0 : !loses_axis(&moved);
}

bool cd_is_valid_after(const cd_shape *s, cd_vec v) {
    cd_shape moved = *s;
    cd_shape_move(&moved, v);
    return cd_shape_error(&moved) == NULL;
}

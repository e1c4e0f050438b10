// See print.h. Both forms have one structure, and differ in how numbers, points and the items of a
// list are written.
#include "collide/shape/print.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DIGITS_MIN = 14, ///< a sum like 0.1 + 0.2 prints as people write it
    DIGITS_MAX = 17, ///< with so many every double reads back the same
    NUMBER_SIZE = 40 ///< room for a number
};

/// Integers below it are exact in decimal, and shorter than in hexadecimal.
static const double integer_max = 1e6;

static void put(const cd_printer *p, const char *text) { p->write(p->to, text); }

static bool is_exact(const cd_printer *p) { return p->form == CD_PRINT_EXACT; }

void cd_print_number(const cd_printer *p, double x) {
    char text[NUMBER_SIZE];
    if (isinf(x)) {
        put(p, x > 0 ? "math.huge" : "-math.huge");
    } else if (is_exact(p)) {
        const bool is_integer = x == trunc(x) && fabs(x) < integer_max && !(x == 0 && signbit(x));
        snprintf(text, sizeof text, is_integer ? "%.0f" : "%a", x);
        put(p, text);
    } else if (x != x) {
        put(p, "0/0");
    } else if (x == 0) { // a float: the integer -0 is 0
        put(p, signbit(x) ? "-0.0" : "0");
    } else {
        int digits = DIGITS_MIN;
        snprintf(text, sizeof text, "%.*g", digits, x);
        while (digits < DIGITS_MAX && strtod(text, NULL) != x)
            snprintf(text, sizeof text, "%.*g", ++digits, x);
        put(p, text);
    }
}

/// Numbers, separated by commas.
static void put_numbers(const cd_printer *p, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        put(p, i > 0 ? ", " : "");
        cd_print_number(p, numbers[i]);
    }
}

void cd_print_point(const cd_printer *p, cd_vec v, int dim) {
    put(p, is_exact(p) ? "vec(" : "{");
    put_numbers(p, (double[]){v.x, v.y, v.z}, dim);
    put(p, is_exact(p) ? ")" : "}");
}

static void put_points(const cd_printer *p, const cd_vec *points, int count, int dim) {
    for (int i = 0; i < count; i++) {
        put(p, i > 0 ? ", " : "");
        cd_print_point(p, points[i], dim);
    }
}

// ----------------------------------------------------------------------------------------- lists

/// What stands before item i of a list: of a long one, a new line with an indent.
static void begin_item(const cd_printer *p, int i, const char *indent) {
    if (!is_exact(p)) {
        put(p, i > 0 ? ", " : "{");
        return;
    }
    put(p, i > 0 ? "" : "{\n");
    put(p, indent);
}

static void end_item(const cd_printer *p) { put(p, is_exact(p) ? ",\n" : ""); }

static void end_list(const cd_printer *p) { put(p, is_exact(p) ? "    }" : "}"); }

static void put_vertices(const cd_printer *p, const cd_vec *vertices, int count, int dim) {
    for (int i = 0; i < count; i++) {
        begin_item(p, i, "        ");
        cd_print_point(p, vertices[i], dim);
        end_item(p);
    }
    end_list(p);
}

static void put_triangles(const cd_printer *p, const cd_set *set) {
    char text[64];
    for (int i = 0; i < set->part_count; i++) {
        const int *t = set->triangles[i];
        begin_item(p, i, "        ");
        snprintf(text, sizeof text, is_exact(p) ? "{ %d, %d, %d }" : "{%d, %d, %d}", t[0] + 1,
                 t[1] + 1, t[2] + 1);
        put(p, text);
        end_item(p);
    }
    end_list(p);
}

static void put_set(const cd_printer *p, const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    if (s->kind == CD_MESH) {
        put_vertices(p, set->vertices, set->vertex_count, s->dim);
        put(p, ", ");
        put_triangles(p, set);
        return;
    }
    for (int i = 0; i < set->part_count; i++) {
        begin_item(p, i, "    ");
        cd_print_shape(p, &set->shapes[i]);
        end_item(p);
    }
    end_list(p);
}

// ---------------------------------------------------------------------------------------- shapes

bool cd_box_prints_corners(const cd_shape *s) {
    assert(s->kind == CD_BOX);
    if (s->as.box.rotated)
        return false;
    const cd_vec center = s->as.box.center, half = s->as.box.half;
    const cd_shape corners = cd_aabb(s->dim, s->as.box.min, s->as.box.max);
    const cd_shape box = s->dim == 2 ? cd_box2(center, half, s->as.box.angle, s->radius)
                                     : cd_box(center, half, s->as.box.rotation, s->radius);
    const bool same_center =
        cd_equal(corners.as.box.center, center) && cd_equal(corners.as.box.half, half);
    const bool same_corners =
        cd_equal(box.as.box.min, s->as.box.min) && cd_equal(box.as.box.max, s->as.box.max);
    return same_center || !same_corners;
}

static void put_box(const cd_printer *p, const cd_shape *s) {
    if (cd_box_prints_corners(s)) {
        put(p, "aabb(");
        put_points(p, (cd_vec[]){s->as.box.min, s->as.box.max}, 2, s->dim);
        return;
    }
    put(p, "box(");
    put_points(p, (cd_vec[]){s->as.box.center, s->as.box.half}, 2, s->dim);
    if (!s->as.box.rotated) {
        put(p, s->radius > 0 ? ", nil" : "");
    } else if (s->dim == 2) {
        put(p, ", ");
        cd_print_number(p, s->as.box.angle);
    } else {
        const cd_quat q = s->as.box.rotation;
        put(p, ", collide.quat(");
        put_numbers(p, (double[]){q.x, q.y, q.z, q.w}, 4);
        put(p, ")");
    }
}

/// The constructor's name and its arguments but the radius.
static void put_core(const cd_printer *p, const cd_shape *s) {
    if (s->kind == CD_BOX) {
        put_box(p, s);
        return;
    }
    put(p, cd_kind_name(s->kind));
    put(p, "(");
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        cd_print_point(p, s->as.center, s->dim);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        put_points(p, (cd_vec[]){s->as.segment.a, s->as.segment.b}, 2, s->dim);
        break;
    case CD_LINE:
        put_points(p, (cd_vec[]){s->as.line.point, s->as.line.direction}, 2, s->dim);
        break;
    case CD_PLANE:
        cd_print_point(p, s->as.plane.normal, s->dim);
        put(p, ", ");
        cd_print_number(p, s->as.plane.offset);
        break;
    case CD_TRIANGLE:
        put_points(p, s->as.triangle.v, 3, s->dim);
        break;
    case CD_CYLINDER:
    case CD_CONE:
        put_points(p, (cd_vec[]){s->as.curved.a, s->as.curved.b}, 2, s->dim);
        break;
    case CD_POLYGON:
    case CD_HULL:
        put_vertices(p, s->as.polytope.core->vertices, s->as.polytope.core->vertex_count, s->dim);
        break;
    case CD_MESH:
    case CD_COMPOUND:
        put_set(p, s);
        break;
    case CD_BOX:
    case CD_KIND_COUNT:
        break;
    }
}

void cd_print_shape(const cd_printer *p, const cd_shape *s) {
    assert(s->kind < CD_KIND_COUNT);
    put(p, "collide.");
    put_core(p, s);
    if (s->radius > 0 || s->kind == CD_SPHERE || s->kind == CD_CAPSULE || cd_is_curved(s)) {
        put(p, ", ");
        cd_print_number(p, cd_is_curved(s) ? s->as.curved.radius : s->radius);
    }
    put(p, ")");
    const cd_vec offset = cd_is_set(s)                                  ? s->as.set.offset
                          : s->kind == CD_POLYGON || s->kind == CD_HULL ? s->as.polytope.offset
                                                                        : (cd_vec){0, 0, 0};
    if (!cd_is_zero(offset)) {
        put(p, ":moved(");
        cd_print_point(p, offset, s->dim);
        put(p, ")");
    }
}

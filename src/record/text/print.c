// See print.h. Both forms have one structure, and differ in how numbers, points and the items of a
// list are written.
#include "record/text/print.h"

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

static void put_box(const cd_printer *p, const cd_shape *s) {
    if (s->as.box.corners) {
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

int cd_shape_arguments(const cd_shape *s, cd_shape_argument out[CD_SHAPE_ARGUMENTS_MAX]) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        out[0] = (cd_shape_argument){"center", s->as.center, false};
        return 1;
    case CD_SEGMENT:
    case CD_CAPSULE:
        out[0] = (cd_shape_argument){"a", s->as.segment.a, false};
        out[1] = (cd_shape_argument){"b", s->as.segment.b, false};
        return 2;
    case CD_LINE:
        out[0] = (cd_shape_argument){"point", s->as.line.point, false};
        out[1] = (cd_shape_argument){"direction", s->as.line.direction, false};
        return 2;
    case CD_PLANE:
        out[0] = (cd_shape_argument){"normal", s->as.plane.normal, false};
        out[1] = (cd_shape_argument){"offset", {s->as.plane.offset, 0, 0}, true};
        return 2;
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            out[i] =
                (cd_shape_argument){(const char *[]){"a", "b", "c"}[i], s->as.triangle.v[i], false};
        return 3;
    case CD_CYLINDER:
    case CD_CONE:
        out[0] = (cd_shape_argument){s->kind == CD_CONE ? "base" : "a", s->as.curved.a, false};
        out[1] = (cd_shape_argument){s->kind == CD_CONE ? "apex" : "b", s->as.curved.b, false};
        return 2;
    default:
        return 0;
    }
}

bool cd_shape_prints_radius(const cd_shape *s, double *radius) {
    *radius = cd_is_curved(s) ? s->as.curved.radius : s->radius;
    return *radius > 0 || s->kind == CD_SPHERE || s->kind == CD_CAPSULE || cd_is_curved(s);
}

/// The constructor's name and its arguments but the radius.
static void put_core(const cd_printer *p, const cd_shape *s) {
    if (s->kind == CD_BOX) {
        put_box(p, s);
        return;
    }
    put(p, cd_kind_name(s->kind));
    put(p, "(");
    if (s->kind == CD_POLYGON || s->kind == CD_HULL)
        put_vertices(p, s->as.polytope.core->vertices, s->as.polytope.core->vertex_count, s->dim);
    else if (cd_is_set(s))
        put_set(p, s);
    cd_shape_argument arguments[CD_SHAPE_ARGUMENTS_MAX];
    const int count = cd_shape_arguments(s, arguments);
    for (int i = 0; i < count; i++) {
        put(p, i > 0 ? ", " : "");
        if (arguments[i].is_number)
            cd_print_number(p, arguments[i].value.x);
        else
            cd_print_point(p, arguments[i].value, s->dim);
    }
}

void cd_print_shape(const cd_printer *p, const cd_shape *s) {
    assert((int)s->kind < CD_KIND_COUNT);
    put(p, "collide.");
    put_core(p, s);
    double radius;
    if (cd_shape_prints_radius(s, &radius)) {
        put(p, ", ");
        cd_print_number(p, radius);
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

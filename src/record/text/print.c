// See print.h. Both forms have one structure, and differ in how numbers, points and calls are
// written.
#include "record/text/print.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MIN = 14, ///< a sum like 0.1 + 0.2 prints as people write it
    DIGITS_MAX = 17, ///< with so many every double reads back the same
    NUMBER_SIZE = 40 ///< room for a number
};

/// Integers below it are exact in decimal, and shorter than in hexadecimal.
static const double integer_max = 1e6;

static void put(const cd_printer *p, const char *text) { p->write(p->to, text); }

static bool is_data(const cd_printer *p) { return p->form == CD_PRINT_DATA; }

void cd_print_string(const cd_printer *p, const char *text) {
    char one[8];
    put(p, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        const bool plain = (unsigned char)*c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f;
        snprintf(one, sizeof one, plain ? "%c" : "\\%03d", plain ? *c : (unsigned char)*c);
        put(p, one);
    }
    put(p, "\"");
}

void cd_print_number(const cd_printer *p, double x) {
    char text[NUMBER_SIZE];
    if (isinf(x)) {
        put(p, x > 0 ? "math.huge" : "-math.huge");
    } else if (is_data(p) && x == x) {
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

static const char *opening(const cd_printer *p) { return is_data(p) ? "{ " : "{"; }
static const char *closing(const cd_printer *p) { return is_data(p) ? " }" : "}"; }

static void put_list(const cd_printer *p, const double *numbers, int count) {
    put(p, opening(p));
    put_numbers(p, numbers, count);
    put(p, closing(p));
}

void cd_print_point(const cd_printer *p, cd_vec v, int dim) {
    put_list(p, (double[]){v.x, v.y, v.z}, dim < 3 ? dim : 3);
}

static void put_points(const cd_printer *p, const cd_vec *points, int count, int dim) {
    for (int i = 0; i < count; i++) {
        put(p, i > 0 ? ", " : "");
        cd_print_point(p, points[i], dim);
    }
}

// ----------------------------------------------------------------------------------------- lists

static void put_vertices(const cd_printer *p, const cd_vec *vertices, int count, int dim) {
    put(p, opening(p));
    put_points(p, vertices, count, dim);
    put(p, closing(p));
}

static void put_triangles(const cd_printer *p, const cd_set *set) {
    put(p, opening(p));
    for (int i = 0; i < set->part_count; i++) {
        const int *t = set->triangles[i];
        put(p, i > 0 ? ", " : "");
        put_list(p, (double[]){t[0] + 1, t[1] + 1, t[2] + 1}, 3);
    }
    put(p, closing(p));
}

static void put_set(const cd_printer *p, const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    if (s->kind == CD_SOLID) {
        cd_shape mesh = *s;
        mesh.kind = CD_MESH;
        mesh.as.set.offset = (cd_vec){0, 0, 0};
        cd_print_shape(p, &mesh);
        return;
    }
    if (s->kind == CD_MESH) {
        put_vertices(p, set->vertices, set->vertex_count, s->dim);
        put(p, ", ");
        put_triangles(p, set);
        return;
    }
    put(p, opening(p));
    for (int i = 0; i < set->part_count; i++) {
        put(p, i > 0 ? ", " : "");
        cd_print_shape(p, &set->shapes[i]);
    }
    put(p, closing(p));
}

// ------------------------------------------------------------------------------------ exact shapes

/// Lists all numbers of a box, line or plane; or takes them from the list. Returns their count; 0
/// of other shapes.
static int exchange_numbers(cd_shape *s, double *numbers, bool take) {
    cd_vec *vectors[7] = {NULL};
    double *single[5] = {NULL};
    int vector_count = 0, single_count = 0, count = 0;
    if (s->kind == CD_LINE) {
        vectors[vector_count++] = &s->as.line.point,
        vectors[vector_count++] = &s->as.line.direction;
    } else if (s->kind == CD_PLANE) {
        vectors[vector_count++] = &s->as.plane.normal, single[single_count++] = &s->as.plane.offset;
    } else if (s->kind == CD_BOX) {
        vectors[vector_count++] = &s->as.box.center, vectors[vector_count++] = &s->as.box.half;
        for (int i = 0; i < 3; i++)
            vectors[vector_count++] = &s->as.box.axes[i];
        vectors[vector_count++] = &s->as.box.min, vectors[vector_count++] = &s->as.box.max;
        cd_quat *q = &s->as.box.rotation;
        double *const rest[] = {&q->x, &q->y, &q->z, &q->w, &s->as.box.angle};
        for (; single_count < 5; single_count++)
            single[single_count] = rest[single_count];
    }
    for (int i = 0; i < 3 * vector_count + single_count; i++, count++) {
        cd_vec *v = i < 3 * vector_count ? vectors[i / 3] : NULL;
        double *number = v == NULL    ? single[i - 3 * vector_count]
                         : i % 3 == 0 ? &v->x
                         : i % 3 == 1 ? &v->y
                                      : &v->z;
        if (take)
            *number = numbers[count];
        else
            numbers[count] = *number;
    }
    if (s->kind == CD_BOX) {
        if (take)
            s->as.box.rotated = numbers[count] != 0, s->as.box.corners = numbers[count + 1] != 0;
        numbers[count++] = s->as.box.rotated;
        numbers[count++] = s->as.box.corners;
    }
    assert(count <= CD_EXACT_NUMBERS_MAX);
    return count;
}

bool cd_shape_of_numbers(cd_kind kind, int dim, double radius, const double *numbers, int count,
                         cd_shape *out) {
    double all[CD_EXACT_NUMBERS_MAX] = {0};
    *out = (cd_shape){.kind = kind, .dim = dim, .radius = radius};
    const int wanted = exchange_numbers(out, all, false);
    if (wanted == 0 || wanted != count)
        return false;
    memcpy(all, numbers, sizeof *numbers * (size_t)count);
    exchange_numbers(out, all, true);
    return cd_shape_error(out) == NULL;
}

/// Whether the constructor that put_core writes makes this shape again to the last bit, where it
/// does more than to copy its arguments.
static bool is_rebuilt(const cd_shape *s) {
    cd_shape again = *s, given = *s;
    double numbers[2][CD_EXACT_NUMBERS_MAX];
    if (s->kind == CD_LINE)
        again = cd_line(s->dim, s->as.line.point, s->as.line.direction, s->radius);
    else if (s->kind == CD_PLANE)
        again = cd_plane(s->dim, s->as.plane.normal, s->as.plane.offset);
    else if (s->kind == CD_BOX && s->as.box.corners)
        again = cd_aabb(s->dim, s->as.box.min, s->as.box.max);
    else if (s->kind == CD_BOX && s->dim == 2)
        again = cd_box2(s->as.box.center, s->as.box.half, s->as.box.angle, s->radius);
    else if (s->kind == CD_BOX)
        again = cd_box(s->as.box.center, s->as.box.half, cd_quat_normalized(s->as.box.rotation),
                       s->radius);
    const int count = exchange_numbers(&given, numbers[0], false);
    exchange_numbers(&again, numbers[1], false);
    return again.radius == s->radius &&
           memcmp(numbers[0], numbers[1], sizeof numbers[0][0] * (size_t)count) == 0;
}

static void put_exact(const cd_printer *p, const cd_shape *s) {
    double numbers[CD_EXACT_NUMBERS_MAX];
    cd_shape copy = *s;
    const int count = exchange_numbers(&copy, numbers, false);
    put(p, "{ \"exact\", \"");
    put(p, cd_kind_name(s->kind));
    put(p, "\", ");
    put_numbers(p, (double[]){s->dim, s->radius}, 2);
    put(p, ", ");
    put_list(p, numbers, count);
    put(p, " }");
}

// ---------------------------------------------------------------------------------------- shapes

/// What stands before the first argument of a constructor.
static void put_name(const cd_printer *p, const char *name) {
    put(p, is_data(p) ? "{ \"" : "collide.");
    put(p, name);
    put(p, is_data(p) ? "\", " : "(");
}

static void put_box(const cd_printer *p, const cd_shape *s) {
    if (s->as.box.corners) {
        put_name(p, "aabb");
        put_points(p, (cd_vec[]){s->as.box.min, s->as.box.max}, 2, s->dim);
        return;
    }
    put_name(p, "box");
    put_points(p, (cd_vec[]){s->as.box.center, s->as.box.half}, 2, s->dim);
    if (!s->as.box.rotated) {
        put(p, s->radius > 0 ? ", nil" : "");
    } else if (s->dim == 2) {
        put(p, ", ");
        cd_print_number(p, s->as.box.angle);
    } else {
        const cd_quat q = s->as.box.rotation;
        put(p, is_data(p) ? ", { " : ", collide.quat(");
        put_numbers(p, (double[]){q.x, q.y, q.z, q.w}, 4);
        put(p, is_data(p) ? " }" : ")");
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
    put_name(p,
             is_data(p) && s->kind == CD_SPHERE && s->dim == 2 ? "circle" : cd_kind_name(s->kind));
    if (cd_is_polytope(s))
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
    const cd_vec offset = cd_is_set(s)        ? s->as.set.offset
                          : cd_is_polytope(s) ? s->as.polytope.offset
                                              : (cd_vec){0, 0, 0};
    const bool moved = !cd_is_zero(offset);
    if (is_data(p) && !is_rebuilt(s)) {
        put_exact(p, s);
        return;
    }
    put(p, moved && is_data(p) ? "{ \"moved\", " : "");
    put_core(p, s);
    double radius;
    if (cd_shape_prints_radius(s, &radius)) {
        put(p, ", ");
        cd_print_number(p, radius);
    }
    put(p, is_data(p) ? " }" : ")");
    if (moved) {
        put(p, is_data(p) ? ", " : ":moved(");
        cd_print_point(p, offset, s->dim);
        put(p, is_data(p) ? " }" : ")");
    }
}

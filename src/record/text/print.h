// Numbers, points and shapes as Lua text that gives them back: a shape as the call of its
// constructor, or as data.
#ifndef RECORD_TEXT_PRINT_H
#define RECORD_TEXT_PRINT_H

#include "collide/collide.h"
#include "record/bytes.h"

typedef enum cd_print_form {
    /// For people: on one line, numbers in decimal with as few of 14 to 17 digits as read back the
    /// same, points as {x, y}. What tostring returns.
    CD_PRINT_SHORT,
    /// For cases, which are data: numbers in hexadecimal where they are no small integers, points
    /// as
    /// { x, y }, a shape as { "circle", { 0, 0 }, 1 }, a rotation in 3D as { x, y, z, w }. One that
    /// was moved after it was built is { "moved", shape, offset }. Where no constructor gives a
    /// shape back to the last bit it is { "exact", kind, dimension, radius, { numbers } }, with all
    /// that it consists of.
    CD_PRINT_DATA
} cd_print_form;

/// Where the text goes. `write` is called with one piece after the other; it may leave by longjmp.
typedef struct cd_printer {
    cd_print_form form;
    void (*write)(void *to, const char *text);
    void *to;
} cd_printer;

/// What appends a text to bytes.
static inline void cd_print_append(void *bytes, const char *text) {
    cd_bytes_append(bytes, text, strlen(text));
}
/// Appends data (CD_PRINT_DATA) to bytes.
static inline cd_printer cd_print_into(cd_bytes *bytes) {
    return (cd_printer){CD_PRINT_DATA, cd_print_append, bytes};
}

/// A text in quotes, on one line; it may hold any byte.
void cd_print_string(const cd_printer *printer, const char *text);
void cd_print_number(const cd_printer *printer, double x);
void cd_print_point(const cd_printer *printer, cd_vec v, int dim);
/// "collide.sphere({0, 0}, 1)". A polygon, hull, mesh or compound is printed as it was built, and a
/// call of moved(), which rounds nothing, follows where it was moved since.
/// shape: valid. Does not allocate.
void cd_print_shape(const cd_printer *printer, const cd_shape *shape);

/// A named argument of a constructor: a point, or one number.
typedef struct cd_shape_argument {
    const char *name;
    cd_vec value; ///< of a number: x
    bool is_number;
} cd_shape_argument;

/// Reads the numbers of { "exact", ... } back: of a box, a line or a plane. False where they are no
/// such shape.
#define CD_EXACT_NUMBERS_MAX 28
bool cd_shape_of_numbers(cd_kind kind, int dim, double radius, const double *numbers, int count,
                         cd_shape *out);

/// The arguments of a shape's constructor but the radius, in order; returns their number. 0 for
/// boxes, polygons, hulls, meshes and compounds.
#define CD_SHAPE_ARGUMENTS_MAX 3
int cd_shape_arguments(const cd_shape *shape, cd_shape_argument out[CD_SHAPE_ARGUMENTS_MAX]);

/// Whether the constructor is given a radius, and that radius. A radius of 0 is left out where the
/// shape has a core of its own.
bool cd_shape_prints_radius(const cd_shape *shape, double *radius);

#endif

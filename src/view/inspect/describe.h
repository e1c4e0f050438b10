// Queries and shapes in words: the short ones of a list, and every field with all its digits.
#ifndef VIEW_INSPECT_DESCRIBE_H
#define VIEW_INSPECT_DESCRIBE_H

#include "record/record.h"

/// The name of an argument or a result of a query's function; "" where it has none.
const char *cd_argument_name(const cd_query *query, int argument);
const char *cd_result_name(const cd_query *query, int result);

/// "ball, walls[2]" and "hit at t 0.25": for one line.
void cd_query_arguments(const cd_frame *frame, const cd_query *query, char *out, size_t size);
void cd_query_result(const cd_query *query, char *out, size_t size);

/// One thing to show: a name with 1 to 4 numbers, or with a text. A heading has a text for its name
/// and no value; that of a shape says which of the frame's it is, else -1.
typedef struct cd_field {
    const char *name, *text; ///< text: NULL where it has numbers
    double numbers[4];
    int count;
    bool heading;
    bool inner; ///< of the heading before it
    int which;
} cd_field;

typedef void cd_field_sink(void *user, const cd_field *field);

/// Everything about a query but where it was asked; about a shape.
void cd_describe_query(const cd_frame *frame, const cd_query *query, cd_field_sink *sink,
                       void *user);
void cd_describe_shape(const cd_shape *shape, cd_field_sink *sink, void *user);

/// A number with as many digits as it needs to be read back exactly.
void cd_number_text(double number, char out[32]);

#endif

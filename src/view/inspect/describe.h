// Queries and shapes as text for people: short for a list, or every field with all its digits.
#ifndef VIEW_INSPECT_DESCRIBE_H
#define VIEW_INSPECT_DESCRIBE_H

#include "view/inspect/query_values.h"

enum { CD_QUERY_VALUES_MAX = 4 }; ///< arguments or results of a query

/// A function that asks queries. The kinds of its arguments and results are letters: s shape, v
/// vector, n number, b boolean, ? any. The arguments from `required` on may be nil or absent.
typedef struct cd_query_signature {
    const char *name, *arguments, *results;
    int required;
    const char *argument_names[CD_QUERY_VALUES_MAX], *result_names[CD_QUERY_VALUES_MAX];
} cd_query_signature;

/// That of a query; one without arguments and results, and with names "", where it is not known.
const cd_query_signature *cd_query_signature_of(const cd_query *query);

/// Gives the fields of a hit, contact or manifold by their names in Lua. Before the fields of a
/// manifold's point comes its name without a value, and before the first of them the count as
/// "#points".
typedef void cd_result_sink(void *user, const char *name, const cd_value *value);
void cd_result_fields(const cd_value *result, cd_result_sink *sink, void *user);

/// "sphere, walls[2]" and "hit, t 0.25": for one line, cut to size.
void cd_query_arguments(const cd_frame *frame, const cd_query *query, char *out, size_t size);
void cd_query_result(const cd_query *query, char *out, size_t size);

/// One line to show: a name with 1 to 4 numbers, or with a text. A heading has only a name; that of
/// a shape has its number among the frame's shapes.
typedef struct cd_field {
    const char *name, *text; ///< text: NULL where it has numbers
    double numbers[4];
    int count;
    bool heading;
    bool inner; ///< belongs to the heading before it
    int which;  ///< of a heading: the shape of the frame; else -1
} cd_field;

typedef void cd_field_sink(void *user, const cd_field *field);

/// Gives all fields of a query (but its file and line) or of a shape to the sink.
void cd_describe_query(const cd_frame *frame, const cd_query *query, cd_field_sink *sink,
                       void *user);
void cd_describe_shape(const cd_shape *shape, cd_field_sink *sink, void *user);

/// A number with at most six digits, to be looked at.
void cd_number_short(double number, char out[32]);
/// A number with as few digits as read back the same.
void cd_number_text(double number, char out[32]);

#endif

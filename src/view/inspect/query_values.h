// The arguments and results of a recorded query, by their kinds.
#ifndef VIEW_INSPECT_QUERY_VALUES_H
#define VIEW_INSPECT_QUERY_VALUES_H

#include "record/record.h"

#include <string.h>

/// Whether it is a query of that function.
static inline bool cd_query_is(const cd_query *query, const char *name) {
    return strcmp(query->name, name) == 0;
}

/// An argument or a result of that kind; NULL where it has none there.
static inline const cd_value *cd_query_argument(const cd_query *query, int i, cd_value_kind kind) {
    return i < query->argument_count && query->arguments[i].kind == kind ? &query->arguments[i]
                                                                         : NULL;
}
static inline const cd_value *cd_query_answer(const cd_query *query, int i, cd_value_kind kind) {
    return i < query->result_count && query->results[i].kind == kind ? &query->results[i] : NULL;
}

/// Whether it is about a ray: origin, direction, shape, limit.
static inline bool cd_query_is_ray(const cd_query *query) {
    return cd_query_is(query, "raycast") || cd_query_is(query, "occluded");
}

#endif

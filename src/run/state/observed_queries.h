// The queries of a simulation: a userdata that holds a query log (query_log.h).
#ifndef RUN_STATE_OBSERVED_QUERIES_H
#define RUN_STATE_OBSERVED_QUERIES_H

#include "record/query_bytes.h"

#include <lua.h>

/// The log of the userdata at an index; NULL for any other value.
const cd_query_log *cd_query_log_at(lua_State *L, int index);

#endif

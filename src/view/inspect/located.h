// Which parts of its shapes the answer of a recorded query is about: found from its arguments and
// its answer, as a script finds it (collide/collide.h).
#ifndef VIEW_INSPECT_LOCATED_H
#define VIEW_INSPECT_LOCATED_H

#include "record/record.h"

/// A shape of a query and where its answer lies on it. argument: its index. side: 'a' or 'b', which
/// Lua's names end with. move: how far the shape has moved by then.
typedef struct cd_located_shape {
    int argument;
    char side;
    cd_location at;
    cd_vec move;
} cd_located_shape;

/// Finds those that are or have parts with numbers; returns how many, at most two.
int cd_query_located(const cd_query *query, cd_located_shape located[2]);

/// The part, where it is then.
cd_shape cd_located_part(const cd_query *query, const cd_located_shape *located);

/// "vertex", "edge" or "face"; NULL of CD_ON_NONE.
const char *cd_feature_name(cd_on feature);

/// "3, 12" of triangle 12 of part 3, from 1; "" where the shape is no set. And "face 2", or "".
void cd_located_words(const cd_location *at, char part[32], char feature[32]);

#endif

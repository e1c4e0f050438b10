// The layout of a query.
#ifndef RECORD_QUERY_LAYOUT_H
#define RECORD_QUERY_LAYOUT_H

#include "record/codec.h"

void cd_code_query(cd_codec *c, cd_query *query);

#endif

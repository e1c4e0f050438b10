// The queries of an update, written as they are made, in the bytes of a frame's message, so that a
// frame copies them as they are. What is unknown until the frame is built (about which of its
// shapes a query was, which polytopes the message has had already) is kept beside the bytes as
// references (codec.h), and filled in when the message is written.
#ifndef RECORD_QUERY_LOG_H
#define RECORD_QUERY_LOG_H

#include "record/codec.h"

/// Adds a query; false if memory ran out. In its shapes and hits `id` counts, not `which`.
bool cd_query_log_add(cd_query_log *log, cd_query *query);

/// Decodes all queries into the arena, as they were added: shapes refer to what they referred to.
/// NULL if memory ran out.
cd_query *cd_query_log_read(const cd_query_log *log, cd_arena *arena);

/// Writes the number of the queries and all of them as a part of a frame, whose shapes have been
/// written.
void cd_query_log_write(cd_codec *c, const cd_query_log *log, const cd_frame *frame);

/// Empties the log; it keeps its memory.
void cd_query_log_clear(cd_query_log *log);
void cd_query_log_free(cd_query_log *log);

#endif

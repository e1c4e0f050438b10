// What a query log (query_log.h) consists of: bytes, and references beside them.
#ifndef RECORD_QUERY_BYTES_H
#define RECORD_QUERY_BYTES_H

#include "record/bytes.h"

/// What the bytes of a query log leave out, since its form in a message depends on
/// the rest of the message: where it belongs, and what it refers to.
typedef enum cd_reference_kind {
    CD_REFERENCE_SHAPE,    ///< the creation number of a shape
    CD_REFERENCE_POLYTOPE, ///< the address of a cd_polytope
    CD_REFERENCE_SET,      ///< the address of a cd_set
    CD_REFERENCE_INDEX     ///< that of a hit among the hits of a batch; no part of a message
} cd_reference_kind;

typedef struct cd_reference {
    size_t at; ///< in the bytes
    cd_reference_kind kind;
    uint64_t value;
} cd_reference;

/// In the order of their places. {0} is empty.
typedef struct cd_references {
    cd_reference *list;
    int count, capacity;
    int next; ///< for reading
} cd_references;

/// {.limit = ...} is empty. What the logged shapes refer to must live until the log is cleared.
typedef struct cd_query_log {
    cd_bytes bytes;
    cd_references references;
    int count, limit; ///< queries, and the most of them
    int omitted;      ///< those beyond the limit
} cd_query_log;

#endif

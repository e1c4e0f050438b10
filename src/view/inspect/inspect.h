// What a person has picked, and the frame's queries by where they are asked.
//
// A pick says what it means in any frame: a shape by its path in the state, a query by function,
// file, line and its number among those asked there. So it stays while frames go by, and is only
// not there where a frame has no such thing. Knows no pixels.
#ifndef VIEW_INSPECT_INSPECT_H
#define VIEW_INSPECT_INSPECT_H

#include "record/source.h"

#include <string.h>

typedef enum cd_pick_kind { CD_PICK_NONE, CD_PICK_QUERY, CD_PICK_SHAPE } cd_pick_kind;

/// All queries of one function asked at one line.
typedef struct cd_call_site {
    const char *name, *file;
    int line, count, found; ///< found: how many of them found something
    int first, last;        ///< numbers of queries
} cd_call_site;

typedef struct cd_inspector {
    bool open; ///< the panel shows it
    cd_pick_kind kind;
    char name[32], file[CD_PATH_MAX], key[256];
    int line, ordinal;
    char unfolded[CD_PATH_MAX]; ///< the site whose queries are listed: file, function and line
    char unfolded_name[32];
    int unfolded_line;
    bool reveal; ///< the list is to show the pick

    char *text; ///< of the picked query's file as it is now, to find the line again after an edit
    size_t text_size;
    char text_file[CD_PATH_MAX];
    int generation; ///< of the player, then

    // Of the frame that cd_inspector_meet was given last. `next` leads from a query to the next one
    // of its site, `ordinals` tells its number there.
    const cd_frame *frame;
    int query, shape; ///< the pick in that frame; -1: it is not there
    cd_call_site *sites;
    int *next, *ordinals;
    int site_count, site_capacity, query_capacity;
} cd_inspector;

/// Whether it is the site of a function, file and line.
bool cd_is_site(const cd_call_site *site, const char *name, const char *file, int line);
/// The number of that site in the frame; -1: nothing is asked there.
int cd_inspector_site(const cd_inspector *inspector, const char *name, const char *file, int line);

/// Makes ready for a frame (NULL: none), which must stay while the inspector is used.
void cd_inspector_meet(cd_inspector *inspector, const cd_frame *frame);
void cd_inspector_free(cd_inspector *inspector);

/// Picks of the frame: a query or a shape by its number.
void cd_inspector_pick_query(cd_inspector *inspector, int query);
void cd_inspector_pick_shape(cd_inspector *inspector, int shape);
void cd_inspector_unpick(cd_inspector *inspector);

/// The script was edited: moves a line number of `before` to where that line is in `after`; 0: it
/// is gone. Lines before the first and after the last difference keep their place from the start
/// and from the end; of those between, the nearest with the same words.
int cd_line_moved(const char *before, size_t before_size, const char *after, size_t after_size,
                  int line);

/// Whether it is a query of that function.
static inline bool cd_query_is(const cd_query *query, const char *name) {
    return strcmp(query->name, name) == 0;
}

/// Whether a query has found something.
bool cd_query_found(const cd_query *query);
/// Whether it was asked about a shape of the frame.
bool cd_query_touches(const cd_query *query, int shape);

#endif

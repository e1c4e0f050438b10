// The inspector's model: what is picked, and the frame's queries by their call sites.
//
// A pick has a meaning in every frame: it is a shape by its path in the state, or a query by its
// function, file, line and number among those of that line. So it stays while frames go by, and
// is back in a frame that has that shape or query again. Knows no pixels.
#ifndef VIEW_INSPECT_INSPECT_H
#define VIEW_INSPECT_INSPECT_H

#include "record/source.h"
#include "view/inspect/describe.h"
#include "view/inspect/state_tree.h"
#include "view/inspect/steps.h"
#include "view/inspect/touched.h"

#include <string.h>

typedef enum cd_pick_kind { CD_PICK_NONE, CD_PICK_QUERY, CD_PICK_SHAPE } cd_pick_kind;

/// All queries of one function asked at one line.
typedef struct cd_call_site {
    const char *name, *file;
    int line, count, found; ///< found: how many of them found something
    int begin;              ///< where its queries begin in the inspector's `order`
} cd_call_site;

typedef struct cd_inspector {
    bool open;          ///< the panel shows it
    bool shows_state;   ///< then its page of the state's values
    bool shows_lines;   ///< then, or else, its page of executed lines
    cd_state_tree tree; ///< these
    cd_pick_kind kind;
    char name[32], file[CD_PATH_MAX], key[256];
    int line, ordinal;
    char unfolded[CD_PATH_MAX]; ///< file of the site whose queries are listed
    char unfolded_name[32];
    int unfolded_line;
    bool reveal; ///< the list should scroll to the pick

    int lens;        ///< cd_lens_kind (lens.h): how the plane is coloured by the pick
    bool why;        ///< the steps of the picked query are shown
    int step;        ///< the one on show, from 1; 0: the last
    cd_steps *steps; ///< of a query with these arguments, if it has_steps
    uint64_t steps_key;
    bool has_steps;

    char *text; ///< the picked query's file as it is now, to find its line again after an edit
    char text_file[CD_PATH_MAX];
    int generation; ///< of the player when the file was read

    // Of the frame that cd_inspector_set_frame was given last. `order` has the numbers of its
    // queries, site by site and then ascending; query i is order[place[i]].
    const cd_frame *frame;
    int query, shape; ///< the pick in that frame; -1: the frame does not have it
    cd_call_site *sites;
    int *order, *place;
    int *about; ///< the queries about the picked shape, in their order
    int about_count;
    int site_count, site_capacity, query_capacity;

    cd_touched touched;    ///< by the picked shape
    uint64_t touched_hash; ///< of the frame and the pick for which they were found
} cd_inspector;

/// Whether a site is that of a function, file and line.
bool cd_is_site(const cd_call_site *site, const char *name, const char *file, int line);
/// The number of that site in the frame; -1: the frame has no query of it.
int cd_inspector_site(const cd_inspector *inspector, const char *name, const char *file, int line);

/// Sets the frame (NULL: none), which must stay while the inspector is used, and finds the pick in
/// it.
void cd_inspector_set_frame(cd_inspector *inspector, const cd_frame *frame);
void cd_inspector_free(cd_inspector *inspector);

/// The steps of the picked query; NULL: there are none.
const cd_steps *cd_inspector_steps(cd_inspector *inspector);

/// Picks a query or a shape of the frame by its number.
void cd_inspector_pick_query(cd_inspector *inspector, int query);
void cd_inspector_pick_shape(cd_inspector *inspector, int shape);
void cd_inspector_unpick(cd_inspector *inspector);

/// The number, from 1, in the text `after` of the line that has the number `line` in `before`; 0:
/// it is gone. Lines before the first and after the last difference keep their distance from the
/// start and from the end; of those between, the nearest equal line is taken.
int cd_line_moved(const char *before, const char *after, int line);

/// Whether a query has found something.
bool cd_query_found(const cd_query *query);
/// Whether it was asked about a shape of the frame.
bool cd_query_touches(const cd_query *query, int shape);

#endif

// Folds: if a frame has so many queries that their drawings would hide the picture, those that have
// something in common are drawn as one. A fan is the rays from one point, a hub the queries of one
// function about one body. The inspector still lists all of them.
#ifndef VIEW_SCENE_FOLDS_H
#define VIEW_SCENE_FOLDS_H

#include "view/inspect/inspect.h"

enum {
    CD_UNFOLDED_MAX = 100, ///< with no more queries to draw nothing is folded
    CD_FAN_MIN = 25,       ///< rays
    CD_HUB_MIN = 50,       ///< queries
    CD_FOLDS_NAMED = 8     ///< the largest ones, which say how many queries they are
};

typedef struct cd_fold {
    const char *name; ///< of the function
    bool fan;
    bool named;       ///< it is one of the largest
    int count, found; ///< its queries, and how many of them found something
    int first;        ///< its first query
    int begin;        ///< where its queries begin in the folds' `order`
    int nearest;      ///< of a hub: the query with the least distance; -1: none has one
    uint64_t key;     ///< for finding them
} cd_fold;

typedef struct cd_folds {
    int *of;      ///< by query: its fold; -1: it is drawn by itself. NULL: all are
    bool *second; ///< by query: whether the body of its hub is its second argument
    int *order;   ///< the folded queries, fold by fold and then ascending
    cd_fold *folds;
    int count;         ///< of the folds; some have no query
    int single, drawn; ///< queries that are drawn by themselves, and how many of them are
} cd_folds;

/// Whether a query is picked, or was asked about the picked shape; true where nothing is picked.
bool cd_query_is_meant(const cd_inspector *pick, const cd_frame *frame, int query);

/// Finds the folds of a frame. Where something is picked (pick may be NULL), the queries that are
/// meant are not folded, unless they are too many themselves.
cd_folds cd_folds_find(const cd_frame *frame, const cd_inspector *pick, cd_arena *scratch);

/// The fold of a query, or NULL.
static inline const cd_fold *cd_fold_of(const cd_folds *folds, int query) {
    return folds->of != NULL && folds->of[query] >= 0 ? &folds->folds[folds->of[query]] : NULL;
}

#endif

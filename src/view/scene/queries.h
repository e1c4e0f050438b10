// Drawing the queries of a frame: their arguments and what they found.
#ifndef VIEW_SCENE_QUERIES_H
#define VIEW_SCENE_QUERIES_H

#include "view/scene/folds.h"
#include "view/scene/stage.h"

/// Draws lines, points, normals and ghosts; queries that found nothing first, so that the others
/// lie over them. Where something is picked (pick may be NULL), all other queries are faint.
void cd_queries_draw(const cd_stage *stage, const cd_frame *frame, cd_folds *folds, bool normals,
                     const cd_inspector *pick);
/// Draws what is picked: a query with the shapes that it was asked about, or a shape with its
/// penetrations; also where queries are hidden.
void cd_queries_draw_pick(const cd_stage *stage, const cd_frame *frame, const cd_inspector *pick);

/// Has labels keep off the points that the queries found and the ghosts of casts, of 40 queries,
/// of which those that found something come first.
void cd_queries_block(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                      cd_labels *labels, const cd_inspector *pick);

/// The separation that closest, distance, contact or manifold found; false for other queries. The
/// points of closest and distance are computed again from the arguments.
bool cd_query_separation(const cd_query *query, cd_separation *s);
/// The separation of the picked shape and another one that it penetrates; false where it does not.
bool cd_pick_penetration(const cd_frame *frame, const cd_inspector *pick, int other,
                         cd_separation *s);

/// The query whose drawing is nearest to a point of the canvas and at most `reach` pixels from it;
/// -1: none. Where `picked` is one of several in reach, returns the next one after it.
int cd_queries_at(const cd_stage *stage, const cd_frame *frame, cd_point2 at, double reach,
                  int picked);

/// Adds the origins of rays and the ends of casts to an extent.
void cd_queries_extent(const cd_frame *frame, cd_extent *extent);

#endif

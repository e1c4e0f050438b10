// Drawing the queries of a frame: why each answered as it did.
#ifndef VIEW_SCENE_QUERIES_H
#define VIEW_SCENE_QUERIES_H

#include "view/inspect/inspect.h"
#include "view/scene/labels.h"
#include "view/scene/solid.h"

/// Lines, points, normals and ghosts; misses first, so that hits lie over them. Where something is
/// picked (NULL: nothing) the others are faint.
void cd_queries_draw(const cd_stage *stage, const cd_frame *frame, bool normals,
                     const cd_inspector *pick);
/// What is picked: a query with the shapes that it was asked about, or a shape; drawn even where
/// the queries are hidden.
void cd_queries_draw_pick(const cd_stage *stage, const cd_frame *frame, const cd_inspector *pick);
/// The numbers at them: distances and depths.
void cd_queries_label(const cd_stage *stage, const cd_frame *frame, cd_labels *labels,
                      const cd_inspector *pick);

/// The query whose drawing is nearest to a point of the canvas and at most `reach` pixels from it;
/// -1: none. Where `picked` is one of several in reach it is the next one after it.
int cd_queries_at(const cd_stage *stage, const cd_frame *frame, cd_point2 at, double reach,
                  int picked);

/// Where the queries reach: origins of rays, ends of casts.
void cd_queries_extent(const cd_frame *frame, cd_extent *extent);

#endif

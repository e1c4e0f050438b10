// Drawing the queries of a frame: why each answered as it did.
#ifndef VIEW_QUERIES_H
#define VIEW_QUERIES_H

#include "view/labels.h"
#include "view/solid.h"

/// Lines, points, normals and ghosts; misses first, so that hits lie over them.
void cd_queries_draw(const cd_stage *stage, const cd_frame *frame, bool normals);
/// The numbers at them: distances and depths.
void cd_queries_label(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);

/// Where the queries reach: origins of rays, ends of casts.
void cd_queries_extent(const cd_frame *frame, cd_extent *extent);

#endif

// The numbers beside the queries of a frame.
#ifndef VIEW_SCENE_QUERY_LABELS_H
#define VIEW_SCENE_QUERY_LABELS_H

#include "view/scene/folds.h"
#include "view/scene/stage.h"

/// Labels the queries with their distances and depths.
void cd_queries_label(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                      cd_labels *labels, const cd_inspector *pick);

#endif

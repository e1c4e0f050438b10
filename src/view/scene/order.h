// A stable sort by one number each, fast enough to sort many thousands for every picture.
#ifndef VIEW_SCENE_ORDER_H
#define VIEW_SCENE_ORDER_H

#include "record/record.h"

/// The indices 0 .. count - 1 by ascending keys; indices with equal keys ascend. -0 equals 0; no
/// key is NaN. The array is allocated in `arena`; NULL without memory.
int *cd_order_of(const double *keys, int count, cd_arena *arena);

#endif

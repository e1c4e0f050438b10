// Sorting many things for every picture: by one number each, and stable.
#ifndef VIEW_SCENE_ORDER_H
#define VIEW_SCENE_ORDER_H

#include "record/record.h"

/// The indices 0 .. count - 1 in the order in which their keys ascend; where keys are equal, in
/// their own. -0 equals 0. Laid in `arena`; NULL without memory.
int *cd_order_of(const double *keys, int count, cd_arena *arena);

#endif

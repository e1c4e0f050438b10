// Shapes as Lua builds them from their printed text.
#ifndef VIEW_INSPECT_REBUILD_H
#define VIEW_INSPECT_REBUILD_H

#include "record/record.h"

/// Makes the shape that the text of cd_print_shape (CD_PRINT_EXACT) gives in Lua, by the same
/// constructors. Rounding may make it another one in the last bits, where the original was moved or
/// turned. What it refers to is allocated in `arena`. False without memory.
bool cd_rebuild_shape(const cd_shape *shape, cd_arena *arena, cd_shape *out);

#endif

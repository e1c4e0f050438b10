// The steps that a closed form stands for: which formula it is, and for sharp cores the depths
// along the axes of which it takes the least. Only traced queries ask (math/trace.h).
#ifndef COLLIDE_NARROW_CLOSED_STEPS_H
#define COLLIDE_NARROW_CLOSED_STEPS_H

#include "collide/collide.h"

/// Records the axes, where both cores are polytopes, and the formula; s: its result, or NULL.
void cd_trace_closed(const cd_shape *a, const cd_shape *b, const cd_separation *s);

/// Records the formula of a cast of a at b (a ray: a point); hit: its result, or NULL: none.
void cd_trace_closed_cast(const cd_shape *a, const cd_shape *b, const cd_hit *hit);

#endif

// The layout of a shape.
#ifndef RECORD_SHAPE_LAYOUT_H
#define RECORD_SHAPE_LAYOUT_H

#include "record/codec.h"

/// Writes or reads a shape. A shape that is read is valid (cd_shape_error is NULL) or the codec has
/// failed.
void cd_code_shape(cd_codec *c, cd_shape *shape);

/// The parts of it that a query log leaves out: what a polygon or hull, a mesh or compound refers
/// to.
void cd_code_polytope(cd_codec *c, const cd_polytope **core, int dim);
void cd_code_set(cd_codec *c, const cd_set **core, int dim, bool compound);

#endif

// Separating axes of two polytopes: the penetration depth, and a visit of each axis (sat.c).
#ifndef COLLIDE_NARROW_GJK_SAT_H
#define COLLIDE_NARROW_GJK_SAT_H

#include "collide/shape/core.h"

/// A translation of a by depth * normal, after which a just touches b. normal: unit, from b to a;
/// depth < 0: the axis separates them, and the translation brings them together.
typedef struct cd_penetration {
    double depth;
    cd_vec normal;
} cd_penetration;

/// The shortest such translation over all face normals and pairs of edges, a moved by `shift`.
cd_penetration cd_sat_penetration(const cd_core *a, const cd_core *b, cd_vec shift);

/// The translation along one unit normal.
cd_penetration cd_penetration_along(const cd_core *a, const cd_core *b, cd_vec shift,
                                    cd_vec normal);

/// The same, where vertex `low` of a is known to lie lowest along the normal and `high` of b
/// highest.
cd_penetration cd_penetration_between(const cd_core *a, const cd_core *b, cd_vec shift,
                                      cd_vec normal, int low, int high);

/// Visits the translation along each axis, in both directions: the half-spaces whose intersection
/// is b - a. Some of them are redundant and merely touch it.
typedef void cd_axis_visitor(void *context, cd_penetration translation);
void cd_sat_each_axis(const cd_core *a, const cd_core *b, cd_axis_visitor *visit, void *context);

/// Visits, as cd_sat_each_axis, the axes along a difference that is flat, a segment or a point,
/// across its boundary: the half-spaces of both have nothing in common but the difference. Of
/// others it visits none.
/// Without it: tests/collide/set/flat_parts_spec.lua "what touches the bottom of a box and a part
/// in it touches both"
void cd_sat_each_axis_around_flat(const cd_core *a, const cd_core *b, cd_axis_visitor *visit,
                                  void *context);

#endif

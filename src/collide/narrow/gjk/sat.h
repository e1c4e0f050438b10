// Separating axes of two polytopes: the penetration depth, and the search over all axes for those
// who ask something else of each (sat.c).
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

/// The extents of a and b along one axis, as heights above vertex 0 of b, and the vertices there.
typedef struct cd_axis_extents {
    cd_vec axis, n;                    // the axis as it was computed, and unit
    double a_min, a_max, b_min, b_max; // along n
    int a_low, a_high, b_low, b_high;
} cd_axis_extents;

/// A search over all axes that may be the normal of a facet of a - b.
typedef struct cd_sat_search cd_sat_search;
struct cd_sat_search {
    const cd_core *a, *b;
    cd_vec shift;    // of a
    cd_vec between;  // from vertex 0 of b to vertex 0 of a, as moved
    double rounding; // of the heights in cd_axis_extents
    void (*visit)(const cd_sat_search *search, const cd_axis_extents *extents);
    // Of each face of a large solid instead of `visit`, which would be given both directions along
    // the normal; NULL: `visit`.
    void (*visit_face)(const cd_sat_search *search, const cd_core *solid, int face);
    void *context; // of both
};

/// Fills in all but the visitors and `context`.
cd_sat_search cd_sat_search_of(const cd_core *a, const cd_core *b, cd_vec shift);

/// Visits the extents along each axis: those of b first, as the first of several equal results
/// counts.
void cd_sat_search_axes(const cd_sat_search *search);

/// Visits the extents along one axis of any length; none where it is zero.
void cd_sat_search_axis(const cd_sat_search *search, cd_vec axis);

#endif

// The directions in which a point may leave a place where several convex obstacles touch it, and
// the motion nearest to a given one among them. In configuration space a moving shape is a point;
// an obstacle that touches it is a convex set with the point on its boundary, given by the outward
// normals of its facets there. A motion is free of one obstacle if it does not lead below all of
// its facets, and free if it is so of all obstacles. docs/mathematics.md derives it under "Ties and
// inner edges".
#ifndef COLLIDE_NARROW_TOUCH_FREE_CONE_H
#define COLLIDE_NARROW_TOUCH_FREE_CONE_H

#include "collide/narrow/touch/normal_group.h"

/// What is free around a point that wants to move by `motion`.
///   rounding  the sine of the angle by which rounding may have turned normals or the motion:
///             directions that differ by less are equal, wedges that are narrower are closed
///   free      the result of cd_free_cone_project
///   slips     the result is the motion itself, into a gap that is as wide as what moves
/// The rest is for free_cone.c: `direction` is that of the motion (zero where it is) and `towards`
/// the part of it that is free; `slots` are the orthonormal normals of opposite walls that leave
/// only the plane or line between them; the cell is the set of normals, each projected into the
/// slots, on which the result rests; closed: there is no cell with an interior.
typedef struct cd_free_cone {
    int dim;
    double rounding;
    cd_vec motion, free;
    cd_vec direction, towards;
    bool is_closed, slips;
    double seam; ///< obstacles that are no farther apart touch each other
    int group_count, slot_count, cell_count;
    cd_normal_group groups[CD_CONE_GROUPS];
    cd_vec slots[3], cell[CD_CONE_GROUPS];
} cd_free_cone;

/// Begins without obstacles. motion: finite; rounding: in (0, 1), at least some DBL_EPSILON; seam:
/// obstacles that are no farther apart than this length touch each other.
void cd_free_cone_start(cd_free_cone *cone, int dim, cd_vec motion, double rounding, double seam);

/// Adds an obstacle with count >= 1 unit normals, which is no constraint where it contains two that
/// are opposite: of an obstacle without thickness the caller passes the normals of one side. point:
/// where it is touched (NULL: not known). An
/// obstacle that adds no constraint to another one takes no room. Of more than CD_CONE_NORMALS
/// normals those of the motion's least approach are kept; beyond CD_CONE_GROUPS obstacles, two with
/// common normals become one with these. Both leave less free, never more; only of obstacles
/// without common normals the one that leaves the motion most free is dropped.
void cd_free_cone_add(cd_free_cone *cone, const cd_vec *normals, int count, const cd_vec *point);

/// The free motion nearest to `motion`, also kept in cone->free; `motion` itself, bit for bit,
/// where it is free to within rounding. Zero where nothing is free. Of several that are equally
/// near to within rounding it is the first in the order of obstacles and normals. A gap without
/// width between obstacles is closed, except to a motion that leads along it exactly between
/// obstacles that do not touch each other, and to a point that lies between two walls already, each
/// of one normal. Deterministic; its time is bounded: where it ends before all is searched, the
/// result is free but perhaps not the nearest.
cd_vec cd_free_cone_project(cd_free_cone *cone);

/// After cd_free_cone_project: which normal of an obstacle takes part in turning the motion away;
/// -1 where none does, as for the side faces of a seam and for all that the motion slides along or
/// leaves. Of several it is the one of least approach, the first of equal ones. The obstacle is one
/// of those that were added; of another one that the result leads into: its least approach.
int cd_free_cone_active(const cd_free_cone *cone, const cd_vec *normals, int count);

/// After cd_free_cone_project: the place of a normal, of any obstacle, among those along which the
/// motion is turned away; the least one counts. INFINITY: it is not turned away along this one. 0:
/// along this one alone; another one on which the result rests, too, adds nothing. Else its
/// approach.
double cd_free_cone_rank(const cd_free_cone *cone, cd_vec normal);

/// After cd_free_cone_project, of a motion that is free, with at least one obstacle: the outward
/// normal of all obstacles together along which the motion approaches them most, by no more than
/// rounding.
cd_vec cd_free_cone_grazed_normal(const cd_free_cone *cone);

/// Instead of cd_free_cone_project: of the normals that are outward for all obstacles together the
/// one nearest to a direction. At least one obstacle.
cd_vec cd_free_cone_nearest_normal(const cd_free_cone *cone, cd_vec direction);

#endif

// The narrow phase on cores: one function for the signed distance of any two of them, from its two
// halves, GJK where they are apart and the shortest way out where they overlap.
#ifndef COLLIDE_NARROW_SEPARATE_H
#define COLLIDE_NARROW_SEPARATE_H

#include "collide/explain.h"
#include "collide/shape/core.h"

/// What a closed form says; unknown where there is none or rounding could decide.
typedef enum { CD_UNKNOWN, CD_MISSES, CD_MEETS } cd_verdict;

/// Up to four corners of a - b, by the numbers of their vertices.
typedef struct cd_simplex {
    int count, a[4], b[4];
} cd_simplex;

/// What GJK found: the distance of two cores (a moved by `shift`) and the points that realise it.
///   apart     false: they overlap, or cannot be told from touching; the rest is then the last
///             positive distance on the way (distance 0: there was none)
///   normal    unit, from b to a
///   size      the largest coordinate of a - b that was met: what rounding is relative to
///   grain     the same of the heaviest corner alone: what rounding of the distance is relative to
///   blend_a, blend_b  how far the points lie from the heaviest corner's vertices
///   around    four corners: the origin lies in their tetrahedron
typedef struct cd_gap {
    bool apart;
    cd_simplex around;
    double distance, size, grain, blend_a, blend_b;
    cd_vec normal, point_a, point_b;
} cd_gap;

/// Not for half-spaces, nor for two lines that cross.
cd_gap cd_gjk(const cd_core *a, const cd_core *b, cd_vec shift);

/// The same, no farther than to know on which side of `limit` the distance is; of the rest only
/// `apart` and `size` count.
cd_gap cd_gjk_until(const cd_core *a, const cd_core *b, cd_vec shift, double limit);

/// The same, begun with up to three corners that are likely to be the nearest.
cd_gap cd_gjk_from(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *guess);

/// The same where a face is known to hold the nearest point, if not inside of these corners of it.
cd_gap cd_gjk_face(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *corners);

/// Whether there is such a guess for two polytopes, found in haste; with four corners: they
/// overlap.
bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess);

/// The same, with its steps.
cd_gap cd_gjk_traced(const cd_core *a, const cd_core *b, cd_vec shift, cd_trace *trace);

/// The shortest translation `depth * normal` of a (moved by `shift`) that leaves it just touching
/// b, over all face normals and pairs of edges; negative where some such axis separates them.
typedef struct cd_penetration {
    double depth;
    cd_vec normal;
} cd_penetration;
cd_penetration cd_sat_penetration(const cd_core *a, const cd_core *b, cd_vec shift);

/// The same, and the face of a - b that it leaves through, found faster for two polytopes with many
/// features from where GJK ended (`around`); false where rounding makes it doubtful.
bool cd_epa(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *around,
            cd_penetration *way, cd_simplex *face);

/// The way out along a normal.
cd_penetration cd_penetration_along(const cd_core *a, const cd_core *b, cd_vec shift,
                                    cd_vec normal);

/// The same, where vertex `low` of a is known to lie lowest along it and `high` of b highest.
cd_penetration cd_penetration_between(const cd_core *a, const cd_core *b, cd_vec shift,
                                      cd_vec normal, int low, int high);

/// Tells of every axis of the two how far along it a must move to leave b, both ways: the walls of
/// what a's translations must avoid. Some are no walls but only touch it.
typedef void cd_axis_visitor(void *context, cd_penetration way);
void cd_sat_each_axis(const cd_core *a, const cd_core *b, cd_axis_visitor *visit, void *context);

/// When two shapes touch on the unbounded line of motion, and b's outward normal at both ends (zero
/// where that end is infinite).
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
} cd_interval;

/// The times in which no axis of the same parts a moving by `motion` from b: all of it where the
/// difference has an interior, at least it where it is flat. False: they are always apart, by more
/// than rounding. `rounding`: how well both ends are known together; `slides`: along a facet,
/// beside which rounding left it, or to which an end owes all its rounding.
bool cd_swept_sat_interval(const cd_core *a, const cd_core *b, cd_vec motion, cd_interval *interval,
                           double *rounding, bool *slides);

/// Whether a meets b on the unbounded line of its motion: CD_UNKNOWN where rounding decides, or for
/// cores that are neither polytopes nor lines. `decide`: where rounding decides, too, CD_MEETS if
/// as far as is known they do: of two that share an edge one is met.
cd_verdict cd_swept_sat_overlap(const cd_core *a, const cd_core *b, cd_vec motion, bool decide);

/// The signed distance of the cores, a moved by `shift`; as cd_separation, radii left out.
cd_separation cd_separate_cores(const cd_core *a, const cd_core *b, cd_vec shift);

/// Whether lengths up to this size need no scaling: the square of a triangle's area is a fourth
/// power, and small features have smaller ones.
static inline bool cd_size_in_range(double size) { return size > 0x1p-120 && size < 0x1p120; }

/// The power of two that brings extreme coordinates near 1; 0 where they are safe anyway.
int cd_range_power(const cd_shape *a, const cd_shape *b);

/// Whether the distance is at most `margin` > 0, without the depth: CD_UNKNOWN where rounding could
/// decide, and for half-spaces and crossing lines.
cd_verdict cd_within_generic(const cd_shape *a, const cd_shape *b, double margin);

/// cd_separate without the closed forms of the hot pairs.
cd_separation cd_separate_generic(const cd_shape *a, const cd_shape *b);

/// Makes the distance of rounded shapes that touch exactly 0.
void cd_resolve_exact_touch(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// The closed form of cd_separate for the hot pairs but boxes; false where there is none.
bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// The same where one has shrunk to a ball.
bool cd_separate_degenerate(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// cd_contact for the hot pairs with a closed form, and for any shapes.
typedef bool cd_contact_pair(const cd_shape *a, const cd_shape *b, double margin,
                             cd_separation *contact);
cd_contact_pair cd_contact_point_cores, cd_contact_point_core_box, cd_contact_segment_cores,
    cd_contact_any;

static inline bool cd_are_boxes(const cd_shape *a, const cd_shape *b) {
    return a->kind == CD_BOX && b->kind == CD_BOX && a->dim == 3;
}

/// Two boxes in 3D: whether they overlap.
cd_verdict cd_overlap_boxes(const cd_shape *a, const cd_shape *b);

/// Two boxes in 3D. CD_MISSES: an axis parts them by more than the margin. CD_MEETS: the cores
/// overlap, and `separation` (may be NULL) tells how. CD_UNKNOWN: neither is certain.
cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                             cd_separation *separation);

/// The same seen from b.
static inline cd_separation cd_swapped(cd_separation s) {
    return (cd_separation){s.distance, cd_negate(s.normal), s.point_b, s.point_a};
}

/// Makes the separation of two cores that of the rounded shapes.
static inline void cd_inflate(cd_separation *s, double radius_a, double radius_b) {
    s->distance += 0 - (radius_a + radius_b);         // no -0
    s->normal = cd_add(s->normal, (cd_vec){0, 0, 0}); // no -0
    s->point_a = cd_add_scaled(s->point_a, -radius_a, s->normal);
    s->point_b = cd_add_scaled(s->point_b, radius_b, s->normal);
}

/// cd_separate to a place.
void cd_separate_to(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// Whether two unit directions are parallel as far as their rounding can tell.
bool cd_parallel(cd_vec a, cd_vec b);

#endif

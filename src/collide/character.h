// The face of src/collide/character: moving a shape by hand, as games move their characters. It
// goes as far as it can, slides along what it meets, climbs steps, stands on slopes, and never ends
// deeper in anything than it began. Unlike a body of a world it has neither mass nor velocity: the
// caller says how far it wants to go. Nothing here allocates.
#ifndef COLLIDE_CHARACTER_H
#define COLLIDE_CHARACTER_H

#include "collide/world.h"

CD_BEGIN_PUBLIC

/// What a character moves among. It may change while the character moves, but only in `accepts`.
typedef struct cd_obstacles {
    void *context;
    /// Collects the obstacles whose bounds may meet the box (finite) and returns their number.
    int (*near)(void *context, const cd_bounds *box);
    /// At least the cd_shape_largest_coordinate of each of them, as cd_batch_largest_coordinate and
    /// cd_world_largest_coordinate are.
    double (*largest_coordinate)(void *context);
    /// The i-th of those that were collected last, valid and of the character's dimension; *id is
    /// the caller's name for it, which stays.
    const cd_shape *(*shape)(void *context, int i, int *id);
    /// Whether the obstacle stops the character, which meets it with this hit; if not, `near` must
    /// leave it out from now on. NULL: all do.
    bool (*accepts)(void *context, int id, const cd_hit *hit);
    /// The direction of the i-th if it blocks one way only, as of cd_body: it is met where a motion
    /// that does not lead that way comes against that face of it; else zero. NULL: of all.
    cd_vec (*one_way)(void *context, int i);
} cd_obstacles;

typedef struct cd_character_options {
    cd_vec up;          ///< unit
    double max_slope;   ///< radians, 0 to pi / 2: what is steeper is no ground
    double step_height; ///< >= 0: the highest step that it climbs
    double snap;        ///< >= 0: how far down it follows the ground that falls away
    int max_hits;       ///< >= 1: it stops at the hit after so many
} cd_character_options;

/// One of the surfaces that the character met, or the ground. As in any cast, `point` lies on the
/// obstacle and `normal` is outward; `t` (and `enter`) is the part of the motion that was used up
/// when they met, 0 to 1; `approach` is minus the whole motion along the normal; `inside` is set
/// where they touched from the start; `exit` is not known and infinite.
typedef struct cd_character_hit {
    int id;
    cd_hit hit;
} cd_character_hit;

typedef struct cd_character_move {
    cd_vec moved; ///< from where it was to where it is
    cd_vec rest;  ///< what is left of the motion, turned along what stopped it: zero unless it met
                  ///< more than max_hits
    int hit_count;
    bool has_ground;
    cd_character_hit ground; ///< what it stands on; id -1 without
} cd_character_move;

/// Moves `shape` (valid) by `motion` (finite), as far as the obstacles let it:
///
/// - It is first moved out of what it overlaps, if that translation is no longer than its own
/// bounds
///   and leads into nothing else. Where there is none, it may move, but not deeper.
/// - What touches it turns the motion to the nearest free one (narrow/touch/free_cone.h), so there
///   are no inner edges, and creases and corners need no special case.
/// - Ground is what is no steeper than max_slope. On it the character keeps its heading, goes as
///   far along the ground as it would have gone on the level, and gravity moves it no further. On
///   what is steeper it slides down, but never climbs.
/// - On the ground, unless the motion leads up, it climbs a step no higher than step_height: it is
///   raised, moved on and put down. A step has ground beyond its edge. The edge that a round shape
///   meets is a step, too, not a slope.
/// - If it stood on the ground, and the motion does not lead up, it is put down on ground that is
///   no farther than `snap` below. The edge of a step down by no more than that is ground, too,
///   though a round shape meets it more steeply than max_slope.
///
/// It stops some ulps before what it meets. hits: room for max_hits; one for each surface, in the
/// order of time; of several obstacles with one normal the first.
cd_character_move cd_move_and_slide(cd_shape *shape, cd_vec motion, const cd_obstacles *obstacles,
                                    const cd_character_options *options, cd_character_hit *hits);

/// Whether a shape touches another, to rounding, from above: where that is no steeper than
/// max_slope.
bool cd_stands_on(const cd_shape *shape, const cd_shape *ground,
                  const cd_character_options *options);

/// Whether a shape is passing through a body that blocks one way only, and so does not meet it:
/// they overlap, and not because the body's own last motion has brought its face against the shape.
bool cd_is_on_way_through(const cd_shape *shape, const cd_body *body, cd_vec motion);

CD_END_PUBLIC

#endif

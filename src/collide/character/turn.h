// How what touches a character turns its motion: along walls, creases and slopes.
#ifndef COLLIDE_CHARACTER_TURN_H
#define COLLIDE_CHARACTER_TURN_H

#include "collide/character/walker.h"

enum { CD_TURN_HITS = 16 };

/// motion: what is left of it; hits: the surfaces that turn it, one for each normal (of the hit:
/// point and normal only); is_blocked: one that is no ground is in the way of its heading.
typedef struct cd_turn {
    cd_vec motion;
    int count;
    cd_character_hit hits[CD_TURN_HITS];
    bool is_blocked;
} cd_turn;

/// The motion along what touches the character, which on the ground keeps its level length.
void cd_turn_motion(const cd_walker *walker, cd_vec motion, cd_turn *turn);

/// The motion nearest to v that leads into nothing, and what turns it; slopes are walls.
void cd_turn_freely(const cd_walker *walker, cd_vec v, cd_turn *turn);

/// What the character stands on: the most level ground that carries it, the edge of a step that it
/// climbs (heading: the level part of its motion) or goes down, by no more than `snap`, or, where
/// steep surfaces wedge it, the most level of those. False: nothing does.
bool cd_find_ground(const cd_walker *walker, cd_vec heading, cd_character_hit *ground);

/// Whether a surface with this normal that is met at a point is the edge of a step, in the way of a
/// character with this heading, and no higher above its foot than step_height.
typedef enum { CD_NO_STEP, CD_LOW_STEP, CD_HIGH_STEP } cd_riser;
cd_riser cd_step_at(const cd_walker *walker, const cd_character_hit *hit, cd_vec heading,
                    double foot);

/// The height of the character's lowest point.
double cd_walker_foot(const cd_walker *walker);

#endif

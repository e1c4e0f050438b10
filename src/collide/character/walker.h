// A character as it moves: what touches it where it is, and what it meets first along a straight
// motion.
#ifndef COLLIDE_CHARACTER_WALKER_H
#define COLLIDE_CHARACTER_WALKER_H

#include "collide/character.h"
#include "collide/character/nearby.h"
#include "collide/narrow/touch/free_cone.h"
#include "collide/narrow/touch/touch_normals.h"

typedef struct cd_touches cd_touches;

typedef struct cd_walker {
    cd_shape shape; ///< where it is now
    cd_vec way;     ///< along which it came here; zero: it began here
    cd_vec aim;     ///< the whole motion: what blocks one way only lets it pass along that way
    const cd_obstacles *obstacles;
    const cd_character_options *options;
    double least_up; ///< the least normal . up of ground
    cd_nearby *nearby;
    cd_touches *touches; ///< what is known of what touches it, as it is asked often; NULL: nothing
} cd_walker;

/// A convex part of the character and one of an obstacle that touch.
///   gap      how far apart two shapes are put that meet: so far that rounding turns it into no
///            overlap, and much less than what counts as touching
///   is_deep  they overlap by more than rounding: the only normal is that of the way out
///   normals  else of all facets that touch; of a flat obstacle those of the character's side
typedef struct cd_touch {
    int id, near; ///< of the obstacle; what of it was touched (cd_nearby)
    cd_separation separation;
    double gap;
    bool is_deep;
    int count;
    cd_vec normals[CD_TOUCH_NORMALS_MAX];
} cd_touch;

/// All that touches a walker where it was when that was looked up. count: -1: not known; more than
/// there is room for: too many.
enum { CD_TOUCHES_MAX = 16 };
struct cd_touches {
    cd_shape shape;
    cd_vec way;
    int collection; ///< of what was near then
    int count;
    cd_touch touches[CD_TOUCHES_MAX];
};

/// Forgets it, as the obstacles have been asked whether they count, which may have changed them.
static inline void cd_touches_forget(const cd_walker *walker) {
    cd_nearby_forget(walker->nearby);
    if (walker->touches)
        walker->touches->count = -1;
}

/// Collects the obstacles that may meet a box (finite), and perhaps others, and returns their
/// number.
static inline int cd_walker_near(const cd_walker *walker, const cd_bounds *box) {
    return cd_nearby_collect(walker->nearby, walker->obstacles, box, walker->shape.dim);
}

/// Calls `visit` for all pairs of parts of the character and the obstacles that touch, to rounding,
/// or overlap; until it returns false.
typedef bool cd_touch_visitor(void *context, const cd_touch *touch);
void cd_each_touch(const cd_walker *walker, cd_touch_visitor *visit, void *context);

/// The one_way of the obstacle that was collected as the i-th.
static inline cd_vec cd_walker_one_way(const cd_walker *w, int i) {
    const cd_obstacles *o = w->obstacles;
    return o->one_way ? o->one_way(o->context, i) : (cd_vec){0, 0, 0};
}

/// Lengths up to this are touches of the walker with an obstacle.
double cd_touch_limit(const cd_shape *shape, const cd_shape *obstacle);

/// Begins the cone of what is free of all that touches the walker.
void cd_walker_start_cone(const cd_walker *walker, cd_vec motion, cd_free_cone *cone);

/// Moves the walker by v, and some ulps away from what is nearer there than the gap that is kept.
void cd_walker_move(cd_walker *walker, cd_vec v);

/// What the walker meets first on the way along `motion`; false: nothing. What it touches now does
/// not count: the motion must not lead into it (cd_free_cone_project).
bool cd_walker_sweep(const cd_walker *walker, cd_vec motion, cd_character_hit *first);

/// v without its part along the unit vector up, and the length of that part.
static inline cd_vec cd_level(cd_vec v, cd_vec up) { return cd_add_scaled(v, -cd_dot(v, up), up); }

#endif

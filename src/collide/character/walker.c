// Distances find what touches a character, casts find what stops a motion; both visit the obstacles
// whose bounds are near. The normals of the touches alone decide which motions are free
// (narrow/touch/free_cone.h), so a cast ignores whatever touches at its start.
#include "collide/character/walker.h"

#include "collide/cast/convex_cast.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/zonotope.h"
#include "collide/set/set_distance.h"
#include "collide/set/set_touch.h"
#include "collide/shape/core.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// What touches (math/tolerance.h) is a part of the character's own coordinates; of an obstacle that
// is larger only this part of that counts, some ulps.
// Without it: tests/collide/character/move_and_slide_spec.lua "ends no deeper in a corridor that it
// fills"
static const double OF_LARGE = 0x1p-5;
// The character stops this part of a touch before what it meets.
// Without it: tests/collide/character/floor_spec.lua "tiles are one piece"
static const double GAP = 0.125;
// Facets that pass this part of the gap deeper are touched, too: less than what is left of the gap
// of another wall, so that the rim of a wall that ends at another one cannot be gone round behind
// that.
static const double TIE = 0.25;

// A bound of a distance is rounded by less than this part of the coordinates.
static const double BOUND_ROUNDING = 0x1p-48;

// The cosine below which a way along a surface does not tell from which side it came.
static const double PARALLEL = 1e-9;

enum { GAP_ROUNDS_MAX = 4 };

// So many edges of gaps are passed at once.
enum { EDGES_MAX = 64 };

// Boxes are grown by these parts of their coordinates and of those of the obstacles: much more than
// any touch, and little.
static const double BOX_MARGIN = 0x1p-16, BOX_MARGIN_OF_LARGE = 0x1p-33;

static double touch_limit(double coordinate, double of_obstacle) {
    return CD_TOUCH_OF_MANY * cd_max(coordinate, OF_LARGE * of_obstacle);
}

double cd_touch_limit(const cd_shape *shape, const cd_shape *obstacle) {
    return touch_limit(cd_shape_largest_coordinate(shape), cd_shape_largest_coordinate(obstacle));
}

// The box of the walker on a way along v, grown. What reaches out of the range meets nothing there
// that it does not meet within.
static cd_bounds swept_box(const cd_walker *w, cd_vec v) {
    const cd_shape *shape = &w->shape;
    cd_bounds b = cd_shape_bounds(shape);
    b.min = cd_clamp_to_range(
        (cd_vec){b.min.x + cd_min(v.x, 0), b.min.y + cd_min(v.y, 0), b.min.z + cd_min(v.z, 0)});
    b.max = cd_clamp_to_range(
        (cd_vec){b.max.x + cd_max(v.x, 0), b.max.y + cd_max(v.y, 0), b.max.z + cd_max(v.z, 0)});
    // However small the character is, touches are within the rounding of the obstacles.
    // Without it: tests/collide/character/floor_spec.lua "a point walks over the origin"
    double m = BOX_MARGIN * cd_max(cd_max_abs(b.min), cd_max_abs(b.max)) +
               BOX_MARGIN_OF_LARGE * w->obstacles->largest_coordinate(w->obstacles->context);
    cd_vec margin = {m, m, shape->dim == 3 ? m : 0};
    return (cd_bounds){cd_clamp_to_range(cd_sub(b.min, margin)),
                       cd_clamp_to_range(cd_add(b.max, margin))};
}

// ---------------------------------------------------------------------------------------- touches

typedef struct {
    const cd_walker *walker;
    cd_touch_visitor *visit;
    void *context;
    double limit;
    cd_vec one_way; ///< of the obstacle
    bool goes_on;
    cd_touch touch;
} touch_pass;

static bool has_opposite(const cd_touch *t, cd_vec n) {
    for (int i = 0; i < t->count; i++)
        if (cd_dot(t->normals[i], n) < -1 + CD_SLIDING)
            return true;
    return false;
}

// Keeps the normals of a touch along a direction; returns whether there are any.
static bool keep_along(cd_touch *t, cd_vec direction, double least, bool of_opposites) {
    bool keep[CD_TOUCH_NORMALS_MAX];
    int kept = 0;
    for (int i = 0; i < t->count; i++)
        keep[i] = cd_dot(t->normals[i], direction) > least &&
                  (!of_opposites || has_opposite(t, t->normals[i]));
    for (int i = 0; i < t->count; i++)
        if (keep[i])
            t->normals[kept++] = t->normals[i];
    t->count = kept > 0 ? kept : t->count;
    return kept > 0;
}

// Of an obstacle without thickness, which has opposite normals, those of the side on which the
// character is stay. Where it is too near to tell, that is the side from which it came, and if it
// began here, the upper one.
// Without it: tests/collide/character/floor_spec.lua "tiles are one piece"
static void choose_side(const cd_walker *w, cd_touch *t) {
    bool is_flat = false;
    for (int i = 0; i < t->count; i++)
        is_flat |= has_opposite(t, t->normals[i]);
    if (!is_flat)
        return;
    cd_separation *s = &t->separation;
    cd_vec from = cd_is_zero(w->way) ? w->options->up : cd_negate(cd_normalized(w->way, w->way));
    if (s->distance <= 0.5 * t->gap && keep_along(t, from, PARALLEL, true)) {
        s->distance *= cd_dot(s->normal, t->normals[0]);
        s->normal = t->normals[0];
    } else {
        keep_along(t, s->normal, 0, false);
    }
}

// Keeps the normals of the face of what blocks one way only; returns whether there are any. What
// the walker has come into on its way it passes through.
static bool keep_facing(const touch_pass *search, cd_touch *t) {
    const cd_walker *w = search->walker;
    const cd_vec at_rest = {0, 0, 0};
    int kept = 0;
    if (cd_is_zero(search->one_way))
        return true;
    if (t->is_deep && !cd_is_zero(w->way))
        return false;
    for (int i = 0; i < t->count; i++)
        if (cd_faces_one_way(search->one_way, t->normals[i], at_rest))
            t->normals[kept++] = t->normals[i];
    t->count = kept;
    if (kept > 0 && !cd_faces_one_way(search->one_way, t->separation.normal, at_rest))
        t->separation.normal = t->normals[0];
    return kept > 0;
}

static bool visit_pair(void *context, const cd_shape *a, const cd_shape *b) {
    touch_pass *search = context;
    cd_touch *t = &search->touch;
    t->separation = cd_separate(a, b);
    double distance = t->separation.distance;
    if (distance > search->limit || distance == -INFINITY)
        return true; // out of what has no way out, every way leads
    t->is_deep = distance < -search->limit;
    t->count = 1;
    t->normals[0] = t->separation.normal;
    if (!t->is_deep) {
        // The end of a needle in a crease may go round the rims of both walls.
        // Without it: tests/collide/character/room_spec.lua "needles stay inside"
        bool has_facet;
        t->count = cd_touch_facets(a, b, &t->separation, cd_max(-distance, 0) + TIE * t->gap,
                                   t->normals, CD_TOUCH_NORMALS_MAX, &has_facet);
        choose_side(search->walker, t);
    }
    search->goes_on = !keep_facing(search, t) || search->visit(search->context, t);
    return search->goes_on;
}

// What a few axes tell apart from the triangles of a mesh needs no search.
static bool is_sharp_triangle(const cd_shape *s) {
    return s->kind == CD_TRIANGLE && s->dim == 3 && s->radius == 0;
}

static void look_up(const cd_walker *w, cd_touch_visitor *visit, void *context) {
    const cd_shape *shape = &w->shape;
    touch_pass search = {.walker = w, .visit = visit, .context = context, .goes_on = true};
    const cd_bounds box = swept_box(w, (cd_vec){0, 0, 0});
    const double coordinate = cd_shape_largest_coordinate(shape);
    const int count = cd_walker_near(w, &box);
    cd_zonotope zonotope;
    const bool is_zonotope = cd_zonotope_of(&zonotope, shape);
    cd_near_shape room;
    const cd_near_shape *near;
    for (int i = 0; search.goes_on &&
                    (near = cd_nearby_next(w->nearby, w->obstacles, count, &box, &i, &room));) {
        search.touch.id = near->id;
        search.touch.near = i - 1;
        search.one_way = cd_walker_one_way(w, near->obstacle);
        search.limit = touch_limit(coordinate, near->largest);
        search.touch.gap = GAP * search.limit;
        if (is_zonotope && is_sharp_triangle(near->shape) &&
            cd_zonotope_is_beyond(&zonotope, near->shape->as.triangle.v,
                                  search.limit +
                                      BOUND_ROUNDING * cd_max(coordinate, near->largest)))
            continue;
        if (cd_is_set(shape) || cd_is_set(near->shape))
            cd_set_each_pair(shape, near->shape, search.limit, visit_pair, &search);
        else
            visit_pair(&search, shape, near->shape);
    }
}

static bool keep(void *context, const cd_touch *touch) {
    cd_touches *all = context;
    if (all->count >= CD_TOUCHES_MAX) {
        all->count = CD_TOUCHES_MAX + 1;
        return false;
    }
    cd_touch *kept = &all->touches[all->count++]; // not copied as a whole: it is large
    memcpy(kept, touch, offsetof(cd_touch, normals));
    memcpy(kept->normals, touch->normals, (size_t)touch->count * sizeof *kept->normals);
    return true;
}

static bool knows_touches(const cd_walker *w) {
    const cd_touches *all = w->touches;
    return all && all->count >= 0 && all->collection == w->nearby->collection &&
           memcmp(&all->shape, &w->shape, sizeof w->shape) == 0 &&
           memcmp(&all->way, &w->way, sizeof w->way) == 0;
}

void cd_each_touch(const cd_walker *w, cd_touch_visitor *visit, void *context) {
    cd_touches *all = w->touches;
    if (all && !knows_touches(w)) {
        all->shape = w->shape;
        all->way = w->way;
        all->count = 0;
        look_up(w, keep, all);
        all->collection = w->nearby->collection;
    }
    if (!all || all->count > CD_TOUCHES_MAX) {
        look_up(w, visit, context);
        return;
    }
    for (int i = 0; i < all->count && visit(context, &all->touches[i]); i++)
        continue;
}

void cd_walker_start_cone(const cd_walker *w, cd_vec motion, cd_free_cone *cone) {
    cd_free_cone_start(cone, w->shape.dim, motion, CD_SAME_NORMAL,
                       cd_touch_limit(&w->shape, &w->shape));
}

// -------------------------------------------------------------------------------------------- gaps

typedef struct {
    double least; ///< the least distance, in gaps
    cd_vec way;
} narrowest;

static bool find_narrowest(void *context, const cd_touch *touch) {
    narrowest *n = context;
    double gaps = touch->separation.distance / touch->gap;
    if (!touch->is_deep && gaps < n->least) {
        n->least = gaps;
        n->way = cd_scale(touch->separation.normal, touch->gap - touch->separation.distance);
    }
    return true;
}

void cd_walker_move(cd_walker *w, cd_vec v) {
    cd_shape_move(&w->shape, v);
    w->way = v;
    const cd_shape there = w->shape;
    double least = 0;
    for (int round = 0; round < GAP_ROUNDS_MAX; round++) {
        narrowest n = {.least = 0.5};
        cd_each_touch(w, find_narrowest, &n);
        if (cd_is_zero(n.way))
            return;
        least = round == 0 ? n.least : least;
        cd_shape_move(&w->shape, n.way);
    }
    narrowest n = {.least = 0.5};
    cd_each_touch(w, find_narrowest, &n);
    if (n.least < least && least > -0.25) // between walls that leave no gap
        w->shape = there;
}

// ------------------------------------------------------------------------------------------ casts

typedef struct {
    double motion; ///< its length
    double from;   ///< the way up to here, and a touch more, is known
    double limit;  ///< of touches
    cd_vec aim, one_way;
} sweep_filter;

static bool stops(const void *context, const cd_hit *hit) {
    const sweep_filter *f = context;
    return !hit->inside && hit->t * f->motion > f->from + f->limit &&
           hit->approach > CD_SLIDING * f->motion &&
           cd_faces_one_way(f->one_way, hit->normal, f->aim);
}

// Whether a touch of two convex shapes has a plane between them that the motion does not cross: it
// never will.
static bool parts_from(const cd_walker *w, int near, cd_vec motion) {
    if (cd_is_set(&w->shape) || !knows_touches(w))
        return false;
    const double least = -CD_SLIDING * cd_length(motion);
    for (int i = 0; i < w->touches->count && i < CD_TOUCHES_MAX; i++) {
        const cd_touch *t = &w->touches->touches[i];
        for (int k = 0; t->near == near && k < t->count; k++)
            if (cd_dot(t->normals[k], motion) >= least)
                return w->nearby->part_count > 0;
    }
    return false;
}

// Whether a plane lies between two convex shapes that the motion does not reach. A distance takes
// less time than a cast.
static bool stays_beyond(const cd_shape *a, cd_vec motion, const cd_shape *b, double limit) {
    const cd_separation s = cd_separate(a, b);
    return s.distance + cd_min(cd_dot(s.normal, motion), 0) > limit;
}

// Of what is met at once, that counts into which the motion leads: it is left later.
static bool is_sooner(const cd_hit *hit, const cd_hit *first) {
    return hit->t < first->t || (hit->t == first->t && hit->exit > first->exit);
}

// What the walker meets first after it has gone the part `from` of the motion.
static bool sweep_from(const cd_walker *w, cd_vec motion, double from, cd_character_hit *first) {
    const cd_shape *a = &w->shape;
    const cd_bounds box = swept_box(w, motion);
    const double coordinate = cd_shape_largest_coordinate(a);
    const int count = cd_walker_near(w, &box);
    sweep_filter filter = {
        .motion = cd_length(motion), .from = from * cd_length(motion), .aim = w->aim};
    cd_zonotope zonotope;
    const bool is_zonotope = cd_zonotope_of(&zonotope, a);
    cd_near_shape room;
    const cd_near_shape *near;
    *first = (cd_character_hit){.id = -1, .hit.t = INFINITY};
    for (int i = 0;
         (near = cd_nearby_next(w->nearby, w->obstacles, count, &box, &i, &room)) != NULL;) {
        const cd_shape *b = near->shape;
        cd_hit hit;
        filter.limit = touch_limit(coordinate, near->largest);
        if (parts_from(w, i - 1, motion) ||
            (is_zonotope && is_sharp_triangle(b) &&
             cd_zonotope_passes_triangle(&zonotope, motion, b->as.triangle.v,
                                         filter.limit +
                                             BOUND_ROUNDING * cd_max(coordinate, near->largest),
                                         0, cd_min(first->hit.t, 1))))
            continue;
        filter.one_way = cd_walker_one_way(w, near->obstacle);
        const bool convex = !cd_is_set(a) && !cd_is_set(b);
        if (convex && stays_beyond(a, motion, b, filter.limit))
            continue;
        // At the facet that is entered: round two rims that meet, both motions lead past.
        // Without it: tests/collide/character/room_spec.lua "needles stay inside"
        const bool meets = convex
                               ? cd_convex_cast_entry(a, motion, b, 1, &hit) && stops(&filter, &hit)
                               : cd_set_first_hit_of_parts(a, motion, b, 1, stops, &filter, &hit);
        if (meets && is_sooner(&hit, &first->hit))
            *first = (cd_character_hit){near->id, hit};
    }
    return first->id >= 0;
}

static bool add_touch(void *context, const cd_touch *touch) {
    cd_free_cone_add(context, touch->normals, touch->count, &touch->separation.point_b);
    return true;
}

// Whether the walker slips into a gap as wide as itself, of which it meets an edge.
static bool slips_past(const cd_walker *w, cd_vec motion, double t) {
    cd_walker there = *w;
    cd_free_cone cone;
    there.way = cd_scale(motion, t);
    cd_shape_move(&there.shape, there.way);
    cd_walker_start_cone(&there, motion, &cone);
    cd_each_touch(&there, add_touch, &cone);
    if (cone.group_count < 2)
        return false;
    cd_free_cone_project(&cone);
    return cone.slips;
}

bool cd_walker_sweep(const cd_walker *w, cd_vec motion, cd_character_hit *first) {
    double from = 0;
    for (int edge = 0; sweep_from(w, motion, from, first); edge++) {
        if (edge == EDGES_MAX || !slips_past(w, motion, first->hit.t))
            return true;
        from = first->hit.t;
    }
    return false;
}

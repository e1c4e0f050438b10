// Touches come from distances, ways from casts; both go over the obstacles whose bounds are near.
// All that touches is left to the normals (narrow/free_cone.h), and so a cast that begins in a
// touch decides nothing.
#include "collide/character/walker.h"

#include "collide/cast/convex_cast.h"
#include "collide/math/tolerance.h"
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

// The cosine below which a way along a surface does not tell from which side it came.
static const double PARALLEL = 1e-9;

enum { GAP_ROUNDS_MAX = 4 };

// More obstacles than this are collected anew for each question.
enum { NEARBY_MAX = 24 };

// So many edges of gaps are passed at once.
enum { EDGES_MAX = 64 };

// Boxes are grown by these parts of their coordinates and of those of the obstacles: much more than
// any touch, and little.
static const double BOX_MARGIN = 0x1p-16, BOX_MARGIN_OF_LARGE = 0x1p-33;

double cd_touch_limit(const cd_shape *shape, const cd_shape *obstacle) {
    return CD_TOUCH_OF_MANY * cd_max(cd_shape_largest_coordinate(shape),
                                     OF_LARGE * cd_shape_largest_coordinate(obstacle));
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

// -------------------------------------------------------------------------------------- obstacles

static cd_bounds grown(const cd_bounds *box, double by, int dim) {
    const cd_vec margin = {by, by, dim == 3 ? by : 0};
    return (cd_bounds){cd_clamp_to_range(cd_sub(box->min, margin)),
                       cd_clamp_to_range(cd_add(box->max, margin))};
}

static bool contains_box(const cd_bounds *p, const cd_bounds *q) {
    return p->min.x <= q->min.x && p->min.y <= q->min.y && p->min.z <= q->min.z &&
           p->max.x >= q->max.x && p->max.y >= q->max.y && p->max.z >= q->max.z;
}

bool cd_meets_box(const cd_shape *obstacle, const cd_bounds *box) {
    const cd_bounds b = cd_shape_bounds(obstacle);
    return b.min.x <= box->max.x && b.min.y <= box->max.y && b.min.z <= box->max.z &&
           b.max.x >= box->min.x && b.max.y >= box->min.y && b.max.z >= box->min.z;
}

int cd_walker_near(const cd_walker *w, const cd_bounds *box) {
    const cd_obstacles *o = w->obstacles;
    cd_nearby *n = w->nearby;
    if (n->count >= 0 && contains_box(&n->box, box))
        return n->count;
    n->box = grown(box, n->reach, w->shape.dim);
    n->count = o->near(o->context, &n->box);
    if (n->count <= NEARBY_MAX)
        return n->count;
    n->reach = 0; // a search finds those that are near sooner than a look at all of them
    n->count = -1;
    return o->near(o->context, box);
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
        t->count = cd_touch_normals(a, b, cd_max(-distance, 0) + TIE * t->gap, t->normals,
                                    CD_TOUCH_NORMALS_MAX);
        choose_side(search->walker, t);
    }
    search->goes_on = !keep_facing(search, t) || search->visit(search->context, t);
    return search->goes_on;
}

static void look_up(const cd_walker *w, cd_touch_visitor *visit, void *context) {
    const cd_shape *shape = &w->shape;
    touch_pass search = {.walker = w, .visit = visit, .context = context, .goes_on = true};
    cd_bounds box = swept_box(w, (cd_vec){0, 0, 0});
    int count = cd_walker_near(w, &box);
    for (int i = 0; i < count && search.goes_on; i++) {
        const cd_shape *b = w->obstacles->shape(w->obstacles->context, i, &search.touch.id);
        if (!cd_meets_box(b, &box))
            continue;
        search.one_way = cd_walker_one_way(w, i);
        search.limit = cd_touch_limit(shape, b);
        search.touch.gap = GAP * search.limit;
        if (cd_is_set(shape) || cd_is_set(b))
            cd_set_each_pair(shape, b, search.limit, visit_pair, &search);
        else
            visit_pair(&search, shape, b);
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
    return all->count >= 0 && memcmp(&all->shape, &w->shape, sizeof w->shape) == 0 &&
           memcmp(&all->way, &w->way, sizeof w->way) == 0;
}

void cd_each_touch(const cd_walker *w, cd_touch_visitor *visit, void *context) {
    cd_touches *all = w->touches;
    if (all && !knows_touches(w)) {
        all->shape = w->shape;
        all->way = w->way;
        all->count = 0;
        look_up(w, keep, all);
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

// What the walker meets first after it has gone the part `from` of the motion.
static bool sweep_from(const cd_walker *w, cd_vec motion, double from, cd_character_hit *first) {
    const cd_shape *a = &w->shape;
    cd_bounds box = swept_box(w, motion);
    int count = cd_walker_near(w, &box);
    sweep_filter filter = {
        .motion = cd_length(motion), .from = from * cd_length(motion), .aim = w->aim};
    *first = (cd_character_hit){.id = -1, .hit.t = INFINITY};
    for (int i = 0; i < count; i++) {
        int id;
        cd_hit hit;
        const cd_shape *b = w->obstacles->shape(w->obstacles->context, i, &id);
        if (!cd_meets_box(b, &box))
            continue;
        filter.limit = cd_touch_limit(a, b);
        filter.one_way = cd_walker_one_way(w, i);
        // At the facet that is entered: round two rims that meet, both motions lead past.
        // Without it: tests/collide/character/room_spec.lua "needles stay inside"
        bool meets = cd_is_set(a) || cd_is_set(b)
                         ? cd_set_first_hit_of_parts(a, motion, b, 1, stops, &filter, &hit)
                         : cd_convex_cast_entry(a, motion, b, 1, &hit) && stops(&filter, &hit);
        if (meets && hit.t < first->hit.t)
            *first = (cd_character_hit){id, hit};
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

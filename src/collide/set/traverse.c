// Walking two trees at once. Every pair of parts has a value (a signed distance, a time of touch)
// for which boxes around the parts give a lower bound; pairs are visited nearest first, and what
// cannot be below the limit is left out. A convex shape is a tree of one leaf. Each step of a walk
// replaces a pair by two that are one level deeper on one side, so the stack holds at most one pair
// for every level of both trees; a mesh in a compound is a tree below a leaf.
#include "collide/cast/cast.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/separate.h"
#include "collide/set/set.h"

#include <float.h>

enum { MOST_PAIRS = 2 * 2 * (CD_BVH_DEPTH + 1) + 2, WHOLE = -1 };

/// A node of the set's own tree (mesh WHOLE), or of the tree of the mesh that is part `mesh`. Node
/// WHOLE: the part itself, which is unbounded; with mesh WHOLE the shape itself, which is convex.
typedef struct {
    int mesh, node;
} spot;

/// What a bound may be computed from.
typedef struct {
    cd_bounds box;         ///< where the part is bounded
    const cd_shape *whole; ///< where it is not, itself
} volume;

typedef struct {
    const cd_shape *shape;
    cd_shape whole;   ///< the root that is unbounded or convex
    cd_bounds bounds; ///< its box, where it has one
} side;

typedef struct walk {
    side a, b;
    cd_vec shift; ///< of a
    double limit; ///< pairs above it do not matter
    double slack; ///< the rounding of a difference of coordinates
    double (*bound)(const struct walk *, const volume *a, const volume *b);
    void (*visit)(struct walk *, const cd_shape *a, const cd_shape *b, cd_part at_a, cd_part at_b);
    cd_part_pair *nearest; ///< of cd_set_nearest
    bool found;
    double enough;
    struct cast *cast;
    cd_pair_visitor *tell; ///< of cd_set_each_pair
    void *context;
} walk;

// --------------------------------------------------------------------------------------- the trees

static const cd_set *set_of(const side *s, spot at) {
    const cd_set *set = s->shape->as.set.core;
    return at.mesh == WHOLE ? set : set->shapes[at.mesh].as.set.core;
}

static bool is_whole(spot at) { return at.node == WHOLE; }

// A compound's leaf that is a mesh is the root of the mesh's tree.
static spot enter_mesh(const side *s, spot at) {
    const cd_set *set = s->shape->as.set.core;
    if (at.mesh != WHOLE || is_whole(at) || set->nodes[at.node].right > 0 || set->triangles)
        return at;
    int part = set->nodes[at.node].part;
    return set->shapes[part].kind == CD_MESH ? (spot){part, 0} : at;
}

static bool is_leaf(const side *s, spot at) {
    return is_whole(at) || set_of(s, at)->nodes[at.node].right == 0;
}

static volume volume_of(const side *s, spot at) {
    if (is_whole(at)) {
        return (volume){s->bounds, cd_is_unbounded(&s->whole) ? &s->whole : NULL};
    }
    cd_bounds box = set_of(s, at)->nodes[at.node].box;
    cd_vec v = s->shape->as.set.offset;
    if (at.mesh != WHOLE)
        v = cd_add(v, s->shape->as.set.core->shapes[at.mesh].as.set.offset);
    return (volume){{cd_add(box.min, v), cd_add(box.max, v)}, NULL};
}

static cd_part place_of(const side *s, spot at) {
    if (is_whole(at))
        return (cd_part){at.mesh, WHOLE};
    int part = set_of(s, at)->nodes[at.node].part;
    return at.mesh == WHOLE ? (cd_part){part, WHOLE} : (cd_part){at.mesh, part};
}

cd_shape cd_set_part_at(const cd_shape *shape, cd_part place) {
    if (place.part == WHOLE)
        return *shape;
    cd_shape part = cd_shape_part(shape, place.part);
    return place.node == WHOLE ? part : cd_shape_part(&part, place.node);
}

static int root_count(const cd_shape *s) {
    if (!cd_is_set(s))
        return 1;
    return s->as.set.core->unbounded_count + (s->as.set.core->node_count > 0);
}

static spot root(side *s, int i) {
    const cd_set *set = cd_is_set(s->shape) ? s->shape->as.set.core : NULL;
    if (set && i == set->unbounded_count)
        return enter_mesh(s, (spot){WHOLE, 0});
    spot at = {set ? set->unbounded[i] : WHOLE, WHOLE};
    s->whole = cd_set_part_at(s->shape, (cd_part){at.mesh, WHOLE});
    s->bounds = cd_shape_bounds(&s->whole);
    return at;
}

// -------------------------------------------------------------------------------------------- walk

typedef struct {
    spot a, b;
    double bound;
} pair;

static double extent(const volume *v) {
    cd_vec d = cd_sub(v->box.max, v->box.min);
    return d.x + d.y + d.z;
}

static void push(walk *w, pair *stack, int *count, pair p) {
    volume a = volume_of(&w->a, p.a), b = volume_of(&w->b, p.b);
    a.box = (cd_bounds){cd_add(a.box.min, w->shift), cd_add(a.box.max, w->shift)};
    p.bound = w->bound(w, &a, &b);
    if (p.bound <= w->limit && p.bound < INFINITY)
        stack[(*count)++] = p;
}

// Whether to open the node of a: the larger of the two.
static bool opens_a(const walk *w, const pair *p) {
    if (is_leaf(&w->a, p->a) || is_leaf(&w->b, p->b))
        return is_leaf(&w->b, p->b);
    volume a = volume_of(&w->a, p->a), b = volume_of(&w->b, p->b);
    return extent(&a) >= extent(&b);
}

static void open(walk *w, pair *stack, int *count, const pair *p) {
    bool a = opens_a(w, p);
    const side *s = a ? &w->a : &w->b;
    spot at = a ? p->a : p->b, left = at, right = at;
    left.node = at.node + 1;
    right.node = set_of(s, at)->nodes[at.node].right;
    left = enter_mesh(s, left);
    right = enter_mesh(s, right);
    int before = *count;
    push(w, stack, count, (pair){a ? left : p->a, a ? p->b : left, 0});
    push(w, stack, count, (pair){a ? right : p->a, a ? p->b : right, 0});
    if (*count == before + 2 && stack[before].bound < stack[before + 1].bound) {
        pair swap = stack[before]; // the nearer one on the top
        stack[before] = stack[before + 1];
        stack[before + 1] = swap;
    }
}

static void walk_roots(walk *w, spot root_a, spot root_b) {
    pair stack[MOST_PAIRS];
    int count = 0;
    push(w, stack, &count, (pair){root_a, root_b, 0});
    while (count > 0) {
        pair p = stack[--count];
        if (!(p.bound <= w->limit))
            continue;
        if (!is_leaf(&w->a, p.a) || !is_leaf(&w->b, p.b)) {
            open(w, stack, &count, &p);
            continue;
        }
        cd_part at_a = place_of(&w->a, p.a), at_b = place_of(&w->b, p.b);
        cd_shape a = cd_set_part_at(w->a.shape, at_a), b = cd_set_part_at(w->b.shape, at_b);
        if (!cd_is_zero(w->shift))
            cd_shape_move(&a, w->shift);
        w->visit(w, &a, &b, at_a, at_b);
    }
}

static double slack_of(const cd_shape *a, const cd_shape *b) {
    return 16 * DBL_EPSILON * cd_set_reach(a) + 16 * DBL_EPSILON * cd_set_reach(b);
}

static void walk_pairs(walk *w, const cd_shape *a, const cd_shape *b) {
    w->a.shape = a;
    w->b.shape = b;
    w->slack = slack_of(a, b) + 16 * DBL_EPSILON * cd_max_abs(w->shift);
    for (int i = 0; i < root_count(a); i++) {
        spot root_a = root(&w->a, i);
        for (int k = 0; k < root_count(b); k++)
            walk_roots(w, root_a, root(&w->b, k));
    }
}

// ---------------------------------------------------------------------------------------- nearest

// The least of n . x over the box.
static double lowest(cd_bounds box, cd_vec n) {
    return cd_min(n.x * box.min.x, n.x * box.max.x) + cd_min(n.y * box.min.y, n.y * box.max.y) +
           cd_min(n.z * box.min.z, n.z * box.max.z);
}

// |p - q| across a line, less the reach of a box around p.
static double line_bound(cd_bounds box, const cd_shape *line) {
    cd_vec middle = cd_lerp(box.min, box.max, 0.5);
    cd_vec v = cd_cross(cd_sub(middle, line->as.line.point), line->as.line.direction);
    return cd_norm(v) - cd_norm(cd_sub(box.max, middle)) - line->radius;
}

static double unbounded_bound(const cd_shape *whole, cd_bounds box, bool both) {
    if (both)
        return -INFINITY;
    if (whole->kind == CD_LINE)
        return line_bound(box, whole);
    return lowest(box, whole->as.plane.normal) - whole->as.plane.offset;
}

// The signed distance of two boxes: no parts within are nearer, nor deeper.
static double box_bound(cd_bounds a, cd_bounds b, int dim) {
    double x = cd_max(b.min.x - a.max.x, a.min.x - b.max.x);
    double y = cd_max(b.min.y - a.max.y, a.min.y - b.max.y);
    double z = dim == 3 ? cd_max(b.min.z - a.max.z, a.min.z - b.max.z) : -INFINITY;
    double most = cd_max(cd_max(x, y), z);
    if (!(most > 0x1p-500 && most < 0x1p500)) // overlapping, or squares are not safe
        return most;
    x = cd_max(x, 0), y = cd_max(y, 0), z = cd_max(z, 0);
    return sqrt(x * x + y * y + z * z);
}

static double distance_bound(const walk *w, const volume *a, const volume *b) {
    double bound;
    if (a->whole) {
        cd_bounds back = {cd_sub(b->box.min, w->shift), cd_sub(b->box.max, w->shift)};
        bound = unbounded_bound(a->whole, back, b->whole);
    } else {
        bound = b->whole ? unbounded_bound(b->whole, a->box, false)
                         : box_bound(a->box, b->box, w->a.shape->dim);
    }
    return bound - w->slack;
}

static void visit_distance(walk *w, const cd_shape *a, const cd_shape *b, cd_part at_a,
                           cd_part at_b) {
    cd_separation s = cd_separate_convex(a, b);
    if (s.distance > w->limit || (s.distance == w->limit && w->found))
        return;
    w->found = true;
    *w->nearest = (cd_part_pair){at_a, at_b, s};
    w->limit = s.distance <= w->enough ? -INFINITY : s.distance;
}

bool cd_set_nearest(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit, double enough,
                    cd_part_pair *nearest) {
    walk w = {.shift = shift, .limit = limit, .enough = enough, .nearest = nearest};
    w.bound = distance_bound;
    w.visit = visit_distance;
    walk_pairs(&w, a, b);
    return w.found;
}

static bool is_within(const cd_shape *a, const cd_shape *b, double margin) {
    cd_separation s;
    if (cd_separate_closed(a, b, &s))
        return s.distance <= margin;
    cd_verdict verdict = cd_within_generic(a, b, margin);
    return verdict == CD_UNKNOWN ? cd_separate_convex(a, b).distance <= margin
                                 : verdict == CD_MEETS;
}

static void visit_within(walk *w, const cd_shape *a, const cd_shape *b, cd_part at_a,
                         cd_part at_b) {
    if (!is_within(a, b, w->limit))
        return;
    w->found = true;
    w->nearest->a = at_a;
    w->nearest->b = at_b;
    w->limit = -INFINITY;
}

bool cd_set_within(const cd_shape *a, const cd_shape *b, cd_vec shift, double margin,
                   cd_part_pair *any) {
    walk w = {.shift = shift, .limit = margin, .nearest = any};
    w.bound = distance_bound;
    w.visit = visit_within;
    walk_pairs(&w, a, b);
    return w.found;
}

static void visit_each(walk *w, const cd_shape *a, const cd_shape *b, cd_part at_a, cd_part at_b) {
    (void)at_a, (void)at_b;
    if (!w->tell(w->context, a, b))
        w->limit = -INFINITY;
}

void cd_set_each_pair(const cd_shape *a, const cd_shape *b, double limit, cd_pair_visitor *visit,
                      void *context) {
    walk w = {.limit = limit, .bound = distance_bound, .visit = visit_each};
    w.tell = visit;
    w.context = context;
    walk_pairs(&w, a, b);
}

cd_separation cd_set_separate(const cd_shape *a, const cd_shape *b, double limit) {
    cd_part_pair nearest;
    bool depth = cd_has_depth(a, b);
    if (!cd_set_nearest(a, b, (cd_vec){0, 0, 0}, limit, depth ? -INFINITY : 0, &nearest))
        return (cd_separation){INFINITY, {0, 1, 0}, {0, 0, 0}, {0, 0, 0}};
    cd_separation s = nearest.separation;
    if (s.distance > 0 || s.distance == -INFINITY)
        return s;
    if (!depth)
        return (cd_separation){-INFINITY, {0, 1, 0}, s.point_b, s.point_b};
    return cd_depth_of_sets(a, b, &nearest);
}

// ------------------------------------------------------------------------------------------- casts

typedef struct cast {
    cd_vec motion, motion_b, relative;
    cd_vec inverse; ///< 1 / relative
    double tmax;
    cd_hit_filter *matters; ///< NULL: every hit does
    const void *context;
    cd_hit hit; ///< of the part touched first; later only exit and what belongs to it
    bool some, grows;
} cast;

static void clip(double low, double high, double inverse, double *enter, double *exit) {
    double t = low * inverse, u = high * inverse; // comparisons leave out NaN: no bound
    double near = t < u ? t : u, far = t < u ? u : t;
    if (near > *enter)
        *enter = near;
    if (far < *exit)
        *exit = far;
}

static bool clip_axis(double low, double high, double v, double inverse, double *enter,
                      double *exit) {
    if (v == 0)
        return low <= 0 && high >= 0;
    clip(low, high, inverse, enter, exit);
    return true;
}

// When the boxes, grown by the slack, touch first; infinite where that is never, in the past, or
// over before the touch that grows ends, which then no part within makes longer.
static double box_time(const walk *w, cd_bounds a, cd_bounds b) {
    const cast *c = w->cast;
    double enter = -INFINITY, exit = INFINITY, s = w->slack;
    cd_vec low = cd_sub(b.min, a.max), high = cd_sub(b.max, a.min);
    bool meets = clip_axis(low.x - s, high.x + s, c->relative.x, c->inverse.x, &enter, &exit) &&
                 clip_axis(low.y - s, high.y + s, c->relative.y, c->inverse.y, &enter, &exit) &&
                 clip_axis(low.z - s, high.z + s, c->relative.z, c->inverse.z, &enter, &exit);
    bool over = c->grows && exit * (1 + 8 * DBL_EPSILON) <= c->hit.exit;
    return meets && enter <= exit && exit >= 0 && !over ? enter : INFINITY;
}

// When a box comes to a half-space, moving by v.
static double plane_time(const walk *w, const cd_shape *plane, cd_bounds box, cd_vec v) {
    double gap = lowest(box, plane->as.plane.normal) - plane->as.plane.offset - w->slack;
    double slope = cd_dot(plane->as.plane.normal, v);
    if (gap <= 0)
        return -INFINITY;
    return slope < 0 ? gap / -slope * (1 - 8 * DBL_EPSILON) : INFINITY;
}

static double time_bound(const walk *w, const volume *a, const volume *b) {
    const cd_shape *plane = a->whole ? a->whole : b->whole;
    if (!plane)
        return box_time(w, a->box, b->box);
    // A slope that rounding could turn is no bound.
    double slope = plane->kind == CD_PLANE ? cd_dot(plane->as.plane.normal, w->cast->relative) : 0;
    if ((a->whole && b->whole) || fabs(slope) <= 16 * DBL_EPSILON * cd_norm(w->cast->relative))
        return -INFINITY;
    return a->whole ? plane_time(w, plane, b->box, cd_negate(w->cast->relative))
                    : plane_time(w, plane, a->box, w->cast->relative);
}

// Takes over how the touch ends.
static void extend(cd_hit *hit, const cd_hit *other) {
    hit->exit = other->exit;
    hit->exit_point = other->exit_point;
    hit->exit_normal = other->exit_normal;
}

static void visit_cast(walk *w, const cd_shape *a, const cd_shape *b, cd_part at_a, cd_part at_b) {
    cast *c = w->cast;
    cd_hit hit;
    (void)at_a, (void)at_b;
    if (!cd_convex_cast(a, c->motion, b, c->motion_b, cd_max(w->limit, 0), &hit) ||
        (c->matters && !c->matters(c->context, &hit)))
        return;
    if (c->grows) {
        if (hit.exit > c->hit.exit)
            extend(&c->hit, &hit);
        w->limit = cd_max(w->limit, hit.exit);
    } else if (!c->some || hit.t < c->hit.t || (hit.t == c->hit.t && hit.exit > c->hit.exit)) {
        // Of parts touched at once, one into which the motion leads; it has the later exit.
        c->hit = hit;
        c->some = true;
        w->limit = hit.t;
    }
}

static walk walk_of(cast *c) {
    c->relative = cd_sub(c->motion, c->motion_b);
    c->inverse = (cd_vec){1 / c->relative.x, 1 / c->relative.y, 1 / c->relative.z};
    return (walk){.bound = time_bound, .visit = visit_cast, .cast = c};
}

// How late a touch that adjoins the end of this one to rounding may begin: a slow end, nearly along
// the surface, is known less.
static double adjoining(const walk *w, const cast *c) {
    double t = c->hit.exit, speed = cd_norm(c->relative);
    double slope = fabs(cd_dot(c->relative, c->hit.exit_normal));
    if (speed == 0)
        return t;
    return t + w->slack / (slope > 0 ? cd_max(slope, 0x1p-30 * speed) : speed) +
           8 * DBL_EPSILON * fabs(t);
}

// Lets the touch that ends at c->hit.exit go on through all parts that adjoin it.
static void grow(cast *c, const cd_shape *a, const cd_shape *b) {
    walk w = walk_of(c);
    c->grows = true;
    double before;
    do {
        before = c->hit.exit;
        w.slack = slack_of(a, b);
        w.limit = adjoining(&w, c);
        walk_pairs(&w, a, b);
    } while (c->hit.exit > before && c->hit.exit < INFINITY);
}

static bool first_touch(cast *c, const cd_shape *a, const cd_shape *b) {
    walk w = walk_of(c);
    w.limit = c->tmax;
    walk_pairs(&w, a, b);
    return c->some;
}

bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, cd_hit_filter *matters, const void *context, cd_hit *hit) {
    cast c = {.motion = motion,
              .motion_b = motion_b,
              .tmax = tmax,
              .matters = matters,
              .context = context};
    bool some = first_touch(&c, a, b);
    *hit = c.hit;
    return some;
}

double cd_set_first_touch(const cd_shape *a, cd_vec motion, const cd_shape *b) {
    cd_hit hit;
    cd_vec still = {0, 0, 0};
    return cd_set_first_hit(a, motion, b, still, INFINITY, NULL, NULL, &hit) ? hit.t : INFINITY;
}

// The other end of a touch at t = 0 is where the way back ends.
static double grow_back(const cast *c, const cd_shape *a, const cd_shape *b) {
    cast back = {.motion = cd_negate(c->motion), .motion_b = cd_negate(c->motion_b)};
    back.hit.exit = 0;
    grow(&back, a, b);
    return back.hit.exit > 0 ? -back.hit.exit : 0;
}

void cd_set_touch(const cd_shape *a, cd_vec motion, const cd_shape *b, double *enter,
                  double *exit) {
    cast c = {.motion = motion};
    grow(&c, a, b);
    *exit = c.hit.exit;
    *enter = grow_back(&c, a, b);
}

bool cd_set_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                 cd_hit *hit) {
    cast c = {.motion = motion, .motion_b = motion_b, .tmax = tmax};
    if (!first_touch(&c, a, b))
        return false;
    grow(&c, a, b);
    if (c.hit.inside) {
        cd_separation start = cd_set_separate(a, b, INFINITY);
        c.hit.enter = cd_min(c.hit.enter, grow_back(&c, a, b));
        c.hit.normal = start.normal;
        c.hit.point = start.point_b;
        c.hit.approach = 0 - cd_dot(c.relative, start.normal);
    }
    if (isinf(c.hit.exit))
        c.hit.exit_normal = c.hit.exit_point = (cd_vec){0, 0, 0};
    *hit = c.hit;
    return true;
}

// The shortest way out of a set. A translation t of a is free where it lies outside the difference
// D = B - A of every pair of parts, a convex set with walls n . t <= p. So t lies beyond some wall
// of each: a node of the search is the point nearest to 0 beyond a few walls, and where another D
// holds that point, there is a child for each of its walls. Nodes are taken nearest first, so the
// first free one is the shortest way. At most three walls (2D: two) hold the nearest point; the
// others are dropped, and found again where it matters.
#include "collide/set/depth_of_sets.h"
#include "collide/narrow/sat.h"
#include "collide/narrow/separate.h"
#include "collide/set/free_directions.h"
#include "collide/set/set_touch.h"
#include "collide/shape/set.h"

enum { MOST_NODES = 512, MOST_VISITS = 1024, MOST_SLIDES = 128, MOST_PUSHES = 16 };

/// n . t >= p frees this pair of parts.
typedef struct {
    cd_vec n;
    double p;
    cd_part a, b;
    bool round; ///< it bends elsewhere
} wall;

typedef struct {
    cd_vec t; ///< the point nearest to 0 beyond the walls, each moved out by the skin
    double square;
    int count;
    wall walls[3];
} node;

// Parts that share a face leave no way between them, nor do flat differences: what is searched are
// the D grown by `skin`, far above rounding and far below the input, and the walls of the node
// found then give the answer; it goes into a cusp between parts that touch as deep as the skins let
// it. Rounded differences have no last wall: a free point is let slide along the planes at its own
// place until it stands still. That is a way, but not always the shortest: what is shorter is then
// looked for all around (free_directions.c).
// Lengths are in multiples of `unit`, a power of two, so that squares are safe.
typedef struct {
    const cd_shape *a, *b;
    double unit, skin;
    node best;    ///< free; square INFINITY: none yet
    bool partial; ///< not all walls were followed
    int count;
    node heap[MOST_NODES];
    // what add_way adds to
    const node *from;
    wall next;
    double radius, scale; ///< of the cores
} search;

// ------------------------------------------------------------------------------ the nearest point

static cd_vec meet_two(const wall *v, const wall *w, double p, double q) {
    cd_vec m = cd_cross(v->n, w->n);
    cd_vec t = cd_add(cd_scale(cd_cross(w->n, m), p), cd_scale(cd_cross(m, v->n), q));
    return cd_scale(t, 1 / cd_length2(m));
}

static cd_vec meet_three(const wall *const w[3], const double p[3]) {
    cd_vec m = cd_cross(w[1]->n, w[2]->n), t = cd_scale(m, p[0]);
    t = cd_add_scaled(t, p[1], cd_cross(w[2]->n, w[0]->n));
    t = cd_add_scaled(t, p[2], cd_cross(w[0]->n, w[1]->n));
    return cd_scale(t, 1 / cd_dot(w[0]->n, m));
}

// The point nearest to 0 on all of 1 to 3 walls, with its residues put back twice; false where they
// are parallel as far as that goes.
static bool meet(const wall *const w[3], int count, double skin, cd_vec *t) {
    const double least = 1e-9; // a sharper edge is another wall's
    if (count >= 2 && cd_length2(cd_cross(w[0]->n, w[1]->n)) < least * least)
        return false;
    if (count == 3 && fabs(cd_dot(w[0]->n, cd_cross(w[1]->n, w[2]->n))) < least)
        return false;
    *t = (cd_vec){0, 0, 0};
    for (int step = 0; step < 3; step++) {
        double p[3] = {0, 0, 0};
        for (int i = 0; i < count; i++)
            p[i] = w[i]->p + skin - cd_dot(w[i]->n, *t);
        *t = cd_add(*t, count == 1   ? cd_scale(w[0]->n, p[0])
                        : count == 2 ? meet_two(w[0], w[1], p[0], p[1])
                                     : meet_three(w, p));
    }
    return true;
}

// Sets `out` to the point nearest to 0 beyond the walls of `from` and one more, which it violates
// and which therefore holds the new point; false where there is none.
static bool nearest_beyond(const search *s, const node *from, const wall *more, node *out) {
    const int walls = from->count, most = s->a->dim - 1;
    out->square = INFINITY;
    for (int held = 0; held < 1 << walls; held++) { // which others hold it
        const wall *w[4] = {more};
        int count = 1;
        for (int i = 0; i < walls; i++)
            if (held >> i & 1)
                w[count++] = &from->walls[i];
        cd_vec t;
        if (count - 1 > most || !meet((const wall *const *)w, count, s->skin, &t))
            continue;
        bool beyond = cd_length2(t) < out->square;
        for (int i = 0; i < walls && beyond; i++)
            beyond = (held >> i & 1) ||
                     cd_dot(from->walls[i].n, t) >= from->walls[i].p + s->skin * (1 - 0x1p-6);
        if (!beyond)
            continue;
        *out = (node){.t = t, .square = cd_length2(t), .count = count};
        for (int i = 0; i < count; i++)
            out->walls[i] = *w[i];
    }
    return out->square < INFINITY;
}

// ------------------------------------------------------------------------------------------- nodes

static void sift_up(search *s, int i) {
    for (int parent; i > 0 && s->heap[i].square < s->heap[parent = (i - 1) / 2].square;
         i = parent) {
        node swap = s->heap[i];
        s->heap[i] = s->heap[parent];
        s->heap[parent] = swap;
    }
}

// A full heap forgets one of its leaves.
static void push(search *s, const node *n) {
    if (s->count == MOST_NODES) {
        s->partial = true;
        if (!(n->square < s->heap[s->count - 1].square))
            return;
        s->count--;
    }
    s->heap[s->count++] = *n;
    sift_up(s, s->count - 1);
}

static node pop(search *s) {
    node top = s->heap[0];
    s->heap[0] = s->heap[--s->count];
    for (int i = 0, child; (child = 2 * i + 1) < s->count; i = child) {
        if (child + 1 < s->count && s->heap[child + 1].square < s->heap[child].square)
            child++;
        if (!(s->heap[child].square < s->heap[i].square))
            break;
        node swap = s->heap[i];
        s->heap[i] = s->heap[child];
        s->heap[child] = swap;
    }
    return top;
}

// Whether t is free of all pairs, their skins nearly off; else the deepest of them.
static bool is_free(const search *s, cd_vec t, cd_part_pair *deepest) {
    return !cd_set_nearest(s->a, s->b, cd_scale(t, s->unit), 0.875 * s->skin * s->unit, -INFINITY,
                           deepest);
}

// The same, but else any of them, without its separation.
static bool is_clear(const search *s, cd_vec t, cd_part_pair *any) {
    return !cd_set_within(s->a, s->b, cd_scale(t, s->unit), 0.875 * s->skin * s->unit, any);
}

// ------------------------------------------------------------------------------------------- walls

static bool is_round(const node *n) {
    bool round = false;
    for (int i = 0; i < n->count; i++)
        round |= n->walls[i].round;
    return round;
}

static bool is_promising(const search *s, const node *n) { return n->square < s->best.square; }

static void add_wall(search *s, cd_vec n, double p) {
    node child;
    s->next.n = n;
    s->next.p = p / s->unit;
    if (isfinite(p) && nearest_beyond(s, s->from, &s->next, &child) && is_promising(s, &child))
        push(s, &child);
}

static void add_way(void *context, cd_penetration way) {
    search *s = context;
    add_wall(s, way.normal, way.depth * s->scale + s->radius);
}

// The plane across n that touches the difference.
static void add_tangent(search *s, const cd_shape *a, const cd_shape *b, cd_vec n) {
    if (cd_is_zero(n))
        return;
    n = cd_normalized(n, n);
    cd_vec from = cd_support(a, cd_negate(n)), to = cd_support(b, n);
    if (cd_is_finite(from) && cd_is_finite(to))
        add_wall(s, n, cd_dot(n, cd_sub(to, from)));
}

// The rims of a flat difference: across its edges, in its plane.
static void add_rims(search *s, const cd_shape *a, const cd_shape *b, const cd_core *of,
                     const cd_core *other) {
    for (int i = 0; i < of->edge_count; i++) {
        cd_vec e = cd_core_edge(of, i);
        add_tangent(s, a, b, e);
        add_tangent(s, a, b, cd_negate(e));
        for (int k = 0; k < of->face_count + other->edge_count; k++) {
            cd_vec n = k < of->face_count ? cd_core_face(of, k)
                                          : cd_cross(e, cd_core_edge(other, k - of->face_count));
            add_tangent(s, a, b, cd_cross(e, n));
            add_tangent(s, a, b, cd_cross(n, e));
        }
    }
}

// Neither a point, nor made of flat faces alone.
static bool bends(const cd_shape *s) {
    return s->radius > 0 || (s->kind > CD_HULL && !cd_is_set(s));
}

static bool is_flat(const cd_core *core) {
    return core->kind == CD_CORE_POLYTOPE && core->edge_count <= 4 && core->face_count <= 1;
}

// A child of the node for each wall of the pair that holds its point.
static void expand(search *s, const node *from, const cd_part_pair *pair) {
    cd_shape a = cd_set_part_at(s->a, pair->a), b = cd_set_part_at(s->b, pair->b);
    int power = cd_range_power(&a, &b);
    cd_core core_a, core_b;
    cd_core_of(&core_a, &a, power);
    cd_core_of(&core_b, &b, power);
    s->from = from;
    s->radius = a.radius + b.radius;
    s->scale = ldexp(1, -power);
    s->next = (wall){.a = pair->a, .b = pair->b, .round = bends(&a) || bends(&b)};
    const cd_separation *here = &pair->separation; // a moved by from->t
    add_wall(s, here->normal, cd_dot(here->normal, from->t) * s->unit - here->distance);
    if (core_a.kind == CD_CORE_HALFSPACE || core_b.kind == CD_CORE_HALFSPACE)
        return; // that was its one wall
    cd_sat_each_axis(&core_a, &core_b, add_way, s);
    s->partial |= s->next.round;
    if (!s->next.round && is_flat(&core_a) && is_flat(&core_b)) {
        add_rims(s, &a, &b, &core_a, &core_b);
        add_rims(s, &a, &b, &core_b, &core_a);
    }
}

// ------------------------------------------------------------------------------------------ slides

// The wall of a pair where a, moved by t, is nearest to b.
static wall wall_at(const search *s, cd_part at_a, cd_part at_b, cd_vec t) {
    cd_shape a = cd_set_part_at(s->a, at_a), b = cd_set_part_at(s->b, at_b);
    bool round = bends(&a) || bends(&b);
    cd_shape_move(&a, cd_scale(t, s->unit));
    cd_separation here = cd_separate_convex(&a, &b);
    double p = cd_dot(here.normal, t) - here.distance / s->unit;
    return (wall){here.normal, p, at_a, at_b, round};
}

static bool same_pair(const wall *v, const wall *w) {
    return v->a.part == w->a.part && v->a.node == w->a.node && v->b.part == w->b.part &&
           v->b.node == w->b.node;
}

// The same walls as they are at t, one for each pair; those of sharp parts stay.
static node turned_walls(const search *s, const node *n, cd_vec t) {
    node turned = {.t = t};
    for (int i = 0; i < n->count; i++) {
        const wall *w = &n->walls[i];
        bool known = false;
        for (int k = 0; k < turned.count && w->round; k++)
            known |= same_pair(w, &turned.walls[k]);
        if (!known)
            turned.walls[turned.count++] = w->round ? wall_at(s, w->a, w->b, t) : *w;
    }
    return turned;
}

// The nearest point beyond the walls of `n`, all in their new places.
static bool solve(const search *s, const node *n, node *out) {
    *out = (node){.count = 0};
    for (int i = 0, steps = 0; i < n->count; i++) {
        if (cd_dot(n->walls[i].n, out->t) >= n->walls[i].p + s->skin * (1 - 0x1p-6))
            continue;
        node next;
        if (++steps > 8 || !nearest_beyond(s, out, &n->walls[i], &next))
            return false;
        *out = next;
        i = -1; // those that it was beyond may hold it now
    }
    return true;
}

// The nearest point to 0 beyond the planes that touch the pairs of `at` where it is nearest to
// them, and beyond those of further pairs that hold that point. Planes that touch a convex set
// where a point outside is nearest to it leave that point outside: so it is no farther than `at`.
static bool slide_once(const search *s, const node *at, node *next) {
    node walls = turned_walls(s, at, at->t);
    cd_part_pair pair;
    if (!solve(s, &walls, next))
        return false;
    for (int more = 0; !is_clear(s, next->t, &pair); more++) {
        wall w = wall_at(s, pair.a, pair.b, at->t);
        node further;
        if (more == 8 || !nearest_beyond(s, next, &w, &further))
            return false;
        *next = further;
    }
    return true;
}

// Whether a slide, here from `at` to `next`, will not come nearer than the best: the steps are too
// short, or it is where the best is.
static bool goes_to_best(const search *s, const node *at, const node *next) {
    double more = next->square - s->best.square;
    cd_vec off = cd_sub(next->t, s->best.t);
    return more > 4 * (at->square - next->square) ||
           (more >= 0 && cd_length2(off) < 0x1p-16 * s->best.square);
}

// Lets a free point slide nearer to 0 until it stands still, or will not come nearer than the best.
// Along a valley the steps are short, so it tries to go on, each time twice as far.
static void slide(const search *s, node *n) {
    node at = *n, next;
    double stretch = 1;
    bool tries = false;
    for (int step = 0; step < MOST_SLIDES; step++) {
        if (slide_once(s, &at, &next) && next.square < n->square * (1 - 0x1p-51)) {
            if (goes_to_best(s, n, &next))
                return;
            cd_part_pair pair;
            cd_vec by = cd_scale(cd_sub(next.t, at.t), stretch);
            *n = at = next;
            at.t = cd_add(next.t, by);
            tries = is_clear(s, at.t, &pair);
            if (!tries)
                at = *n;
            stretch = tries ? 2 * stretch : 1;
        } else if (tries) {
            at = *n;
            tries = false;
            stretch = 1;
        } else {
            return;
        }
    }
}

static void offer(search *s, node *n) {
    if (is_round(n))
        slide(s, n);
    if (n->square < s->best.square)
        s->best = *n;
}

// ------------------------------------------------------------------------------------------ answer

// A free translation that is the nearest point of no walls: it gets one of no pair. Where it
// touches a rounded pair it may slide.
static void offer_point(search *s, cd_vec t) {
    node found = {.t = t, .square = cd_length2(t), .count = 1};
    cd_part_pair pair;
    cd_set_nearest(s->a, s->b, cd_scale(t, s->unit), INFINITY, -INFINITY, &pair);
    node nearer = found;
    nearer.walls[0] = wall_at(s, pair.a, pair.b, t);
    slide(s, &nearer);
    cd_vec n = cd_normalized(t, pair.separation.normal);
    found.walls[0] = (wall){n, cd_norm(t) - s->skin, pair.a, pair.b, false};
    if (found.square < s->best.square)
        s->best = found;
    if (nearer.square < s->best.square)
        s->best = nearer;
}

// From t out of the deepest pair again and again, until it is free.
static void push_out(search *s, cd_vec t) {
    cd_part_pair pair;
    for (int step = 0; step < MOST_PUSHES && cd_length2(t) < 2 * s->best.square; step++) {
        if (is_clear(s, t, &pair) || is_free(s, t, &pair)) {
            offer_point(s, t);
            return;
        }
        double way = 1.001 * s->skin - pair.separation.distance / s->unit;
        t = cd_add_scaled(t, way, pair.separation.normal);
    }
}

// Straight on along the way out of the deepest pair and against it, until all parts are behind.
static void straight_on(search *s, const cd_part_pair *deepest) {
    cd_vec n = deepest->separation.normal;
    double enter, exit;
    cd_set_touch(s->a, n, s->b, &enter, &exit);
    if (isfinite(exit))
        push_out(s, cd_scale(n, exit / s->unit + s->skin));
    if (isfinite(enter))
        push_out(s, cd_scale(n, enter / s->unit - s->skin));
}

static double offer_free(void *context, cd_vec t) {
    search *s = context;
    push_out(s, t);
    return cd_norm(s->best.t);
}

// How much of a translation is left before a touches b on its way back: none but where a slide did
// not end.
static double slack_before(const search *s, cd_vec t) {
    cd_shape out = *s->a;
    cd_shape_move(&out, cd_scale(t, s->unit));
    double left = cd_set_first_touch(&out, cd_scale(t, -s->unit), s->b);
    return left < 1 ? left : 0;
}

// The answer lies on the walls themselves.
static cd_separation answer(search *s, const cd_part_pair *deepest) {
    cd_vec outward = cd_normalized(s->best.t, deepest->separation.normal);
    cd_vec t = s->best.t, by;
    for (int step = 0; step < 4; step++) {
        node n = turned_walls(s, &s->best, t);
        const wall *w[3] = {&n.walls[0], &n.walls[1], &n.walls[2]};
        for (int i = 0; i < n.count; i++)
            n.walls[i].p -= cd_dot(n.walls[i].n, t);
        if (!meet(w, n.count, 0, &by) || !(cd_norm(by) <= 64 * s->skin))
            break;
        t = cd_add(t, by);
    }
    // Walls that are nearly parallel may meet behind another one: then only back along the way.
    cd_part_pair touch;
    if (cd_set_nearest(s->a, s->b, cd_scale(t, s->unit), -0x1p-6 * s->skin * s->unit, -INFINITY,
                       &touch))
        t = s->best.t;
    t = cd_scale(t, 1 - slack_before(s, t));
    cd_set_nearest(s->a, s->b, cd_scale(t, s->unit), INFINITY, -INFINITY, &touch);
    double depth = cd_norm(t) * s->unit;
    cd_vec normal = depth > s->skin * s->unit ? cd_normalized(t, outward) : outward;
    cd_vec on_b = touch.separation.point_b;
    return (cd_separation){0 - depth, normal, cd_add_scaled(on_b, -depth, normal), on_b};
}

cd_separation cd_depth_of_sets(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest) {
    search s; // its heap is large, and mostly not used
    s.a = a;
    s.b = b;
    s.unit = 1;
    s.count = 0;
    s.partial = false;
    s.best.t = (cd_vec){0, 0, 0};
    s.best.square = INFINITY;
    double reach = cd_max(cd_set_reach(a), cd_set_reach(b));
    if (!cd_size_in_range(reach))
        s.unit = ldexp(1, ilogb(cd_max(reach, 0x1p-1000)));
    s.skin = 0x1p-42 * (reach / s.unit);
    cd_separation first = deepest->separation;
    cd_part_pair pair;
    // No way out is shorter than that of the deepest pair.
    if (reach == 0 || is_free(&s, cd_scale(first.normal, s.skin - first.distance / s.unit), &pair))
        return first;
    push_out(&s, (cd_vec){0, 0, 0});
    node root = {.t = {0, 0, 0}};
    expand(&s, &root, deepest);
    cd_vec last = {0, 0, 0};
    for (int visits = 0; s.count > 0; visits++) {
        if (visits == MOST_VISITS) {
            s.partial = true;
            break;
        }
        node n = pop(&s);
        if (!is_promising(&s, &n) || cd_equal(n.t, last)) // the same walls in another order
            continue;
        last = n.t;
        if (is_free(&s, n.t, &pair))
            offer(&s, &n);
        else
            expand(&s, &n, &pair);
    }
    if (!(s.best.square < INFINITY))
        straight_on(&s, deepest);
    if (!(s.best.square < INFINITY))
        return (cd_separation){-INFINITY, first.normal, first.point_a, first.point_b};
    // None is shorter than that of the deepest pair, nor worth a search than a few skins.
    double least = cd_max(-first.distance / s.unit * (1 + 0x1p-20), 4 * s.skin);
    if (s.partial && cd_norm(s.best.t) > least)
        cd_search_free_directions(a, b, s.unit, 2 * s.skin, cd_norm(s.best.t), offer_free, &s);
    return answer(&s, deepest);
}

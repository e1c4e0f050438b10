// The free directions are the union of convex cells { v : n . v >= 0 for one chosen n of each
// obstacle }, of which only those with an interior count. The nearest point of a cell lies on at
// most two of its planes or is 0. The search is a branch and bound over the choices, depth first: a
// node has the nearest point of a cell so far; the obstacle that this point violates most, or one
// whose planes it only touches, gives a child for each of its normals. See free_cone.h.
#include "collide/narrow/touch/free_cone.h"

#include "collide/narrow/touch/exact_fit.h"

#include <assert.h>
#include <stddef.h>

// Bounds the time of a search; some ten nodes are usual.
enum { NODES_MAX = 4096 };

// Normals chosen on the way to a node, and the best cell that was found.
typedef struct {
    cd_free_cone *cone;
    cd_vec motion; ///< the direction of the motion, projected into the slots
    int freedom;   ///< the dimension that the slots leave
    int nodes;
    double best; ///< the square of the longest motion found; -1: none yet
    cd_vec result;
    int count;
    cd_vec chosen[CD_CONE_GROUPS];
} cone_search;

static bool is_same(const cd_free_cone *c, cd_vec n, cd_vec m) {
    return cd_max_abs(cd_sub(n, m)) <= c->rounding;
}

static bool contains(const cd_free_cone *c, const cd_vec *normals, int count, cd_vec n) {
    for (int i = 0; i < count; i++)
        if (is_same(c, normals[i], n))
            return true;
    return false;
}

// The largest n . v: v is free of the obstacle where that is >= 0.
static double freedom_of(const cd_normal_group *g, cd_vec v) {
    double most = -INFINITY;
    for (int i = 0; i < g->count; i++)
        most = cd_max(most, cd_dot(g->normals[i], v));
    return most;
}

// --------------------------------------------------------------------------------------- obstacles

void cd_free_cone_start(cd_free_cone *c, int dim, cd_vec motion, double rounding, double seam) {
    assert(cd_is_finite(motion) && rounding > 0 && rounding < 1 && (dim == 2 || dim == 3));
    // Not initialised as a whole: it is large.
    c->dim = dim;
    c->rounding = rounding;
    c->seam = seam;
    c->motion = c->free = motion;
    c->direction = cd_normalized(motion, (cd_vec){0, 0, 0});
    c->group_count = c->slot_count = c->cell_count = 0;
}

// Adds a normal to a group; in a full one it replaces that of the largest approach, if its own is
// less.
static void add_normal(const cd_free_cone *c, cd_normal_group *g, cd_vec n, double offset) {
    if (contains(c, g->normals, g->count, n))
        return;
    if (g->count < CD_CONE_NORMALS) {
        g->offsets[g->count] = offset;
        g->normals[g->count++] = n;
        return;
    }
    int last = 0;
    for (int i = 1; i < g->count; i++)
        if (cd_dot(g->normals[i], c->direction) <= cd_dot(g->normals[last], c->direction))
            last = i;
    if (cd_dot(n, c->direction) > cd_dot(g->normals[last], c->direction)) {
        g->normals[last] = n;
        g->offsets[last] = offset;
    }
}

// Whether all normals of g are normals of h: then what is free of g is free of h.
static bool implies(const cd_free_cone *c, const cd_normal_group *g, const cd_normal_group *h) {
    for (int i = 0; i < g->count; i++)
        if (!contains(c, h->normals, h->count, g->normals[i]))
            return false;
    return true;
}

static cd_normal_group common_normals(const cd_free_cone *c, const cd_normal_group *g,
                                      const cd_normal_group *h) {
    cd_normal_group common = {.count = 0};
    for (int i = 0; i < g->count; i++)
        if (contains(c, h->normals, h->count, g->normals[i])) {
            common.offsets[common.count] = g->offsets[i];
            common.normals[common.count++] = g->normals[i];
        }
    return common;
}

// Adds a group, unless another one implies it; drops those that it implies.
static void add_group(cd_free_cone *c, const cd_normal_group *g);

// Joins a group for which there is no room with another one: what is free of a normal that both
// have is free of both. Of all groups it is the one that so leaves the motion most free. Where none
// has a normal in common, the freest group gives way.
static void join_group(cd_free_cone *c, const cd_normal_group *g) {
    int partner = -1, freest = 0;
    double most = -INFINITY;
    for (int i = 0; i < c->group_count; i++) {
        cd_normal_group common = common_normals(c, &c->groups[i], g);
        double freedom = freedom_of(&common, c->direction);
        if (freedom > most) {
            most = freedom;
            partner = i;
        }
        if (freedom_of(&c->groups[i], c->direction) >= freedom_of(&c->groups[freest], c->direction))
            freest = i;
    }
    cd_normal_group joined = *g;
    if (partner >= 0)
        joined = common_normals(c, &c->groups[partner], g);
    else if (freedom_of(g, c->direction) >= freedom_of(&c->groups[freest], c->direction))
        return;
    c->groups[partner >= 0 ? partner : freest] = c->groups[--c->group_count];
    add_group(c, &joined);
}

static void add_group(cd_free_cone *c, const cd_normal_group *g) {
    for (int i = 0; i < c->group_count; i++)
        if (implies(c, &c->groups[i], g))
            return;
    int kept = 0;
    for (int i = 0; i < c->group_count; i++)
        if (!implies(c, g, &c->groups[i]))
            c->groups[kept++] = c->groups[i];
    c->group_count = kept;
    if (kept < CD_CONE_GROUPS)
        c->groups[c->group_count++] = *g;
    else
        join_group(c, g);
}

void cd_free_cone_add(cd_free_cone *c, const cd_vec *normals, int count, const cd_vec *point) {
    assert(count >= 1);
    cd_normal_group g;
    g.count = 0;
    for (int i = 0; i < count; i++)
        add_normal(c, &g, normals[i], point ? cd_dot(normals[i], *point) : NAN);
    add_group(c, &g);
}

// ------------------------------------------------------------------------------------------- slots

// A normal as seen within the slots: unit, or zero where it lies across them.
static cd_vec within_slots(const cd_free_cone *c, cd_vec n) {
    if (c->slot_count == 0)
        return n;
    for (int i = 0; i < c->slot_count; i++)
        n = cd_add_scaled(n, -cd_dot(n, c->slots[i]), c->slots[i]);
    cd_vec zero = {0, 0, 0};
    return cd_max_abs(n) <= c->rounding ? zero : cd_normalized(n, zero);
}

// Turns all groups into what they are within a new slot; those that bound nothing there are
// dropped.
static void enter_slot(cd_free_cone *c, cd_vec normal) {
    c->slots[c->slot_count++] = normal;
    int kept = 0;
    for (int i = 0; i < c->group_count; i++) {
        cd_normal_group g = c->groups[i];
        bool bounds = true;
        for (int k = 0; k < g.count; k++) {
            g.normals[k] = within_slots(c, g.normals[k]);
            bounds = bounds && !cd_is_zero(g.normals[k]);
        }
        if (bounds)
            c->groups[kept++] = g;
    }
    c->group_count = kept;
}

// Finds two obstacles of one normal each that are opposite.
static bool find_slot(const cd_free_cone *c, cd_vec *normal) {
    for (int i = 0; i < c->group_count; i++)
        for (int k = 0; k < i && c->groups[i].count == 1; k++)
            if (c->groups[k].count == 1 &&
                is_same(c, c->groups[i].normals[0], cd_negate(c->groups[k].normals[0]))) {
                *normal = c->groups[k].normals[0];
                return true;
            }
    return false;
}

// ----------------------------------------------------------------------------------------- a cell

// Whether w lies inside all of some half-spaces n . w >= 0, by more than rounding.
static bool is_inside(const cone_search *s, const cd_vec *n, int count, cd_vec w) {
    const double rounding = s->cone->rounding;
    if (cd_max_abs(w) <= rounding)
        return false;
    w = cd_normalized(w, w);
    bool inside = true;
    for (int i = 0; i < count && inside; i++)
        inside = cd_dot(n[i], w) > rounding;
    return inside;
}

// Whether the intersection of some half-spaces n . w >= 0 has an interior: the direction that is
// farthest from all planes is equally far from one, two or (in space) three that determine it.
static bool has_interior(const cone_search *s, const cd_vec *n, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (is_inside(s, n, count, n[i]))
            return true;
        for (int k = 0; k < i; k++)
            if (is_inside(s, n, count, cd_add(n[i], n[k])))
                return true;
    }
    for (int i = count - 1; i >= 2 && s->freedom == 3; i--)
        for (int k = 1; k < i; k++)
            for (int j = 0; j < k; j++) {
                cd_vec w = cd_cross(cd_sub(n[k], n[i]), cd_sub(n[j], n[i]));
                if (is_inside(s, n, count, cd_dot(w, n[i]) > 0 ? w : cd_negate(w)))
                    return true;
            }
    return false;
}

static bool is_in_cell(const cone_search *s, cd_vec v) {
    for (int i = 0; i < s->count; i++)
        if (cd_dot(s->chosen[i], v) < -s->cone->rounding)
            return false;
    return true;
}

// The point nearest to the motion of the cell of the chosen normals and one more, which `at`, that
// of the chosen ones, violates: so it lies on this plane. As a projection on a plane, a line or 0
// it is the nearer the longer it is.
static cd_vec nearest_in_cell(const cone_search *s, cd_vec at, cd_vec n) {
    if (cd_dot(n, at) >= -s->cone->rounding)
        return at;
    cd_vec best = cd_add_scaled(s->motion, -cd_dot(s->motion, n), n);
    if (is_in_cell(s, best))
        return best;
    best = (cd_vec){0, 0, 0};
    for (int i = 0; i < s->count && s->freedom == 3; i++) {
        cd_vec edge = cd_normalized(cd_cross(n, s->chosen[i]), best);
        cd_vec v = cd_scale(edge, cd_dot(edge, s->motion));
        if (cd_length2(v) > cd_length2(best) && is_in_cell(s, v))
            best = v;
    }
    return best;
}

// ------------------------------------------------------------------------------------------ search

static bool holds_chosen(const cone_search *s, const cd_normal_group *g) {
    for (int i = 0; i < g->count; i++)
        if (contains(s->cone, s->chosen, s->count, g->normals[i]))
            return true;
    return false;
}

// The obstacle that v violates most or, where it violates none, the first whose planes it touches;
// NULL where the cell is free of all obstacles around v.
static const cd_normal_group *group_to_split(const cone_search *s, cd_vec v) {
    const cd_free_cone *c = s->cone;
    const cd_normal_group *split = NULL;
    double least = INFINITY;
    for (int i = 0; i < c->group_count; i++) {
        double freedom = freedom_of(&c->groups[i], v);
        if (freedom > c->rounding || holds_chosen(s, &c->groups[i]))
            continue;
        freedom = cd_min(freedom, -c->rounding); // all that it touches are equal
        if (freedom < least) {
            least = freedom;
            split = &c->groups[i];
        }
    }
    return split;
}

// Whether a cell with this nearest point, which may lose more of it, could be better than the best:
// nearer or, at the same place, larger, as it needs fewer normals.
static bool is_promising(const cone_search *s, cd_vec v, int count) {
    if (s->best < 0)
        return true;
    double more = cd_length2(v) - s->best, rounding = s->cone->rounding;
    return more > rounding || (more >= -rounding && count < s->cone->cell_count);
}

static void keep_cell(cone_search *s, cd_vec v) {
    s->best = cd_length2(v);
    s->result = v;
    s->cone->cell_count = s->count;
    for (int i = 0; i < s->count; i++)
        s->cone->cell[i] = s->chosen[i];
}

typedef struct {
    cd_vec normal, nearest;
} cone_child;

// Visits the children nearest first. Each chooses for one obstacle more, so there are at most as
// many levels.
static void search_cone(cone_search *s, cd_vec at) {
    const cd_normal_group *g = group_to_split(s, at);
    if (!g) {
        keep_cell(s, at);
        return;
    }
    assert(s->count < CD_CONE_GROUPS);
    cone_child children[CD_CONE_NORMALS];
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        cone_child child = {g->normals[i], nearest_in_cell(s, at, g->normals[i])};
        s->chosen[s->count] = child.normal;
        if (!is_promising(s, child.nearest, s->count + 1) ||
            !has_interior(s, s->chosen, s->count + 1))
            continue;
        int k = count++;
        double length2 = cd_length2(child.nearest) - s->cone->rounding; // of equal ones the first
        for (; k > 0 && cd_length2(children[k - 1].nearest) < length2; k--)
            children[k] = children[k - 1];
        children[k] = child;
    }
    for (int i = 0; i < count && s->nodes < NODES_MAX; i++) {
        if (!is_promising(s, children[i].nearest, s->count + 1))
            continue;
        s->nodes++;
        s->chosen[s->count++] = children[i].normal;
        search_cone(s, children[i].nearest);
        s->count--;
    }
}

cd_vec cd_free_cone_project(cd_free_cone *c) {
    cone_search s;
    cd_vec slot;
    cd_grazed_facets grazed;
    cd_find_grazed_facets(c->groups, c->group_count, c->direction, c->rounding, &grazed);
    s.cone = c;
    s.motion = c->direction;
    for (; c->slot_count < c->dim && find_slot(c, &slot); enter_slot(c, slot))
        s.motion = cd_add_scaled(s.motion, -cd_dot(s.motion, slot), slot);
    s.freedom = c->dim - c->slot_count;
    s.nodes = s.count = 0;
    s.best = -1;
    s.result = (cd_vec){0, 0, 0};
    search_cone(&s, s.motion);
    c->is_closed = s.best < 0;
    c->towards = s.result;
    bool turned = cd_max_abs(cd_sub(s.result, c->direction)) > c->rounding;
    c->slips = turned && cd_leave_room(&grazed, c->seam);
    if (c->slips) {
        turned = c->is_closed = false;
        c->towards = c->direction;
        c->cell_count = 0;
    }
    c->free = turned ? cd_scale(s.result, cd_length(c->motion)) : c->motion;
    return c->free;
}

static bool rests_on(const cd_free_cone *c, cd_vec n) {
    if (cd_dot(n, c->direction) >= -c->rounding)
        return false;
    cd_vec m = within_slots(c, n); // zero where it is that of a wall of a slot
    return c->is_closed || cd_is_zero(m) ||
           (contains(c, c->cell, c->cell_count, m) && cd_dot(n, c->towards) <= c->rounding);
}

// The free motion nearest to v on one plane is v + approach n.
double cd_free_cone_rank(const cd_free_cone *c, cd_vec n) {
    if (!rests_on(c, n))
        return INFINITY;
    double approach = 0 - cd_dot(n, c->direction);
    cd_vec off = cd_sub(cd_add_scaled(c->direction, approach, n), c->towards);
    return cd_max_abs(off) <= 2 * c->rounding ? 0 : approach;
}

int cd_free_cone_active(const cd_free_cone *c, const cd_vec *normals, int count) {
    int active = -1, nearest = 0;
    bool violated = true; // by what is free: an obstacle that was not added or had no room
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double freedom = cd_dot(normals[i], c->towards);
        double approach = 0 - cd_dot(normals[i], c->direction);
        if (freedom > c->rounding)
            return -1;
        violated = violated && freedom < -c->rounding;
        if (approach < 0 - cd_dot(normals[nearest], c->direction))
            nearest = i;
        cd_vec n = within_slots(c, normals[i]);
        if ((cd_is_zero(n) || contains(c, c->cell, c->cell_count, n)) && approach < least) {
            least = approach;
            active = i;
        }
    }
    if (violated || c->is_closed)
        active = nearest;
    return active >= 0 && cd_dot(normals[active], c->direction) < -c->rounding ? active : -1;
}

// --------------------------------------------------------------------------------- outward normals

// Adds what another obstacle leaves free of the facet along n: nothing is lost where it has the
// same facet, and a facet that it lies against bounds nothing. Returns whether it leaves any.
static bool add_beside_facet(cd_free_cone *facet, const cd_normal_group *g, cd_vec n) {
    cd_vec within[CD_CONE_NORMALS];
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        within[count] = within_slots(facet, g->normals[i]);
        if (!cd_is_zero(within[count]))
            count++;
        else if (cd_dot(g->normals[i], n) > 0)
            return true;
    }
    if (count > 0)
        cd_free_cone_add(facet, within, count, NULL);
    return count > 0;
}

// The facet of an obstacle along n is { t : n . t = 0, m . t <= 0 for its other normals m }. It
// bounds the union of all if a part of it is free of the others: a cell, in the plane of the facet,
// of one normal of each of them and of all -m.
static bool is_outward(const cd_free_cone *c, int group, cd_vec n) {
    cd_free_cone facet;
    cd_free_cone_start(&facet, c->dim, (cd_vec){0, 0, 0}, c->rounding, c->seam);
    facet.slots[facet.slot_count++] = n;
    for (int i = 0; i < c->groups[group].count; i++) {
        cd_vec inwards = cd_negate(within_slots(&facet, c->groups[group].normals[i]));
        if (!cd_is_zero(inwards))
            cd_free_cone_add(&facet, &inwards, 1, NULL);
    }
    for (int i = 0; i < c->group_count; i++)
        if (i != group && !add_beside_facet(&facet, &c->groups[i], n))
            return false;
    cone_search s = {.cone = &facet, .freedom = c->dim - 1, .best = -1};
    search_cone(&s, s.motion);
    return s.best >= 0;
}

cd_vec cd_free_cone_nearest_normal(const cd_free_cone *c, cd_vec direction) {
    assert(c->group_count > 0 && c->slot_count == 0);
    cd_vec best = {0, 0, 0};
    double most = -INFINITY;
    bool outward = false; // opposite walls have no outward normal
    for (int i = 0; i < c->group_count; i++)
        for (int k = 0; k < c->groups[i].count; k++) {
            cd_vec n = c->groups[i].normals[k];
            double along = cd_dot(n, direction);
            if (outward && along <= most)
                continue;
            bool is_better = is_outward(c, i, n);
            if (is_better || (!outward && along > most)) {
                outward = is_better;
                most = along;
                best = n;
            }
        }
    return best;
}

cd_vec cd_free_cone_grazed_normal(const cd_free_cone *c) {
    if (c->slot_count > 0)
        return c->slots[0];
    int group = 0;
    double least = INFINITY;
    for (int i = 0; i < c->group_count; i++) {
        double freedom = freedom_of(&c->groups[i], c->direction);
        if (freedom < least) {
            least = freedom;
            group = i;
        }
    }
    const cd_normal_group *g = &c->groups[group];
    int best = 0;
    for (int i = 0; i < g->count; i++) {
        double more = cd_dot(g->normals[i], c->direction) - cd_dot(g->normals[best], c->direction);
        bool equal = fabs(more) <= c->rounding;
        if (equal ? !is_outward(c, group, g->normals[best]) : more > 0)
            best = i;
    }
    return g->normals[best];
}

// What the axes of two polytopes tell. Every facet of their Minkowski difference is a face of one,
// or spanned by an edge of each, so the depth is the least over those axes of how far the
// projections overlap, and the time of touch the last at which one of them still parts them: exact,
// with no iteration. An axis more does no harm, since each gives a translation that separates; so
// nothing is pruned on a guess and degenerate features need no care.
#include "collide/narrow/exact_touch.h"
#include "collide/narrow/separate.h"

#include <float.h>

// How far a and b reach along one axis, unit as n, and the vertices there.
typedef struct {
    cd_vec axis, n;
    double a_min, a_max, b_min, b_max; // above vertex 0 of b
    int a_low, a_high, b_low, b_high;
} projection;

typedef struct search {
    const cd_core *a, *b;
    cd_vec between; // from vertex 0 of b to vertex 0 of a, as moved
    void (*visit)(struct search *, const projection *);
    cd_vec shift;    // of a
    double rounding; // of heights
    // the shortest way out
    bool found;
    cd_penetration best;
    // each of them
    cd_axis_visitor *tell;
    void *context;
    // the interval of touch
    cd_vec motion;
    cd_interval *interval;
    double enter_rounding, exit_rounding;
    bool apart, unclear, beside, slides;
} search;

// An axis of any length; zero is none.
static void try_axis(search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    cd_projection a = cd_core_project(s->a, n), b = cd_core_project(s->b, n);
    double base = cd_dot(s->between, n);
    projection p = {axis,  n,     base + a.min, base + a.max, b.min,
                    b.max, a.low, a.high,       b.low,        b.high};
    s->visit(s, &p);
}

static void try_faces(search *s, const cd_core *core) {
    for (int i = 0; i < core->face_count; i++)
        try_axis(s, cd_core_face(core, i));
}

static void try_sides(search *s, const cd_core *core) {
    for (int i = 0; i < core->edge_count; i++)
        try_axis(s, cd_perp(cd_core_edge(core, i)));
}

// In the Gauss map an edge is the arc between the normals of its faces, and a pair of edges spans a
// facet only where the arc of one crosses the mirrored arc of the other (Gregorius 2013). A pair
// whose arcs are clearly apart is left out; what is clear allows for normals of sliver faces.
static bool arc_on_one_side(const cd_polytope *p, int edge, cd_vec across) {
    const double clear = 1e-7 * cd_max_abs(across);
    double first = cd_dot(p->face_normals[p->edge_faces[edge][0]], across);
    double second = cd_dot(p->face_normals[p->edge_faces[edge][1]], across);
    return (first > clear && second > clear) || (first < -clear && second < -clear);
}

static bool is_solid(const cd_core *core) {
    return core->polytope && core->polytope->edge_faces && core->face_count > 1;
}

static void try_edge_pairs(search *s) {
    const cd_polytope *solid_a = is_solid(s->a) ? s->a->polytope : NULL;
    const cd_polytope *solid_b = is_solid(s->b) ? s->b->polytope : NULL;
    for (int i = 0; i < s->b->edge_count; i++) {
        cd_vec e = cd_core_edge(s->b, i);
        for (int j = 0; j < s->a->edge_count; j++) {
            if (solid_a && arc_on_one_side(solid_a, j, e))
                continue;
            cd_vec f = cd_core_edge(s->a, j);
            if (!solid_b || !arc_on_one_side(solid_b, i, f))
                try_axis(s, cd_cross(e, f));
        }
    }
}

// Every axis that may be a facet's, those of b first: of equals the first wins.
static void try_all(search *s) {
    const cd_core *a = s->a, *b = s->b;
    const cd_core *line = b->kind == CD_CORE_LINE ? b : a->kind == CD_CORE_LINE ? a : NULL;
    // Only axes across a line have a finite extent along it.
    if (line && a->dim == 2) {
        try_sides(s, line);
    } else if (line) {
        try_edge_pairs(s);
    } else if (a->dim == 2) {
        try_sides(s, b);
        try_sides(s, a);
    } else {
        try_faces(s, b);
        try_faces(s, a);
        try_edge_pairs(s);
    }
}

static search search_of(const cd_core *a, const cd_core *b, cd_vec shift) {
    search s = {.a = a, .b = b, .shift = shift};
    cd_vec between = cd_core_between(a, cd_core_inside(a, 0), b, cd_core_inside(b, 0));
    s.between = cd_add(between, shift);
    s.rounding = 4 * DBL_EPSILON * (cd_max_abs(s.between) + cd_core_reach(a) + cd_core_reach(b));
    return s;
}

// ------------------------------------------------------------------------------------------ depth

// Any axis across a difference that is but a segment or a point.
static cd_vec across(const cd_core *a, const cd_core *b) {
    for (int i = 0; i < b->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(b, i)))
            return cd_perpendicular(cd_core_edge(b, i), b->dim);
    for (int i = 0; i < a->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(a, i)))
            return cd_perpendicular(cd_core_edge(a, i), a->dim);
    return (cd_vec){0, 1, 0};
}

// How far a lies below b along the normal: what is touched exactly is not overlapped, nor apart, by
// the rounding of the normal.
static double depth_along(const cd_support_features *seam, cd_vec axis) {
    cd_vec between = cd_support_features_between(seam);
    double depth = cd_dot(between, seam->normal);
    bool unsure = depth != 0 && fabs(depth) <= CD_NORMAL_ROUNDING * cd_max_abs(between);
    return unsure && cd_support_features_touch(seam, axis, between) ? 0 : depth;
}

// Whichever heights tell apart by no more than rounding, the vertices decide.
static void offer(search *s, double depth, cd_vec axis, cd_vec normal, int low, int high) {
    if (s->found && !(depth < s->best.depth + s->rounding))
        return;
    depth = depth_along(&(cd_support_features){s->a, s->b, s->shift, normal, low, high}, axis);
    if (s->found && !(depth < s->best.depth))
        return;
    s->found = true;
    s->best = (cd_penetration){depth, normal};
}

static void both_ways_out(search *s, const projection *p) {
    offer(s, p->b_max - p->a_min, p->axis, p->n, p->a_low, p->b_high);
    offer(s, p->a_max - p->b_min, p->axis, cd_negate(p->n), p->a_high, p->b_low);
}

cd_penetration cd_sat_penetration(const cd_core *a, const cd_core *b, cd_vec shift) {
    search s = search_of(a, b, shift);
    s.visit = both_ways_out;
    try_all(&s);
    if (!s.found)
        try_axis(&s, across(a, b));
    return s.best;
}

CD_HOT cd_penetration cd_penetration_between(const cd_core *a, const cd_core *b, cd_vec shift,
                                             cd_vec normal, int low, int high) {
    return (cd_penetration){
        depth_along(&(cd_support_features){a, b, shift, normal, low, high}, normal), normal};
}

cd_penetration cd_penetration_along(const cd_core *a, const cd_core *b, cd_vec shift,
                                    cd_vec normal) {
    return cd_penetration_between(a, b, shift, normal, cd_core_support(a, cd_negate(normal)),
                                  cd_core_support(b, normal));
}

static void tell_both_ways(search *s, const projection *p) {
    s->tell(s->context, (cd_penetration){p->b_max - p->a_min, p->n});
    s->tell(s->context, (cd_penetration){p->a_max - p->b_min, cd_negate(p->n)});
}

void cd_sat_each_axis(const cd_core *a, const cd_core *b, cd_axis_visitor *tell, void *context) {
    search s = search_of(a, b, (cd_vec){0, 0, 0});
    s.visit = tell_both_ways;
    s.tell = tell;
    s.context = context;
    try_all(&s);
}

// ------------------------------------------------------------------------------------------- time

// When the planes of vertex `low` of a and `high` of b across n meet, at speed v along n.
static double meeting(const search *s, cd_vec axis, cd_vec n, double v, int low, int high,
                      double *rounding) {
    cd_support_features seam = {s->a, s->b, s->shift, n, low, high};
    cd_vec way = cd_support_features_between(&seam), exact = cd_support_features_axis(&seam, axis);
    double time = cd_dot(way, exact) / cd_dot(s->motion, exact);
    *rounding = 3 * DBL_EPSILON * (cd_max_abs(way) + fabs(time) * cd_max_abs(s->motion)) / v;
    return time;
}

// How far b lies above a along an axis, and below it, and between which vertices.
typedef struct {
    double above, below;
    cd_vec up, down;
} gaps;

static gaps gaps_along(const search *s, cd_vec n, int a_low, int a_high, int b_low, int b_high) {
    cd_vec up = cd_support_features_between(
        &(cd_support_features){s->a, s->b, s->shift, cd_negate(n), a_high, b_low});
    cd_vec down =
        cd_support_features_between(&(cd_support_features){s->a, s->b, s->shift, n, a_low, b_high});
    return (gaps){cd_dot(up, n), -cd_dot(down, n), up, down};
}

// Standing still along n, which is known to rounding.
static void stand_still(search *s, const projection *p, double v) {
    gaps g = gaps_along(s, p->n, p->a_low, p->a_high, p->b_low, p->b_high);
    double size = v == 0 ? 0 : cd_max_abs(s->between);
    s->apart |= g.above > 4 * DBL_EPSILON * cd_max(size, cd_max_abs(g.up)) ||
                g.below > 4 * DBL_EPSILON * cd_max(size, cd_max_abs(g.down));
    s->slides |= g.above > 0 || g.below > 0;
}

// a_max + t v meets b_min at one time and a_min + t v leaves b_max at the other (v > 0).
static void clip(search *s, const projection *p) {
    double v = cd_dot(s->motion, p->n), touch = p->b_min - p->a_max, leave = p->b_max - p->a_min;
    if (fabs(v) <= 4 * DBL_EPSILON * cd_length(s->motion)) {
        stand_still(s, p, v);
        return;
    }
    cd_vec n = v > 0 ? p->n : cd_negate(p->n);
    int near_a = v > 0 ? p->a_high : p->a_low, near_b = v > 0 ? p->b_low : p->b_high;
    int far_a = v > 0 ? p->a_low : p->a_high, far_b = v > 0 ? p->b_high : p->b_low;
    double enter = (v > 0 ? touch : leave) / v, exit = (v > 0 ? leave : touch) / v;
    double slack = s->rounding / fabs(v), rounding;
    if (enter > s->interval->enter - slack) {
        enter = meeting(s, p->axis, cd_negate(n), fabs(v), near_a, near_b, &rounding);
        if (enter > s->interval->enter) {
            s->interval->enter = enter;
            s->interval->enter_normal = cd_negate(n);
            s->enter_rounding = rounding;
        }
    }
    if (exit < s->interval->exit + slack) {
        exit = meeting(s, p->axis, n, fabs(v), far_a, far_b, &rounding);
        if (exit < s->interval->exit) {
            s->interval->exit = exit;
            s->interval->exit_normal = n;
            s->exit_rounding = rounding;
        }
    }
}

// The edges of flat cores that move in their own plane are met across themselves in it.
static void try_in_plane(search *s, const cd_core *core) {
    for (int i = 0; i < core->edge_count; i++) {
        cd_vec e = cd_core_edge(core, i);
        try_axis(s, cd_cross(e, cd_cross(e, s->motion)));
    }
}

bool cd_swept_sat_interval(const cd_core *a, const cd_core *b, cd_vec motion, cd_interval *interval,
                           double *rounding, bool *slides) {
    search s = search_of(a, b, (cd_vec){0, 0, 0});
    s.visit = clip;
    s.motion = motion;
    s.interval = interval;
    *interval = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
    try_all(&s);
    bool lines = a->kind == CD_CORE_LINE || b->kind == CD_CORE_LINE;
    if (!lines && (isinf(interval->enter) || isinf(interval->exit))) {
        try_in_plane(&s, b);
        try_in_plane(&s, a);
    }
    *rounding = s.enter_rounding + s.exit_rounding;
    *slides = s.slides || *rounding > 0x1p-40 * cd_max(fabs(interval->enter), fabs(interval->exit));
    return !s.apart && !(interval->enter > interval->exit + *rounding);
}

// ---------------------------------------------------------------------------------------- shadows

// Whether an axis across the motion parts the shadows: what lies between their vertices there is
// known to its own rounding, wherever the shapes are and however long the way. An axis of any
// length: where all is exact, what only touches is 0.
static void part_shadows(search *s, cd_vec n) {
    if (cd_is_zero(n))
        return;
    cd_projection a = cd_core_project(s->a, n), b = cd_core_project(s->b, n);
    gaps g = gaps_along(s, n, a.low, a.high, b.low, b.high);
    double worst = g.above > g.below ? g.above : g.below;
    double slack = DBL_EPSILON * cd_max_abs(g.above > g.below ? g.up : g.down) * cd_length(n);
    s->apart |= worst > 0.5 * slack;
    s->unclear |= worst > -4 * slack && worst != 0;
    s->beside |= worst > 0;
}

// In space, the axes across an edge and, for flat cores, of which the shadows may lie on one line,
// along it; whether there are any.
static bool part_by_edges(search *s, const cd_core *core, cd_vec motion, bool flat) {
    bool any = false;
    for (int i = 0; i < core->edge_count && !s->apart; i++) {
        cd_vec across = cd_cross(cd_core_edge(core, i), motion);
        part_shadows(s, across);
        if (flat)
            part_shadows(s, cd_cross(motion, across));
        any |= !cd_is_zero(across);
    }
    return any;
}

static void part_in_space(search *s, cd_vec motion) {
    bool flat = s->a->edge_count + s->b->edge_count <= 6;
    bool of_a = part_by_edges(s, s->a, motion, flat), of_b = part_by_edges(s, s->b, motion, flat);
    if (of_a || of_b)
        return;
    cd_vec aside = cd_perpendicular(motion, 3); // two points
    part_shadows(s, aside);
    part_shadows(s, cd_cross(motion, aside));
}

// Along a line all is a shadow too: one axis is left in space, none in the plane.
cd_verdict cd_swept_sat_overlap(const cd_core *a, const cd_core *b, cd_vec motion, bool decide) {
    search s = {.a = a, .b = b};
    const cd_core *line = a->kind == CD_CORE_LINE ? a : b->kind == CD_CORE_LINE ? b : NULL;
    const cd_core *other = line == a ? b : a;
    if (other->kind != CD_CORE_POLYTOPE && other->kind != CD_CORE_LINE)
        return CD_UNKNOWN;
    if (!line && b->kind != CD_CORE_POLYTOPE)
        return CD_UNKNOWN;
    if (line && a->dim == 3)
        part_shadows(&s, cd_cross(line->direction, motion));
    else if (!line && a->dim == 2)
        part_shadows(&s, cd_perp(motion));
    else if (!line)
        part_in_space(&s, motion);
    return s.apart ? CD_MISSES : (decide ? s.beside : s.unclear) ? CD_UNKNOWN : CD_MEETS;
}

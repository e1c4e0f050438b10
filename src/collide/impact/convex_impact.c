// Conservative advancement (Mirtich 1996) with a bound that is exact to first order. A plane lies
// between the shapes, and turns at some velocity. How near each may come to it within a time d is
// bounded below by a support point: gap(d) >= c0 + c1 d + c2 d^2. The first root of the bound is a
// time up to which they are apart; there the plane is found anew. A plane that turns with the face
// or the edges that it lies on bounds best: then the error of the bound falls with the square of
// the time that is left, and the steps converge as Newton's do. Where a shape turns beside another
// without meeting it, the bound for all angles at once is the longest step.
#include "collide/impact/convex_impact.h"

#include "collide/math/trace.h"
#include "collide/narrow/separate.h"

// Rounds of the search for a root of the bound. Each is a support point; the bound of a polytope
// repeats one after two or three.
enum { ROUNDS = 16 };

// So many steps, and so many more for each radian that they turn, are made at most: where rounding
// leaves none that is longer, it ends early, as if they touched.
enum { MOST_STEPS = 1 << 12, STEPS_A_RADIAN = 1 << 8 };

typedef struct {
    const cd_moving_pair *pair;
    cd_turning_extent x, y;
    double t, left; ///< from t on, for a time `left`
    cd_vec n;       ///< normal of the plane at t, out of y
} motion_bounds;

/// A plane that turns; or, of the shapes that have all_x and all_y set, one that stays, and bounds
/// them at all angles.
typedef struct {
    cd_vec spin;
    bool all_x, all_y;
} moving_plane;

// ------------------------------------------------------------------------------------------ steps

// A lower bound of the gap along the plane's normal, as it is a time d later.
static cd_extent_bound gap_bound(const motion_bounds *m, const moving_plane *plane, double d) {
    const cd_turning *x = m->pair->path_x, *y = m->pair->path_y;
    const cd_vec a_xy = cd_sub(x->acceleration, y->acceleration), n = m->n, away = cd_negate(n);
    const cd_vec v = cd_add_scaled(cd_sub(x->motion, y->motion), m->t, a_xy);
    const cd_vec apart = cd_add(cd_sub(x->about, y->about),
                                cd_sub(cd_turning_shift(x, m->t), cd_turning_shift(y, m->t)));
    const double pull = cd_min(cd_dot(a_xy, n), 0) / 2;
    const cd_extent_bound a = plane->all_x ? cd_turning_bound_of_all(&m->x, away)
                                           : cd_turning_bound(&m->x, away, plane->spin, d);
    const cd_extent_bound b = plane->all_y ? cd_turning_bound_of_all(&m->y, n)
                                           : cd_turning_bound(&m->y, n, plane->spin, d);
    cd_extent_bound g = {cd_dot(apart, n) - a.c0 - b.c0 - m->x.radius - m->y.radius,
                         cd_dot(v, n) - a.c1 - b.c1, pull - a.c2 - b.c2};
    if (!cd_is_zero(plane->spin)) {
        const double spin = cd_length(plane->spin), push = cd_length(a_xy),
                     speed = cd_length(v) + push * m->left;
        g.c1 += cd_dot(apart, cd_cross(plane->spin, n));
        g.c2 -= spin * (spin * (cd_length(apart) + speed * m->left) / 2 + speed) + push / 2 + pull;
    }
    return g;
}

static double value(const cd_extent_bound *g, double d) { return g->c0 + d * (g->c1 + d * g->c2); }

// The first d >= 0 at which a bound with c2 <= 0 falls to 0; 0 where it begins below.
static double root(const cd_extent_bound *g) {
    if (!(g->c0 > 0))
        return 0;
    if (g->c2 == 0)
        return g->c1 < 0 ? g->c0 / -g->c1 : INFINITY;
    return 2 * g->c0 / (sqrt(g->c1 * g->c1 - 4 * g->c2 * g->c0) - g->c1);
}

// How long the gap along a plane's normal certainly stays one, if that is longer than `least`. The
// bound at d is the least of all that hold, one for each support point: each root is too far or
// right, and the next one no farther.
static double clear_time(const motion_bounds *m, const moving_plane *plane, double least) {
    const cd_extent_bound first = gap_bound(m, plane, least);
    if (!(first.c0 > 0 && value(&first, least) > 0))
        return least;
    double d = cd_min(m->left, root(&first));
    for (int i = 0; i < ROUNDS; i++) {
        const cd_extent_bound g = gap_bound(m, plane, d);
        const double next = root(&g);
        if (!(next < d))
            return d;
        d = next;
    }
    return d;
}

static double longest_clear_time(const motion_bounds *m, cd_vec spin) {
    const cd_turning *x = m->pair->path_x, *y = m->pair->path_y;
    const bool turns_x = x->speed > 0, turns_y = y->speed > 0;
    const moving_plane planes[] = {{.spin = {0, 0, 0}},
                                   {.spin = cd_scale(x->axis, x->speed)},
                                   {.spin = cd_scale(y->axis, y->speed)},
                                   {.spin = spin},
                                   {.all_x = turns_x, .all_y = turns_y},
                                   {.all_x = turns_x},
                                   {.all_y = turns_y}};
    double longest = 0;
    for (int i = 0; i < (turns_x && turns_y ? 7 : 5) && longest < m->left; i++)
        if (i == 0 || i > 3 || !cd_is_zero(planes[i].spin))
            longest = clear_time(m, &planes[i], longest);
    return longest;
}

// ----------------------------------------------------------------------------------------- impact

// Sets the time, the plane and what is derived from them; returns the separation as of y.
static cd_separation look(motion_bounds *m, double t, double until) {
    const cd_moving_pair *p = m->pair;
    const cd_quat turned_x = cd_turning_rotation(p->path_x, t);
    const cd_quat turned_y = cd_turning_rotation(p->path_y, t);
    const cd_shape x =
        cd_turning_pose(p->x, p->path_x, turned_x, p->path_y, turned_y, t, p->memory);
    const cd_separation s = cd_separate_convex(&x, p->y);
    m->x.back = cd_quat_conjugate(turned_x);
    m->y.back = cd_quat_conjugate(turned_y);
    m->n = cd_quat_rotate(turned_y, s.normal);
    m->t = t;
    m->left = until - t;
    return s;
}

static void record(const cd_separation *s, const motion_bounds *m, double step) {
    cd_trace_put(&(cd_trace_step){
        .kind = CD_STEP_ADVANCE, .t = m->t, .distance = s->distance, .normal = m->n, .gain = step});
}

bool cd_convex_impact(const cd_moving_pair *pair, double from, double until, double *t,
                      cd_separation *separation) {
    motion_bounds m;
    m.pair = pair;
    cd_turning_extent_of(&m.x, pair->path_x, pair->x);
    cd_turning_extent_of(&m.y, pair->path_y, pair->y);
    m.n = (cd_vec){0, 0, 0};
    const double turned = (pair->path_x->speed + pair->path_y->speed) * (until - from);
    double step = INFINITY, left = MOST_STEPS + STEPS_A_RADIAN * turned;
    for (*t = from;; *t = cd_min(*t + step, until)) {
        const cd_vec before = m.n;
        cd_trace *trace = cd_trace_pause();
        *separation = look(&m, *t, until);
        cd_trace_resume(trace);
        if (CD_TRACES && (separation->distance <= pair->touch || *t >= until))
            record(separation, &m, 0);
        if (separation->distance <= pair->touch)
            return true;
        if (*t >= until)
            return false;
        // What lies between two edges turns as it has turned in the last step.
        step = longest_clear_time(&m, cd_scale(cd_cross(before, m.n), 1 / step));
        if (CD_TRACES)
            record(separation, &m, step);
        // Nearer than they move in the least time, or than so many steps can tell.
        if (*t + step == *t || --left < 0)
            return true;
    }
}

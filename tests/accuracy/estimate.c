// See estimate.h. Parameters may be wrong by `slack` before a pair is left out, and directions that
// are parallel to 1e-5 give only a bound.
#include "estimate.h"

static const double slack = 1e-5;

static cd_vec between(cd_vec p, cd_vec q) { return cd_sub(q, p); }

static bool within(double t) { return t >= -slack && t <= 1 + slack; }

static double vertex_feature(cd_vec p, const cd_vec *at, const feature *f) {
    cd_vec q = at[f->index[0]];
    cd_vec w = between(q, p);
    if (f->count == 1)
        return cd_length(w);
    cd_vec e = between(q, at[f->index[1]]);
    double ee = cd_length2(e);
    if (f->count == 2) {
        double t = cd_dot(w, e) / ee;
        if (!(ee > 0))
            return INFINITY;
        return within(t) ? cd_length(cd_add_scaled(w, -t, e)) : INFINITY;
    }
    cd_vec g = between(q, at[f->index[2]]), n = cd_cross(e, g);
    double nn = cd_length2(n);
    if (!(nn > 1e-10 * ee * cd_length2(g)))
        return -0.0;
    double u = cd_dot(cd_cross(w, g), n) / nn, v = cd_dot(cd_cross(e, w), n) / nn;
    return within(u) && within(v) && within(u + v) ? fabs(cd_dot(w, n)) / sqrt(nn) : INFINITY;
}

static double edge_edge(const cd_vec *at_a, const feature *fa, const cd_vec *at_b,
                        const feature *fb) {
    cd_vec p = at_a[fa->index[0]], q = at_b[fb->index[0]];
    cd_vec e = between(p, at_a[fa->index[1]]), g = between(q, at_b[fb->index[1]]);
    cd_vec n = cd_cross(e, g), w = between(p, q);
    double nn = cd_length2(n), ee = cd_length2(e), gg = cd_length2(g);
    if (!(nn > 1e-10 * ee * gg))
        return fmin(2e-5 * sqrt(ee) - cd_length(cd_cross(w, g)) / sqrt(gg), -0.0);
    double s = cd_dot(cd_cross(w, g), n) / nn, t = cd_dot(cd_cross(w, e), n) / nn;
    return within(s) && within(t) ? fabs(cd_dot(w, n)) / sqrt(nn) : INFINITY;
}

double estimate_pair(const cd_vec *at_a, const feature *fa, const cd_vec *at_b, const feature *fb) {
    if (fa->count > 1 && fb->count > 1)
        return edge_edge(at_a, fa, at_b, fb);
    return fa->count > 1 ? vertex_feature(at_b[fb->index[0]], at_a, fa)
                         : vertex_feature(at_a[fa->index[0]], at_b, fb);
}

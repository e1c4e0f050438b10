// The normals of an edge form an arc between those of its faces. Support points at its ends and its
// middle bound the depth in between from below.
//
// Normals point out of the solid here, and a point of the difference is the edge as seen from a
// point of the other core.
#include "collide/narrow/curved/edge_bounds.h"

#include <assert.h>

int cd_edge_count(const cd_core *core) { return cd_is_box_core(core) ? 12 : core->edge_count; }

cd_vec cd_edge_point(const cd_core *core, int i) {
    int vertex = 0;
    if (cd_is_box_core(core)) {
        int k = i / 4, u = (k + 1) % 3, v = (k + 2) % 3;
        vertex = (i & 1 ? 1 << u : 0) | (i & 2 ? 1 << v : 0);
    } else if (core->kind == CD_CORE_POLYTOPE) {
        vertex = core->polytope ? core->polytope->edges[i][0] : i;
    }
    return cd_core_vertex(core, vertex);
}

// The heights of a point of the difference along the normals at both ends of an arc.
typedef struct {
    double at[2];
} end_heights;

// Whether the depth may be less than the best one along some normal n between both ends n0 and n1
// of an arc of the circle around the origin, of less than 180 degrees. The depth along n is at
// least n . w for each point w of the difference (a cutting plane, Kelley 1960). Let n = p n0 + q
// n1, with p, q >= 0. Then 1 <= p + q <= 1 / middle, where the middle of the chord is `middle` away
// from the origin, and n . w / (p + q) is the height of w at a point of the chord. The larger of
// the heights of two points, which are linear along the chord, is least at an end or where both are
// equal. noise: of heights.
static bool may_be_better(const cd_depth_search *s, end_heights v, end_heights w, double middle,
                          double noise) {
    assert(s->found);
    double least = cd_min(cd_max(v.at[0], w.at[0]), cd_max(v.at[1], w.at[1]));
    double before = v.at[0] - w.at[0], after = v.at[1] - w.at[1];
    if ((before < 0) != (after < 0))
        least = cd_min(least, v.at[0] + before / (before - after) * (v.at[1] - v.at[0]));
    return least < (s->best.depth < 0 ? middle : 1) * s->best.depth + noise;
}

// The same of both halves of an arc. v, w: of the points that support its ends, m: of that which
// supports its middle. length: of the sum of the normals at the ends.
static bool may_half_be_better(const cd_depth_search *s, end_heights v, end_heights w,
                               end_heights m, double length, double noise) {
    double middle = sqrt(0.5 + 0.25 * length), height = (m.at[0] + m.at[1]) / length;
    end_heights v_before = {{v.at[0], (v.at[0] + v.at[1]) / length}}, before = {{m.at[0], height}};
    end_heights w_after = {{(w.at[0] + w.at[1]) / length, w.at[1]}}, after = {{height, m.at[1]}};
    return may_be_better(s, v_before, before, middle, noise) ||
           may_be_better(s, after, w_after, middle, noise);
}

// The point of the other core that lies farthest against an outward normal of this one, as this one
// is moved.
static cd_vec opposite_point(const cd_depth_search *s, const cd_core *core, cd_vec n) {
    int vertex;
    bool of_a = core == s->a;
    cd_vec p = cd_core_support_point(of_a ? s->b : s->a, cd_negate(n), &vertex);
    return of_a ? cd_sub(p, s->shift) : cd_add(p, s->shift);
}

cd_box_surroundings cd_box_surroundings_of(const cd_depth_search *s, const cd_core *box) {
    cd_box_surroundings around;
    const cd_core_halves *halves = box == s->a ? &s->of_a : &s->of_b;
    for (int k = 0; k < 3; k++)
        around.half[k] = cd_dot(halves->half[k], box->face[k]);
    for (int i = 0; i < 6; i++) {
        cd_vec p = opposite_point(s, box, cd_scale(box->face[i / 2], i % 2 ? 1 : -1));
        for (int k = 0; k < 3; k++)
            around.opposite[i][k] = cd_dot(cd_sub(p, halves->middle), box->face[k]);
    }
    return around;
}

// The heights of a corner's distance from a point along two faces.
static end_heights box_heights(const cd_box_surroundings *around, const double p[3], int u,
                               double sign_u, int v, double sign_v) {
    return (end_heights){{around->half[u] - sign_u * p[u], around->half[v] - sign_v * p[v]}};
}

static bool may_box_edge_be_better(const cd_depth_search *s, const cd_core *box, int i,
                                   const cd_box_surroundings *around) {
    int k = i / 4, u = (k + 1) % 3, v = (k + 2) % 3, out_u = i & 1, out_v = i >> 1 & 1;
    double sign_u = out_u ? 1 : -1, sign_v = out_v ? 1 : -1;
    const double diagonal = 1.4142135623730951; // the length of the sum of both normals
    end_heights at_u = box_heights(around, around->opposite[2 * u + out_u], u, sign_u, v, sign_v);
    end_heights at_v = box_heights(around, around->opposite[2 * v + out_v], u, sign_u, v, sign_v);
    if (!may_be_better(s, at_u, at_v, 0.5 * diagonal, -s->rounding))
        return false;
    cd_vec sum = cd_add(cd_scale(box->face[u], sign_u), cd_scale(box->face[v], sign_v));
    cd_vec p = cd_sub(opposite_point(s, box, sum), (box == s->a ? &s->of_a : &s->of_b)->middle);
    double along[3];
    along[u] = cd_dot(p, box->face[u]);
    along[v] = cd_dot(p, box->face[v]);
    return may_half_be_better(s, at_u, at_v, box_heights(around, along, u, sign_u, v, sign_v),
                              diagonal, -s->rounding);
}

static end_heights heights_of(cd_vec point, const cd_vec n[2]) {
    return (end_heights){{cd_dot(point, n[0]), cd_dot(point, n[1])}};
}

bool cd_may_edge_be_better(const cd_depth_search *s, const cd_core *core, int i,
                           const cd_box_surroundings *around) {
    const double arc_rounding = 0x1p-23; // of the normals of sliver faces
    if (s->found && cd_is_box_core(core))
        return may_box_edge_be_better(s, core, i, around);
    if (!s->found || !cd_core_has_edge_faces(core))
        return true;
    const int *faces = core->polytope->edge_faces[i];
    const cd_vec n[2] = {cd_core_face(core, faces[0]), cd_core_face(core, faces[1])};
    cd_vec sum = cd_add(n[0], n[1]), at = cd_edge_point(core, i);
    double length = cd_length(sum);
    if (!(length > 0x1p-9)) // nearly a half circle
        return true;
    cd_vec first = cd_sub(at, opposite_point(s, core, n[0]));
    cd_vec last = cd_sub(at, opposite_point(s, core, n[1]));
    double noise = arc_rounding * cd_max(cd_max_abs(first), cd_max_abs(last));
    end_heights v = heights_of(first, n), w = heights_of(last, n);
    if (!may_be_better(s, v, w, 0.5 * length, noise))
        return false;
    cd_vec between = cd_sub(at, opposite_point(s, core, sum));
    return may_half_be_better(s, v, w, heights_of(between, n), length, noise);
}

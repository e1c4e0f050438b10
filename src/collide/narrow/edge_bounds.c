// The normals of an edge form an arc between those of its faces. Support points at its ends and its
// middle bound the depth in between from below.
#include "collide/narrow/edge_bounds.h"

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

// Face 2 k of a box lies against axis k, the next one along it. These are on both sides of edge i.
static void box_edge_faces(int i, int faces[2]) {
    faces[0] = (i / 4 + 1) % 3 * 2 + (i & 1);
    faces[1] = (i / 4 + 2) % 3 * 2 + (i >> 1 & 1);
}

static cd_vec box_face_normal(const cd_core *box, int face) {
    return cd_scale(box->face[face / 2], face % 2 ? 1 : -1);
}

// The normals of the faces on both sides of edge i, of a box or another solid; else false.
static bool edge_faces(const cd_core *core, int i, cd_vec normals[2]) {
    if (!cd_is_box_core(core) && !cd_core_has_edge_faces(core))
        return false;
    int faces[2];
    if (cd_is_box_core(core))
        box_edge_faces(i, faces);
    for (int k = 0; k < 2; k++)
        normals[k] = cd_is_box_core(core) ? box_face_normal(core, faces[k])
                                          : cd_core_face(core, core->polytope->edge_faces[i][k]);
    return true;
}

// Where an arc of normals ends, and a point of the difference that supports it there.
typedef struct {
    cd_vec normal, point;
} arc_end;

// Whether the depth may be less than the best one along some normal n between both ends n0 and n1
// of an arc of the circle around the origin, of less than 180 degrees. noise: of n . w. The depth
// along n is at least n . w for each point w of the difference (a cutting plane, Kelley 1960). Let
// n = p n0 + q n1, with p, q >= 0. Then 1 <= p + q <= 1 / middle, where the middle of the chord is
// `middle` away from the origin, and n . w / (p + q) is the height of w at a point of the chord.
// The larger of the heights of two points, which are linear along the chord, is least at an end or
// where both are equal.
static bool may_be_better(const cd_depth_search *s, const arc_end ends[2], double middle,
                          double noise) {
    assert(s->found);
    double heights[2][2]; // of which point, at which end
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            heights[i][k] = cd_dot(ends[i].point, ends[k].normal);
    double least =
        cd_min(cd_max(heights[0][0], heights[1][0]), cd_max(heights[0][1], heights[1][1]));
    double before = heights[0][0] - heights[1][0], after = heights[0][1] - heights[1][1];
    if ((before < 0) != (after < 0))
        least = cd_min(least,
                       heights[0][0] + before / (before - after) * (heights[0][1] - heights[0][0]));
    return least < (s->best.depth < 0 ? middle : 1) * s->best.depth + noise;
}

// The point of the other core that lies farthest against an outward normal of this one.
static cd_vec opposite_point(const cd_depth_search *s, const cd_core *core, cd_vec n) {
    int vertex;
    return cd_core_support_point(core == s->a ? s->b : s->a, cd_negate(n), &vertex);
}

void cd_find_opposite_points(const cd_depth_search *s, const cd_core *box,
                             cd_opposite_points *opposite) {
    for (int i = 0; i < 6; i++)
        opposite->of_face[i] = opposite_point(s, box, box_face_normal(box, i));
}

// The end of an arc at an outward normal of a core which supports it at a point, with the opposite
// point.
static arc_end end_of_arc(const cd_depth_search *s, const cd_core *core, cd_vec n, cd_vec point,
                          cd_vec opposite) {
    bool of_a = core == s->a;
    cd_vec w = of_a ? cd_sub(opposite, point) : cd_sub(point, opposite);
    return (arc_end){of_a ? cd_negate(n) : n, cd_sub(w, s->shift)};
}

// The arc is bounded, then each half of it.
bool cd_may_edge_be_better(const cd_depth_search *s, const cd_core *core, int i,
                           const cd_opposite_points *opposite) {
    const double arc_rounding = 0x1p-23; // of the normals of sliver faces
    cd_vec n[2];
    if (!s->found || !edge_faces(core, i, n))
        return true;
    cd_vec sum = cd_add(n[0], n[1]);
    double length = cd_length(sum);
    if (!(length > 0x1p-9)) // nearly a half circle
        return true;
    int faces[2];
    box_edge_faces(i, faces);
    cd_vec at = cd_edge_point(core, i);
    arc_end ends[4];
    for (int k = 0; k < 2; k++) {
        cd_vec p =
            cd_is_box_core(core) ? opposite->of_face[faces[k]] : opposite_point(s, core, n[k]);
        ends[k] = end_of_arc(s, core, n[k], at, p);
    }
    double size = cd_max(cd_max_abs(ends[0].point), cd_max_abs(ends[1].point));
    double noise = core->polytope ? arc_rounding * size : -s->rounding;
    if (!may_be_better(s, ends, 0.5 * length, noise))
        return false;
    cd_vec mean = cd_scale(sum, 1 / length);
    double middle = 0.5 * cd_length(cd_add(n[0], mean));
    ends[3] = ends[1];
    ends[1] = ends[2] = end_of_arc(s, core, mean, at, opposite_point(s, core, mean));
    return may_be_better(s, ends, middle, noise) || may_be_better(s, ends + 2, middle, noise);
}

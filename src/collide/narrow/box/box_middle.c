// A box is its centre and half extents. Its corners are rounded as its longest half extent is, and
// so is a distance that is measured from them. The middle of a face or edge is rounded only as the
// half extents that lead to it: a long, thin box is known better there.
#include "collide/narrow/box/box_middle.h"

#include "collide/narrow/gjk/exact_touch.h"
#include "collide/narrow/gjk/sat.h"

enum { POINTS_MAX = 8 };

static bool is_box(const cd_core *core) { return !cd_is_zero(core->half); }

// The points that stand for the feature of a core along n, as seen from its offset: the middle of
// that of a box, else its vertices. An edge of the box that is perpendicular to n to within
// rounding takes no part in its middle. edge: along the feature, if that is an edge.
typedef struct {
    int count;
    cd_vec points[POINTS_MAX];
    bool is_vertex, is_edge;
    cd_vec edge;
} core_feature;

static core_feature middle_of_box(const cd_core *box, cd_vec n) {
    core_feature f = {.count = 1};
    int edges = 0;
    for (int i = 0; i < box->dim; i++) {
        double along = cd_dot(n, box->face[i]), half = cd_component(box->half, i);
        if (fabs(along) > CD_NORMAL_ROUNDING) {
            f.points[0] = cd_add_scaled(f.points[0], copysign(half, along), box->face[i]);
        } else if (half > 0) {
            edges++;
            f.edge = box->face[i];
        }
    }
    f.is_vertex = edges == 0;
    f.is_edge = edges == 1;
    return f;
}

static core_feature feature_along(const cd_core *core, cd_vec n) {
    if (is_box(core))
        return middle_of_box(core, n);
    core_feature f = {.count = 0};
    cd_support_vertices vertices =
        cd_support_vertices_of(core, n, cd_core_support(core, n), CD_NORMAL_ROUNDING);
    while (f.count < POINTS_MAX && cd_support_vertices_next(&vertices, &f.points[f.count]))
        f.count++;
    f.is_vertex = f.count == 1;
    f.is_edge = f.count == 2;
    f.edge = cd_sub(f.points[1], f.points[0]);
    return f;
}

// The nearest points of two edges that cross, from p on one and q on the other: w = p - q. In place
// of those of the gap, from which they differ by rounding only, or else these are not on the edges.
static void cross_edges(const cd_core *a, const cd_core *b, cd_vec p, cd_vec d, cd_vec q, cd_vec e,
                        cd_vec w, cd_gap *gap) {
    cd_vec m = cd_cross(d, e);
    double mm = cd_length2(m), noise = CD_NORMAL_ROUNDING * gap->rounding_scale;
    if (!(mm > 0x1p-20 * cd_length2(d) * cd_length2(e)))
        return;
    cd_vec along_a = cd_scale(d, -cd_dot(cd_cross(w, e), m) / mm),
           along_b = cd_scale(e, -cd_dot(cd_cross(w, d), m) / mm);
    cd_vec on_a = cd_add(cd_add(a->offset, p), along_a),
           on_b = cd_add(cd_add(b->offset, q), along_b);
    if (cd_max_abs(cd_sub(on_a, gap->point_a)) > noise ||
        cd_max_abs(cd_sub(on_b, gap->point_b)) > noise)
        return;
    gap->point_a = on_a;
    gap->point_b = on_b;
    gap->blend_a = cd_max_abs(along_a);
    gap->blend_b = cd_max_abs(along_b);
}

// A vertex beside an edge, w from it: as gap->normal is that of the corners. Where they touch to
// rounding w may point anywhere, also into the solid.
static void face_vertex(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec w, cd_vec edge,
                        cd_gap *gap) {
    cd_vec v = cd_slide(w, cd_normalized(edge, w)), n = cd_normalized(v, gap->normal);
    double noise = CD_NORMAL_ROUNDING * gap->rounding_scale, distance = cd_length(v);
    if (cd_max_abs(cd_sub(v, cd_scale(gap->normal, gap->distance))) > noise ||
        cd_penetration_along(a, b, shift, n).depth > noise - distance)
        return;
    gap->distance = distance;
    gap->normal = n;
}

void cd_measure_at_middles(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap) {
    if ((!is_box(a) && !is_box(b)) || a->kind != CD_CORE_POLYTOPE || b->kind != CD_CORE_POLYTOPE)
        return;
    double corners = cd_max(cd_max_abs(a->half), cd_max_abs(b->half)),
           largest = cd_max(corners, gap->rounding_scale), least = cd_much_less * largest;
    if (!cd_middles_may_be_nearer(gap->distance, largest))
        return;
    cd_vec n = gap->normal, p = {0, 0, 0}, q = p, w = p;
    core_feature of_a = feature_along(a, cd_negate(n)), of_b = feature_along(b, n);
    bool found = false;
    for (int i = 0; i < of_a.count * of_b.count; i++) {
        cd_vec on_a = of_a.points[i / of_b.count], on_b = of_b.points[i % of_b.count];
        cd_vec between = cd_add(cd_core_between(a, on_a, b, on_b), shift);
        double size = cd_max(cd_max_abs(between), cd_max(is_box(a) ? cd_max_abs(on_a) : 0,
                                                         is_box(b) ? cd_max_abs(on_b) : 0));
        if (size < least) {
            least = size;
            gap->distance = cd_dot(between, n);
            p = on_a;
            q = on_b;
            w = between;
            found = true;
        }
    }
    if (found && of_a.is_edge != of_b.is_edge && (of_a.is_vertex || of_b.is_vertex))
        face_vertex(a, b, shift, w, of_a.is_edge ? of_a.edge : of_b.edge, gap);
    if (found && of_a.is_edge && of_b.is_edge)
        cross_edges(a, b, cd_add(p, shift), of_a.edge, q, of_b.edge, w, gap);
}

// Where two convex shapes touch, the origin lies on the boundary of their difference D = b - a, and
// the normals of the facets of D that meet there span its normal cone. A facet is a face of one, an
// edge of each (Gottschalk, Lin and Manocha 1996), or has a part of a curved core: a cap, or a line
// of a side with an edge or a line of another side. Candidates come from the features around the
// touched points; the gap along each decides, so a candidate too many does no harm. A plane within
// rounding of the origin separates the two as well as the true one, whatever exactly touches.
#include "collide/narrow/touch/touch_normals.h"

#include "collide/narrow/curved/curved.h"
#include "collide/narrow/separate.h"

#include <assert.h>
#include <float.h>

// Features this part of the shapes' size away from the touched point are candidates.
static const double near_part = 0x1p-20;

// Normals whose components differ by less are the same.
static const double same_normal = 8 * DBL_EPSILON;

typedef struct {
    const cd_core *a, *b;
    double radius, tolerance; // of both
    double near;
    cd_vec on_a, on_b, normal; // the touched points of the cores
    cd_vec lines[2];           // directions of lines, or zero: normals are across them
    const cd_vec *motion;
    cd_touch_normal_visitor *visit;
    void *context;
    bool any, along; // whether there is a facet, and one along the normal of the separation
    bool boundary;   // whether to visit the boundary of a flat difference
} touch_search;

// By how much a lies above b along a unit normal.
static double gap_along(const touch_search *s, cd_vec n) {
    int i = 0, j = 0;
    cd_vec p = cd_core_support_inside(s->a, cd_negate(n), &i),
           q = cd_core_support_inside(s->b, n, &j);
    return cd_dot(cd_core_between(s->a, p, s->b, q), n) - s->radius;
}

// Whether a vertex of a core lies beyond the plane across an axis through the touched point of the
// other one, by more than a facet there can: an axis is no longer than twice its largest component.
// Most axes are rejected by their first vertices; else boxes on a mesh take 1.18 times as long
// (./run bench "Lua: step, 10 boxes on mesh").
static bool is_beyond(const touch_search *s, const cd_core *core, cd_vec axis) {
    bool of_a = core == s->a;
    cd_vec from = of_a ? s->on_b : s->on_a;
    double longest = cd_max_abs(axis), most = s->radius + s->tolerance + s->near;
    const int count = core->kind == CD_CORE_POLYTOPE ? core->vertex_count : 0;
    for (int i = 0; i < count; i++) {
        double height = cd_dot(cd_sub(cd_core_vertex(core, i), from), axis);
        if ((of_a ? -height : height) > 2 * longest * most)
            return true;
    }
    return false;
}

static void offer(touch_search *s, cd_vec axis) {
    if (cd_is_zero(axis) || is_beyond(s, s->a, axis) || is_beyond(s, s->b, axis))
        return;
    cd_vec n = cd_add(cd_normalized(axis, axis), (cd_vec){0, 0, 0}); // no -0
    double along = cd_max(fabs(cd_dot(n, s->lines[0])), fabs(cd_dot(n, s->lines[1])));
    if (along > 4 * DBL_EPSILON || !(gap_along(s, n) >= -s->tolerance))
        return;
    s->any = true;
    s->along |= cd_max_abs(cd_sub(n, s->normal)) < near_part;
    s->visit(s->context, n);
}

static void offer_both(touch_search *s, cd_vec axis) {
    offer(s, axis);
    offer(s, cd_negate(axis));
}

// ------------------------------------------------------------------------------- flat differences

// Removes from v what lies along a unit vector; done twice, so that the rest is rounding of the
// result.
static cd_vec remove_along(cd_vec v, cd_vec u) {
    v = cd_add_scaled(v, -cd_dot(v, u), u);
    return cd_add_scaled(v, -cd_dot(v, u), u);
}

// The edge from the first vertex of a core that leads farthest out of the span of `rank` unit
// vectors: that part of it which is across them.
static void farthest_across(const cd_core *core, const cd_vec *span, int rank, cd_vec *best) {
    for (int i = 1; i < core->vertex_count; i++) {
        cd_vec e = cd_sub(core->vertices[i], core->vertices[0]);
        for (int k = 0; k < rank; k++)
            e = remove_along(e, span[k]);
        *best = cd_length2(e) > cd_length2(*best) ? e : *best;
    }
}

// The dimension of the difference of two sharp cores to within the tolerance, and an orthonormal
// basis of its directions.
static int dimension(const touch_search *s, cd_vec span[3]) {
    int rank = 0;
    const cd_core *cores[2] = {s->b, s->a};
    for (int i = 0; i < 2; i++) {
        cd_vec d = cores[i]->direction;
        if (cores[i]->kind != CD_CORE_LINE || (rank > 0 && cd_parallel(d, span[0])))
            continue;
        d = rank > 0 ? remove_along(d, span[0]) : d;
        span[rank++] = cd_normalized(d, d);
    }
    while (rank < s->a->dim) {
        cd_vec e = {0, 0, 0};
        farthest_across(s->b, span, rank, &e);
        farthest_across(s->a, span, rank, &e);
        if (!(cd_length(e) > s->tolerance))
            break;
        span[rank++] = cd_normalized(e, e);
    }
    return rank;
}

// A polytope with an interior needs no search for its dimension. (The edge directions of a box do
// not tell.)
static bool is_solid(const cd_core *core) {
    return core->kind == CD_CORE_CURVED ||
           (core->polytope && (core->dim == 2 ? core->edge_count > 2 : core->face_count > 1));
}

// The boundary of a flat difference (in the plane: of a segment), where the origin is on it: across
// its edges, which are those of both.
static void offer_flat_boundary(touch_search *s, cd_vec across) {
    const cd_core *cores[2] = {s->b, s->a};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < cores[i]->edge_count; k++) {
            cd_vec e = cd_core_edge(cores[i], k);
            offer_both(s, s->a->dim == 2 ? e : cd_cross(e, across));
        }
}

// Visits both directions across a difference that is flat, a line or a point; false where it is
// none.
static bool offer_sides_of_flat(touch_search *s) {
    if (s->radius > s->tolerance || is_solid(s->a) || is_solid(s->b))
        return false;
    cd_vec span[3], across[3];
    int dim = s->a->dim, rank = dimension(s, span), count = 0;
    if (rank == dim)
        return false;
    if (rank == 0) {
        across[count++] = (cd_vec){1, 0, 0};
        across[count++] = (cd_vec){0, 1, 0};
        across[2] = (cd_vec){0, 0, 1};
        count = dim;
    } else if (rank == 1) {
        across[count++] = cd_perpendicular(span[0], dim);
        across[count] = cd_cross(span[0], across[0]);
        count = dim - 1;
    } else {
        across[count++] = cd_normalized(cd_cross(span[0], span[1]), s->normal);
    }
    for (int i = 0; i < count; i++) {
        cd_vec n = cd_add(across[i], (cd_vec){0, 0, 0});
        s->visit(s->context, n);
        s->visit(s->context, cd_add(cd_negate(n), (cd_vec){0, 0, 0}));
    }
    if (s->boundary && rank == dim - 1)
        offer_flat_boundary(s, across[0]);
    return true;
}

// ------------------------------------------------------------------------------------------- faces

static bool is_near_plane(const touch_search *s, const cd_core *core, int vertex, cd_vec n) {
    cd_vec touched = core == s->a ? s->on_a : s->on_b;
    double height = cd_dot(cd_sub(cd_core_vertex(core, vertex), touched), n);
    return fabs(height) <= s->near * cd_length(n);
}

static void offer_faces(touch_search *s, const cd_core *core) {
    for (int i = 0; i < core->face_count; i++) {
        cd_vec n = cd_core_face(core, i);
        if (!core->polytope || is_near_plane(s, core, core->polytope->face_vertices[i], n))
            offer_both(s, n);
    }
}

// Whether edge i lies near the touched point along the normal. Those of a box are directions only.
static bool is_touched_edge(const touch_search *s, const cd_core *core, int i) {
    if (core->kind != CD_CORE_POLYTOPE || (!core->polytope && core->face_count == core->dim))
        return true;
    int from = core->polytope ? core->polytope->edges[i][0] : i;
    int to = core->polytope ? core->polytope->edges[i][1] : (i + 1) % core->vertex_count;
    cd_vec out = core == s->a ? cd_negate(s->normal) : s->normal;
    cd_vec touched = core == s->a ? s->on_a : s->on_b;
    return cd_dot(cd_sub(cd_core_vertex(core, from), touched), out) >= -s->near ||
           cd_dot(cd_sub(cd_core_vertex(core, to), touched), out) >= -s->near;
}

static void offer_edges_2d(touch_search *s, const cd_core *core) {
    for (int i = 0; i < core->edge_count; i++)
        if (is_touched_edge(s, core, i))
            offer_both(s, cd_perp(cd_core_edge(core, i)));
}

// ------------------------------------------------------------------------------------ curved cores

// The normals of the side of a curved core, as b's outward ones.
static cd_normal_circle side_of(const touch_search *s, const cd_core *core) {
    cd_normal_circle side = cd_side_normals(core);
    return core == s->a ? cd_seen_from_other(side) : side;
}

// The touched points along a curved side are known to the root of their rounding, the normal of the
// separation to rounding: so that stands for what follows from them and is almost the same.
// Without it: tests/collide/cast/approach_spec.lua "a cylinder or cone that slides on along the
// normal of its hit"
static void offer_of_point(touch_search *s, cd_vec axis, bool touched) {
    cd_vec n = cd_normalized(axis, axis);
    if (!touched || cd_max_abs(cd_sub(n, s->normal)) >= near_part)
        offer(s, axis);
}

static void offer_toward(touch_search *s, const cd_normal_circle *side, cd_vec v, bool touched) {
    cd_vec out = remove_along(v, side->axis);
    if (cd_max_abs(out) > 8 * DBL_EPSILON * cd_max_abs(v))
        offer_of_point(
            s, cd_add_scaled(cd_scale(side->axis, side->sine), side->cosine / cd_length(out), out),
            touched);
}

// The vertices of the other core that lie near the touched point, besides that point itself.
static bool next_touched_point(const touch_search *s, const cd_core *core, int *i, cd_vec *p) {
    cd_vec touched = core == s->a ? s->on_a : s->on_b;
    if (++*i == 0) {
        *p = touched;
        return true;
    }
    for (; core->kind == CD_CORE_POLYTOPE && *i <= core->vertex_count; ++*i) {
        *p = cd_core_vertex(core, *i - 1);
        if (cd_max_abs(cd_sub(*p, touched)) <= s->near)
            return true;
    }
    return false;
}

// A rim is an edge: a tangent of it and an edge of the other span a facet in the limit.
static void offer_rim_tangent(touch_search *s, const cd_core *curved, const cd_core *other,
                              cd_vec radial, bool touched) {
    cd_vec tangent = cd_cross(curved->direction, radial);
    for (int i = 0; i < other->edge_count; i++)
        if (is_touched_edge(s, other, i)) {
            cd_vec n = cd_cross(cd_core_edge(other, i), tangent);
            offer_of_point(s, n, touched);
            offer_of_point(s, cd_negate(n), touched);
        }
}

// The side of a curved core, and its rims, at points of the other core.
static void offer_side_at_points(touch_search *s, const cd_core *curved, const cd_core *other) {
    cd_normal_circle side = side_of(s, curved);
    double sign = curved == s->a ? -1 : 1;
    int i = -1;
    for (cd_vec p; next_touched_point(s, other, &i, &p);) {
        cd_vec from = cd_add(curved->offset, curved->vertices[0]);
        cd_vec radial = remove_along(cd_sub(p, from), curved->direction);
        offer_toward(s, &side, cd_scale(radial, sign), i == 0);
        offer_rim_tangent(s, curved, other, radial, i == 0);
    }
    if (s->motion) {
        offer_toward(s, &side, *s->motion, false);
        return;
    }
    cd_vec e = cd_perpendicular(curved->direction, 3), f = cd_cross(curved->direction, e);
    for (int k = 0; k < 9; k++) // eight directions round the tip of a cone
        offer_toward(s, &side, cd_add(cd_scale(e, k % 3 - 1), cd_scale(f, k / 3 - 1)), false);
}

static void offer_common_normals(touch_search *s, const cd_normal_circle *side,
                                 cd_normal_circle other) {
    cd_vec normals[2];
    int count = cd_common_normals(side, &other, normals);
    for (int i = 0; i < count; i++)
        offer(s, normals[i]);
}

static void offer_curved(touch_search *s, const cd_core *curved, const cd_core *other) {
    cd_normal_circle side = side_of(s, curved);
    offer_both(s, curved->direction);
    for (int i = 0; i < other->edge_count; i++) {
        cd_vec e = cd_core_edge(other, i);
        if (is_touched_edge(s, other, i) && !cd_is_zero(e))
            offer_common_normals(s, &side, cd_edge_normals(cd_normalized(e, e)));
    }
    if (other->kind == CD_CORE_CURVED && other == s->b)
        offer_common_normals(s, &side, side_of(s, other));
    offer_side_at_points(s, curved, other);
}

// -------------------------------------------------------------------------------------- all facets

static cd_vec line_direction(const cd_core *core) {
    const cd_vec none = {0, 0, 0};
    return core->kind == CD_CORE_LINE ? core->direction : none;
}

// The normals across the motion, where that grazes a round surface: that of a point, or along a
// touched edge, across which the surface is round.
// Without it: tests/collide/cast/approach_spec.lua "what slides on along a flat floor"
static void offer_across_motion(touch_search *s) {
    const cd_core *cores[2] = {s->b, s->a};
    cd_vec v = remove_along(remove_along(*s->motion, s->lines[0]), s->lines[1]);
    if (!cd_is_zero(v))
        offer(s, cd_slide(s->normal, v));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < cores[i]->edge_count; k++) {
            cd_vec e = cd_core_edge(cores[i], k);
            if (cd_is_zero(e) || !is_touched_edge(s, cores[i], k))
                continue;
            e = cd_normalized(e, e);
            cd_vec across = remove_along(v, e);
            if (!cd_is_zero(across))
                offer(s, cd_slide(remove_along(s->normal, e), across));
        }
}

static void offer_edge_pairs(touch_search *s) {
    for (int i = 0; i < s->b->edge_count; i++) {
        if (!is_touched_edge(s, s->b, i))
            continue;
        cd_vec e = cd_core_edge(s->b, i);
        for (int j = 0; j < s->a->edge_count; j++)
            if (is_touched_edge(s, s->a, j))
                offer_both(s, cd_cross(e, cd_core_edge(s->a, j)));
    }
}

static void offer_facets(touch_search *s) {
    const cd_core *a = s->a, *b = s->b;
    const cd_core *line = b->kind == CD_CORE_LINE ? b : a->kind == CD_CORE_LINE ? a : NULL;
    if (line && a->dim == 2) {
        offer_both(s, cd_perp(line->direction));
    } else if (a->dim == 2) {
        offer_edges_2d(s, b);
        offer_edges_2d(s, a);
    } else {
        if (!line) {
            offer_faces(s, b);
            offer_faces(s, a);
        }
        offer_edge_pairs(s);
        if (b->kind == CD_CORE_CURVED)
            offer_curved(s, b, a);
        if (a->kind == CD_CORE_CURVED)
            offer_curved(s, a, b);
    }
}

// A point of a surface, as a point of its core.
static cd_vec core_point(const cd_core_pair *p, cd_vec point, double radius, cd_vec n) {
    return cd_add_scaled(cd_sub(point, p->origin), radius, n);
}

// has_facet: whether the touched planes are those of facets, as against a vertex or an edge alone
// of rounded shapes.
static bool each_normal(const cd_core_pair *p, const cd_separation *touch, const cd_vec *motion,
                        double tolerance, bool boundary, cd_touch_normal_visitor *visit,
                        void *context, bool *has_facet) {
    assert(p->a.dim == p->b.dim && tolerance >= 0);
    cd_vec n = touch->normal;
    bool flat_sided = p->a.kind == CD_CORE_HALFSPACE || p->b.kind == CD_CORE_HALFSPACE;
    touch_search s = {.a = &p->a,
                      .b = &p->b,
                      .radius = p->radius_a + p->radius_b,
                      .tolerance = tolerance,
                      .on_a = core_point(p, touch->point_a, p->radius_a, n),
                      .on_b = core_point(p, touch->point_b, -p->radius_b, n),
                      .normal = n,
                      .lines = {line_direction(&p->a), line_direction(&p->b)},
                      .motion = motion,
                      .boundary = boundary,
                      .visit = visit,
                      .context = context};
    *has_facet = true;
    if (flat_sided) {
        visit(context, n);
        return false;
    }
    if (offer_sides_of_flat(&s))
        return true;
    bool rounded = s.radius > s.tolerance;
    // A rounded facet at an angle t from n lies radius * (1 - cos t) deeper.
    double size = cd_core_largest_coordinate(s.a) + cd_core_largest_coordinate(s.b);
    double part = cd_max(near_part, sqrt(4 * s.tolerance / cd_max(s.radius, s.tolerance)));
    s.near = 4 * s.tolerance + (rounded ? part : near_part) * size;
    offer_facets(&s);
    // The normal of a gap between rounded polytopes is exact, that of curved cores nearly.
    bool curved = p->a.kind == CD_CORE_CURVED || p->b.kind == CD_CORE_CURVED;
    if ((rounded || curved) && motion)
        offer_across_motion(&s);
    if (!s.any || (curved ? !s.along : rounded))
        visit(context, n);
    *has_facet = s.any;
    return false;
}

bool cd_each_touch_normal(const cd_core_pair *p, const cd_separation *touch, const cd_vec *motion,
                          double tolerance, cd_touch_normal_visitor *visit, void *context) {
    bool has_facet;
    return each_normal(p, touch, motion, tolerance, false, visit, context, &has_facet);
}

bool cd_separates_along(const cd_core_pair *p, cd_vec n, double tolerance) {
    const touch_search s = {.a = &p->a, .b = &p->b, .radius = p->radius_a + p->radius_b};
    return gap_along(&s, n) >= -tolerance;
}

// ------------------------------------------------------------------------------------------- list

typedef struct {
    cd_vec *normals;
    int count, room;
} normal_list;

static void add_to_list(void *context, cd_vec n) {
    normal_list *list = context;
    for (int i = 0; i < list->count; i++)
        if (cd_max_abs(cd_sub(n, list->normals[i])) <= same_normal)
            return;
    if (list->count < list->room)
        list->normals[list->count++] = n;
}

int cd_touch_facets(const cd_shape *a, const cd_shape *b, const cd_separation *touch,
                    double tolerance, cd_vec *normals, int room, bool *has_facet) {
    assert(!cd_is_set(a) && !cd_is_set(b) && a->dim == b->dim);
    normal_list list = {normals, 0, room};
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    each_normal(&pair, touch, NULL, tolerance, true, add_to_list, &list, has_facet);
    return list.count;
}

// See contact_feature.h. The vertices of a face are found by their heights, not from a table: that
// needs no order, and works for flat, doubled and nearly coplanar features alike.
#include "collide/manifold/contact_feature.h"
#include "collide/simd/hot.h"

#include <assert.h>
#include <float.h>

// The cosine of 60 degrees: a face that is tilted more is no contact feature. Heights over it would
// change by more than 1.7 times the distance across the normal.
static const double least_cosine = 0.5;
// Vertices of a face, or ends of an edge, that lie nearer together than this part of its size are
// one.
static const double distinct = 0x1p-26;

// The direction k of CD_CONTACT_FEATURE_MAX = 32 around a circle, from u towards w, both unit and
// perpendicular: the cosine of k / 32 of a turn, and its sine, a quarter of a turn behind.
static cd_vec direction(cd_vec u, cd_vec w, int k) {
    enum { QUARTER = CD_CONTACT_FEATURE_MAX / 4 };
    static const double cosine[QUARTER + 1] = {1,
                                               0x1.f6297cff75cb0p-1,
                                               0x1.d906bcf328d46p-1,
                                               0x1.a9b66290ea1a3p-1,
                                               0x1.6a09e667f3bcdp-1,
                                               0x1.1c73b39ae68c8p-1,
                                               0x1.87de2a6aea963p-2,
                                               0x1.8f8b83c69a60bp-3,
                                               0};
    _Static_assert(QUARTER == 8, "the table has the cosines of 32nds of a turn");
    int i = k % QUARTER;
    double along = cosine[i], across = cosine[QUARTER - i]; // within the first quarter
    for (int turns = k / QUARTER; turns > 0; turns--) {
        double before = along;
        along = -across;
        across = before;
    }
    return cd_add(cd_scale(u, along), cd_scale(w, across));
}

typedef struct {
    const cd_core *core;
    cd_vec d;
    double noise;
    cd_vec top; // a farthest vertex
} feature_search;

static double below_top(const feature_search *s, cd_vec v) {
    return cd_dot(cd_sub(s->top, v), s->d);
}

static void add_vertex(cd_contact_feature *f, cd_vec v) {
    assert(f->count < CD_CONTACT_FEATURE_MAX);
    f->vertices[f->count++] = v;
}

static cd_vec farthest_from(const cd_contact_feature *f, cd_vec p) {
    cd_vec best = p;
    for (int i = 0; i < f->count; i++)
        if (cd_length2(cd_sub(f->vertices[i], p)) > cd_length2(cd_sub(best, p)))
            best = f->vertices[i];
    return best;
}

// A face that is no wider than rounding becomes an edge, and a short edge a vertex.
// Without it: tests/collide/manifold/rounding_spec.lua "has both ends of what crosses the edge"
static void drop_dimensions(cd_contact_feature *f, double noise) {
    cd_vec p = farthest_from(f, f->vertices[0]), q = farthest_from(f, p);
    double length = cd_length(cd_sub(q, p));
    for (int i = 0; i < f->count && length > 0; i++) {
        cd_vec off = cd_cross(cd_sub(f->vertices[i], p), cd_scale(cd_sub(q, p), 1 / length));
        if (cd_length(off) > cd_max(noise, distinct * length))
            return;
    }
    f->count = length > noise ? 2 : 1;
    f->vertices[0] = p;
    f->vertices[1] = q;
}

// --------------------------------------------------------------------------- vertices in one plane

// Holds the points that are no farther than the noise from the plane across n through p.
typedef struct {
    cd_vec n, p;
    double noise;
} slab;

static bool is_in_slab(const slab *s, cd_vec v) {
    return fabs(cd_dot(cd_sub(v, s->p), s->n)) <= s->noise;
}

// Adds as many of the vertices in the slab as there is room for: those that are farthest in evenly
// spaced directions.
static void add_outermost(cd_contact_feature *f, const cd_core *core, const slab *s) {
    cd_vec u = cd_perpendicular(s->n, 3), w = cd_cross(s->n, u);
    for (int k = 0; k < CD_CONTACT_FEATURE_MAX; k++) {
        double most = -INFINITY;
        cd_vec along = direction(u, w, k), best = s->p;
        for (int i = 0; i < core->vertex_count; i++) {
            cd_vec v = cd_core_vertex(core, i);
            double height = cd_dot(cd_sub(v, s->p), along);
            if (height > most && is_in_slab(s, v))
                most = height, best = v;
        }
        add_vertex(f, best);
    }
}

// Makes the vertices in the slab the feature.
static void take_slab(cd_contact_feature *f, const cd_core *core, const slab *s) {
    f->count = 0;
    for (int i = 0; i < core->vertex_count; i++) {
        cd_vec v = cd_core_vertex(core, i);
        if (!is_in_slab(s, v))
            continue;
        if (f->count == CD_CONTACT_FEATURE_MAX) {
            f->count = 0;
            add_outermost(f, core, s);
            return;
        }
        add_vertex(f, v);
    }
}

// ------------------------------------------------------------------------------------ tilted faces

// Whether the plane of a face holds all vertices of the feature so far.
static bool holds_all(const slab *face, const cd_contact_feature *f) {
    for (int i = 0; i < f->count; i++)
        if (!is_in_slab(face, f->vertices[i]))
            return false;
    return true;
}

// Looks for the face through all vertices of the feature that is turned to d the most.
static bool find_face(const feature_search *s, cd_contact_feature *f) {
    const cd_core *core = s->core;
    const cd_polytope *p = core->polytope;
    bool flat = core->face_count == 1, solid = !flat && p;
    double most = least_cosine;
    slab best = {.noise = s->noise};
    bool found = false;
    for (int i = 0; i < core->face_count; i++) {
        cd_vec n = cd_core_face(core, i);
        if (!p && flat)
            n = cd_normalized(n, (cd_vec){0, 0, 0});
        double cosine = cd_dot(n, s->d);
        if (!solid && cosine < 0) // triangles and boxes list one normal for both sides
            n = cd_negate(n), cosine = -cosine;
        if (!(cosine > most))
            continue;
        slab face = {n, solid ? cd_core_vertex(core, p->face_vertices[i]) : s->top, s->noise};
        if (!holds_all(&face, f))
            continue;
        most = cosine;
        best = face;
        found = true;
    }
    if (found) {
        f->normal = best.n;
        take_slab(f, core, &best);
    }
    return found;
}

// ------------------------------------------------------------------------------------------- edges

// A segment, whose normal is the one across it that is nearest to d. False where it is too steep.
static bool segment_feature(cd_contact_feature *f, cd_vec d, cd_vec p, cd_vec q) {
    cd_vec e = cd_normalized(cd_sub(q, p), d);
    cd_vec across = cd_add_scaled(d, -cd_dot(d, e), e);
    across = cd_add_scaled(across, -cd_dot(across, e), e);
    if (!(cd_length(across) > least_cosine))
        return false;
    f->count = 2;
    f->vertices[0] = p;
    f->vertices[1] = q;
    f->normal = cd_normalized(across, d);
    return true;
}

// In 2D: of the two edges at the top vertex the one that is turned to d the most. On either side it
// is the one with the least slope: no vertex lies above its line.
static void edge_feature_2d(const feature_search *s, cd_contact_feature *f) {
    cd_vec along = cd_perp(s->d);
    cd_vec ends[2] = {s->top, s->top};
    double least[2] = {INFINITY, INFINITY}; // slopes down from the top
    for (int i = 0; i < s->core->vertex_count; i++) {
        cd_vec v = cd_core_vertex(s->core, i);
        double x = cd_dot(cd_sub(v, s->top), along), slope = below_top(s, v) / fabs(x);
        if (fabs(x) > s->noise && slope < least[x > 0])
            least[x > 0] = slope, ends[x > 0] = v;
    }
    int side = least[1] < least[0];
    double cosine = 1 / sqrt(1 + least[side] * least[side]);
    if (!(cosine > least_cosine))
        return;
    f->count = 2;
    f->vertices[0] = s->top;
    f->vertices[1] = ends[side];
    cd_vec n = cd_normalized(cd_perp(cd_sub(ends[side], s->top)), s->d);
    f->normal = cd_dot(n, s->d) < 0 ? cd_negate(n) : n;
}

// ------------------------------------------------------------------------------------------- cores

static void polytope_feature(const cd_core *core, cd_vec d, double noise, cd_contact_feature *f) {
    feature_search s = {core, d, noise, cd_core_vertex(core, cd_core_support(core, d))};
    slab level = {d, s.top, noise};
    take_slab(f, core, &level);
    drop_dimensions(f, noise);
    f->normal = d;
    if (f->count > 2 || (core->dim == 2 && f->count == 2))
        return;
    if (core->dim == 2)
        edge_feature_2d(&s, f);
    else if (core->vertex_count == 2)
        segment_feature(f, d, cd_core_vertex(core, 0), cd_core_vertex(core, 1));
    else if (find_face(&s, f))
        drop_dimensions(f, noise);
}

static void line_feature(const cd_core *core, cd_vec d, cd_vec touch, double extent,
                         cd_contact_feature *f) {
    cd_vec p = cd_core_vertex(core, 0), e = core->direction;
    p = cd_add_scaled(p, cd_dot(cd_sub(touch, p), e), e);
    f->count = 1;
    f->vertices[0] = p;
    segment_feature(f, d, cd_add_scaled(p, -extent, e), cd_add_scaled(p, extent, e));
}

static void add_cap(cd_contact_feature *f, cd_vec center, double radius, cd_vec u, cd_vec w) {
    for (int k = 0; k < CD_CONTACT_FEATURE_MAX; k++)
        add_vertex(f, cd_add_scaled(center, radius, direction(u, w, k)));
}

// A cylinder or cone: a cap or the side, whichever is turned to d more. The side is represented by
// its straight line in the direction of d, a cap by a polygon of points of its rim, one of them in
// that direction.
static void curved_feature(const cd_core *core, cd_vec d, cd_contact_feature *f) {
    cd_vec e = core->direction, rims[2], across = cd_add_scaled(d, -cd_dot(d, e), e);
    across = cd_add_scaled(across, -cd_dot(across, e), e);
    bool level = cd_length(across) <= 4 * DBL_EPSILON; // as in cd_curved_support
    cd_vec u = level ? cd_perpendicular(e, 3) : cd_normalized(across, e);
    for (int i = 0; i < 2; i++)
        rims[i] = cd_add_scaled(core->vertices[i], core->rim[i], u);
    cd_vec line = cd_sub(rims[1], rims[0]);
    cd_vec side = cd_normalized(cd_cross(line, cd_cross(u, e)), u);
    int far = cd_dot(line, d) > 0;
    cd_vec out = far ? e : cd_negate(e);
    double by_cap = core->rim[far] > 0 ? cd_dot(out, d) : -1, by_side = cd_dot(side, d);
    f->count = 0;
    if (by_cap > cd_max(by_side, least_cosine)) {
        f->normal = out;
        add_cap(f, core->vertices[far], core->rim[far], u, cd_cross(e, u));
    } else if (by_side > least_cosine) {
        f->normal = side;
        add_vertex(f, rims[0]);
        add_vertex(f, rims[1]);
    } else {
        add_vertex(f, rims[far]);
    }
}

static void halfspace_feature(const cd_core *core, cd_vec d, cd_contact_feature *f) {
    bool faces = cd_dot(core->normal, d) > least_cosine;
    f->count = faces ? 0 : 1;
    f->vertices[0] = core->storage[0];
    if (faces)
        f->normal = core->normal;
}

CD_HOT void cd_contact_feature_of(const cd_core *core, double radius, cd_vec d, double noise,
                                  cd_vec touch, double extent, cd_contact_feature *f) {
    assert(fabs(cd_length(d) - 1) < 1e-9 && radius >= 0 && noise >= 0);
    f->normal = d;
    if (core->kind == CD_CORE_HALFSPACE)
        halfspace_feature(core, d, f);
    else if (core->kind == CD_CORE_LINE)
        line_feature(core, d, touch, extent, f);
    else if (core->kind == CD_CORE_CURVED)
        curved_feature(core, d, f);
    else
        polytope_feature(core, d, noise, f);
    for (int i = 0; i < f->count; i++)
        f->vertices[i] = cd_add_scaled(f->vertices[i], radius, f->normal);
}

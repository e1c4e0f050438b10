// A case is drawn in three steps: two shapes in one style, some position of them, and a verdict to
// aim at, half of the time a touch, by moving a so that inner points of both coincide or so that
// the gap is as wanted. cd_separate serves only to aim; the oracle judges what came of it.
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

const char *const style_names[STYLE_COUNT] = {"uniform", "shared", "near", "scale",
                                              "tangent", "zero",   "far"};

const char *kind_text(kind_name name, int dim) {
    const char *const texts[NAME_COUNT] = {"point",    "sphere", "segment",  "capsule",  "line",
                                           "plane",    "aabb",   "box",      "triangle", "hull",
                                           "cylinder", "cone",   "compound", "mesh"};
    return name == NAME_HULL && dim == 2 ? "polygon" : texts[name];
}

typedef struct {
    unsigned long long state;
    int dim;
    style style;
    cd_vec axes[3]; // of the case: directions that shapes share
    cd_vec base;    // where it lies
    double scale;   // of the shape being made
    bool exact;     // they meet exactly or not at all
} source;

static double unit(source *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (double)((r->state * 2685821657736338717ull) >> 11) * 0x1p-53;
}

static double range(source *r, double low, double high) { return low + (high - low) * unit(r); }

static bool chance(source *r, double p) { return unit(r) < p; }

static int pick(source *r, int count) { return (int)(unit(r) * count); }

/// 10^-x for x uniform, rounded so that all machines agree on it
static double power(source *r, double low, double high) {
    return (double)(float)pow(10, -range(r, low, high));
}

static cd_vec vector(source *r, double size) {
    cd_vec v = {range(r, -size, size), range(r, -size, size), range(r, -size, size)};
    if (r->dim == 2)
        v.z = 0;
    return v;
}

static cd_vec grid(source *r) {
    cd_vec v = {pick(r, 5) * 0.5 - 1, pick(r, 5) * 0.5 - 1, pick(r, 5) * 0.5 - 1};
    if (r->dim == 2)
        v.z = 0;
    return v;
}

// A grid point along the shared axes, a little off.
static cd_vec nearly(source *r) {
    cd_vec g = grid(r), v = cd_scale(r->axes[0], g.x);
    v = cd_add_scaled(v, g.y, r->axes[1]);
    v = cd_add_scaled(v, g.z, r->axes[2]);
    return chance(r, 0.3) ? v : cd_add_scaled(v, power(r, 2, 15), vector(r, 1));
}

static double needle(source *r) { return range(r, -1, 1) * (chance(r, 0.5) ? 1e-8 : 1); }

// A point of a shape about the origin.
static cd_vec local(source *r) {
    switch (r->style) {
    case STYLE_SHARED:
        return grid(r);
    case STYLE_NEAR:
        return nearly(r);
    case STYLE_ZERO:
        if (chance(r, 0.3))
            return grid(r);
        return r->dim == 2 ? (cd_vec){needle(r), needle(r), 0}
                           : (cd_vec){needle(r), needle(r), needle(r)};
    default:
        return cd_scale(vector(r, 1), r->scale);
    }
}

static double size(source *r) {
    switch (r->style) {
    case STYLE_SHARED:
        return pick(r, 3) * 0.5;
    case STYLE_ZERO:
        return chance(r, 0.5) ? 0 : chance(r, 0.3) ? power(r, 5, 12) : range(r, 0, 0.5);
    default:
        return range(r, 0, 0.7) * r->scale;
    }
}

static double rounding(source *r) { return chance(r, 0.3) ? size(r) : 0; }

static cd_vec direction(source *r) {
    cd_vec d = r->style == STYLE_FAR || r->style == STYLE_SCALE ? vector(r, 1) : local(r);
    if (r->style == STYLE_SHARED && chance(r, 0.5)) // along a coordinate axis, so exact
        d = (cd_vec){!(pick(r, 2)), 0, 0}, d.y = 1 - d.x;
    return cd_is_zero(d) ? (cd_vec){1, 0, 0} : d;
}

static cd_vec place(source *r) { return cd_add(r->base, local(r)); }

static void set_points(subject *s) {
    int n = s->point_count;
    cd_vec *points = s->points;
    free(s->memory);
    s->memory = malloc(cd_polytope_size(n));
    const cd_polytope *core = cd_polytope_build(s->shape.dim, points, n, s->memory, NULL);
    s->shape = cd_polytope_shape(core, s->shape.radius);
}

void subject_move(subject *s, cd_vec v) {
    if (s->point_count == 0) {
        cd_shape_move(&s->shape, v);
        return;
    }
    for (int i = 0; i < s->point_count; i++)
        s->points[i] = cd_add(s->points[i], v);
    set_points(s);
}

static cd_shape turned_box(source *r) {
    cd_vec center = place(r), half = {size(r), size(r), r->dim == 3 ? size(r) : 0};
    double radius = rounding(r), off = r->style == STYLE_NEAR ? power(r, 2, 15) : 3;
    if (r->style == STYLE_SHARED) // quarter and eighth turns
        off = (pick(r, 4) - 1) * 0.78539816339744828;
    if (r->style != STYLE_SHARED)
        off *= range(r, -1, 1);
    if (r->dim == 2) {
        double shared = r->style == STYLE_NEAR ? atan2(r->axes[0].y, r->axes[0].x) : 0;
        return cd_box2(center, half, shared + off, radius);
    }
    cd_quat q = cd_quat_from_axis(direction(r), off);
    if (r->style == STYLE_NEAR)
        q = cd_quat_mul(q, cd_quat_from_axes(r->axes[0], r->axes[1], r->axes[2]));
    return cd_box(center, half, q, radius);
}

static void make(subject *s, source *r, kind_name name) {
    int dim = r->dim;
    cd_vec p = place(r), q = place(r);
    if (r->style == STYLE_ZERO && chance(r, 0.3))
        q = p;
    *s = (subject){.point_count = 0};
    switch (name) {
    case NAME_POINT:
        s->shape = cd_point(dim, p);
        break;
    case NAME_SPHERE:
        s->shape = cd_sphere(dim, p, size(r));
        break;
    case NAME_SEGMENT:
        s->shape = cd_segment(dim, p, q);
        break;
    case NAME_CAPSULE:
        s->shape = cd_capsule(dim, p, q, size(r));
        break;
    case NAME_LINE:
        s->shape = cd_line(dim, p, direction(r), chance(r, 0.7) ? size(r) : 0);
        break;
    case NAME_PLANE:
        s->shape = cd_plane_through(dim, direction(r), p);
        break;
    case NAME_AABB: {
        cd_vec half = {size(r), size(r), dim == 3 ? size(r) : 0};
        s->shape = cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
        break;
    }
    case NAME_CYLINDER:
    case NAME_CONE:
        if (cd_equal(p, q)) // no axis
            q = cd_add(p, cd_scale((cd_vec){0, 0, 1}, r->scale));
        s->shape = name == NAME_CONE ? cd_cone(p, q, size(r)) : cd_cylinder(p, q, size(r));
        break;
    case NAME_BOX:
        s->shape = turned_box(r);
        break;
    case NAME_TRIANGLE:
        s->shape = cd_triangle(dim, p, q, place(r), rounding(r));
        break;
    default:
        s->point_count =
            r->style == STYLE_ZERO ? 1 + pick(r, MOST_VERTICES) : 4 + pick(r, MOST_VERTICES - 3);
        for (int i = 0; i < s->point_count; i++)
            s->points[i] = place(r);
        s->shape = (cd_shape){.dim = dim, .radius = rounding(r)};
        set_points(s);
    }
}

// A point of the shape, mostly inside.
static cd_vec inner(source *r, const subject *s) {
    const cd_shape *shape = &s->shape;
    cd_vec sum = {0, 0, 0};
    if (shape->kind == CD_PLANE) {
        cd_vec along = cd_slide(vector(r, r->scale), shape->as.plane.normal);
        cd_vec foot = cd_add_scaled(cd_shape_middle(shape), -range(r, 0, 0.5) * r->scale,
                                    shape->as.plane.normal);
        return cd_add(foot, along);
    }
    cd_vec ball = cd_scale(vector(r, 0.55), shape->radius);
    if (shape->kind == CD_LINE) {
        double along = r->exact ? pick(r, 9) * 0.5 - 2 : range(r, -2, 2) * r->scale;
        return cd_add(ball, cd_add_scaled(shape->as.line.point, along, shape->as.line.direction));
    }
    if (cd_is_curved(shape))
        return cd_lerp(shape->as.curved.a, shape->as.curved.b, 0.25 * (pick(r, 5)));
    int n = cd_shape_vertex_count(shape);
    if (r->style == STYLE_SHARED) // exact: a vertex, or between two
        return cd_lerp(cd_shape_vertex(shape, pick(r, n)), cd_shape_vertex(shape, pick(r, n)), 0.5);
    double total = 0;
    cd_vec first = cd_shape_vertex(shape, 0);
    for (int i = 0; i < n; i++) {
        double w = 0.05 + unit(r);
        total += w;
        sum = cd_add_scaled(sum, w, cd_sub(cd_shape_vertex(shape, i), first));
    }
    return cd_add(cd_add_scaled(first, 1 / total, sum), ball);
}

static void coincide(source *r, test_case *c, double time) {
    cd_vec v = cd_sub(c->motion, c->motion_b);
    cd_vec from = cd_add_scaled(inner(r, &c->a), time, v);
    subject_move(&c->a, cd_sub(inner(r, &c->b), from));
}

static double extent(const test_case *c, source *r) {
    double radius = fmax(c->a.shape.radius, c->b.shape.radius);
    return r->style == STYLE_SCALE || r->style == STYLE_FAR ? fmax(radius, r->scale) : 1;
}

// The gap to aim at where they are to be apart, or only just to touch.
static double aim(source *r, const test_case *c, bool meet) {
    double e = extent(c, r), gap;
    if (r->style == STYLE_TANGENT)
        gap = chance(r, 0.3) ? 0 : e * power(r, 10, 17);
    else if (r->style == STYLE_NEAR || chance(r, 0.1))
        gap = e * power(r, 1, 16);
    else
        gap = e * range(r, 0, 1);
    return meet ? -gap : gap;
}

// Moves a so that its distance from b is about `gap`.
static void part(test_case *c, double gap, cd_vec *normal) {
    cd_separation s = cd_separate(&c->a.shape, &c->b.shape);
    *normal = s.normal;
    if (isfinite(s.distance))
        subject_move(&c->a, cd_scale(s.normal, gap - s.distance));
}

static bool grazes(source *r) {
    if (r->exact)
        return false;
    return chance(r, r->style == STYLE_TANGENT ? 0.8 : r->style == STYLE_NEAR ? 0.5 : 0.2);
}

static void position(source *r, test_case *c) {
    bool meet = chance(r, 0.5);
    cd_vec normal;
    if (meet && !grazes(r)) {
        coincide(r, c, 0);
        return;
    }
    part(c, aim(r, c, meet), &normal);
}

// A motion that passes b at about the gap to aim at, at a time in or out of range; or any, through
// b or away from it.
static void set_in_motion(source *r, test_case *c) {
    bool meet = chance(r, 0.5);
    double time = meet || chance(r, 0.5) ? range(r, 0.05, 0.95) : range(r, 1.5, 3);
    if (r->exact)
        time = meet ? 0.25 * (pick(r, 3) + 1) : time;
    double speed = (r->style == STYLE_SCALE ? power(r, -3, 3) : 2) * r->scale;
    cd_vec v = cd_scale(cd_normalized(direction(r), (cd_vec){1, 0, 0}), speed), normal;
    if (r->style == STYLE_SHARED)
        v = cd_scale(grid(r), pick(r, 3) + 1);
    c->motion = v;
    if (chance(r, 0.3)) {
        c->motion_b = r->exact ? grid(r) : vector(r, speed);
        c->motion = cd_add(v, c->motion_b);
    }
    v = cd_sub(c->motion, c->motion_b);
    if (meet && !grazes(r)) {
        coincide(r, c, time);
        return;
    }
    part(c, aim(r, c, meet), &normal);
    if (grazes(r) || chance(r, 0.5)) {
        c->motion_b = (cd_vec){0, 0, 0};
        c->motion = v = cd_slide(v, normal);
    } else if (!meet && cd_dot(v, normal) < 0) {
        c->motion = cd_negate(c->motion);
        c->motion_b = cd_negate(c->motion_b);
        v = cd_negate(v);
    }
    bool half = c->a.shape.kind == CD_PLANE || c->b.shape.kind == CD_PLANE;
    if (!half || cd_dot(v, normal) < 0) // off a half-space it would come from within
        subject_move(&c->a, cd_scale(v, -time));
}

// Two points or segments and the like, which meet by chance only.
static bool meets_by_chance(int dim, kind_name a, kind_name b) {
    if (a > b)
        return meets_by_chance(dim, b, a);
    if (a == NAME_POINT)
        return b == NAME_POINT || b == NAME_SEGMENT || b == NAME_LINE ||
               (dim == 3 && b == NAME_TRIANGLE);
    return dim == 3 && a == NAME_SEGMENT && (b == NAME_SEGMENT || b == NAME_LINE);
}

// Lines and half-spaces meet anyway, unless they are exactly parallel.
static bool parts_by_chance(int dim, kind_name a, kind_name b) {
    bool plane = a == NAME_PLANE || b == NAME_PLANE;
    return (a == NAME_LINE || a == NAME_PLANE) && (b == NAME_LINE || b == NAME_PLANE) &&
           (dim == 2 || plane);
}

static void make_parallel(cd_shape *a, cd_shape *b) {
    cd_vec *along = b->kind == CD_LINE ? &b->as.line.direction : &b->as.plane.normal;
    if (a->kind == b->kind) {
        *along = a->kind == CD_LINE ? a->as.line.direction : cd_negate(a->as.plane.normal);
    } else if (a->kind == CD_PLANE) {
        make_parallel(b, a);
    } else if (a->dim == 2) {
        *along = cd_perp(a->as.line.direction);
    } else { // both along axes
        a->as.line.direction = (cd_vec){1, 0, 0};
        *along = (cd_vec){0, along->y < 0 ? -1 : 1, 0};
    }
}

static void set_axes(source *r) {
    if (r->dim == 3) {
        cd_quat_axes(cd_quat_from_axis(vector(r, 1), range(r, -3, 3)), r->axes);
        return;
    }
    double angle = range(r, -3, 3);
    r->axes[0] = (cd_vec){cos(angle), sin(angle), 0};
    r->axes[1] = cd_perp(r->axes[0]);
    r->axes[2] = (cd_vec){0, 0, 0};
}

void case_make(test_case *c, int dim, kind_name a, kind_name b, bool cast, unsigned long seed) {
    unsigned long long key = seed * 0x9E3779B97F4A7C15ull + 0x5851F42D4C957F2Dull;
    key ^=
        (unsigned long long)(dim * 400 + (int)a * 20 + (int)b * 2 + cast) * 0xD6E8FEB86659FD93ull;
    source r = {
        .state = key ? key : 1, .dim = dim, .style = (style)(seed % STYLE_COUNT), .scale = 1};
    for (int i = 0; i < 4; i++)
        unit(&r);
    r.exact = meets_by_chance(dim, a, b) && chance(&r, 0.85);
    r.style = r.exact ? STYLE_SHARED : r.style;
    *c = (test_case){.dim = dim, .style = r.style};
    set_axes(&r);
    double small = 1;
    if (r.style == STYLE_FAR) {
        r.base = vector(&r, 1e9);
        r.scale = small = power(&r, 0, 3);
    } else if (r.style == STYLE_SCALE) {
        r.scale = small = power(&r, 0, 9);
    }
    bool big_first = chance(&r, 0.5); // one of a pair of unlike sizes has size 1
    r.scale = r.style == STYLE_SCALE && big_first ? 1 : small;
    make(&c->a, &r, a);
    r.scale = r.style == STYLE_SCALE && !big_first ? 1 : small;
    make(&c->b, &r, b);
    if (parts_by_chance(dim, a, b) && chance(&r, 0.95))
        make_parallel(&c->a.shape, &c->b.shape);
    r.scale = small;
    c->tmax = chance(&r, 0.5) ? 1 : INFINITY;
    if (!cast)
        position(&r, c);
    else
        set_in_motion(&r, c);
    if (cast && cd_is_still(cd_sub(c->motion, c->motion_b))) // which counts as none
        c->motion = c->motion_b;
}

void case_as_ray(test_case *c) {
    c->motion = cd_sub(c->motion, c->motion_b);
    c->motion_b = (cd_vec){0, 0, 0};
}

void case_drop(test_case *c) {
    free(c->a.memory);
    free(c->b.memory);
}

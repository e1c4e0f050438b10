// Bytes -> two shapes of any kinds and every query of them, with the rules of the contract as the
// oracle. Coordinates are eighths, in which touches and ties are frequent, any doubles whose
// exponents are folded into the range, or extreme. What needs a tolerance is relative to the sizes.
#include "fuzz.h"

#include "collide/collide.h"
#include "collide/explain.h"
#include "collide/shape/validate.h"

#include <math.h>

enum { MOST_BLOCKS = 64, MOST_POINTS = 12, MOST_PARTS = 4 };

static void *blocks[MOST_BLOCKS]; // of just the size that was asked for, so that ASan sees more
static int block_count;

static void *block(size_t size) {
    REQUIRE(block_count < MOST_BLOCKS, "too few blocks");
    return blocks[block_count++] = malloc(size);
}

static double take_number(fuzz_input *in) {
    static const double extreme[] = {0,       -0.0,   1e16,      1e-16,       1e18,   -1e18,
                                     1e-18,   1e10,   0x1p-1074, 0x1p63,      0x1p64, -0x1p64,
                                     0x1p-64, 0x1p53, 0x1p26,    1 + 0x1p-52, 1e-30,  INFINITY};
    const int choice = take_byte(in);
    if (choice < 200)
        return (choice - 100) / 8.0;
    if (choice < 232) {
        int power = 0;
        const double digits = frexp(take_any_number(in), &power);
        return ldexp(digits, power % 64);
    }
    return extreme[choice % (int)(sizeof extreme / sizeof extreme[0])];
}

static cd_vec take_vector(fuzz_input *in, int dim) {
    const double x = take_number(in), y = take_number(in);
    return (cd_vec){x, y, dim == 3 ? take_number(in) : 0};
}

static int take_points(fuzz_input *in, int dim, cd_vec *points) {
    const int count = 1 + take_choice(in, MOST_POINTS);
    for (int i = 0; i < count; i++) {
        points[i] = take_vector(in, dim);
        if (!cd_is_in_range(points[i]))
            return 0;
    }
    return count;
}

/// A shape, which may be invalid; a point where its parts are.
static cd_shape take_shape(fuzz_input *in, int dim, bool part) {
    cd_vec points[MOST_POINTS];
    const int kind = take_choice(in, part ? CD_MESH : CD_KIND_COUNT);
    const double radius = take_byte(in) % 2 == 0 ? 0 : fabs(take_number(in));
    const cd_vec p = take_vector(in, dim), q = take_vector(in, dim);
    const cd_vec half = {fabs(q.x), fabs(q.y), fabs(q.z)};
    switch ((cd_kind)kind) {
    case CD_SPHERE:
        return cd_sphere(dim, p, radius);
    case CD_SEGMENT:
        return cd_segment(dim, p, q);
    case CD_CAPSULE:
        return cd_capsule(dim, p, q, radius);
    case CD_LINE:
        return cd_is_in_range(q) ? cd_line(dim, p, q, radius) : cd_point(dim, p);
    case CD_PLANE:
        return cd_is_in_range(q) ? cd_plane_through(dim, q, p) : cd_point(dim, p);
    case CD_BOX: {
        const int form = take_choice(in, 3);
        const double angle = take_number(in);
        const cd_vec axis = take_vector(in, dim);
        if (form == 0 || !isfinite(angle) || cd_is_zero(axis) || !cd_is_in_range(axis) ||
            !cd_is_in_range(q))
            return cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
        return dim == 2 ? cd_box2(p, half, angle, radius)
                        : cd_box(p, half, cd_quat_from_axis(axis, angle), radius);
    }
    case CD_TRIANGLE:
        return cd_triangle(dim, p, q, take_vector(in, dim), radius);
    case CD_CYLINDER:
    case CD_CONE:
        if (dim == 3)
            return kind == CD_CYLINDER ? cd_cylinder(p, q, radius) : cd_cone(p, q, radius);
        return cd_point(dim, p);
    case CD_POLYGON:
    case CD_HULL: {
        const int count = take_points(in, dim, points);
        if (count == 0)
            return cd_point(dim, p);
        void *memory = block(cd_polytope_size(count));
        return cd_polytope_shape(cd_polytope_build(dim, points, count, memory, NULL), radius);
    }
    case CD_MESH: {
        int triangles[6][3];
        const int count = take_points(in, dim, points), faces = 1 + take_choice(in, 6);
        if (count == 0)
            return cd_point(dim, p);
        for (int i = 0; i < 3 * faces; i++)
            triangles[i / 3][i % 3] = take_choice(in, count);
        void *memory = block(cd_mesh_size(count, faces));
        return cd_set_shape(
            cd_mesh_build(dim, points, count, (const int(*)[3])triangles, faces, memory, NULL));
    }
    case CD_COMPOUND: {
        cd_shape parts[MOST_PARTS];
        const int count = 1 + take_choice(in, MOST_PARTS);
        for (int i = 0; i < count; i++) {
            parts[i] = take_shape(in, dim, true);
            if (cd_shape_error(&parts[i]) != NULL)
                parts[i] = cd_point(dim, (cd_vec){0, 0, 0});
        }
        void *memory = block(cd_compound_size(parts, count));
        return cd_set_shape(cd_compound_build(parts, count, memory, NULL));
    }
    case CD_SOLID: {
        static const int sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
        cd_solid_flaw flaw;
        if (dim == 2 || take_points(in, dim, points) < 4)
            return cd_point(dim, p);
        void *memory = block(cd_mesh_size(4, 4));
        cd_shape solid = cd_set_shape(cd_mesh_build(dim, points, 4, sides, 4, memory, NULL));
        const cd_shape mesh = solid;
        const bool closed = cd_solid_build(&mesh, block(cd_solid_size(&mesh)), &solid, &flaw);
        return closed ? solid : mesh;
    }
    default:
        return cd_point(dim, p);
    }
}

// ---------------------------------------------------------------------------------------- the laws

typedef struct scene {
    cd_shape a, b;
    double size;      ///< the largest coordinate or radius
    double tolerance; ///< of a distance; INFINITY: the coordinates are too small for any
} scene;

static double size_of(const cd_shape *shape) {
    const cd_bounds bounds = cd_shape_bounds(shape);
    double size = shape->radius + cd_max_abs(cd_shape_middle(shape));
    const double sides[] = {bounds.min.x, bounds.min.y, bounds.min.z,
                            bounds.max.x, bounds.max.y, bounds.max.z};
    for (int i = 0; i < 6; i++)
        size = isfinite(sides[i]) ? cd_max(size, fabs(sides[i])) : size;
    for (int i = 0; i < (shape->kind == CD_COMPOUND ? cd_shape_part_count(shape) : 0); i++) {
        const cd_shape part = cd_shape_part(shape, i);
        size = cd_max(size, size_of(&part));
    }
    return shape->kind == CD_PLANE ? cd_max(size, fabs(shape->as.plane.offset)) : size;
}

static bool has_curved(const cd_shape *shape) {
    for (int i = 0; i < cd_shape_part_count(shape); i++) {
        const cd_shape part = cd_shape_part(shape, i);
        if (cd_is_curved(&part))
            return true;
    }
    return false;
}

/// The tolerance of a distance, for coordinates up to `size`.
static double tolerance_of(const scene *s, double size) {
    if (size != 0 && size < CD_SMALLEST)
        return INFINITY;
    return size * (has_curved(&s->a) || has_curved(&s->b) ? 4e-6 : 1e-9);
}

/// Whether two boxes are the same, to a tolerance.
static bool are_alike(cd_bounds a, cd_bounds b, double tolerance) {
    return cd_max_abs(cd_sub(a.min, b.min)) <= tolerance &&
           cd_max_abs(cd_sub(a.max, b.max)) <= tolerance;
}

/// Moves a shape; false where rounding turns the axis of a cylinder or cone, or leaves it none.
static bool move(cd_shape *shape, cd_vec v, double tolerance) {
    const cd_shape before = *shape;
    if (!cd_is_valid_after(shape, v))
        return false;
    cd_shape_move(shape, v);
    for (int i = 0; i < cd_shape_part_count(shape); i++) {
        const cd_shape part = cd_shape_part(&before, i);
        cd_shape back = cd_shape_part(shape, i);
        cd_shape_move(&back, cd_negate(v));
        if (cd_is_curved(&part) &&
            !are_alike(cd_shape_bounds(&back), cd_shape_bounds(&part), tolerance))
            return false;
    }
    return true;
}

static bool is_unit(cd_vec v) { return fabs(cd_length(v) - 1) < 1e-14; }
static bool has_number(cd_vec v) { return !isnan(v.x) && !isnan(v.y) && !isnan(v.z); }

static void check_separation(const scene *s, const cd_separation *ab) {
    REQUIRE(!isnan(ab->distance) && is_unit(ab->normal), "distance %g", ab->distance);
    REQUIRE(cd_is_finite(ab->point_a) && cd_is_finite(ab->point_b), "distance %g", ab->distance);
    if (!isfinite(ab->distance) || s->tolerance == INFINITY)
        return;
    const cd_vec left =
        cd_sub(cd_sub(ab->point_a, ab->point_b), cd_scale(ab->normal, ab->distance));
    const double size = cd_max(cd_max_abs(ab->point_a), cd_max_abs(ab->point_b));
    REQUIRE(cd_length(left) <= tolerance_of(s, cd_max(s->size, size)), "%g off at distance %g",
            cd_length(left), ab->distance);
}

static void check_pair(const scene *s) {
    const cd_separation ab = cd_separate(&s->a, &s->b), ba = cd_separate(&s->b, &s->a);
    check_separation(s, &ab);
    check_separation(s, &ba);
    REQUIRE(cd_overlap(&s->a, &s->b) == (ab.distance <= 0), "distance %g", ab.distance);
    REQUIRE(cd_overlap(&s->b, &s->a) == (ba.distance <= 0), "swapped, distance %g", ba.distance);
    const bool convex = !cd_is_set(&s->a) && !cd_is_set(&s->b);
    if (s->tolerance < INFINITY && (convex || ab.distance > 0))
        REQUIRE(ab.distance == ba.distance || fabs(ab.distance - ba.distance) <= s->tolerance,
                "%.17g, swapped %.17g", ab.distance, ba.distance);
    // Moved by its depth along the normal, a just touches b.
    if (s->tolerance < INFINITY && ab.distance < 0 && ab.distance > -INFINITY &&
        !cd_are_surfaces(&s->a, &s->b)) {
        cd_shape moved = s->a;
        if (move(&moved, cd_scale(ab.normal, -ab.distance), s->tolerance)) {
            const double then = cd_distance(&moved, &s->b);
            REQUIRE(then >= -s->tolerance, "depth %g leaves %g", -ab.distance, then);
        }
    }
    cd_separation contact;
    REQUIRE(cd_contact(&s->a, &s->b, 0, &contact) == (ab.distance <= 0), "%g", ab.distance);
    cd_explanation explanation;
    const cd_separation explained = cd_explain_separation(&s->a, &s->b, &explanation);
    REQUIRE(explained.distance == ab.distance, "%g", ab.distance);
    cd_contact_points m;
    const bool any = cd_manifold(&s->a, &s->b, 0, &m);
    REQUIRE(any == (ab.distance <= 0), "%g", ab.distance);
    REQUIRE(!any || (m.count >= 1 && m.count <= (s->a.dim == 2 ? 2 : 4)), "%d points", m.count);
    for (int i = 0; any && i < m.count; i++)
        REQUIRE(!isnan(m.points[i].distance) && has_number(m.points[i].point_a) &&
                    has_number(m.points[i].point_b),
                "point %d", i);
}

static void check_hit(const cd_hit *hit, double tmax) {
    REQUIRE(hit->t >= 0 && hit->t <= tmax, "t %g", hit->t);
    REQUIRE(hit->enter <= hit->exit, "enter %g, exit %g", hit->enter, hit->exit);
    REQUIRE(is_unit(hit->normal) && has_number(hit->point), "t %g", hit->t);
    REQUIRE(has_number(hit->exit_point) && !isnan(hit->approach), "t %g", hit->t);
    REQUIRE(hit->exit == INFINITY || is_unit(hit->exit_normal), "exit %g", hit->exit);
    REQUIRE(hit->inside == (hit->enter <= 0) && (!hit->inside || hit->t == 0), "t %g", hit->t);
}

static void check_casts(const scene *s, cd_vec origin, cd_vec motion, double tmax) {
    cd_hit hit;
    if (cd_raycast(origin, motion, &s->b, tmax, &hit)) {
        check_hit(&hit, tmax);
        REQUIRE(hit.inside == cd_contains(&s->b, origin), "enter %g", hit.enter);
    } else {
        REQUIRE(!cd_contains(&s->b, origin), "a ray from inside misses");
    }
    const cd_vec zero = {0, 0, 0};
    const bool overlap = cd_overlap(&s->a, &s->b);
    const double size = s->size + cd_max_abs(motion);
    const double tolerance = s->tolerance < INFINITY ? tolerance_of(s, size) : INFINITY;
    if (cd_shapecast(&s->a, motion, &s->b, zero, &hit)) {
        check_hit(&hit, 1);
        REQUIRE(hit.inside == overlap, "enter %g", hit.enter);
        cd_shape moved = s->a;
        if (tolerance < INFINITY && !hit.inside &&
            move(&moved, cd_scale(motion, hit.t), tolerance)) {
            const double then = cd_distance(&moved, &s->b); // -INFINITY: overlaps without a depth
            REQUIRE(fabs(then) <= tolerance || then == -INFINITY, "at t %g they are %g apart",
                    hit.t, then);
        }
        return;
    }
    REQUIRE(!overlap, "a cast from an overlap misses");
    for (int i = 1; i <= 4 && tolerance < INFINITY; i++) {
        cd_shape moved = s->a;
        if (!move(&moved, cd_scale(motion, i / 4.0), tolerance))
            continue;
        const double then = cd_distance(&moved, &s->b);
        REQUIRE(then >= -tolerance || then == -INFINITY,
                "a cast misses, and at t %g they are %g deep", i / 4.0, -then);
    }
}

static void check_many(const scene *s, cd_vec origin, cd_vec direction, double tmax) {
    const cd_shape *const shapes[] = {&s->b, &s->a, &s->b};
    cd_batch *batch = cd_batch_build(shapes, 3, block(cd_batch_size(3)));
    cd_batch_hit hits[3];
    int indices[3];
    const int met = cd_overlap_all(&s->a, batch, indices);
    REQUIRE(met == (cd_overlap(&s->a, &s->b) ? 3 : 1), "%d of 3 overlap", met);
    cd_hit hit;
    int expected = 0;
    for (int i = 0; i < 3; i++)
        expected += cd_raycast(origin, direction, shapes[i], tmax, &hit);
    REQUIRE(cd_raycast_all(batch, origin, direction, tmax, hits, 3) == expected, "not %d",
            expected);
}

static void run(fuzz_input *in) {
    const int dim = 2 + take_choice(in, 2);
    scene s = {.a = take_shape(in, dim, false), .b = take_shape(in, dim, false)};
    if (cd_shape_error(&s.a) != NULL || cd_shape_error(&s.b) != NULL)
        return;
    s.size = cd_max(size_of(&s.a), size_of(&s.b));
    if (s.size > 0 && s.size < 0x1p-200) // squares underflow
        return;
    s.tolerance = tolerance_of(&s, s.size);
    check_pair(&s);
    const cd_vec origin = take_vector(in, dim), motion = take_vector(in, dim);
    const double tmax = fabs(take_number(in));
    if (!cd_is_in_range(origin) || !cd_is_in_range(motion) || isnan(tmax))
        return;
    check_casts(&s, origin, motion, tmax);
    check_many(&s, origin, motion, tmax);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    run(&in);
    while (block_count > 0)
        free(blocks[--block_count]);
    return 0;
}

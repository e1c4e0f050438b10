// Steps of a world: energy and momentum are kept, motion reverses, nothing tunnels or ends inside
// anything, whatever the shapes, speeds and lengths of the steps. What a step remembers changes no
// hit; hits are those of casts; memory may run out at any allocation. The number of hits guards
// against vacuity.
#include "allocator.h"
#include "check.h"
#include "collide/world/body/first_hit.h"
#include "random.h"
#include "steps.h"

#include <string.h>

/// Adds a room from -half to half: of planes, or of boxes of the given thickness.
static void add_room(cd_world *w, int dim, double half, double thickness) {
    for (int i = 0; i < 2 * dim; i++) {
        double s = i % 2 ? -1 : 1;
        cd_vec n = {i / 2 == 0 ? s : 0, i / 2 == 1 ? s : 0, i / 2 == 2 ? s : 0};
        cd_shape wall = cd_plane(dim, n, -half);
        if (thickness > 0) {
            double wide = half + thickness;
            cd_vec h = {wide, wide, dim == 3 ? wide : 0}, c = cd_scale(n, -half - thickness / 2);
            double *across = i / 2 == 0 ? &h.x : i / 2 == 1 ? &h.y : &h.z;
            *across = thickness / 2;
            wall = cd_aabb(dim, cd_sub(c, h), cd_add(c, h));
        }
        add(w, wall, (cd_vec){0, 0, 0}, INFINITY, 1);
    }
}

// ----------------------------------------------------------------------------------------- a gas

static void sums(const cd_world *w, double *energy, cd_vec *momentum) {
    *energy = 0;
    *momentum = (cd_vec){0, 0, 0};
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *b = cd_world_body(w, i);
        if (isinf(b->mass))
            continue;
        *energy += 0.5 * b->mass * cd_length2(b->velocity);
        *momentum = cd_add_scaled(*momentum, b->mass, b->velocity);
    }
}

static void a_gas_keeps_energy_and_momentum(void) {
    for (int n = 0; n < 8; n++) {
        int dim = 2 + n % 2, side = dim == 3 ? 5 : 11, hits = 0;
        seed(n);
        cd_world *w = cd_world_new(dim, memory);
        for (int i = 0; i < (dim == 3 ? side * side * side : side * side); i++) {
            cd_vec p = {1.3 * (i % side), 1.3 * (i / side % side), 1.3 * (i / side / side)};
            double mass = n < 4 ? 1 : range(0.1, 10), radius = n < 4 ? 0.5 : range(0.1, 0.6);
            add(w, cd_sphere(dim, p, radius), vector(dim, 1), mass, 1);
        }
        if (n % 4 < 2) // without a room momentum is kept too
            add_room(w, dim, 1.4 * side, 0);
        double before, after;
        cd_vec p, q;
        sums(w, &before, &p);
        for (int k = 0; k < 100; k++)
            hits += step(w, (const double[]){0.02, 0.3, 3}[k % 3]);
        sums(w, &after, &q);
        CHECK(fabs(after - before) <= 1e-12 * before);
        if (n % 4 >= 2)
            CHECK(cd_length(cd_sub(q, p)) <= 1e-12 * sqrt(before));
        CHECK(hits > (n % 4 < 2 ? 1000 : 20));
        int count;
        const cd_pair *pairs = cd_world_pairs(w, &count);
        for (int i = 0; i < count; i++) // no two overlap by more than rounding
            CHECK(cd_world_body(w, pairs[i].a)->mass == INFINITY ||
                  cd_distance(&cd_world_body(w, pairs[i].a)->shape,
                              &cd_world_body(w, pairs[i].b)->shape) > -1e-12);
        cd_world_free(w);
    }
}

// Reversed velocities lead back to the start, as long as rounding errors have not grown.
static void a_gas_goes_back(void) {
    seed(3);
    cd_world *w = cd_world_new(3, memory);
    cd_vec start[27];
    for (int i = 0; i < 27; i++) {
        start[i] = (cd_vec){2.0 * (i % 3), 2.0 * (i / 3 % 3), 2.0 * (i / 9)};
        add(w, cd_sphere(3, start[i], 0.5), vector(3, 1), 1, 1);
    }
    add_room(w, 3, 6, 0);
    int hits = 0;
    for (int k = 0; k < 20; k++)
        hits += step(w, 0.5);
    CHECK(hits > 30);
    for (int i = 0; i < 27; i++)
        cd_world_set_velocity(w, i, cd_negate(cd_world_body(w, i)->velocity));
    for (int k = 0; k < 20; k++)
        hits -= step(w, 0.5);
    CHECK(hits == 0);
    for (int i = 0; i < 27; i++)
        CHECK(cd_length(cd_sub(cd_world_body(w, i)->shape.as.center, start[i])) < 1e-6);
    cd_world_free(w);
}

// ------------------------------------------------------------------------------------- no tunnels

static cd_shape some_shape(int dim, int kind, cd_vec p) {
    cd_vec h = {0.6, 0.2, dim == 3 ? 0.3 : 0};
    switch (kind) {
    case 1:
        return cd_capsule(dim, cd_sub(p, h), cd_add(p, h), 0.3);
    case 2:
        return cd_aabb(dim, cd_sub(p, h), cd_add(p, h));
    case 3:
        return dim == 2 ? cd_box2(p, h, range(-3, 3), 0.1)
                        : cd_box(p, h, cd_quat_from_axis((cd_vec){1, 2, 3}, range(-3, 3)), 0);
    default:
        return cd_sphere(dim, p, range(0.2, 0.6));
    }
}

static bool is_inside(const cd_shape *s, double half) {
    cd_bounds b = cd_shape_bounds(s);
    double most = half * (1 + 1e-9);
    return b.min.x >= -most && b.min.y >= -most && b.min.z >= -most && b.max.x <= most &&
           b.max.y <= most && b.max.z <= most;
}

static void nothing_leaves_a_room(void) {
    int hits = 0, stalled = 0;
    for (int n = 0; n < 24; n++) {
        int dim = 2 + n % 2, mixed = n / 2 % 2;
        double thickness = n / 4 % 2 ? 5e-4 : 0, restitution = n / 8 == 1 ? 0.7 : 1;
        double half = n / 8 == 2 ? 300 : 12;
        seed(n);
        cd_world *w = cd_world_new(dim, memory);
        add_room(w, dim, half, thickness);
        for (int i = 0; i < 27; i++) {
            cd_vec p = {7.0 * (i % 3 - 1), 7.0 * (i / 3 % 3 - 1), dim == 3 ? 7.0 * (i / 9 - 1) : 0};
            if (dim == 2 && i >= 9)
                break;
            cd_vec v = vector(dim, pow(10, range(0, n / 8 == 1 ? 3 : 4)));
            add(w, some_shape(dim, mixed ? i % 4 : 0, p), v, range(0.5, 5), restitution);
        }
        double before, after;
        cd_vec p;
        sums(w, &before, &p);
        for (int k = 0; k < 60; k++) {
            hits += step(w, k % 10 == 0 ? 1 : 0.05);
            stalled += cd_world_stalled(w);
            sums(w, &after, &p);
            CHECK(after <= before * (1 + 1e-12));
            before = after;
            for (int i = 2 * dim; i >= 0; i = cd_world_next(w, i))
                check(is_inside(&cd_world_body(w, i)->shape, half), "inside", __FILE__, n);
        }
        cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(hits > 20000 && stalled > 0);
}

// A ball in a box of triangles leaves the mesh at one triangle and hits it at the next.
static void sets_do_not_let_through(void) {
    cd_vec corners[8];
    int triangles[12][3];
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                             {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (int i = 0; i < 8; i++)
        corners[i] = (cd_vec){i & 1 ? 5 : -5, i & 2 ? 5 : -5, i & 4 ? 5 : -5};
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
            triangles[i][k] = faces[i / 2][(k + 2 * (i % 2)) % 4];
    void *set = malloc(cd_mesh_size(8, 12));
    cd_shape mesh =
        cd_set_shape(cd_mesh_build(3, corners, 8, (const int(*)[3])triangles, 12, set, NULL));
    cd_world *w = cd_world_new(3, memory);
    add(w, mesh, (cd_vec){0, 0, 0}, INFINITY, 1);
    for (int how = 0; how < 2; how++) {
        cd_shape ball = cd_sphere(3, (cd_vec){2.0 * how, 0, 0}, 0.5);
        cd_body body = cd_body_of(&ball);
        body.velocity = (cd_vec){70, 30, how ? -50 : 20};
        body.mass = 1;
        body.response = how ? CD_SLIDE : CD_BOUNCE;
        cd_world_add(w, &body);
    }
    cd_world_set_gravity(w, (cd_vec){0, -10, 0});
    for (int k = 0; k < 500; k++) {
        step(w, 0.02);
        for (int i = 1; i < 3; i++)
            check(is_inside(&cd_world_body(w, i)->shape, 5), "inside the mesh", __FILE__, k);
    }
    cd_world_free(w);
    free(set);
}

// ---------------------------------------------------------------------------------- change and end

// Response functions add, remove and change bodies, and memory runs out at some allocation.
static void the_world_changes_at_hits(void) {
    int asked = 0, failed = 0;
    const cd_shape corner = cd_point(2, (cd_vec){0, 0, 0});
    for (int n = 0; n < 200; n++) {
        seed(n);
        allocations_left = n < 150 ? n : -1;
        cd_world *w = cd_world_new(2, memory);
        for (int i = 0; w && i < 40; i++) {
            cd_shape ball = cd_sphere(2, (cd_vec){3.0 * (i % 6), 3.0 * (i / 6), 0}, 1);
            cd_body body = cd_body_of(&ball);
            body.velocity = vector(2, 9);
            body.mass = i % 7 ? 1 : INFINITY;
            body.response = (cd_response)(i % 5);
            cd_world_add(w, &body);
        }
        for (int k = 0; w && k < 5; k++) {
            cd_event e;
            if (!cd_world_begin_step(w, 1)) {
                failed++;
                continue;
            }
            while (cd_world_next_hit(w, &e)) {
                asked++;
                switch ((int)(8 * unit())) {
                case 0:
                    cd_world_remove(w, e.a);
                    break;
                case 1:
                    cd_world_remove(w, e.b);
                    cd_world_respond(w, CD_BOUNCE);
                    continue;
                case 2:
                    cd_world_add(w, cd_world_body(w, e.b));
                    break;
                case 3:
                    cd_world_move(w, e.a, vector(2, 3));
                    break;
                case 4:
                    cd_world_set_velocity(w, e.a, vector(2, 9));
                    break;
                case 5:
                    CHECK(!cd_world_update(w) || cd_world_nearest(w, &corner, 0, 1, -1, NULL) == 0);
                    break;
                case 6:
                    if (unit() < 0.2)
                        cd_world_end_step(w);
                    break;
                default:
                    break;
                }
                cd_world_respond(w, (cd_response)(5 * unit()));
            }
            failed += cd_world_step_failed(w);
        }
        if (w)
            cd_world_free(w);
        CHECK(held == 0);
    }
    CHECK(asked > 1000 && failed > 20);
}

static void bodies_that_move_by_themselves_push(void) {
    cd_world *w = cd_world_new(2, memory);
    int pusher =
        add(w, cd_aabb(2, (cd_vec){0, -1, 0}, (cd_vec){1, 1, 0}), (cd_vec){2, 0, 0}, INFINITY, 0);
    int ball = add(w, cd_sphere(2, (cd_vec){3, 0, 0}, 1), (cd_vec){0, 0, 0}, 1, 0);
    for (int k = 0; k < 10; k++)
        step(w, 1);
    CHECK(cd_world_body(w, pusher)->velocity.x == 2);
    CHECK(fabs(cd_world_body(w, ball)->velocity.x - 2) < 1e-12);
    CHECK(cd_distance(&cd_world_body(w, pusher)->shape, &cd_world_body(w, ball)->shape) > -1e-9);
    cd_world_free(w);
}

// ------------------------------------------------------------------------- what steps remember

static cd_world *crowd_of(int n) {
    int dim = 2 + n % 2, side = dim == 3 ? 4 : 7;
    seed(n);
    cd_world *w = cd_world_new(dim, memory);
    for (int i = 0; i < (dim == 3 ? side * side * side : side * side); i++) {
        cd_vec p = {4.0 * (i % side), 4.0 * (i / side % side), 4.0 * (i / side / side)};
        cd_vec h = cd_scale(vector(dim, 1), i == 0 ? 1.2 : 0.6); // one body is wider than the cells
        cd_shape shape = cd_sphere(dim, p, range(0.1, i == 0 ? 1.4 : 0.8));
        if (n % 4 >= 2 && i % 3 == 1)
            shape = cd_capsule(dim, cd_sub(p, h), cd_add(p, h), range(0, 0.4));
        double mass = i % 5 == 4 ? INFINITY : range(0.5, 2);
        add(w, shape, vector(dim, 8), mass, 1);
        if (i % 7 == 6) {
            cd_vec at = cd_add(p, (cd_vec){2, 2, dim == 3 ? 2 : 0}), half = {0.2, 0.1, 0.1};
            half.z = dim == 3 ? half.z : 0;
            add(w, cd_aabb(dim, cd_sub(at, half), cd_add(at, half)), (cd_vec){0, 0, 0}, INFINITY,
                1);
        }
    }
    return w;
}

// Steps that keep predictions, steps that predict everything anew, and one long step: the same
// hits.
static void steps_meet_the_same_however_time_is_cut(void) {
    enum { STEPS = 40, MOST = 4000 };
    const double time = 2;
    static cd_event events[3][MOST];
    int counts[3] = {0, 0, 0}, seen = 0;
    for (int n = 0; n < 24; n++) {
        for (int k = 0; k < 3; k++) {
            cd_world *w = crowd_of(n);
            cd_world_set_hit_limit(w, 100000);
            counts[k] = 0;
            for (int i = 0; i < (k == 2 ? 1 : STEPS); i++) {
                if (k == 1)
                    cd_world_set_gravity(w, (cd_vec){0, 0, 0}); // drops the predictions
                int found = step(w, k == 2 ? time : time / STEPS), room = MOST - counts[k];
                const cd_event *list = cd_world_events(w, &found);
                for (int e = 0; e < found && e < room; e++) {
                    events[k][counts[k]] = list[e];
                    events[k][counts[k]++].t += i * time / STEPS;
                }
            }
            cd_world_free(w);
        }
        for (int k = 1; k < 3; k++) {
            int same = 0;
            while (same < counts[0] && same < counts[k] && events[0][same].a == events[k][same].a &&
                   events[0][same].b == events[k][same].b &&
                   fabs(events[0][same].t - events[k][same].t) < 1e-5)
                same++;
            CHECK(same == counts[0] && same == counts[k]);
        }
        seen += counts[0];
    }
    CHECK(seen > 500);
}

// Under gravity, predictions hold only where all dynamic bodies fall alike. Here some are of
// infinite mass (but for n >= 8), and some are no spheres.
static void steps_with_gravity_meet_the_same(void) {
    int seen = 0;
    for (int n = 0; n < 16; n++) {
        cd_world *kept = crowd_of(n), *anew = crowd_of(n);
        const cd_vec gravity = {1, -20, 0};
        for (int i = cd_world_next(kept, -1); i >= 0 && n >= 8; i = cd_world_next(kept, i)) {
            cd_body body = *cd_world_body(kept, i);
            body.mass = cd_is_zero(body.velocity) ? INFINITY : 1;
            cd_world_set(kept, i, &body);
            cd_world_set(anew, i, &body);
        }
        cd_world_set_gravity(kept, gravity);
        for (int k = 0; k < 20; k++) {
            cd_world_set_gravity(anew, gravity);
            int found = step(kept, 0.05), others = step(anew, 0.05);
            const cd_event *a = cd_world_events(kept, &found), *b = cd_world_events(anew, &others);
            CHECK(found == others);
            for (int i = 0; i < found && i < others; i++)
                CHECK(a[i].a == b[i].a && a[i].b == b[i].b && fabs(a[i].t - b[i].t) < 1e-5 &&
                      cd_length(cd_sub(a[i].point, b[i].point)) < 1e-3);
            seen += found;
        }
        cd_world_free(kept);
        cd_world_free(anew);
    }
    CHECK(seen > 150);
}

// What is done between two steps counts, whatever the last one knew.
static void a_change_between_steps_counts(void) {
    for (int change = 0; change < 5; change++) {
        cd_world *w = cd_world_new(3, memory);
        cd_shape wall = cd_aabb(3, (cd_vec){4, -1, -1}, (cd_vec){5, 1, 1});
        int ball = add(w, cd_sphere(3, (cd_vec){0, 0, 0}, 0.5), (cd_vec){1, 0, 0}, 1, 1);
        int static_body = add(w, wall, (cd_vec){0, 0, 0}, INFINITY, 1), hits = 0;
        for (int i = 0; i < 10; i++) {
            hits += step(w, 0.25);
            if (i != 4)
                continue;
            cd_body body = *cd_world_body(w, ball);
            if (change == 0)
                cd_world_remove(w, static_body);
            else if (change == 1)
                cd_world_set_velocity(w, ball, (cd_vec){-1, 0, 0});
            else if (change == 2)
                cd_world_move(w, static_body, (cd_vec){2, 0, 0});
            else if (change == 3)
                cd_world_move(w, ball, (cd_vec){0, 3, 0});
            else
                body.mask = 0, cd_world_set(w, ball, &body);
        }
        CHECK(hits == 0);
        cd_world_free(w);
    }
}

// What a world asks of two moving shapes is what a cast tells, and no less where they are far from
// the origin, hardly apart or move along each other.
static void hits_are_those_of_casts(void) {
    int met = 0, asked = 0;
    for (int n = 0; n < 60000; n++) {
        int dim = 2 + n % 2;
        seed(n);
        cd_vec far = cd_scale((cd_vec){1, 1, dim == 3}, n % 5 == 0 ? 1e6 : 0);
        cd_shape a = some_shape(dim, n / 2 % 5, cd_add(far, vector(dim, 2)));
        cd_shape b = some_shape(dim, n / 10 % 5, cd_add(far, vector(dim, 2)));
        cd_separation gap = cd_separate(&a, &b);
        if (n % 3 > 0 && isfinite(gap.distance)) // just apart, or just overlapping
            cd_shape_move(&a, cd_scale(gap.normal, pow(10, range(-14, -1)) - gap.distance));
        cd_vec v = vector(dim, pow(10, range(-3, 1))), w = vector(dim, n % 7 ? 1 : 0);
        if (n % 4 == 0) // slides along the other
            v = cd_add(w, cd_slide(v, gap.normal));
        double tmax = n % 2 ? 1 : unit();
        cd_vec relative = cd_sub(v, w);
        cd_hit cast, hit;
        bool hits = cd_shapecast(&a, v, &b, w, &cast) && !cd_is_sliding(&cast, relative);
        bool meets = cd_first_hit(&a, v, &b, w, tmax, 1e-9, 0, &hit);
        CHECK(meets ? hits && hit.t == cast.t && cd_equal(hit.normal, cast.normal) &&
                          cd_equal(hit.point, cast.point) && hit.approach == cast.approach
                    : !hits || cast.t > tmax);
        asked++;
        met += meets;
    }
    CHECK(met > asked / 5 && met < asked * 4 / 5);
}

int main(void) {
    a_gas_keeps_energy_and_momentum();
    a_gas_goes_back();
    nothing_leaves_a_room();
    sets_do_not_let_through();
    the_world_changes_at_hits();
    bodies_that_move_by_themselves_push();
    steps_meet_the_same_however_time_is_cut();
    steps_with_gravity_meet_the_same();
    a_change_between_steps_counts();
    hits_are_those_of_casts();
    if (failures == 0)
        printf("step: all passed\n");
    return failures != 0;
}

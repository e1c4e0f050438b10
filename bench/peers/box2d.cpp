// Box2D 2.4, in single precision. It has no capsule: a proxy of two points with a radius is one,
// for b2Distance; normal and points from its witnesses. Where the cores cross it finds an overlap,
// but no depth.
#include "peer.hpp"

#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>

#include <algorithm>
#include <cmath>

namespace {

struct Capsules {
    b2DistanceProxy a[BENCH_SIDE], b[BENCH_SIDE];
    b2Vec2 ends_a[BENCH_SIDE][2], ends_b[BENCH_SIDE][2];

    static b2Vec2 vec(const double v[3]) {
        return b2Vec2(static_cast<float>(v[0]), static_cast<float>(v[1]));
    }
    static void fill(b2DistanceProxy &proxy, b2Vec2 ends[2], const bench_body &body) {
        ends[0] = vec(body.ends[0]);
        ends[1] = vec(body.ends[1]);
        proxy.Set(ends, 2, static_cast<float>(body.radius));
    }
    explicit Capsules(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            fill(a[i], ends_a[i], inputs.a[i]);
            fill(b[i], ends_b[i], inputs.b[i]);
        }
    }
    bench_answer answer(int i, int j) {
        b2DistanceInput input;
        input.proxyA = a[i];
        input.proxyB = b[j];
        input.transformA.SetIdentity();
        input.transformB.SetIdentity();
        input.useRadii = false;
        b2SimplexCache cache;
        cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &input);
        float ra = input.proxyA.m_radius, rb = input.proxyB.m_radius;
        float distance = output.distance - (ra + rb);
        b2Vec2 normal = (1 / output.distance) * (output.pointA - output.pointB);
        b2Vec2 points[2] = {output.pointA - ra * normal, output.pointB + rb * normal};
        bench_keep(&normal), bench_keep(points);
        return {distance <= 0, distance};
    }
};

// Boxes and hexagons at poses, sharp: without the skin that its polygons have.
struct Box {
    static void make(b2PolygonShape &shape, const bench_body &body) {
        shape.SetAsBox(static_cast<float>(body.half[0]), static_cast<float>(body.half[1]));
    }
};

struct Hexagon {
    static void make(b2PolygonShape &shape, const bench_body &body) {
        const double *u = body.axes[0], *v = body.axes[1];
        b2Vec2 corners[6];
        for (int k = 0; k < 6; k++) {
            const double x = body.corners[k][0] - body.position[0];
            const double y = body.corners[k][1] - body.position[1];
            corners[k].Set(static_cast<float>(u[0] * x + u[1] * y),
                           static_cast<float>(v[0] * x + v[1] * y));
        }
        shape.Set(corners, 6);
    }
};

template <class Kind> struct Polygons {
    b2PolygonShape a[BENCH_SIDE], b[BENCH_SIDE];
    b2Transform at_a[BENCH_SIDE], at_b[BENCH_SIDE];

    static void fill(b2PolygonShape &shape, b2Transform &at, const bench_body &body) {
        Kind::make(shape, body);
        shape.m_radius = 0;
        at.p = Capsules::vec(body.position);
        at.q.c = static_cast<float>(body.axes[0][0]);
        at.q.s = static_cast<float>(body.axes[0][1]);
    }
    explicit Polygons(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            fill(a[i], at_a[i], inputs.a[i]);
            fill(b[i], at_b[i], inputs.b[i]);
        }
    }
};

template <class Kind> struct Manifold : Polygons<Kind> {
    using Polygons<Kind>::Polygons;
    bench_answer answer(int i, int j) {
        const b2Transform &pose_a = this->at_a[i], &pose_b = this->at_b[j];
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &this->a[i], pose_a, &this->b[j], pose_b);
        if (manifold.pointCount == 0)
            return {false, 0};
        b2WorldManifold world;
        world.Initialize(&manifold, pose_a, 0, pose_b, 0);
        bench_keep(&world);
        float least = world.separations[0];
        if (manifold.pointCount > 1)
            least = std::min(least, world.separations[1]);
        return {true, least};
    }
};

template <class Kind> struct Distance : Polygons<Kind> {
    using Polygons<Kind>::Polygons;
    bench_answer answer(int i, int j) {
        b2DistanceInput input;
        input.proxyA.Set(&this->a[i], 0);
        input.proxyB.Set(&this->b[j], 0);
        input.transformA = this->at_a[i];
        input.transformB = this->at_b[j];
        input.useRadii = false;
        b2SimplexCache cache;
        cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &input);
        bench_keep(&output);
        return {output.distance <= 0, output.distance};
    }
};

// It stops where they are as near as its slop, 0.005, too, and tells no overlap at the start.
struct HexagonCast : Polygons<Hexagon> {
    b2Vec2 motion[BENCH_SIDE];

    explicit HexagonCast(const bench_inputs &inputs) : Polygons(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++)
            motion[i] = Capsules::vec(inputs.a[i].motion);
    }
    bench_answer answer(int i, int j) {
        b2ShapeCastInput input;
        input.proxyA.Set(&b[j], 0);
        input.proxyB.Set(&a[i], 0);
        input.transformA = at_b[j];
        input.transformB = at_a[i];
        input.translationB = motion[i];
        b2ShapeCastOutput output;
        const bool hit = b2ShapeCast(&output, &input);
        bench_keep(&output);
        return {hit, hit ? output.lambda : 0};
    }
};

// It stops where the boxes are as near as its slop, 0.005.
struct Impact : Polygons<Box> {
    b2Sweep a_sweep[BENCH_SIDE], b_sweep[BENCH_SIDE];

    static void sweep(b2Sweep &s, const bench_body &body) {
        s.localCenter.SetZero();
        s.c0 = Capsules::vec(body.position);
        s.c = s.c0 + Capsules::vec(body.motion);
        s.a0 = std::atan2(static_cast<float>(body.axes[0][1]), static_cast<float>(body.axes[0][0]));
        s.a = s.a0 + static_cast<float>(body.turning[2]);
        s.alpha0 = 0;
    }
    explicit Impact(const bench_inputs &inputs) : Polygons(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            sweep(a_sweep[i], inputs.a[i]);
            sweep(b_sweep[i], inputs.b[i]);
        }
    }
    bench_answer answer(int i, int j) {
        b2TOIInput input;
        input.proxyA.Set(&a[i], 0);
        input.proxyB.Set(&b[j], 0);
        input.sweepA = a_sweep[i];
        input.sweepB = b_sweep[j];
        input.tMax = 1;
        b2TOIOutput output;
        b2TimeOfImpact(&output, &input);
        bool hit =
            output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped;
        return {hit, hit ? output.t : 0};
    }
};

} // namespace

const bench_method bench_box2d[] = {
    method<Capsules>(BENCH_CAPSULE_CAPSULE_2D, "b2Distance of 2-point proxies"),
    method<Manifold<Box>>(BENCH_BOX_BOX_MANIFOLD_2D, "b2CollidePolygons, b2WorldManifold"),
    method<Manifold<Hexagon>>(BENCH_HEXAGON_MANIFOLD, "b2CollidePolygons, b2WorldManifold"),
    method<Distance<Box>>(BENCH_BOX_BOX_DISTANCE_2D, "b2Distance, no depth"),
    method<Distance<Hexagon>>(BENCH_HEXAGON_DISTANCE, "b2Distance, no depth"),
    method<HexagonCast>(BENCH_HEXAGON_CAST, "b2ShapeCast"),
    partial<Impact>(BENCH_BOX_TURNS_AT_BOX_2D, "b2TimeOfImpact, no normal"),
    {},
};

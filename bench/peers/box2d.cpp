// Box2D 2.4, in single precision. It has no capsule: a proxy of two points with a radius is one,
// for b2Distance; normal and points from its witnesses. Where the cores cross it finds an overlap,
// but no depth.
#include "peer.hpp"

#include <box2d/b2_distance.h>

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

} // namespace

const bench_method bench_box2d[] = {
    method<Capsules>(BENCH_CAPSULE_CAPSULE_2D, "b2Distance of 2-point proxies"),
    {},
};

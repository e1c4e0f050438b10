// Chipmunk: its segment shape with a radius is a capsule. Static bodies at the origin, shapes in
// world coordinates, cached before the clock starts.
#include "peer.hpp"

#include <chipmunk/chipmunk.h>

#include <algorithm>

namespace {

struct Capsules {
    cpBody *ground = cpBodyNewStatic();
    cpShape *a[BENCH_SIDE], *b[BENCH_SIDE];

    cpShape *capsule(const bench_body &body) {
        const auto &e = body.ends;
        cpShape *shape =
            cpSegmentShapeNew(ground, cpv(e[0][0], e[0][1]), cpv(e[1][0], e[1][1]), body.radius);
        cpShapeUpdate(shape, cpTransformIdentity);
        return shape;
    }
    explicit Capsules(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a[i] = capsule(inputs.a[i]);
            b[i] = capsule(inputs.b[i]);
        }
    }
    ~Capsules() {
        for (int i = 0; i < BENCH_SIDE; i++) {
            cpShapeFree(a[i]);
            cpShapeFree(b[i]);
        }
        cpBodyFree(ground);
    }
    bench_answer answer(int i, int j) {
        cpContactPointSet set = cpShapesCollide(a[i], b[j]);
        bench_keep(&set);
        double deepest = 0;
        for (int k = 0; k < set.count; k++)
            deepest = std::min(deepest, set.points[k].distance);
        return {set.count > 0, deepest};
    }
};

} // namespace

const bench_method bench_chipmunk[] = {
    method<Capsules>(BENCH_CAPSULE_CAPSULE_2D, "cpShapesCollide"),
    {},
};

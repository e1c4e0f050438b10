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

struct Boxes {
    cpBody *ground = cpBodyNewStatic();
    cpShape *a[BENCH_SIDE], *b[BENCH_SIDE];

    cpShape *box(const bench_body &body) {
        const double *p = body.position, *h = body.half;
        const cpVect u = cpv(body.axes[0][0], body.axes[0][1]), v = cpvperp(u);
        const cpTransform pose = cpTransformNew(u.x, u.y, v.x, v.y, p[0], p[1]);
        const cpVect corners[4] = {cpv(-h[0], -h[1]), cpv(h[0], -h[1]), cpv(h[0], h[1]),
                                   cpv(-h[0], h[1])};
        cpShape *shape = cpPolyShapeNew(ground, 4, corners, pose, 0);
        cpShapeUpdate(shape, cpTransformIdentity);
        return shape;
    }
    explicit Boxes(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a[i] = box(inputs.a[i]);
            b[i] = box(inputs.b[i]);
        }
    }
    ~Boxes() {
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
    method<Boxes>(BENCH_BOX_BOX_MANIFOLD_2D, "cpShapesCollide"),
    {},
};

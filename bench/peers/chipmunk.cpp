// Chipmunk: its segment shape with a radius is a capsule. Static bodies at the origin, shapes in
// world coordinates, cached before the clock starts.
#include "peer.hpp"

#include <chipmunk/chipmunk.h>

#include <algorithm>

namespace {

// Pairs of shapes that `Make` makes of a body of the inputs.
template <cpShape *Make(cpBody *, const bench_body &)> struct Pairs {
    cpBody *ground = cpBodyNewStatic();
    cpShape *a[BENCH_SIDE], *b[BENCH_SIDE];

    cpShape *shape(const bench_body &body) {
        cpShape *made = Make(ground, body);
        cpShapeUpdate(made, cpTransformIdentity);
        return made;
    }
    explicit Pairs(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a[i] = shape(inputs.a[i]);
            b[i] = shape(inputs.b[i]);
        }
    }
    ~Pairs() {
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

cpShape *capsule(cpBody *ground, const bench_body &body) {
    const auto &e = body.ends;
    return cpSegmentShapeNew(ground, cpv(e[0][0], e[0][1]), cpv(e[1][0], e[1][1]), body.radius);
}

cpShape *box(cpBody *ground, const bench_body &body) {
    const double *p = body.position, *h = body.half;
    const cpVect u = cpv(body.axes[0][0], body.axes[0][1]), v = cpvperp(u);
    const cpTransform pose = cpTransformNew(u.x, u.y, v.x, v.y, p[0], p[1]);
    const cpVect corners[4] = {cpv(-h[0], -h[1]), cpv(h[0], -h[1]), cpv(h[0], h[1]),
                               cpv(-h[0], h[1])};
    return cpPolyShapeNew(ground, 4, corners, pose, 0);
}

cpShape *hexagon(cpBody *ground, const bench_body &body) {
    cpVect corners[6];
    for (int k = 0; k < 6; k++)
        corners[k] = cpv(body.corners[k][0], body.corners[k][1]);
    return cpPolyShapeNew(ground, 6, corners, cpTransformIdentity, 0);
}

} // namespace

const bench_method bench_chipmunk[] = {
    method<Pairs<capsule>>(BENCH_CAPSULE_CAPSULE_2D, "cpShapesCollide"),
    method<Pairs<box>>(BENCH_BOX_BOX_MANIFOLD_2D, "cpShapesCollide"),
    method<Pairs<hexagon>>(BENCH_HEXAGON_MANIFOLD, "cpShapesCollide"),
    {},
};

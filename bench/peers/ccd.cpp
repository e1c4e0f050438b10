// libccd: general algorithms over support functions, which its user writes; these are the ones of
// its manual. Tolerances are as tight as help.
#include "peer.hpp"

#include <ccd/ccd.h>
#include <ccd/quat.h>

namespace {

struct Body {
    ccd_vec3_t position, half;
    ccd_quat_t rotation, inverse;
    const bench_hull *hull;
};

void support_box(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const Body *body = static_cast<const Body *>(object);
    ccd_vec3_t d = *direction;
    ccdQuatRotVec(&d, &body->inverse);
    for (int i = 0; i < 3; i++)
        point->v[i] = d.v[i] < 0 ? -body->half.v[i] : body->half.v[i];
    ccdQuatRotVec(point, &body->rotation);
    ccdVec3Add(point, &body->position);
}

void support_hull(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const Body *body = static_cast<const Body *>(object);
    ccd_vec3_t d = *direction;
    ccdQuatRotVec(&d, &body->inverse);
    int best = 0;
    double most = -1e300;
    for (int i = 0; i < body->hull->vertex_count; i++) {
        const double *v = body->hull->vertices[i];
        double height = v[0] * d.v[0] + v[1] * d.v[1] + v[2] * d.v[2];
        best = height > most ? i : best;
        most = height > most ? height : most;
    }
    for (int i = 0; i < 3; i++)
        point->v[i] = body->hull->vertices[best][i];
    ccdQuatRotVec(point, &body->rotation);
    ccdVec3Add(point, &body->position);
}

void center(const void *object, ccd_vec3_t *point) {
    *point = static_cast<const Body *>(object)->position;
}

template <ccd_support_fn support> struct Bodies {
    Body a[BENCH_SIDE], b[BENCH_SIDE];
    bench_hull hull;
    ccd_t ccd;

    void fill(Body &body, const bench_body &from) {
        const double *q = from.rotation;
        ccdVec3Set(&body.position, from.position[0], from.position[1], from.position[2]);
        ccdVec3Set(&body.half, from.half[0], from.half[1], from.half[2]);
        ccdQuatSet(&body.rotation, q[0], q[1], q[2], q[3]);
        ccdQuatInvert2(&body.inverse, &body.rotation);
        body.hull = &hull;
    }
    explicit Bodies(const bench_inputs &inputs) : hull(inputs.hull) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            fill(a[i], inputs.a[i]);
            fill(b[i], inputs.b[i]);
        }
        CCD_INIT(&ccd);
        ccd.support1 = ccd.support2 = support;
        ccd.center1 = ccd.center2 = center;
        ccd.max_iterations = 100;
        ccd.epa_tolerance = ccd.mpr_tolerance = ccd.dist_tolerance = 1e-9;
    }
};

template <ccd_support_fn support, int intersect(const void *, const void *, const ccd_t *)>
struct Overlap : Bodies<support> {
    using Bodies<support>::Bodies;
    bench_answer answer(int i, int j) {
        return {intersect(&this->a[i], &this->b[j], &this->ccd) != 0, 0};
    }
};

template <ccd_support_fn support, int penetrate(const void *, const void *, const ccd_t *,
                                                ccd_real_t *, ccd_vec3_t *, ccd_vec3_t *)>
struct Depth : Bodies<support> {
    using Bodies<support>::Bodies;
    bench_answer answer(int i, int j) {
        ccd_real_t depth = 0;
        ccd_vec3_t direction, position;
        int failed = penetrate(&this->a[i], &this->b[j], &this->ccd, &depth, &direction, &position);
        bench_keep(&direction), bench_keep(&position);
        return {failed == 0, -depth};
    }
};

} // namespace

const bench_method bench_ccd[] = {
    method<Overlap<support_box, ccdGJKIntersect>>(BENCH_BOX_BOX_OVERLAP, "ccdGJKIntersect"),
    method<Overlap<support_box, ccdMPRIntersect>>(BENCH_BOX_BOX_OVERLAP, "ccdMPRIntersect"),
    partial<Depth<support_box, ccdMPRPenetration>>(BENCH_BOX_BOX_MANIFOLD,
                                                   "ccdMPRPenetration, 1 point"),
    partial<Depth<support_hull, ccdMPRPenetration>>(BENCH_HULL_DISTANCE,
                                                    "ccdMPRPenetration, no gap"),
    partial<Depth<support_hull, ccdGJKPenetration>>(BENCH_HULL_DISTANCE,
                                                    "ccdGJKPenetration, no gap"),
    method<Overlap<support_hull, ccdGJKIntersect>>(BENCH_HULL_OVERLAP, "ccdGJKIntersect"),
    method<Overlap<support_hull, ccdMPRIntersect>>(BENCH_HULL_OVERLAP, "ccdMPRIntersect"),
    {},
};

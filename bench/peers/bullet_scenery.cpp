// Bullet's btBvhTriangleMeshShape and btCompoundShape, both with their trees.
#include "../scenery.h"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

namespace {

btVector3 vec(const double v[3]) { return {v[0], v[1], v[2]}; }

struct Made {
    std::vector<int> indices;
    std::vector<btScalar> vertices;
    std::unique_ptr<btTriangleIndexVertexArray> triangles;
    std::unique_ptr<btBvhTriangleMeshShape> mesh;
    std::unique_ptr<btBoxShape> box;
    std::unique_ptr<btCompoundShape> boxes;
    btCollisionObject object;

    btCollisionShape *shape() {
        return mesh ? static_cast<btCollisionShape *>(mesh.get()) : boxes.get();
    }
};

void *make_mesh(const bench_scene *s) {
    auto *m = new Made;
    m->indices.assign(&s->triangles[0][0], &s->triangles[0][0] + 3 * s->triangle_count);
    m->vertices.assign(&s->vertices[0][0], &s->vertices[0][0] + 3 * s->vertex_count);
    m->triangles = std::make_unique<btTriangleIndexVertexArray>(
        s->triangle_count, m->indices.data(), (int)(3 * sizeof(int)), s->vertex_count,
        m->vertices.data(), (int)(3 * sizeof(btScalar)));
    m->mesh = std::make_unique<btBvhTriangleMeshShape>(m->triangles.get(), true);
    m->mesh->setMargin(0);
    m->object.setCollisionShape(m->shape());
    return m;
}

void *make_boxes(const bench_scene *s) {
    auto *m = new Made;
    m->box = std::make_unique<btBoxShape>(btVector3(s->half, s->half, s->half));
    m->box->setMargin(0);
    m->boxes = std::make_unique<btCompoundShape>(true, s->triangle_count);
    for (int i = 0; i < s->triangle_count; i++) {
        const double *q = s->turns[i];
        m->boxes->addChildShape(btTransform(btQuaternion(q[0], q[1], q[2], q[3]), vec(s->boxes[i])),
                                m->box.get());
    }
    m->object.setCollisionShape(m->shape());
    return m;
}

struct Closest : btTriangleRaycastCallback {
    Closest(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to) {}
    btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override {
        m_hitFraction = fraction;
        return fraction;
    }
};

bool ray_at_mesh(void *at, const bench_way *r, double *t) {
    Closest callback(vec(r->from), vec(r->to));
    static_cast<Made *>(at)->mesh->performRaycast(&callback, vec(r->from), vec(r->to));
    *t = callback.m_hitFraction;
    return callback.m_hitFraction < 1;
}

bool ray_at_any(void *at, const bench_way *r, double *t) {
    auto *m = static_cast<Made *>(at);
    btTransform from(btQuaternion::getIdentity(), vec(r->from)),
        to(btQuaternion::getIdentity(), vec(r->to));
    btCollisionWorld::ClosestRayResultCallback callback(from.getOrigin(), to.getOrigin());
    btCollisionWorld::rayTestSingle(from, to, &m->object, m->shape(), btTransform::getIdentity(),
                                    callback);
    *t = callback.m_closestHitFraction;
    return callback.hasHit();
}

bool cast_shape(void *at, const btConvexShape &shape, const btQuaternion &turn, const bench_way *r,
                double *t) {
    auto *m = static_cast<Made *>(at);
    btTransform from(turn, vec(r->from)), to(turn, vec(r->to));
    btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(&shape, from, to, &m->object, m->shape(),
                                        btTransform::getIdentity(), callback, 0);
    *t = callback.m_closestHitFraction;
    return callback.hasHit();
}

bool cast(void *at, const bench_way *r, double radius, double *t) {
    return cast_shape(at, btSphereShape(radius), btQuaternion::getIdentity(), r, t);
}

btConvexShape &near_shape(bench_near body) {
    static btCapsuleShapeZ capsule(BENCH_NEAR_RADIUS, 2 * BENCH_NEAR_HALF);
    static btSphereShape ball(BENCH_NEAR_RADIUS);
    static btBoxShape box = [] {
        btBoxShape b(btVector3(BENCH_NEAR_HALF, BENCH_NEAR_HALF, BENCH_NEAR_HALF));
        b.setMargin(0);
        return b;
    }();
    if (body == BENCH_NEAR_BALL)
        return ball;
    return body == BENCH_NEAR_BOX ? static_cast<btConvexShape &>(box) : capsule;
}

// By the shortest arc from one of its axes to the way, as collide turns its own.
btQuaternion near_turn(bench_near body, const bench_way *r) {
    const bool is_box = body == BENCH_NEAR_BOX;
    return shortestArcQuat(btVector3(is_box, 0, !is_box), (vec(r->to) - vec(r->from)).normalized());
}

bool cast_body(void *at, const bench_way *r, bench_near body, double *t) {
    return cast_shape(at, near_shape(body), near_turn(body, r), r, t);
}

struct Deepest : btManifoldResult {
    btScalar depth = 0;
    Deepest(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b)
        : btManifoldResult(a, b) {}
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar distance) override {
        depth = btMin(depth, distance);
    }
};

// As btCollisionWorld::contactPairTest asks; the depth is that of the deepest part alone.
bool contact(void *at, const bench_way *r, bench_near body, double *distance) {
    static btDefaultCollisionConfiguration configuration;
    static btCollisionDispatcher dispatcher(&configuration);
    static btCollisionObject object;
    auto *m = static_cast<Made *>(at);
    object.setCollisionShape(&near_shape(body));
    object.setWorldTransform(btTransform(near_turn(body, r), vec(r->near)));
    const btCollisionObjectWrapper a(nullptr, object.getCollisionShape(), &object,
                                     object.getWorldTransform(), -1, -1),
        b(nullptr, m->shape(), &m->object, m->object.getWorldTransform(), -1, -1);
    btCollisionAlgorithm *algorithm =
        dispatcher.findAlgorithm(&a, &b, nullptr, BT_CLOSEST_POINT_ALGORITHMS);
    Deepest deepest(&a, &b);
    btDispatcherInfo info;
    algorithm->processCollision(&a, &b, info, &deepest);
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    *distance = deepest.depth;
    return deepest.depth < 0;
}

void release(void *at) { delete static_cast<Made *>(at); }

} // namespace

extern "C" const bench_scenery bench_bullet_scenery[] = {
    {"performRaycast", INT32_MAX, make_mesh, nullptr, ray_at_mesh, nullptr, nullptr, nullptr,
     release, nullptr, nullptr, nullptr, nullptr, true},
    {"rayTestSingle", 100000, make_mesh, make_boxes, ray_at_any, nullptr, nullptr, nullptr, release,
     nullptr, nullptr, nullptr, nullptr, false},
    {"contactPairTest", 100000, make_mesh, make_boxes, nullptr, nullptr, nullptr, nullptr, release,
     nullptr, nullptr, contact, nullptr, false},
    {"objectQuerySingle", 100000, make_mesh, make_boxes, nullptr, cast, nullptr, nullptr, release,
     nullptr, nullptr, nullptr, cast_body, false},
    {},
};

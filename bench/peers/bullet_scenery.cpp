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

bool cast(void *at, const bench_way *r, double radius, double *t) {
    auto *m = static_cast<Made *>(at);
    btSphereShape ball(radius);
    btTransform from(btQuaternion::getIdentity(), vec(r->from)),
        to(btQuaternion::getIdentity(), vec(r->to));
    btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(&ball, from, to, &m->object, m->shape(),
                                        btTransform::getIdentity(), callback, 0);
    *t = callback.m_closestHitFraction;
    return callback.hasHit();
}

void release(void *at) { delete static_cast<Made *>(at); }

} // namespace

extern "C" const bench_scenery bench_bullet_scenery[] = {
    {"performRaycast", INT32_MAX, make_mesh, nullptr, ray_at_mesh, nullptr, nullptr, nullptr,
     release},
    {"rayTestSingle", 100000, make_mesh, make_boxes, ray_at_any, nullptr, nullptr, nullptr,
     release},
    {"objectQuerySingle", 100000, make_mesh, nullptr, nullptr, cast, nullptr, nullptr, release},
    {},
};

// Bullet's btDiscreteDynamicsWorld as its examples make it. Bodies do not turn (angular factor 0);
// its margins are as it has them.
#include "../motion.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Motion {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<btScalar> heights; // half of each thing's
    btTriangleMesh mesh;
    size_t fixed = 0;

    ~Motion() {
        for (auto &body : bodies)
            world.removeRigidBody(body.get());
    }
    void add(btCollisionShape *shape, const btVector3 &at, btScalar mass, bool rests) {
        shapes.emplace_back(shape);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(at);
        info.m_friction = info.m_restitution = 0;
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setAngularFactor(0);
        if (!rests)
            bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
    }
};

btCollisionShape *shape_of(const bench_thing &t) {
    if (t.kind == BENCH_BALL)
        return new btSphereShape(t.half[0]);
    if (t.kind == BENCH_CAPSULE)
        return new btCapsuleShapeX(t.half[0], 2 * t.half[1]);
    return new btBoxShape(btVector3(t.half[0], t.half[1], t.half[2]));
}

void fill_mesh(btTriangleMesh &mesh, const bench_scene_of_things &s) {
    const auto corner = [&](int i, int k) {
        return btVector3((i - s.mesh_side / 2.0) * s.mesh_size, 0,
                         (k - s.mesh_side / 2.0) * s.mesh_size);
    };
    for (int i = 0; i < s.mesh_side; i++)
        for (int k = 0; k < s.mesh_side; k++) {
            mesh.addTriangle(corner(i, k), corner(i, k + 1), corner(i + 1, k));
            mesh.addTriangle(corner(i, k + 1), corner(i + 1, k + 1), corner(i + 1, k));
        }
}

void *make(const bench_scene_of_things *s, int rests) {
    auto *m = new Motion;
    const btVector3 none(0, 0, 0);
    m->world.setGravity(btVector3(0, -BENCH_GRAVITY, 0));
    if (s->mesh_side > 0) {
        fill_mesh(m->mesh, *s);
        m->add(new btBvhTriangleMeshShape(&m->mesh, true), none, 0, true);
    } else {
        m->add(new btStaticPlaneShape(btVector3(0, 1, 0), 0), none, 0, true);
    }
    for (int i = 0; i < 4 && s->wall > 0; i++) {
        const btScalar sign = i % 2 == 0 ? 1 : -1;
        const btVector3 normal(i < 2 ? sign : 0, 0, i < 2 ? 0 : sign);
        m->add(new btStaticPlaneShape(normal, -s->wall), none, 0, true);
    }
    m->fixed = m->bodies.size();
    for (int i = 0; i < s->count; i++) {
        const bench_thing &t = s->things[i];
        m->heights.push_back(t.kind == BENCH_BOX ? t.half[1] : t.half[0]);
        m->add(shape_of(t), btVector3(t.at[0], t.at[1], t.at[2]), 1, rests);
    }
    return m;
}

void step(void *at, double dt) { static_cast<Motion *>(at)->world.stepSimulation(dt, 0); }

double lowest(void *at) {
    const Motion &m = *static_cast<Motion *>(at);
    double least = INFINITY;
    for (size_t i = 0; i < m.heights.size(); i++)
        least =
            fmin(least, m.bodies[m.fixed + i]->getWorldTransform().getOrigin().y() - m.heights[i]);
    return least;
}

void release(void *at) { delete static_cast<Motion *>(at); }

} // namespace

const bench_mover bench_bullet_mover = {"Bullet", make, step, lowest, release};

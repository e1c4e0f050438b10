// Bullet 3 on the scenes: btDiscreteDynamicsWorld with its defaults, one step a call
// (stepSimulation(dt, 0)); friction 0, angular factor 0, no deactivation. What is fast has its
// continuous collision switched on (setCcdMotionThreshold, setCcdSweptSphereRadius). Meshes are
// btBvhTriangleMeshShape with Bullet's remedy for inner edges, btGenerateInternalEdgeInfo and
// btAdjustInternalEdgeContacts.
#include "scenes.hpp"

#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <btBulletDynamicsCommon.h>

static btVector3 vector3(Vector v) {
    return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
}

static btQuaternion rotation_of(Quaternion q) {
    return btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w));
}

static bool adjust(btManifoldPoint &point, const btCollisionObjectWrapper *a, int part_a,
                   int index_a, const btCollisionObjectWrapper *b, int part_b, int index_b) {
    (void)part_a, (void)index_a;
    btAdjustInternalEdgeContacts(point, b, a, part_b, index_b);
    return false;
}

class Engine {
  public:
    static bool plays(const Floor &floor) { return floor.dim == 3; }

    explicit Engine(const Floor &floor)
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &solver, &configuration) {
        world.setGravity(vector3(floor.gravity));
        gContactAddedCallback = adjust;
        for (const std::vector<Shape> &parts : floor.bodies) {
            auto *compound = parts.size() > 1 ? keep(new btCompoundShape) : nullptr;
            for (const Shape &s : parts) {
                btTransform at;
                btCollisionShape *shape = s.kind == "mesh" ? make_mesh(s, at) : make(s, at);
                if (compound)
                    compound->addChildShape(at, shape);
                else
                    add_still(shape, at, s.kind == "mesh");
            }
            if (compound)
                add_still(compound, btTransform::getIdentity(), false);
        }
    }

    ~Engine() {
        for (auto &body : still)
            world.removeRigidBody(body.get());
    }

    bool add(const Scene &scene) {
        btTransform at;
        btCollisionShape *shape = make(scene.shape, at);
        if (!shape)
            return false;
        mover.reset(new btRigidBody(1, nullptr, shape));
        mover->setWorldTransform(at);
        mover->setInterpolationWorldTransform(at);
        mover->setLinearVelocity(vector3(scene.velocity));
        mover->setAngularFactor(0);
        mover->setFriction(0);
        mover->setRestitution(btScalar(scene.restitution)); // the product of two counts
        mover->setActivationState(DISABLE_DEACTIVATION);
        if (scene.fast) {
            mover->setCcdMotionThreshold(btScalar(1e-3));
            mover->setCcdSweptSphereRadius(btScalar(5e-3));
        }
        world.addRigidBody(mover.get());
        return true;
    }

    void step(double dt) { world.stepSimulation(btScalar(dt), 0); }
    Vector position() const { return back(mover->getWorldTransform().getOrigin()); }
    Vector velocity() const { return back(mover->getLinearVelocity()); }
    void remove() {
        world.removeRigidBody(mover.get());
        mover.reset();
    }

  private:
    static Vector back(const btVector3 &v) { return {v.x(), v.y(), v.z()}; }

    template <class T> T *keep(T *shape) {
        shapes.emplace_back(shape);
        return shape;
    }

    void add_still(btCollisionShape *shape, const btTransform &at, bool mesh) {
        still.emplace_back(new btRigidBody(0, nullptr, shape));
        still.back()->setWorldTransform(at);
        still.back()->setFriction(0);
        still.back()->setRestitution(1);
        if (mesh)
            still.back()->setCollisionFlags(still.back()->getCollisionFlags() |
                                            btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        world.addRigidBody(still.back().get());
    }

    btCollisionShape *make_mesh(const Shape &s, btTransform &at) {
        at.setIdentity();
        meshes.emplace_back(new btTriangleMesh);
        for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
            btVector3 p[3];
            for (size_t k = 0; k < 3; k++)
                p[k] = vector3(s.vertices[static_cast<size_t>(s.indices[i + k])]);
            meshes.back()->addTriangle(p[0], p[1], p[2]);
        }
        auto *shape = keep(new btBvhTriangleMeshShape(meshes.back().get(), true));
        infos.emplace_back(new btTriangleInfoMap);
        btGenerateInternalEdgeInfo(shape, infos.back().get());
        return shape;
    }

    btCollisionShape *make(const Shape &s, btTransform &at) {
        at.setIdentity();
        at.setOrigin(vector3(s.middle()));
        btScalar r = btScalar(s.radius), length = btScalar((s.b - s.a).length());
        if (s.kind == "sphere")
            return keep(new btSphereShape(r));
        if (s.kind == "box") {
            at.setRotation(rotation_of(s.rotation));
            return keep(new btBoxShape(vector3(s.half)));
        }
        if (s.kind == "hull") {
            auto *hull = keep(new btConvexHullShape);
            for (Vector v : s.vertices)
                hull->addPoint(vector3(v));
            return hull;
        }
        if (s.kind != "capsule" && s.kind != "cylinder")
            return nullptr;
        at.setRotation(rotation_of(quaternion_from_y(s.b - s.a)));
        if (s.kind == "capsule")
            return keep(new btCapsuleShape(r, length));
        return keep(new btCylinderShape(btVector3(r, length / 2, r)));
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes;
    std::vector<std::unique_ptr<btTriangleInfoMap>> infos;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> still;
    std::unique_ptr<btRigidBody> mover;
    btDiscreteDynamicsWorld world;
};

int main() { return play_all<Engine>(); }

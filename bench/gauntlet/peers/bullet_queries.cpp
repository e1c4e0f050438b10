// Bullet: btCollisionWorld::rayTestSingle at a btBvhTriangleMeshShape; btSubsimplexConvexCast, what
// its sweep tests use, of hulls of one, two and three points without margins.
#include "queries.hpp"

#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <btBulletCollisionCommon.h>
#include <memory>

static btVector3 vector3(const double v[3]) {
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

class Engine {
  public:
    explicit Engine(const gauntlet_solid &solid) {
        for (int i = 0; i < solid.triangle_count; i++) {
            const int *t = solid.triangles[i];
            mesh.addTriangle(vector3(solid.vertices[t[0]]), vector3(solid.vertices[t[1]]),
                             vector3(solid.vertices[t[2]]));
        }
        shape = std::make_unique<btBvhTriangleMeshShape>(&mesh, true);
        object.setCollisionShape(shape.get());
    }

    bool hits(const double from[3], const double to[3]) {
        btTransform start(btQuaternion::getIdentity(), vector3(from));
        btTransform end(btQuaternion::getIdentity(), vector3(to));
        btCollisionWorld::ClosestRayResultCallback result(vector3(from), vector3(to));
        btCollisionWorld::rayTestSingle(start, end, &object, shape.get(),
                                        btTransform::getIdentity(), result);
        return result.hasHit();
    }

    static int touch(const gauntlet_case &c) {
        btConvexHullShape a, b;
        a.setMargin(0);
        b.setMargin(0);
        for (int i = 0; i < 4; i++)
            (i < (c.edges ? 2 : 1) ? a : b).addPoint(vector3(c.points[i]));
        btVoronoiSimplexSolver solver;
        btSubsimplexConvexCast cast(&a, &b, &solver);
        btConvexCast::CastResult result;
        btTransform still = btTransform::getIdentity(), to_a = still, to_b = still;
        to_a.setOrigin(vector3(c.motions[0]));
        to_b.setOrigin(vector3(c.motions[1]));
        return cast.calcTimeOfImpact(still, to_a, still, to_b, result);
    }

  private:
    btTriangleMesh mesh;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    btCollisionObject object;
};

int main(int argc, char **argv) { return answer_all<Engine>(argc, argv); }

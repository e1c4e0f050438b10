// Bullet in double precision. The functions behind its dispatcher are called directly, each with an
// algorithm that is made once; what a user's result callback gets is what is kept. Collision
// margins are 0, so that the shapes are those of the others.
#include "peer.hpp"

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btSphereBoxCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btSphereSphereCollisionAlgorithm.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/Gimpact/btBoxCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <LinearMath/btAabbUtil2.h>
#include <LinearMath/btConvexHullComputer.h>
#include <btBulletCollisionCommon.h>

#include <cmath>

namespace {

btVector3 vec(const double v[3]) { return btVector3(v[0], v[1], v[2]); }

btTransform pose(const bench_body &body) {
    const double *q = body.rotation;
    return btTransform(btQuaternion(q[0], q[1], q[2], q[3]), vec(body.position));
}

typedef btConvexShape *maker(const bench_inputs &, const bench_body &);

btConvexShape *sphere(const bench_inputs &, const bench_body &body) {
    return new btSphereShape(body.radius);
}

btConvexShape *point(const bench_inputs &, const bench_body &) { return new btSphereShape(0); }

btConvexShape *capsule(const bench_inputs &, const bench_body &body) {
    return new btCapsuleShapeZ(body.radius, body.length);
}

btConvexShape *box(const bench_inputs &, const bench_body &body) {
    auto *shape = new btBoxShape(vec(body.half));
    shape->setMargin(0);
    return shape;
}

btConvexShape *cylinder(const bench_inputs &, const bench_body &body) {
    auto *shape = new btCylinderShapeZ(btVector3(body.radius, body.radius, body.length / 2));
    shape->setMargin(0);
    return shape;
}

// Its corners are given in the world, so its pose is none.
btConvexShape *triangle(const bench_inputs &, const bench_body &body) {
    auto *shape =
        new btTriangleShape(vec(body.corners[0]), vec(body.corners[1]), vec(body.corners[2]));
    shape->setMargin(0);
    return shape;
}

btConvexShape *hull(const bench_inputs &inputs, const bench_body &) {
    auto *shape = new btConvexHullShape;
    for (int i = 0; i < inputs.hull.vertex_count; i++)
        shape->addPoint(vec(inputs.hull.vertices[i]), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

struct Body {
    std::unique_ptr<btConvexShape> shape;
    btTransform at, to; // the pose, and where the motion takes it
    btCollisionObject object;

    void fill(btConvexShape *made, const bench_body &body) {
        shape.reset(made);
        at = to = pose(body);
        to.setOrigin(at.getOrigin() + vec(body.motion));
        object.setCollisionShape(made);
        object.setWorldTransform(at);
    }
    btCollisionObjectWrapper wrapper() const {
        return btCollisionObjectWrapper(nullptr, shape.get(), &object, at, -1, -1);
    }
};

template <maker make_a, maker make_b> struct Bodies {
    Body a[BENCH_SIDE], b[BENCH_SIDE];

    explicit Bodies(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a[i].fill(make_a(inputs, inputs.a[i]), inputs.a[i]);
            b[i].fill(make_b(inputs, inputs.b[i]), inputs.b[i]);
        }
    }
};

// Keeps the points that an algorithm finds, as a user's callback does.
struct Collector : btManifoldResult {
    int count = 0;
    btScalar deepest = 0;
    btVector3 normal[4], point[4];

    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3 &n, const btVector3 &p, btScalar distance) override {
        if (count == 4)
            return;
        normal[count] = n;
        point[count++] = p;
        btSetMin(deepest, distance);
    }
};

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btPersistentManifold manifold;
    btGjkEpaPenetrationDepthSolver epa;
    btVoronoiSimplexSolver simplex;
    btDispatcherInfo info;

    World() { manifold.setContactBreakingThreshold(0); }
    btCollisionAlgorithmConstructionInfo construction() {
        return btCollisionAlgorithmConstructionInfo(&dispatcher, 0);
    }
};

struct SphereSphere : Bodies<sphere, sphere> {
    World world;
    std::unique_ptr<btSphereSphereCollisionAlgorithm> algorithm;

    explicit SphereSphere(const bench_inputs &inputs) : Bodies(inputs) {
        auto p = a[0].wrapper(), q = b[0].wrapper();
        algorithm.reset(
            new btSphereSphereCollisionAlgorithm(&world.manifold, world.construction(), &p, &q));
    }
    bench_answer answer(int i, int j) {
        auto p = a[i].wrapper(), q = b[j].wrapper();
        Collector result(&p, &q);
        algorithm->processCollision(&p, &q, world.info, &result);
        bench_keep(&result);
        return {result.count > 0, result.deepest};
    }
};

struct SphereBox : Bodies<sphere, box> {
    World world;
    std::unique_ptr<btSphereBoxCollisionAlgorithm> algorithm;

    explicit SphereBox(const bench_inputs &inputs) : Bodies(inputs) {
        auto p = a[0].wrapper(), q = b[0].wrapper();
        algorithm.reset(new btSphereBoxCollisionAlgorithm(&world.manifold, world.construction(), &p,
                                                          &q, false));
    }
    bench_answer answer(int i, int j) {
        auto q = b[j].wrapper();
        btVector3 point, normal;
        btScalar distance = 0;
        bool hit = algorithm->getSphereDistance(
            &q, point, normal, distance, a[i].at.getOrigin(),
            static_cast<const btSphereShape *>(a[i].shape.get())->getRadius(), 0);
        bench_keep(&point), bench_keep(&normal);
        return {hit, distance};
    }
};

// What its dispatcher asks of two convex bodies; touches: those that are as near as its margins
// count.
template <maker make_a, maker make_b, bool touches> struct ConvexConvex : Bodies<make_a, make_b> {
    World world;
    std::unique_ptr<btConvexConvexAlgorithm> algorithm;

    explicit ConvexConvex(const bench_inputs &inputs) : Bodies<make_a, make_b>(inputs) {
        auto p = this->a[0].wrapper(), q = this->b[0].wrapper();
        algorithm.reset(new btConvexConvexAlgorithm(&world.manifold, world.construction(), &p, &q,
                                                    &world.epa, 0, 0));
    }
    bench_answer answer(int i, int j) {
        auto p = this->a[i].wrapper(), q = this->b[j].wrapper();
        Collector result(&p, &q);
        algorithm->processCollision(&p, &q, world.info, &result);
        bench_keep(&result);
        return {result.count > 0 && (touches || result.deepest <= 0), result.deepest};
    }
};

// Its closed form for capsules comes first in this algorithm.
using CapsuleCapsule = ConvexConvex<capsule, capsule, true>;

// The exact ray test of the library, in the box's frame: the transformation is timed.
struct RayBox : Bodies<point, box> {
    using Bodies::Bodies;

    bench_answer answer(int i, int j) {
        const btTransform &frame = b[j].at;
        btVector3 from = frame.invXform(a[i].at.getOrigin());
        btVector3 to = frame.invXform(a[i].to.getOrigin());
        const btVector3 &half =
            static_cast<const btBoxShape *>(b[j].shape.get())->getHalfExtentsWithoutMargin();
        btScalar t = 1;
        btVector3 normal;
        if (!btRayAabb(from, to, -half, half, t, normal))
            return {false, 0};
        normal = frame.getBasis() * normal;
        btVector3 touched = a[i].at.getOrigin().lerp(a[i].to.getOrigin(), t);
        bench_keep(&normal), bench_keep(&touched);
        return {true, t};
    }
};

template <maker make_a, maker make_b, class Caster> struct Cast : Bodies<make_a, make_b> {
    World world;

    using Bodies<make_a, make_b>::Bodies;
    bench_answer answer(int i, int j) {
        const Body &p = this->a[i], &q = this->b[j];
        btConvexCast::CastResult result;
        result.m_fraction = 1;
        Caster caster(p.shape.get(), q.shape.get(), &world.simplex);
        bool hit = caster.calcTimeOfImpact(p.at, p.to, q.at, q.at, result);
        bench_keep(&result);
        return {hit, result.m_fraction};
    }
};

// The same, of bodies that turn.
template <maker make_a, maker make_b, class Caster> struct Turn : Cast<make_a, make_b, Caster> {
    explicit Turn(const bench_inputs &inputs) : Cast<make_a, make_b, Caster>(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            btVector3 turning = vec(inputs.a[i].turning);
            btQuaternion by(turning.normalized(), turning.length());
            this->a[i].to.setRotation(by * this->a[i].at.getRotation());
        }
    }
};

struct Continuous : btContinuousConvexCollision {
    Continuous(const btConvexShape *a, const btConvexShape *b, btSimplexSolverInterface *simplex)
        : btContinuousConvexCollision(a, b, simplex, &depth) {}
    btGjkEpaPenetrationDepthSolver depth;
};

// The box test of its Gimpact part; relative poses are found in the timed part.
struct Overlap : Bodies<box, box> {
    btAABB size_a[BENCH_SIDE], size_b[BENCH_SIDE];

    explicit Overlap(const bench_inputs &inputs) : Bodies(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            size_a[i].m_max = vec(inputs.a[i].half), size_a[i].m_min = -size_a[i].m_max;
            size_b[i].m_max = vec(inputs.b[i].half), size_b[i].m_min = -size_b[i].m_max;
        }
    }
    bench_answer answer(int i, int j) {
        BT_BOX_BOX_TRANSFORM_CACHE cache;
        cache.calc_from_homogenic(a[i].at, b[j].at);
        return {size_a[i].overlapping_trans_cache(size_b[j], cache, true), 0};
    }
};

struct BoxBox : Bodies<box, box> {
    using Bodies::Bodies;

    bench_answer answer(int i, int j) {
        btBoxBoxDetector detector(static_cast<const btBoxShape *>(a[i].shape.get()),
                                  static_cast<const btBoxShape *>(b[j].shape.get()));
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = a[i].at;
        input.m_transformB = b[j].at;
        Collector result;
        detector.getClosestPoints(input, result, nullptr);
        bench_keep(&result);
        return {result.count > 0, result.deepest};
    }
};

template <maker make_a, maker make_b> struct Gjk : Bodies<make_a, make_b> {
    World world;

    using Bodies<make_a, make_b>::Bodies;
    bench_answer answer(int i, int j) {
        const Body &p = this->a[i], &q = this->b[j];
        btGjkPairDetector detector(p.shape.get(), q.shape.get(), &world.simplex, &world.epa);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = p.at;
        input.m_transformB = q.at;
        btPointCollector result;
        detector.getClosestPoints(input, result, nullptr);
        bench_keep(&result);
        return {result.m_hasResult && result.m_distance <= 0, result.m_distance};
    }
};

template <maker make_a, maker make_b> struct GjkEpa : Bodies<make_a, make_b> {
    using Bodies<make_a, make_b>::Bodies;

    bench_answer answer(int i, int j) {
        const Body &p = this->a[i], &q = this->b[j];
        btGjkEpaSolver2::sResults result;
        btGjkEpaSolver2::SignedDistance(p.shape.get(), p.at, q.shape.get(), q.at,
                                        p.at.getOrigin() - q.at.getOrigin(), result);
        bench_keep(&result);
        return {result.distance <= 0, result.distance};
    }
};

struct Triangles : Gjk<triangle, triangle> {
    explicit Triangles(const bench_inputs &inputs) : Gjk(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a[i].at.setIdentity();
            b[i].at.setIdentity();
        }
    }
};

// A manifold: a point, and more by small turns.
using CapsuleBox = ConvexConvex<capsule, box, false>;

struct HullBuild {
    std::vector<btVector3> points[BENCH_SIDE];

    explicit HullBuild(const bench_inputs &in) {
        for (int i = 0; i < BENCH_SIDE; i++)
            for (int k = 0; k < in.hull.vertex_count; k++)
                points[i].push_back(pose(in.a[i]) * vec(in.hull.vertices[k]));
    }
    bench_answer answer(int a, int) {
        btConvexHullComputer hull;
        hull.compute(&points[a][0].x(), sizeof(btVector3), (int)points[a].size(), 0, 0);
        return {hull.faces.size() > 0, 0};
    }
};

// What its triangle meshes ask of each triangle.
struct RayTriangle {
    struct Closest : btTriangleRaycastCallback {
        using btTriangleRaycastCallback::btTriangleRaycastCallback;
        btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override {
            return fraction;
        }
    };
    btVector3 from[BENCH_SIDE], to[BENCH_SIDE], corners[BENCH_SIDE][3];

    explicit RayTriangle(const bench_inputs &in) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            const double *p = in.a[i].position, *m = in.a[i].motion;
            from[i] = btVector3(p[0], p[1], p[2]);
            to[i] = from[i] + btVector3(m[0], m[1], m[2]);
            for (int k = 0; k < 3; k++) {
                const double *c = in.b[i].corners[k];
                corners[i][k] = btVector3(c[0], c[1], c[2]);
            }
        }
    }
    bench_answer answer(int a, int b) {
        Closest callback(from[a], to[a]);
        callback.processTriangle(corners[b], 0, 0);
        return {callback.m_hitFraction < 1, callback.m_hitFraction};
    }
};

} // namespace

const bench_method bench_bullet[] = {
    method<SphereSphere>(BENCH_SPHERE_SPHERE, "btSphereSphereCollisionAlgorithm"),
    method<Cast<point, sphere, btSubsimplexConvexCast>>(BENCH_RAY_SPHERE, "btSubsimplexConvexCast"),
    method<Cast<point, capsule, btSubsimplexConvexCast>>(BENCH_RAY_CAPSULE,
                                                         "btSubsimplexConvexCast"),
    method<Cast<point, capsule, btGjkConvexCast>>(BENCH_RAY_CAPSULE, "btGjkConvexCast"),
    method<RayTriangle>(BENCH_RAY_TRIANGLE, "btTriangleRaycastCallback"),
    method<RayBox>(BENCH_RAY_BOX, "btRayAabb in the box's frame"),
    method<Cast<point, box, btSubsimplexConvexCast>>(BENCH_RAY_BOX, "btSubsimplexConvexCast"),
    method<SphereBox>(BENCH_SPHERE_BOX, "getSphereDistance"),
    method<HullBuild>(BENCH_HULL_BUILD, "btConvexHullComputer"),
    method<Triangles>(BENCH_TRIANGLE_OVERLAP, "btGjkPairDetector with EPA"),
    method<Triangles>(BENCH_TRIANGLE_GAP, "btGjkPairDetector with EPA"),
    method<Gjk<capsule, box>>(BENCH_CAPSULE_BOX_CONTACT, "btGjkPairDetector with EPA"),
    method<GjkEpa<capsule, box>>(BENCH_CAPSULE_BOX_CONTACT, "btGjkEpaSolver2::SignedDistance"),
    method<CapsuleBox>(BENCH_CAPSULE_BOX_MANIFOLD, "btConvexConvexAlgorithm"),
    method<CapsuleCapsule>(BENCH_CAPSULE_CAPSULE, "btConvexConvexAlgorithm"),
    method<Cast<sphere, box, btSubsimplexConvexCast>>(BENCH_SPHERE_CAST_BOX,
                                                      "btSubsimplexConvexCast"),
    method<Cast<sphere, box, btGjkConvexCast>>(BENCH_SPHERE_CAST_BOX, "btGjkConvexCast"),
    method<Turn<box, box, Continuous>>(BENCH_BOX_TURNS_AT_BOX, "btContinuousConvexCollision"),
    method<Cast<sphere, box, Continuous>>(BENCH_SPHERE_CAST_BOX, "btContinuousConvexCollision"),
    method<Cast<capsule, box, btSubsimplexConvexCast>>(BENCH_CAPSULE_CAST_BOX,
                                                       "btSubsimplexConvexCast"),
    method<Cast<capsule, box, btGjkConvexCast>>(BENCH_CAPSULE_CAST_BOX, "btGjkConvexCast"),
    method<Cast<capsule, box, Continuous>>(BENCH_CAPSULE_CAST_BOX, "btContinuousConvexCollision"),
    method<Cast<capsule, capsule, btSubsimplexConvexCast>>(BENCH_CAPSULE_CAST_CAPSULE,
                                                           "btSubsimplexConvexCast"),
    method<Cast<capsule, capsule, btGjkConvexCast>>(BENCH_CAPSULE_CAST_CAPSULE, "btGjkConvexCast"),
    method<Cast<capsule, capsule, Continuous>>(BENCH_CAPSULE_CAST_CAPSULE,
                                               "btContinuousConvexCollision"),
    method<Cast<box, box, btSubsimplexConvexCast>>(BENCH_BOX_CAST_BOX, "btSubsimplexConvexCast"),
    method<Cast<box, box, btGjkConvexCast>>(BENCH_BOX_CAST_BOX, "btGjkConvexCast"),
    method<Cast<box, box, Continuous>>(BENCH_BOX_CAST_BOX, "btContinuousConvexCollision"),
    method<Cast<hull, hull, btSubsimplexConvexCast>>(BENCH_HULL_CAST_HULL,
                                                     "btSubsimplexConvexCast"),
    method<Cast<hull, hull, btGjkConvexCast>>(BENCH_HULL_CAST_HULL, "btGjkConvexCast"),
    method<Cast<hull, hull, Continuous>>(BENCH_HULL_CAST_HULL, "btContinuousConvexCollision"),
    method<Overlap>(BENCH_BOX_BOX_OVERLAP, "btAABB::overlapping_trans_cache"),
    method<BoxBox>(BENCH_BOX_BOX_MANIFOLD, "btBoxBoxDetector, 4 points"),
    method<BoxBox>(BENCH_BOX_BOX_CONTACT, "btBoxBoxDetector, 4 points"),
    method<BoxBox>(BENCH_BOX_BOX_DEPTH, "btBoxBoxDetector, 4 points"),
    method<Gjk<box, box>>(BENCH_BOX_BOX_GAP, "btGjkPairDetector with EPA"),
    method<GjkEpa<box, box>>(BENCH_BOX_BOX_GAP, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<box, box>>(BENCH_BOX_BOX_DEPTH, "btGjkPairDetector with EPA"),
    method<GjkEpa<box, box>>(BENCH_BOX_BOX_DEPTH, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<hull, hull>>(BENCH_HULL_DISTANCE, "btGjkPairDetector with EPA"),
    method<GjkEpa<hull, hull>>(BENCH_HULL_DISTANCE, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<hull, hull>>(BENCH_HULL_GAP, "btGjkPairDetector with EPA"),
    method<GjkEpa<hull, hull>>(BENCH_HULL_GAP, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<hull, hull>>(BENCH_HULL_DEPTH, "btGjkPairDetector with EPA"),
    method<GjkEpa<hull, hull>>(BENCH_HULL_DEPTH, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<cylinder, box>>(BENCH_CYLINDER_BOX, "btGjkPairDetector with EPA"),
    method<GjkEpa<cylinder, box>>(BENCH_CYLINDER_BOX, "btGjkEpaSolver2::SignedDistance"),
    method<Gjk<cylinder, cylinder>>(BENCH_CYLINDER_CYLINDER, "btGjkPairDetector with EPA"),
    method<GjkEpa<cylinder, cylinder>>(BENCH_CYLINDER_CYLINDER, "btGjkEpaSolver2::SignedDistance"),
    method<Cast<point, cylinder, btSubsimplexConvexCast>>(BENCH_RAY_CYLINDER,
                                                          "btSubsimplexConvexCast"),
    {},
};

// FCL: its closed forms where it has one for the pair, else the solver that its front ends call.
// Transforms are made beforehand.
#include "peer.hpp"

#include <fcl/fcl.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/box_box.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/capsule_capsule.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/sphere_box.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/sphere_sphere.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

namespace {

using Vector = fcl::Vector3<double>;
using Transform = fcl::Transform3<double>;
using Contacts = std::vector<fcl::ContactPoint<double>>;
using Sphere = fcl::Sphere<double>;
using Capsule = fcl::Capsule<double>;
using Box = fcl::Box<double>;
using Cylinder = fcl::Cylinder<double>;
using Convex = fcl::Convex<double>;

Vector vec(const double v[3]) { return Vector(v[0], v[1], v[2]); }

Transform pose(const bench_body &body) {
    Transform t = Transform::Identity();
    for (int i = 0; i < 3; i++)
        t.linear().col(i) = vec(body.axes[i]);
    t.translation() = vec(body.position);
    return t;
}

template <class Shape> Shape make(const bench_inputs &inputs, const bench_body &body);

template <> Sphere make(const bench_inputs &, const bench_body &body) {
    return Sphere(body.radius);
}

template <> Capsule make(const bench_inputs &, const bench_body &body) {
    return Capsule(body.radius, body.length);
}

template <> Box make(const bench_inputs &, const bench_body &body) {
    return Box(2 * vec(body.half));
}

template <> Cylinder make(const bench_inputs &, const bench_body &body) {
    return Cylinder(body.radius, body.length);
}

template <> Convex make(const bench_inputs &inputs, const bench_body &) {
    auto vertices = std::make_shared<std::vector<Vector>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < inputs.hull.vertex_count; i++)
        vertices->push_back(vec(inputs.hull.vertices[i]));
    for (int i = 0; i < inputs.hull.face_count; i++) {
        const int *f = inputs.hull.faces[i];
        faces->insert(faces->end(), {3, f[0], f[1], f[2]});
    }
    return Convex(vertices, inputs.hull.face_count, faces);
}

template <class Shape> struct Side {
    std::vector<Shape> shapes;
    std::vector<Transform> at, to;

    Side(const bench_inputs &inputs, const bench_body *bodies) {
        shapes.reserve(BENCH_SIDE);
        for (int i = 0; i < BENCH_SIDE; i++) {
            shapes.push_back(make<Shape>(inputs, bodies[i]));
            at.push_back(pose(bodies[i]));
            to.push_back(at.back());
            to.back().translation() += vec(bodies[i].motion);
        }
    }
};

template <class A, class B> struct Sides {
    Side<A> a;
    Side<B> b;

    explicit Sides(const bench_inputs &inputs) : a(inputs, inputs.a), b(inputs, inputs.b) {}
};

template <class A, class B>
using Intersect = bool(const A &, const Transform &, const B &, const Transform &, Contacts *);

// The vector of contacts is kept from pair to pair, so that it allocates once.
template <class A, class B, Intersect<A, B> *intersect> struct Contact : Sides<A, B> {
    Contacts contacts;

    using Sides<A, B>::Sides;
    bench_answer answer(int i, int j) {
        contacts.clear();
        bool hit = intersect(this->a.shapes[i], this->a.at[i], this->b.shapes[j], this->b.at[j],
                             &contacts);
        double deepest = 0;
        for (const auto &c : contacts)
            deepest = std::max(deepest, c.penetration_depth);
        return {hit, -deepest};
    }
};

struct Capsules : Sides<Capsule, Capsule> {
    using Sides::Sides;
    bench_answer answer(int i, int j) {
        double distance;
        Vector p, q;
        fcl::detail::capsuleCapsuleDistance(a.shapes[i], a.at[i], b.shapes[j], b.at[j], &distance,
                                            &p, &q);
        bench_keep(&p), bench_keep(&q);
        return {distance <= 0, distance};
    }
};

template <class A, class B, fcl::CCDMotionType motion, fcl::CCDSolverType solver>
struct Cast : Sides<A, B> {
    fcl::ContinuousCollisionRequest<double> request{100, 1e-6, motion, fcl::GST_LIBCCD, solver};
    using Sides<A, B>::Sides;
    bench_answer answer(int i, int j) {
        fcl::ContinuousCollisionResult<double> result;
        fcl::continuousCollide(&this->a.shapes[i], this->a.at[i], this->a.to[i], &this->b.shapes[j],
                               this->b.at[j], this->b.at[j], request, result);
        bench_keep(&result);
        return {result.is_collide, result.time_of_contact};
    }
};

struct Turn : Cast<Box, Box, fcl::CCDM_LINEAR, fcl::CCDC_CONSERVATIVE_ADVANCEMENT> {
    explicit Turn(const bench_inputs &inputs) : Cast(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            Vector turning = vec(inputs.a[i].turning);
            Eigen::AngleAxisd by(turning.norm(), turning.normalized());
            a.to[i].linear() = by * a.at[i].linear();
        }
    }
};

struct Overlap {
    std::vector<fcl::OBB<double>> a, b;

    static fcl::OBB<double> obb(const bench_body &body) {
        return fcl::OBB<double>(pose(body).linear(), vec(body.position), vec(body.half));
    }
    explicit Overlap(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++) {
            a.push_back(obb(inputs.a[i]));
            b.push_back(obb(inputs.b[i]));
        }
    }
    bench_answer answer(int i, int j) { return {a[i].overlap(b[j]), 0}; }
};

template <class A, class B> struct SignedDistance : Sides<A, B> {
    fcl::detail::GJKSolver_libccd<double> solver;

    using Sides<A, B>::Sides;
    bench_answer answer(int i, int j) {
        double distance = 0;
        Vector p, q;
        solver.shapeSignedDistance(this->a.shapes[i], this->a.at[i], this->b.shapes[j],
                                   this->b.at[j], &distance, &p, &q);
        bench_keep(&p), bench_keep(&q);
        return {distance <= 0, distance};
    }
};

// The front end's default for distances; of an overlap it tells -1 and no depth.
template <class Shape, class Solver> struct Distance : Sides<Shape, Shape> {
    Solver solver;

    using Sides<Shape, Shape>::Sides;
    bench_answer answer(int i, int j) {
        double distance = 0;
        Vector p, q;
        solver.shapeDistance(this->a.shapes[i], this->a.at[i], this->b.shapes[j], this->b.at[j],
                             &distance, &p, &q);
        bench_keep(&p), bench_keep(&q);
        return {distance <= 0, distance};
    }
};

// What its meshes ask of two triangles.
struct Triangles {
    Vector a[BENCH_SIDE][3], b[BENCH_SIDE][3];

    explicit Triangles(const bench_inputs &inputs) {
        for (int i = 0; i < BENCH_SIDE; i++)
            for (int k = 0; k < 3; k++) {
                a[i][k] = vec(inputs.a[i].corners[k]);
                b[i][k] = vec(inputs.b[i].corners[k]);
            }
    }
};

struct TriangleOverlap : Triangles {
    using Triangles::Triangles;
    bench_answer answer(int i, int j) {
        const Vector *p = a[i], *q = b[j];
        return {
            fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], q[0], q[1], q[2]),
            0};
    }
};

struct TriangleGap : Triangles {
    using Triangles::Triangles;
    bench_answer answer(int i, int j) {
        Vector p, q;
        double d = fcl::detail::TriangleDistance<double>::triDistance(a[i], b[j], p, q);
        bench_keep(&p), bench_keep(&q);
        return {d <= 0, d};
    }
};

} // namespace

const bench_method bench_fcl[] = {
    method<TriangleOverlap>(BENCH_TRIANGLE_OVERLAP, "intersect_Triangle"),
    method<TriangleGap>(BENCH_TRIANGLE_GAP, "triDistance"),
    method<SignedDistance<Capsule, Box>>(BENCH_CAPSULE_BOX_CONTACT, "GJKSolver_libccd, signed"),
    method<Contact<Sphere, Sphere, fcl::detail::sphereSphereIntersect<double>>>(
        BENCH_SPHERE_SPHERE, "sphereSphereIntersect"),
    method<Contact<Sphere, Box, fcl::detail::sphereBoxIntersect<double>>>(BENCH_SPHERE_BOX,
                                                                          "sphereBoxIntersect"),
    method<Capsules>(BENCH_CAPSULE_CAPSULE, "capsuleCapsuleDistance"),
    method<Cast<Sphere, Box, fcl::CCDM_TRANS, fcl::CCDC_CONSERVATIVE_ADVANCEMENT>>(
        BENCH_SPHERE_CAST_BOX, "continuousCollide, advancement"),
    method<Turn>(BENCH_BOX_TURNS_AT_BOX, "continuousCollide, advancement"),
    method<Overlap>(BENCH_BOX_BOX_OVERLAP, "OBB::overlap"),
    method<Contact<Box, Box, fcl::detail::boxBoxIntersect<double>>>(BENCH_BOX_BOX_MANIFOLD,
                                                                    "boxBoxIntersect"),
    method<Contact<Box, Box, fcl::detail::boxBoxIntersect<double>>>(BENCH_BOX_BOX_CONTACT,
                                                                    "boxBoxIntersect"),
    method<Contact<Box, Box, fcl::detail::boxBoxIntersect<double>>>(BENCH_BOX_BOX_DEPTH,
                                                                    "boxBoxIntersect"),
    method<Distance<Box, fcl::detail::GJKSolver_libccd<double>>>(BENCH_BOX_BOX_GAP,
                                                                 "GJKSolver_libccd"),
    method<Distance<Box, fcl::detail::GJKSolver_indep<double>>>(BENCH_BOX_BOX_GAP,
                                                                "GJKSolver_indep"),
    method<SignedDistance<Convex, Convex>>(BENCH_HULL_DISTANCE, "GJKSolver_libccd, signed"),
    method<SignedDistance<Cylinder, Box>>(BENCH_CYLINDER_BOX, "GJKSolver_libccd, signed"),
    method<SignedDistance<Cylinder, Cylinder>>(BENCH_CYLINDER_CYLINDER, "GJKSolver_libccd, signed"),
    partial<Distance<Convex, fcl::detail::GJKSolver_libccd<double>>>(BENCH_HULL_DISTANCE,
                                                                     "GJKSolver_libccd, no depth"),
    partial<Distance<Convex, fcl::detail::GJKSolver_indep<double>>>(BENCH_HULL_DISTANCE,
                                                                    "GJKSolver_indep, no depth"),
    method<Distance<Convex, fcl::detail::GJKSolver_libccd<double>>>(BENCH_HULL_GAP,
                                                                    "GJKSolver_libccd"),
    method<Distance<Convex, fcl::detail::GJKSolver_indep<double>>>(BENCH_HULL_GAP,
                                                                   "GJKSolver_indep"),
    {},
};

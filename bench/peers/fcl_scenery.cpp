// FCL's tree of OBBRSS volumes; it casts no rays.
#include "../scenery.h"

#include <fcl/fcl.h>

#include <memory>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

struct Made {
    std::shared_ptr<Model> model = std::make_shared<Model>();
    std::unique_ptr<fcl::CollisionObjectd> object;
};

fcl::Vector3d vec(const double v[3]) { return {v[0], v[1], v[2]}; }

void *make_mesh(const bench_scene *s) {
    auto *m = new Made;
    m->model->beginModel(s->triangle_count, s->vertex_count);
    std::vector<fcl::Vector3d> vertices;
    for (int i = 0; i < s->vertex_count; i++)
        vertices.push_back(vec(s->vertices[i]));
    std::vector<fcl::Triangle> triangles;
    for (int i = 0; i < s->triangle_count; i++)
        triangles.emplace_back(s->triangles[i][0], s->triangles[i][1], s->triangles[i][2]);
    m->model->addSubModel(vertices, triangles);
    m->model->endModel();
    m->object = std::make_unique<fcl::CollisionObjectd>(m->model);
    return m;
}

bool distance(void *at, const double center[3], double radius, double *d) {
    auto *m = static_cast<Made *>(at);
    fcl::CollisionObjectd ball(std::make_shared<fcl::Sphered>(radius),
                               fcl::Transform3d(fcl::Translation3d(vec(center))));
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    *d = fcl::distance(m->object.get(), &ball, request, result);
    return *d <= 0;
}

// By the shortest arc from one of its axes to the way, as collide turns its own.
fcl::Transform3d pose(const bench_way *r, const fcl::Vector3d &axis) {
    fcl::Transform3d at = fcl::Transform3d::Identity();
    at.linear() =
        Eigen::Quaterniond::FromTwoVectors(axis, vec(r->to) - vec(r->from)).toRotationMatrix();
    at.translation() = vec(r->near);
    return at;
}

bool overlap(void *at, const bench_way *r, bench_near body) {
    static const auto capsule =
        std::make_shared<fcl::Capsuled>(BENCH_NEAR_RADIUS, 2 * BENCH_NEAR_HALF);
    static const auto cube =
        std::make_shared<fcl::Boxd>(2 * BENCH_NEAR_HALF, 2 * BENCH_NEAR_HALF, 2 * BENCH_NEAR_HALF);
    fcl::CollisionObjectd object =
        body == BENCH_NEAR_BOX ? fcl::CollisionObjectd(cube, pose(r, fcl::Vector3d::UnitX()))
                               : fcl::CollisionObjectd(capsule, pose(r, fcl::Vector3d::UnitZ()));
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(static_cast<Made *>(at)->object.get(), &object, request, result) > 0;
}

void release(void *at) { delete static_cast<Made *>(at); }

} // namespace

extern "C" const bench_scenery bench_fcl_scenery[] = {
    {"distance, OBBRSS", INT32_MAX, make_mesh, nullptr, nullptr, nullptr, distance, nullptr,
     release, nullptr, overlap, nullptr, nullptr, true},
    {},
};

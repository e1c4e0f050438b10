// ODE's triangle meshes, whose trees (OPCODE) are in single precision, and its spaces of boxes.
#include "../scenery.h"

#include <ode/ode.h>

#include <cmath>
#include <vector>

namespace {

struct Made {
    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    dTriMeshDataID data = nullptr;
    dSpaceID space = nullptr;
    dGeomID mesh = nullptr, ray = nullptr;
};

Made *start() {
    static bool ready = dInitODE2(0) != 0;
    (void)ready;
    auto *m = new Made;
    m->ray = dCreateRay(nullptr, 1);
    dGeomRaySetClosestHit(m->ray, 1);
    return m;
}

void *make_mesh(const bench_scene *s) {
    Made *m = start();
    m->vertices.assign(&s->vertices[0][0], &s->vertices[0][0] + 3 * s->vertex_count);
    for (int i = 0; i < 3 * s->triangle_count; i++)
        m->indices.push_back((dTriIndex)s->triangles[i / 3][i % 3]);
    m->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(m->data, m->vertices.data(), 3 * sizeof(double), s->vertex_count,
                                m->indices.data(), (int)m->indices.size(), 3 * sizeof(dTriIndex));
    m->mesh = dCreateTriMesh(nullptr, m->data, nullptr, nullptr, nullptr);
    return m;
}

double length_of(const bench_way *r, double way[3]) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        way[i] = r->to[i] - r->from[i];
        square += way[i] * way[i];
    }
    return std::sqrt(square);
}

bool ray(void *at, const bench_way *r, double *t) {
    auto *m = static_cast<Made *>(at);
    double way[3], length = length_of(r, way);
    dContactGeom contact;
    dGeomRaySetLength(m->ray, length);
    dGeomRaySet(m->ray, r->from[0], r->from[1], r->from[2], way[0] / length, way[1] / length,
                way[2] / length);
    bool hit = dCollide(m->ray, m->mesh, 1, &contact, sizeof contact) > 0;
    *t = hit ? contact.depth / length : 0;
    return hit;
}

void release(void *at) {
    auto *m = static_cast<Made *>(at);
    dGeomDestroy(m->ray);
    dGeomDestroy(m->mesh);
    dGeomTriMeshDataDestroy(m->data);
    delete m;
}

} // namespace

extern "C" const bench_scenery bench_ode_scenery[] = {
    {"dCollide", INT32_MAX, make_mesh, nullptr, ray, nullptr, nullptr, nullptr, release, nullptr,
     nullptr, nullptr, nullptr, true},
    {},
};

// Embree, in single precision: a scene of triangles, robust, and one ray at a time.
#include "../scenery.h"

#include <embree3/rtcore.h>

#include <cstring>

namespace {

struct Scene {
    RTCDevice device;
    RTCScene scene;
};

void *make_mesh(const bench_scene *s) {
    auto *made = new Scene{rtcNewDevice("threads=1"), nullptr};
    made->scene = rtcNewScene(made->device);
    rtcSetSceneFlags(made->scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(made->scene, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry mesh = rtcNewGeometry(made->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto *vertices = static_cast<float *>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), (size_t)s->vertex_count));
    for (int i = 0; i < 3 * s->vertex_count; i++)
        vertices[i] = (float)s->vertices[i / 3][i % 3];
    auto *indices = static_cast<unsigned *>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), (size_t)s->triangle_count));
    for (int i = 0; i < 3 * s->triangle_count; i++)
        indices[i] = (unsigned)s->triangles[i / 3][i % 3];
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(made->scene, mesh);
    rtcReleaseGeometry(mesh);
    rtcCommitScene(made->scene);
    return made;
}

bool ray(void *at, const bench_way *r, double *t) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit hit;
    hit.ray.org_x = (float)r->from[0], hit.ray.dir_x = (float)(r->to[0] - r->from[0]);
    hit.ray.org_y = (float)r->from[1], hit.ray.dir_y = (float)(r->to[1] - r->from[1]);
    hit.ray.org_z = (float)r->from[2], hit.ray.dir_z = (float)(r->to[2] - r->from[2]);
    hit.ray.tnear = 0, hit.ray.tfar = 1;
    hit.ray.time = 0, hit.ray.mask = ~0u, hit.ray.id = 0, hit.ray.flags = 0;
    hit.hit.geomID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(static_cast<Scene *>(at)->scene, &context, &hit);
    *t = hit.ray.tfar;
    return hit.hit.geomID != RTC_INVALID_GEOMETRY_ID;
}

bool occluded(void *at, const bench_way *r) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay ray;
    ray.org_x = (float)r->from[0], ray.dir_x = (float)(r->to[0] - r->from[0]);
    ray.org_y = (float)r->from[1], ray.dir_y = (float)(r->to[1] - r->from[1]);
    ray.org_z = (float)r->from[2], ray.dir_z = (float)(r->to[2] - r->from[2]);
    ray.tnear = 0, ray.tfar = 1;
    ray.time = 0, ray.mask = ~0u, ray.id = 0, ray.flags = 0;
    rtcOccluded1(static_cast<Scene *>(at)->scene, &context, &ray);
    return ray.tfar < 0;
}

void release(void *at) {
    auto *made = static_cast<Scene *>(at);
    rtcReleaseScene(made->scene);
    rtcReleaseDevice(made->device);
    delete made;
}

} // namespace

extern "C" const bench_scenery bench_embree_scenery[] = {
    {"rtcIntersect1", INT32_MAX, make_mesh, nullptr, ray, nullptr, nullptr, nullptr, release,
     occluded, nullptr, nullptr, nullptr, true},
    {},
};

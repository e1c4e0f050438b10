// Bullet's dynamic trees: the broad phase alone with an exact test of its pairs, and for rays and
// overlaps with the callbacks that its collision world has for them, made for spheres.
#include "../crowd.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

btVector3 vec(const double v[3]) { return {v[0], v[1], v[2]}; }

int index_of(const btBroadphaseProxy *p) { return (int)(intptr_t)p->m_clientObject; }

struct Broad {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase tree;
    std::vector<btBroadphaseProxy *> proxies;
    const bench_crowd *crowd;

    explicit Broad(const bench_crowd *c) : crowd(c) {
        for (int i = 0; i < c->count; i++) {
            btVector3 r(c->radius[i], c->radius[i], c->radius[i]), p = vec(c->at[i]);
            proxies.push_back(tree.createProxy(p - r, p + r, SPHERE_SHAPE_PROXYTYPE,
                                               (void *)(intptr_t)i, 1, 1, &dispatcher));
        }
    }
    ~Broad() {
        for (auto *p : proxies)
            tree.destroyProxy(p, &dispatcher);
    }
};

void *make(const bench_crowd *c) { return new Broad(c); }

bench_set pairs(void *broad, const bench_crowd *c) {
    auto *b = static_cast<Broad *>(broad);
    for (int i = 0; i < c->count; i++) {
        btVector3 r(c->radius[i], c->radius[i], c->radius[i]), p = vec(c->at[i]);
        b->tree.setAabb(b->proxies[i], p - r, p + r, &b->dispatcher);
    }
    b->tree.calculateOverlappingPairs(&b->dispatcher);
    const btBroadphasePairArray &found =
        b->tree.getOverlappingPairCache()->getOverlappingPairArray();
    bench_set set = {0, 0};
    for (int i = 0; i < found.size(); i++)
        bench_add_touching(&set, c, index_of(found[i].m_pProxy0), index_of(found[i].m_pProxy1));
    return set;
}

// As btSingleRayCallback of the collision world, which ends each ray at the closest hit so far.
struct Ray : btBroadphaseRayCallback {
    const bench_crowd *crowd;
    btVector3 from, way;
    double t = 1;
    int closest = -1;

    Ray(const bench_crowd *c, const btVector3 &origin, const btVector3 &d)
        : crowd(c), from(origin), way(d) {
        btVector3 unit = d.normalized();
        for (int i = 0; i < 3; i++) {
            m_rayDirectionInverse[i] = unit[i] == 0 ? BT_LARGE_FLOAT : 1 / unit[i];
            m_signs[i] = m_rayDirectionInverse[i] < 0;
        }
        m_lambda_max = d.length();
    }
    bool process(const btBroadphaseProxy *p) override {
        int i = index_of(p);
        btVector3 m = from - vec(crowd->at[i]);
        double a = way.length2(), b = m.dot(way),
               c = m.length2() - crowd->radius[i] * crowd->radius[i];
        double square = b * b - a * c;
        if (c <= 0) {
            t = 0, closest = i;
        } else if (square >= 0 && b < 0) {
            double s = (-b - std::sqrt(square)) / a;
            if (s < t)
                t = s, closest = i;
        }
        m_lambda_max = t * way.length();
        return true;
    }
};

int ray(void *broad, const bench_ray *r, double *t) {
    auto *b = static_cast<Broad *>(broad);
    btVector3 from = vec(r->from), to = vec(r->to);
    Ray callback(b->crowd, from, to - from);
    b->tree.rayTest(from, to, callback);
    *t = callback.t;
    return callback.closest;
}

struct Inside : btBroadphaseAabbCallback {
    const bench_crowd *crowd;
    const double *center;
    double radius;
    bench_set set = {0, 0};

    bool process(const btBroadphaseProxy *p) override {
        int i = index_of(p);
        if (bench_touch(center, radius, crowd->at[i], crowd->radius[i]))
            bench_add_one(&set, i);
        return true;
    }
};

bench_set overlap(void *broad, const double center[3], double radius) {
    auto *b = static_cast<Broad *>(broad);
    Inside callback;
    callback.crowd = b->crowd;
    callback.center = center;
    callback.radius = radius;
    btVector3 r(radius, radius, radius), p = vec(center);
    b->tree.aabbTest(p - r, p + r, callback);
    return callback.set;
}

void move_one(void *broad, const bench_crowd *c, int i) {
    auto *b = static_cast<Broad *>(broad);
    btVector3 r(c->radius[i], c->radius[i], c->radius[i]), p = vec(c->at[i]);
    b->tree.setAabb(b->proxies[i], p - r, p + r, &b->dispatcher);
}

void renew(void *broad, const bench_crowd *c, int i) {
    auto *b = static_cast<Broad *>(broad);
    b->tree.destroyProxy(b->proxies[i], &b->dispatcher);
    btVector3 r(c->radius[i], c->radius[i], c->radius[i]), p = vec(c->at[i]);
    b->proxies[i] = b->tree.createProxy(p - r, p + r, SPHERE_SHAPE_PROXYTYPE, (void *)(intptr_t)i,
                                        1, 1, &b->dispatcher);
}

void release(void *broad) { delete static_cast<Broad *>(broad); }

// The collision world as one calls it: objects with shapes, and its own ray casts.
struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase tree;
    btCollisionWorld world{&dispatcher, &tree, &configuration};
    std::vector<std::unique_ptr<btSphereShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;

    explicit World(const bench_crowd *c) {
        for (int i = 0; i < c->count; i++) {
            shapes.push_back(std::make_unique<btSphereShape>(c->radius[i]));
            objects.push_back(std::make_unique<btCollisionObject>());
            objects[i]->setCollisionShape(shapes[i].get());
            objects[i]->getWorldTransform().setOrigin(vec(c->at[i]));
            objects[i]->setUserIndex(i);
            world.addCollisionObject(objects[i].get());
        }
    }
    ~World() {
        for (auto &o : objects)
            world.removeCollisionObject(o.get());
    }
};

void *make_world(const bench_crowd *c) { return new World(c); }

int world_ray(void *at, const bench_ray *r, double *t) {
    btVector3 from = vec(r->from), to = vec(r->to);
    btCollisionWorld::ClosestRayResultCallback callback(from, to);
    static_cast<World *>(at)->world.rayTest(from, to, callback);
    *t = callback.m_closestHitFraction;
    return callback.hasHit() ? callback.m_collisionObject->getUserIndex() : -1;
}

void release_world(void *at) { delete static_cast<World *>(at); }

} // namespace

const bench_broad bench_bullet_broad[] = {
    {"btDbvtBroadphase", 8, INT32_MAX, make, pairs, ray, overlap, release, move_one, renew},
    {"btCollisionWorld", 8, INT32_MAX, make_world, nullptr, world_ray, nullptr, release_world,
     nullptr, nullptr},
    {},
};

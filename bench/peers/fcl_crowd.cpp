// FCL's dynamic tree of boxes; its callback makes the exact test.
#include "../crowd.h"

#include <fcl/fcl.h>

#include <memory>
#include <vector>

namespace {

using Object = fcl::CollisionObject<double>;

int index_of(const Object *o) { return (int)(intptr_t)o->getUserData(); }

struct Search {
    const bench_crowd *crowd;
    bench_set set;
};

bool meet(Object *a, Object *b, void *data) {
    auto *s = static_cast<Search *>(data);
    bench_add_touching(&s->set, s->crowd, index_of(a), index_of(b));
    return false;
}

struct Probe {
    const Object *probe;
    const double *center;
    double radius;
    bench_set set;
};

bool probe(Object *a, Object *b, void *data) {
    auto *p = static_cast<Probe *>(data);
    const Object *o = a == p->probe ? b : a;
    const auto &at = o->getTranslation();
    const double q[3] = {at[0], at[1], at[2]};
    double r = static_cast<const fcl::Sphere<double> *>(o->collisionGeometry().get())->radius;
    if (bench_touch(p->center, p->radius, q, r))
        bench_add_one(&p->set, index_of(o));
    return false;
}

struct Tree {
    std::vector<std::unique_ptr<Object>> objects;
    fcl::DynamicAABBTreeCollisionManager<double> manager;

    explicit Tree(const bench_crowd *c) {
        std::vector<Object *> all;
        for (int i = 0; i < c->count; i++) {
            auto sphere = std::make_shared<fcl::Sphere<double>>(c->radius[i]);
            objects.push_back(std::make_unique<Object>(sphere));
            objects[i]->setUserData((void *)(intptr_t)i);
            move(c, i);
            all.push_back(objects[i].get());
        }
        manager.registerObjects(all);
        manager.setup();
    }
    void move(const bench_crowd *c, int i) {
        objects[i]->setTranslation({c->at[i][0], c->at[i][1], c->at[i][2]});
        objects[i]->computeAABB();
    }
};

void *make(const bench_crowd *c) { return new Tree(c); }

bench_set pairs(void *broad, const bench_crowd *c) {
    auto *tree = static_cast<Tree *>(broad);
    for (int i = 0; i < c->count; i++)
        tree->move(c, i);
    tree->manager.update();
    Search s = {c, {0, 0}};
    tree->manager.collide(&s, meet);
    return s.set;
}

bench_set overlap(void *broad, const double center[3], double radius) {
    Object sphere(std::make_shared<fcl::Sphere<double>>(radius));
    sphere.setTranslation({center[0], center[1], center[2]});
    sphere.computeAABB();
    Probe p = {&sphere, center, radius, {0, 0}};
    static_cast<Tree *>(broad)->manager.collide(&sphere, &p, probe);
    return p.set;
}

void move_one(void *broad, const bench_crowd *c, int i) {
    auto *tree = static_cast<Tree *>(broad);
    tree->move(c, i);
    tree->manager.update(tree->objects[i].get());
}

void release(void *broad) { delete static_cast<Tree *>(broad); }

} // namespace

const bench_broad bench_fcl_broad[] = {
    {"DynamicAABBTree", 8, INT32_MAX, make, pairs, nullptr, overlap, release, move_one, nullptr},
    {},
};

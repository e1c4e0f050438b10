// ODE's spaces: a hash of cells of all sizes, and sweep and prune; the callback makes the exact
// test.
#include "../crowd.h"

#include <ode/ode.h>

#include <vector>

namespace {

struct Space {
    dSpaceID space;
    std::vector<dGeomID> geoms;
};

struct Search {
    const bench_crowd *crowd;
    bench_set set;
};

int index_of(dGeomID g) { return (int)(intptr_t)dGeomGetData(g); }

void meet(void *data, dGeomID a, dGeomID b) {
    auto *s = static_cast<Search *>(data);
    bench_add_touching(&s->set, s->crowd, index_of(a), index_of(b));
}

void *fill(dSpaceID space, const bench_crowd *c) {
    auto *s = new Space{space, {}};
    for (int i = 0; i < c->count; i++) {
        s->geoms.push_back(dCreateSphere(space, c->radius[i]));
        dGeomSetData(s->geoms[i], (void *)(intptr_t)i);
        dGeomSetPosition(s->geoms[i], c->at[i][0], c->at[i][1], c->at[i][2]);
    }
    return s;
}

void *make_hash(const bench_crowd *c) {
    static bool ready = dInitODE2(0) != 0;
    (void)ready;
    return fill(dHashSpaceCreate(nullptr), c);
}

void *make_sweep(const bench_crowd *c) {
    static bool ready = dInitODE2(0) != 0;
    (void)ready;
    return fill(dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ), c);
}

bench_set pairs(void *broad, const bench_crowd *c) {
    auto *s = static_cast<Space *>(broad);
    for (int i = 0; i < c->count; i++)
        dGeomSetPosition(s->geoms[i], c->at[i][0], c->at[i][1], c->at[i][2]);
    Search search = {c, {0, 0}};
    dSpaceCollide(s->space, &search, meet);
    return search.set;
}

void release(void *broad) {
    auto *s = static_cast<Space *>(broad);
    dSpaceDestroy(s->space);
    delete s;
}

} // namespace

const bench_broad bench_ode_broad[] = {
    {"dHashSpace", 8, 10000, make_hash, pairs, nullptr, nullptr, release, nullptr, nullptr},
    {"dSweepAndPruneSpace", 8, 10000, make_sweep, pairs, nullptr, nullptr, release, nullptr,
     nullptr},
    {},
};

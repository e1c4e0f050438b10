// Chipmunk's spatial indices: the hash with cells as large as the largest circle, and the tree.
#include "../crowd.h"

#include <chipmunk/chipmunk.h>

#include <vector>

namespace {

struct Circle {
    const bench_crowd *crowd;
    int index;
};

cpBB box_of(void *at) {
    auto *o = static_cast<Circle *>(at);
    const double *p = o->crowd->at[o->index];
    return cpBBNewForCircle(cpv(p[0], p[1]), o->crowd->radius[o->index]);
}

struct Index {
    cpSpatialIndex *index;
    std::vector<Circle> circles;
};

cpCollisionID meet(void *a, void *b, cpCollisionID id, void *data) {
    auto *p = static_cast<Circle *>(a), *q = static_cast<Circle *>(b);
    bench_add_touching(static_cast<bench_set *>(data), p->crowd, p->index, q->index);
    return id;
}

void *fill(cpSpatialIndex *index, const bench_crowd *c) {
    auto *s = new Index{index, {}};
    for (int i = 0; i < c->count; i++)
        s->circles.push_back({c, i});
    for (int i = 0; i < c->count; i++)
        cpSpatialIndexInsert(index, &s->circles[i], (cpHashValue)i);
    return s;
}

void *make_hash(const bench_crowd *c) {
    return fill(cpSpaceHashNew(2 * c->largest, 2 * c->count, box_of, nullptr), c);
}

void *make_tree(const bench_crowd *c) { return fill(cpBBTreeNew(box_of, nullptr), c); }

bench_set pairs(void *broad, const bench_crowd *) {
    auto *s = static_cast<Index *>(broad);
    bench_set set = {0, 0};
    cpSpatialIndexReindexQuery(s->index, meet, &set);
    return set;
}

void release(void *broad) {
    auto *s = static_cast<Index *>(broad);
    cpSpatialIndexFree(s->index);
    delete s;
}

} // namespace

const bench_broad bench_chipmunk_broad[] = {
    {"cpSpaceHash", 4, INT32_MAX, make_hash, pairs, nullptr, nullptr, release, nullptr, nullptr},
    {"cpBBTree", 4, INT32_MAX, make_tree, pairs, nullptr, nullptr, release, nullptr, nullptr},
    {},
};

// From a query class to a method: the constructor builds the shapes from the bodies before the
// clock starts, answer(a, b) is what is timed.
#ifndef BENCH_PEER_HPP
#define BENCH_PEER_HPP

#include "../peer.h"

#include <memory>
#include <vector>

template <class Query> void *prepare(const bench_inputs *inputs) { return new Query(*inputs); }

template <class Query> bench_sum play(void *query, const bench_inputs *inputs) {
    bench_sum sum = {0, 0};
    for (const auto &pair : inputs->pairs) {
        bench_answer one = static_cast<Query *>(query)->answer(pair[0], pair[1]);
        sum.hits += one.hit;
        sum.measure += one.measure;
    }
    return sum;
}

template <class Query> bench_answer answer(void *query, int a, int b) {
    return static_cast<Query *>(query)->answer(a, b);
}

template <class Query> void release(void *query) { delete static_cast<Query *>(query); }

template <class Query> constexpr bench_method method(bench_workload_id workload, const char *how) {
    return {workload, how, false, prepare<Query>, play<Query>, answer<Query>, release<Query>};
}

template <class Query> constexpr bench_method partial(bench_workload_id workload, const char *how) {
    return {workload, how, true, prepare<Query>, play<Query>, answer<Query>, release<Query>};
}

#endif

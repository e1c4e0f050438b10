// A trace that is full keeps the first steps and the last, and counts the others; nobody records
// where no trace is named.
#include "check.h"
#include "collide/math/trace.h"

static cd_trace trace;

static void put(int from, int until) {
    for (int i = from; i < until; i++)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_AXIS, .distance = i, .point_a = {i, 0, 0}});
}

static void keeps_first_and_last(void) {
    trace.count = trace.omitted = 0;
    CHECK(cd_trace_to(&trace) == NULL);
    put(0, CD_TRACE_STEPS + 10);
    CHECK(cd_trace_length() == CD_TRACE_STEPS + 10);
    CHECK(cd_trace_to(NULL) == &trace && cd_trace_length() == 0);
    put(0, 5); // nowhere
    CHECK(trace.count == CD_TRACE_STEPS && trace.omitted == 10);
    for (int i = 0; i < CD_TRACE_STEPS - 1; i++)
        CHECK(trace.steps[i].distance == i);
    CHECK(trace.steps[CD_TRACE_STEPS - 1].distance == CD_TRACE_STEPS + 9);
}

static void shifts_what_is_new(void) {
    trace.count = trace.omitted = 0;
    cd_trace_to(&trace);
    put(0, 3);
    const int from = cd_trace_length();
    cd_trace_shift(from, (cd_vec){9, 9, 9}); // nothing is new
    put(3, 5);
    cd_trace_shift(from, (cd_vec){100, 0, 0});
    for (int i = 0; i < 5; i++)
        CHECK(trace.steps[i].point_a.x == (i < 3 ? i : 100 + i));
    put(5, CD_TRACE_STEPS);
    const int full = cd_trace_length();
    cd_trace_shift(full, (cd_vec){100, 0, 0});
    CHECK(trace.steps[CD_TRACE_STEPS - 1].point_a.x == CD_TRACE_STEPS - 1);
    put(0, 1);
    cd_trace_shift(full, (cd_vec){100, 0, 0});
    CHECK(trace.steps[CD_TRACE_STEPS - 1].point_a.x == 100);
    cd_trace_to(NULL);
}

int main(void) {
    keeps_first_and_last();
    shifts_what_is_new();
    return failures > 0;
}

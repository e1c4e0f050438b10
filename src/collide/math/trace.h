// The steps that a traced query records. The sources of the queries are compiled twice: as they
// are, and with CD_TRACED for explanations (cmake/traced.cmake). CD_TRACES is a constant, so what
// records is no code at all in the former, and the way is the same in both.
#ifndef COLLIDE_MATH_TRACE_H
#define COLLIDE_MATH_TRACE_H

#include "collide/explain.h"

#ifdef CD_TRACED
enum { CD_TRACES = 1 };
#else
enum { CD_TRACES = 0 };
#endif

/// Steps of this thread are recorded in `trace` from now on, NULL: nowhere. Returns where they were
/// until now.
cd_trace *cd_trace_to(cd_trace *trace);

/// Records a step. Of one that is full the last step is replaced, and counted as omitted.
void cd_trace_put(const cd_trace_step *step);

/// How many steps were recorded so far, those left out included.
int cd_trace_length(void);

/// Adds `origin` to the positions of the steps recorded since there were `from`: for queries that
/// see both shapes from one place near them.
void cd_trace_shift(int from, cd_vec origin);

/// Records a closed form.
static inline void cd_trace_formula(const char *name) {
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_FORMULA, .name = name, .runner_up = INFINITY});
}

/// Records no steps until cd_trace_resume: for searches within a step.
static inline cd_trace *cd_trace_pause(void) { return CD_TRACES ? cd_trace_to(NULL) : NULL; }
static inline void cd_trace_resume(cd_trace *trace) {
    if (CD_TRACES)
        cd_trace_to(trace);
}

#endif

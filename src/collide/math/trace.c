// The steps of a traced query go to the trace that its thread has named.
#include "collide/math/trace.h"

#include <stddef.h>

static _Thread_local cd_trace *current;

cd_trace *cd_trace_to(cd_trace *trace) {
    cd_trace *before = current;
    current = trace;
    return before;
}

void cd_trace_put(const cd_trace_step *step) {
    if (current == NULL)
        return;
    if (current->count == CD_TRACE_STEPS) {
        current->omitted++;
        current->count--;
    }
    current->steps[current->count++] = *step;
}

int cd_trace_length(void) { return current == NULL ? 0 : current->count + current->omitted; }

void cd_trace_shift(int from, cd_vec origin) {
    if (cd_trace_length() <= from)
        return;
    for (int i = from < CD_TRACE_STEPS ? from : CD_TRACE_STEPS - 1; i < current->count; i++) {
        cd_trace_step *s = &current->steps[i];
        s->point_a = cd_add(s->point_a, origin);
        s->point_b = cd_add(s->point_b, origin);
        for (int k = 0; k < 4; k++) {
            s->a[k] = cd_add(s->a[k], origin);
            s->b[k] = cd_add(s->b[k], origin);
        }
    }
}

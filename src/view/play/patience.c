// See patience.h.
#include "view/play/patience.h"

#define STANDSTILL 10.0 ///< seconds in which a runner that uses no processor time is stuck

void cd_patience_begin(cd_patience *patience, double now) {
    *patience = (cd_patience){.since = now, .begun = -1, .grew = now};
}

bool cd_patience_is_over(cd_patience *patience, const cd_runner *runner, double limit, double now) {
    const double used = cd_runner_cpu_time(runner);
    if (used < 0) // the system does not say
        return now - patience->since > limit;
    if (patience->begun < 0)
        patience->begun = used;
    if (used > patience->used)
        patience->grew = now;
    patience->used = used;
    return used - patience->begun > limit || now - patience->grew > STANDSTILL;
}

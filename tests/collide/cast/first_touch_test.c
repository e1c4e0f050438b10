// A trace holds a limited number of steps, and counts those that come after: in all there are as
// many as of a trace with room.
#include "check.h"
#include "closed_shapes.h"
#include "collide/cast/time_of_impact.h"

int main(void) {
    int steps = 0;
    for (int n = 0; n < 500; n++) {
        seed(n);
        cd_shape a = closed_shape(ROUNDED_BOX, 3, false), b = closed_shape(ROUNDED_BOX, 3, false);
        cd_vec motion = vector(3, 4);
        cd_interval i;
        cd_trace whole = {.count = 0}, rest = {.count = CD_TRACE_STEPS - n % 4};
        cd_touch_interval_generic(&a, motion, &b, &i, &whole);
        cd_touch_interval_generic(&a, motion, &b, &i, &rest);
        int room = n % 4, more = whole.count > room ? whole.count - room : 0;
        check_case(rest.count + rest.omitted == CD_TRACE_STEPS - room + whole.count, "steps", n);
        check_case(rest.omitted == more, "omitted steps", n);
        steps += whole.count;
    }
    CHECK(steps > 2000);
    return failures > 0;
}

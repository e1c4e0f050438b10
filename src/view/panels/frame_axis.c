// See frame_axis.h.
#include "view/panels/frame_axis.h"

#include <assert.h>

cd_frame_axis cd_frame_axis_of(const cd_screen *screen, cd_rect rect, double unit) {
    int last = screen->recording != NULL ? screen->recording->count - 1 : 0;
    if (screen->past_count - 1 > last)
        last = screen->past_count - 1; // the run before the edit may have been longer
    cd_frame_axis axis = {.x = rect.x + 16 * unit, .width = rect.width - 32 * unit};
    axis.last = last > 0 ? last : 0;
    axis.step = last > 0 ? axis.width / last : 0;
    return axis;
}

double cd_frame_axis_x(const cd_frame_axis *axis, int frame) {
    assert(frame >= 0);
    return axis->x + frame * axis->step;
}

int cd_shown_frame(const cd_screen *screen) {
    return screen->scene.frame != NULL ? screen->scene.frame->frame : 0;
}

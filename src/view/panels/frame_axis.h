// The axis of frames that the plots and the timeline share.
#ifndef VIEW_PANELS_FRAME_AXIS_H
#define VIEW_PANELS_FRAME_AXIS_H

#include "view/panels/panel.h"

/// Frame n lies at x + n * step, frame `last` at x + width.
typedef struct cd_frame_axis {
    double x, width, step;
    int last;
} cd_frame_axis;

cd_frame_axis cd_frame_axis_of(const cd_screen *screen, cd_rect rect, double unit);
double cd_frame_axis_x(const cd_frame_axis *axis, int frame);
/// The frame on the screen; 0: none.
int cd_shown_frame(const cd_screen *screen);

#endif

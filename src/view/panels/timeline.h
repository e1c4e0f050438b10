// The timeline: all recorded frames on a track, to be clicked and dragged along.
#ifndef VIEW_PANELS_TIMELINE_H
#define VIEW_PANELS_TIMELINE_H

#include "view/panels/panel.h"

/// The axis of frames, which the plots share: frame n lies at x + n * step, frame `last` at x +
/// width.
typedef struct cd_frame_axis {
    double x, width, step;
    int last;
} cd_frame_axis;

cd_frame_axis cd_frame_axis_of(const cd_screen *screen, cd_rect rect, double unit);
double cd_frame_axis_x(const cd_frame_axis *axis, int frame);
/// The frame on the screen; 0: none.
int cd_shown_frame(const cd_screen *screen);

void cd_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

#endif

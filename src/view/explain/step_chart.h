// The charts of steps: f(t) with tangents, and shadows on axes.
#ifndef VIEW_EXPLAIN_STEP_CHART_H
#define VIEW_EXPLAIN_STEP_CHART_H

#include "view/inspect/steps.h"
#include "view/raster/pen.h"

/// f(t), the distance of the shapes over time, with the points and tangents of the steps in time up
/// to `last`, which is one.
void cd_step_chart_of_time(cd_pen *pen, const cd_steps *steps, int last, cd_rect rect);

/// The shadows of both shapes on the axis of step `last`, and the depths along all axes up to it.
void cd_step_chart_of_axes(cd_pen *pen, const cd_steps *steps, int last, cd_rect rect);

#endif

// What the charts share: a scale of values, its axis, and a curve with gaps. Knows no panels.
#ifndef VIEW_PANELS_CHART_H
#define VIEW_PANELS_CHART_H

#include "view/kit/ui.h"

/// Where values lie in a rectangle: the least at its lower edge, the greatest at its upper one.
typedef struct cd_value_scale {
    double low, high; ///< low > high: there is no finite value
    double middle, factor;
    cd_rect rect;
} cd_value_scale;

/// {low: INFINITY, high: -INFINITY}, for cd_value_scale_add.
cd_value_scale cd_value_scale_empty(void);
void cd_value_scale_add(cd_value_scale *scale, double value);
/// Lays the scale into a rectangle. What changes by less than rounding errors becomes a flat line.
void cd_value_scale_place(cd_value_scale *scale, cd_rect rect, double unit);
double cd_value_scale_y(const cd_value_scale *scale, double value);
/// Draws lines at the least, the greatest and the zero between them.
void cd_value_scale_draw_lines(cd_ui *ui, const cd_value_scale *scale);
/// Draws the greatest and the least value at the right of two places, where no curve goes.
void cd_value_scale_draw_numbers(cd_ui *ui, const cd_value_scale *scale, cd_rect high, cd_rect low,
                                 const char *unit, uint32_t color);

/// "12.5 m/s".
void cd_value_text(double value, const char *unit, char *out, size_t size);

/// A curve that is drawn point by point; one that is not finite leaves a gap.
typedef struct cd_curve {
    enum { CD_CURVE_POINTS = 512 } size;
    cd_point2 points[CD_CURVE_POINTS];
    int count;
    uint32_t color;
} cd_curve;

void cd_curve_add(cd_ui *ui, cd_curve *curve, double x, double y);
/// Draws what is left; also where the curve has a gap.
void cd_curve_end(cd_ui *ui, cd_curve *curve);

/// A colour for each plot of a run, and for each curve of a chart.
uint32_t cd_plot_color(int i);

#endif

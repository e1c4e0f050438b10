// What a scenario draws itself: the `draw` object of scenario.draw.
#ifndef VIEW_SCENE_DRAWINGS_H
#define VIEW_SCENE_DRAWINGS_H

#include "view/scene/labels.h"
#include "view/scene/solid.h"

/// The colour that a style asks for; `theme` where it leaves it open.
uint32_t cd_style_color(const cd_style *style, uint32_t theme);
/// The opacity that a style asks for, or `theme`.
double cd_style_opacity(const cd_style *style, double theme);

/// Lines, arrows and points; shapes are drawn among those of the state, texts last.
void cd_drawings_draw(const cd_stage *stage, const cd_frame *frame);
/// Texts at points of the world; they stand where they were put, other words make room.
void cd_drawings_text(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);
/// The head-up text at the upper left of the viewport; returns where it stands. drawn: or only
/// that.
cd_rect cd_drawings_head_up(const cd_stage *stage, const cd_frame *frame, bool drawn);

#endif

// What a scenario draws itself: the `draw` object of scenario.draw.
#ifndef VIEW_SCENE_DRAWINGS_H
#define VIEW_SCENE_DRAWINGS_H

#include "view/scene/labels.h"
#include "view/scene/stage.h"

/// The colour that a style asks for; `theme` where it leaves it open.
uint32_t cd_style_color(const cd_style *style, uint32_t theme);
/// The opacity that a style asks for, or `theme`.
double cd_style_opacity(const cd_style *style, double theme);

/// Draws lines, arrows and points; scene.c draws the shapes among those of the state.
void cd_drawings_draw(const cd_stage *stage, const cd_frame *frame);
/// Draws texts at points of the world. They stay where the script puts them, and other labels keep
/// off.
void cd_drawings_text(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);
/// Draws the head-up text at the upper left of the viewport, or only measures it (drawn: false);
/// returns its rectangle, empty if there is none.
cd_rect cd_drawings_head_up(const cd_stage *stage, const cd_frame *frame, bool drawn);

#endif

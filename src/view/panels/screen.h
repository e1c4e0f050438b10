// The whole picture: the scene in its viewport and the panels around it. The window and headless
// pictures are drawn by the same functions, so they have the same bits.
#ifndef VIEW_PANELS_SCREEN_H
#define VIEW_PANELS_SCREEN_H

#include "view/panels/panel.h"

/// The view of a scenario: `wanted`, or else (CD_VIEW_COUNT) what the scenario asks for; in 2D
/// always the front.
cd_view cd_screen_view(const cd_loaded *loaded, cd_view wanted);

/// Where the scene lies in a picture of this size.
cd_rect cd_screen_viewport(const cd_screen *screen, int width, int height, double scale);
/// Draws everything and returns what the person has asked for since the last pass.
cd_wish cd_screen_pass(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now,
                       const cd_screen *screen);
/// Draws the picture without any event.
void cd_screen_draw(cd_pen *pen, const cd_screen *screen);
/// Draws it into a PNG file, or an SVG file where `path` ends with .svg. Returns NULL, or why that
/// failed.
const char *cd_screen_save(const cd_screen *screen, int width, int height, cd_text *text,
                           double scale, const char *path);
/// Whether a point of the picture lies on a panel rather than on the scene.
bool cd_screen_covers(const cd_screen *screen, cd_rect viewport, cd_point2 at);

#endif

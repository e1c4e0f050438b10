// Widgets: buttons, checkboxes, choices, sliders. Each returns whether the person has changed it.
#ifndef VIEW_PANELS_UI_WIDGETS_H
#define VIEW_PANELS_UI_WIDGETS_H

#include "view/panels/ui.h"

typedef enum cd_face { CD_FACE_PLAIN, CD_FACE_ON, CD_FACE_QUIET } cd_face;

/// Draws the ground of a button, brighter with the mouse on it.
void cd_ui_face(cd_ui *ui, cd_rect rect, const cd_ui_response *touch, cd_face face);
bool cd_ui_button(cd_ui *ui, cd_rect rect, const char *name, cd_face face, const char *tip);
int cd_ui_button_width(const cd_ui *ui, const char *name);
bool cd_ui_checkbox(cd_ui *ui, cd_rect rect, const char *name, bool *value);
/// Steps through `count` choices, and around, by clicks on the arrows at its ends and arrow keys.
bool cd_ui_choice(cd_ui *ui, cd_rect rect, const char *name, const char *const *choices, int count,
                  int *choice);
/// Name, value and a track, two rows high (CD_ROW each). A click on the value lets it be typed; a
/// double click on the track sets `initial`. With infinite bounds the track has no range.
bool cd_ui_slider(cd_ui *ui, cd_rect rect, const char *name, double *value, double min, double max,
                  double initial);

#endif

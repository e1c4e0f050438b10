// Editing a text: one widget at a time, in ui->text, with a cursor and a selection.
#ifndef VIEW_PANELS_UI_EDIT_H
#define VIEW_PANELS_UI_EDIT_H

#include "view/panels/ui.h"

/// A line of text that is edited in place; true on Enter. The caller's `text` of `size` bytes
/// changes while it is typed; where it is empty, `hint` is shown.
bool cd_ui_field(cd_ui *ui, cd_rect rect, const char *name, char *text, int size, const char *hint);
/// Gives the keyboard to the field `name` before it is drawn, with all of its text selected.
void cd_ui_focus_field(cd_ui *ui, const char *name, const char *text);

/// Begins to edit the text of a widget, all of it selected.
void cd_ui_edit_start(cd_ui *ui, uint32_t id, const char *text);
/// Handles typed text and the editing keys; true on Enter. size: the most bytes with the end.
bool cd_ui_edit_keys(cd_ui *ui, int size);
/// Draws the edited text with its selection and cursor, which is always in sight.
void cd_ui_edit_draw(cd_ui *ui, cd_rect rect);

#endif

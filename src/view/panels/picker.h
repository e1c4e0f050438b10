// The picker: the scenarios of a folder, each with a small picture and what it is about, narrowed
// down by typing, opened with Enter or a click.
#ifndef VIEW_PANELS_PICKER_H
#define VIEW_PANELS_PICKER_H

#include "view/kit/ui.h"
#include "view/panels/previews.h"
#include "view/system/folder.h"

#define CD_PICKER_MAX 512 ///< scenarios that are listed

typedef struct cd_picker {
    bool open;
    char typed[64];
    struct dirent **names; ///< of the scenarios, sorted
    int count;
    int matches[CD_PICKER_MAX]; ///< numbers of the names that fit what is typed
    int match_count;
    int selected;             ///< among the matches
    bool reveal;              ///< scroll the selected one into sight
    char folder[CD_PATH_MAX]; ///< with its slash; "": the current one
} cd_picker;

/// Lists the folder of a scenario and selects it.
void cd_picker_open(cd_picker *picker, const char *path);
void cd_picker_close(cd_picker *picker);
/// The path of the selected scenario; false: nothing fits what is typed.
bool cd_picker_chosen(const cd_picker *picker, char out[CD_PATH_MAX]);
/// Draws it and handles keys, text and clicks; true when a scenario has been chosen.
/// previews: or NULL.
bool cd_picker_pass(cd_picker *picker, cd_ui *ui, cd_previews *previews);

#endif

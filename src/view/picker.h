// The picker: the scenarios of the folder, narrowed down by typing, opened with Enter or a click.
#ifndef VIEW_PICKER_H
#define VIEW_PICKER_H

#include "view/folder.h"
#include "view/pen.h"

#define CD_PICKER_MAX 512

typedef enum cd_picker_key {
    CD_PICKER_UP,
    CD_PICKER_DOWN,
    CD_PICKER_ERASE,
} cd_picker_key;

typedef struct cd_picker {
    bool open;
    char typed[64];
    char *names[CD_PICKER_MAX]; ///< file names, in order
    int count;
    int matches[CD_PICKER_MAX], match_count; ///< those that fit what is typed
    int selected;                            ///< among the matches
    char folder[CD_PATH_MAX];                ///< with its slash; "" for here
} cd_picker;

/// Lists the folder of a scenario, which is selected.
void cd_picker_open(cd_picker *picker, const char *path);
void cd_picker_close(cd_picker *picker);
void cd_picker_type(cd_picker *picker, const char *text);
void cd_picker_press(cd_picker *picker, cd_picker_key key);
/// The path of the selected scenario; false where nothing fits.
bool cd_picker_chosen(const cd_picker *picker, char out[CD_PATH_MAX]);
/// Selects the row under a point; false where there is none.
bool cd_picker_point(cd_picker *picker, int width, int height, double scale, cd_point2 at);
void cd_picker_draw(const cd_picker *picker, cd_pen *pen);

#endif

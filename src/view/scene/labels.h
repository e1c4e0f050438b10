// Words in the picture: each is put beside what it names where no other word is, or left out.
#ifndef VIEW_SCENE_LABELS_H
#define VIEW_SCENE_LABELS_H

#include "view/raster/pen.h"

#define CD_LABELS_MAX 256

/// The rectangles that are taken, in the order in which they came.
typedef struct cd_labels {
    cd_rect within;
    cd_rect taken[CD_LABELS_MAX];
    int count;
} cd_labels;

/// Keeps a rectangle free.
void cd_labels_block(cd_labels *labels, cd_rect rect);

/// Draws `string` outside of the box min..max, at the first free side: above, right, below, left,
/// the corners, and last in the middle. False where there is no room.
bool cd_labels_draw(cd_labels *labels, cd_pen *pen, cd_point2 min, cd_point2 max, double size,
                    uint32_t color, const char *string);

#endif

// Labels in the picture: each is placed beside what it names where no other label is, or left out.
#ifndef VIEW_SCENE_LABELS_H
#define VIEW_SCENE_LABELS_H

#include "view/raster/pen.h"

#define CD_LABELS_MAX 256

/// Canvas coordinates beyond it are out of sight, and may not fit an int.
#define CD_LABEL_FAR 1e6

/// The rectangles that are taken, in the order in which they were.
typedef struct cd_labels {
    cd_rect within;
    cd_rect taken[CD_LABELS_MAX];
    int count;
} cd_labels;

/// Keeps a rectangle free.
void cd_labels_block(cd_labels *labels, cd_rect rect);

/// Draws `string` outside of the box min..max, at the first free side of: above, right, below,
/// left, the corners, and last in the middle. False where none is free.
bool cd_labels_draw(cd_labels *labels, cd_pen *pen, cd_point2 min, cd_point2 max, double size,
                    uint32_t color, const char *string);

#endif

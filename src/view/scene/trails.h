// Trails: where the middles of moving shapes have been in the last frames.
//
// A ring keeps the middles of the shapes of the last CD_TRAIL_FRAMES frames that were fed to it,
// frame n in slot n mod the size; a slot says which frame it holds, so frames may come in any
// order.
#ifndef VIEW_SCENE_TRAILS_H
#define VIEW_SCENE_TRAILS_H

#include "view/scene/solid.h"

#define CD_TRAIL_FRAMES 128
#define CD_TRAIL_SHAPES 200 ///< with more of them, trails would be a carpet

typedef struct cd_trail_point {
    uint64_t key; ///< a hash of the shape's name
    cd_vec at;
} cd_trail_point;

typedef struct cd_trails {
    struct {
        int frame, count; ///< frame + 1; 0: empty
        cd_trail_point *points;
    } slots[CD_TRAIL_FRAMES];
} cd_trails;

void cd_trails_feed(cd_trails *trails, const cd_frame *frame);
bool cd_trails_has(const cd_trails *trails, int frame);
/// Where the middle of a shape was in a frame; false: not known. near: its place among the shapes.
bool cd_trails_middle(const cd_trails *trails, int frame, const char *key, int near, cd_vec *out);
/// Draws the way up to `frame`, fading into the past.
void cd_trails_draw(const cd_trails *trails, const cd_stage *stage, const cd_frame *frame,
                    uint32_t color);
void cd_trails_free(cd_trails *trails);

#endif

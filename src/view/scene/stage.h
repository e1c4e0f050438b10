// The stage: what everything in a scene is drawn with, and strokes between points of the world.
#ifndef VIEW_SCENE_STAGE_H
#define VIEW_SCENE_STAGE_H

#include "collide/collide.h"
#include "record/record.h"
#include "view/raster/pen.h"
#include "view/scene/camera.h"

/// How a shape is drawn.
typedef struct cd_look {
    uint32_t color;
    double fill, line; ///< opacities of the inside and the outline; 0: not drawn
    double width;      ///< of the outline, logical pixels
    bool dashed;
} cd_look;

/// Pen, camera, and memory for one picture.
typedef struct cd_stage {
    cd_pen *pen;
    cd_camera camera;
    cd_extent extent; ///< of the finite shapes: how large a piece of a plane to show
    double grid;      ///< the distance of the grid's lines, in the world
    cd_rect text;     ///< where the script's head-up text will stand
    cd_arena *scratch;
} cd_stage;

/// Where a point of the world is on the canvas.
static inline cd_point2 cd_stage_project(const cd_stage *stage, cd_vec point) {
    return cd_camera_project(&stage->camera, point);
}

// Lengths below are in logical pixels.

/// The dashes of an outline, or a solid line.
cd_dash cd_stage_dash(const cd_stage *stage, bool dashed);
void cd_stage_line(const cd_stage *stage, cd_vec a, cd_vec b, double width, uint32_t color);
void cd_stage_arrow(const cd_stage *stage, cd_vec a, cd_vec b, double width, double head,
                    uint32_t color);
void cd_stage_polyline(const cd_stage *stage, const cd_point2 *points, int count, double width,
                       bool dashed, uint32_t color);

#endif

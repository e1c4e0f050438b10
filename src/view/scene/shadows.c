// See stage.h. The ground of a shape is the highest surface straight below its middle: of a plane,
// or of another shape, as a ray finds it. Without one it is the floor y = 0, where that is below.
// The shadow is the shape seen straight from above, on level ground: the polygon of its support
// points in some horizontal directions.
#include "view/scene/stage.h"

#include "view/scene/theme.h"

#include <math.h>

enum {
    SHADED_MAX = 120,   ///< of more shapes, shadows would cover the picture
    SHADOW_CORNERS = 32 ///< enough for a round circle; every corner of a box is among them
};

static const double full_turn = 6.28318530717958647692;
static const double seen_from_above = 0.98; ///< sine of a pitch at which a line down is a point
static const double least_height = 0.02;    ///< of the shape's size: what stands has no line

/// The height of the ground below a shape; -INFINITY: there is none.
static double ground_below(const cd_frame *frame, int own, cd_vec from) {
    const cd_vec down = {0, -1, 0};
    double ground = from.y > 0 ? 0 : -INFINITY;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_shape *shape = &frame->shapes[i].shape;
        cd_hit hit;
        if (i == own || shape->dim != 3 || frame->shapes[i].style.hidden || shape->kind == CD_LINE)
            continue;
        const bool plane = shape->kind == CD_PLANE && ground == 0;
        if (cd_raycast(from, down, shape, INFINITY, &hit) && !hit.inside &&
            (plane || from.y - hit.t > ground))
            ground = from.y - hit.t;
    }
    return ground;
}

static void draw_shadow(const cd_stage *stage, const cd_frame *frame, int index) {
    const cd_shape *shape = &frame->shapes[index].shape;
    const cd_bounds b = cd_shape_bounds(shape);
    const cd_vec middle = cd_shape_middle(shape), size = cd_sub(b.max, b.min);
    const double ground = ground_below(frame, index, middle);
    if (!cd_is_finite(size) || !isfinite(ground))
        return;
    cd_point2 corners[SHADOW_CORNERS];
    for (int i = 0; i < SHADOW_CORNERS; i++) {
        const double turn = full_turn * i / SHADOW_CORNERS;
        const cd_vec edge = cd_support(shape, (cd_vec){cos(turn), 0, sin(turn)});
        corners[i] = cd_stage_project(stage, (cd_vec){edge.x, ground, edge.z});
    }
    if (stage->camera.toward.y > 0) // else it is seen from its edge
        cd_fill_polygon(&stage->pen->canvas, corners, SHADOW_CORNERS, 0.5 * stage->pen->scale,
                        cd_paint_flat(CD_SHADOW));
    const double lowest = b.min.y;
    if (lowest - ground <= least_height * cd_length(size))
        return;
    const cd_point2 line[2] = {cd_stage_project(stage, (cd_vec){middle.x, lowest, middle.z}),
                               cd_stage_project(stage, (cd_vec){middle.x, ground, middle.z})};
    cd_stage_polyline(stage, line, 2, 1, true, cd_color_fade(CD_INK_DIM, 0.5));
}

void cd_shadows_draw(const cd_stage *stage, const cd_frame *frame) {
    const double above = stage->camera.toward.y;
    if (frame->shape_count > SHADED_MAX || above > seen_from_above || above < 0)
        return;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (named->shape.dim == 3 && !named->style.hidden && !cd_is_unbounded(&named->shape) &&
            !cd_is_set(&named->shape))
            draw_shadow(stage, frame, i);
    }
}

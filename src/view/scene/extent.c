// See extent.h. At first a picture shows all, and then what the run keeps.
#include "view/scene/extent.h"

#include "view/scene/queries.h"

#include <math.h>

// ---------------------------------------------------------------------------------------- extent

static void add_shape(const cd_shape *shape, cd_extent *extent) {
    if (shape->kind == CD_LINE) { // as a piece as long as it is thick
        double r = shape->radius;
        cd_extent_add(extent, cd_sub(shape->as.line.point, (cd_vec){r, r, 0}));
        cd_extent_add(extent, cd_add(shape->as.line.point, (cd_vec){r, r, 0}));
    }
    for (int i = 0; shape->kind == CD_COMPOUND && i < cd_shape_part_count(shape); i++) {
        cd_shape part = cd_shape_part(shape, i);
        add_shape(&part, extent);
    }
    if (cd_is_unbounded(shape) || shape->kind == CD_COMPOUND)
        return;
    cd_bounds bounds = cd_shape_bounds(shape);
    cd_extent_add(extent, bounds.min);
    cd_extent_add(extent, bounds.max);
}

/// Adds the box of drawings and casts, cut to three times the size of the shapes: they may reach
/// far out, and the shapes must stay large enough to be seen.
static void add_near(const cd_extent *shapes, const cd_extent *more, cd_extent *extent) {
    if (!more->some)
        return;
    cd_vec min = more->min, max = more->max;
    if (shapes->some && cd_extent_size(shapes) > 0) {
        double reach = cd_extent_size(shapes);
        cd_vec low = cd_sub(shapes->min, (cd_vec){reach, reach, reach});
        cd_vec high = cd_add(shapes->max, (cd_vec){reach, reach, reach});
        min = (cd_vec){fmax(min.x, low.x), fmax(min.y, low.y), fmax(min.z, low.z)};
        max = (cd_vec){fmin(max.x, high.x), fmin(max.y, high.y), fmin(max.z, high.z)};
    }
    cd_extent_add(extent, min);
    cd_extent_add(extent, max);
}

/// A plane adds the point of its surface nearest to the shapes, unless it is far off: so a sphere
/// is seen with its floor.
static void add_planes(const cd_frame *frame, cd_extent *shapes) {
    const cd_extent finite = *shapes;
    const cd_vec middle = cd_extent_middle(&finite);
    for (int i = 0; i < frame->shape_count && finite.some; i++) {
        const cd_shape *shape = &frame->shapes[i].shape;
        if (frame->shapes[i].style.hidden || shape->kind != CD_PLANE)
            continue;
        cd_vec n = shape->as.plane.normal;
        double height = cd_dot(n, middle) - shape->as.plane.offset;
        if (fabs(height) <= 10 * cd_extent_size(&finite))
            cd_extent_add(shapes, cd_add_scaled(middle, -height, n));
    }
}

void cd_scene_extent(const cd_frame *frame, cd_extent *extent) {
    cd_extent shapes = {0}, more = {0};
    for (int i = 0; i < frame->shape_count; i++)
        if (!frame->shapes[i].style.hidden)
            add_shape(&frame->shapes[i].shape, &shapes);
    add_planes(frame, &shapes);
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        for (int k = 0; k < d->point_count; k++)
            cd_extent_add(&more, d->points[k]);
        if (d->kind == CD_DRAW_SHAPE)
            add_shape(&d->shape, &more);
    }
    cd_queries_extent(frame, &more);
    add_near(&shapes, &shapes, extent);
    add_near(&shapes, &more, extent);
}

// -------------------------------------------------------------------------------------- following

/// One axis of the extent at the start, as the box that the run keeps has moved and grown along it.
static void follow_axis(double *min, double *max, double low, double high, double now_low,
                        double now_high) {
    const double pan = now_low > low ? now_low - low : now_high < high ? now_high - high : 0;
    *min = now_low < low ? fmin(*min + pan, now_low) : *min + pan;
    *max = now_high > high ? fmax(*max + pan, now_high) : *max + pan;
}

cd_extent cd_scene_framed(const cd_extent *start, const cd_kept *first, const cd_frame *frame) {
    const cd_kept *now = &frame->kept;
    cd_extent e = *start;
    if (!now->some)
        return e;
    if (!e.some || !first->some) {
        cd_extent_add(&e, now->box.min);
        cd_extent_add(&e, now->box.max);
        return e;
    }
    const cd_bounds *a = &first->box, *b = &now->box;
    follow_axis(&e.min.x, &e.max.x, a->min.x, a->max.x, b->min.x, b->max.x);
    follow_axis(&e.min.y, &e.max.y, a->min.y, a->max.y, b->min.y, b->max.y);
    follow_axis(&e.min.z, &e.max.z, a->min.z, a->max.z, b->min.z, b->max.z);
    return e;
}

void cd_scene_aim(const cd_frame *frame, const cd_extent *start, const cd_extent *extent,
                  double margin, cd_camera *camera) {
    if (frame->aim.set) {
        cd_camera_aim(camera, &frame->aim);
        return;
    }
    cd_camera_frame(camera, start, margin);
    cd_camera_keep(camera, extent, margin);
}

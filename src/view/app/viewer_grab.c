// Taking hold of what lies under the mouse. In the plane the nearest shape within reach, of several
// that contain the point the smallest; in space the first that a ball of that reach, sent from the
// eye, touches.
#include "view/app/viewer.h"
#include "view/scene/solid.h"

#include <math.h>
#include <string.h>

/// Larger than most of the picture in both directions.
static bool fills(const cd_shape *shape, const cd_camera *camera) {
    const cd_bounds b = cd_shape_bounds(shape);
    const cd_vec size = cd_sub(b.max, b.min), r = camera->right, u = camera->up;
    const double width = fabs(size.x * r.x) + fabs(size.y * r.y) + fabs(size.z * r.z);
    const double height = fabs(size.x * u.x) + fabs(size.y * u.y) + fabs(size.z * u.z);
    return width * camera->zoom > 0.6 * camera->viewport.width &&
           height * camera->zoom > 0.6 * camera->viewport.height;
}

/// How far a shape is from the mouse, for choosing the least; infinite: not under it.
static double rank(const cd_shape *shape, const cd_camera *camera, cd_vec under, double reach) {
    const cd_bounds b = cd_shape_bounds(shape);
    if (shape->dim == 2) {
        under.z = 0;
        const cd_shape point = cd_point(2, under);
        const double distance = cd_distance(&point, shape);
        return distance > reach ? INFINITY
                                : fmax(distance, 0) + 1e-3 * cd_norm(cd_sub(b.max, b.min));
    }
    const double far =
        cd_norm(cd_sub(cd_shape_middle(shape), under)) + cd_norm(cd_sub(b.max, b.min));
    const cd_vec eye = cd_add_scaled(under, 2 * far, camera->toward);
    const cd_shape ball = cd_sphere(3, eye, reach);
    cd_hit hit;
    if (!cd_shapecast(&ball, cd_scale(camera->toward, -4 * far), shape, (cd_vec){0}, &hit))
        return INFINITY;
    return -cd_dot(hit.point, camera->toward); // the nearest to the eye is the least
}

/// Of a shape without end, or one that fills the picture, what counts is its edge: how far that is,
/// where the shape is seen as a line or from its side.
static double edge_rank(const cd_shape *shape, const cd_camera *camera, cd_vec under,
                        double reach) {
    if (shape->dim == 2)
        under.z = 0;
    else if (shape->kind != CD_PLANE || fabs(cd_dot(shape->as.plane.normal, camera->toward)) > 0.01)
        return INFINITY;
    const cd_shape point = cd_point(shape->dim, under);
    const double distance = fabs(cd_distance(&point, shape));
    return distance > reach ? INFINITY : distance;
}

const cd_named_shape *cd_viewer_shape_at(const cd_viewer *viewer, cd_point2 at, bool edges) {
    const cd_frame *frame = &viewer->player.shown;
    const cd_camera *camera = &viewer->cameras[viewer->view];
    const double reach = 4 * viewer->scale;
    const cd_named_shape *best = NULL;
    const cd_vec under = cd_camera_unproject(camera, at);
    if (viewer->player.frame < 0)
        return NULL;
    double least = INFINITY;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        const bool large = cd_is_unbounded(&named->shape) || fills(&named->shape, camera);
        if (named->style.hidden || (large && !edges))
            continue;
        const double r =
            (large ? edge_rank : rank)(&named->shape, camera, under, reach / camera->zoom);
        if (r < least) {
            least = r;
            best = named;
        }
    }
    return best;
}

bool cd_viewer_grab(cd_viewer *viewer, cd_point2 at) {
    const cd_camera *camera = &viewer->cameras[viewer->view];
    const cd_named_shape *named = cd_viewer_shape_at(viewer, at, false);
    if (named == NULL || strlen(named->key) >= sizeof viewer->grabbed)
        return false;
    strcpy(viewer->grabbed, named->key);
    viewer->grab_offset = cd_sub(cd_shape_middle(&named->shape), cd_camera_unproject(camera, at));
    return true;
}

void cd_viewer_drag(cd_viewer *viewer, cd_point2 at) {
    const cd_vec under = cd_camera_unproject(&viewer->cameras[viewer->view], at);
    if (viewer->grabbed[0] != '\0')
        cd_player_drag(&viewer->player, viewer->grabbed, cd_add(under, viewer->grab_offset),
                       viewer->now);
}

void cd_viewer_drop(cd_viewer *viewer) {
    viewer->grabbed[0] = '\0';
    cd_player_drop(&viewer->player);
}

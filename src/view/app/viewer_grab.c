// See viewer.h. In 2D the mouse takes the nearest shape within reach, and of several that contain
// the point the smallest. In 3D it takes the first that a sphere of that radius hits, cast from the
// eye.
#include "view/app/viewer.h"

#include "view/scene/stage.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define REACH 4   ///< logical pixels
#define LARGE 0.6 ///< of the viewport's width and height: a shape that fills the picture
#define SIZE_WEIGHT                                                                                \
    1e-3             ///< of a shape's size against its distance, so that a smaller one is nearer
#define EDGE_ON 0.01 ///< cosine: a plane whose normal is this near to the picture is a line

/// Whether a shape is larger than most of the picture in both directions.
static bool fills(const cd_shape *shape, const cd_camera *camera) {
    const cd_bounds b = cd_shape_bounds(shape);
    const cd_vec size = cd_sub(b.max, b.min), r = camera->right, u = camera->up;
    const double width = fabs(size.x * r.x) + fabs(size.y * r.y) + fabs(size.z * r.z);
    const double height = fabs(size.x * u.x) + fabs(size.y * u.y) + fabs(size.z * u.z);
    return width * camera->zoom > LARGE * camera->viewport.width &&
           height * camera->zoom > LARGE * camera->viewport.height;
}

/// How far a shape is from the mouse; infinite: it is out of reach. Only the order counts.
static double rank(const cd_shape *shape, const cd_camera *camera, cd_vec under, double reach) {
    const cd_bounds b = cd_shape_bounds(shape);
    if (shape->dim == 2) {
        under.z = 0;
        const cd_shape point = cd_point(2, under);
        const double distance = cd_distance(&point, shape);
        return distance > reach ? INFINITY
                                : fmax(distance, 0) + SIZE_WEIGHT * cd_length(cd_sub(b.max, b.min));
    }
    const double far =
        cd_length(cd_sub(cd_shape_middle(shape), under)) + cd_length(cd_sub(b.max, b.min));
    const cd_vec eye = cd_add_scaled(under, 2 * far, camera->toward);
    const cd_shape sphere = cd_sphere(3, eye, reach);
    cd_hit hit;
    if (!cd_shapecast(&sphere, cd_scale(camera->toward, -4 * far), shape, (cd_vec){0}, &hit))
        return INFINITY;
    return -cd_dot(hit.point, camera->toward); // less is nearer to the eye
}

/// How far the edge of a shape is that is unbounded or fills the picture; infinite: it is out of
/// reach, or the shape is a surface that is not seen edge-on.
static double edge_rank(const cd_shape *shape, const cd_camera *camera, cd_vec under,
                        double reach) {
    if (shape->dim == 2)
        under.z = 0;
    else if (shape->kind != CD_PLANE ||
             fabs(cd_dot(shape->as.plane.normal, camera->toward)) > EDGE_ON)
        return INFINITY;
    const cd_shape point = cd_point(shape->dim, under);
    const double distance = fabs(cd_distance(&point, shape));
    return distance > reach ? INFINITY : distance;
}

const cd_named_shape *cd_viewer_shape_at(const cd_viewer *viewer, cd_point2 at, bool edges) {
    assert(viewer->scale > 0);
    const cd_frame *frame = &viewer->player.shown;
    const cd_camera *camera = &viewer->cameras[viewer->view];
    const double reach = REACH * viewer->scale;
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
    viewer->pressed[0] = '\0';
    if (named == NULL || strlen(named->key) >= sizeof viewer->grabbed ||
        cd_way_is_shown(&viewer->player)) // the picture is not of the frame on the screen
        return false;
    strcpy(viewer->grabbed, named->key);
    strcpy(viewer->pressed, named->key);
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

// The camera: an orthographic projection of the world into a rectangle of the canvas.
//
// right, up and toward (towards the viewer) are orthonormal and right-handed. `target` is seen in
// the middle of the viewport; one unit of length is `zoom` pixels.
#ifndef VIEW_SCENE_CAMERA_H
#define VIEW_SCENE_CAMERA_H

#include "record/frame.h"
#include "view/raster/canvas.h"

typedef enum cd_view {
    CD_VIEW_TOP,   ///< x to the right, z down: seen from +y
    CD_VIEW_FRONT, ///< x to the right, y up: seen from +z
    CD_VIEW_SIDE,  ///< z to the right, y up: seen from -x
    CD_VIEW_ORBIT, ///< yaw about y, then pitch
    CD_VIEW_COUNT
} cd_view;

typedef struct cd_camera {
    cd_view view;
    double yaw, pitch; ///< of the orbit, radians; pitch within +- a quarter turn
    double roll;       ///< about the line of sight, counterclockwise
    cd_vec right, up, toward;
    cd_vec target;
    double zoom;
    cd_rect viewport;
} cd_camera;

/// The bounds of what is to be seen; min and max count only if `some`.
typedef struct cd_extent {
    cd_vec min, max;
    bool some; ///< a point has been added
    /// The texts at the top left of the picture, in letters and lines of the usual size.
    double letters, lines;
} cd_extent;
/// A non-finite point adds nothing.
void cd_extent_add(cd_extent *extent, cd_vec point);
cd_vec cd_extent_middle(const cd_extent *extent);
/// The length of its diagonal; 0 where nothing has been added.
double cd_extent_size(const cd_extent *extent);

/// "top", "front", "side", "orbit"; CD_VIEW_COUNT for another name.
cd_view cd_view_from_name(const char *name);
const char *cd_view_name(cd_view view);

cd_camera cd_camera_make(cd_view view, cd_rect viewport);
/// Turns the orbit; the pitch stops at looking straight down or up.
void cd_camera_turn(cd_camera *camera, double yaw, double pitch);
/// Moves the picture by pixels.
void cd_camera_pan(cd_camera *camera, double dx, double dy);
/// Zooms by a factor; the point of the world at the pixel `at` stays there.
void cd_camera_zoom(cd_camera *camera, cd_point2 at, double factor);
/// Shows all of `extent`, with a margin of pixels around it.
void cd_camera_frame(cd_camera *camera, const cd_extent *extent, double margin);

/// Zooms out and moves, by the least that shows all of `extent`, too.
void cd_camera_keep(cd_camera *camera, const cd_extent *extent, double margin);
/// Looks as a scenario's camera wants it.
void cd_camera_aim(cd_camera *camera, const cd_aim *aim);

cd_point2 cd_camera_project(const cd_camera *camera, cd_vec point);
/// A direction as seen: pixels, y down.
cd_point2 cd_camera_project_direction(const cd_camera *camera, cd_vec direction);
/// Larger is nearer to the viewer.
double cd_camera_depth(const cd_camera *camera, cd_vec point);
/// The point of the world that is seen at a pixel, in the plane of the picture through the target.
cd_vec cd_camera_unproject(const cd_camera *camera, cd_point2 at);

#endif

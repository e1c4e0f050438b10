// See camera.h. The basis is recomputed from view, yaw and pitch, so it cannot drift.
#include "view/scene/camera.h"

#include <assert.h>
#include <string.h>

static const double quarter_turn = 1.57079632679489661923;

static const char *const view_names[CD_VIEW_COUNT] = {"top", "front", "side", "orbit"};

// Beyond these zooms the picture would only lose digits.
static const double zoom_min = 1e-9, zoom_max = 1e12, zoom_default = 50;
static const double start_yaw = 0.6, start_pitch = 0.45;

void cd_extent_add(cd_extent *extent, cd_vec p) {
    if (!cd_is_finite(p))
        return;
    if (!extent->some)
        extent->min = extent->max = p, extent->some = true;
    extent->min =
        (cd_vec){fmin(extent->min.x, p.x), fmin(extent->min.y, p.y), fmin(extent->min.z, p.z)};
    extent->max =
        (cd_vec){fmax(extent->max.x, p.x), fmax(extent->max.y, p.y), fmax(extent->max.z, p.z)};
}

cd_vec cd_extent_middle(const cd_extent *extent) { return cd_lerp(extent->min, extent->max, 0.5); }

double cd_extent_size(const cd_extent *extent) {
    return extent->some ? cd_length(cd_sub(extent->max, extent->min)) : 0;
}

cd_view cd_view_from_name(const char *name) {
    int view = 0;
    while (view < CD_VIEW_COUNT && strcmp(name, view_names[view]) != 0)
        view++;
    return (cd_view)view;
}

const char *cd_view_name(cd_view view) {
    assert(view < CD_VIEW_COUNT);
    return view_names[view];
}

/// Turns right and up about the line of sight.
static void roll_basis(cd_camera *c, cd_vec right, cd_vec up) {
    const double sr = sin(c->roll), cr = cos(c->roll);
    c->right = cd_add_scaled(cd_scale(right, cr), sr, up);
    c->up = cd_add_scaled(cd_scale(up, cr), -sr, right);
}

static void set_basis(cd_camera *c) {
    static const struct {
        cd_vec right, up, toward;
    } fixed[] = {[CD_VIEW_TOP] = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                 [CD_VIEW_FRONT] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                 [CD_VIEW_SIDE] = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
    if (c->view != CD_VIEW_ORBIT) {
        roll_basis(c, fixed[c->view].right, fixed[c->view].up);
        c->toward = fixed[c->view].toward;
        return;
    }
    double sy = sin(c->yaw), cy = cos(c->yaw), sp = sin(c->pitch), cp = cos(c->pitch);
    c->toward = (cd_vec){sy * cp, sp, cy * cp};
    roll_basis(c, (cd_vec){cy, 0, -sy}, (cd_vec){-sy * sp, cp, -cy * sp});
}

cd_camera cd_camera_make(cd_view view, cd_rect viewport) {
    cd_camera camera = {.view = view,
                        .yaw = start_yaw,
                        .pitch = start_pitch,
                        .zoom = zoom_default,
                        .viewport = viewport};
    set_basis(&camera);
    return camera;
}

void cd_camera_turn(cd_camera *camera, double yaw, double pitch) {
    camera->yaw = remainder(camera->yaw + yaw, 4 * quarter_turn);
    camera->pitch = fmin(fmax(camera->pitch + pitch, -quarter_turn), quarter_turn);
    set_basis(camera);
}

void cd_camera_pan(cd_camera *camera, double dx, double dy) {
    cd_vec moved = cd_add_scaled(camera->target, -dx / camera->zoom, camera->right);
    moved = cd_add_scaled(moved, dy / camera->zoom, camera->up);
    if (cd_is_finite(moved))
        camera->target = moved;
}

void cd_camera_zoom(cd_camera *camera, cd_point2 at, double factor) {
    cd_vec under = cd_camera_unproject(camera, at);
    camera->zoom = fmin(fmax(camera->zoom * factor, zoom_min), zoom_max);
    cd_point2 now = cd_camera_project(camera, under);
    cd_camera_pan(camera, at.x - now.x, at.y - now.y);
}

/// Half the size of a box as seen. The half width of a box along a direction d is
/// |half.x d.x| + |half.y d.y| + |half.z d.z|.
static cd_point2 half_seen(const cd_camera *camera, cd_vec size) {
    const cd_vec half = cd_scale(size, 0.5), r = camera->right, u = camera->up;
    return (cd_point2){fabs(half.x * r.x) + fabs(half.y * r.y) + fabs(half.z * r.z),
                       fabs(half.x * u.x) + fabs(half.y * u.y) + fabs(half.z * u.z)};
}

/// Half the pixels that a margin leaves.
static cd_point2 half_room(const cd_camera *camera, double margin) {
    return (cd_point2){fmax(camera->viewport.width - 2 * margin, 20) / 2,
                       fmax(camera->viewport.height - 2 * margin, 20) / 2};
}

/// The zoom at which something of half that size fills the room; infinite for a single point.
static double zoom_for(cd_point2 room, cd_point2 half) {
    return fmin(room.x / half.x, room.y / half.y);
}

static double within_zooms(double zoom) { return fmin(fmax(zoom, zoom_min), zoom_max); }

void cd_camera_frame(cd_camera *camera, const cd_extent *extent, double margin) {
    cd_vec middle = cd_extent_middle(extent);
    if (!extent->some || !cd_is_finite(middle))
        return;
    camera->target = middle;
    const cd_point2 half = half_seen(camera, cd_sub(extent->max, extent->min));
    const double zoom = zoom_for(half_room(camera, margin), half);
    camera->zoom = isfinite(zoom) ? within_zooms(zoom) : zoom_default;
}

/// How far something from -half to half about `at` lies beyond -room to room.
static double beyond(double at, double half, double room) {
    return at > 0 ? fmax(at + half - room, 0) : fmin(at - half + room, 0);
}

void cd_camera_keep(cd_camera *camera, const cd_extent *extent, double margin) {
    const cd_vec middle = cd_extent_middle(extent), off = cd_sub(middle, camera->target);
    if (!extent->some || !cd_is_finite(middle))
        return;
    const cd_point2 half = half_seen(camera, cd_sub(extent->max, extent->min));
    const cd_point2 room = half_room(camera, margin);
    camera->zoom = within_zooms(fmin(camera->zoom, zoom_for(room, half)));
    const double x = beyond(cd_dot(off, camera->right), half.x, room.x / camera->zoom);
    const double y = beyond(cd_dot(off, camera->up), half.y, room.y / camera->zoom);
    const cd_vec to = cd_add_scaled(cd_add_scaled(camera->target, x, camera->right), y, camera->up);
    if (cd_is_finite(to))
        camera->target = to;
}

void cd_camera_aim(cd_camera *camera, const cd_aim *aim) {
    assert(cd_is_finite(aim->center));
    camera->target = aim->center;
    camera->roll = remainder(aim->tilt, 4 * quarter_turn);
    if (camera->view == CD_VIEW_ORBIT) {
        camera->yaw = remainder(start_yaw + aim->angle, 4 * quarter_turn);
        camera->pitch = fmin(fmax(aim->elevation, -quarter_turn), quarter_turn);
    } else {
        camera->roll = remainder(aim->angle, 4 * quarter_turn);
    }
    set_basis(camera);
    const cd_point2 box = half_seen(camera, aim->size);
    const cd_point2 half = {fmax(box.x, aim->width / 2), fmax(box.y, aim->height / 2)};
    const double zoom = zoom_for(half_room(camera, 0), half);
    camera->zoom = isfinite(zoom) ? within_zooms(zoom) : zoom_default;
}

cd_point2 cd_camera_project(const cd_camera *camera, cd_vec point) {
    cd_vec d = cd_sub(point, camera->target);
    const cd_rect *v = &camera->viewport;
    return (cd_point2){v->x + v->width / 2.0 + cd_dot(d, camera->right) * camera->zoom,
                       v->y + v->height / 2.0 - cd_dot(d, camera->up) * camera->zoom};
}

cd_point2 cd_camera_project_direction(const cd_camera *camera, cd_vec direction) {
    return (cd_point2){cd_dot(direction, camera->right) * camera->zoom,
                       -cd_dot(direction, camera->up) * camera->zoom};
}

double cd_camera_depth(const cd_camera *camera, cd_vec point) {
    return cd_dot(cd_sub(point, camera->target), camera->toward);
}

cd_vec cd_camera_unproject(const cd_camera *camera, cd_point2 at) {
    const cd_rect *v = &camera->viewport;
    double x = (at.x - (v->x + v->width / 2.0)) / camera->zoom;
    double y = ((v->y + v->height / 2.0) - at.y) / camera->zoom;
    return cd_add_scaled(cd_add_scaled(camera->target, x, camera->right), y, camera->up);
}

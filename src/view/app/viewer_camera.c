// See viewer.h.
#include "view/app/viewer.h"

#include <math.h>

#define FOLLOW_SECONDS 0.25 ///< in which a camera goes 63 % of its way
#define FOLLOWED_MAX 2000   ///< shapes; of more each frame would cost too much
#define FOLLOW_REACH 0.5    ///< of the extent at the start, beyond it on each side

#define TURN_PER_PIXEL 0.008 ///< radians, at scale 1

/// Lets a camera show everything, or what the scenario's own camera does.
static void frame_view(cd_viewer *viewer, cd_view view) {
    cd_camera_frame(&viewer->cameras[view], &viewer->extent,
                    cd_frame_margin(viewer->cameras[view].viewport, viewer->scale));
    if (viewer->player.frame >= 0)
        cd_scene_aim(&viewer->player.shown, &viewer->cameras[view]);
}

void cd_viewer_frame_untouched(cd_viewer *viewer) {
    for (int view = 0; view < CD_VIEW_COUNT; view++)
        if (!viewer->touched[view])
            frame_view(viewer, (cd_view)view);
}

void cd_viewer_fit(cd_viewer *viewer) {
    cd_rect rect = cd_viewer_viewport(viewer);
    for (int view = 0; view < CD_VIEW_COUNT; view++) {
        cd_rect *old = &viewer->cameras[view].viewport;
        bool same = old->x == rect.x && old->y == rect.y && old->width == rect.width &&
                    old->height == rect.height;
        *old = rect;
        if (!viewer->touched[view] && !same)
            frame_view(viewer, (cd_view)view);
    }
}

void cd_viewer_show_scenario(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    cd_rect rect = cd_viewer_viewport(viewer);
    viewer->extent = player->extent;
    viewer->easing = false;
    for (int view = 0; view < CD_VIEW_COUNT; view++) {
        viewer->cameras[view] = cd_camera_make((cd_view)view, rect);
        viewer->touched[view] = false;
        frame_view(viewer, (cd_view)view);
    }
    if (cd_viewer_loaded(viewer) != NULL)
        viewer->view = cd_screen_view(cd_viewer_loaded(viewer), viewer->wanted_view);
    cd_viewer_recall_cameras(viewer);
    viewer->page = viewer->first_page;
    viewer->first_page = 1;
    if (player->frame >= 0 && !player->notice.on) {
        cd_player_play(&viewer->player, viewer->first_frame < 0, viewer->now);
        viewer->player.goal = viewer->arriving = viewer->first_frame;
        viewer->first_frame = -1;
    }
}

/// The extent of the frame on the screen, as far as the cameras follow it.
static cd_extent extent_to_follow(const cd_viewer *viewer) {
    const cd_extent *start = &viewer->player.extent;
    const cd_vec reach = cd_scale(cd_sub(start->max, start->min), FOLLOW_REACH);
    const cd_vec low = cd_sub(start->min, reach), high = cd_add(start->max, reach);
    cd_extent now = {0};
    cd_scene_extent(&viewer->player.shown, &now);
    now.min = (cd_vec){fmin(fmax(now.min.x, low.x), high.x), fmin(fmax(now.min.y, low.y), high.y),
                       fmin(fmax(now.min.z, low.z), high.z)};
    now.max = (cd_vec){fmin(fmax(now.max.x, low.x), high.x), fmin(fmax(now.max.y, low.y), high.y),
                       fmin(fmax(now.max.z, low.z), high.z)};
    return now;
}

void cd_viewer_follow(cd_viewer *viewer, double seconds) {
    const cd_player *player = &viewer->player;
    // A window that opens at a frame shows it as a picture without a window would.
    const bool still = player->frame < 0 || viewer->arriving >= 0 || player->shown.aim.set ||
                       !viewer->extent.some || !player->extent.some;
    if (!still && player->playing && player->frame != viewer->followed &&
        player->shown.shape_count <= FOLLOWED_MAX) {
        const cd_extent now = extent_to_follow(viewer), before = viewer->extent;
        viewer->followed = player->frame;
        if (now.some) {
            cd_extent_add(&viewer->extent, now.min);
            cd_extent_add(&viewer->extent, now.max);
        }
        viewer->easing = viewer->easing || !cd_equal(before.min, viewer->extent.min) ||
                         !cd_equal(before.max, viewer->extent.max);
    }
    if (still || !viewer->easing)
        return;
    viewer->easing = false;
    for (int view = 0; view < CD_VIEW_COUNT; view++) {
        cd_camera to = viewer->cameras[view];
        if (viewer->touched[view])
            continue;
        cd_camera_frame(&to, &viewer->extent, cd_frame_margin(to.viewport, viewer->scale));
        if (!cd_camera_approach(&viewer->cameras[view], &to, 1 - exp(-seconds / FOLLOW_SECONDS)))
            viewer->easing = true;
    }
    viewer->dirty = true;
}

void cd_viewer_frame_all(cd_viewer *viewer) {
    viewer->extent = viewer->player.extent;
    if (viewer->player.frame >= 0)
        cd_scene_extent(&viewer->player.shown, &viewer->extent);
    viewer->touched[viewer->view] = false;
    frame_view(viewer, viewer->view);
}

void cd_viewer_set_view(cd_viewer *viewer, cd_view view) {
    const cd_loaded *loaded = cd_viewer_loaded(viewer);
    if (loaded != NULL && loaded->dim == 2) {
        if (view != CD_VIEW_FRONT)
            cd_viewer_say(viewer, "This scenario is in the plane: it has one view");
        return;
    }
    viewer->view = view;
}

void cd_viewer_pan(cd_viewer *viewer, double dx, double dy) {
    cd_camera_pan(&viewer->cameras[viewer->view], dx, dy);
    viewer->touched[viewer->view] = viewer->dirty = true;
}

void cd_viewer_turn(cd_viewer *viewer, double dx, double dy) {
    if (viewer->view != CD_VIEW_ORBIT)
        return;
    double step = TURN_PER_PIXEL / viewer->scale;
    cd_camera_turn(&viewer->cameras[viewer->view], -dx * step, dy * step);
    viewer->touched[viewer->view] = viewer->dirty = true;
}

void cd_viewer_zoom(cd_viewer *viewer, cd_point2 at, double factor) {
    cd_camera_zoom(&viewer->cameras[viewer->view], at, factor);
    viewer->touched[viewer->view] = viewer->dirty = true;
}

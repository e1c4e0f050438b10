// See viewer.h.
#include "view/app/viewer.h"

#define TURN_PER_PIXEL 0.008 ///< radians, at scale 1

/// Points a camera at what the picture of the frame keeps, or as the scenario wants it.
static void frame_view(cd_viewer *viewer, cd_view view) {
    static const cd_frame none;
    const cd_frame *frame = cd_viewer_pictured(viewer);
    const cd_extent extent = cd_viewer_extent(viewer);
    cd_scene_aim(frame != NULL ? frame : &none, &cd_viewer_survey(viewer)->extent, &extent,
                 viewer->scale, &viewer->cameras[view]);
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
    viewer->brought_back = (cd_extent){0};
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
        viewer->player.goal = viewer->first_frame;
        viewer->first_frame = -1;
    }
}

void cd_viewer_follow(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    if (player->frame < viewer->brought_at)
        viewer->brought_back = (cd_extent){0};
    else if (player->changed && viewer->brought_back.some)
        cd_scene_extent(&player->shown, &viewer->brought_back);
    cd_viewer_frame_untouched(viewer);
}

static bool is_within(const cd_extent *a, const cd_extent *b) {
    cd_extent both = *b;
    cd_extent_add(&both, a->min);
    cd_extent_add(&both, a->max);
    return !a->some || (cd_equal(both.min, b->min) && cd_equal(both.max, b->max));
}

void cd_viewer_frame_all(cd_viewer *viewer) {
    cd_extent all = {0};
    viewer->brought_back = all;
    const cd_extent kept = cd_viewer_extent(viewer);
    if (viewer->player.frame >= 0)
        cd_scene_extent(&viewer->player.shown, &all);
    if (!is_within(&all, &kept))
        viewer->brought_back = all;
    viewer->brought_at = viewer->player.frame;
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

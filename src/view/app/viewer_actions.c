// See viewer_actions.h.
#include "view/app/viewer_actions.h"

#include "view/app/viewer_camera.h"
#include "view/app/viewer_film.h"
#include "view/app/viewer_pick.h"
#include "view/app/viewer_save.h"
#include "view/panels/ui_edit.h"

#define MANY 10 ///< frames of Shift+. and Shift+,

/// Shows or hides something in the scene; false: the action is none of these.
static bool toggle_shown(cd_viewer *viewer, cd_action action) {
    for (int i = 0; i < CD_TOGGLE_COUNT; i++) {
        const cd_toggle *toggle = &cd_toggles[i];
        if (toggle->action != action)
            continue;
        viewer->shown ^= toggle->bit;
        cd_viewer_say(viewer, "%s %s", toggle->name,
                      viewer->shown & toggle->bit ? "shown" : "hidden");
        return true;
    }
    return false;
}

/// Opens or closes the console; open, it has the keyboard.
static void toggle_console(cd_viewer *viewer) {
    viewer->console = !viewer->console;
    cd_ui_blur(&viewer->ui);
    if (viewer->console) {
        viewer->panels = true;
        cd_ui_focus_field(&viewer->ui, "console", viewer->line);
    }
}

static void toggle_panels(cd_viewer *viewer) {
    viewer->panels = !viewer->panels;
    if (!viewer->panels)
        cd_viewer_say(viewer, "Tab brings the panels back");
    else
        viewer->toast_until = viewer->now;
}

static void toggle_inspector(cd_viewer *viewer) {
    viewer->inspector.open = !(viewer->inspector.open && viewer->panels);
    viewer->panels = true;
}

void cd_viewer_open(cd_viewer *viewer, const char *path) {
    char resolved[CD_PATH_MAX], wrong[CD_PATH_MAX];
    if (!cd_folder_resolve(path, resolved, wrong, sizeof wrong)) {
        cd_viewer_say(viewer, "%s", wrong);
        return;
    }
    // Settings of the command line are for the scenario that was given there.
    viewer->launch.load.settings = NULL;
    viewer->launch.load.setting_count = 0;
    viewer->session.scenario[0] = '\0';
    cd_viewer_load(viewer, resolved);
}

static void open_neighbour(cd_viewer *viewer, int step) {
    char path[CD_PATH_MAX];
    if (cd_folder_neighbour(viewer->player.path, step, path))
        cd_viewer_open(viewer, path);
    else
        cd_viewer_say(viewer, "No other scenario in this folder");
}

void cd_viewer_open_picked(cd_viewer *viewer) {
    char path[CD_PATH_MAX];
    const bool chosen = cd_picker_chosen(&viewer->picker, path);
    cd_picker_close(&viewer->picker);
    cd_ui_blur(&viewer->ui);
    if (chosen)
        cd_viewer_open(viewer, path);
}

/// Closes the topmost thing that is open, else drops the pick, else the notice.
static void close_top(cd_viewer *viewer) {
    if (viewer->picker.open)
        cd_picker_close(&viewer->picker);
    else if (viewer->help)
        viewer->help = false;
    else if (viewer->console)
        viewer->console = false;
    else if (viewer->toast[0] != '\0')
        viewer->toast[0] = '\0';
    else if (viewer->inspector.kind != CD_PICK_NONE)
        cd_inspector_unpick(&viewer->inspector);
    else
        viewer->player.notice.on = false;
}

/// Does what acts on time; false: the action does not.
static bool act_on_time(cd_player *player, cd_action action, double now) {
    switch (action) {
    case CD_ACTION_PLAY:
        cd_player_play(player, !player->playing, now);
        return true;
    case CD_ACTION_STEP:
    case CD_ACTION_BACK:
        cd_player_step(player, action == CD_ACTION_STEP ? 1 : -1, now);
        return true;
    case CD_ACTION_STEP_MANY:
    case CD_ACTION_BACK_MANY:
        cd_player_step(player, action == CD_ACTION_STEP_MANY ? MANY : -MANY, now);
        return true;
    case CD_ACTION_SLOWER:
    case CD_ACTION_FASTER:
        cd_player_speed(player, action == CD_ACTION_FASTER ? 1 : -1);
        return true;
    case CD_ACTION_SPEED_ONE:
        cd_player_speed(player, 0);
        return true;
    case CD_ACTION_RESTART:
        cd_player_restart(player, now);
        return true;
    default:
        return false;
    }
}

/// Does what acts on the picture; false: the action does not.
static bool act_on_picture(cd_viewer *viewer, cd_action action) {
    switch (action) {
    case CD_ACTION_VIEW_TOP:
    case CD_ACTION_VIEW_FRONT:
    case CD_ACTION_VIEW_SIDE:
    case CD_ACTION_VIEW_ORBIT:
        cd_viewer_set_view(viewer, (cd_view)(CD_VIEW_TOP + (action - CD_ACTION_VIEW_TOP)));
        return true;
    case CD_ACTION_FRAME_ALL:
        cd_viewer_frame_all(viewer);
        return true;
    default:
        return toggle_shown(viewer, action);
    }
}

void cd_viewer_do(cd_viewer *viewer, cd_action action) {
    viewer->dirty = viewer->dirty || action != CD_ACTION_NONE;
    if (act_on_time(&viewer->player, action, viewer->now) || act_on_picture(viewer, action))
        return;
    switch (action) {
    case CD_ACTION_CONSOLE:
        toggle_console(viewer);
        break;
    case CD_ACTION_COPY:
        cd_viewer_copy(viewer);
        break;
    case CD_ACTION_PANELS:
        toggle_panels(viewer);
        break;
    case CD_ACTION_INSPECT:
        toggle_inspector(viewer);
        break;
    case CD_ACTION_TEST:
        cd_viewer_capture_test(viewer);
        break;
    case CD_ACTION_OPEN:
        cd_picker_open(&viewer->picker, viewer->player.path);
        viewer->help = false;
        break;
    case CD_ACTION_PREVIOUS:
        open_neighbour(viewer, -1);
        break;
    case CD_ACTION_NEXT:
        open_neighbour(viewer, 1);
        break;
    case CD_ACTION_PICTURE:
        cd_viewer_save_picture(viewer);
        break;
    case CD_ACTION_SAVE:
        cd_viewer_save(viewer, NULL);
        break;
    case CD_ACTION_FILM:
        cd_viewer_film(viewer);
        break;
    case CD_ACTION_HELP:
        viewer->help = !viewer->help;
        break;
    case CD_ACTION_CLOSE:
        close_top(viewer);
        break;
    case CD_ACTION_QUIT:
        viewer->quit = true;
        break;
    default:
        break;
    }
}

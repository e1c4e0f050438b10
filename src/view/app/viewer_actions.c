// See viewer.h.
#include "view/app/viewer.h"

#include "view/explain/lens.h"

#define MANY 10 ///< frames of Shift+. and Shift+,

/// Shows or hides something in the scene, if that is the action.
static void toggle_shown(cd_viewer *viewer, cd_action action) {
    const cd_version *live = viewer->player.live;
    for (int i = 0; i < CD_TOGGLE_COUNT; i++) {
        const cd_toggle *toggle = &cd_toggles[i];
        if (toggle->action != action)
            continue;
        if (!cd_toggle_applies(toggle, live != NULL ? live->loaded : NULL)) {
            cd_viewer_say(viewer, "%s are in 3D only", toggle->name);
            return;
        }
        viewer->shown ^= toggle->bit;
        viewer->chosen = (viewer->chosen & ~toggle->bit) | (viewer->shown & toggle->bit);
        cd_viewer_say(viewer, "%s %s", toggle->name,
                      viewer->shown & toggle->bit ? "shown" : "hidden");
    }
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

/// Opens or closes the steps of the pick; without one, of the frame's first query.
static void toggle_why(cd_viewer *viewer) {
    cd_inspector *n = &viewer->inspector;
    n->why = !(n->why && viewer->panels);
    viewer->panels = true;
    if (n->why && n->kind != CD_PICK_QUERY && n->frame != NULL && n->frame->query_count > 0) {
        cd_inspector_pick_query(n, 0);
        n->open = true;
        n->shows_state = false;
    }
}

/// Colours the plane by the next property of the picked query, else of the frame's first; after the
/// last, not at all. A query without a time is not coloured by one.
static void next_lens(cd_viewer *viewer) {
    cd_inspector *n = &viewer->inspector;
    n->lens = (n->lens + 1) % CD_LENS_COUNT;
    cd_viewer_say(viewer, n->lens == CD_LENS_OFF ? "Lens %s" : "Lens: %s",
                  cd_lens_name((cd_lens_kind)n->lens));
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
    else if (viewer->inspector.why)
        viewer->inspector.why = false;
    else if (viewer->inspector.kind != CD_PICK_NONE)
        cd_inspector_unpick(&viewer->inspector);
    else
        viewer->player.notice.on = false;
}

// ----------------------------------------------------------------------------------------- table

static void play(cd_viewer *viewer) {
    cd_player_play(&viewer->player, !viewer->player.playing, viewer->now);
}

static void restart(cd_viewer *viewer) { cd_player_restart(&viewer->player, viewer->now); }

static void undo(cd_viewer *viewer, int redo) {
    cd_player_undo(&viewer->player, redo != 0, viewer->now);
}

static void step(cd_viewer *viewer, int by) { cd_player_step(&viewer->player, by, viewer->now); }

static void speed(cd_viewer *viewer, int by) { cd_player_speed(&viewer->player, by); }

static void turn_page(cd_viewer *viewer, int by) {
    const int pages = cd_viewer_pages(viewer), to = viewer->page + by;
    viewer->page = to < 1 ? 1 : to > pages ? pages : to;
}

static void set_view(cd_viewer *viewer, int view) { cd_viewer_set_view(viewer, (cd_view)view); }

static void open_picker(cd_viewer *viewer) {
    cd_picker_open(&viewer->picker, viewer->player.path);
    cd_previews_refresh(&viewer->previews);
    viewer->help = false;
}

static void save(cd_viewer *viewer) { cd_viewer_save(viewer, NULL); }

static void save_png(cd_viewer *viewer) { cd_viewer_save_picture(viewer, ".png"); }

static void save_svg(cd_viewer *viewer) { cd_viewer_save_picture(viewer, ".svg"); }

static void toggle_help(cd_viewer *viewer) { viewer->help = !viewer->help; }

static void paste(cd_viewer *viewer) { viewer->wants_paste = true; }

static void quit(cd_viewer *viewer) { viewer->quit = true; }

/// What an action calls: `act`, or `act_by` with a number.
static const struct {
    void (*act)(cd_viewer *viewer);
    void (*act_by)(cd_viewer *viewer, int by);
    int by;
} deeds[CD_ACTION_COUNT] = {
    [CD_ACTION_PLAY] = {.act = play},
    [CD_ACTION_STEP] = {.act_by = step, .by = 1},
    [CD_ACTION_BACK] = {.act_by = step, .by = -1},
    [CD_ACTION_STEP_MANY] = {.act_by = step, .by = MANY},
    [CD_ACTION_BACK_MANY] = {.act_by = step, .by = -MANY},
    [CD_ACTION_RESTART] = {.act = restart},
    [CD_ACTION_UNDO] = {.act_by = undo, .by = 0},
    [CD_ACTION_REDO] = {.act_by = undo, .by = 1},
    [CD_ACTION_SLOWER] = {.act_by = speed, .by = -1},
    [CD_ACTION_FASTER] = {.act_by = speed, .by = 1},
    [CD_ACTION_SPEED_ONE] = {.act_by = speed, .by = 0},
    [CD_ACTION_NEXT_PAGE] = {.act_by = turn_page, .by = 1},
    [CD_ACTION_PAGE_BACK] = {.act_by = turn_page, .by = -1},
    [CD_ACTION_VIEW_TOP] = {.act_by = set_view, .by = CD_VIEW_TOP},
    [CD_ACTION_VIEW_FRONT] = {.act_by = set_view, .by = CD_VIEW_FRONT},
    [CD_ACTION_VIEW_SIDE] = {.act_by = set_view, .by = CD_VIEW_SIDE},
    [CD_ACTION_VIEW_ORBIT] = {.act_by = set_view, .by = CD_VIEW_ORBIT},
    [CD_ACTION_FRAME_ALL] = {.act = cd_viewer_frame_all},
    [CD_ACTION_PANELS] = {.act = toggle_panels},
    [CD_ACTION_INSPECT] = {.act = toggle_inspector},
    [CD_ACTION_WHY] = {.act = toggle_why},
    [CD_ACTION_LENS] = {.act = next_lens},
    [CD_ACTION_TEST] = {.act = cd_viewer_capture_test},
    [CD_ACTION_OPEN] = {.act = open_picker},
    [CD_ACTION_PREVIOUS] = {.act_by = open_neighbour, .by = -1},
    [CD_ACTION_NEXT] = {.act_by = open_neighbour, .by = 1},
    [CD_ACTION_CONSOLE] = {.act = toggle_console},
    [CD_ACTION_COPY] = {.act = cd_viewer_copy},
    [CD_ACTION_EDIT] = {.act = cd_viewer_edit},
    [CD_ACTION_COPY_CASE] = {.act = cd_viewer_copy_case},
    [CD_ACTION_PASTE] = {.act = paste},
    [CD_ACTION_SAVE] = {.act = save},
    [CD_ACTION_PICTURE] = {.act = save_png},
    [CD_ACTION_PICTURE_SVG] = {.act = save_svg},
    [CD_ACTION_FILM] = {.act = cd_viewer_film},
    [CD_ACTION_HELP] = {.act = toggle_help},
    [CD_ACTION_CLOSE] = {.act = close_top},
    [CD_ACTION_QUIT] = {.act = quit},
};

bool cd_viewer_can(const cd_viewer *viewer, cd_action action) {
    const bool turns = action == CD_ACTION_NEXT_PAGE || action == CD_ACTION_PAGE_BACK;
    return !turns || cd_viewer_pages(viewer) > 0;
}

void cd_viewer_do(cd_viewer *viewer, cd_action action) {
    if (!cd_viewer_can(viewer, action))
        return;
    viewer->dirty = viewer->dirty || action != CD_ACTION_NONE;
    if (deeds[action].act != NULL)
        deeds[action].act(viewer);
    else if (deeds[action].act_by != NULL)
        deeds[action].act_by(viewer, deeds[action].by);
    else
        toggle_shown(viewer, action);
}

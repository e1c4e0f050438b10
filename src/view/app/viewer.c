// See viewer.h.
#include "view/app/viewer.h"

#include "view/raster/picture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOAST_SECONDS 3.0

void cd_viewer_say(cd_viewer *viewer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(viewer->toast, sizeof viewer->toast, format, arguments);
    va_end(arguments);
    viewer->toast_until = viewer->now + TOAST_SECONDS;
    viewer->dirty = true;
}

cd_screen cd_viewer_screen(const cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    const cd_loaded *loaded = player->live != NULL ? player->live->loaded : NULL;
    cd_screen screen = {
        .path = player->path,
        .loaded = loaded,
        .recording = player->live != NULL ? &player->live->recording : NULL,
        .inputs = &player->inputs,
        .speed = player->speed,
        .seeking = player->wanted,
        .past_count = player->past.count,
        .diverges = player->diverges,
        .playing = player->playing,
        .panels = viewer->panels,
        .help = viewer->help,
        .console = viewer->console,
        .trusted = player->launch.trusted,
        .log = player->live != NULL ? &player->live->log : NULL,
        .notice = &player->notice,
        .inspector = (cd_inspector *)(uintptr_t)&viewer->inspector,
        .toast = viewer->toast[0] != '\0' ? viewer->toast : NULL,
        .filming = viewer->film != NULL ? viewer->film_text : NULL,
    };
    screen.scene = (cd_scene){
        .frame = player->frame >= 0 ? &player->shown : NULL,
        .scenery = &player->scenery,
        .trails = &player->trails,
        .past = player->frame >= 0 && player->has_past_shown ? &player->past_shown : NULL,
        .past_trails = &player->past_trails,
        .camera = viewer->cameras[viewer->view],
        .extent = viewer->extent,
        .shown = viewer->shown,
        .pick = &viewer->inspector,
    };
    return screen;
}

/// The screen with all that a version that has taken over since may have made stale.
static cd_screen fresh_screen(cd_viewer *viewer) {
    cd_viewer_inspect(viewer);
    return cd_viewer_screen(viewer);
}

// ---------------------------------------------------------------------------------------- actions

static void save_picture(cd_viewer *viewer) {
    char path[300];
    const char *name = cd_base_name(viewer->player.path);
    int stem = (int)strcspn(name, ".");
    snprintf(path, sizeof path, "%.*s-%04d.png", stem < 200 ? stem : 200, name,
             viewer->player.frame < 0 ? 0 : viewer->player.frame);
    size_t size = (size_t)viewer->width * (size_t)viewer->height;
    uint32_t *pixels = malloc(size * sizeof *pixels);
    const char *error = "out of memory";
    if (pixels != NULL) {
        cd_pen pen = {cd_canvas_over(pixels, viewer->width, viewer->height, viewer->width),
                      cd_text_open(viewer->scale, NULL), viewer->scale};
        cd_screen screen = fresh_screen(viewer);
        screen.toast = NULL;
        cd_screen_draw(&pen, &screen);
        error = cd_picture_save(&pen.canvas, path);
        cd_text_close(pen.text);
    }
    free(pixels);
    if (error != NULL)
        cd_viewer_say(viewer, "The picture could not be written: %s", error);
    else
        cd_viewer_say(viewer, "Saved %s in the current folder", path);
}

static void toggle_shown(cd_viewer *viewer, cd_action action) {
    static const struct {
        unsigned bit;
        const char *what;
    } toggles[CD_ACTION_COUNT] = {
        [CD_ACTION_QUERIES] = {CD_SHOW_QUERIES, "Queries"},
        [CD_ACTION_NORMALS] = {CD_SHOW_NORMALS, "Normals"},
        [CD_ACTION_TRAILS] = {CD_SHOW_TRAILS, "Trails"},
        [CD_ACTION_NAMES] = {CD_SHOW_NAMES, "Names"},
        [CD_ACTION_GRID] = {CD_SHOW_GRID, "Grid"},
        [CD_ACTION_GHOST] = {CD_SHOW_GHOST, "The version before the last edit"},
        [CD_ACTION_BOUNDS] = {CD_SHOW_BOUNDS, "Bounds"},
        [CD_ACTION_VELOCITIES] = {CD_SHOW_VELOCITIES, "Velocities"},
    };
    const unsigned bit = toggles[action].bit;
    viewer->shown ^= bit;
    cd_viewer_say(viewer, "%s %s", toggles[action].what, viewer->shown & bit ? "shown" : "hidden");
}

static void toggle_console(cd_viewer *viewer) {
    viewer->console = !viewer->console;
    cd_ui_blur(&viewer->ui);
    if (viewer->console) {
        viewer->panels = true;
        cd_ui_write_in(&viewer->ui, "console", viewer->line);
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
    // Settings of the command line belong to the scenario that was given there.
    viewer->launch.settings = NULL;
    viewer->launch.setting_count = 0;
    viewer->memory.scenario[0] = '\0';
    const char *why = cd_viewer_show(viewer, resolved, wrong, sizeof wrong);
    if (why != NULL)
        cd_viewer_say(viewer, "%s", why);
}

static void open_neighbour(cd_viewer *viewer, int step) {
    char path[CD_PATH_MAX];
    if (cd_folder_neighbour(viewer->player.path, step, path))
        cd_viewer_open(viewer, path);
    else
        cd_viewer_say(viewer, "No other scenario in this folder");
}

static void pick(cd_viewer *viewer) {
    char path[CD_PATH_MAX];
    const bool chosen = cd_picker_chosen(&viewer->picker, path);
    cd_picker_close(&viewer->picker);
    cd_ui_blur(&viewer->ui);
    if (chosen)
        cd_viewer_open(viewer, path);
}

static void close_open(cd_viewer *viewer) {
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

/// What acts on time; false: the action does not.
static bool play(cd_player *player, cd_action action, double now) {
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
        cd_player_step(player, action == CD_ACTION_STEP_MANY ? 10 : -10, now);
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

/// What acts on the picture; false: the action does not.
static bool look(cd_viewer *viewer, cd_action action) {
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
    case CD_ACTION_QUERIES:
    case CD_ACTION_NORMALS:
    case CD_ACTION_TRAILS:
    case CD_ACTION_NAMES:
    case CD_ACTION_GRID:
    case CD_ACTION_GHOST:
    case CD_ACTION_BOUNDS:
    case CD_ACTION_VELOCITIES:
        toggle_shown(viewer, action);
        return true;
    default:
        return false;
    }
}

void cd_viewer_do(cd_viewer *viewer, cd_action action) {
    const char *copied;
    char text[sizeof viewer->toast];
    viewer->dirty = viewer->dirty || action != CD_ACTION_NONE;
    if (play(&viewer->player, action, viewer->now) || look(viewer, action))
        return;
    switch (action) {
    case CD_ACTION_CONSOLE:
        toggle_console(viewer);
        break;
    case CD_ACTION_COPY:
        if ((copied = cd_viewer_copy(viewer)) != NULL)
            cd_viewer_say(viewer, "%s is on the clipboard", copied);
        break;
    case CD_ACTION_PANELS:
        toggle_panels(viewer);
        break;
    case CD_ACTION_INSPECT:
        toggle_inspector(viewer);
        break;
    case CD_ACTION_TEST:
        cd_viewer_keep_test(viewer, text, sizeof text);
        cd_viewer_say(viewer, "%s", text);
        viewer->toast_until += TOAST_SECONDS; // it is worth reading
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
        save_picture(viewer);
        break;
    case CD_ACTION_SAVE:
        cd_viewer_save(viewer, NULL, text, sizeof text);
        cd_viewer_say(viewer, "%s", text);
        break;
    case CD_ACTION_FILM:
        cd_viewer_film(viewer, text, sizeof text);
        cd_viewer_say(viewer, "%s", text);
        break;
    case CD_ACTION_HELP:
        viewer->help = !viewer->help;
        break;
    case CD_ACTION_CLOSE:
        close_open(viewer);
        break;
    case CD_ACTION_QUIT:
        viewer->quit = true;
        break;
    default:
        break;
    }
}

bool cd_viewer_on_scene(const cd_viewer *viewer, cd_point2 at) {
    cd_screen screen = cd_viewer_screen(viewer);
    return !cd_screen_covers(&screen, cd_viewer_viewport(viewer), at);
}

void cd_viewer_point(cd_viewer *viewer, cd_point2 at) {
    const cd_point2 before = viewer->pointer;
    viewer->pointer = at;
    // On the picture nothing changes by the mouse alone.
    if (viewer->ui.held != 0 || !cd_viewer_on_scene(viewer, at) ||
        !cd_viewer_on_scene(viewer, before))
        viewer->dirty = true;
}

// ---------------------------------------------------------------------------------------- panels

/// The lines that were said before, older (-1) or newer.
static void recall(cd_viewer *viewer, int way) {
    const int to = viewer->recalled - way;
    if (to < 0 || to > viewer->said_count)
        return;
    viewer->recalled = to;
    snprintf(viewer->line, sizeof viewer->line, "%s", to > 0 ? viewer->said[to - 1] : "");
}

/// The line of the console runs in the frame on the screen.
static void run_line(cd_viewer *viewer) {
    if (viewer->line[0] == '\0')
        return;
    const int kept = viewer->said_count < CD_SAID_MAX - 1 ? viewer->said_count : CD_SAID_MAX - 1;
    memmove(viewer->said[1], viewer->said[0], (size_t)kept * sizeof viewer->said[0]);
    strcpy(viewer->said[0], viewer->line);
    viewer->said_count = kept + 1;
    viewer->recalled = 0;
    viewer->line[0] = '\0';
    cd_player_run_line(&viewer->player, viewer->said[0], viewer->now);
}

/// One pass over the panels, and what was asked for in it.
static void pass(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input) {
    cd_player *player = &viewer->player;
    cd_screen screen = fresh_screen(viewer);
    screen.picker = &viewer->picker;
    screen.line = viewer->line;
    const cd_wish wish = cd_screen_pass(&viewer->ui, pen, input, viewer->now, &screen);
    cd_viewer_do(viewer, wish.action);
    if (wish.seek >= 0)
        cd_player_seek(player, wish.seek);
    if (wish.param >= 0)
        cd_player_set(player, screen.loaded->params[wish.param].name, wish.value, viewer->now);
    if (wish.recall != 0)
        recall(viewer, wish.recall);
    if (wish.entered)
        run_line(viewer);
    if (wish.open)
        pick(viewer);
    if (wish.seek >= 0 || wish.param >= 0 || wish.recall != 0 || wish.entered || wish.open)
        viewer->dirty = true;
}

void cd_viewer_input(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input) {
    const cd_rect clip = cd_canvas_clip(&pen->canvas, (cd_rect){0});
    pass(viewer, pen, input);
    pen->canvas.clip = clip;
    viewer->dirty = true;
}

// ---------------------------------------------------------------------------------------- life

void cd_viewer_start(cd_viewer *viewer, const cd_launch *launch, const cd_options *options,
                     const char *path, double now) {
    viewer->launch = *launch;
    viewer->wanted_view = options->view;
    viewer->view = CD_VIEW_FRONT;
    viewer->first_frame = options->frame;
    viewer->arriving = -1;
    viewer->shown = CD_SHOW_USUAL;
    viewer->panels = !options->no_panels;
    viewer->pointer = (cd_point2){-1, -1};
    viewer->scale = 1;
    viewer->now = now;
    viewer->inspector.query = viewer->inspector.shape = -1;
    viewer->player.frame = -1;
    viewer->player.memory_limit = options->memory;
    for (int view = 0; view < CD_VIEW_COUNT; view++)
        viewer->cameras[view] = cd_camera_make((cd_view)view, (cd_rect){0, 0, 1, 1});
    char why[300];
    const char *remembered = cd_viewer_recall(viewer, options, path);
    if (cd_viewer_show(viewer, remembered, why, sizeof why) != NULL) {
        cd_viewer_say(viewer, "%s", why);
        if (remembered != path)
            (void)cd_viewer_show(viewer, path, why, sizeof why);
    }
}

void cd_viewer_close(cd_viewer *viewer) {
    cd_viewer_remember(viewer);
    cd_picker_close(&viewer->picker);
    cd_inspector_free(&viewer->inspector);
    free(viewer->copy);
    cd_player_close(&viewer->player);
}

void cd_viewer_resize(cd_viewer *viewer, int width, int height, double scale) {
    viewer->width = width;
    viewer->height = height;
    viewer->scale = scale;
    viewer->dirty = true;
}

/// The keys that wait for the next step.
static void say_awaited(cd_viewer *viewer) {
    char keys[200] = "";
    const cd_held *awaited = &viewer->player.pending;
    for (int i = 0; i < awaited->count; i++) {
        const size_t used = strlen(keys);
        snprintf(keys + used, sizeof keys - used, "%s%s", i > 0 ? ", " : "", awaited->names[i]);
    }
    cd_viewer_say(viewer, "The next step has the key%s: %s", awaited->count > 1 ? "s" : "", keys);
}

void cd_viewer_tick(cd_viewer *viewer, const cd_held *held, double now) {
    cd_player *player = &viewer->player;
    viewer->now = now;
    cd_player_tick(player, held, now);
    if (player->opened)
        cd_viewer_settle(viewer);
    else if (player->grown && player->live != NULL) {
        viewer->extent = player->extent;
        cd_viewer_frame_untouched(viewer);
    }
    player->opened = player->grown = false;
    if (viewer->arriving >= 0 && player->frame == viewer->arriving) { // as the headless picture
        cd_scene_extent(&player->shown, &viewer->extent);
        cd_viewer_frame_untouched(viewer);
        viewer->arriving = -1;
    }
    if (player->live != NULL && player->live->loaded != NULL && player->live->loaded->dim == 2)
        viewer->view = CD_VIEW_FRONT; // an edit may have made it so
    cd_viewer_fit(viewer);
    char text[sizeof viewer->toast];
    if (cd_viewer_film_tend(viewer, false, text, sizeof text))
        cd_viewer_say(viewer, "%s", text);
    if (player->toast != NULL)
        cd_viewer_say(viewer, "%s", player->toast);
    player->toast = NULL;
    if (player->key_pending)
        say_awaited(viewer);
    player->key_pending = false;
    if (viewer->toast[0] != '\0' && now > viewer->toast_until) {
        viewer->toast[0] = '\0';
        viewer->dirty = true;
    }
    if (viewer->ui.wake > 0 && now >= viewer->ui.wake) {
        viewer->ui.wake = 0;
        viewer->dirty = true;
    }
    viewer->dirty = viewer->dirty || player->changed;
    player->changed = false;
}

void cd_viewer_draw(cd_viewer *viewer, cd_pen *pen) {
    cd_viewer_fit(viewer);
    viewer->dirty = false;
    snprintf(viewer->film_text, sizeof viewer->film_text, "%d:%04.1f",
             (int)(viewer->film_time / 60), fmod(viewer->film_time, 60));
    const cd_ui_input input = {.pointer = viewer->pointer};
    pass(viewer, pen, &input);
}

// See viewer.h.
#include "view/app/viewer.h"

#include "view/system/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_WAIT 0.5  ///< seconds without a picture, after which the window says why
#define SAY_EVERY 0.25 ///< seconds between two numbers: each costs a picture

// ------------------------------------------------------------------------------------------- input

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

unsigned cd_viewer_uses(const cd_viewer *viewer) { return viewer->uses; }

bool cd_viewer_takes_key(const cd_viewer *viewer, const char *name) {
    return cd_action_key_is_taken(name, cd_viewer_loaded(viewer));
}

/// Looks again what the script uses, where a version has taken over or required a file.
static void look_at_uses(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    const int files = player->live != NULL ? player->live->watch.count : 0;
    if (viewer->uses_of == player->generation && viewer->uses_files == files)
        return;
    viewer->uses = player->live != NULL ? cd_uses_of(&player->live->watch) : 0;
    viewer->uses_of = player->generation;
    viewer->uses_files = files;
}

/// What is held with the mouse as the scenario has it. Outside of the scene it stays where it was.
static cd_held with_mouse(cd_viewer *viewer, const cd_held *held) {
    cd_held all = *held;
    cd_mouse *mouse = &viewer->mouse;
    if (!(viewer->uses & CD_USES_MOUSE))
        return all;
    mouse->known = true;
    mouse->inside = viewer->pointer.x >= 0 && cd_viewer_on_scene(viewer, viewer->pointer);
    if (mouse->inside)
        mouse->at = cd_camera_unproject(&viewer->cameras[viewer->view], viewer->pointer);
    mouse->wheel = held->mouse.wheel;
    all.mouse = *mouse;
    return all;
}

/// Brings back an older (-1) or newer (1) line of the console.
static void recall_line(cd_viewer *viewer, int way) {
    const int to = viewer->recall - way;
    if (to < 0 || to > viewer->recalled_count)
        return;
    viewer->recall = to;
    snprintf(viewer->line, sizeof viewer->line, "%s", to > 0 ? viewer->recalled[to - 1] : "");
}

/// Runs the line of the console in the frame on the screen.
static void run_line(cd_viewer *viewer) {
    if (viewer->line[0] == '\0')
        return;
    const int kept =
        viewer->recalled_count < CD_RECALLED_MAX - 1 ? viewer->recalled_count : CD_RECALLED_MAX - 1;
    memmove(viewer->recalled[1], viewer->recalled[0], (size_t)kept * sizeof viewer->recalled[0]);
    strcpy(viewer->recalled[0], viewer->line);
    viewer->recalled_count = kept + 1;
    viewer->recall = 0;
    viewer->line[0] = '\0';
    if (cd_viewer_ask(viewer, viewer->recalled[0]))
        return;
    cd_player_run_line(&viewer->player, viewer->recalled[0], viewer->now);
}

/// One pass over the screen, and what the person asks for in it.
static void pass(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input) {
    cd_player *player = &viewer->player;
    cd_viewer_inspect(viewer); // a version may have taken over since the last pass
    cd_screen screen = cd_viewer_screen(viewer);
    screen.picker = &viewer->picker;
    screen.previews = &viewer->previews;
    screen.line = viewer->line;
    const cd_wish wish = cd_screen_pass(&viewer->ui, pen, input, viewer->now, &screen);
    cd_viewer_do(viewer, wish.action);
    if (wish.seek >= 0)
        cd_player_seek(player, wish.seek);
    if (wish.param >= 0)
        cd_player_set(player, screen.loaded->params[wish.param].name, wish.value, viewer->now);
    if (wish.recall != 0)
        recall_line(viewer, wish.recall);
    if (wish.entered)
        run_line(viewer);
    if (wish.open)
        cd_viewer_open_picked(viewer);
    if (wish.plot[0] != '\0') {
        cd_viewer_plot(viewer, wish.plot, wish.plot_dim);
        cd_viewer_keep_watches(viewer);
    }
    if (wish.place[0] != '\0')
        cd_viewer_edit_place(viewer, wish.place);
    if (wish.vary >= 0 && screen.inputs != NULL && player->frame >= 0) {
        const cd_param param =
            cd_inputs_param(screen.inputs, player->frame, &screen.loaded->params[wish.vary]);
        cd_player_vary(player, &param, viewer->now);
    }
    if (wish.variant >= 0)
        cd_player_take_variant(player, wish.variant, viewer->now);
    if (wish.edit >= 0)
        cd_player_show_edit(player, wish.edit, viewer->now);
    if (wish.hunt)
        cd_viewer_hunt(viewer);
    if (wish.show_found)
        cd_viewer_show_found(viewer);
    if (wish.save_plots)
        cd_viewer_save_plots(viewer);
    if (wish.unfold != 0) {
        viewer->unfolded = wish.unfold != viewer->unfolded ? wish.unfold : 0;
        viewer->dirty = true;
    }
    if (wish.seek >= 0 || wish.param >= 0 || wish.recall != 0 || wish.entered || wish.open)
        viewer->dirty = true;
}

void cd_viewer_input(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input) {
    const cd_rect clip = cd_canvas_clip(&pen->canvas, (cd_rect){0});
    pass(viewer, pen, input);
    pen->canvas.clip = clip;
    viewer->dirty = true;
}

// -------------------------------------------------------------------------------------------- life

void cd_viewer_start(cd_viewer *viewer, const cd_launch *launch, const cd_options *options,
                     const char *path, double now) {
    viewer->launch = *launch;
    viewer->cases = options->cases;
    viewer->problems = options->problems;
    viewer->forgets = options->frame >= 0;
    viewer->wanted_view = options->view;
    viewer->view = CD_VIEW_FRONT;
    viewer->first_frame = options->frame;
    viewer->first_page = options->page > 0 ? options->page : 1;
    viewer->page = 1;
    viewer->shown = viewer->chosen = CD_SHOW_USUAL;
    viewer->panels = !options->no_panels;
    viewer->pointer = (cd_point2){-1, -1};
    viewer->scale = 1;
    viewer->now = now;
    viewer->inspector.query = viewer->inspector.shape = -1;
    viewer->inspector.lens = options->lens;
    viewer->player.frame = -1;
    viewer->player.memory_limit = options->memory;
    for (int view = 0; view < CD_VIEW_COUNT; view++)
        viewer->cameras[view] = cd_camera_make((cd_view)view, (cd_rect){0, 0, 1, 1});
    const char *remembered = cd_viewer_recall(viewer, options, path);
    if (!cd_viewer_load(viewer, remembered) && remembered != path)
        (void)cd_viewer_load(viewer, path);
}

void cd_viewer_close(cd_viewer *viewer) {
    cd_viewer_remember(viewer);
    cd_picker_close(&viewer->picker);
    cd_viewer_stop_asking(viewer);
    cd_hunter_end(&viewer->hunter);
    cd_previewer_stop(&viewer->previewer);
    cd_previews_free(&viewer->previews);
    cd_inspector_free(&viewer->inspector);
    free(viewer->copy);
    cd_bytes_free(&viewer->told);
    cd_player_close(&viewer->player);
}

void cd_viewer_resize(cd_viewer *viewer, int width, int height, double scale) {
    viewer->width = width;
    viewer->height = height;
    viewer->scale = scale;
    viewer->dirty = true;
}

/// Says which keys wait for the next step.
static void say_pending(cd_viewer *viewer) {
    char keys[200] = "";
    const cd_held *pending = &viewer->player.pending;
    for (int i = 0; i < pending->count; i++) {
        const size_t used = strlen(keys);
        snprintf(keys + used, sizeof keys - used, "%s%s", i > 0 ? ", " : "", pending->names[i]);
    }
    if (pending->count == 0)
        cd_viewer_say(viewer, "The next step has it");
    else
        cd_viewer_say(viewer, "The next step has the key%s: %s", pending->count > 1 ? "s" : "",
                      keys);
}

/// Shows what the scenario wants shown, where a version with other wishes has taken over.
static void apply_wishes(cd_viewer *viewer) {
    const cd_loaded *loaded = cd_viewer_loaded(viewer);
    if (loaded == NULL || viewer->shown_of == viewer->player.generation)
        return;
    const unsigned wanted = cd_toggles_for(0, loaded), kept = cd_toggles_for(CD_SHOW_ALL, loaded);
    if (wanted != viewer->wishes[0] || kept != viewer->wishes[1])
        viewer->shown = cd_toggles_for(viewer->chosen, loaded);
    viewer->wishes[0] = wanted;
    viewer->wishes[1] = kept;
    viewer->shown_of = viewer->player.generation;
}

/// Writes what the person has been waiting for; false: nothing for long.
static bool describe_wait(const cd_viewer *viewer, char *out, size_t size) {
    const cd_player *player = &viewer->player;
    const cd_version *next = player->next, *live = player->live;
    if (next != NULL &&
        (cd_way_is_shown(player) || viewer->now - player->next_started > LONG_WAIT)) {
        const int to = cd_takeover_target(player);
        const int frame = cd_way_is_shown(player) ? player->way.shown.frame : next->received;
        if (frame < 0 || to == 0)
            snprintf(out, size, "Loading");
        else
            snprintf(out, size, "Loading: frame %d of %d", frame, to);
        return true;
    }
    const bool waits = next == NULL && live != NULL && cd_version_busy(live) &&
                       viewer->now - live->patience.since > LONG_WAIT;
    if (waits)
        snprintf(out, size, "Making frame %d", live->received + 1);
    return waits;
}

/// Says what the person waits for, as long as it takes.
static void say_wait(cd_viewer *viewer) {
    char text[64];
    const bool waits = describe_wait(viewer, text, sizeof text);
    if (viewer->toast_waits && !waits) {
        viewer->toast[0] = '\0';
        viewer->toast_waits = false;
        viewer->dirty = true;
    } else if (waits && (!viewer->toast_waits ||
                         viewer->now >= viewer->toast_until - LONG_WAIT + SAY_EVERY)) {
        if (strcmp(text, viewer->toast) != 0)
            cd_viewer_say(viewer, "%s", text);
        viewer->toast_waits = true;
        viewer->toast_until = viewer->now + LONG_WAIT;
    }
}

/// Makes previews while the picker is open.
static void make_previews(cd_viewer *viewer) {
    if (!viewer->picker.open)
        cd_previewer_stop(&viewer->previewer);
    else if (cd_previewer_tick(&viewer->previewer, &viewer->previews, viewer->launch.program,
                               viewer->now))
        viewer->dirty = true;
}

void cd_viewer_tick(cd_viewer *viewer, const cd_held *held, double now) {
    cd_player *player = &viewer->player;
    viewer->now = now;
    look_at_uses(viewer);
    const cd_held all = with_mouse(viewer, held);
    const cd_inspector *n = &viewer->inspector;
    player->wants_state = viewer->panels && n->open && (n->shows_state || n->kind == CD_PICK_SHAPE);
    cd_player_tick(player, &all, now);
    cd_viewer_hear(viewer);
    cd_viewer_hear_hunt(viewer);
    if (player->opened) {
        viewer->time = (cd_time_view){0};
        cd_viewer_show_scenario(viewer);
        cd_viewer_recall_watches(viewer);
    }
    player->opened = false;
    if (player->frame >= 0 && player->frame != viewer->shown_frame)
        cd_time_follow(&viewer->time, player->frame);
    viewer->shown_frame = player->frame;
    apply_wishes(viewer);
    cd_viewer_follow(viewer);
    if (cd_viewer_loaded(viewer) != NULL && cd_viewer_loaded(viewer)->dim == 2)
        viewer->view = CD_VIEW_FRONT; // an edit may have made it 2D
    cd_viewer_fit(viewer);
    (void)cd_viewer_film_finish(viewer, false);
    if (player->toast[0] != '\0')
        cd_viewer_say(viewer, "%s", player->toast);
    player->toast[0] = '\0';
    if (player->key_pending)
        say_pending(viewer);
    player->key_pending = false;
    say_wait(viewer);
    char wrong[200];
    if (cd_editor_failed(wrong, sizeof wrong))
        cd_viewer_say(viewer, "%s", wrong);
    make_previews(viewer);
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

/// Gives the banner the room that its texts need, which only a pen knows.
static void fit_banner(cd_viewer *viewer, cd_pen *pen) {
    viewer->banner = 0;
    const cd_screen screen = cd_viewer_screen(viewer);
    viewer->banner = cd_banner_height(pen, &screen, cd_viewer_viewport(viewer));
}

void cd_viewer_draw(cd_viewer *viewer, cd_pen *pen) {
    fit_banner(viewer, pen);
    cd_viewer_fit(viewer);
    viewer->dirty = false;
    const cd_ui_input input = {.pointer = viewer->pointer};
    pass(viewer, pen, &input);
}

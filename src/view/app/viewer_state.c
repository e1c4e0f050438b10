// See viewer.h.
#include "view/app/viewer.h"

#include <stdarg.h>
#include <stdio.h>

#define TOAST_SECONDS 3.0

void cd_viewer_say(cd_viewer *viewer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(viewer->toast, sizeof viewer->toast, format, arguments);
    va_end(arguments);
    viewer->toast_until = viewer->now + TOAST_SECONDS;
    viewer->toast_waits = false;
    viewer->dirty = true;
}

const cd_loaded *cd_viewer_loaded(const cd_viewer *viewer) {
    return viewer->player.live != NULL ? viewer->player.live->loaded : NULL;
}

int cd_viewer_pages(const cd_viewer *viewer) {
    return viewer->player.frame >= 0 ? cd_scene_pages(&viewer->player.shown) : 0;
}

/// The text of the script; NULL where it is that of a kept run.
static const char *script_of(const cd_version *version) {
    return version != NULL && version->watch.count > 0 ? version->watch.files[0].content : NULL;
}

bool cd_viewer_can_hunt(const cd_viewer *viewer) {
    const cd_version *live = viewer->player.live;
    return live != NULL && cd_version_has_files(live) && !viewer->player.launch.load.trusted;
}

const cd_frame *cd_viewer_pictured(const cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    return cd_way_is_shown(player) ? &player->way.shown
           : player->frame >= 0    ? &player->shown
                                   : NULL;
}

const cd_survey *cd_viewer_survey(const cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    return cd_way_is_shown(player) ? &player->way.survey : &player->survey;
}

cd_extent cd_viewer_extent(const cd_viewer *viewer) {
    const cd_survey *survey = cd_viewer_survey(viewer);
    const cd_frame *frame = cd_viewer_pictured(viewer);
    cd_extent extent = survey->extent;
    if (frame != NULL)
        extent = cd_scene_framed(&survey->extent, &survey->kept, frame);
    if (viewer->brought_back.some) {
        cd_extent_add(&extent, viewer->brought_back.min);
        cd_extent_add(&extent, viewer->brought_back.max);
    }
    return extent;
}

/// Adds the picture of the next version, which is coarse: without trails, names that keep their
/// places, or a pick.
static void add_way(const cd_viewer *viewer, cd_screen *screen) {
    static const cd_trails no_trails;
    const cd_player *player = &viewer->player;
    const cd_way *way = &player->way;
    const cd_version *next = player->next;
    const bool flat = next != NULL && next->loaded != NULL && next->loaded->dim == 2;
    screen->made = next != NULL ? next->received + 1 : 0;
    screen->make = next != NULL ? cd_takeover_target(player) + 1 : 0;
    screen->way = screen->scene;
    screen->way.frame = &way->shown;
    screen->way.past = way->has_past ? &way->past : NULL;
    screen->way.trails = screen->way.past_trails = &no_trails;
    screen->way.names = NULL;
    screen->way.pick = NULL;
    screen->way.kept = !viewer->touched[viewer->view] && !way->shown.aim.set;
    if (flat)
        screen->way.camera = viewer->cameras[CD_VIEW_FRONT];
}

cd_screen cd_viewer_screen(const cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    cd_screen screen = {
        .path = player->path,
        .loaded = cd_viewer_loaded(viewer),
        .recording = player->live != NULL ? &player->live->recording : NULL,
        .past = player->past.count > 0 ? &player->past : NULL,
        .time = (cd_time_view *)(uintptr_t)&viewer->time, // chosen in a pass
        .inputs = &player->inputs,
        .speed = player->speed,
        .seeking = player->wanted,
        .past_count = player->past.count,
        .diverges = player->diverges,
        .playing = player->playing,
        .panels = viewer->panels,
        .help = viewer->help,
        .console = viewer->console,
        .unfolded = viewer->unfolded,
        .mouse_taken = viewer->uses & CD_USES_MOUSE,
        .trusted = player->launch.load.trusted,
        .plotted = &player->plotted,
        .unrepeatable = player->cannot_refill,
        .log = player->live != NULL ? &player->live->log : NULL,
        .answers = &viewer->answers,
        .lines = viewer->lines.size > 0 ? (const char *)viewer->lines.data : NULL,
        .lines_frame = viewer->lines_frame,
        .hunting = viewer->hunter.child.pid > 0 ? viewer->hunter.progress : NULL,
        .found = viewer->hunter.child.pid > 0 ? "" : viewer->found,
        .has_found = viewer->hunter.child.pid == 0 && viewer->hunter.said.size > 0,
        .edits = &player->edits,
        .variants = player->variants.count > 0 ? &player->variants : NULL,
        .can_hunt = cd_viewer_can_hunt(viewer),
        .files = player->live != NULL ? &player->live->watch : NULL,
        .notice = &player->notice,
        .banner = viewer->banner,
        .script = script_of(player->live),
        .inspector = (cd_inspector *)(uintptr_t)&viewer->inspector, // its list unfolds in a pass
        .toast = viewer->toast[0] != '\0' && viewer->film == NULL ? viewer->toast : NULL,
        .filming = viewer->film != NULL ? viewer->film_text : NULL,
    };
    screen.scene = (cd_scene){
        .frame = player->frame >= 0 ? &player->shown : NULL,
        .scenery = &cd_viewer_survey(viewer)->scenery,
        .trails = &player->trails,
        .past = player->frame >= 0 && player->has_past_shown ? &player->past_shown : NULL,
        .past_trails = &player->past_trails,
        .camera = viewer->cameras[viewer->view],
        .extent = cd_viewer_extent(viewer),
        .kept = !viewer->touched[viewer->view] && !player->shown.aim.set,
        .shown = viewer->shown,
        .budget = CD_WINDOW_BUDGET,
        .page = viewer->page,
        // What stands is drawn as without a window.
        .names = player->playing ? (cd_label_memory *)(uintptr_t)&viewer->names : NULL,
        .pick = &viewer->inspector,
    };
    if (cd_way_is_shown(player))
        add_way(viewer, &screen);
    for (int i = 0; i < player->variants.count; i++)
        screen.scene.ghosts[i] = player->variants.list[i].has_shown && player->frame >= 0
                                     ? &player->variants.list[i].shown
                                     : NULL;
    screen.scene.ghost_count = player->variants.count;
    return screen;
}

cd_rect cd_viewer_viewport(const cd_viewer *viewer) {
    const cd_screen screen = cd_viewer_screen(viewer);
    return cd_screen_viewport(&screen, viewer->width, viewer->height, viewer->scale);
}

// See viewer.h.
#include "record/allocate.h"
#include "record/text/print.h"
#include "view/app/viewer.h"
#include "view/play/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONSOLE, LINES, WORKERS }; // whom each works for

struct cd_asker {
    cd_workers *workers; ///< for the script of `path`
    char path[CD_PATH_MAX];
    bool waiting;            ///< that of the console
    bool reading;            ///< that of the lines
    int frame;               ///< of which it has read the lines, or does,
    int generation;          ///< of this version,
    uint64_t hash;           ///< and state
    char of[CD_VALUE_MAX];   ///< the expression of the last question
    char verb[8];            ///< "watch", "find", "who"
    char last[CD_VALUE_MAX]; ///< the question, so that `who` again goes back
};

/// Reads a question: its verb, which way to look, and the expression. False where it is none.
static bool read_question(const char *line, char verb[8], const char **way, const char **of) {
    static const struct {
        const char *word, *verb, *way;
    } words[] = {{"watch ", "watch", "first"}, {"find! ", "find", "next"},
                 {"find? ", "find", "back"},   {"find ", "find", "first"},
                 {"who ", "who", "first"},     {"stop when ", "stop", "first"}};
    while (*line == ' ')
        line++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(line, words[i].word, length) != 0)
            continue;
        line += length;
        while (*line == ' ')
            line++;
        snprintf(verb, 8, "%s", words[i].verb);
        *way = words[i].way;
        *of = line;
        // "find = 3" is Lua.
        return *line != '\0' && *line != '=';
    }
    return false;
}

/// Ends the workers; others are started with their next questions.
static void restart(const cd_viewer *viewer, struct cd_asker *a) {
    cd_workers_close(a->workers);
    a->workers = cd_workers_open(viewer->launch.program, a->path, WORKERS);
    a->waiting = a->reading = false;
    a->frame = -1;
}

static struct cd_asker *asker_of(cd_viewer *viewer) {
    const char *path = viewer->player.path;
    if (viewer->asker == NULL)
        viewer->asker = cd_allocate_zeroed(sizeof *viewer->asker);
    struct cd_asker *a = viewer->asker;
    if (a == NULL || (a->workers != NULL && strcmp(a->path, path) == 0))
        return a;
    snprintf(a->path, sizeof a->path, "%s", path);
    restart(viewer, a);
    return a->workers != NULL ? a : NULL;
}

bool cd_viewer_ask(cd_viewer *viewer, const char *line) {
    char verb[8];
    const char *way, *of;
    const cd_player *player = &viewer->player;
    if (!read_question(line, verb, &way, &of))
        return false;
    struct cd_asker *a = player->live != NULL && player->frame >= 0 ? asker_of(viewer) : NULL;
    if (a == NULL) {
        cd_viewer_say(viewer, "There is no run to be asked");
        return true;
    }
    cd_log_clear(&viewer->answers);
    if (a->waiting) // a new question ends the one before
        restart(viewer, a);
    const bool again = strcmp(verb, "who") == 0 && strcmp(a->last, line) == 0;
    const int last = cd_player_last(player);
    const bool whole = strcmp(verb, "who") != 0;
    cd_bytes messages = {0}, job = {0};
    const cd_printer printer = cd_print_into(&job);
    cd_bytes_print(&job, "{ ask = \"%s\", way = \"%s\", frame = %d, of = ",
                   strcmp(verb, "stop") == 0 ? "watch" : verb, again ? "back" : way, player->frame);
    cd_print_string(&printer, of);
    cd_bytes_print(&job, " }");
    a->waiting = a->workers != NULL && !job.failed &&
                 cd_player_messages(player, whole || player->frame > last ? last : player->frame,
                                    &messages) &&
                 cd_worker_send(a->workers, CONSOLE, (const char *)job.data, job.size, &messages);
    cd_bytes_free(&messages);
    cd_bytes_free(&job);
    snprintf(a->of, sizeof a->of, "%s", of);
    snprintf(a->verb, sizeof a->verb, "%s", verb);
    snprintf(a->last, sizeof a->last, "%s", line);
    if (!a->waiting)
        cd_viewer_say(viewer, "The run cannot be asked: a worker does not start");
    return true;
}

/// Adds the lines of a text to the answers, cut where the console's are.
static void add_lines(cd_print_log *log, const char *text) {
    while (*text != '\0') {
        char line[CD_LOG_BYTES];
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        cd_log_add(log, 0, line);
        text += length + (text[length] == '\n');
    }
}

/// Charts what is watched, each number of a vector by itself; what is charted already, no longer.
static void chart(cd_viewer *viewer, const char *of, int size) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]";
    char path[CD_VALUE_MAX + 8];
    const bool is_path = strspn(of, plain) == strlen(of);
    for (int i = 0; i < size; i++) {
        if (size == 1)
            snprintf(path, sizeof path, "=%s", of);
        else
            snprintf(path, sizeof path, is_path ? "=%s.%c" : "=(%s).%c", of, "xyz"[i]);
        if (!cd_player_plot(&viewer->player, path))
            cd_viewer_say(viewer, "There is room for %d plots", CD_PLOTS_MAX);
    }
    cd_viewer_keep_watches(viewer);
}

/// Has the run pause where an expression holds, which is charted.
static void stop_when(cd_viewer *viewer, const char *of) {
    char path[CD_VALUE_MAX + 1];
    snprintf(path, sizeof path, "=%s", of);
    if (!cd_player_plots(&viewer->player, path) && !cd_player_plot(&viewer->player, path)) {
        cd_viewer_say(viewer, "There is room for %d plots", CD_PLOTS_MAX);
        return;
    }
    snprintf(viewer->stop_when, sizeof viewer->stop_when, "%s", of);
    viewer->stop_checked = viewer->player.frame;
    cd_viewer_say(viewer, "Stops when %s; the chart's end, watch %s, ends that", of, of);
}

/// Pauses at the first frame since the last look in which the expression holds.
static void look_for_stop(cd_viewer *viewer) {
    cd_player *player = &viewer->player;
    char path[CD_VALUE_MAX + 1];
    snprintf(path, sizeof path, "=%s", viewer->stop_when);
    if (viewer->stop_when[0] == '\0' || player->live == NULL)
        return;
    if (!cd_player_plots(player, path)) { // it is charted no longer
        viewer->stop_when[0] = '\0';
        return;
    }
    const cd_plot *plot = cd_recording_plot(&player->live->recording, viewer->stop_when, true);
    const int from = viewer->stop_checked;
    viewer->stop_checked = player->frame;
    for (int n = from + 1; plot != NULL && player->playing && n <= player->frame; n++) {
        const double value = plot->values[n];
        if (value == 0 || value != value)
            continue;
        cd_player_seek(player, n);
        viewer->stop_checked = n;
        cd_viewer_say(viewer, "Frame %d: %s", n, viewer->stop_when);
        return;
    }
}

/// Does what an answer says.
static void take(cd_viewer *viewer, struct cd_asker *a, const char *text) {
    int number = 0;
    const char *rest = text + strcspn(text, "\n");
    rest += *rest == '\n';
    if (sscanf(text, "frame %d", &number) == 1)
        cd_player_seek(&viewer->player, number);
    else if (strcmp(a->verb, "stop") == 0 && strncmp(text, "watch 1", 7) == 0)
        stop_when(viewer, a->of);
    else if (sscanf(text, "watch %d", &number) == 1 && number >= 1 && number <= 3)
        chart(viewer, a->of, number);
    add_lines(&viewer->answers, rest);
}

/// Asks for the lines of the frame on the screen, where their page is open and they are not known.
static void ask_for_lines(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    const cd_inspector *n = &viewer->inspector;
    const bool wanted = viewer->panels && n->open && n->shows_lines && !player->playing &&
                        player->live != NULL && player->frame > 0 && player->next == NULL;
    struct cd_asker *a = wanted ? asker_of(viewer) : NULL;
    if (a == NULL || a->reading || cd_worker_is_busy(a->workers, LINES) ||
        (a->frame == player->frame && a->generation == player->generation &&
         a->hash == player->shown.hash))
        return;
    cd_bytes messages = {0}, job = {0};
    cd_bytes_print(&job, "{ ask = \"lines\", frame = %d }", player->frame);
    a->reading = !job.failed && cd_player_messages(player, player->frame, &messages) &&
                 cd_worker_send(a->workers, LINES, (const char *)job.data, job.size, &messages);
    a->frame = player->frame;
    a->generation = player->generation;
    a->hash = player->shown.hash;
    cd_bytes_free(&messages);
    cd_bytes_free(&job);
}

/// Takes the lines of a frame, or why they are not known.
static void take_lines(cd_viewer *viewer, const struct cd_asker *a, bool answered,
                       const char *text) {
    cd_bytes_free(&viewer->lines);
    viewer->lines_frame = a->frame;
    text += answered ? strcspn(text, "\n") : 0;
    cd_bytes_print(&viewer->lines, "%s", answered ? text + (*text == '\n') : "! took too long");
    cd_bytes_append(&viewer->lines, "", 1);
}

void cd_viewer_hear(cd_viewer *viewer) {
    struct cd_asker *a = viewer->asker;
    look_for_stop(viewer);
    ask_for_lines(viewer);
    if (a == NULL || !cd_viewer_is_asking(viewer))
        return;
    int which;
    cd_bytes answer = {0};
    const cd_worker_event event = cd_workers_wait(a->workers, 0, &which, &answer);
    if (event == CD_WORKER_ANSWER || event == CD_WORKER_ENDED) {
        const bool good = event == CD_WORKER_ANSWER && !answer.failed;
        viewer->dirty = true;
        cd_bytes_append(&answer, "", 1);
        const char *text = answer.failed ? "" : (const char *)answer.data;
        *(which == LINES ? &a->reading : &a->waiting) = false;
        if (which == LINES)
            take_lines(viewer, a, good, text);
        else if (good)
            take(viewer, a, text);
        else
            add_lines(&viewer->answers,
                      "! the script or the expression took too long, or too much memory");
    }
    cd_bytes_free(&answer);
}

bool cd_viewer_is_asking(const cd_viewer *viewer) {
    return viewer->asker != NULL && (viewer->asker->waiting || viewer->asker->reading);
}

void cd_viewer_stop_asking(cd_viewer *viewer) {
    cd_log_clear(&viewer->answers);
    cd_bytes_free(&viewer->lines);
    if (viewer->asker == NULL)
        return;
    cd_workers_close(viewer->asker->workers);
    free(viewer->asker);
    viewer->asker = NULL;
}

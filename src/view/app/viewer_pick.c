// See viewer.h.
#include "record/allocate.h"
#include "view/app/viewer.h"

#include "view/inspect/capture.h"
#include "view/inspect/describe.h"
#include "view/scene/queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICK_REACH 5 ///< logical pixels

/// Moves the line of the picked query with the edits of its file, of which the text is kept to find
/// the line again.
static void follow_edits(cd_viewer *viewer) {
    cd_inspector *n = &viewer->inspector;
    const cd_version *live = viewer->player.live;
    if (n->kind != CD_PICK_QUERY || live == NULL)
        return;
    const bool other_file = n->text == NULL || strcmp(n->text_file, n->file) != 0;
    if (!other_file && viewer->player.generation == n->generation)
        return;
    for (int i = 0; i < live->watch.count; i++) {
        const cd_watched_file *file = &live->watch.files[i];
        if (strcmp(file->path, n->file) != 0 || file->content == NULL)
            continue;
        if (!other_file) {
            const int line = cd_line_moved(n->text, file->content, n->line);
            n->line = line > 0 ? line : n->line;
        }
        free(n->text);
        n->text = cd_duplicate(file->content);
        snprintf(n->text_file, sizeof n->text_file, "%s", n->file);
    }
    n->generation = viewer->player.generation;
}

void cd_viewer_inspect(cd_viewer *viewer) {
    follow_edits(viewer);
    cd_inspector_set_frame(&viewer->inspector,
                           viewer->player.frame >= 0 ? &viewer->player.shown : NULL);
}

/// Whether a click on a shape, at a place where `query` would be picked next, picks the shape:
/// first, and again after all queries there.
static bool is_turn_of_shape(const cd_stage *stage, const cd_inspector *n, cd_point2 at,
                             double reach, int query, const char *key) {
    if (n->kind == CD_PICK_SHAPE && strcmp(n->key, key) == 0)
        return query < 0;
    const bool query_is_here = n->kind == CD_PICK_QUERY && n->query >= 0 && query >= 0;
    return !query_is_here || query == cd_queries_at(stage, n->frame, at, reach, -1);
}

void cd_viewer_pick(cd_viewer *viewer, cd_point2 at) {
    cd_inspector *n = &viewer->inspector;
    const cd_camera *camera = &viewer->cameras[viewer->view];
    const double reach = PICK_REACH * viewer->scale;
    viewer->dirty = true;
    cd_viewer_inspect(viewer);
    if (n->frame == NULL || cd_way_is_shown(&viewer->player))
        return; // the picture is not of this frame
    cd_pen pen = {.scale = viewer->scale};
    const cd_stage stage = {.pen = &pen, .camera = *camera, .extent = cd_viewer_extent(viewer)};
    const bool shown = viewer->shown & CD_SHOW_QUERIES;
    int query = shown ? cd_queries_at(&stage, n->frame, at, reach, n->query) : -1;
    const cd_named_shape *named =
        viewer->pressed[0] != '\0' ? cd_frame_shape(n->frame, viewer->pressed, 0) : NULL;
    if (named != NULL && is_turn_of_shape(&stage, n, at, reach, query, named->key))
        query = -1;
    else if (query < 0)
        named = cd_viewer_shape_at(viewer, at, true);
    if (query >= 0)
        cd_inspector_pick_query(n, query);
    else if (named != NULL)
        cd_inspector_pick_shape(n, (int)(named - n->frame->shapes));
    else
        cd_inspector_unpick(n);
    if (n->kind != CD_PICK_NONE)
        n->open = true;
}

// ---------------------------------------------------------------------------------------- copying

/// Prints a field as a line "name = value".
static void print_field(void *out, const cd_field *f) {
    char number[32];
    const char *const indent = f->heading ? "" : f->inner ? "    " : "  ";
    const char *const equals = f->heading || f->name[0] == '\0' ? "" : " = ";
    cd_bytes_print(out, "%s%s%s%s", indent, f->name, equals, f->text != NULL ? f->text : "");
    cd_bytes_print(out, "%s", f->count == 4 ? "quat(" : f->count > 1 ? "vec(" : "");
    for (int i = 0; i < f->count; i++) {
        cd_number_text(f->numbers[i], number);
        cd_bytes_print(out, "%s%s", i > 0 ? ", " : "", number);
    }
    cd_bytes_print(out, f->count > 1 ? ")\n" : "\n");
}

/// Prints all that is known of the error.
static void print_notice(cd_bytes *out, const cd_notice *n) {
    cd_bytes_print(out, "%s\n%s: %s\n    %s\n%s\n", n->title, n->where, n->message, n->source,
                   n->traceback);
}

/// Prints the fields of a value of the state, `depth` deep, with all digits.
static void print_fields(cd_bytes *out, const cd_frame *frame, int value, int depth) {
    char text[CD_STATE_PATH_MAX];
    for (int i = value + 1; i < frame->value_count && frame->values[i].depth >= depth; i++) {
        if (frame->values[i].depth > depth)
            continue;
        cd_state_text(frame, i, true, text, sizeof text);
        cd_bytes_print(out, "  %s = %s\n", frame->values[i].key, text);
    }
}

/// Prints what the state says of the picked shape: its body's fields, and those of its table.
static void print_values(cd_bytes *out, const cd_inspector *n) {
    const cd_frame *frame = n->frame;
    const int value = n->tree.frame != NULL ? cd_state_value_of_shape(frame, n->shape) : -1;
    if (value < 0)
        return;
    char path[CD_STATE_PATH_MAX];
    const int parent = cd_state_parent(frame, value);
    print_fields(out, frame, value, frame->values[value].depth + 1);
    if (parent >= 0) {
        cd_bytes_print(out, "%s:\n", cd_state_path(frame, parent, path));
        print_fields(out, frame, parent, frame->values[value].depth);
    }
}

/// Prints the picked query or shape with all its fields.
static void print_pick(cd_bytes *out, const cd_inspector *n) {
    const int frame = n->frame->frame;
    if (n->query >= 0) {
        cd_bytes_print(out, "%s at %s:%d, frame %d\n", n->name, n->file, n->line, frame);
        cd_describe_query(n->frame, &n->frame->queries[n->query], print_field, out);
    } else {
        const cd_shape *shape = &n->frame->shapes[n->shape].shape;
        cd_bytes_print(out, "%s: %s, frame %d\n", n->key, cd_kind_name(shape->kind), frame);
        cd_describe_shape(shape, print_field, out);
        print_values(out, n);
    }
}

/// Prints the checks that have failed up to a frame (NULL: none), each with its whole message.
static void print_failures(cd_bytes *out, const cd_frame *frame) {
    for (int i = 0; frame != NULL && i < frame->check_count; i++) {
        const cd_check *check = &frame->checks[i];
        if (check->first_failure >= 0)
            cd_bytes_print(out, "%s\nfirst failed in frame %d%s%s\n", check->name,
                           check->first_failure, check->message[0] != '\0' ? ": " : "",
                           check->message);
    }
}

void cd_viewer_copy(cd_viewer *viewer) {
    const cd_inspector *n = &viewer->inspector;
    const cd_notice *notice = &viewer->player.notice;
    const char *what = "The error";
    cd_bytes out = {0};
    cd_viewer_inspect(viewer);
    if (notice->on) {
        print_notice(&out, notice);
    } else if (n->query >= 0 || n->shape >= 0) {
        print_pick(&out, n);
        what = "What is picked";
    } else {
        print_failures(&out, n->frame);
        what = "What the failed checks say";
    }
    if (out.size > 0)
        cd_bytes_append(&out, "", 1);
    if (out.failed || out.size == 0) {
        cd_bytes_free(&out);
        return;
    }
    free(viewer->copy);
    viewer->copy = (char *)out.data;
    cd_viewer_say(viewer, "%s is on the clipboard", what);
}

// ------------------------------------------------------------------------------------------ plots

void cd_viewer_plot(cd_viewer *viewer, const char *path, int dim) {
    static const char *const components[] = {".x", ".y", ".z"};
    char whole[CD_STATE_PATH_MAX + 2];
    for (int i = 0; i < dim && i < 3; i++) {
        snprintf(whole, sizeof whole, "%s%s", path, dim > 1 ? components[i] : "");
        if (!cd_player_plot(&viewer->player, whole))
            cd_viewer_say(viewer, "There is room for %d plots", CD_PLOTS_MAX);
    }
}

// ------------------------------------------------------------------------------------------ tests

void cd_viewer_capture_test(cd_viewer *viewer) {
    const cd_inspector *n = &viewer->inspector;
    char said[sizeof viewer->toast];
    cd_viewer_inspect(viewer);
    if (n->query < 0) {
        cd_viewer_say(viewer, n->kind == CD_PICK_QUERY
                                  ? "The picked query is not asked in this frame"
                                  : "Pick a query first: click on it in the inspector (Ctrl+I)");
    } else {
        cd_bytes test = {0};
        if (cd_capture(n->frame, &n->frame->queries[n->query], n->ordinal, &test, said,
                       sizeof said))
            (void)cd_capture_save(CD_CAPTURE_FILE, &test, said, sizeof said);
        cd_bytes_free(&test);
        cd_viewer_say(viewer, "%s", said);
    }
    viewer->toast_until += viewer->toast_until - viewer->now; // there is much to be read
}

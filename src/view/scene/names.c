// See stage.h. Of a long list, only the first shape is named, on behalf of all, and those that
// have names of their own, of which equal ones that follow each other stand once. If there are too
// many names, the largest shapes keep theirs.
#include "view/scene/stage.h"

#include "record/text/shape_label.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NAMED_MAX = 80,     ///< more names would hide the shapes
    LISTED_MAX = 12,    ///< of longer lists only the first shape is named, for all
    COMPARED_MAX = 6400 ///< names times shapes: more would take too long
};

/// The names of a frame, in the order of its shapes.
typedef struct name_list {
    const cd_shape **shapes;
    const char **texts;
    cd_label_wish *wishes;
    int count;
} name_list;

/// The length of a path without its last index, "bricks" of "bricks[12]"; 0: it has none.
static size_t list_length(const char *key) {
    const char *bracket = strrchr(key, '[');
    return bracket != NULL && key[strlen(key) - 1] == ']' ? (size_t)(bracket - key) : 0;
}

/// How many shapes, from `first` on, are of one list that is named as one; else 1.
static int run_of(const cd_frame *frame, int first) {
    const char *key = frame->shapes[first].key;
    const size_t length = list_length(key);
    int count = 1;
    while (length > 0 && first + count < frame->shape_count &&
           list_length(frame->shapes[first + count].key) == length &&
           memcmp(frame->shapes[first + count].key, key, length) == 0)
        count++;
    return count > LISTED_MAX ? count : 1;
}

static bool has_name(const cd_named_shape *named) {
    return !named->style.hidden && !named->style.unnamed &&
           (named->name != NULL ? named->name : named->key)[0] != '\0';
}

static void add_name(const cd_stage *stage, name_list *names, const cd_named_shape *named,
                     const char *text) {
    names->shapes[names->count] = &named->shape;
    names->texts[names->count] = text;
    names->wishes[names->count++] = cd_labels_wish(stage, &named->shape);
}

/// What a shape is called, in the picture's memory; NULL without memory.
static const char *label_of(const cd_stage *stage, const cd_named_shape *named) {
    char text[CD_SHAPE_LABEL_MAX];
    if (named->name != NULL)
        return named->name;
    cd_shape_label(NULL, named->key, text);
    return cd_arena_string(stage->scratch, text, strlen(text));
}

/// What a list of so many shapes is called: "bricks (64)"; likewise.
static const char *list_name(const cd_stage *stage, const char *key, int count) {
    char path[CD_SHAPE_LABEL_MAX], text[CD_SHAPE_LABEL_MAX], all[CD_SHAPE_LABEL_MAX + 16];
    snprintf(path, sizeof path, "%.*s", (int)list_length(key), key);
    cd_shape_label(NULL, path, text);
    snprintf(all, sizeof all, "%s (%d)", text, count);
    return cd_arena_string(stage->scratch, all, strlen(all));
}

/// Adds the names of a list that is named as one: "bricks (64)", and those that the script gave.
static void add_run(const cd_stage *stage, name_list *names, const cd_named_shape *shapes,
                    int count) {
    const char *of_list = list_name(stage, shapes->key, count), *last = "";
    for (int i = 0; i < count; i++) {
        const bool given = shapes[i].name != NULL;
        const char *name = given ? shapes[i].name : of_list;
        if (name == NULL || !has_name(&shapes[i]) || (given && strcmp(name, last) == 0))
            continue;
        if (given)
            last = name;
        else
            of_list = NULL; // once for all
        add_name(stage, names, &shapes[i], name);
        names->wishes[names->count - 1].size = INFINITY; // it stands for many, or was asked for
    }
}

static name_list find_names(const cd_stage *stage, const cd_frame *frame) {
    const size_t room = (size_t)frame->shape_count;
    name_list names = {cd_arena_alloc(stage->scratch, room * sizeof(const cd_shape *)),
                       cd_arena_alloc(stage->scratch, room * sizeof(const char *)),
                       cd_arena_alloc(stage->scratch, room * sizeof(cd_label_wish)), 0};
    if (names.shapes == NULL || names.texts == NULL || names.wishes == NULL)
        return names;
    for (int i = 0, run; i < frame->shape_count; i += run) {
        const cd_named_shape *named = &frame->shapes[i];
        const char *label;
        run = run_of(frame, i);
        if (run > 1)
            add_run(stage, &names, named, run);
        else if (has_name(named) && (label = label_of(stage, named)) != NULL)
            add_name(stage, &names, named, label);
    }
    return names;
}

void cd_names_draw(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    if (frame->shape_count > COMPARED_MAX)
        return;
    const int shapes = labels->obstacle_count > 0 ? labels->obstacle_count : 1;
    const int most = COMPARED_MAX / shapes < NAMED_MAX ? COMPARED_MAX / shapes : NAMED_MAX;
    const name_list names = find_names(stage, frame);
    cd_labels_grant(stage, names.wishes, names.count, most);
    for (int i = 0; i < names.count; i++)
        if (names.wishes[i].granted)
            cd_labels_name(stage, labels, names.shapes[i], names.texts[i]);
}

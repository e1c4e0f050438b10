// See state_tree.h. All of it is done once for a frame, in time linear in the number of its values,
// of which a frame has a bounded number.
#include "view/inspect/state_tree.h"

#include "record/allocate.h"
#include "view/inspect/describe.h"
#include "view/inspect/fnv.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 64, ///< beyond it paths are cut
    AHEAD = 64      ///< values that may have been added or removed in one place
};

// ------------------------------------------------------------------------------------------ paths

int cd_state_parent(const cd_frame *frame, int value) {
    const int depth = frame->values[value].depth;
    int parent = value - 1;
    while (parent >= 0 && frame->values[parent].depth >= depth)
        parent--;
    return parent;
}

const char *cd_state_path(const cd_frame *frame, int value, char out[CD_STATE_PATH_MAX]) {
    int chain[DEPTH_MAX], count = 0;
    size_t used = 0;
    for (; value >= 0 && count < DEPTH_MAX; value = cd_state_parent(frame, value))
        chain[count++] = value;
    out[0] = '\0';
    while (count-- > 0 && used < CD_STATE_PATH_MAX)
        used += (size_t)snprintf(out + used, CD_STATE_PATH_MAX - used, "%s",
                                 frame->values[chain[count]].key);
    return out;
}

int cd_state_value_of_shape(const cd_frame *frame, int shape) {
    int i = frame->value_count - 1;
    while (i >= 0 && (frame->values[i].which != shape || shape < 0))
        i--;
    return i;
}

bool cd_state_has_fields(const cd_frame *frame, int value) {
    return value + 1 < frame->value_count &&
           frame->values[value + 1].depth > frame->values[value].depth;
}

static uint64_t path_hash(const cd_frame *frame, int value) {
    char path[CD_STATE_PATH_MAX];
    cd_state_path(frame, value, path);
    return cd_fnv_add(cd_fnv_start, path, strlen(path));
}

// ---------------------------------------------------------------------------------------- changes

static uint64_t hash_of_place(const cd_state_value *v) {
    return cd_fnv_add(cd_fnv_start + (uint64_t)v->depth, v->key, strlen(v->key));
}

static uint64_t hash_of_content(const cd_state_value *v) {
    uint64_t hash = cd_fnv_start + (uint64_t)v->kind;
    // A shape or world is its own place in the tree; its motion is seen in the picture.
    if (v->kind != CD_STATE_SHAPE && v->kind != CD_STATE_BODY)
        hash = cd_fnv_add(hash, &v->number, sizeof v->number);
    return cd_fnv_add(hash, v->text, strlen(v->text));
}

static bool make_room(cd_state_tree *t, int count) {
    if (count <= t->capacity)
        return true;
    const size_t n = (size_t)count;
    int *rows = cd_reallocate(t->rows, n * sizeof *rows);
    t->rows = rows != NULL ? rows : t->rows;
    bool *changed = cd_reallocate(t->changed, n * sizeof *changed);
    t->changed = changed != NULL ? changed : t->changed;
    uint64_t *keys = cd_reallocate(t->keys, n * sizeof *keys);
    t->keys = keys != NULL ? keys : t->keys;
    uint64_t *contents = cd_reallocate(t->contents, n * sizeof *contents);
    t->contents = contents != NULL ? contents : t->contents;
    if (rows == NULL || changed == NULL || keys == NULL || contents == NULL)
        return false;
    t->capacity = count;
    return true;
}

/// Marks what differs from the frame before, and keeps this one for the next. The two lists are
/// followed side by side; where they differ, the place is looked for a little further on.
static bool find_changes(cd_state_tree *t, const cd_frame *frame) {
    const int before = t->count, count = frame->value_count;
    uint64_t *old = cd_allocate((size_t)(before + 1) * 2 * sizeof *old);
    if (old == NULL || !make_room(t, count)) {
        free(old);
        return false;
    }
    if (before > 0) {
        memcpy(old, t->keys, (size_t)before * sizeof *old);
        memcpy(old + before, t->contents, (size_t)before * sizeof *old);
    }
    for (int i = 0, at = 0; i < count; i++) {
        t->keys[i] = hash_of_place(&frame->values[i]);
        t->contents[i] = hash_of_content(&frame->values[i]);
        int k = at;
        while (k < before && k < at + AHEAD && old[k] != t->keys[i])
            k++;
        const bool found = k < before && k < at + AHEAD;
        t->changed[i] = before > 0 && (!found || old[before + k] != t->contents[i]);
        at = found ? k + 1 : at;
    }
    t->count = count;
    free(old);
    return true;
}

// ------------------------------------------------------------------------------------------- rows

/// Whether a text has another one in it, without regard to case.
static bool has_text(const char *text, const char *part) {
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (part[i] != '\0' &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (part[i] == '\0')
            return true;
    }
    return false;
}

/// The path of the value that is visited, kept from one value to the next.
typedef struct running_path {
    char text[CD_STATE_PATH_MAX];
    size_t ends[DEPTH_MAX + 1]; ///< its length at each depth
} running_path;

/// Goes on to a value, which lies at most one deeper than the last.
static void enter(running_path *p, const cd_state_value *v) {
    const int depth = v->depth < DEPTH_MAX ? v->depth : DEPTH_MAX - 1;
    const size_t from = p->ends[depth];
    snprintf(p->text + from, sizeof p->text - from, "%s", v->key);
    p->ends[depth + 1] = from + strlen(p->text + from);
}

static bool is_unfolded(const cd_state_tree *t, uint64_t hash) {
    for (int i = 0; i < t->unfolded_count; i++)
        if (t->unfolded[i] == hash)
            return true;
    return false;
}

static void list_found(cd_state_tree *t) {
    running_path path = {.text = ""};
    for (int i = 0; i < t->frame->value_count; i++) {
        enter(&path, &t->frame->values[i]);
        if (has_text(path.text, t->search))
            t->rows[t->row_count++] = i;
    }
}

/// Lists what lies in nothing that is folded. What is folded is marked where something in it is.
static void list_unfolded(cd_state_tree *t) {
    running_path path = {.text = ""};
    int folded = INT_MAX; // the depth of what is folded around a value
    for (int i = 0; i < t->frame->value_count; i++) {
        const cd_state_value *v = &t->frame->values[i];
        if (v->depth > folded) {
            bool *mark = &t->changed[t->rows[t->row_count - 1]];
            *mark = *mark || t->changed[i];
            continue;
        }
        enter(&path, v);
        t->rows[t->row_count++] = i;
        const bool closed = cd_state_has_fields(t->frame, i) &&
                            !is_unfolded(t, cd_fnv_add(cd_fnv_start, path.text, strlen(path.text)));
        folded = closed ? v->depth : INT_MAX;
    }
}

static void find_rows(cd_state_tree *t) {
    t->row_count = 0;
    t->stale = false;
    strcpy(t->searched, t->search);
    if (t->search[0] != '\0')
        list_found(t);
    else
        list_unfolded(t);
}

void cd_state_tree_set_frame(cd_state_tree *t, const cd_frame *frame) {
    const bool there = frame != NULL && frame->detail == CD_DETAIL_STATE;
    const bool same = there && t->frame != NULL && frame->frame == t->number &&
                      frame->hash == t->hash && frame->value_count == t->count;
    t->frame = there ? frame : NULL;
    if (!there) {
        t->row_count = 0;
        return;
    }
    if (!same && !find_changes(t, frame)) {
        t->frame = NULL;
        t->row_count = 0;
        return;
    }
    t->number = frame->frame;
    t->hash = frame->hash;
    if (!same || t->stale || strcmp(t->search, t->searched) != 0)
        find_rows(t);
}

void cd_state_tree_fold(cd_state_tree *t, int value) {
    const uint64_t hash = path_hash(t->frame, value);
    t->stale = true;
    for (int i = 0; i < t->unfolded_count; i++)
        if (t->unfolded[i] == hash) {
            t->unfolded[i] = t->unfolded[--t->unfolded_count];
            return;
        }
    uint64_t *unfolded =
        cd_grow(t->unfolded, t->unfolded_count, &t->unfolded_capacity, sizeof *unfolded);
    if (unfolded == NULL)
        return;
    t->unfolded = unfolded;
    t->unfolded[t->unfolded_count++] = hash;
}

void cd_state_tree_free(cd_state_tree *t) {
    free(t->unfolded);
    free(t->rows);
    free(t->changed);
    free(t->keys);
    free(t->contents);
    *t = (cd_state_tree){0};
}

// ------------------------------------------------------------------------------------------- text

static int count_fields(const cd_frame *frame, int value) {
    const int depth = frame->values[value].depth;
    int count = 0;
    for (int i = value + 1; i < frame->value_count && frame->values[i].depth > depth; i++)
        count += frame->values[i].depth == depth + 1;
    return count;
}

static void vector_text(const cd_state_value *v, bool all, char *out, size_t size) {
    const double x[3] = {v->number.x, v->number.y, v->number.z};
    size_t used = 0;
    for (int i = 0; i < v->dim && i < 3 && used < size; i++) {
        char number[32];
        if (all)
            cd_number_text(x[i], number);
        else
            snprintf(number, sizeof number, "%.6g", x[i]);
        used += (size_t)snprintf(out + used, size - used, "%s%s%s", i == 0 ? "(" : ", ", number,
                                 i + 1 == v->dim ? ")" : "");
    }
}

void cd_state_text(const cd_frame *frame, int value, bool all, char *out, size_t size) {
    const cd_state_value *v = &frame->values[value];
    char number[32];
    switch (v->kind) {
    case CD_STATE_NUMBER:
        cd_number_text(v->number.x, number);
        // A whole number is shown whole: a mask is no 4.29497e+09.
        if (all || v->number.x == (double)(int64_t)fmin(fmax(v->number.x, -9e15), 9e15))
            snprintf(out, size, "%s", number);
        else
            snprintf(out, size, "%.6g", v->number.x);
        break;
    case CD_STATE_BOOLEAN:
        snprintf(out, size, "%s", v->number.x != 0 ? "true" : "false");
        break;
    case CD_STATE_VECTOR:
        vector_text(v, all, out, size);
        break;
    case CD_STATE_TEXT:
        snprintf(out, size, "%s", v->text);
        break;
    case CD_STATE_WORLD:
        snprintf(out, size, "%.0f bodies", v->number.x);
        break;
    case CD_STATE_SHAPE:
    case CD_STATE_BODY:
        snprintf(out, size, "%s%s", v->kind == CD_STATE_BODY ? "body: " : "",
                 v->which >= 0 ? cd_kind_name(frame->shapes[v->which].shape.kind) : "");
        break;
    default: {
        const int count = count_fields(frame, value);
        snprintf(out, size,
                 count == 0   ? "{}"
                 : count == 1 ? "{ 1 field }"
                              : "{ %d fields }",
                 count);
    }
    }
}

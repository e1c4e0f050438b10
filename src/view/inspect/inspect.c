// See inspect.h. The queries of a frame are linked by their call sites, in the order of their
// numbers.
#include "view/inspect/inspect.h"

#include "record/allocate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cd_query_found(const cd_query *q) {
    return q->result_count > 0 && q->results[0].kind != CD_VALUE_NIL &&
           !(q->results[0].kind == CD_VALUE_BOOLEAN && !q->results[0].as.boolean);
}

bool cd_query_touches(const cd_query *q, int shape) {
    for (int i = 0; i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE && q->arguments[i].which == shape)
            return shape >= 0;
    return false;
}

// ---------------------------------------------------------------------------------------- sites

bool cd_is_site(const cd_call_site *site, const char *name, const char *file, int line) {
    return site->line == line && strcmp(site->name, name) == 0 && strcmp(site->file, file) == 0;
}

int cd_inspector_site(const cd_inspector *n, const char *name, const char *file, int line) {
    int i = n->site_count - 1;
    while (i >= 0 && !cd_is_site(&n->sites[i], name, file, line))
        i--;
    return i;
}

static bool make_room(cd_inspector *n, int queries) {
    if (queries <= n->query_capacity)
        return true;
    int *all = cd_reallocate(n->order, 3 * (size_t)queries * sizeof *all);
    if (all == NULL)
        return false;
    n->order = all;
    n->place = all + queries;
    n->about = all + 2 * queries;
    n->query_capacity = queries;
    return true;
}

/// The site of a query, added where it is new; NULL without memory.
static cd_call_site *site_of(cd_inspector *n, const cd_query *q) {
    const int known = cd_inspector_site(n, q->name, q->file, q->line);
    if (known >= 0)
        return &n->sites[known];
    cd_call_site *sites = cd_grow(n->sites, n->site_count, &n->site_capacity, sizeof *sites);
    if (sites == NULL)
        return NULL;
    n->sites = sites;
    n->sites[n->site_count] = (cd_call_site){q->name, q->file, q->line, 0, 0, 0};
    return &n->sites[n->site_count++];
}

static void sort_queries(cd_inspector *n, const cd_frame *frame) {
    n->site_count = 0;
    if (frame == NULL || !make_room(n, frame->query_count))
        return;
    for (int i = 0; i < frame->query_count; i++) {
        const cd_query *q = &frame->queries[i];
        cd_call_site *site = site_of(n, q);
        if (site == NULL) {
            n->site_count = 0;
            return;
        }
        site->count++;
        site->found += cd_query_found(q);
        n->place[i] = (int)(site - n->sites); // for now
    }
    for (int s = 0, begin = 0; s < n->site_count; s++) {
        n->sites[s].begin = begin;
        begin += n->sites[s].count;
        n->sites[s].count = 0;
    }
    for (int i = 0; i < frame->query_count; i++) {
        cd_call_site *site = &n->sites[n->place[i]];
        n->place[i] = site->begin + site->count++;
        n->order[n->place[i]] = i;
    }
}

// ---------------------------------------------------------------------------------------- picks

static int find_query(const cd_inspector *n) {
    const int site = cd_inspector_site(n, n->name, n->file, n->line);
    const bool there = site >= 0 && n->ordinal < n->sites[site].count;
    return there ? n->order[n->sites[site].begin + n->ordinal] : -1;
}

static int find_shape(const cd_inspector *n, const cd_frame *frame) {
    const cd_named_shape *named = cd_frame_shape(frame, n->key, 0);
    return named != NULL ? (int)(named - frame->shapes) : -1;
}

/// Lists the queries about the picked shape.
static void find_about(cd_inspector *n, const cd_frame *frame) {
    n->about_count = 0;
    for (int i = 0; n->shape >= 0 && n->site_count > 0 && i < frame->query_count; i++)
        if (cd_query_touches(&frame->queries[i], n->shape))
            n->about[n->about_count++] = i;
}

/// Finds what the picked shape touches, once for a frame.
static void find_touched(cd_inspector *n, const cd_frame *frame) {
    if (n->shape < 0)
        return;
    const uint64_t hash = frame->hash + (uint64_t)frame->frame * 31 + (uint64_t)n->shape + 1;
    if (hash == n->touched_hash)
        return;
    n->touched = cd_find_touched(frame, n->shape);
    n->touched_hash = hash;
}

void cd_inspector_set_frame(cd_inspector *n, const cd_frame *frame) {
    n->frame = frame;
    sort_queries(n, frame);
    n->query = frame != NULL && n->kind == CD_PICK_QUERY ? find_query(n) : -1;
    n->shape = frame != NULL && n->kind == CD_PICK_SHAPE ? find_shape(n, frame) : -1;
    find_about(n, frame);
    find_touched(n, frame);
    cd_state_tree_set_frame(&n->tree, frame);
}

void cd_inspector_free(cd_inspector *n) {
    free(n->sites);
    free(n->order);
    free(n->text);
    free(n->steps);
    cd_state_tree_free(&n->tree);
    *n = (cd_inspector){.query = -1, .shape = -1};
}

void cd_inspector_pick_query(cd_inspector *n, int query) {
    if (n->frame == NULL || query < 0 || query >= n->frame->query_count || n->site_count == 0)
        return;
    const cd_query *q = &n->frame->queries[query];
    n->kind = CD_PICK_QUERY;
    snprintf(n->name, sizeof n->name, "%s", q->name);
    snprintf(n->file, sizeof n->file, "%s", q->file);
    n->line = q->line;
    n->step = 0;
    n->ordinal = n->place[query] - site_of(n, q)->begin;
    n->query = query;
    n->shape = -1;
    n->reveal = true;
}

/// A hash of what is asked (FNV-1a of its bytes, with the places of what its shapes refer to):
/// while a frame stands, the steps, which may take long, are found once. Never 0.
static uint64_t key_of(const cd_frame *frame, const cd_query *query) {
    const unsigned char *bytes = (const unsigned char *)query->arguments;
    const size_t size = sizeof *query->arguments * (size_t)query->argument_count;
    uint64_t key = 0xcbf29ce484222325u ^ frame->hash ^ (uint64_t)frame->frame << 32;
    for (size_t i = 0; i < size; i++)
        key = (key ^ bytes[i]) * 0x100000001b3u;
    for (const char *c = query->name; *c != '\0'; c++)
        key = (key ^ (unsigned char)*c) * 0x100000001b3u;
    return key | 1;
}

const cd_steps *cd_inspector_steps(cd_inspector *n) {
    if (n->frame == NULL || n->query < 0)
        return NULL;
    if (n->steps == NULL && (n->steps = cd_allocate_zeroed(sizeof *n->steps)) == NULL)
        return NULL;
    const cd_query *query = &n->frame->queries[n->query];
    const uint64_t key = key_of(n->frame, query);
    if (n->steps_key != key)
        n->has_steps = cd_steps_of(query, n->steps);
    n->steps_key = key;
    return n->has_steps ? n->steps : NULL;
}

void cd_inspector_pick_shape(cd_inspector *n, int shape) {
    if (n->frame == NULL || shape < 0 || shape >= n->frame->shape_count)
        return;
    n->kind = CD_PICK_SHAPE;
    snprintf(n->key, sizeof n->key, "%s", n->frame->shapes[shape].key);
    n->shape = shape;
    n->query = -1;
}

void cd_inspector_unpick(cd_inspector *n) {
    n->kind = CD_PICK_NONE;
    n->query = n->shape = -1;
}

// ---------------------------------------------------------------------------------------- edits

typedef struct line_index {
    const char **starts; ///< of each line, and of one after the last
    int count;
} line_index;

static bool split(const char *text, line_index *out) {
    out->count = 1;
    for (const char *end = text; (end = strchr(end, '\n')) != NULL; end++)
        out->count++;
    out->starts = cd_allocate(((size_t)out->count + 1) * sizeof *out->starts);
    if (out->starts == NULL)
        return false;
    for (int i = 0; i <= out->count; i++) { // as if the last line ended in a newline
        out->starts[i] = text;
        text += i < out->count ? strcspn(text, "\n") + 1 : 0;
    }
    return true;
}

static bool same_line(const line_index *a, int i, const line_index *b, int k) {
    const size_t size = (size_t)(a->starts[i + 1] - a->starts[i]) - 1;
    return size == (size_t)(b->starts[k + 1] - b->starts[k]) - 1 &&
           memcmp(a->starts[i], b->starts[k], size) == 0;
}

/// Where line `line` of a is in b, both counted from 0; -1: nowhere.
static int find_moved_line(const line_index *a, const line_index *b, int line) {
    int head = 0, tail = 0;
    const int least = a->count < b->count ? a->count : b->count;
    while (head < least && same_line(a, head, b, head))
        head++;
    while (tail < least - head && same_line(a, a->count - 1 - tail, b, b->count - 1 - tail))
        tail++;
    if (line < head)
        return line;
    if (line >= a->count - tail)
        return line + b->count - a->count;
    for (int by = 0; by < b->count; by++) // outwards from its old number
        for (int side = -1; side <= 1; side += 2) {
            const int k = line + side * by;
            if (k >= head && k < b->count - tail && same_line(a, line, b, k))
                return k;
        }
    // The line itself was changed, and none was added or removed.
    return a->count == b->count ? line : -1;
}

int cd_line_moved(const char *before, const char *after, int line) {
    assert(before != NULL && after != NULL);
    line_index a = {0}, b = {0};
    int to = 0;
    if (split(before, &a) && split(after, &b) && line >= 1 && line <= a.count)
        to = find_moved_line(&a, &b, line - 1) + 1;
    free(a.starts);
    free(b.starts);
    return to;
}

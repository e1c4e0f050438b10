// See trails.h. A trail leads backwards from each shape that the present frame shows, as long as
// the frames before have a shape of that name, shown or hidden: scenario.draw, which hides shapes,
// is not called for frames that are only passed.
#include "view/scene/trails.h"

#include "record/allocate.h"
#include "view/inspect/fnv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_name(const char *name) { return cd_fnv_add(cd_fnv_start, name, strlen(name)); }

static cd_trail_slot *slot_of(cd_trails *trails, int frame) {
    return frame >= 0 && cd_trails_has(trails, frame) ? &trails->slots[frame % CD_TRAIL_FRAMES]
                                                      : NULL;
}

/// The index of the point of a slot with this creation number, or, by_key, with this path; -1:
/// none. Most points keep their place, so the search begins at `near` and goes round.
static int find_point(const cd_trail_slot *slot, uint64_t wanted, bool by_key, int near) {
    for (int n = 0, i = near < slot->count ? near : 0; n < slot->count; n++, i++) {
        i = i < slot->count ? i : 0;
        const cd_trail_point *p = &slot->points[i];
        if ((by_key ? p->key : p->id) == wanted)
            return i;
    }
    return -1;
}

/// Finds the points of a slot in the slot of the frame before.
static void link_slots(cd_trail_slot *before, cd_trail_slot *now) {
    int near = 0;
    for (int i = 0; i < before->count; i++)
        before->points[i].after = -1;
    for (int i = 0; i < now->count; i++) {
        const int k = find_point(before, now->points[i].id, false, near);
        now->points[i].before = k;
        near = k >= 0 ? k + 1 : near;
        if (k >= 0)
            before->points[k].after = i;
    }
    for (int i = 0; i < now->count; i++) {
        cd_trail_point *p = &now->points[i];
        const int k = p->before < 0 ? find_point(before, p->key, true, i) : -1;
        if (k < 0 || before->points[k].after >= 0)
            continue;
        p->before = k;
        before->points[k].after = i;
    }
}

void cd_trails_feed(cd_trails *trails, const cd_frame *frame) {
    int index = frame->frame % CD_TRAIL_FRAMES, count = 0;
    int room = frame->shape_count < CD_TRAIL_SHAPES ? frame->shape_count : CD_TRAIL_SHAPES;
    cd_trail_slot *slot = &trails->slots[index];
    cd_trail_point *points = cd_reallocate(slot->points, (size_t)(room + 1) * sizeof *points);
    if (points == NULL)
        return;
    for (int i = 0; i < frame->shape_count && count < room; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (cd_is_unbounded(&named->shape))
            continue;
        const cd_bounds b = cd_shape_bounds(&named->shape);
        points[count++] = (cd_trail_point){.key = hash_name(named->key),
                                           .id = named->id,
                                           .at = cd_shape_middle(&named->shape),
                                           .size = cd_length(cd_sub(b.max, b.min)),
                                           .before = -1,
                                           .after = -1};
    }
    *slot = (cd_trail_slot){.frame_after = frame->frame + 1, .count = count, .points = points};
    cd_trail_slot *before = slot_of(trails, frame->frame - 1);
    cd_trail_slot *after = slot_of(trails, frame->frame + 1);
    if (before != NULL)
        link_slots(before, slot);
    if (after != NULL)
        link_slots(slot, after);
}

bool cd_trails_has(const cd_trails *trails, int frame) {
    return trails->slots[frame % CD_TRAIL_FRAMES].frame_after == frame + 1;
}

/// The point of the frame before (way -1) or after (1); NULL: it is not there.
static const cd_trail_point *neighbour(const cd_trails *trails, const cd_trail_point *p, int frame,
                                       int way) {
    const int index = way < 0 ? p->before : p->after;
    if (index < 0 || frame + way < 0 || !cd_trails_has(trails, frame + way))
        return NULL;
    return &trails->slots[(frame + way) % CD_TRAIL_FRAMES].points[index];
}

/// A step that is so many times longer than those before and after it, and longer than this part of
/// the shape's size, is a jump: a thing that is put somewhere else. What starts or stops suddenly,
/// or bounces, makes such a step only once, on one side.
static const double jump_ratio = 4, shortest_jump = 0.125;

/// The point of the frame before from which a point has moved rather than jumped; NULL: none.
static const cd_trail_point *came_from(const cd_trails *trails, const cd_trail_point *p,
                                       int frame) {
    const cd_trail_point *before = neighbour(trails, p, frame, -1);
    if (before == NULL)
        return NULL;
    const double step = cd_length(cd_sub(p->at, before->at));
    if (step <= shortest_jump * p->size)
        return before;
    const cd_trail_point *earlier = neighbour(trails, before, frame - 1, -1);
    const cd_trail_point *later = neighbour(trails, p, frame, 1);
    const double was = earlier != NULL ? cd_length(cd_sub(before->at, earlier->at)) : step;
    const double is = later != NULL ? cd_length(cd_sub(later->at, p->at)) : 0;
    return step > jump_ratio * fmax(was, is) ? NULL : before;
}

/// The index of a shape of the frame among the points of its slot; -1: it is none of them.
static int point_of(const cd_trail_slot *slot, const cd_named_shape *shape, int index) {
    return find_point(slot, shape->id, false, index);
}

bool cd_trails_before(const cd_trails *trails, const cd_frame *frame, int index, cd_vec *out) {
    if (!cd_trails_has(trails, frame->frame))
        return false;
    const cd_trail_slot *slot = &trails->slots[frame->frame % CD_TRAIL_FRAMES];
    const int i = point_of(slot, &frame->shapes[index], index);
    const cd_trail_point *before =
        i >= 0 ? came_from(trails, &slot->points[i], frame->frame) : NULL;
    if (before != NULL)
        *out = before->at;
    return before != NULL;
}

enum { PIECES = 8 }; ///< of a trail, each fainter than the one before it

static void draw_trail(const cd_stage *stage, const cd_point2 *way, int count, uint32_t color) {
    int length = (CD_TRAIL_FRAMES + PIECES - 1) / PIECES;
    for (int piece = 0; piece * length < count - 1; piece++) {
        int from = piece * length, left = count - from;
        double opacity = 0.5 * (PIECES - piece) / PIECES;
        cd_stage_polyline(stage, way + from, left < length + 1 ? left : length + 1, 1.5, false,
                          cd_color_fade(color, opacity));
    }
}

/// Of how many frames a shape's trail consists at most.
static int length_of(const cd_frame *frame, const cd_style *style) {
    if (style->trail < 0)
        return CD_TRAIL_FRAMES;
    const double dt = frame->frame > 0 ? frame->time / frame->frame : 1;
    const double frames = dt > 0 ? (double)style->trail / dt : 0;
    return frames < CD_TRAIL_FRAMES ? (int)ceil(frames) : CD_TRAIL_FRAMES;
}

void cd_trails_draw(const cd_trails *trails, const cd_stage *stage, const cd_frame *frame,
                    uint32_t color) {
    if (frame->shape_count > CD_TRAIL_SHAPES || !cd_trails_has(trails, frame->frame))
        return;
    const cd_trail_slot *slot = &trails->slots[frame->frame % CD_TRAIL_FRAMES];
    for (int k = 0, i = -1; k < frame->shape_count && i + 1 < slot->count; k++) {
        if (cd_is_unbounded(&frame->shapes[k].shape))
            continue;
        const cd_trail_point *now = &slot->points[++i], *p = now;
        const int most = length_of(frame, &frame->shapes[k].style);
        if (frame->shapes[k].style.hidden || most == 0)
            continue;
        cd_point2 way[CD_TRAIL_FRAMES];
        int count = 0;
        bool moved = false;
        for (int n = frame->frame; p != NULL && count < most; n--) {
            moved = moved || !cd_equal(p->at, now->at);
            way[count++] = cd_stage_project(stage, p->at);
            p = came_from(trails, p, n);
        }
        if (moved)
            draw_trail(stage, way, count, color);
    }
}

void cd_trails_free(cd_trails *trails) {
    for (int i = 0; i < CD_TRAIL_FRAMES; i++)
        free(trails->slots[i].points);
    *trails = (cd_trails){0};
}

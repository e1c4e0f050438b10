// See trails.h. A trail leads backwards from each shape that the present frame shows, as long as
// the frames before have a shape of that name, shown or hidden: scenario.draw, which hides shapes,
// is not called for frames that are only passed.
#include "view/scene/trails.h"

#include "record/allocate.h"
#include "view/scene/fnv.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_name(const char *name) { return cd_fnv_add(cd_fnv_start, name, strlen(name)); }

void cd_trails_feed(cd_trails *trails, const cd_frame *frame) {
    int slot = frame->frame % CD_TRAIL_FRAMES, count = 0;
    int room = frame->shape_count < CD_TRAIL_SHAPES ? frame->shape_count : CD_TRAIL_SHAPES;
    cd_trail_point *points =
        cd_reallocate(trails->slots[slot].points, (size_t)(room + 1) * sizeof *points);
    if (points == NULL)
        return;
    for (int i = 0; i < frame->shape_count && count < room; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (!cd_is_unbounded(&named->shape))
            points[count++] =
                (cd_trail_point){hash_name(named->key), cd_shape_middle(&named->shape)};
    }
    trails->slots[slot].points = points;
    trails->slots[slot].count = count;
    trails->slots[slot].frame_after = frame->frame + 1;
}

bool cd_trails_has(const cd_trails *trails, int frame) {
    return trails->slots[frame % CD_TRAIL_FRAMES].frame_after == frame + 1;
}

/// The middle of a shape in a frame. Most names keep their number, so the search begins at `near`.
static const cd_trail_point *find_point(const cd_trails *trails, int frame, uint64_t key,
                                        int near) {
    int slot = frame % CD_TRAIL_FRAMES, count = trails->slots[slot].count;
    const cd_trail_point *points = trails->slots[slot].points;
    if (near < count && points[near].key == key)
        return &points[near];
    for (int i = 0; i < count; i++)
        if (points[i].key == key)
            return &points[i];
    return NULL;
}

bool cd_trails_middle(const cd_trails *trails, int frame, const char *key, int near, cd_vec *out) {
    const cd_trail_point *p =
        cd_trails_has(trails, frame) ? find_point(trails, frame, hash_name(key), near) : NULL;
    if (p != NULL)
        *out = p->at;
    return p != NULL;
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

void cd_trails_draw(const cd_trails *trails, const cd_stage *stage, const cd_frame *frame,
                    uint32_t color) {
    if (frame->shape_count > CD_TRAIL_SHAPES || !cd_trails_has(trails, frame->frame))
        return;
    const cd_trail_slot *slot = &trails->slots[frame->frame % CD_TRAIL_FRAMES];
    for (int k = 0, i = -1; k < frame->shape_count && i + 1 < slot->count; k++) {
        if (cd_is_unbounded(&frame->shapes[k].shape))
            continue;
        const cd_trail_point *now = &slot->points[++i];
        if (frame->shapes[k].style.hidden)
            continue;
        cd_point2 way[CD_TRAIL_FRAMES];
        int count = 0;
        bool moved = false;
        for (int n = frame->frame; n >= 0 && count < CD_TRAIL_FRAMES; n--) {
            const cd_trail_point *p =
                cd_trails_has(trails, n) ? find_point(trails, n, now->key, i) : NULL;
            if (p == NULL)
                break;
            moved = moved || !cd_equal(p->at, now->at);
            way[count++] = cd_stage_project(stage, p->at);
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

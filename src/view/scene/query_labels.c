// See query_labels.h.
#include "view/scene/query_labels.h"

#include "view/scene/queries.h"
#include "view/scene/theme.h"

#include <stdio.h>

enum { LABELLED_MAX = 24 }; ///< of more gaps, none is labelled

/// A gap that would have a label.
typedef struct label_gap {
    cd_separation separation;
    cd_shape line;        ///< between the two points
    const cd_shape *kept; ///< its copy, which other labels keep off; NULL: there is none
} label_gap;

typedef struct gap_list {
    label_gap gaps[LABELLED_MAX];
    cd_label_wish wishes[LABELLED_MAX]; ///< as large as the smaller shape
    int count;
} gap_list;

/// Adds the gap of two shapes, unless the same pair has been queried before.
static void add_gap(const cd_stage *stage, gap_list *list, const cd_separation *s,
                    const cd_shape *a, const cd_shape *b) {
    const cd_point2 p = cd_stage_project(stage, cd_lerp(s->point_a, s->point_b, 0.5));
    for (int i = 0; i < list->count; i++) {
        const cd_separation *other = &list->gaps[i].separation;
        const cd_point2 q = cd_stage_project(stage, cd_lerp(other->point_a, other->point_b, 0.5));
        if (hypot(p.x - q.x, p.y - q.y) < 2)
            return;
    }
    if (list->count == LABELLED_MAX)
        return;
    const cd_label_wish wish = cd_labels_wish(stage, a), other = cd_labels_wish(stage, b);
    list->gaps[list->count] = (label_gap){.separation = *s,
                                          .line = cd_equal(s->point_a, s->point_b)
                                                      ? cd_point(a->dim, s->point_a)
                                                      : cd_segment(a->dim, s->point_a, s->point_b)};
    list->wishes[list->count++] = wish.size < other.size ? wish : other;
}

/// Writes the distance or depth beside the line between the two points.
static void draw_gap(const cd_stage *stage, const label_gap *gap, cd_labels *labels) {
    const cd_separation *s = &gap->separation;
    char text[48];
    snprintf(text, sizeof text, s->distance < 0 ? "depth %.4g" : "%.4g", fabs(s->distance));
    cd_labels_attach(stage, labels, gap->kept != NULL ? gap->kept : &gap->line,
                     s->distance <= 0 ? CD_OVERLAP : CD_QUERY, text);
}

/// Says in the lower right corner how many queries are drawn, if not all are.
static void label_rest(const cd_stage *stage, const cd_folds *folds, cd_labels *labels) {
    char text[80];
    if (folds->drawn == folds->single)
        return;
    snprintf(text, sizeof text, "%d of %d single queries are drawn", folds->drawn, folds->single);
    const cd_rect *v = &stage->camera.viewport;
    const double size = cd_stage_text_size(stage, CD_TEXT_SMALL);
    const int width = cd_labels_width(stage->pen, size, text);
    const int height = cd_labels_height(stage->pen, size);
    const int gap = (int)(8 * stage->pen->scale);
    const cd_rect rect = {v->x + v->width - width - gap, v->y + v->height - height - 4 * gap, width,
                          height};
    if (cd_labels_free(labels, rect))
        cd_labels_put(labels, stage->pen, rect, size, CD_INK_DIM, text);
}

/// Whether the gap of a query may be labelled: of a fold that of the nearest.
static bool is_labelled(const cd_frame *frame, const cd_folds *folds, const cd_inspector *pick,
                        int query) {
    const cd_query *q = &frame->queries[query];
    const cd_fold *fold = cd_fold_of(folds, query);
    return (fold == NULL || (fold->named && fold->nearest == query)) && cd_query_found(q) &&
           (cd_query_is(q, "distance") || cd_query_is(q, "closest") || cd_query_is(q, "contact") ||
            cd_query_is(q, "manifold")) &&
           cd_query_is_meant(pick, frame, query);
}

void cd_queries_label(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                      cd_labels *labels, const cd_inspector *pick) {
    gap_list list = {.count = 0};
    int count = 0;
    cd_separation s;
    label_rest(stage, folds, labels);
    for (int i = 0; i < frame->query_count; i++)
        count += is_labelled(frame, folds, pick, i);
    for (int i = 0; i < frame->query_count && count <= LABELLED_MAX; i++) {
        const cd_query *q = &frame->queries[i];
        const cd_value *a = cd_query_argument(q, 0, CD_VALUE_SHAPE),
                       *b = cd_query_argument(q, 1, CD_VALUE_SHAPE);
        if (a != NULL && b != NULL && is_labelled(frame, folds, pick, i) &&
            cd_query_separation(q, &s) && isfinite(s.distance))
            add_gap(stage, &list, &s, &a->as.shape, &b->as.shape);
    }
    for (int i = 0; pick != NULL && pick->shape >= 0 && i < frame->shape_count; i++)
        if (cd_pick_penetration(frame, pick, i, &s))
            add_gap(stage, &list, &s, &frame->shapes[pick->shape].shape, &frame->shapes[i].shape);
    cd_labels_grant(stage, list.wishes, list.count, LABELLED_MAX);
    for (int i = 0; i < list.count; i++)
        if (list.wishes[i].granted)
            list.gaps[i].kept = cd_labels_keep_off_ghost(stage, &list.gaps[i].line, labels);
    for (int i = 0; i < list.count; i++)
        if (list.wishes[i].granted)
            draw_gap(stage, &list.gaps[i], labels);
}

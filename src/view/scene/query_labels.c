// See query_labels.h.
#include "view/scene/query_labels.h"

#include "view/scene/queries.h"
#include "view/scene/theme.h"

#include <stdio.h>

enum { LABELLED_MAX = 24 }; ///< of more gaps, none is labelled

/// Writes the distance or depth of a separation at its middle.
static void label_gap(const cd_stage *stage, const cd_separation *s, cd_labels *labels,
                      cd_point2 before[LABELLED_MAX], int *drawn) {
    cd_point2 p = cd_stage_project(stage, cd_lerp(s->point_a, s->point_b, 0.5));
    for (int k = 0; k < *drawn; k++)
        if (hypot(p.x - before[k].x, p.y - before[k].y) < 2)
            return; // the same pair, queried twice
    before[(*drawn)++] = p;
    char text[48];
    snprintf(text, sizeof text, s->distance < 0 ? "depth %.4g" : "%.4g", fabs(s->distance));
    double r = 4 * stage->pen->scale;
    cd_labels_draw(labels, stage->pen, (cd_point2){p.x - r, p.y - r}, (cd_point2){p.x + r, p.y + r},
                   CD_TEXT_SMALL, s->distance <= 0 ? CD_OVERLAP : CD_QUERY, text);
}

/// Keeps a point of the world free of labels.
static void block_point(const cd_stage *stage, cd_labels *labels, cd_vec point) {
    const cd_point2 p = cd_stage_project(stage, point);
    const double r = 4 * stage->pen->scale;
    if (fabs(p.x) < CD_LABEL_FAR && fabs(p.y) < CD_LABEL_FAR)
        cd_labels_block(labels,
                        (cd_rect){(int)(p.x - r), (int)(p.y - r), (int)(2 * r), (int)(2 * r)});
}

void cd_queries_block(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    const int most = frame->query_count < LABELLED_MAX ? frame->query_count : LABELLED_MAX;
    cd_separation s;
    for (int i = 0; i < most; i++) {
        const cd_query *q = &frame->queries[i];
        const cd_value *hit = cd_query_answer(q, 0, CD_VALUE_HIT);
        if (hit != NULL)
            block_point(stage, labels, hit->as.hit.point);
        if (hit == NULL && cd_query_separation(q, &s) && isfinite(s.distance)) {
            block_point(stage, labels, s.point_a);
            block_point(stage, labels, s.point_b);
        }
    }
}

/// Says in the lower right corner how many queries are drawn, if not all are.
static void label_rest(const cd_stage *stage, const cd_folds *folds, cd_labels *labels) {
    char text[80];
    if (folds->drawn == folds->single)
        return;
    snprintf(text, sizeof text, "%d of %d single queries are drawn", folds->drawn, folds->single);
    const cd_rect *v = &stage->camera.viewport;
    const int width = cd_labels_width(stage->pen, CD_TEXT_SMALL, text);
    const int height = cd_labels_height(stage->pen, CD_TEXT_SMALL);
    const int gap = (int)(8 * stage->pen->scale);
    const cd_rect rect = {v->x + v->width - width - gap, v->y + v->height - height - 4 * gap, width,
                          height};
    if (cd_labels_free(labels, rect))
        cd_labels_put(labels, stage->pen, rect, CD_TEXT_SMALL, CD_INK_DIM, text);
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
    int drawn = 0, count = 0;
    cd_point2 before[LABELLED_MAX];
    cd_separation s;
    label_rest(stage, folds, labels);
    for (int i = 0; i < frame->query_count; i++)
        count += is_labelled(frame, folds, pick, i);
    for (int i = 0; i < frame->query_count && count <= LABELLED_MAX; i++)
        if (is_labelled(frame, folds, pick, i) && cd_query_separation(&frame->queries[i], &s) &&
            isfinite(s.distance))
            label_gap(stage, &s, labels, before, &drawn);
    for (int i = 0; pick != NULL && pick->shape >= 0 && i < frame->shape_count; i++)
        if (drawn < LABELLED_MAX && cd_pick_penetration(frame, pick, i, &s))
            label_gap(stage, &s, labels, before, &drawn);
}

// See queries.h. A query is drawn from its recorded arguments and results. Yellow is what it found,
// violet the exit, green are normals, and faint is a query that found nothing. The more queries a
// frame has, the fainter each is, so that a busy picture stays readable.
#include "view/scene/queries.h"

#include "view/scene/theme.h"

#include <stdio.h>

enum {
    QUERIES_MAX = 3000, ///< drawn in one picture
    STRONG_MAX = 24,    ///< more are drawn fainter
    NORMALS_MAX = 200,  ///< of more queries no normals are drawn
    LABELLED_MAX = 24
};

static const cd_value *argument(const cd_query *q, int i, cd_value_kind kind) {
    return i < q->argument_count && q->arguments[i].kind == kind ? &q->arguments[i] : NULL;
}

static const cd_value *result(const cd_query *q, int i, cd_value_kind kind) {
    return i < q->result_count && q->results[i].kind == kind ? &q->results[i] : NULL;
}

// ---------------------------------------------------------------------------------------- marks

/// Finds how near strokes come to a point, instead of drawing them.
typedef struct stroke_probe {
    cd_point2 at;
    double nearest;
} stroke_probe;

typedef struct query_brush {
    const cd_stage *stage;
    double strength; ///< opacity of everything
    bool normals;
    double weight;       ///< times the widths
    stroke_probe *probe; ///< or NULL
} query_brush;

static void measure(stroke_probe *p, cd_point2 a, cd_point2 b) {
    const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double t = square > 0 ? ((p->at.x - a.x) * x + (p->at.y - a.y) * y) / square : 0;
    t = fmin(fmax(t, 0), 1);
    p->nearest = fmin(p->nearest, hypot(a.x + t * x - p->at.x, a.y + t * y - p->at.y));
}

static void draw_line(const query_brush *b, cd_vec from, cd_vec to, double width, bool dashed,
                      uint32_t color) {
    double unit = b->stage->pen->scale;
    cd_point2 ends[2] = {cd_stage_project(b->stage, from), cd_stage_project(b->stage, to)};
    if (b->probe != NULL) {
        measure(b->probe, ends[0], ends[1]);
        return;
    }
    cd_stroke_polyline(&b->stage->pen->canvas, ends, 2, width * b->weight * unit,
                       dashed ? (cd_dash){4 * unit, 4 * unit, 0} : (cd_dash){0},
                       cd_color_fade(color, b->strength));
}

static void draw_dot(const query_brush *b, cd_vec at, bool hollow, uint32_t color) {
    cd_point2 p = cd_stage_project(b->stage, at);
    double unit = b->stage->pen->scale;
    color = cd_color_fade(color, b->strength);
    if (b->probe != NULL)
        measure(b->probe, p, p);
    else if (hollow)
        cd_stroke_disc(&b->stage->pen->canvas, p, 3.5 * b->weight * unit, 1.5 * unit, color);
    else
        cd_fill_disc(&b->stage->pen->canvas, p, 3.8 * b->weight * unit, color);
}

#define NORMAL_LENGTH 30 ///< logical pixels

static void draw_normal(const query_brush *b, cd_vec at, cd_vec n) {
    if (!b->normals || b->probe != NULL || cd_is_zero(n))
        return;
    double length = NORMAL_LENGTH * b->stage->pen->scale / b->stage->camera.zoom;
    cd_stage_arrow(b->stage, at, cd_add_scaled(at, length, n), 1.8, 8,
                   cd_color_fade(CD_NORMAL, b->strength));
}

static void draw_ghost(const query_brush *b, const cd_shape *shape, cd_vec move, double width,
                       bool dashed, uint32_t color) {
    if (b->probe != NULL)
        return;
    cd_shape moved = *shape;
    cd_shape_move(&moved, move);
    cd_solid_outline(b->stage, &moved, width, dashed, cd_color_fade(color, b->strength));
}

// ---------------------------------------------------------------------------------------- queries

/// A parameter of the ray at which it is beyond the edge of the picture.
static double far_end(const cd_stage *stage, cd_vec origin, cd_vec direction) {
    const cd_camera *c = &stage->camera;
    double length = cd_norm(direction);
    double reach =
        (c->viewport.width + c->viewport.height) / c->zoom + cd_norm(cd_sub(origin, c->target));
    return length > 0 ? reach / length : 0;
}

/// A parameter of a ray, or one beyond the picture where it is infinite.
static double clamp_time(double t, double far) { return fmin(fmax(t, -far), far); }

static void draw_raycast(const query_brush *b, const cd_query *q) {
    const cd_value *origin = argument(q, 0, CD_VALUE_VECTOR),
                   *direction = argument(q, 1, CD_VALUE_VECTOR),
                   *limit = argument(q, 3, CD_VALUE_NUMBER), *found = result(q, 0, CD_VALUE_HIT);
    if (origin == NULL || direction == NULL)
        return;
    cd_vec o = origin->as.vector, d = direction->as.vector;
    double far = far_end(b->stage, o, d);
    double end = clamp_time(limit != NULL ? limit->as.number : INFINITY, far);
    if (found == NULL) {
        draw_line(b, o, cd_add_scaled(o, end, d), 1.2, false, cd_color_fade(CD_FAINT, 0.75));
        draw_dot(b, o, true, cd_color_fade(CD_FAINT, 0.75));
        return;
    }
    const cd_hit *hit = &found->as.hit;
    double enter = clamp_time(hit->enter, far), exit = clamp_time(hit->exit, far);
    cd_vec in = cd_add_scaled(o, enter, d), out = cd_add_scaled(o, exit, d);
    // The parts before the hit, inside, and from the exit to the end of the ray.
    draw_line(b, o, cd_add_scaled(o, fmax(enter, 0), d), 1.8, false, CD_QUERY);
    draw_line(b, cd_add_scaled(o, fmax(enter, 0), d), cd_add_scaled(o, fmin(exit, end), d), 1.8,
              true, CD_QUERY);
    if (exit < end)
        draw_line(b, out, cd_add_scaled(o, end, d), 1.2, false, cd_color_fade(CD_QUERY, 0.35));
    if (enter < 0 && isfinite(hit->enter)) { // the ray starts inside
        draw_line(b, in, o, 1.2, true, cd_color_fade(CD_QUERY, 0.5));
        draw_dot(b, in, true, CD_QUERY);
    }
    draw_dot(b, o, true, CD_QUERY);
    if (isfinite(hit->exit)) {
        draw_dot(b, out, hit->exit > end, CD_QUERY_EXIT);
        draw_normal(b, out, hit->exit_normal);
    }
    draw_dot(b, hit->point, false, CD_QUERY);
    draw_normal(b, hit->point, hit->normal);
}

static void draw_shapecast(const query_brush *b, const cd_query *q) {
    const cd_value *a = argument(q, 0, CD_VALUE_SHAPE), *motion = argument(q, 1, CD_VALUE_VECTOR),
                   *found = result(q, 0, CD_VALUE_HIT);
    if (a == NULL || motion == NULL)
        return;
    const cd_shape *shape = &a->as.shape;
    cd_vec v = motion->as.vector, from = cd_shape_middle(shape);
    bool moves = !cd_is_zero(v) && !cd_is_unbounded(shape);
    uint32_t faint = cd_color_fade(found != NULL ? CD_QUERY : CD_FAINT, 0.6);
    if (moves) {
        draw_line(b, from, cd_add(from, v), 1.2, true, faint);
        draw_ghost(b, shape, v, 1.2, true, faint);
    }
    if (found == NULL)
        return;
    const cd_hit *hit = &found->as.hit;
    if (moves)
        draw_ghost(b, shape, cd_scale(v, hit->t), 1.8, false, CD_QUERY);
    draw_dot(b, hit->point, false, CD_QUERY);
    draw_normal(b, hit->point, hit->normal);
}

/// The separation that closest, distance, contact or manifold found; false for other queries. The
/// points of closest and distance are computed again from the arguments.
static bool separation_of(const cd_query *q, cd_separation *s) {
    if (cd_query_is(q, "contact") || cd_query_is(q, "manifold")) {
        const cd_value *contact = result(q, 0, CD_VALUE_CONTACT);
        const cd_value *manifold = result(q, 0, CD_VALUE_MANIFOLD);
        if (contact != NULL || manifold != NULL)
            *s = contact != NULL ? contact->as.contact : manifold->as.manifold.contact;
        return contact != NULL || manifold != NULL;
    }
    if (!cd_query_is(q, "closest") && !cd_query_is(q, "distance"))
        return false;
    const cd_value *a = argument(q, 0, CD_VALUE_SHAPE), *b = argument(q, 1, CD_VALUE_SHAPE);
    if (a == NULL || b == NULL || a->as.shape.dim != b->as.shape.dim)
        return false;
    *s = cd_separate(&a->as.shape, &b->as.shape);
    return true;
}

/// Draws the line between two witness points, whose distance or depth colours it.
static void draw_gap(const query_brush *b, double distance, cd_vec point_a, cd_vec point_b) {
    const uint32_t color = distance <= 0 ? CD_OVERLAP : CD_QUERY;
    draw_line(b, point_a, point_b, 1.8, false, color);
    draw_dot(b, point_a, false, color);
    draw_dot(b, point_b, false, color);
}

static void draw_separation(const query_brush *b, const cd_query *q) {
    cd_separation s;
    if (!separation_of(q, &s))
        return;
    draw_gap(b, s.distance, s.point_a, s.point_b);
    if (cd_query_is(q, "contact"))
        draw_normal(b, s.point_b, s.normal);
}

/// Draws the gap at each point, and the normal at the first, which is the deepest.
static void draw_manifold(const query_brush *b, const cd_query *q) {
    const cd_value *found = result(q, 0, CD_VALUE_MANIFOLD);
    if (found == NULL)
        return;
    const cd_contact_points *m = &found->as.manifold;
    for (int i = 0; i < m->count; i++)
        draw_gap(b, m->points[i].distance, m->points[i].point_a, m->points[i].point_b);
    draw_normal(b, m->points[0].point_b, m->contact.normal);
}

/// Draws a collision event of world:step, at its point of contact.
static void draw_step_event(const query_brush *b, const cd_query *q) {
    const cd_value *event = result(q, 0, CD_VALUE_HIT);
    if (event == NULL)
        return;
    draw_dot(b, event->as.hit.point, false, CD_QUERY);
    draw_normal(b, event->as.hit.point, event->as.hit.normal);
}

static void draw_verdict(const query_brush *b, const cd_query *q) {
    const cd_value *verdict = result(q, 0, CD_VALUE_BOOLEAN);
    bool yes = verdict != NULL && verdict->as.boolean;
    const cd_value *point = argument(q, 1, CD_VALUE_VECTOR);
    if (cd_query_is(q, "contains") && point != NULL)
        draw_dot(b, point->as.vector, !yes, yes ? CD_OVERLAP : CD_FAINT);
    for (int i = 0; i < q->argument_count && yes && b->probe == NULL; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            cd_solid_outline(b->stage, &q->arguments[i].as.shape, 1.6, false,
                             cd_color_fade(CD_OVERLAP, 0.5 * b->strength));
}

static void draw_query(const query_brush *b, const cd_query *q) {
    if (cd_query_is(q, "raycast"))
        draw_raycast(b, q);
    else if (cd_query_is(q, "shapecast"))
        draw_shapecast(b, q);
    else if (cd_query_is(q, "manifold"))
        draw_manifold(b, q);
    else if (cd_query_is(q, "step") || cd_query_is(q, "move_and_slide"))
        draw_step_event(b, q);
    else if (cd_query_is(q, "overlap") || cd_query_is(q, "contains"))
        draw_verdict(b, q);
    else
        draw_separation(b, q);
}

/// Whether the query is picked, or was asked about the picked shape; true where nothing is picked.
static bool is_picked(const cd_inspector *pick, const cd_frame *frame, int query) {
    if (pick == NULL || (pick->query < 0 && pick->shape < 0))
        return true;
    return query == pick->query || cd_query_touches(&frame->queries[query], pick->shape);
}

/// Whether anything of the query is drawn.
static bool is_drawn(const cd_query *q) {
    return cd_query_found(q) || cd_query_is(q, "raycast") || cd_query_is(q, "shapecast") ||
           cd_query_is(q, "contains");
}

void cd_queries_draw(const cd_stage *stage, const cd_frame *frame, bool normals,
                     const cd_inspector *pick) {
    int counts[2] = {0, 0}; // of those that found nothing, and something
    for (int i = 0; i < frame->query_count; i++)
        counts[cd_query_found(&frame->queries[i])] += is_drawn(&frame->queries[i]);
    const int found = counts[1] < QUERIES_MAX ? counts[1] : QUERIES_MAX;
    int room[2] = {QUERIES_MAX - found, found}; // queries that found something come first
    const int count = found + (counts[0] < room[0] ? counts[0] : room[0]);
    const double strength = count <= STRONG_MAX ? 1 : fmax((double)STRONG_MAX / count, 0.4);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < frame->query_count && room[pass] > 0; i++) {
            const cd_query *q = &frame->queries[i];
            const bool meant = is_picked(pick, frame, i);
            const query_brush b = {stage, meant ? strength : 0.3 * strength,
                                   normals && meant && count <= NORMALS_MAX, 1, NULL};
            if (cd_query_found(q) != (pass == 1) || !is_drawn(q))
                continue;
            draw_query(&b, q);
            room[pass]--;
        }
}

/// The separation of the picked shape and another one that it penetrates; false where it does not.
static bool penetration(const cd_frame *frame, const cd_inspector *pick, int other,
                        cd_separation *s) {
    if (pick->shape < 0 || other == pick->shape || frame->shapes[other].style.hidden)
        return false;
    const cd_shape *a = &frame->shapes[pick->shape].shape, *b = &frame->shapes[other].shape;
    if (a->dim != b->dim || !cd_has_depth(a, b) || !cd_overlap(a, b))
        return false;
    *s = cd_separate(a, b);
    return isfinite(s->distance) && s->distance < 0;
}

void cd_queries_draw_pick(const cd_stage *stage, const cd_frame *frame, const cd_inspector *pick) {
    if (pick->shape >= 0)
        cd_solid_outline(stage, &frame->shapes[pick->shape].shape, 2.6, false, CD_ACCENT);
    for (int i = 0; i < frame->shape_count && pick->shape >= 0; i++) {
        const query_brush b = {stage, 1, true, 1.2, NULL};
        cd_separation s;
        if (!penetration(frame, pick, i, &s))
            continue;
        draw_gap(&b, s.distance, s.point_a, s.point_b);
        draw_normal(&b, s.point_b, s.normal);
    }
    if (pick->query < 0 || pick->query >= frame->query_count)
        return;
    const cd_query *q = &frame->queries[pick->query];
    const query_brush b = {stage, 1, true, 1.5, NULL};
    const bool verdict =
        cd_query_is(q, "overlap") || cd_query_is(q, "contains"); // which is drawn on the shapes
    if (verdict)
        draw_query(&b, q);
    for (int i = 0; i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            cd_solid_outline(stage, &q->arguments[i].as.shape, 2, false, CD_ACCENT);
    if (!verdict)
        draw_query(&b, q);
}

int cd_queries_at(const cd_stage *stage, const cd_frame *frame, cd_point2 at, double reach,
                  int picked) {
    const int count = frame->query_count;
    int nearest = -1, first = -1, next = -1;
    bool again = false; // whether the picked one is in reach
    double least = reach;
    // Queries that found something are drawn above the others, and so come first.
    for (int k = 0; k < 2 * count; k++) {
        const int i = k % count;
        if (cd_query_found(&frame->queries[i]) != (k < count))
            continue;
        stroke_probe p = {at, INFINITY};
        const query_brush b = {stage, 1, false, 1, &p};
        draw_query(&b, &frame->queries[i]);
        if (!(p.nearest <= reach))
            continue;
        again = again || i == picked;
        first = first < 0 ? i : first;
        next = next < 0 && again && i != picked ? i : next;
        if (nearest < 0 || (p.nearest < least && k < count))
            least = p.nearest, nearest = i;
    }
    return !again ? nearest : next >= 0 ? next : first;
}

// ---------------------------------------------------------------------------------------- labels

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
        const cd_value *hit = result(q, 0, CD_VALUE_HIT);
        if (hit != NULL)
            block_point(stage, labels, hit->as.hit.point);
        if (hit == NULL && separation_of(q, &s) && isfinite(s.distance)) {
            block_point(stage, labels, s.point_a);
            block_point(stage, labels, s.point_b);
        }
    }
}

void cd_queries_label(const cd_stage *stage, const cd_frame *frame, cd_labels *labels,
                      const cd_inspector *pick) {
    int drawn = 0;
    cd_point2 before[LABELLED_MAX];
    cd_separation s;
    for (int i = 0; i < frame->query_count && drawn < LABELLED_MAX; i++)
        if (is_picked(pick, frame, i) && separation_of(&frame->queries[i], &s) &&
            isfinite(s.distance))
            label_gap(stage, &s, labels, before, &drawn);
    for (int i = 0; pick != NULL && pick->shape >= 0 && i < frame->shape_count; i++)
        if (drawn < LABELLED_MAX && penetration(frame, pick, i, &s))
            label_gap(stage, &s, labels, before, &drawn);
}

void cd_queries_extent(const cd_frame *frame, cd_extent *extent) {
    for (int i = 0; i < frame->query_count; i++) {
        const cd_query *q = &frame->queries[i];
        const cd_value *first = argument(q, 0, CD_VALUE_VECTOR);
        const cd_value *shape = argument(q, 0, CD_VALUE_SHAPE);
        const cd_value *motion = argument(q, 1, CD_VALUE_VECTOR);
        if (cd_query_is(q, "raycast") && first != NULL)
            cd_extent_add(extent, first->as.vector);
        if (cd_query_is(q, "shapecast") && shape != NULL && motion != NULL) {
            cd_bounds bounds = cd_shape_bounds(&shape->as.shape);
            cd_extent_add(extent, cd_add(bounds.min, motion->as.vector));
            cd_extent_add(extent, cd_add(bounds.max, motion->as.vector));
        }
    }
}

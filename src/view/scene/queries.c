// See queries.h. A query is drawn from its recorded arguments and results. Yellow is what it found,
// violet the exit, green are normals, and faint is a query that found nothing. The more queries a
// frame has, the fainter each is, so that a busy picture stays readable; of very many, those with
// something in common are folded (folds.h), and the others are single lines.
#include "view/scene/queries.h"

#include "view/inspect/located.h"
#include "view/scene/fold_marks.h"
#include "view/scene/theme.h"

enum {
    STRONG_MAX = 24, ///< more are drawn fainter
    WHOLE_MAX = 100, ///< of more, each is a single line, without normals
    DOTTED_MAX = 40  ///< queries whose dots and ghosts labels keep off
};

/// The share of the picture that lines of single queries may cover, were they a pixel wide; and how
/// many pixels each counts at least.
static const double ink_share = 0.02, ink_least = 10;

// ---------------------------------------------------------------------------------------- marks

/// Instead of drawing, finds how near strokes come to a point, and has labels keep off dots and
/// ghosts.
typedef struct stroke_probe {
    cd_point2 at;
    double nearest;
    cd_labels *labels; ///< or NULL
} stroke_probe;

typedef struct query_brush {
    const cd_stage *stage;
    double strength; ///< opacity of everything
    bool normals;
    bool marks;          ///< parts of sets
    double weight;       ///< times the widths; below 1 of the normals too
    stroke_probe *probe; ///< or NULL
    bool plain;          ///< single lines
    double *ink;         ///< from which their lengths are taken; or NULL
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
    if (b->ink != NULL)
        *b->ink -= ink_least + fmin(hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y),
                                    b->stage->camera.viewport.width);
    cd_stroke_polyline(&b->stage->pen->canvas, ends, 2, width * b->weight * unit,
                       dashed ? (cd_dash){4 * unit, 4 * unit, 0} : (cd_dash){0},
                       cd_color_fade(color, b->strength));
}

static void draw_dot(const query_brush *b, cd_vec at, bool hollow, uint32_t color) {
    cd_point2 p = cd_stage_project(b->stage, at);
    double unit = b->stage->pen->scale;
    color = cd_color_fade(color, b->strength);
    if (b->ink != NULL)
        *b->ink -= ink_least;
    if (b->probe != NULL) {
        measure(b->probe, p, p);
        if (b->probe->labels != NULL)
            cd_labels_block_dot(b->stage, b->probe->labels, at, 4);
    } else if (hollow)
        cd_stroke_disc(&b->stage->pen->canvas, p, 3.5 * b->weight * unit, 1.5 * unit, color);
    else
        cd_fill_disc(&b->stage->pen->canvas, p, 3.8 * b->weight * unit, color);
}

#define NORMAL_LENGTH 30 ///< logical pixels

static void draw_normal(const query_brush *b, cd_vec at, cd_vec n) {
    if (!b->normals || b->probe != NULL || cd_is_zero(n))
        return;
    double length =
        fmin(b->weight, 1) * NORMAL_LENGTH * b->stage->pen->scale / b->stage->camera.zoom;
    cd_stage_arrow(b->stage, at, cd_add_scaled(at, length, n), 1.8 * fmin(b->weight, 1),
                   8 * fmin(b->weight, 1), cd_color_fade(CD_NORMAL, b->strength));
}

static void draw_ghost(const query_brush *b, const cd_shape *shape, cd_vec move, double width,
                       bool dashed, uint32_t color) {
    cd_shape moved = *shape;
    cd_shape_move(&moved, move);
    if (cd_shape_error(&moved)) // a damaged recording may move it anywhere
        return;
    if (b->probe != NULL && b->probe->labels != NULL)
        cd_labels_keep_off_ghost(b->stage, &moved, b->probe->labels);
    if (b->probe == NULL)
        cd_solid_outline(b->stage, &moved, width, dashed, cd_color_fade(color, b->strength));
}

// ---------------------------------------------------------------------------------------- queries

/// A parameter of a ray, or one beyond the picture where it is infinite.
static double clamp_time(double t, double far) { return fmin(fmax(t, -far), far); }

static void draw_ray(const query_brush *b, const cd_query *q) {
    const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR),
                   *direction = cd_query_argument(q, 1, CD_VALUE_VECTOR),
                   *limit = cd_query_argument(q, 3, CD_VALUE_NUMBER),
                   *found = cd_query_answer(q, 0, CD_VALUE_HIT);
    if (origin == NULL || direction == NULL)
        return;
    cd_vec o = origin->as.vector, d = direction->as.vector;
    double far = cd_ray_far_end(b->stage, o, d);
    double end = clamp_time(limit != NULL ? limit->as.number : INFINITY, far);
    if (found == NULL) {
        const bool occluded = cd_query_found(q);
        const uint32_t color = occluded ? CD_QUERY : cd_color_fade(CD_FAINT, 0.75);
        draw_line(b, o, cd_add_scaled(o, end, d), occluded ? 1.8 : 1.2, false, color);
        draw_dot(b, o, true, color);
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
    const cd_value *a = cd_query_argument(q, 0, CD_VALUE_SHAPE),
                   *motion = cd_query_argument(q, 1, CD_VALUE_VECTOR),
                   *found = cd_query_answer(q, 0, CD_VALUE_HIT);
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

bool cd_query_separation(const cd_query *q, cd_separation *s) {
    if (cd_query_is(q, "contact") || cd_query_is(q, "manifold")) {
        const cd_value *contact = cd_query_answer(q, 0, CD_VALUE_CONTACT);
        const cd_value *manifold = cd_query_answer(q, 0, CD_VALUE_MANIFOLD);
        if (contact != NULL || manifold != NULL)
            *s = contact != NULL ? contact->as.contact : manifold->as.manifold.contact;
        return contact != NULL || manifold != NULL;
    }
    if (!cd_query_is(q, "closest") && !cd_query_is(q, "distance"))
        return false;
    const cd_value *a = cd_query_argument(q, 0, CD_VALUE_SHAPE),
                   *b = cd_query_argument(q, 1, CD_VALUE_SHAPE);
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
    if (!cd_query_separation(q, &s))
        return;
    draw_gap(b, s.distance, s.point_a, s.point_b);
    if (cd_query_is(q, "contact"))
        draw_normal(b, s.point_b, s.normal);
}

/// Draws the gap at each point, and the normal at the first, which is the deepest.
static void draw_manifold(const query_brush *b, const cd_query *q) {
    const cd_value *found = cd_query_answer(q, 0, CD_VALUE_MANIFOLD);
    if (found == NULL)
        return;
    const cd_contact_points *m = &found->as.manifold;
    for (int i = 0; i < m->count; i++)
        draw_gap(b, m->points[i].distance, m->points[i].point_a, m->points[i].point_b);
    draw_normal(b, m->points[0].point_b, m->contact.normal);
}

/// Draws a collision event of world:step, at its point of contact.
static void draw_step_event(const query_brush *b, const cd_query *q) {
    const cd_value *event = cd_query_answer(q, 0, CD_VALUE_HIT);
    if (event == NULL)
        return;
    draw_dot(b, event->as.hit.point, false, CD_QUERY);
    draw_normal(b, event->as.hit.point, event->as.hit.normal);
}

static void draw_verdict(const query_brush *b, const cd_query *q) {
    const cd_value *verdict = cd_query_answer(q, 0, CD_VALUE_BOOLEAN);
    bool yes = verdict != NULL && verdict->as.boolean;
    const cd_value *point = cd_query_argument(q, 1, CD_VALUE_VECTOR);
    if (cd_query_is(q, "contains") && point != NULL)
        draw_dot(b, point->as.vector, !yes, yes ? CD_OVERLAP : CD_FAINT);
    for (int i = 0; i < q->argument_count && yes && b->probe == NULL; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            cd_solid_outline(b->stage, &q->arguments[i].as.shape, 1.6, false,
                             cd_color_fade(CD_OVERLAP, 0.5 * b->strength));
}

/// Draws one line, or a dot: from the origin of a ray to its hit, along a cast, between witnesses.
static void draw_plainly(const query_brush *b, const cd_query *q) {
    const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR);
    const cd_value *way = cd_query_argument(q, 1, CD_VALUE_VECTOR);
    const cd_value *shape = cd_query_argument(q, 0, CD_VALUE_SHAPE);
    const cd_value *limit = cd_query_argument(q, 3, CD_VALUE_NUMBER);
    const cd_value *hit = cd_query_answer(q, 0, CD_VALUE_HIT);
    const bool is_ray = cd_query_is_ray(q);
    const uint32_t color = hit != NULL || (is_ray && cd_query_found(q)) ? CD_QUERY : CD_FAINT;
    cd_separation s;
    if (cd_query_separation(q, &s)) {
        draw_line(b, s.point_a, s.point_b, 1.2, false, s.distance <= 0 ? CD_OVERLAP : CD_QUERY);
    } else if (is_ray && origin != NULL && way != NULL) {
        const double far = cd_ray_far_end(b->stage, origin->as.vector, way->as.vector);
        const double end = clamp_time(limit != NULL ? limit->as.number : INFINITY, far);
        const cd_vec last = cd_add_scaled(origin->as.vector, end, way->as.vector);
        draw_line(b, origin->as.vector, hit != NULL ? hit->as.hit.point : last, 1, false, color);
    } else if (cd_query_is(q, "shapecast") && shape != NULL && way != NULL) {
        const cd_vec from = cd_shape_middle(&shape->as.shape);
        draw_line(b, from, cd_add_scaled(from, hit != NULL ? hit->as.hit.t : 1, way->as.vector), 1,
                  false, color);
    } else if (cd_query_is(q, "contains") && way != NULL) {
        draw_dot(b, way->as.vector, !cd_query_found(q), color);
    } else if (hit != NULL) { // of a step
        draw_dot(b, hit->as.hit.point, false, color);
    }
}

/// Marks the parts of sets that the answer is about.
static void draw_parts(const query_brush *b, const cd_query *q) {
    cd_located_shape located[2];
    const int count = b->marks && b->probe == NULL ? cd_query_located(q, located) : 0;
    for (int i = 0; i < count; i++) {
        const cd_shape part = cd_located_part(q, &located[i]);
        if (located[i].at.part >= 0 && !cd_shape_error(&part))
            cd_solid_outline(b->stage, &part, 2.2 * b->weight, false,
                             cd_color_fade(CD_QUERY, b->strength));
    }
}

static void draw_query(const query_brush *b, const cd_query *q) {
    if (b->plain) {
        draw_plainly(b, q);
        return;
    }
    draw_parts(b, q);
    if (cd_query_is_ray(q))
        draw_ray(b, q);
    else if (cd_query_is(q, "shapecast"))
        draw_shapecast(b, q);
    else if (cd_query_is(q, "manifold"))
        draw_manifold(b, q);
    else if (cd_query_is(q, "step") || cd_query_is(q, "move_and_slide") ||
             cd_query_is(q, "time_of_impact"))
        draw_step_event(b, q);
    else if (cd_query_is(q, "overlap") || cd_query_is(q, "contains"))
        draw_verdict(b, q);
    else
        draw_separation(b, q);
}

/// Whether anything of the query is drawn.
static bool is_drawn(const cd_query *q) {
    return cd_query_found(q) || cd_query_is_ray(q) || cd_query_is(q, "shapecast") ||
           cd_query_is(q, "contains");
}

/// A step with which all numbers below n are visited once, the first ones from all over.
static size_t scattered_step(size_t n) {
    for (size_t step = (size_t)(0.618 * (double)n) + 1;; step++) {
        size_t a = step, b = n;
        while (b != 0) {
            const size_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return step;
    }
}

/// What of a frame is drawn by itself.
typedef struct single_queries {
    const cd_frame *frame;
    const cd_folds *folds;
    const cd_inspector *pick;
    int counts[2]; ///< of those that found nothing, and something
    int meant;     ///< by a pick
} single_queries;

static single_queries count_single(const cd_frame *frame, const cd_folds *folds,
                                   const cd_inspector *pick) {
    single_queries s = {.frame = frame, .folds = folds, .pick = pick};
    for (int i = 0; i < frame->query_count; i++)
        if (cd_fold_of(folds, i) == NULL && is_drawn(&frame->queries[i])) {
            s.counts[cd_query_found(&frame->queries[i])]++;
            s.meant += cd_query_is_meant(pick, frame, i);
        }
    return s;
}

/// Draws those that found something, or nothing; plainly, until `ink` is used up, where there are
/// many, but for those that a pick means. Returns how many.
static int draw_single(const single_queries *s, query_brush b, bool found, double ink) {
    const double strength = b.strength;
    const bool normals = b.normals, many = s->counts[0] + s->counts[1] > WHOLE_MAX;
    const size_t count = (size_t)s->frame->query_count;
    const size_t step = many ? scattered_step(count) : 1;
    int drawn = 0;
    b.ink = &ink;
    for (size_t k = 0; k < count; k++) {
        const size_t i = k * step % count;
        const cd_query *q = &s->frame->queries[i];
        const bool meant = cd_query_is_meant(s->pick, s->frame, (int)i);
        b.plain = many && (!meant || s->meant > WHOLE_MAX);
        if (cd_fold_of(s->folds, (int)i) != NULL || cd_query_found(q) != found || !is_drawn(q) ||
            (b.plain && ink <= 0))
            continue;
        b.strength = meant ? strength : 0.3 * strength;
        b.normals = normals && meant && !b.plain;
        b.marks = meant && s->counts[1] <= STRONG_MAX;
        draw_query(&b, q);
        drawn++;
    }
    return drawn;
}

void cd_queries_draw(const cd_stage *stage, const cd_frame *frame, cd_folds *folds, bool normals,
                     const cd_inspector *pick) {
    const bool picked = pick != NULL && (pick->query >= 0 || pick->shape >= 0);
    const cd_rect *v = &stage->camera.viewport;
    const double ink = ink_share * v->width * v->height, size = cd_stage_text_size(stage, 1);
    const single_queries single = count_single(frame, folds, pick);
    query_brush b = {.stage = stage, .strength = picked ? 0.3 : 1, .weight = size};
    folds->single = single.counts[0] + single.counts[1];
    cd_folds_draw(stage, frame, folds, b.strength);
    for (int i = 0; i < folds->count; i++)
        if (folds->folds[i].named && folds->folds[i].nearest >= 0)
            draw_query(&b, &frame->queries[folds->folds[i].nearest]);
    b.strength = fmax(fmin((double)STRONG_MAX / folds->single, 1), 0.4);
    b.weight = fmax(sqrt(b.strength), 0.6) * size;
    b.normals = normals;
    folds->drawn = draw_single(&single, b, false, single.counts[1] > 0 ? ink / 4 : ink);
    folds->drawn += draw_single(&single, b, true, ink);
}

bool cd_pick_penetration(const cd_frame *frame, const cd_inspector *pick, int other,
                         cd_separation *s) {
    if (pick->shape < 0 || other == pick->shape || frame->shapes[other].style.hidden)
        return false;
    const cd_shape *a = &frame->shapes[pick->shape].shape, *b = &frame->shapes[other].shape;
    if (a->dim != b->dim || cd_are_surfaces(a, b) || !cd_overlap(a, b))
        return false;
    *s = cd_separate(a, b);
    return isfinite(s->distance) && s->distance < 0;
}

void cd_queries_draw_pick(const cd_stage *stage, const cd_frame *frame, const cd_inspector *pick) {
    if (pick->shape >= 0)
        cd_solid_outline(stage, &frame->shapes[pick->shape].shape, 2.6, false, CD_ACCENT);
    for (int i = 0; i < frame->shape_count && pick->shape >= 0; i++) {
        const query_brush b = {.stage = stage, .strength = 1, .normals = true, .weight = 1.2};
        cd_separation s;
        if (!cd_pick_penetration(frame, pick, i, &s))
            continue;
        draw_gap(&b, s.distance, s.point_a, s.point_b);
        draw_normal(&b, s.point_b, s.normal);
    }
    if (pick->query < 0 || pick->query >= frame->query_count)
        return;
    const cd_query *q = &frame->queries[pick->query];
    const query_brush b = {
        .stage = stage, .strength = 1, .normals = true, .marks = true, .weight = 1.5};
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

void cd_queries_block(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                      cd_labels *labels, const cd_inspector *pick) {
    stroke_probe p = {.labels = labels};
    const query_brush b = {.stage = stage, .strength = 1, .weight = 1, .probe = &p};
    int blocked = 0;
    for (int k = 0; k < 2 * frame->query_count && blocked < DOTTED_MAX; k++) {
        const int i = k % frame->query_count;
        const cd_fold *fold = cd_fold_of(folds, i);
        if ((fold == NULL || (fold->named && fold->nearest == i)) &&
            cd_query_found(&frame->queries[i]) == (k < frame->query_count)) {
            draw_query(&b, &frame->queries[i]);
            blocked++;
        }
    }
    for (int i = 0; pick != NULL && i < frame->shape_count && blocked < DOTTED_MAX; i++) {
        cd_separation s;
        if (cd_pick_penetration(frame, pick, i, &s)) {
            draw_gap(&b, s.distance, s.point_a, s.point_b);
            blocked++;
        }
    }
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
        stroke_probe p = {at, INFINITY, NULL};
        const query_brush b = {.stage = stage, .strength = 1, .weight = 1, .probe = &p};
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

void cd_queries_extent(const cd_frame *frame, cd_extent *extent) {
    for (int i = 0; i < frame->query_count; i++) {
        const cd_query *q = &frame->queries[i];
        const cd_value *first = cd_query_argument(q, 0, CD_VALUE_VECTOR);
        const cd_value *shape = cd_query_argument(q, 0, CD_VALUE_SHAPE);
        const cd_value *motion = cd_query_argument(q, 1, CD_VALUE_VECTOR);
        if (cd_query_is_ray(q) && first != NULL)
            cd_extent_add(extent, first->as.vector);
        if (cd_query_is(q, "shapecast") && shape != NULL && motion != NULL) {
            cd_bounds bounds = cd_shape_bounds(&shape->as.shape);
            cd_extent_add(extent, cd_add(bounds.min, motion->as.vector));
            cd_extent_add(extent, cd_add(bounds.max, motion->as.vector));
        }
    }
}

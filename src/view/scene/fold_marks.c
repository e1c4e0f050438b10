// See fold_marks.h. In 2D the rays of a fan, sorted by their direction, bound the region that they
// have seen, which is filled, more strongly where they are denser; in 3D some of them are drawn.
// What they hit are dots, of all rays. A hub has a dot in each body that it was asked with. Dots
// that would lie on others are left out, so that their number is bounded by the picture's size.
#include "view/scene/fold_marks.h"

#include "view/scene/order.h"
#include "view/scene/theme.h"

#include <stdio.h>

enum {
    REGION_MAX = 512, ///< rays of all fans that bound their regions
    REGION_MIN = 64,  ///< of fewer for each fan no region is drawn: many regions hide all
    LINES_MAX = 96    ///< rays of all fans in 3D that are drawn
};

static const double degree = 0.01745329251994329577;
static const double gap_max = 15;    ///< degrees: rays further apart bound nothing together
static const double same_way = 1e-6; ///< degrees between rays whose angles differ by rounding
static const double cell = 3;        ///< logical pixels: at most one dot in each square
static const double dot = 1.9;       ///< logical pixels: the radius of a dot

/// Squares of the viewport that have a dot.
typedef struct dot_grid {
    bool *taken;
    int columns, rows;
    double size;
} dot_grid;

/// Where a ray of a fan ends on the canvas.
typedef struct fan_ray {
    cd_point2 end;
    double angle, length;
    bool found;
} fan_ray;

double cd_ray_far_end(const cd_stage *stage, cd_vec origin, cd_vec direction) {
    const cd_camera *c = &stage->camera;
    double length = cd_length(direction);
    double reach =
        (c->viewport.width + c->viewport.height) / c->zoom + cd_length(cd_sub(origin, c->target));
    return length > 0 ? reach / length : 0;
}

// ------------------------------------------------------------------------------------------- dots

static dot_grid make_grid(const cd_stage *stage) {
    const cd_rect *v = &stage->camera.viewport;
    const double size = cd_stage_text_size(stage, cell) * stage->pen->scale;
    dot_grid grid = {NULL, (int)(v->width / size) + 1, (int)(v->height / size) + 1, size};
    grid.taken = cd_arena_alloc(stage->scratch, (size_t)grid.columns * (size_t)grid.rows);
    return grid;
}

static void draw_dot(const cd_stage *stage, dot_grid *grid, cd_point2 p, uint32_t color) {
    const cd_rect *v = &stage->camera.viewport;
    const double x = (p.x - v->x) / grid->size, y = (p.y - v->y) / grid->size;
    if (grid->taken == NULL || !(x >= 0 && x < grid->columns && y >= 0 && y < grid->rows))
        return;
    bool *taken = &grid->taken[(int)y * grid->columns + (int)x];
    if (!*taken)
        cd_fill_disc(&stage->pen->canvas, p, dot / cell * grid->size, color);
    *taken = true;
}

// -------------------------------------------------------------------------------------------- fans

/// Finds where a ray ends: at its hit, its limit, or beyond the picture.
static bool ray_end(const cd_stage *stage, const cd_query *q, fan_ray *ray) {
    const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR);
    const cd_value *direction = cd_query_argument(q, 1, CD_VALUE_VECTOR);
    const cd_value *limit = cd_query_argument(q, 3, CD_VALUE_NUMBER);
    const cd_value *hit = cd_query_answer(q, 0, CD_VALUE_HIT);
    if (origin == NULL || direction == NULL)
        return false;
    const cd_vec o = origin->as.vector, d = direction->as.vector;
    double t = cd_ray_far_end(stage, o, d);
    t = limit != NULL ? fmin(t, limit->as.number) : t;
    ray->end = cd_stage_project(stage, hit != NULL ? hit->as.hit.point : cd_add_scaled(o, t, d));
    const cd_point2 from = cd_stage_project(stage, o);
    ray->angle = atan2(ray->end.y - from.y, ray->end.x - from.x);
    ray->length = hypot(ray->end.x - from.x, ray->end.y - from.y);
    ray->found = cd_query_found(q);
    return isfinite(ray->angle);
}

/// The rays of a fold, sorted by their angles; returns how many. *rays NULL without memory.
static int sorted_rays(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                       const cd_fold *fold, fan_ray **rays) {
    const size_t room = (size_t)fold->count;
    fan_ray *any = cd_arena_alloc(stage->scratch, room * sizeof *any);
    double *angles = cd_arena_alloc(stage->scratch, room * sizeof *angles);
    *rays = cd_arena_alloc(stage->scratch, room * sizeof **rays);
    int count = 0;
    if (any == NULL || angles == NULL || *rays == NULL)
        return 0;
    for (int i = 0; i < fold->count; i++)
        if (ray_end(stage, &frame->queries[folds->order[fold->begin + i]], &any[count])) {
            angles[count] = any[count].angle;
            count++;
        }
    const int *order = cd_order_of(angles, count, stage->scratch);
    if (order == NULL)
        return 0;
    for (int i = 0; i < count; i++)
        (*rays)[i] = any[order[i]];
    return count;
}

/// The degrees from one ray counter-clockwise to the next.
static double gap_between(const fan_ray *a, const fan_ray *b) {
    const double gap = (b->angle - a->angle) / degree;
    return gap < 0 ? gap + 360 : gap;
}

/// Of rays that go the same way, as those of `raycast_all`, keeps the shortest; returns how many
/// are left in `out`.
static int keep_nearest(const fan_ray *rays, int count, fan_ray *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const bool same = kept > 0 && gap_between(&out[kept - 1], &rays[i]) < same_way;
        if (!same)
            out[kept++] = rays[i];
        else if (rays[i].length < out[kept - 1].length)
            out[kept - 1] = rays[i];
    }
    return kept;
}

/// Whether the corner at b, seen from inside, is convex.
static bool turns_in(cd_point2 a, cd_point2 b, cd_point2 c) {
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= 0;
}

/// A piece of the region that a fan has seen: a convex polygon with the origin in corners[0].
typedef struct fan_piece {
    cd_point2 corners[REGION_MAX + 3];
    int count;
    double span; ///< degrees
    bool found;
} fan_piece;

/// Fills a piece, `step` rays to each of its edges; where it is a ray that is not near to others,
/// draws a line.
static void fill_piece(const cd_stage *stage, const fan_piece *piece, int step, double strength) {
    const uint32_t color = piece->found ? CD_REGION_FOUND : CD_REGION_OPEN;
    const double dense = (piece->count - 2) * step / fmax(piece->span, 1e-3);
    const double opacity = fmin(0.05 + 0.06 * sqrt(dense), 0.2);
    if (piece->count == 2)
        cd_stroke_line(&stage->pen->canvas, piece->corners[0], piece->corners[1], stage->pen->scale,
                       cd_color_fade(color, 0.3 * strength));
    else
        cd_fill_polygon(&stage->pen->canvas, piece->corners, piece->count, 0,
                        cd_paint_flat(cd_color_fade(color, opacity * strength)));
}

/// Adds the sector between two neighbouring rays to a piece; false where the piece would not be
/// convex, or they are too far apart.
static bool extend_piece(fan_piece *piece, const fan_ray *a, const fan_ray *b) {
    const int n = piece->count;
    const double gap = gap_between(a, b);
    const bool found = a->found && b->found;
    if (gap > gap_max || piece->span + gap > 170 ||
        (n > 2 && (found != piece->found ||
                   !turns_in(piece->corners[n - 2], piece->corners[n - 1], b->end))))
        return false;
    piece->corners[piece->count++] = b->end;
    piece->span += gap;
    piece->found = found;
    return true;
}

/// Fills the region that rays in a plane have seen, convex piece by convex piece.
/// `most`: of its rays, spread evenly, that bound it.
static void draw_region(const cd_stage *stage, cd_point2 origin, const fan_ray *rays, int count,
                        int most, double strength) {
    const int step = 1 + (count - 1) / most, sectors = (count + step - 1) / step;
    fan_piece piece = {{origin, rays[0].end}, 2, 0, rays[0].found};
    for (int i = 0; i < sectors; i++) {
        const fan_ray *a = &rays[i * step], *b = &rays[i + 1 < sectors ? (i + 1) * step : 0];
        if (extend_piece(&piece, a, b))
            continue;
        fill_piece(stage, &piece, step, strength);
        piece = (fan_piece){{origin, a->end}, 2, 0, a->found};
        if (!extend_piece(&piece, a, b))
            piece = (fan_piece){{origin, b->end}, 2, 0, b->found};
    }
    if (piece.count > 2)
        fill_piece(stage, &piece, step, strength);
}

/// `fans`: how many there are, which share what a picture takes.
static void draw_fan(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                     const cd_fold *fold, int fans, dot_grid *dots, double strength) {
    const cd_query *q = &frame->queries[fold->first];
    const int most = REGION_MAX / fans, lines = LINES_MAX / fans;
    const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR);
    const cd_point2 from = cd_stage_project(stage, origin->as.vector);
    const double unit = cd_stage_text_size(stage, stage->pen->scale);
    fan_ray *rays;
    const int count = sorted_rays(stage, frame, folds, fold, &rays);
    fan_ray *nearest = cd_arena_alloc(stage->scratch, (size_t)count * sizeof *nearest);
    if (origin->dim == 2 && count > 0 && nearest != NULL && most >= REGION_MIN)
        draw_region(stage, from, nearest, keep_nearest(rays, count, nearest), most, strength);
    for (int i = 0; i < count && origin->dim == 3 && lines > 0; i += 1 + count / lines)
        cd_stroke_line(&stage->pen->canvas, from, rays[i].end, unit,
                       cd_color_fade(rays[i].found ? CD_QUERY : CD_FAINT, 0.25 * strength));
    for (int i = 0; i < count; i++)
        if (rays[i].found)
            draw_dot(stage, dots, rays[i].end, cd_color_fade(CD_QUERY, strength));
    cd_stroke_disc(&stage->pen->canvas, from, 3.5 * unit, 1.5 * unit,
                   cd_color_fade(CD_QUERY, strength));
}

// -------------------------------------------------------------------------------------------- hubs

/// Draws a dot in the body that a query of a hub was asked with: orange where they touch.
static void draw_asked(const cd_stage *stage, const cd_query *q, bool second, dot_grid *dots,
                       double strength) {
    const cd_value *verdict = cd_query_answer(q, 0, CD_VALUE_BOOLEAN);
    const cd_value *other = cd_query_argument(q, second ? 0 : 1, CD_VALUE_SHAPE);
    if (other == NULL || cd_is_unbounded(&other->as.shape))
        return;
    const bool touches = verdict != NULL && verdict->as.boolean;
    draw_dot(stage, dots, cd_stage_project(stage, cd_shape_middle(&other->as.shape)),
             cd_color_fade(touches ? CD_OVERLAP : CD_QUERY, (touches ? 1 : 0.6) * strength));
}

void cd_folds_draw(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                   double strength) {
    if (folds->of == NULL)
        return;
    dot_grid dots = make_grid(stage);
    int fans = 0;
    for (int i = 0; i < folds->count; i++)
        fans += folds->folds[i].fan;
    for (int i = 0; i < folds->count; i++)
        if (folds->folds[i].fan)
            draw_fan(stage, frame, folds, &folds->folds[i], fans, &dots, strength);
    for (int i = 0; i < frame->query_count; i++) {
        const cd_fold *fold = cd_fold_of(folds, i);
        if (fold != NULL && !fold->fan)
            draw_asked(stage, &frame->queries[i], folds->second[i], &dots, strength);
    }
}

// ------------------------------------------------------------------------------------------ labels

void cd_folds_label(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                    cd_labels *labels) {
    const bool small = cd_stage_text_size(stage, 1) < 1; // a long label would lie on shapes
    for (int i = 0; i < folds->count; i++) {
        const cd_fold *fold = &folds->folds[i];
        if (!fold->named)
            continue;
        const cd_query *q = &frame->queries[fold->first];
        const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR);
        const cd_value *body = cd_query_argument(q, folds->second[fold->first], CD_VALUE_SHAPE);
        const double ring = 16 * stage->pen->scale / stage->camera.zoom;
        const cd_shape around =
            fold->fan ? cd_sphere(origin->dim, origin->as.vector, ring) : body->as.shape;
        char text[80];
        const int n = snprintf(text, sizeof text, "%d \xc3\x97 %s", fold->count, fold->name);
        if (fold->found < fold->count && n < (int)sizeof text && !small)
            snprintf(text + n, sizeof text - (size_t)n, ", %d found", fold->found);
        cd_labels_attach(stage, labels, &around, CD_QUERY, text);
    }
}

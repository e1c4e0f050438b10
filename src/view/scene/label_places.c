// See stage.h. A label lies just outside of the silhouette, at the place where the silhouette
// reaches furthest in some direction; it takes the direction and distance at which it covers least
// of other shapes. The core answers what a label covers: in an orthographic picture a rectangle
// covers a shape if the box that it sweeps along the line of sight overlaps it.
#include "view/scene/stage.h"

#include "view/inspect/fnv.h"
#include "view/scene/theme.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS_MAX = 4000,     ///< on a set of more parts labels may lie
    OBSTACLES_MAX = 6400, ///< of more shapes, labels cover what they will
    GHOSTS_MAX = 64
};

/// Bounds on the canvas.
typedef struct label_bounds {
    cd_point2 min, max;
} label_bounds;

/// A shape that labels keep off, with its bounds on the canvas.
typedef struct cd_label_obstacle {
    const cd_shape *shape; ///< NULL: hidden, or so large that labels may lie on it
    cd_point2 min, max;    ///< infinite of a plane or line
    label_bounds *parts;   ///< of a set
    bool outline;          ///< only its outline is drawn: labels may lie inside
} label_obstacle;

/// A place for a label.
typedef struct label_place {
    cd_rect rect;
    cd_point2 at; ///< on the silhouette
    int cost;     ///< -1: there is no place
    bool on_own;  ///< it covers what it names
    int ring;     ///< how far off, see rings
    int way;      ///< in which direction: the number of its label_way
} label_place;

/// A direction in which a label may lie, radians, y up.
typedef struct label_way {
    double angle;
    bool across;  ///< it is that of a segment's normal
    cd_point2 at; ///< where the silhouette reaches furthest in it
    int cost;     ///< AMBIGUOUS where another shape lies there
} label_way;

/// Square pixels that a label needs for itself and its surroundings, so that it can be read.
static const double room_of_label = 7000;

/// Pixels between silhouette and label, fewer in a small viewport; from the second on a line leads
/// to it.
static const double rings[] = {3, 16, 40, 72, 112};
enum { RING_COUNT = sizeof rings / sizeof rings[0] };

/// A shape that takes so much of the viewport in both directions is ground rather than figure.
static const double ground = 0.6;

/// What a label costs for each shape that it covers, where it lies far off, and where it hangs from
/// a place at which another shape lies, whose label it could be.
enum { OUTLINE = 1, FAR_OFF = 1, SHAPE = 2, AMBIGUOUS = 2, OWN = 6, FAR_RING = 3 };

static const double eighth_turn = 0.78539816339744830962;
static const double aside = 0.02; ///< radians: two support points so far apart span an edge

static double text_size(const cd_stage *stage) { return cd_stage_text_size(stage, CD_TEXT_SMALL); }

/// NULL without memory.
static label_bounds *bounds_of_parts(const cd_stage *stage, const cd_shape *set) {
    const int count = cd_shape_part_count(set);
    label_bounds *bounds = cd_arena_alloc(stage->scratch, (size_t)count * sizeof *bounds);
    for (int i = 0; bounds != NULL && i < count; i++) {
        const cd_shape part = cd_shape_part(set, i);
        bounds[i] = (label_bounds){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        cd_solid_bounds(stage, &part, &bounds[i].min, &bounds[i].max);
    }
    return bounds;
}

/// Labels may lie on a plane, unless it is seen from the side, and has an edge in the picture.
static label_obstacle unbounded_obstacle(const cd_stage *stage, const cd_shape *shape) {
    const bool tilted = shape->kind == CD_PLANE && shape->dim == 3 &&
                        fabs(cd_dot(shape->as.plane.normal, stage->camera.toward)) > 1e-9;
    return (label_obstacle){.shape = tilted || !cd_is_unbounded(shape) ? NULL : shape,
                            .min = {-INFINITY, -INFINITY},
                            .max = {INFINITY, INFINITY}};
}

static label_obstacle obstacle_of(const cd_stage *stage, const cd_shape *shape) {
    const cd_rect *v = &stage->camera.viewport;
    label_obstacle o = {0};
    if (!cd_solid_bounds(stage, shape, &o.min, &o.max))
        return unbounded_obstacle(stage, shape);
    const bool large = shape->kind != CD_SEGMENT && o.max.x - o.min.x > ground * v->width &&
                       o.max.y - o.min.y > ground * v->height;
    const bool set = cd_is_set(shape), many = set && cd_shape_part_count(shape) > PARTS_MAX;
    if (set && !large && !many)
        o.parts = bounds_of_parts(stage, shape);
    o.shape = large || (set && o.parts == NULL) ? NULL : shape;
    return o;
}

static void add_obstacle(const cd_stage *stage, const cd_shape *shape, const cd_style *style,
                         cd_labels *labels) {
    if (style->hidden)
        return;
    label_obstacle *o = &labels->obstacles[labels->obstacle_count++];
    *o = obstacle_of(stage, shape);
    o->outline = style->outline;
}

void cd_labels_keep_off(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    int count = frame->shape_count;
    for (int i = 0; i < frame->drawing_count; i++)
        count += frame->drawings[i].kind == CD_DRAW_SHAPE;
    if (count > OBSTACLES_MAX)
        return;
    const size_t room = (size_t)count + GHOSTS_MAX;
    labels->obstacles = cd_arena_alloc(stage->scratch, room * sizeof *labels->obstacles);
    if (labels->obstacles == NULL)
        return;
    labels->obstacle_room = (int)room;
    for (int i = 0; i < frame->shape_count; i++)
        add_obstacle(stage, &frame->shapes[i].shape, &frame->shapes[i].style, labels);
    for (int i = 0; i < frame->drawing_count; i++)
        if (frame->drawings[i].kind == CD_DRAW_SHAPE)
            add_obstacle(stage, &frame->drawings[i].shape, &frame->drawings[i].style, labels);
}

const cd_shape *cd_labels_keep_off_ghost(const cd_stage *stage, const cd_shape *ghost,
                                         cd_labels *labels) {
    if (labels->obstacle_count == labels->obstacle_room)
        return NULL;
    const cd_style outline = {.outline = true};
    cd_shape *copy = cd_arena_alloc(stage->scratch, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *ghost;
    add_obstacle(stage, copy, &outline, labels);
    return copy;
}

/// The rectangle as a box of the world that reaches through everything along the line of sight.
static cd_shape swept_rect(const cd_stage *stage, cd_rect rect, int dim) {
    const cd_camera *c = &stage->camera;
    const cd_point2 middle = {rect.x + rect.width / 2.0, rect.y + rect.height / 2.0};
    cd_vec center = cd_camera_unproject(c, middle);
    cd_vec half = {rect.width / 2.0 / c->zoom, rect.height / 2.0 / c->zoom, 0};
    if (dim == 2) {
        center.z = 0;
        return cd_box2(center, half, c->roll, 0);
    }
    half.z = 2 * (cd_extent_size(&stage->extent) +
                  cd_length(cd_sub(cd_extent_middle(&stage->extent), center)) + half.x + half.y);
    return cd_box(center, half, cd_quat_from_axes(c->right, c->up, c->toward), 0);
}

static bool is_beside(cd_rect rect, cd_point2 min, cd_point2 max) {
    return rect.x > max.x || rect.x + rect.width < min.x || rect.y > max.y ||
           rect.y + rect.height < min.y;
}

/// Whether the box that a rectangle sweeps overlaps a part of a set. Asked about the whole set, the
/// core would look at each part near the long, slanted box: at nearly all.
static bool covers_part(cd_rect rect, const cd_shape *box, const label_obstacle *o) {
    for (int i = 0; i < cd_shape_part_count(o->shape); i++) {
        if (is_beside(rect, o->parts[i].min, o->parts[i].max))
            continue;
        const cd_shape part = cd_shape_part(o->shape, i);
        if (cd_overlap(box, &part))
            return true;
    }
    return false;
}

static bool covers(const cd_stage *stage, cd_rect rect, const label_obstacle *o) {
    if (o->shape == NULL || is_beside(rect, o->min, o->max))
        return false;
    const cd_shape box = swept_rect(stage, rect, o->shape->dim);
    if (cd_shape_error(&box)) // a view as wide as the range
        return false;
    return o->parts != NULL ? covers_part(rect, &box, o) : cd_overlap(&box, o->shape);
}

/// Whether all corners of a rectangle lie on a shape: then it crosses no outline of a convex one.
static bool is_inside(const cd_stage *stage, cd_rect rect, const label_obstacle *o) {
    for (int i = 0; i < 4; i++) {
        const cd_rect corner = {rect.x + i % 2 * rect.width, rect.y + i / 2 * rect.height, 0, 0};
        if (!covers(stage, corner, o))
            return false;
    }
    return true;
}

/// What it costs to cover other shapes, or `most`, if that is less.
static int cost_of_shapes(const cd_stage *stage, cd_rect rect, const cd_labels *labels,
                          const cd_shape *own, int most) {
    int cost = 0;
    for (int i = 0; i < labels->obstacle_count && cost < most; i++) {
        const label_obstacle *o = &labels->obstacles[i];
        if (o->shape != own && covers(stage, rect, o))
            cost += !o->outline ? SHAPE : is_inside(stage, rect, o) ? 0 : OUTLINE;
    }
    return cost < most ? cost : most;
}

/// Where the silhouette reaches furthest in a direction (unit, y up); of an edge its
/// middle, of a plane or line a point that is seen.
static cd_point2 furthest(const cd_stage *stage, const cd_shape *shape, double angle) {
    const cd_camera *c = &stage->camera;
    cd_point2 ends[2];
    if (cd_is_unbounded(shape))
        return cd_unbounded_anchor(stage, shape);
    for (int i = 0; i < 2; i++) {
        const double a = angle + (i == 0 ? -aside : aside);
        cd_vec along = cd_add_scaled(cd_scale(c->right, cos(a)), sin(a), c->up);
        if (shape->dim == 2)
            along.z = 0;
        ends[i] = cd_stage_project(stage, cd_support(shape, along));
    }
    return (cd_point2){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
}

/// The ways to look for a place in, best first; returns how many.
static int find_ways(const cd_stage *stage, const cd_shape *own, label_way ways[10]) {
    // Above first, then to the right, below, to the left, each corner behind its sides.
    static const int turns[] = {2, 0, 6, 4, 1, 7, 3, 5};
    int count = 0;
    if (own->kind == CD_SEGMENT) {
        const cd_point2 a = cd_stage_project(stage, own->as.segment.a),
                        b = cd_stage_project(stage, own->as.segment.b);
        const double angle = atan2(fabs(b.x - a.x), a.x < b.x ? b.y - a.y : a.y - b.y);
        if (hypot(b.x - a.x, b.y - a.y) > 1)
            for (; count < 2; count++)
                ways[count] = (label_way){.angle = angle + 4 * count * eighth_turn, .across = true};
    }
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        ways[count++] = (label_way){.angle = turns[i] * eighth_turn};
    return count;
}

/// The rectangle of a label that lies so far off a point in some direction; false: out of sight.
static bool place_rect(cd_point2 at, label_way way, double off, cd_rect *rect) {
    const double x = cos(way.angle), y = -sin(way.angle);
    const double half_width = rect->width / 2.0, half_height = rect->height / 2.0;
    // Across a segment the line along it separates them; elsewhere nearer is near enough.
    const double reach = off + fabs(x) * half_width + fabs(y) * half_height;
    const double left = at.x + x * (way.across ? reach : off + half_width) - half_width;
    const double top = at.y + y * (way.across ? reach : off + half_height) - half_height;
    rect->x = fabs(left) < CD_LABEL_FAR ? (int)left : 0;
    rect->y = fabs(top) < CD_LABEL_FAR ? (int)top : 0;
    return fabs(left) < CD_LABEL_FAR && fabs(top) < CD_LABEL_FAR;
}

/// What a label of `own` is placed by.
typedef struct label_search {
    const cd_stage *stage;
    const cd_labels *labels;
    const label_obstacle *own;
    const cd_shape *shape;
    cd_rect size;
    label_way ways[10];
    int way_count;
    int least; ///< cost of a way
} label_search;

/// Finds the ways, and for each where a label hangs from.
static void find_anchors(label_search *s) {
    s->way_count = find_ways(s->stage, s->shape, s->ways);
    s->least = AMBIGUOUS;
    for (int i = 0; i < s->way_count; i++) {
        label_way *way = &s->ways[i];
        way->at = furthest(s->stage, s->shape, way->angle);
        const bool seen = fabs(way->at.x) < CD_LABEL_FAR && fabs(way->at.y) < CD_LABEL_FAR;
        const cd_rect spot = {seen ? (int)way->at.x : 0, seen ? (int)way->at.y : 0, 1, 1};
        const bool solid = seen && s->shape->kind != CD_SEGMENT && !cd_is_unbounded(s->shape);
        if (solid && cost_of_shapes(s->stage, spot, s->labels, s->shape, SHAPE) == SHAPE)
            way->cost = AMBIGUOUS;
        s->least = way->cost < s->least ? way->cost : s->least;
    }
}

/// The place in one direction and distance; its cost is -1 where it is not free or costs `most` or
/// more.
static label_place place_at(const label_search *s, int way, int ring, int most) {
    const double off = cd_stage_text_size(s->stage, rings[ring]) * s->stage->pen->scale;
    label_place place = {s->size, s->ways[way].at, .cost = -1, .ring = ring, .way = way};
    if (!place_rect(place.at, s->ways[way], off, &place.rect) ||
        !cd_labels_free(s->labels, place.rect))
        return place;
    place.on_own = covers(s->stage, place.rect, s->own);
    const int least =
        s->ways[way].cost + (place.on_own ? OWN : 0) + (ring >= FAR_RING ? FAR_OFF : 0);
    if (least >= most)
        return place;
    const int cost =
        least + cost_of_shapes(s->stage, place.rect, s->labels, s->shape, most - least);
    if (cost < most)
        place.cost = cost;
    return place;
}

/// The free place that costs least; of several where it lay, if that is no farther off than the
/// first, else the first. before: where it lay; or NULL.
static label_place find_place(const label_search *s, const cd_label_side *before) {
    label_place best = {.cost = -1};
    for (int ring = 0; ring < RING_COUNT; ring++)
        for (int way = 0; way < s->way_count && best.cost != s->least; way++) {
            const label_place place = place_at(s, way, ring, best.cost < 0 ? INT_MAX : best.cost);
            if (place.cost >= 0)
                best = place;
        }
    if (best.cost < 0 || before == NULL || before->way >= s->way_count || before->ring > best.ring)
        return best;
    const label_place place = place_at(s, before->way, before->ring, best.cost + 1);
    return place.cost >= 0 ? place : best;
}

// ------------------------------------------------------------------------------------ the memory

void cd_labels_remember(cd_labels *labels, cd_label_memory *memory) {
    labels->memory = memory;
    if (memory == NULL)
        return;
    memory->before_count = memory->now_count;
    memcpy(memory->before, memory->now, sizeof memory->now);
    memory->now_count = 0;
}

static uint64_t hash_of(const char *text) { return cd_fnv_add(cd_fnv_start, text, strlen(text)); }

/// Where a name lay in the picture before; or NULL.
static const cd_label_side *recall(const cd_label_memory *memory, const char *name) {
    const uint64_t text = hash_of(name);
    for (int i = 0; memory != NULL && i < memory->before_count; i++)
        if (memory->before[i].text == text)
            return &memory->before[i];
    return NULL;
}

static void keep(cd_label_memory *memory, const char *name, const label_place *place) {
    if (memory != NULL && memory->now_count < CD_LABELS_MAX)
        memory->now[memory->now_count++] =
            (cd_label_side){hash_of(name), (uint8_t)place->way, (uint8_t)place->ring};
}

// -------------------------------------------------------------------------------------- drawing

static void draw_at(const cd_stage *stage, cd_labels *labels, const label_place *place,
                    uint32_t color, const char *text) {
    const cd_rect *r = &place->rect;
    const cd_point2 end = {fmin(fmax(place->at.x, r->x), r->x + r->width),
                           fmin(fmax(place->at.y, r->y), r->y + r->height)};
    if (place->ring > 0)
        cd_stroke_line(&stage->pen->canvas, place->at, end, stage->pen->scale,
                       cd_color_fade(CD_INK_DIM, 0.6));
    cd_labels_put(labels, stage->pen, *r, text_size(stage), color, text);
}

/// Draws a label at the surface of a shape that is seen as a whole, or at a plane or line; of one
/// that fills the view, or where there is no place but on `shape` and `needed`, around its bounds.
static bool attach(const cd_stage *stage, cd_labels *labels, const cd_shape *shape, bool needed,
                   uint32_t color, const char *text) {
    const label_obstacle own = obstacle_of(stage, shape);
    const cd_rect size = {0, 0, cd_labels_width(stage->pen, text_size(stage), text),
                          cd_labels_height(stage->pen, text_size(stage))};
    const bool unbounded = cd_is_unbounded(shape);
    label_place place = {.cost = -1};
    if (!unbounded && is_beside(stage->camera.viewport, own.min, own.max))
        return false; // out of sight
    if (own.shape != NULL || unbounded) {
        label_search search = {stage, labels, &own, shape, size, .way_count = 0};
        find_anchors(&search);
        place = find_place(&search, needed ? recall(labels->memory, text) : NULL);
    }
    if (place.cost >= 0 && (needed || !place.on_own)) {
        if (needed)
            keep(labels->memory, text, &place);
        draw_at(stage, labels, &place, color, text);
        return true;
    }
    if (unbounded || (own.shape != NULL && !needed))
        return false;
    return cd_labels_draw(labels, stage->pen, own.min, own.max, text_size(stage), color, text);
}

bool cd_labels_attach(const cd_stage *stage, cd_labels *labels, const cd_shape *shape,
                      uint32_t color, const char *text) {
    return attach(stage, labels, shape, false, color, text);
}

void cd_labels_name(const cd_stage *stage, cd_labels *labels, const cd_shape *shape,
                    const char *name) {
    attach(stage, labels, shape, true, CD_INK_DIM, name);
}

// ------------------------------------------------------------------------------ of too many, which

cd_label_wish cd_labels_wish(const cd_stage *stage, const cd_shape *shape) {
    cd_point2 min, max;
    if (!cd_solid_bounds(stage, shape, &min, &max))
        return (cd_label_wish){.size = INFINITY};
    const double size = fmax(max.x - min.x, max.y - min.y);
    const double depth = cd_camera_depth(&stage->camera, cd_shape_middle(shape));
    return (cd_label_wish){.size = size >= 0 ? size : 0, .depth = depth == depth ? depth : 0};
}

/// Sorts pointers to wishes, all of one array: the largest first, then the nearest, then in order.
static int compare_wishes(const void *p, const void *q) {
    const cd_label_wish *a = *(cd_label_wish *const *)p, *b = *(cd_label_wish *const *)q;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return a < b ? -1 : a > b;
}

void cd_labels_grant(const cd_stage *stage, cd_label_wish *wishes, int count, int most) {
    const double scale = stage->pen->scale;
    const cd_rect *v = &stage->camera.viewport;
    const int room = (int)(v->width * (double)v->height / (room_of_label * scale * scale));
    const double least = count > room ? cd_labels_height(stage->pen, text_size(stage)) : 0;
    cd_label_wish **order = cd_arena_alloc(stage->scratch, (size_t)count * sizeof(cd_label_wish *));
    for (int i = 0; order != NULL && i < count; i++)
        order[i] = &wishes[i];
    if (order != NULL)
        qsort(order, (size_t)count, sizeof(cd_label_wish *), compare_wishes);
    most = most < room ? most : room;
    for (int i = 0; order != NULL && i < count && i < most; i++)
        order[i]->granted = order[i]->size >= least;
}

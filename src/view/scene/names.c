// See stage.h. A label lies just outside of the silhouette, at the place where the silhouette
// reaches furthest in some direction; of several directions and distances the one is taken that
// covers the fewest other shapes. A long list has one name. What a label covers the core answers:
// in an orthographic picture a rectangle covers a shape where the box that it sweeps along the line
// of sight overlaps it.
#include "view/scene/stage.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NAMED_MAX = 80,      ///< more names would hide the shapes
    LISTED_MAX = 12,     ///< of longer lists only the first shape is named, for all
    PARTS_MAX = 4000,    ///< on a set of more parts labels may lie
    COMPARED_MAX = 6400, ///< names times shapes: more would take too long
    BESIDE_MAX = 500     ///< shapes: of more, a text that is no name covers what it will
};

/// Bounds on the canvas.
typedef struct label_bounds {
    cd_point2 min, max;
} label_bounds;

/// A shape that labels keep off, with its bounds on the canvas.
typedef struct label_obstacle {
    const cd_shape *shape; ///< NULL: unbounded, or so large that labels may lie on it
    cd_point2 min, max;    ///< of an unbounded one, min is where its name may stand
    label_bounds *parts;   ///< of a set
} label_obstacle;

/// A place for a label.
typedef struct label_place {
    cd_rect rect;
    cd_point2 at; ///< on the silhouette
    int covered;  ///< other shapes under it
    int ring;     ///< how far off, see rings
} label_place;

/// Square pixels: with less room for each name, small shapes have none.
static const double room_of_name = 7000;

/// Pixels between silhouette and label; from the second on a line leads to it.
static const double rings[] = {3, 16, 40};

/// A shape that takes so much of the viewport in both directions is ground rather than figure.
static const double ground = 0.6;

static const double eighth_turn = 0.78539816339744830962;
static const double aside = 0.02; ///< radians: two support points so far apart span an edge

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

static label_obstacle obstacle_of(const cd_stage *stage, const cd_shape *shape) {
    const cd_rect *v = &stage->camera.viewport;
    label_obstacle o = {0};
    if (!cd_solid_bounds(stage, shape, &o.min, &o.max))
        return o;
    const bool large =
        o.max.x - o.min.x > ground * v->width && o.max.y - o.min.y > ground * v->height;
    const bool set = cd_is_set(shape), many = set && cd_shape_part_count(shape) > PARTS_MAX;
    if (set && !large && !many)
        o.parts = bounds_of_parts(stage, shape);
    o.shape = large || (set && o.parts == NULL) ? NULL : shape;
    return o;
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
                  cd_norm(cd_sub(cd_extent_middle(&stage->extent), center)) + half.x + half.y);
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
    if (!cd_is_finite(box.as.box.half))
        return false;
    return o->parts != NULL ? covers_part(rect, &box, o) : cd_overlap(&box, o->shape);
}

/// How many of the shapes a rectangle covers; its own counts most.
static int count_covered(const cd_stage *stage, cd_rect rect, const label_obstacle *obstacles,
                         int count, const label_obstacle *own) {
    int covered = covers(stage, rect, own) ? 3 : 0;
    for (int i = 0; i < count; i++)
        covered += &obstacles[i] != own && covers(stage, rect, &obstacles[i]);
    return covered;
}

/// Where the silhouette reaches furthest in a direction (unit, y up); of an edge its middle.
static cd_point2 furthest(const cd_stage *stage, const cd_shape *shape, double angle) {
    const cd_camera *c = &stage->camera;
    cd_point2 ends[2];
    for (int i = 0; i < 2; i++) {
        const double a = angle + (i == 0 ? -aside : aside);
        cd_vec along = cd_add_scaled(cd_scale(c->right, cos(a)), sin(a), c->up);
        if (shape->dim == 2)
            along.z = 0;
        ends[i] = cd_stage_project(stage, cd_support(shape, along));
    }
    return (cd_point2){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
}

/// The best free place for a label of `own`; covered < 0: there is none.
static label_place find_place(const cd_stage *stage, const cd_labels *labels,
                              const label_obstacle *obstacles, int count, const label_obstacle *own,
                              int width, int height) {
    // Above first, then to the right, below, to the left, each corner behind its sides.
    static const int turns[] = {2, 0, 6, 4, 1, 7, 3, 5};
    label_place best = {.covered = -1};
    for (int ring = 0; ring < (int)(sizeof rings / sizeof rings[0]); ring++)
        for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
            const double angle = turns[i] * eighth_turn, x = cos(angle), y = -sin(angle);
            const cd_point2 at = own->shape != NULL ? furthest(stage, own->shape, angle) : own->min;
            const double off = rings[ring] * stage->pen->scale;
            const double left = at.x + x * (off + width / 2.0) - width / 2.0;
            const double top = at.y + y * (off + height / 2.0) - height / 2.0;
            if (!(fabs(left) < CD_LABEL_FAR && fabs(top) < CD_LABEL_FAR))
                continue;
            const cd_rect rect = {(int)left, (int)top, width, height};
            if (!cd_labels_free(labels, rect))
                continue;
            const int covered = count_covered(stage, rect, obstacles, count, own);
            if (best.covered < 0 || covered < best.covered)
                best = (label_place){rect, at, covered, ring};
            if (best.covered == 0)
                return best;
        }
    return best;
}

/// Draws a text at a shape that is seen as a whole, or at a plane or line; false where it has no
/// place.
static bool draw_attached(const cd_stage *stage, cd_labels *labels, const label_obstacle *obstacles,
                          int count, const label_obstacle *own, uint32_t color, const char *text) {
    const int width = cd_labels_width(stage->pen, CD_TEXT_SMALL, text);
    const int height = cd_labels_height(stage->pen, CD_TEXT_SMALL);
    const label_place place = find_place(stage, labels, obstacles, count, own, width, height);
    if (place.covered < 0)
        return false;
    if (place.ring > 0) {
        const cd_rect *r = &place.rect;
        const cd_point2 end = {fmin(fmax(place.at.x, r->x), r->x + r->width),
                               fmin(fmax(place.at.y, r->y), r->y + r->height)};
        cd_stroke_line(&stage->pen->canvas, place.at, end, stage->pen->scale,
                       cd_color_fade(CD_INK_DIM, 0.6));
    }
    cd_labels_put(labels, stage->pen, place.rect, CD_TEXT_SMALL, color, text);
    return true;
}

/// NULL without shapes or memory.
static label_obstacle *find_obstacles(const cd_stage *stage, const cd_frame *frame) {
    const size_t count = (size_t)frame->shape_count;
    label_obstacle *obstacles = cd_arena_alloc(stage->scratch, count * sizeof *obstacles);
    for (size_t i = 0; obstacles != NULL && i < count; i++)
        obstacles[i] = frame->shapes[i].style.hidden ? (label_obstacle){0}
                                                     : obstacle_of(stage, &frame->shapes[i].shape);
    return obstacles;
}

bool cd_names_beside(const cd_stage *stage, const cd_frame *frame, cd_labels *labels,
                     const cd_shape *shape, uint32_t color, const char *text) {
    const label_obstacle *obstacles =
        frame->shape_count <= BESIDE_MAX ? find_obstacles(stage, frame) : NULL;
    label_obstacle own = obstacle_of(stage, shape);
    if (cd_is_unbounded(shape))
        own.min = cd_unbounded_anchor(stage, shape);
    else if (own.shape == NULL)
        return cd_labels_draw(labels, stage->pen, own.min, own.max, CD_TEXT_SMALL, color, text);
    return draw_attached(stage, labels, obstacles, obstacles != NULL ? frame->shape_count : 0, &own,
                         color, text);
}

/// The length of a path without its last index, "bricks" of "bricks[12]"; 0: it has none.
static size_t list_length(const char *key) {
    const char *bracket = strrchr(key, '[');
    return bracket != NULL && key[strlen(key) - 1] == ']' ? (size_t)(bracket - key) : 0;
}

/// How many shapes, from `first` on, are of one list that is named as one; else 1.
static int run_of(const cd_frame *frame, int first) {
    const char *key = frame->shapes[first].key;
    const size_t length = list_length(key);
    int count = 1;
    while (length > 0 && first + count < frame->shape_count &&
           list_length(frame->shapes[first + count].key) == length &&
           memcmp(frame->shapes[first + count].key, key, length) == 0)
        count++;
    return count > LISTED_MAX ? count : 1;
}

/// Whether a shape is smaller than its name would be, in both directions.
static bool is_small(const cd_stage *stage, const label_obstacle *o) {
    const double least = cd_labels_height(stage->pen, CD_TEXT_SMALL);
    return o->shape != NULL && o->max.x - o->min.x < least && o->max.y - o->min.y < least;
}

/// `crowded`: small shapes have no names.
static void draw_name(const cd_stage *stage, cd_labels *labels, label_obstacle *obstacles,
                      const cd_frame *frame, int i, const char *name, bool crowded) {
    const cd_named_shape *named = &frame->shapes[i];
    const bool unbounded = cd_is_unbounded(&named->shape);
    if (crowded && is_small(stage, &obstacles[i]))
        return;
    if (unbounded)
        obstacles[i].min = cd_unbounded_anchor(stage, &named->shape);
    if (named->style.hidden || named->style.unnamed || name[0] == '\0' ||
        ((unbounded || obstacles[i].shape != NULL) &&
         draw_attached(stage, labels, obstacles, frame->shape_count, &obstacles[i], CD_INK_DIM,
                       name)))
        return;
    cd_labels_draw(labels, stage->pen, obstacles[i].min, obstacles[i].max, CD_TEXT_SMALL,
                   CD_INK_DIM, name);
}

/// Draws the names of a list that is named as one: "bricks (64)", and those that the script gave.
static void draw_run(const cd_stage *stage, cd_labels *labels, label_obstacle *obstacles,
                     const cd_frame *frame, int first, int count) {
    const char *key = frame->shapes[first].key;
    char name[80];
    snprintf(name, sizeof name, "%.*s (%d)", (int)list_length(key), key, count);
    bool named = false;
    for (int i = first; i < first + count; i++) {
        const cd_named_shape *shape = &frame->shapes[i];
        if (shape->name != NULL) {
            draw_name(stage, labels, obstacles, frame, i, shape->name, false);
        } else if (!named && !shape->style.hidden && !shape->style.unnamed) {
            named = true;
            draw_name(stage, labels, obstacles, frame, i, name, false);
        }
    }
}

/// How many names there are to draw.
static int count_names(const cd_frame *frame) {
    int names = 0;
    for (int i = 0, run; i < frame->shape_count; i += run) {
        run = run_of(frame, i);
        for (int k = i; k < i + run; k++) {
            const cd_named_shape *shape = &frame->shapes[k];
            names += !shape->style.hidden && !shape->style.unnamed &&
                     (run == 1 ? shape->key[0] != '\0' : shape->name != NULL);
        }
        names += run > 1;
    }
    return names;
}

void cd_names_draw(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    const int count = frame->shape_count, names = count_names(frame);
    if (names > NAMED_MAX || (int64_t)names * count > COMPARED_MAX)
        return;
    label_obstacle *obstacles = find_obstacles(stage, frame);
    if (obstacles == NULL)
        return;
    const cd_rect *v = &stage->camera.viewport;
    const bool crowded =
        names > v->width * v->height / (room_of_name * stage->pen->scale * stage->pen->scale);
    for (int i = 0, run; i < count; i += run) {
        const cd_named_shape *named = &frame->shapes[i];
        run = run_of(frame, i);
        if (run > 1)
            draw_run(stage, labels, obstacles, frame, i, run);
        else
            draw_name(stage, labels, obstacles, frame, i,
                      named->name != NULL ? named->name : named->key, crowded);
    }
}

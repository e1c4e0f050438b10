// See scene.h. The painter's algorithm: background, planes, trails, then the solids from far to
// near; then queries and drawings, which must not be hidden, and last the labels, the most
// important first.
#include "view/scene/scene.h"

#include "view/scene/fold_marks.h"
#include "view/scene/order.h"
#include "view/scene/queries.h"
#include "view/scene/query_labels.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"
#include "view/scene/trails.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define FAR_FADE 0.6 ///< of the ground's colour in what lies a scene's size behind the nearest

/// One shape to draw, of the state or by draw.shape.
typedef struct scene_item {
    const cd_shape *shape;
    cd_look look;
    double depth;
    cd_drawn_sphere sphere; // if all that is drawn is a sphere; else its radius is 0
    bool face;              // a triangle of a mesh
} scene_item;

// ---------------------------------------------------------------------------------------- colours

/// The colour of all names with the same root ("walls[2]", "walls[3]"). The palette repeats.
static uint32_t root_color(int root) { return cd_theme_in_use->roots[root % CD_ROOT_COLORS]; }

static size_t root_length(const char *key) { return strcspn(key, ".["); }

static bool same_root(const char *a, const char *b) {
    size_t n = root_length(a);
    return n == root_length(b) && memcmp(a, b, n) == 0;
}

/// With more shapes, spheres are drawn without outlines: that is faster, and clearer.
enum { OUTLINED_MAX = 1000 };

/// How a shape of the state is drawn. A colour from the script precedes the colour of overlaps.
static cd_look state_look(const cd_named_shape *named, int root, bool overlaps, int count) {
    const cd_shape *shape = &named->shape;
    const cd_style *style = &named->style;
    if (shape->kind == CD_PLANE)
        overlaps = false; // half of the picture would be orange
    uint32_t theme = overlaps ? CD_OVERLAP : cd_is_unbounded(shape) ? CD_SCENERY : root_color(root);
    double fill = shape->dim == 2 ? 0.2 : shape->kind >= CD_BOX ? 0.42 : 0.6;
    double alpha = cd_style_opacity(style, -1);
    cd_look look = {.color = cd_style_color(style, theme), .dashed = style->dashed};
    look.fill = style->outline ? 0 : alpha < 0 ? (overlaps ? fill + 0.08 : fill) : alpha;
    // The outline follows the script's alpha, but stays visible.
    look.line = alpha < 0 ? 0.95 : fmin(1, 0.35 + alpha);
    look.width = cd_style_width(style, overlaps ? 2 : 1.6);
    if (count > OUTLINED_MAX && shape->kind <= CD_SPHERE && alpha < 0)
        look.fill = 1, look.line = 0;
    return look;
}

static cd_look drawn_look(const cd_drawing *drawing) {
    const cd_style *style = &drawing->style;
    double alpha = cd_style_opacity(style, 1);
    cd_look look = {.color = cd_style_color(style, CD_INK_DIM), .dashed = style->dashed};
    look.fill = style->outline ? 0 : 0.3 * alpha;
    look.line = 0.9 * alpha;
    look.width = cd_style_width(style, 1.6);
    return look;
}

// ---------------------------------------------------------------------------------------- solids

/// Compounds and meshes are drawn by their parts, each at its own depth, so that what stands on a
/// mesh is not under it.
static bool has_parts(const cd_shape *shape) {
    return shape->kind == CD_COMPOUND ||
           (cd_is_mesh(shape) && cd_shape_part_count(shape) <= CD_FACES_MAX);
}

/// How many items a shape is; a part of a compound may be a mesh.
static int item_count(const cd_shape *shape) {
    const int parts = cd_shape_part_count(shape);
    if (shape->kind != CD_COMPOUND)
        return has_parts(shape) ? parts : 1;
    int count = 0;
    for (int i = 0; i < parts; i++) {
        const cd_shape part = cd_shape_part(shape, i);
        count += item_count(&part);
    }
    return count;
}

/// `face`: the shape is a triangle of a mesh.
static void add_item(const cd_stage *stage, scene_item *items, int *count, const cd_shape *shape,
                     cd_look look, bool face) {
    if (has_parts(shape)) {
        size_t parts = (size_t)cd_shape_part_count(shape);
        cd_shape *copies = cd_arena_alloc(stage->scratch, parts * sizeof *copies);
        for (int i = 0; copies != NULL && i < (int)parts; i++) {
            copies[i] = cd_shape_part(shape, i);
            add_item(stage, items, count, &copies[i], look, cd_is_mesh(shape));
        }
        return;
    }
    cd_vec at = shape->kind == CD_LINE ? shape->as.line.point : cd_shape_middle(shape);
    double depth = shape->kind == CD_PLANE ? -INFINITY : cd_camera_depth(&stage->camera, at);
    items[*count] = (scene_item){shape, look, depth, cd_solid_sphere(stage, shape, &look), face};
    ++*count;
}

/// What is far is fainter: over the size of the scene a colour goes towards the ground's by
/// FAR_FADE. In 2D all lies at one depth.
static void fade_far(const cd_stage *stage, scene_item *items, int count) {
    double near = -INFINITY;
    for (int i = 0; i < count; i++)
        near = fmax(near, items[i].depth);
    const double size = cd_extent_size(&stage->extent);
    for (int i = 0; i < count && size > 0; i++)
        if (items[i].depth > -INFINITY && items[i].shape->dim == 3)
            items[i].look.color = cd_color_mix(items[i].look.color, CD_GROUND,
                                               FAR_FADE * fmin((near - items[i].depth) / size, 1));
}

/// Finds the planes of a frame that cut one another.
static void find_planes(cd_stage *stage, const cd_frame *frame) {
    const cd_shape **planes =
        cd_arena_alloc(stage->scratch, CD_CUTTING_PLANES * sizeof(const cd_shape *));
    for (int i = 0; planes != NULL && i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (named->shape.kind == CD_PLANE && named->shape.dim == 3 && !named->style.hidden &&
            stage->plane_count < CD_CUTTING_PLANES)
            planes[stage->plane_count++] = &named->shape;
    }
    stage->planes = planes;
}

/// Draws the box around a finite shape.
static void draw_box_around(const cd_stage *stage, const scene_item *item) {
    if (cd_is_unbounded(item->shape))
        return;
    const cd_bounds around = cd_shape_bounds(item->shape);
    const cd_shape box = cd_aabb(item->shape->dim, around.min, around.max);
    cd_solid_outline(stage, &box, item->look.width, false, item->look.color);
}

/// Draws shapes in their order, from far to near. Of those for which there is no time, boxes are
/// drawn from near to far, so that what is left out lies behind others.
static void draw_items(const cd_stage *stage, const cd_scene *scene, const scene_item *items,
                       const int *order, int count) {
    bool ground = false;
    int i = 0;
    for (; i < count && cd_draw_budget_left(stage->budget, CD_DRAW_SHAPES); i++) {
        const scene_item *next = &items[order[i]];
        __builtin_prefetch(&items[order[i + 4 < count ? i + 4 : i]]); // in no order in memory
        if (!ground && next->depth > -INFINITY) {                     // the planes are drawn
            ground = true;
            if (scene->shown & CD_SHOW_SHADOWS)
                cd_shadows_draw(stage, scene->frame);
            if (scene->trails != NULL && scene->shown & CD_SHOW_TRAILS)
                cd_trails_draw(scene->trails, stage, scene->frame, CD_INK_DIM);
        }
        if (next->sphere.radius > 0)
            cd_solid_draw_sphere(stage, &next->sphere, &next->look);
        else if (next->face)
            cd_surface_draw_face(stage, next->shape, &next->look);
        else
            cd_solid_draw(stage, next->shape, &next->look);
    }
    for (int k = count; k > i && cd_draw_budget_left(stage->budget, CD_DRAW_BOXES); k--)
        draw_box_around(stage, &items[order[k - 1]]);
}

static void draw_solids(const cd_stage *stage, const cd_scene *scene, const cd_overlaps *overlaps) {
    const cd_frame *frame = scene->frame;
    size_t room = 0;
    for (int i = 0; i < frame->shape_count; i++)
        room += (size_t)item_count(&frame->shapes[i].shape);
    for (int i = 0; i < frame->drawing_count; i++)
        if (frame->drawings[i].kind == CD_DRAW_SHAPE)
            room += (size_t)item_count(&frame->drawings[i].shape);
    scene_item *items = cd_arena_alloc(stage->scratch, room * sizeof *items);
    if (items == NULL || overlaps->found == NULL)
        return;
    int count = 0, root = 0;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        root += i > 0 && !same_root(named->key, frame->shapes[i - 1].key);
        if (!named->style.hidden)
            add_item(stage, items, &count, &named->shape,
                     state_look(named, root, overlaps->found[i], frame->shape_count), false);
    }
    for (int i = 0; i < frame->drawing_count; i++)
        if (frame->drawings[i].kind == CD_DRAW_SHAPE && !frame->drawings[i].style.hidden)
            add_item(stage, items, &count, &frame->drawings[i].shape,
                     drawn_look(&frame->drawings[i]), false);
    double *depths = cd_arena_alloc(stage->scratch, (size_t)count * sizeof *depths);
    for (int i = 0; depths != NULL && i < count; i++)
        depths[i] = items[i].depth;
    fade_far(stage, items, count);
    const int *order = depths != NULL ? cd_order_of(depths, count, stage->scratch) : NULL;
    if (order != NULL)
        draw_items(stage, scene, items, order, count);
}

// ---------------------------------------------------------------------------------------- the past

/// Whether two finite shapes have the same kind and bounds.
static bool lies_same(const cd_shape *a, const cd_shape *b) {
    const cd_bounds p = cd_shape_bounds(a), q = cd_shape_bounds(b);
    return a->kind == b->kind && cd_equal(p.min, q.min) && cd_equal(p.max, q.max);
}

/// Draws the outlines of the shapes of another run that lie elsewhere in this frame.
static void draw_ghost(const cd_stage *stage, const cd_scene *scene, const cd_frame *past,
                       uint32_t color) {
    for (int i = 0; i < past->shape_count && cd_draw_budget_left(stage->budget, CD_DRAW_GHOSTS);
         i++) {
        const cd_named_shape *old = &past->shapes[i];
        const cd_named_shape *now = cd_frame_shape(scene->frame, old->key, i);
        const bool hidden = old->style.hidden || (now != NULL && now->style.hidden);
        if (hidden || cd_is_unbounded(&old->shape) ||
            (now != NULL && !cd_is_unbounded(&now->shape) && lies_same(&old->shape, &now->shape)))
            continue;
        cd_solid_outline(stage, &old->shape, 1.4, true, cd_color_fade(color, 0.8));
    }
}

uint32_t cd_ghost_color(int i, int count) {
    return cd_color_mix(CD_ACCENT, CD_OVERLAP, count > 1 ? (double)i / (count - 1) : 0.5);
}

/// Draws the frame as it was before the last edit, and as other runs have it.
static void draw_ghosts(const cd_stage *stage, const cd_scene *scene) {
    if (scene->past != NULL && scene->shown & CD_SHOW_GHOST) {
        if (scene->shown & CD_SHOW_TRAILS)
            cd_trails_draw(scene->past_trails, stage, scene->past, CD_PAST);
        draw_ghost(stage, scene, scene->past, CD_PAST);
    }
    for (int i = 0; i < scene->ghost_count; i++)
        if (scene->ghosts[i] != NULL)
            draw_ghost(stage, scene, scene->ghosts[i], cd_ghost_color(i, scene->ghost_count));
}

// ---------------------------------------------------------------------------------------- labels

void cd_scene_label(const cd_stage *stage, const cd_scene *scene, const cd_folds *folds,
                    cd_labels *labels) {
    labels->within = scene->camera.viewport;
    cd_labels_remember(labels, scene->names);
    cd_labels_block(labels, cd_gizmo_draw(stage));
    if (scene->frame == NULL)
        return;
    cd_labels_block(labels, cd_drawings_head_up(stage, scene->frame, true));
    if (scene->kept)
        cd_marks_away(stage, scene->frame, labels);
    cd_drawings_text(stage, scene->frame, labels);
    cd_drawings_block(stage, scene->frame, labels);
    if (scene->shown & (CD_SHOW_QUERIES | CD_SHOW_NAMES))
        cd_labels_keep_off(stage, scene->frame, labels);
    if (scene->shown & CD_SHOW_QUERIES) {
        cd_queries_block(stage, scene->frame, folds, labels, scene->pick);
        cd_folds_label(stage, scene->frame, folds, labels);
    }
    if (scene->shown & CD_SHOW_NAMES)
        cd_names_draw(stage, scene->frame, labels);
    if (scene->shown & CD_SHOW_QUERIES)
        cd_queries_label(stage, scene->frame, folds, labels, scene->pick);
}

/// Says what was drawn coarsely, at the lower right.
static void note_coarse(const cd_stage *stage) {
    static const char *const notes[CD_EFFORT_COUNT] = {
        "not all of a ghost is drawn", "not all overlaps are coloured", "large shapes lack faces",
        "some shapes are drawn as boxes", "some are left out"};
    const cd_draw_budget *budget = stage->budget;
    char text[200];
    int length = 0;
    for (int i = 0; i < CD_EFFORT_COUNT; i++)
        if (budget->cut[i])
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%s",
                               length > 0 ? ", " : "", notes[i]);
    if (length == 0)
        return;
    snprintf(text + length, sizeof text - (size_t)length, ": more than %g ms of work",
             1e3 * budget->seconds);
    const cd_rect v = stage->camera.viewport;
    const double unit = stage->pen->scale;
    const cd_text_style style = {CD_TEXT_SANS, cd_stage_text_size(stage, 12)};
    const int room = v.width - (int)(16 * unit);
    const double width = fmin(cd_text_width(stage->pen->text, style, text), room);
    const double height = cd_text_draw_lines(stage->pen->text, NULL, style, 0, 0, room, 0, text);
    const double x = v.x + v.width - width - 8 * unit, y = v.y + v.height - height - 6 * unit;
    cd_fill_rect(&stage->pen->canvas, x - 4 * unit, y - unit, width + 8 * unit, height + 2 * unit,
                 3 * unit, cd_color_fade(CD_GROUND, 0.85));
    cd_text_draw_lines(stage->pen->text, &stage->pen->canvas, style, x, y, room, CD_INK_DIM, text);
}

/// Leaves of the drawings of a frame those that are on a page.
static void choose_page(cd_frame *frame, int page, cd_arena *scratch) {
    int count = 0;
    cd_drawing *chosen =
        cd_arena_alloc(scratch, (size_t)frame->drawing_count * sizeof *frame->drawings);
    for (int i = 0; chosen != NULL && i < frame->drawing_count; i++)
        if (frame->drawings[i].page == 0 || frame->drawings[i].page == page)
            chosen[count++] = frame->drawings[i];
    frame->drawings = chosen;
    frame->drawing_count = count;
}

int cd_scene_pages(const cd_frame *frame) {
    int pages = 0;
    for (int i = 0; i < frame->drawing_count; i++)
        pages = frame->drawings[i].page > pages ? frame->drawings[i].page : pages;
    return pages;
}

void cd_scene_draw(cd_pen *pen, const cd_scene *whole) {
    assert(pen->scale > 0 && whole->camera.zoom > 0);
    cd_arena scratch = {0};
    cd_draw_budget budget = cd_draw_budget_of(whole->budget);
    cd_scene of_page = *whole, *scene = &of_page;
    cd_frame frame;
    if (whole->frame != NULL && cd_scene_pages(whole->frame) > 0) {
        frame = *whole->frame;
        choose_page(&frame, whole->page > 1 ? whole->page : 1, &scratch);
        of_page.frame = &frame;
    }
    cd_rect before = cd_canvas_clip(&pen->canvas, scene->camera.viewport);
    cd_stage stage = {.pen = pen,
                      .camera = scene->camera,
                      .extent = scene->extent,
                      .scratch = &scratch,
                      .budget = &budget};
    stage.grid = cd_grid_step(scene->camera.zoom, 64 * pen->scale);
    cd_folds folds = {0};
    if (scene->frame != NULL) {
        if (scene->shown & CD_SHOW_QUERIES)
            folds = cd_folds_find(scene->frame, scene->pick, &scratch);
        stage.text = cd_drawings_head_up(&stage, scene->frame, false);
        find_planes(&stage, scene->frame);
    }
    cd_clear(&pen->canvas, scene->camera.viewport, CD_GROUND);
    if (scene->ground != NULL)
        scene->ground(pen, &scene->camera, scene->ground_context);
    if (scene->shown & CD_SHOW_GRID)
        cd_grid_draw(&stage);
    if (scene->frame != NULL) {
        draw_ghosts(&stage, scene);
        const cd_overlaps overlaps =
            cd_overlaps_find(scene->frame, scene->scenery, stage.budget, stage.scratch);
        draw_solids(&stage, scene, &overlaps);
        cd_marks_touches(&stage, &overlaps);
        if (scene->shown & CD_SHOW_BOUNDS)
            cd_marks_bounds(&stage, scene->frame);
        if (scene->shown & CD_SHOW_VELOCITIES && scene->trails != NULL)
            cd_marks_velocities(&stage, scene->frame, scene->trails);
        if (scene->shown & CD_SHOW_QUERIES)
            cd_queries_draw(&stage, scene->frame, &folds, scene->shown & CD_SHOW_NORMALS,
                            scene->pick);
        cd_drawings_draw(&stage, scene->frame);
        if (scene->pick != NULL)
            cd_queries_draw_pick(&stage, scene->frame, scene->pick);
    }
    cd_labels *labels = cd_arena_alloc(&scratch, sizeof *labels);
    if (labels != NULL && pen->text != NULL) // else their grounds would stand there without words
        cd_scene_label(&stage, scene, &folds, labels);
    note_coarse(&stage);
    pen->canvas.clip = before;
    cd_arena_free(&scratch);
}

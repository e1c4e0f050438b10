// Labels in three frames of every scenario: none lies on a point that a query found or the script
// drew, and few lie on a shape that they could avoid, by a search for free places nearby. Where too
// many would have labels, the largest have them. This program is its own runner.
#include "cases.h"
#include "covers.h"
#include "own_runner.h"
#include "random.h"

#include "view/play/drive.h"
#include "view/scene/scene.h"
#include "view/scene/theme.h"
#include "view/system/folder.h"

#include <dirent.h>
#include <math.h>

enum { WIDTH = 1000, HEIGHT = 600, FAR = 160 };

static uint32_t pixels[WIDTH * HEIGHT];
static cd_pen pen;

/// What of all scenarios has been seen.
static struct { int labels, on_shapes, avoidable, gaps; } seen;

// ---------------------------------------------------------------------------------- one picture

/// Whether a rectangle covers one of the shapes that labels keep off.
static bool covers_any(const cd_stage *stage, const cd_frame *frame, cd_rect rect) {
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        cd_point2 min, max;
        if (named->style.hidden || !cd_solid_bounds(stage, &named->shape, &min, &max))
            continue;
        const bool ground = max.x - min.x > 0.6 * WIDTH && max.y - min.y > 0.6 * HEIGHT;
        const bool aside = rect.x > max.x || rect.x + rect.width < min.x || rect.y > max.y ||
                           rect.y + rect.height < min.y;
        if (!ground && !aside && covers(stage, rect, &named->shape))
            return true;
    }
    return false;
}

/// Whether there is a free place off all shapes within 30 pixels of a label.
static bool has_place_nearby(const cd_stage *stage, const cd_frame *frame, const cd_labels *labels,
                             int label) {
    static cd_labels others;
    others = *labels;
    others.taken[label].width = 0;
    for (int x = -30; x <= 30; x += 6)
        for (int y = -30; y <= 30; y += 6) {
            cd_rect rect = labels->taken[label];
            rect.x += x;
            rect.y += y;
            if (cd_labels_free(&others, rect) && !covers_any(stage, frame, rect))
                return true;
        }
    return false;
}

static bool lies_on(const cd_stage *stage, cd_rect rect, cd_vec point) {
    const cd_point2 p = cd_stage_project(stage, point);
    return p.x > rect.x && p.x < rect.x + rect.width && p.y > rect.y && p.y < rect.y + rect.height;
}

/// Whether a label lies on a point that one of the first queries found, or that is drawn.
static bool lies_on_point(const cd_stage *stage, const cd_frame *frame, cd_rect rect) {
    bool on = false;
    for (int i = 0; i < frame->query_count && i < 24; i++) {
        const cd_query *q = &frame->queries[i];
        const cd_value *answer = q->result_count > 0 ? &q->results[0] : NULL;
        if (answer == NULL)
            continue;
        if (answer->kind == CD_VALUE_HIT)
            on = on || lies_on(stage, rect, answer->as.hit.point);
        if (answer->kind == CD_VALUE_CONTACT)
            on = on || lies_on(stage, rect, answer->as.contact.point_a) ||
                 lies_on(stage, rect, answer->as.contact.point_b);
    }
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        for (int k = 0; d->kind == CD_DRAW_POINTS && d->point_count < 20 && k < d->point_count; k++)
            on = on || lies_on(stage, rect, d->points[k]);
    }
    return on;
}

/// Places the labels of a picture with all that is drawn.
static void place(const cd_frame *frame, const cd_extent *extent, cd_view view, unsigned shown,
                  cd_stage *stage, cd_labels *labels) {
    const cd_rect viewport = {0, 0, WIDTH, HEIGHT};
    cd_scene scene = {.frame = frame, .camera = cd_camera_make(view, viewport), .shown = shown};
    cd_scene_aim(frame, extent, extent, 1, &scene.camera);
    stage->pen = &pen;
    stage->camera = scene.camera;
    stage->extent = *extent;
    stage->text = cd_drawings_head_up(stage, frame, false);
    const cd_folds folds =
        shown & CD_SHOW_QUERIES ? cd_folds_find(frame, NULL, stage->scratch) : (cd_folds){0};
    memset(labels, 0, sizeof *labels);
    cd_scene_label(stage, &scene, &folds, labels);
}

static void test_frame(const char *name, const cd_frame *frame, const cd_extent *extent,
                       cd_view view) {
    static cd_labels labels, of_queries;
    cd_arena scratch = {0};
    cd_stage stage = {.scratch = &scratch};
    place(frame, extent, view, CD_SHOW_QUERIES, &stage, &of_queries);
    place(frame, extent, view, CD_SHOW_QUERIES | CD_SHOW_NAMES, &stage, &labels);
    for (int i = 0; i < of_queries.count; i++)
        seen.gaps += of_queries.labelled[i];
    for (int i = 0; i < labels.count; i++) {
        if (!labels.labelled[i])
            continue;
        seen.labels++;
        check_case(!lies_on_point(&stage, frame, labels.taken[i]), name, frame->frame);
        if (!covers_any(&stage, frame, labels.taken[i]))
            continue;
        const cd_rect r = labels.taken[i];
        seen.on_shapes++;
        if (has_place_nearby(&stage, frame, &labels, i)) {
            fprintf(stderr, "%s, frame %d: the label at %d, %d lies on a shape\n", name,
                    frame->frame, r.x, r.y);
            seen.avoidable++;
        }
    }
    cd_arena_free(&scratch);
}

// ------------------------------------------------------------------------------ every scenario

typedef struct run {
    const char *name;
    const cd_version *version;
    cd_extent extent;
} run;

static bool is_looked_at(int frame) { return frame == 1 || frame == 60 || frame == FAR; }

static cd_detail detail_of(const void *user, int frame) {
    (void)user;
    return frame <= 1 || is_looked_at(frame) ? CD_DETAIL_FULL : CD_DETAIL_NONE;
}

static bool take(void *user, const uint8_t *data, size_t size) {
    run *r = user;
    cd_arena arena = {0};
    cd_message message;
    const bool good = cd_message_decode(data, size, &arena, &message);
    CHECK(good);
    if (good && message.as.frame.frame <= 1)
        cd_scene_extent(&message.as.frame, &r->extent);
    if (good && is_looked_at(message.as.frame.frame)) {
        const cd_view view = cd_view_from_name(r->version->loaded->view);
        const bool flat = r->version->loaded->dim == 2;
        test_frame(r->name, &message.as.frame, &r->extent,
                   flat                    ? CD_VIEW_FRONT
                   : view == CD_VIEW_COUNT ? CD_VIEW_ORBIT
                                           : view);
    }
    cd_arena_free(&arena);
    return good;
}

static void test_scenarios(void) {
    DIR *dir = opendir("scripts");
    for (struct dirent *e = NULL; dir != NULL && (e = readdir(dir)) != NULL;) {
        char path[CD_PATH_MAX];
        if (!cd_is_scenario_name(e->d_name))
            continue;
        snprintf(path, sizeof path, "scripts/%s", e->d_name);
        const cd_launch launch = {.program = program,
                                  .load = {.name = path, .detail = CD_DETAIL_FULL}};
        const cd_inputs none = {0};
        run r = {.name = path, .version = cd_version_start(&launch, NULL, cd_clock())};
        CHECK(cd_version_drive((cd_version *)r.version, &none, FAR, detail_of, take, &r));
        cd_version_free((cd_version *)r.version);
    }
    if (dir != NULL)
        closedir(dir);
    printf("%d labels, %d at gaps; %d on shapes, which %d could avoid\n", seen.labels, seen.gaps,
           seen.on_shapes, seen.avoidable);
    CHECK(seen.labels > 300 && seen.gaps > 50);
    CHECK(seen.avoidable == 0);
}

// -------------------------------------------------------------------------------- what is made up

enum { CIRCLES = 3, POINTS = 4 };

/// Three circles, two distances, a cast, and what a script draws about them.
typedef struct made_up {
    cd_named_shape shapes[CIRCLES];
    cd_value arguments[3][2], results[3];
    cd_query queries[3];
    cd_vec points[POINTS + 5]; ///< of the script, then those that the queries found
    cd_drawing drawings[2];
    cd_shape ghost; ///< at the end of the cast
    cd_frame frame;
} made_up;

static void make_distance(made_up *m, int query, int a, int b) {
    const cd_separation s = cd_separate(&m->shapes[a].shape, &m->shapes[b].shape);
    const int which[2] = {a, b};
    for (int i = 0; i < 2; i++)
        m->arguments[query][i] = (cd_value){.kind = CD_VALUE_SHAPE,
                                            .dim = 2,
                                            .which = which[i],
                                            .as.shape = m->shapes[which[i]].shape};
    m->results[query] = (cd_value){.kind = CD_VALUE_NUMBER, .as.number = s.distance};
    m->queries[query] =
        (cd_query){"distance", "a.lua", 1, 2, 1, m->arguments[query], &m->results[query]};
    m->points[POINTS + 2 * query] = s.point_a;
    m->points[POINTS + 2 * query + 1] = s.point_b;
}

static void make_cast(made_up *m, cd_vec motion) {
    m->arguments[2][0] = m->arguments[0][0];
    m->arguments[2][1] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = motion};
    const cd_hit hit = {.t = 1, .point = cd_add(m->shapes[0].shape.as.center, motion)};
    m->results[2] = (cd_value){.kind = CD_VALUE_HIT, .dim = 2, .as.hit = hit};
    m->queries[2] = (cd_query){"shapecast", "a.lua", 1, 2, 1, m->arguments[2], &m->results[2]};
    m->points[POINTS + 4] = hit.point;
    m->ghost = m->shapes[0].shape;
    cd_shape_move(&m->ghost, motion);
}

static void make_up(made_up *m) {
    for (int i = 0; i < CIRCLES; i++)
        m->shapes[i] = named("", cd_sphere(2, vector(2, 3), range(0.2, 1)));
    make_distance(m, 0, 0, 1);
    m->shapes[2].style.hidden = true; // its points are marks in the open
    make_distance(m, 1, 0, 2);
    make_cast(m, vector(2, 3));
    for (int i = 0; i < POINTS; i++)
        m->points[i] = cd_add(m->points[POINTS + i], vector(2, 0.6));
    m->drawings[0] = (cd_drawing){.kind = CD_DRAW_POINTS,
                                  .style = CD_STYLE_DEFAULT,
                                  .points = m->points,
                                  .point_count = POINTS};
    m->drawings[1] = (cd_drawing){.kind = CD_DRAW_SHAPE,
                                  .style = CD_STYLE_DEFAULT,
                                  .shape = cd_sphere(2, vector(2, 3), range(0.2, 1))};
    m->frame = (cd_frame){.shape_count = CIRCLES,
                          .shapes = m->shapes,
                          .query_count = 3,
                          .queries = m->queries,
                          .drawing_count = 2,
                          .drawings = m->drawings};
}

/// Whether a segment runs through a rectangle.
static bool runs_through(const cd_stage *stage, cd_rect rect, const cd_shape *segment) {
    for (int i = 0; i <= 200; i++)
        if (lies_on(stage, rect, cd_lerp(segment->as.segment.a, segment->as.segment.b, i / 200.0)))
            return true;
    return false;
}

/// Labels of gaps lie on no point, of any query or of the script, and hardly ever on a circle
/// or on the line of a gap.
static void test_made_up(void) {
    const int count = cases(300);
    int placed = 0, on_shapes = 0, on_drawn = 0, on_ghosts = 0, on_lines = 0;
    const cd_extent extent = {.min = {-6, -4, 0}, .max = {6, 4, 0}, .some = true};
    for (int n = 0; n < count; n++) {
        static cd_labels labels;
        cd_arena scratch = {0};
        cd_stage stage = {.scratch = &scratch};
        made_up m;
        seed(n);
        make_up(&m);
        place(&m.frame, &extent, CD_VIEW_FRONT, CD_SHOW_QUERIES, &stage, &labels);
        for (int i = 0; i < labels.count; i++) {
            if (!labels.labelled[i])
                continue;
            placed++;
            for (int k = 0; k < POINTS + 5; k++)
                check_case(!lies_on(&stage, labels.taken[i], m.points[k]), "off points", n);
            on_shapes += covers_any(&stage, &m.frame, labels.taken[i]);
            on_drawn += covers(&stage, labels.taken[i], &m.drawings[1].shape);
            on_ghosts += covers(&stage, labels.taken[i], &m.ghost);
            for (int k = 0; k < 2; k++) {
                const cd_vec *ends = &m.points[POINTS + 2 * k];
                const cd_shape line = cd_segment(2, ends[0], ends[1]);
                on_lines += runs_through(&stage, labels.taken[i], &line);
            }
        }
        cd_arena_free(&scratch);
    }
    CHECK(placed > 1.9 * count);
    CHECK(on_shapes < 0.02 * placed && on_drawn < 0.02 * placed && on_ghosts < 0.02 * placed);
    CHECK(on_lines < 0.02 * placed);
}

/// Whatever its direction, the label of a gap is at the middle of it, and not on it.
static void test_middle(void) {
    static cd_labels labels;
    cd_arena scratch = {0};
    cd_stage stage = stage_of(&pen, &scratch);
    for (int n = 0; n < 36; n++) {
        const double angle = 0.17453292519943295 * n;
        const cd_vec end = {5 * cos(angle), 5 * sin(angle), 0};
        const cd_shape gap = cd_segment(2, cd_scale(end, -1), end);
        labels = (cd_labels){.within = stage.camera.viewport};
        CHECK(cd_labels_attach(&stage, &labels, &gap, 0, "1.2345") && labels.count == 1);
        const cd_rect r = labels.taken[0];
        const double x = fmax(fmax(r.x - WIDTH / 2.0, WIDTH / 2.0 - r.x - r.width), 0);
        const double y = fmax(fmax(r.y - HEIGHT / 2.0, HEIGHT / 2.0 - r.y - r.height), 0);
        check_case(hypot(x, y) < r.height && !runs_through(&stage, r, &gap), "at the middle", n);
    }
    cd_arena_free(&scratch);
}

/// However little room there is, no label of a gap is on it; a shape has its name rather on itself
/// than nowhere.
static void test_little_room(void) {
    static cd_labels labels;
    int placed = 0;
    cd_arena scratch = {0};
    cd_stage stage = stage_of(&pen, &scratch);
    for (int n = 0; n < cases(4000); n++) {
        seed(n);
        const cd_shape gap = cd_segment(2, vector(2, 2), vector(2, 2));
        const cd_rect room = {(int)range(400, 540), (int)range(200, 370), 60, 24};
        labels = (cd_labels){.within = room};
        if (cd_labels_attach(&stage, &labels, &gap, 0, "1.2345")) {
            placed++;
            check_case(!runs_through(&stage, labels.taken[0], &gap), "no label on its gap", n);
        }
    }
    CHECK(placed > cases(200));
    const cd_shape circle = cd_sphere(2, (cd_vec){0}, 1.5);
    labels = (cd_labels){.within = {WIDTH / 2 - 50, HEIGHT / 2 - 50, 100, 100}};
    CHECK(!cd_labels_attach(&stage, &labels, &circle, 0, "gap") && labels.count == 0);
    cd_labels_name(&stage, &labels, &circle, "name");
    CHECK(labels.count == 1 && labels.labelled[0]);
    cd_arena_free(&scratch);
}

/// A label may lie within an outline, of which only the line is drawn, but not on that line.
static void test_outline(void) {
    cd_arena scratch = {0};
    cd_stage stage = stage_of(&pen, &scratch);
    const cd_shape inner = cd_sphere(2, (cd_vec){0}, 0.5);
    for (int outline = 0; outline < 2; outline++)
        for (int n = 0; n <= 20; n++) {
            const double radius = 0.6 + 0.1 * n;
            cd_drawing around = {.kind = CD_DRAW_SHAPE, .style = CD_STYLE_DEFAULT};
            around.style.outline = outline == 1;
            around.shape = cd_sphere(2, (cd_vec){0}, radius);
            const cd_frame frame = {.drawing_count = 1, .drawings = &around};
            cd_labels labels = {.within = stage.camera.viewport};
            cd_labels_keep_off(&stage, &frame, &labels);
            CHECK(cd_labels_attach(&stage, &labels, &inner, 0, "1.2345") && labels.count == 1);
            const cd_rect r = labels.taken[0];
            const bool inside = hypot(r.x + r.width / 2.0 - WIDTH / 2.0,
                                      r.y + r.height / 2.0 - HEIGHT / 2.0) < 40 * radius;
            check_case(inside ? outline == 1 : !covers(&stage, r, &around.shape), "outline", n);
            check_case(outline == 0 || n < 20 || inside, "within a wide outline", n);
        }
    cd_arena_free(&scratch);
}

/// Of `count` spheres, of which every third is large, so many have names: in a crowd only large
/// ones.
static void test_crowd(int count, int least, int most) {
    enum { MOST = 600 };
    static char keys[MOST][16];
    static cd_named_shape shapes[MOST];
    cd_extent extent = {.some = false};
    for (int i = 0; i < count; i++) {
        snprintf(keys[i], sizeof keys[i], "s%d", i);
        const cd_vec at = {(i % 30) - 14.5, (i / 30) * 0.8 - 8, i};
        shapes[i] = named(keys[i], cd_sphere(3, at, i % 3 == 0 ? 0.4 : 0.05));
    }
    cd_extent_add(&extent, (cd_vec){-15, -9, 0});
    cd_extent_add(&extent, (cd_vec){15, 9, 0});
    const cd_frame frame = {.shape_count = count, .shapes = shapes};
    cd_arena scratch = {0};
    cd_stage stage = {.scratch = &scratch};
    static cd_labels labels;
    place(&frame, &extent, CD_VIEW_FRONT, CD_SHOW_NAMES, &stage, &labels);
    int names = 0;
    for (int i = 0; i < labels.count; i++)
        names += labels.labelled[i];
    CHECK(names >= least && names <= most);
    cd_arena_free(&scratch);
}

/// Of wishes at random, those are granted that as few others precede, by a loop over all: larger
/// ones, and nearer ones of the same size.
static void test_grants(void) {
    enum { WISHES = 200 };
    cd_arena scratch = {0};
    const cd_stage stage = {
        .pen = &pen, .camera.viewport = {0, 0, WIDTH, HEIGHT}, .scratch = &scratch};
    int granted = 0, small = 0;
    for (int n = 0; n < 100; n++) {
        seed(n);
        cd_label_wish wishes[WISHES];
        const int count = (int)range(1, WISHES), most = (int)range(1, 120);
        for (int i = 0; i < count; i++)
            wishes[i] = (cd_label_wish){.size = floor(range(0, 60)), .depth = floor(range(0, 4))};
        cd_labels_grant(&stage, wishes, count, most);
        const int room = WIDTH * HEIGHT / 7000;
        for (int i = 0; i < count; i++) {
            const cd_label_wish *w = &wishes[i];
            int before = 0;
            for (int k = 0; k < count; k++)
                before += wishes[k].size > w->size ||
                          (wishes[k].size == w->size &&
                           (wishes[k].depth > w->depth || (wishes[k].depth == w->depth && k < i)));
            const bool too_small = count > room && w->size < cd_labels_height(&pen, CD_TEXT_SMALL);
            check_case(w->granted == (before < most && before < room && !too_small),
                       "the largest and nearest have labels", n);
            granted += w->granted;
            small += too_small && before < most && before < room;
        }
    }
    CHECK(granted > 3000 && small > 20);
    cd_arena_free(&scratch);
}

/// How high the head-up text is of a viewport at some scale: of two lines, or of one whose size the
/// script gives.
static int text_height(int width, int height, double scale, double given) {
    static const char *const texts[] = {"energy 40.500000000000, lost in bounces 0.000000",
                                        "ghosts at t = 0.10, orange where they touch"};
    cd_drawing lines[2];
    for (int i = 0; i < 2; i++) {
        lines[i] = (cd_drawing){.kind = CD_DRAW_TEXT, .style = CD_STYLE_DEFAULT, .text = texts[i]};
        lines[i].style.width = (float)given;
    }
    const cd_frame frame = {.drawing_count = given < 0 ? 2 : 1, .drawings = lines};
    cd_pen scaled = pen;
    scaled.scale = scale;
    const cd_stage stage = {.pen = &scaled, .camera.viewport = {0, 0, width, height}};
    return cd_drawings_head_up(&stage, &frame, false).height;
}

/// Head-up text takes little of a small viewport, and has its usual size in a larger one.
static void test_small_viewports(void) {
    const int usual = text_height(1000, 600, 1, -1);
    CHECK(text_height(480, 320, 1, -1) == usual);
    CHECK(text_height(420, 320, 1, -1) < usual);
    CHECK(text_height(480, 280, 1, -1) < usual);
    CHECK(text_height(400, 160, 1, -1) < 0.25 * 160);
    CHECK(text_height(800, 320, 2, 20) >= text_height(1000, 600, 2, 20));
    const cd_stage tiny = {.pen = &pen, .camera.viewport = {0, 0, 60, 40}};
    CHECK(cd_stage_text_size(&tiny, 10) == 7);
}

int main(int argc, char **argv) {
    begin_main(argc, argv);
    const char *error = NULL;
    pen = (cd_pen){cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), cd_text_open(1, &error), 1};
    test_made_up();
    test_middle();
    test_little_room();
    test_outline();
    test_crowd(30, 30, 30);
    test_crowd(120, 25, 40);
    test_crowd(600, 8, 10);
    test_grants();
    test_small_viewports();
    test_scenarios();
    cd_text_close(pen.text);
    return failures > 0;
}

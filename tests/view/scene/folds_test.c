// Folds of many queries: the groups that are found, over random frames, are those that a loop over
// all queries finds; what is picked stays out of them; and a folded picture, also of degenerate and
// far queries, leaves what it is about to be seen.
#include "check.h"
#include "random.h"
#include "view/scene/scene.h"

#include "view/scene/folds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 60, QUERIES = 1200, WIDTH = 640, HEIGHT = 360 };

static cd_named_shape shapes[SHAPES];
static cd_query queries[QUERIES];
static cd_value arguments[QUERIES][4], results[QUERIES][1];
static int origins[QUERIES]; ///< of a ray: its number
static uint32_t pixels[WIDTH * HEIGHT], before[WIDTH * HEIGHT];

static cd_value vector_value(cd_vec v, int dim) {
    return (cd_value){.kind = CD_VALUE_VECTOR, .dim = dim, .as.vector = v};
}

static cd_value shape_value(int i) {
    return (cd_value){.kind = CD_VALUE_SHAPE,
                      .dim = shapes[i].shape.dim,
                      .which = i,
                      .as.shape = shapes[i].shape};
}

/// A ray from one of `count` origins at one of the shapes.
static void make_ray(int i, int dim, int count) {
    origins[i] = (int)range(0, count);
    const double a = 1.7 * origins[i];
    const cd_vec origin = {9 * cos(a), 9 * sin(a), 0}, direction = vector(dim, 1);
    const int other = (int)range(0, SHAPES);
    cd_hit hit;
    arguments[i][0] = vector_value(origin, dim);
    arguments[i][1] = vector_value(direction, dim);
    arguments[i][2] = shape_value(other);
    arguments[i][3] = (cd_value){.kind = CD_VALUE_NUMBER, .as.number = range(5, 50)};
    const bool found =
        cd_raycast(origin, direction, &shapes[other].shape, arguments[i][3].as.number, &hit);
    results[i][0] = (cd_value){.kind = CD_VALUE_NIL};
    if (found)
        results[i][0] = (cd_value){.kind = CD_VALUE_HIT, .dim = dim, .as.hit = hit};
    queries[i] = (cd_query){"raycast", "a.lua", 1, 4, 1, arguments[i], results[i]};
}

/// A distance or an overlap, in which one of the first `hubs` shapes comes first or second.
static void make_pair(int i, int hubs) {
    const bool overlap = unit() < 0.3, swapped = unit() < 0.5;
    const int a = (int)range(0, hubs), b = (int)range(0, SHAPES);
    arguments[i][swapped] = shape_value(a);
    arguments[i][!swapped] = shape_value(b);
    const double gap = cd_separate(&shapes[a].shape, &shapes[b].shape).distance;
    results[i][0] = overlap ? (cd_value){.kind = CD_VALUE_BOOLEAN, .as.boolean = gap <= 0}
                            : (cd_value){.kind = CD_VALUE_NUMBER, .as.number = gap};
    queries[i] =
        (cd_query){overlap ? "overlap" : "distance", "a.lua", 2, 2, 1, arguments[i], results[i]};
    origins[i] = -1;
}

static cd_frame make_frame(int dim, int count, int sources) {
    for (int i = 0; i < SHAPES; i++)
        shapes[i] = (cd_named_shape){.key = "things",
                                     .shape = cd_sphere(dim, vector(dim, 8), range(0.1, 0.5)),
                                     .style = CD_STYLE_DEFAULT};
    for (int i = 0; i < count; i++)
        if (unit() < 0.5)
            make_ray(i, dim, sources);
        else
            make_pair(i, unit() < 0.5 ? 1 + sources / 8 : SHAPES);
    return (cd_frame){
        .shape_count = SHAPES, .shapes = shapes, .query_count = count, .queries = queries};
}

// ----------------------------------------------------------------------------------------- groups

/// How many queries ask what one asks: of its origin, or of one of its bodies by its function.
static int count_like(const cd_frame *frame, int query) {
    int counts[2] = {0, 0};
    for (int i = 0; i < frame->query_count; i++) {
        if (strcmp(queries[i].name, queries[query].name) != 0)
            continue;
        for (int k = 0; k < 2; k++)
            counts[k] += origins[query] >= 0
                             ? origins[i] == origins[query]
                             : cd_query_touches(&queries[i], arguments[query][k].which);
    }
    return counts[0] > counts[1] ? counts[0] : counts[1];
}

/// The body of a hub, by one of its queries.
static int hub_of(const cd_folds *folds, int query) {
    return arguments[query][folds->second[query]].which;
}

static void check_groups(const cd_frame *frame, const cd_folds *folds, int n) {
    int folded = 0, named = 0, smallest_named = frame->query_count, largest_other = 0;
    for (int i = 0; i < frame->query_count; i++) {
        const cd_fold *fold = cd_fold_of(folds, i);
        const int like = count_like(frame, i);
        check_case((fold != NULL) == (like >= (origins[i] >= 0 ? CD_FAN_MIN : CD_HUB_MIN)),
                   "large groups are folded", n);
        if (fold == NULL)
            continue;
        const int first = fold->first;
        folded++;
        check_case(strcmp(queries[i].name, queries[first].name) == 0, "of one function", n);
        check_case(fold->fan ? origins[i] == origins[first]
                             : hub_of(folds, i) == hub_of(folds, first),
                   "of one origin or body", n);
        check_case(fold->fan || fold->nearest < 0 || results[i][0].kind != CD_VALUE_NUMBER ||
                       results[fold->nearest][0].as.number <= results[i][0].as.number,
                   "the nearest is the nearest", n);
    }
    for (int i = 0; i < folds->count; i++) {
        const cd_fold *fold = &folds->folds[i];
        int found = 0;
        for (int k = 0; k < fold->count; k++) {
            const int query = folds->order[fold->begin + k];
            found += cd_query_found(&queries[query]);
            check_case(folds->of[query] == i, "the order is by folds", n);
            check_case(k == 0 || query > folds->order[fold->begin + k - 1], "and ascends", n);
        }
        check_case(found == fold->found, "what is found is counted", n);
        folded -= fold->count;
        named += fold->named;
        if (fold->named && fold->count < smallest_named)
            smallest_named = fold->count;
        if (!fold->named && fold->count > largest_other)
            largest_other = fold->count;
    }
    check_case(folded == 0, "each is in one fold", n);
    check_case(named <= CD_FOLDS_NAMED && largest_other <= smallest_named, "the largest are named",
               n);
}

static void test_groups(void) {
    int folded = 0, single = 0;
    for (int n = 0; n < 60; n++) {
        seed(n);
        cd_arena scratch = {0};
        const int count = (int)range(0, 600), dim = n % 2 + 2;
        const cd_frame frame = make_frame(dim, count, (int)range(1, 30));
        const cd_folds folds = cd_folds_find(&frame, NULL, &scratch);
        check_case((folds.of == NULL) == (count <= CD_UNFOLDED_MAX), "few are not folded", n);
        for (int i = 0; i < count && folds.of != NULL; i++)
            folds.of[i] >= 0 ? folded++ : single++;
        if (folds.of != NULL)
            check_groups(&frame, &folds, n);
        // A picked query stays out.
        cd_inspector pick = {.query = count / 2, .shape = -1, .frame = &frame};
        const cd_folds others = cd_folds_find(&frame, &pick, &scratch);
        check_case(cd_fold_of(&others, count / 2) == NULL, "what is picked is not folded", n);
        cd_arena_free(&scratch);
    }
    CHECK(folded > 2000 && single > 300);
}

// --------------------------------------------------------------------------------------- pictures

/// Draws into a part of the canvas; `part` of both sides, and of what a unit takes.
static void draw_small(const cd_frame *frame, unsigned shown, const cd_inspector *pick,
                       double part) {
    static const cd_scenery scenery;
    const int width = (int)(WIDTH * part), height = (int)(HEIGHT * part);
    cd_pen pen = {cd_canvas_over(pixels, width, height, WIDTH), NULL, 1};
    cd_scene scene = {.frame = frame, .scenery = &scenery, .shown = shown, .pick = pick};
    scene.camera = cd_camera_make(shapes[0].shape.dim == 2 ? CD_VIEW_FRONT : CD_VIEW_ORBIT,
                                  (cd_rect){0, 0, width, height});
    scene.camera.zoom = 18 * part;
    cd_scene_draw(&pen, &scene);
}

static void draw(const cd_frame *frame, unsigned shown, const cd_inspector *pick) {
    draw_small(frame, shown, pick, 1);
}

/// How many pixels the queries have changed by more than a quarter of white.
static int count_hidden(void) {
    int hidden = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int most = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            const int d = abs((int)(pixels[i] >> shift & 255) - (int)(before[i] >> shift & 255));
            most = d > most ? d : most;
        }
        hidden += most > 64;
    }
    return hidden;
}

static void test_pictures(void) {
    for (int n = 0; n < 12; n++) {
        seed(100 + n);
        const cd_frame frame = make_frame(n % 2 + 2, QUERIES, 1 + n / 2);
        draw(&frame, CD_SHOW_USUAL & ~CD_SHOW_QUERIES, NULL);
        memcpy(before, pixels, sizeof pixels);
        draw(&frame, CD_SHOW_USUAL, NULL);
        const int hidden = count_hidden();
        check_case(hidden > 100 && hidden < WIDTH * HEIGHT / 30, "the picture is to be seen", n);
    }
}

/// In a picture of half the size dots as large as ever would hide 1.6 times the share: they are
/// smaller there.
static void test_small_picture(void) {
    for (int n = 0; n < 6; n++) {
        seed(150 + n);
        const cd_frame frame = make_frame(2, QUERIES, 1 + n);
        int hidden[2];
        for (int small = 0; small < 2; small++) {
            const double part = small ? 0.5 : 1;
            memset(pixels, 0, sizeof pixels);
            draw_small(&frame, CD_SHOW_USUAL & ~CD_SHOW_QUERIES, NULL, part);
            memcpy(before, pixels, sizeof pixels);
            draw_small(&frame, CD_SHOW_USUAL, NULL, part);
            hidden[small] = count_hidden();
        }
        check_case(hidden[1] * 4 < hidden[0] * 1.2, "a small picture is hidden no more", n);
    }
}

/// Queries whose shapes are gone, whose numbers are huge, not finite or 0, are drawn somehow.
static void test_degenerate(void) {
    static const double odd[] = {0, 1e-300, 1e9, -1e300, INFINITY, -INFINITY, NAN, 3};
    for (int n = 0; n < 40; n++) {
        seed(200 + n);
        cd_frame frame = make_frame(n % 2 + 2, QUERIES, 4);
        for (int i = 0; i < QUERIES; i++) {
            cd_value *any = &arguments[i][(int)range(0, queries[i].argument_count)];
            const double number = odd[(int)range(0, 8)];
            if (unit() < 0.3)
                any->kind = CD_VALUE_NIL;
            else if (any->kind == CD_VALUE_VECTOR)
                any->as.vector.x = number;
            else if (any->kind == CD_VALUE_NUMBER)
                any->as.number = number;
            if (results[i][0].kind == CD_VALUE_HIT)
                results[i][0].as.hit.point.y = number;
        }
        cd_inspector pick = {.query = n, .shape = n % 3 - 1, .frame = &frame};
        draw(&frame, CD_SHOW_ALL, n % 2 == 0 ? NULL : &pick);
    }
}

int main(void) {
    test_groups();
    test_pictures();
    test_small_picture();
    test_degenerate();
    return failures > 0;
}

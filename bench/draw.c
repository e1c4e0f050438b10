// draw [--quick] [--markdown]: pictures of 10,000 queries, see draw_queries.h; and 10,000 lit
// spheres into 1280x720 pixels, beside the same discs through SDL's software renderer. The whole
// scene is more than the discs: it projects, sorts, and colours what overlaps. SDL is given the
// places, the order, and a texture of the right size: all discs as one batch of textured triangles,
// which is the bar; or copied one by one to whole pixels, where nothing is left of their true
// places.
#include "clock.h"
#include "draw_queries.h"

#include "view/scene/scene.h"
#include "view/scene/theme.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { COUNT = 10000, WIDTH = 1280, HEIGHT = 720, ROUNDS_MAX = 101 };

typedef struct stage {
    cd_frame frame;
    cd_scene scene;
    cd_scenery scenery;
    cd_pen pen;
    double radius; // in pixels
    cd_point2 places[COUNT];
    SDL_Renderer *renderer;
    SDL_Texture *texture;
} stage;

static double uniform(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17; // Marsaglia's xorshift
    return (double)(state >> 11) / 9007199254740992.0;
}

/// Spheres of `radius` pixels all over the picture, and as deep as it is high; one unit is a pixel.
static void fill_stage(stage *s, double radius) {
    s->radius = radius;
    s->scene.camera = cd_camera_make(CD_VIEW_FRONT, (cd_rect){0, 0, WIDTH, HEIGHT});
    s->scene.camera.zoom = 1;
    s->frame.shape_count = COUNT;
    s->frame.shapes = calloc(COUNT, sizeof *s->frame.shapes);
    for (int i = 0; i < COUNT; i++) {
        const cd_vec at = {(uniform() - 0.5) * WIDTH, (uniform() - 0.5) * HEIGHT,
                           (uniform() - 0.5) * HEIGHT};
        s->frame.shapes[i] = (cd_named_shape){
            .key = "swarm", .shape = cd_sphere(3, at, radius), .style = {-1, -1, -1, -1, -1}};
        s->places[i] = cd_camera_project(&s->scene.camera, at);
    }
    s->scene.frame = &s->frame;
    s->scene.scenery = &s->scenery;
}

// -------------------------------------------------------------------------------------- contenders

static void draw_scene(stage *s) { cd_scene_draw(&s->pen, &s->scene); }

static void draw_discs(stage *s) {
    cd_clear(&s->pen.canvas, s->pen.canvas.clip, CD_GROUND);
    for (int i = 0; i < COUNT; i++) {
        cd_paint paint = cd_paint_sphere(0xff7fb2e5, s->places[i], s->radius);
        cd_fill_polygon(&s->pen.canvas, &s->places[i], 1, s->radius, paint);
    }
}

static void clear(stage *s) {
    SDL_SetRenderDrawColor(s->renderer, 18, 21, 27, 255);
    SDL_RenderClear(s->renderer);
}

static void draw_batch(stage *s) {
    static const SDL_FPoint corners[4] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    static const int order[6] = {0, 1, 2, 1, 2, 3};
    static SDL_Vertex vertices[4 * COUNT];
    static int indices[6 * COUNT];
    const float side = (float)(2 * ceil(s->radius) + 1);
    clear(s);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 4; k++)
            vertices[4 * i + k] =
                (SDL_Vertex){{(float)s->places[i].x + (corners[k].x - 0.5f) * side,
                              (float)s->places[i].y + (corners[k].y - 0.5f) * side},
                             {255, 255, 255, 255},
                             corners[k]};
        for (int k = 0; k < 6; k++)
            indices[6 * i + k] = 4 * i + order[k];
    }
    SDL_RenderGeometry(s->renderer, s->texture, vertices, 4 * COUNT, indices, 6 * COUNT);
    SDL_RenderFlush(s->renderer);
}

static void draw_copies(stage *s) {
    const int side = 2 * (int)ceil(s->radius) + 1;
    clear(s);
    for (int i = 0; i < COUNT; i++) {
        const SDL_Rect to = {(int)lround(s->places[i].x) - side / 2,
                             (int)lround(s->places[i].y) - side / 2, side, side};
        SDL_RenderCopy(s->renderer, s->texture, NULL, &to);
    }
    SDL_RenderFlush(s->renderer);
}

/// A renderer into memory, and a disc with soft edges as a texture.
static bool open_renderer(stage *s) {
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *target =
        SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    s->renderer = target != NULL ? SDL_CreateSoftwareRenderer(target) : NULL;
    const int side = 2 * (int)ceil(s->radius) + 1;
    SDL_Surface *disc = SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
    if (s->renderer == NULL || disc == NULL)
        return false;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const double inside = s->radius + 0.5 - hypot(x - side / 2, y - side / 2);
            const uint32_t alpha = (uint32_t)lround(255 * fmin(fmax(inside, 0), 1));
            memcpy((char *)disc->pixels + y * disc->pitch + 4 * x,
                   &(uint32_t){alpha << 24 | 0x7fb2e5}, 4);
        }
    s->texture = SDL_CreateTextureFromSurface(s->renderer, disc);
    return s->texture != NULL && SDL_SetTextureBlendMode(s->texture, SDL_BLENDMODE_BLEND) == 0;
}

// ---------------------------------------------------------------------------------------- table

static int compare(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static double median_ms(stage *s, void (*draw)(stage *), int rounds) {
    double times[ROUNDS_MAX];
    draw(s); // warm
    for (int i = 0; i < rounds; i++) {
        const double start = bench_now();
        draw(s);
        times[i] = (bench_now() - start) / 1e6;
    }
    qsort(times, (size_t)rounds, sizeof times[0], compare);
    return times[rounds / 2];
}

int main(int argc, char **argv) {
#ifdef __GLIBC__ // as src/main.c does
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
    static const double radii[] = {3, 8};
    static stage stages[sizeof radii / sizeof radii[0]];
    bool quick = false, markdown = false;
    for (int i = 1; i < argc; i++) {
        quick = quick || strcmp(argv[i], "--quick") == 0;
        markdown = markdown || strcmp(argv[i], "--markdown") == 0;
    }
    const char *head =
        markdown ? "\n| 10,000 spheres | whole scene | discs alone | SDL, one batch | SDL, "
                   "copies | scene / batch |\n|---|---|---|---|---|---|\n"
                 : "\n10,000 spheres  whole scene  discs alone  SDL, one batch  "
                   "SDL, copies  scene / batch\n";
    const char *row = markdown
                          ? "| radius %.0f pixels | %.2f ms | %.2f ms | %.2f ms | %.2f ms | "
                            "%.2f%s |\n"
                          : "radius %2.0f pixels %8.2f ms %9.2f ms %12.2f ms %9.2f ms %14.2f%s\n";
    static uint32_t pixels[WIDTH * HEIGHT];
    printf("%s", head);
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        stage *s = &stages[i];
        s->pen = (cd_pen){cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
        fill_stage(s, radii[i]);
        if (!open_renderer(s)) {
            fprintf(stderr, "no software renderer: %s\n", SDL_GetError());
            return 1;
        }
        const int rounds = quick ? 11 : ROUNDS_MAX;
        const double scene = median_ms(s, draw_scene, rounds);
        const double discs = median_ms(s, draw_discs, rounds);
        const double batch = median_ms(s, draw_batch, rounds);
        const double copies = median_ms(s, draw_copies, rounds);
        printf(row, radii[i], scene, discs, batch, copies, scene / batch,
               scene <= 0.35 * batch ? "" : " (bar: 0.35)");
    }
    bench_draw_queries(quick ? 11 : ROUNDS_MAX, markdown);
    return 0;
}

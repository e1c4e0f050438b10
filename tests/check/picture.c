// picture colours FILE: how many different colours a picture has.
// picture differ FILE FILE: in how many pixels two pictures of one size differ; -1 for two sizes.
// picture mean FILE FILE: the mean difference of a channel of theirs, in thousandths of a level of
// 256. Reads what SDL2_image reads, and the 32-bit XWD files of xwd.
#include <SDL.h>
#include <SDL_image.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    int width, height;
    uint32_t *pixels; // 0x00rrggbb
} picture;

static void die(const char *path, const char *text) {
    fprintf(stderr, "picture: %s: %s\n", path, text);
    exit(2);
}

/// The fields of an XWD header are big-endian words.
static uint32_t xwd_field(const uint8_t *header, int i) {
    const uint8_t *p = header + 4 * i;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static SDL_Surface *load_xwd(const char *path) {
    enum { VERSION = 1, WIDTH = 4, HEIGHT, BYTE_ORDER_FIELD = 7, BITS = 11, PITCH, COLORS = 19 };
    size_t size;
    uint8_t *bytes = SDL_LoadFile(path, &size);
    if (bytes == NULL || size < 100 || xwd_field(bytes, VERSION) != 7)
        return NULL;
    size_t start = xwd_field(bytes, 0) + (size_t)xwd_field(bytes, COLORS) * 12;
    uint32_t pitch = xwd_field(bytes, PITCH), height = xwd_field(bytes, HEIGHT);
    if (xwd_field(bytes, BITS) != 32 || xwd_field(bytes, BYTE_ORDER_FIELD) != 0)
        die(path, "not 32 bits a pixel in little-endian order");
    if (start + (size_t)pitch * height > size)
        die(path, "cut off");
    return SDL_CreateRGBSurfaceWithFormatFrom(bytes + start, (int)xwd_field(bytes, WIDTH),
                                              (int)height, 32, (int)pitch, SDL_PIXELFORMAT_RGB888);
}

static picture load(const char *path) {
    SDL_Surface *any = load_xwd(path);
    if (any == NULL)
        any = IMG_Load(path);
    if (any == NULL)
        die(path, IMG_GetError());
    SDL_Surface *s = SDL_ConvertSurfaceFormat(any, SDL_PIXELFORMAT_RGB888, 0);
    if (s == NULL)
        die(path, SDL_GetError());
    picture p = {s->w, s->h, malloc((size_t)s->w * (size_t)s->h * sizeof(uint32_t))};
    if (p.pixels == NULL)
        die(path, "out of memory");
    for (int y = 0; y < p.height; y++) {
        const uint8_t *row = (const uint8_t *)s->pixels + (size_t)y * (size_t)s->pitch;
        memcpy(p.pixels + (size_t)y * (size_t)p.width, row, (size_t)p.width * sizeof(uint32_t));
    }
    for (size_t i = 0; i < (size_t)p.width * (size_t)p.height; i++)
        p.pixels[i] &= 0xffffff;
    return p;
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "colours") == 0) {
        picture p = load(arguments[2]);
        uint8_t *seen = calloc(1 << 24, 1);
        if (seen == NULL)
            die(arguments[2], "out of memory");
        int colours = 0;
        for (size_t i = 0; i < (size_t)p.width * (size_t)p.height; i++) {
            colours += !seen[p.pixels[i]];
            seen[p.pixels[i]] = 1;
        }
        printf("%d\n", colours);
        return 0;
    }
    if (count == 4 && strcmp(arguments[1], "differ") == 0) {
        picture a = load(arguments[2]), b = load(arguments[3]);
        int differ = a.width == b.width && a.height == b.height ? 0 : -1;
        for (size_t i = 0; differ >= 0 && i < (size_t)a.width * (size_t)a.height; i++)
            differ += a.pixels[i] != b.pixels[i];
        printf("%d\n", differ);
        return 0;
    }
    if (count == 4 && strcmp(arguments[1], "mean") == 0) {
        picture a = load(arguments[2]), b = load(arguments[3]);
        const size_t pixels = (size_t)a.width * (size_t)a.height;
        double sum = 0;
        if (a.width != b.width || a.height != b.height)
            die(arguments[3], "of another size");
        for (size_t i = 0; i < pixels; i++)
            for (int shift = 0; shift < 24; shift += 8)
                sum += abs((int)(a.pixels[i] >> shift & 255) - (int)(b.pixels[i] >> shift & 255));
        printf("%.0f\n", 1000 * sum / (3 * (double)pixels));
        return 0;
    }
    fputs("usage: picture colours FILE | picture differ FILE FILE | picture mean FILE FILE\n",
          stderr);
    return 2;
}

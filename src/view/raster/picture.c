// See picture.h. SDL's surfaces need no video, so this works without a display.
#include "view/raster/picture.h"

#include <SDL.h>
#include <SDL_image.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// SDL_image does not hear of a full disk: whether the file has the end that every PNG has. A
/// device or a pipe has nothing to be read again, and is no file of ours to be removed.
static bool is_whole(const char *path) {
    static const char end[] = "IEND\xAE\x42\x60\x82";
    char last[sizeof end - 1];
    struct stat s;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return true;
    FILE *file = fopen(path, "rb");
    const bool whole = file != NULL && fseek(file, -(long)sizeof last, SEEK_END) == 0 &&
                       fread(last, 1, sizeof last, file) == sizeof last &&
                       memcmp(last, end, sizeof last) == 0;
    if (file != NULL)
        fclose(file);
    return whole;
}

const char *cd_picture_save(const cd_canvas *canvas, const char *path) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        canvas->pixels, canvas->width, canvas->height, 32,
        canvas->pitch * (int)sizeof *canvas->pixels, SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL)
        return SDL_GetError();
    int failed = IMG_SavePNG(surface, path);
    SDL_FreeSurface(surface);
    if (!failed && !is_whole(path)) {
        remove(path);
        return "not all of it could be written";
    }
    return failed ? SDL_GetError() : NULL;
}

// See picture.h. SDL's surfaces need no video, so this works without a display. SDL_image does not
// report a full disk, so the file is written through stdio, which does.
#include "view/raster/picture.h"

#include <SDL.h>
#include <SDL_image.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// NULL, or why not; what is left of a regular file is removed.
static const char *save_surface(SDL_Surface *surface, const char *path) {
    FILE *file = fopen(path, "wb");
    struct stat s;
    if (file == NULL)
        return strerror(errno);
    SDL_RWops *stream = SDL_RWFromFP(file, SDL_FALSE);
    const bool saved = stream != NULL && IMG_SavePNG_RW(surface, stream, 1) == 0;
    const bool cut = ferror(file) != 0;
    const bool whole = fclose(file) == 0 && !cut;
    if (!(saved && whole) && stat(path, &s) == 0 && S_ISREG(s.st_mode)) // a device stays
        remove(path);
    return !whole ? "not all of it could be written" : saved ? NULL : SDL_GetError();
}

const char *cd_picture_save(const cd_canvas *canvas, const char *path) {
    assert(canvas->width > 0 && canvas->height > 0);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        canvas->pixels, canvas->width, canvas->height, 32,
        canvas->pitch * (int)sizeof *canvas->pixels, SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL)
        return SDL_GetError();
    const char *error = save_surface(surface, path);
    SDL_FreeSurface(surface);
    return error;
}

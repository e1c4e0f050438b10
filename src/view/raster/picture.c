// See picture.h. SDL's surfaces need no video, so this works without a display. SDL_image does not
// report a full disk, so the file is written through stdio, which does.
#include "view/raster/picture.h"

#include "record/new_file.h"

#include <SDL.h>
#include <SDL_image.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Writes to a file and closes it. Returns NULL, or why not all of it could be written.
static const char *write_surface(SDL_Surface *surface, FILE *file) {
    if (file == NULL)
        return strerror(errno);
    SDL_RWops *stream = SDL_RWFromFP(file, SDL_FALSE);
    const bool saved = stream != NULL && IMG_SavePNG_RW(surface, stream, 1) == 0;
    const bool cut = ferror(file) != 0;
    const bool whole = fclose(file) == 0 && !cut;
    return !whole ? "not all of it could be written" : saved ? NULL : SDL_GetError();
}

/// A device or a pipe is written to; any other file is replaced when the new one is whole.
static const char *save_surface(SDL_Surface *surface, const char *path) {
    struct stat s;
    cd_new_file file;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return write_surface(surface, fopen(path, "wb"));
    const char *why = cd_new_file_begin(&file, path);
    if (why != NULL)
        return why;
    const int copy = dup(file.fd); // as closing the stream closes its descriptor
    why = write_surface(surface, copy >= 0 ? fdopen(copy, "wb") : NULL);
    if (why == NULL)
        return cd_new_file_keep(&file);
    cd_new_file_drop(&file);
    return why;
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

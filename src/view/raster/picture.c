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
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool cd_picture_is_svg(const char *path) {
    const size_t length = strlen(path);
    return length >= 4 && strcasecmp(path + length - 4, ".svg") == 0;
}

/// Writes pixels as PNG; NULL, or why not.
static const char *write_png(const cd_canvas *canvas, FILE *file) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        canvas->pixels, canvas->width, canvas->height, 32,
        canvas->pitch * (int)sizeof *canvas->pixels, SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL)
        return SDL_GetError();
    SDL_RWops *stream = SDL_RWFromFP(file, SDL_FALSE);
    const bool saved = stream != NULL && IMG_SavePNG_RW(surface, stream, 1) == 0;
    SDL_FreeSurface(surface);
    return saved ? NULL : SDL_GetError();
}

/// Writes to a file and closes it. Returns NULL, or why not all of it could be written.
static const char *write_canvas(const cd_canvas *canvas, FILE *file) {
    if (file == NULL)
        return strerror(errno);
    const char *why = NULL;
    if (canvas->svg != NULL)
        fwrite(canvas->svg->text.out.data, 1, canvas->svg->text.out.size, file);
    else
        why = write_png(canvas, file);
    const bool cut = ferror(file) != 0;
    const bool whole = fclose(file) == 0 && !cut;
    return !whole ? "not all of it could be written" : why;
}

/// A device or a pipe is written to; any other file is replaced when the new one is whole.
const char *cd_picture_save(const cd_canvas *canvas, const char *path) {
    struct stat s;
    cd_new_file file;
    assert(canvas->width > 0 && canvas->height > 0);
    if (canvas->svg != NULL)
        cd_svg_end(canvas->svg);
    if (canvas->svg != NULL && canvas->svg->text.out.failed)
        return "out of memory";
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return write_canvas(canvas, fopen(path, "wb"));
    const char *why = cd_new_file_begin(&file, path);
    if (why != NULL)
        return why;
    const int copy = dup(file.fd); // as closing the stream closes its descriptor
    why = write_canvas(canvas, copy >= 0 ? fdopen(copy, "wb") : NULL);
    if (why == NULL)
        return cd_new_file_keep(&file);
    cd_new_file_drop(&file);
    return why;
}

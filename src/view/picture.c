// See picture.h. SDL's surfaces need no video, so this works without a display.
#include "view/picture.h"

#include <SDL.h>
#include <SDL_image.h>

const char *cd_picture_save(const cd_canvas *canvas, const char *path) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        canvas->pixels, canvas->width, canvas->height, 32,
        canvas->pitch * (int)sizeof *canvas->pixels, SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL)
        return SDL_GetError();
    int failed = IMG_SavePNG(surface, path);
    SDL_FreeSurface(surface);
    return failed ? SDL_GetError() : NULL;
}

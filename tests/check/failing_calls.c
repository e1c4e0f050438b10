// To be preloaded: lets a call of SDL, SDL_ttf, SDL_image or fontconfig fail that the program
// itself makes, the one with the number FAIL_CALL, from 1. At the end the number of such calls goes
// to the file CALL_COUNT. A renderer and a font are not among them: where one cannot be had,
// another is tried.
#define _GNU_SOURCE // RTLD_NEXT

#include "failing.h"

#include <SDL.h>
#include <SDL_image.h>
#include <SDL_ttf.h>
#include <dlfcn.h>
#include <fontconfig/fontconfig.h>

static bool fails(const void *caller) {
    const long n = number_of_call(caller);
    return n != 0 && n == number_in("FAIL_CALL") && SDL_SetError("the test lets it fail") != 0;
}

__attribute__((destructor)) static void end(void) { write_count("CALL_COUNT"); }

#define MAY_FAIL_IF(condition, type, failed, name, parameters, arguments)                          \
    type name parameters {                                                                         \
        static type(*real) parameters;                                                             \
        if (real == NULL)                                                                          \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                                             \
        return (condition) && fails(__builtin_return_address(0)) ? failed : real arguments;        \
    }
#define MAY_FAIL(...) MAY_FAIL_IF(1, __VA_ARGS__)
MAY_FAIL(int, -1, SDL_Init, (Uint32 flags), (flags))
MAY_FAIL(SDL_Window *, NULL, SDL_CreateWindow,
         (const char *title, int x, int y, int width, int height, Uint32 flags),
         (title, x, y, width, height, flags))
MAY_FAIL(SDL_Texture *, NULL, SDL_CreateTexture,
         (SDL_Renderer * renderer, Uint32 format, int access, int width, int height),
         (renderer, format, access, width, height))
MAY_FAIL(int, -1, SDL_UpdateTexture,
         (SDL_Texture * texture, const SDL_Rect *part, const void *pixels, int pitch),
         (texture, part, pixels, pitch))
MAY_FAIL(int, -1, SDL_RenderCopy,
         (SDL_Renderer * renderer, SDL_Texture *texture, const SDL_Rect *from, const SDL_Rect *to),
         (renderer, texture, from, to))
MAY_FAIL(SDL_Surface *, NULL, SDL_CreateRGBSurfaceWithFormat,
         (Uint32 flags, int width, int height, int depth, Uint32 format),
         (flags, width, height, depth, format))
MAY_FAIL(SDL_Surface *, NULL, SDL_CreateRGBSurfaceWithFormatFrom,
         (void *pixels, int width, int height, int depth, int pitch, Uint32 format),
         (pixels, width, height, depth, pitch, format))
MAY_FAIL(SDL_RWops *, NULL, SDL_RWFromFP, (FILE * file, SDL_bool close), (file, close))
MAY_FAIL(int, -1, IMG_SavePNG_RW, (SDL_Surface * surface, SDL_RWops *to, int close),
         (surface, to, close))
MAY_FAIL(int, -1, TTF_Init, (void), ())
// A space never has a surface.
MAY_FAIL_IF(glyph != ' ', SDL_Surface *, NULL, TTF_RenderGlyph32_Shaded,
            (TTF_Font * font, Uint32 glyph, SDL_Color fore, SDL_Color back),
            (font, glyph, fore, back))
MAY_FAIL(FcConfig *, NULL, FcInitLoadConfigAndFonts, (void), ())
MAY_FAIL(FcPattern *, NULL, FcPatternCreate, (void), ())
MAY_FAIL(FcFontSet *, NULL, FcFontSort,
         (FcConfig * config, FcPattern *pattern, FcBool trim, FcCharSet **set, FcResult *result),
         (config, pattern, trim, set, result))

// See display.h.
#include "view/app/display.h"

#include <SDL.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEAST_WIDTH 800 ///< of the window, in logical pixels
#define LEAST_HEIGHT 500

/// Lets SDL open a display only where the environment names one: by itself SDL would go on to the
/// console, or to a driver that shows nothing. SDL_VIDEODRIVER overrules. Returns NULL, or what is
/// missing.
static const char *choose_driver(void) {
#if defined(__unix__) && !defined(__APPLE__)
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    bool has_x11 = x11 != NULL && x11[0] != '\0',
         has_wayland = wayland != NULL && wayland[0] != '\0';
    if (getenv("SDL_VIDEODRIVER") != NULL)
        return NULL;
    if (!has_x11 && !has_wayland)
        return "neither DISPLAY nor WAYLAND_DISPLAY is set";
    SDL_SetHint(SDL_HINT_VIDEODRIVER, !has_wayland ? "x11" : !has_x11 ? "wayland" : "x11,wayland");
#endif
    return NULL;
}

static SDL_Window *open_window(const cd_options *options) {
    const double scale = options->scale > 0 ? options->scale : 1;
    const int width = options->width, height = options->height;
    const int least_width = (int)(LEAST_WIDTH * scale), least_height = (int)(LEAST_HEIGHT * scale);
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_APP_NAME, "collide");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return NULL;
    // The processor has made the picture, and X11 takes it as it is through shared memory. A way
    // through OpenGL costs more, most of all where that is software too.
    if (strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0) {
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    SDL_Window *window =
        SDL_CreateWindow("collide", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                         SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (window != NULL)
        SDL_SetWindowMinimumSize(window, width < least_width ? width : least_width,
                                 height < least_height ? height : least_height);
    return window;
}

bool cd_display_open(const cd_options *options, SDL_Window **window, SDL_Renderer **renderer,
                     char *why, size_t size) {
    const char *missing = choose_driver();
    *window = missing == NULL ? open_window(options) : NULL;
    *renderer = NULL;
    if (*window != NULL) {
        *renderer = SDL_CreateRenderer(*window, -1, 0);
        if (*renderer == NULL)
            *renderer = SDL_CreateRenderer(*window, -1, SDL_RENDERER_SOFTWARE);
    }
    if (*renderer != NULL)
        return true;
    snprintf(why, size, "%s", missing != NULL ? missing : SDL_GetError());
    if (*window != NULL)
        SDL_DestroyWindow(*window);
    SDL_Quit();
    return false;
}

// ---------------------------------------------------------------------------------------- loss

static jmp_buf lost; ///< where the program goes on then
static pthread_t runner;

/// Xlib's handler of a broken connection, which must not return. SDL's threads leave it to the one
/// that runs the window.
static int on_broken_connection(void *display) {
    (void)display;
    while (!pthread_equal(pthread_self(), runner))
        pause();
    longjmp(lost, 1);
}

static void watch_connection(void) {
    typedef int (*handler)(void *);
    typedef handler (*setter)(handler);
    if (strcmp(SDL_GetCurrentVideoDriver(), "x11") != 0)
        return;
    void *xlib = SDL_LoadObject("libX11.so.6"); // which SDL has loaded: it stays
    void *found = xlib != NULL ? SDL_LoadFunction(xlib, "XSetIOErrorHandler") : NULL;
    setter set;
    memcpy(&set, &found, sizeof set);
    if (set != NULL)
        set(on_broken_connection);
}

bool cd_display_run(void (*run)(void *), void *context) {
    runner = pthread_self();
    if (setjmp(lost) != 0)
        return false;
    watch_connection();
    run(context);
    return true;
}

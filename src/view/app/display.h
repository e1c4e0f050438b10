// Opens SDL's window and its renderer.
#ifndef VIEW_APP_DISPLAY_H
#define VIEW_APP_DISPLAY_H

#include "view/app/options.h"

#include <SDL_render.h>

/// Opens a window of the size in the options. Returns false where there is no display or SDL fails,
/// with the reason in `why`; then nothing stays open. The window stays open until the process ends:
/// SDL wakes itself up with messages to it over a second connection, and one that reaches X after
/// the window has gone would end the program with an error.
bool cd_display_open(const cd_options *options, SDL_Window **window, SDL_Renderer **renderer,
                     char *why, size_t size);

/// Calls `run`; false where it was left as the server of an X display has ended: Xlib would end the
/// program, without a word to it. Nothing can be asked of SDL then.
bool cd_display_run(void (*run)(void *), void *context);

#endif

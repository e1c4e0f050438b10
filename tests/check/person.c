// To be preloaded: a person who uses the window: begins a video, saves the scenario (the file SAVE
// becomes SAVED), ends the video, and quits, each when ten pictures have been shown since, or when
// two seconds have passed.
#define _GNU_SOURCE // RTLD_NEXT

#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define PICTURES 10
#define PATIENCE 2000 ///< milliseconds

static int shown;

void SDL_RenderPresent(SDL_Renderer *renderer) {
    void (*present)(SDL_Renderer *);
    *(void **)&present = dlsym(RTLD_NEXT, "SDL_RenderPresent");
    shown++;
    present(renderer);
}

static void act(int number) {
    SDL_Event event = {.type = number < 3 ? SDL_KEYDOWN : SDL_QUIT};
    const char *from = getenv("SAVE"), *to = getenv("SAVED");
    event.key.keysym.sym = SDLK_F9;
    if (number == 1 && from != NULL && to != NULL)
        rename(from, to);
    else
        SDL_PushEvent(&event);
}

int SDL_WaitEventTimeout(SDL_Event *event, int timeout) {
    static int number;
    static Uint32 since;
    int (*wait)(SDL_Event *, int);
    *(void **)&wait = dlsym(RTLD_NEXT, "SDL_WaitEventTimeout");
    if (since == 0)
        since = SDL_GetTicks();
    if (shown >= PICTURES || SDL_GetTicks() - since > PATIENCE) {
        act(number++);
        since = SDL_GetTicks();
        shown = 0;
    }
    return wait(event, timeout);
}

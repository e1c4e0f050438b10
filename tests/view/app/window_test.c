// A window of SDL's dummy driver, which needs no display, with events that a thread pushes: files
// that are dropped on it are opened, scripts and kept runs, and others are refused while what was
// open goes on. This program is its own runner.
#include "own_runner.h"

#include "view/app/window.h"

#include <SDL.h>

/// A script whose run stops in frame 3 by an error that names it, so that the report tells which
/// one is open.
static void write_script(const char *name) {
    char path[64], text[200];
    snprintf(path, sizeof path, "%s.lua", name);
    snprintf(text, sizeof text,
             "return { load = function() return { n = 0 } end, update = function(s)\n"
             "s.n = s.n + 1 if s.n == 3 then error 'this is %s' end end }\n",
             name);
    write_text(path, text);
}

/// Waits until the last line of the report has a text.
static bool reported(const char *text) {
    static char report[1 << 16];
    for (int i = 0; i < 3000; i++, SDL_Delay(10)) {
        FILE *file = fopen("report", "r");
        if (file == NULL)
            continue;
        report[fread(report, 1, sizeof report - 1, file)] = '\0';
        fclose(file);
        char *end = strrchr(report, '\n');
        if (end == NULL)
            continue;
        *end = '\0';
        const char *last = strrchr(report, '\n');
        if (strstr(last != NULL ? last : report, text) != NULL)
            return true;
    }
    return false;
}

static void drop(const char *path) {
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
}

static int act(void *ignored) {
    (void)ignored;
    CHECK(reported("this is first"));
    drop("second.lua");
    CHECK(reported("this is second"));
    drop("nowhere.lua");
    CHECK(reported("error nowhere.lua"));
    drop("first.lua");
    CHECK(reported("this is first"));
    drop("picture.png"); // it is no script
    CHECK(reported("error picture.png"));
    drop("second.lua");
    CHECK(reported("this is second"));
    SDL_PushEvent(
        &(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_s, .mod = KMOD_CTRL}}});
    for (int i = 0; i < 3000 && access("second-1.rec", R_OK) != 0; i++)
        SDL_Delay(10);
    drop("first.lua");
    CHECK(reported("this is first"));
    CHECK(remove("second.lua") == 0);
    drop("second-1.rec");
    CHECK(reported("this is second"));
    SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    return 0;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/window_test.XXXXXX", why[200] = "";
    begin_main(argc, argv);
    make_folder(folder);
    if (chdir(folder) != 0)
        return 1;
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    write_script("first");
    write_script("second");
    write_text("picture.png", "\x89PNG\r\n\x1a\n");
    CHECK(SDL_Init(SDL_INIT_VIDEO) == 0); // the thread may push events before the window is open
    SDL_Thread *thread = SDL_CreateThread(act, "events", NULL);
    const cd_launch launch = {.program = program};
    const cd_options options = {.frame = -1,
                                .view = CD_VIEW_COUNT,
                                .width = 800,
                                .height = 500,
                                .path = "first.lua",
                                .report = "report"};
    int status = -1;
    CHECK(cd_window_run(&options, &launch, "first.lua", &status, why, sizeof why));
    CHECK(status == 0 && why[0] == '\0');
    SDL_WaitThread(thread, NULL);
    SDL_Window *window = SDL_GetWindowFromID(1); // which the program leaves to the system
    CHECK(strcmp(SDL_GetWindowTitle(window), "second.lua - second-1.rec - collide") == 0);
    SDL_DestroyRenderer(SDL_GetRenderer(window));
    SDL_DestroyWindow(window);
    SDL_Quit();
    remove_folder(folder);
    return failures > 0;
}

// See window.h. The loop never waits for a script: it wakes for events, lets the viewer check files
// and pipes without blocking, and draws when the picture is out of date, at most 60 times a second.
//
// Events go first to the panels. A key that they do not want is an action (keyboard.c) or else a
// key of the scenario; the mouse on the scene grabs a shape (viewer_grab.c) or moves the camera.
#include "view/app/window.h"

#include "record/allocate.h"
#include "view/app/display.h"
#include "view/app/gamepad.h"
#include "view/app/keyboard.h"
#include "view/app/viewer.h"
#include "view/play/drive.h"
#include "view/system/exit_status.h"
#include "view/system/interrupt.h"
#include "view/system/terminal.h"

#include <SDL.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DRAW_EVERY                                                                                 \
    0.015              ///< seconds, a little less than 1/60, so that no frame of a screen is missed
#define WAIT_BUSY 2    ///< milliseconds between two ticks while something is under way
#define WAIT_IDLE 20   ///< and while only files are watched
#define ZOOM_STEP 1.15 ///< of a notch of the wheel
#define CLICK 4        ///< logical pixels: a button that moves less clicks rather than drags
#define ROUNDING 1e-6 ///< by which a picture is late, so that rounding leaves no frame for the next

typedef struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    uint32_t *pixels;
    cd_pen pen;
    double ratio; ///< pixels for one of SDL's units
    double scale; ///< of --scale; 0: as the screen asks
    cd_viewer viewer;
    cd_keyboard keyboard;
    cd_gamepad gamepad;
    double wheel;             ///< turns for the scenario since the last tick
    char typed[CD_TYPED_MAX]; ///< likewise
    bool key_taken;           ///< the last key was not for the scenario, nor is what it types
    Uint8 dragging;           ///< the button that went down on the scene; 0: none
    bool grabbing;            ///< it drags a shape
    cd_point2 from;           ///< where it went down
    bool moved;               ///< so far from there that it is no click
    FILE *report;             ///< of --report, or NULL
    char reported[2048];      ///< the last line
    char title[400];
    unsigned allocations_failed; ///< of which the person has been told
    bool unshown;                ///< SDL could not show a picture, which has been said
    double drawn;                ///< when
    bool drew;                   ///< in the last round: the next frame may be due already
    double clock;                ///< the viewer's time
    double lag;                  ///< how far it is behind ours, as a video was made
} window;

// ---------------------------------------------------------------------------------------- events

static cd_point2 canvas_point(const window *w, int x, int y) {
    return (cd_point2){x * w->ratio, y * w->ratio};
}

/// Gives one event to the panels.
static void feed(window *w, cd_ui_input input) {
    input.pointer = w->viewer.pointer;
    input.shift = SDL_GetModState() & KMOD_SHIFT;
    cd_viewer_input(&w->viewer, &w->pen, &input);
}

/// Gives a key to the panels; false where they do not want it.
static bool panels_take(window *w, const SDL_KeyboardEvent *e) {
    cd_viewer *v = &w->viewer;
    const cd_ui_key key = cd_ui_key_of(e->keysym.sym, e->keysym.mod);
    const bool typing = cd_ui_types(&v->ui);
    if (typing && e->keysym.sym == SDLK_BACKQUOTE && v->console) {
        cd_viewer_do(v, CD_ACTION_CONSOLE); // as it opens the console
        return true;
    }
    if (typing && e->keysym.sym == SDLK_v && e->keysym.mod & KMOD_CTRL) {
        char *text = SDL_GetClipboardText();
        if (text != NULL)
            feed(w, (cd_ui_input){.text = text});
        SDL_free(text);
        return true;
    }
    if (key != CD_KEY_NONE && cd_ui_takes_key(&v->ui, key)) {
        feed(w, (cd_ui_input){.key = key});
        return true;
    }
    // What is typed comes as text events; with Ctrl, and F1 to F12, it is for the sandbox.
    return typing && !(e->keysym.mod & KMOD_CTRL) &&
           (e->keysym.sym < SDLK_F1 || e->keysym.sym > SDLK_F12);
}

static void on_key(window *w, const SDL_KeyboardEvent *e) {
    char name[CD_KEY_LENGTH];
    cd_key_name(e->keysym.sym, name);
    const bool taken = cd_viewer_takes_key(&w->viewer, name);
    w->key_taken = true;
    // Ctrl+Tab leads to the panels, but where it is the only way to hide them: then with Shift.
    const bool hides = taken && e->keysym.sym == SDLK_TAB && !(e->keysym.mod & KMOD_SHIFT);
    if (!hides && panels_take(w, e))
        return;
    cd_action action = cd_action_of_key(e->keysym.sym, e->keysym.mod, taken);
    if (!cd_viewer_can(&w->viewer, action))
        action = CD_ACTION_NONE;
    const bool repeats = action == CD_ACTION_STEP || action == CD_ACTION_BACK ||
                         action == CD_ACTION_STEP_MANY || action == CD_ACTION_BACK_MANY;
    if (action != CD_ACTION_NONE && (repeats || !e->repeat))
        cd_viewer_do(&w->viewer, action);
    if (action != CD_ACTION_NONE || e->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return;
    w->key_taken = false;
    if (!e->repeat)
        cd_keyboard_press(&w->keyboard, name, cd_clock());
}

/// Whether the scenario has the mouse now: it reads it, and Ctrl is not held.
static bool mouse_is_taken(const window *w) {
    return cd_viewer_uses(&w->viewer) & CD_USES_MOUSE && !(SDL_GetModState() & KMOD_CTRL);
}

/// The name of a button of the mouse among the keys; NULL: scenarios know none.
static const char *button_name(Uint8 button) {
    static const char *const names[] = {NULL,          "mouse left", "mouse middle",
                                        "mouse right", "mouse x1",   "mouse x2"};
    return button < sizeof names / sizeof names[0] ? names[button] : NULL;
}

static void on_text(window *w, const char *text) {
    if (cd_ui_types(&w->viewer.ui)) {
        if (strcmp(text, "`") != 0)
            feed(w, (cd_ui_input){.text = text});
        return;
    }
    const size_t room = sizeof w->typed - 1 - strlen(w->typed);
    if (!w->key_taken && cd_viewer_uses(&w->viewer) & CD_USES_TEXT)
        strncat(w->typed, text, cd_cut_length(text, strlen(text), room));
}

static void release_key(window *w, SDL_Keycode key) {
    char name[CD_KEY_LENGTH];
    cd_key_name(key, name);
    cd_keyboard_release(&w->keyboard, name);
}

static void on_motion(window *w, const SDL_MouseMotionEvent *e) {
    const double dx = e->xrel * w->ratio, dy = e->yrel * w->ratio;
    const cd_point2 at = canvas_point(w, e->x, e->y);
    w->moved = w->moved || hypot(at.x - w->from.x, at.y - w->from.y) > CLICK * w->viewer.scale;
    if (w->dragging == SDL_BUTTON_LEFT && !w->moved)
        ; // it may still become a click
    else if (w->grabbing)
        cd_viewer_drag(&w->viewer, at);
    else if (w->dragging == SDL_BUTTON_LEFT)
        cd_viewer_turn(&w->viewer, dx, dy);
    else if (w->dragging != 0)
        cd_viewer_pan(&w->viewer, dx, dy);
    cd_viewer_point(&w->viewer, at);
}

static void on_button(window *w, const SDL_MouseButtonEvent *e) {
    cd_viewer *v = &w->viewer;
    const cd_point2 at = canvas_point(w, e->x, e->y);
    const bool left = e->button == SDL_BUTTON_LEFT;
    cd_viewer_point(v, at);
    if (left)
        feed(w, (cd_ui_input){.pressed = true, .twice = e->clicks % 2 == 0});
    else if (e->button == SDL_BUTTON_RIGHT && !cd_viewer_on_scene(v, at))
        feed(w, (cd_ui_input){.secondary = true});
    if (v->ui.held != 0 || w->dragging != 0 || !cd_viewer_on_scene(v, at))
        return;
    if (mouse_is_taken(w) && button_name(e->button) != NULL) {
        cd_keyboard_press(&w->keyboard, button_name(e->button), cd_clock());
        return;
    }
    w->dragging = e->button;
    w->from = at;
    w->moved = false;
    w->grabbing = left && cd_viewer_grab(v, at);
}

/// A button goes up, or counts as up.
static void let_go(window *w, Uint8 button) {
    if (button_name(button) != NULL)
        cd_keyboard_release(&w->keyboard, button_name(button));
    if (w->grabbing && w->dragging == button)
        cd_viewer_drop(&w->viewer);
    if (button == SDL_BUTTON_LEFT && w->dragging == button && !w->moved)
        cd_viewer_pick(&w->viewer, w->from);
    if (w->dragging == button)
        w->dragging = 0, w->grabbing = false;
    if (button == SDL_BUTTON_LEFT)
        feed(w, (cd_ui_input){.released = true});
}

static void on_wheel(window *w, const SDL_MouseWheelEvent *e) {
    cd_point2 at = canvas_point(w, e->mouseX, e->mouseY);
    double turns = e->direction == SDL_MOUSEWHEEL_FLIPPED ? -e->preciseY : e->preciseY;
    if (turns != 0 && !cd_viewer_on_scene(&w->viewer, at))
        feed(w, (cd_ui_input){.wheel = turns});
    else if (mouse_is_taken(w))
        w->wheel += turns;
    else if (turns != 0)
        cd_viewer_zoom(&w->viewer, at, pow(ZOOM_STEP, turns));
}

static void on_event(window *w, SDL_Event *e) {
    switch (e->type) {
    case SDL_QUIT:
        w->viewer.quit = true;
        break;
    case SDL_KEYDOWN:
        on_key(w, &e->key);
        break;
    case SDL_KEYUP:
        release_key(w, e->key.keysym.sym);
        break;
    case SDL_TEXTINPUT:
        on_text(w, e->text.text);
        break;
    case SDL_MOUSEMOTION:
        on_motion(w, &e->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
        on_button(w, &e->button);
        break;
    case SDL_MOUSEBUTTONUP:
        cd_viewer_point(&w->viewer, canvas_point(w, e->button.x, e->button.y));
        let_go(w, e->button.button);
        break;
    case SDL_MOUSEWHEEL:
        on_wheel(w, &e->wheel);
        break;
    case SDL_DROPFILE:
        cd_viewer_open(&w->viewer, e->drop.file);
        SDL_free(e->drop.file);
        break;
    case SDL_WINDOWEVENT:
        w->viewer.dirty = true;
        if (e->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
            cd_keyboard_release(&w->keyboard, NULL);
            w->moved = true; // no click
            let_go(w, SDL_BUTTON_LEFT);
            let_go(w, w->dragging);
        } else if (e->window.event == SDL_WINDOWEVENT_LEAVE) {
            cd_viewer_point(&w->viewer, (cd_point2){-1, -1});
        }
        break;
    default:
        cd_gamepad_event(&w->gamepad, &w->keyboard, e, cd_clock());
        break;
    }
}

/// Gives the viewer the text of the clipboard.
static void paste(window *w) {
    char *text = SDL_GetClipboardText();
    cd_viewer_paste(&w->viewer, text != NULL ? text : "");
    SDL_free(text);
    w->viewer.wants_paste = false;
}

/// What is held now for the scenario; turns of the wheel and typed text only once. Where the mouse
/// is, the viewer knows.
static cd_held held_now(window *w) {
    cd_held held = cd_keyboard_held(&w->keyboard, cd_clock());
    if (cd_viewer_uses(&w->viewer) & CD_USES_PAD) {
        cd_gamepad_start(&w->gamepad);
        held.pad = cd_gamepad_axes(&w->gamepad);
    }
    held.mouse.wheel = w->wheel;
    w->wheel = 0;
    strcpy(held.text, w->typed);
    w->typed[0] = '\0';
    return held;
}

// ---------------------------------------------------------------------------------------- picture

/// Says once that SDL cannot show a picture; the next one is tried again.
static void note_unshown(window *w) {
    if (!w->unshown)
        cd_terminal_print(stderr, "collide: the window cannot show a picture: %s\n",
                          SDL_GetError());
    w->unshown = true;
    w->viewer.dirty = true;
}

/// Says that memory has run out, in the window each time and on standard error once: what was made
/// then lacks parts, and the exit status will tell of it.
static void note_failed_allocations(window *w) {
    const unsigned failed = cd_allocations_failed();
    if (failed == w->allocations_failed)
        return;
    if (w->allocations_failed == 0)
        cd_terminal_print(stderr,
                          "collide: %s: out of memory; parts of what is shown may be missing\n",
                          w->viewer.player.path);
    w->allocations_failed = failed;
    cd_viewer_say(&w->viewer, "Out of memory: parts of what is shown may be missing");
}

/// Fits canvas and texture to the window's size and scale; false where they cannot.
static bool fit_canvas(window *w) {
    int width, height, logical_width, logical_height;
    SDL_GetWindowSize(w->window, &logical_width, &logical_height);
    if (SDL_GetRendererOutputSize(w->renderer, &width, &height) != 0)
        width = logical_width, height = logical_height;
    if (width < 1 || height < 1 || width > CD_SIZE_MAX || height > CD_SIZE_MAX)
        return false;
    w->ratio = logical_width > 0 ? (double)width / logical_width : 1;
    const double scale = w->scale > 0 ? w->scale : w->ratio;
    if (w->texture != NULL && width == w->pen.canvas.width && height == w->pen.canvas.height &&
        scale == w->pen.scale)
        return true;
    if (w->texture != NULL)
        SDL_DestroyTexture(w->texture);
    w->texture = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_ARGB8888,
                                   SDL_TEXTUREACCESS_STREAMING, width, height);
    if (w->texture == NULL)
        note_unshown(w);
    uint32_t *pixels = cd_reallocate(w->pixels, (size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL)
        return false;
    w->pixels = pixels;
    w->pen.canvas = cd_canvas_over(pixels, width, height, width);
    if (scale != w->pen.scale)
        cd_text_set_scale(w->pen.text, scale);
    w->pen.scale = scale;
    cd_viewer_resize(&w->viewer, width, height, scale);
    return w->texture != NULL;
}

/// Shows the canvas in the window.
static void present(window *w) {
    const int pitch = w->pen.canvas.pitch * (int)sizeof *w->pixels;
    if (SDL_UpdateTexture(w->texture, NULL, w->pixels, pitch) != 0 ||
        SDL_RenderCopy(w->renderer, w->texture, NULL, NULL) != 0)
        note_unshown(w);
    else
        SDL_RenderPresent(w->renderer);
}

/// Writes a line of the report, with the time in seconds since 1970, if it says something new.
static void report(window *w) {
    char line[sizeof w->reported];
    struct timespec time;
    if (w->report == NULL)
        return;
    cd_viewer_report(&w->viewer, line, sizeof line);
    if (strcmp(line, w->reported) == 0)
        return;
    strcpy(w->reported, line);
    clock_gettime(CLOCK_REALTIME, &time);
    fprintf(w->report, "%lld.%06ld %s\n", (long long)time.tv_sec, time.tv_nsec / 1000, line);
    fflush(w->report);
}

static void draw(window *w) {
    if (!fit_canvas(w))
        return;
    cd_viewer_draw(&w->viewer, &w->pen);
    present(w);
    char title[sizeof w->title];
    cd_viewer_title(&w->viewer, title, sizeof title);
    if (strcmp(title, w->title) != 0)
        SDL_SetWindowTitle(w->window, title);
    strcpy(w->title, title);
    report(w);
    (void)cd_viewer_tell_problems(&w->viewer);
}

// ---------------------------------------------------------------------------------------- life

/// Moves the viewer's time on; true where a picture of a video is due. While a video is made, time
/// goes from picture to picture and waits for a slow encoder, so that the run plays slowly rather
/// than with frames left out.
static bool next_picture(window *w) {
    cd_viewer *v = &w->viewer;
    const double due = cd_clock() - w->lag;
    if (v->film == NULL) {
        w->clock = due;
        return false;
    }
    const double step = v->film_step * (1 + ROUNDING);
    if (due - w->clock < step || !cd_film_ready(v->film))
        return false;
    w->clock += step;
    if (due - w->clock > step)
        w->lag += due - w->clock - step;
    return true;
}

static void loop(void *context) {
    window *w = context;
    while (!w->viewer.quit && cd_interrupt() == 0) {
        SDL_Event event;
        bool soon = w->viewer.dirty || w->viewer.film != NULL ||
                    cd_player_busy(&w->viewer.player) || cd_viewer_is_asking(&w->viewer);
        if (SDL_WaitEventTimeout(&event, !soon ? WAIT_IDLE : w->drew ? 0 : WAIT_BUSY))
            do
                on_event(w, &event);
            while (SDL_PollEvent(&event));
        // Only where text is wanted: an input method would swallow keys.
        bool typing = cd_ui_types(&w->viewer.ui) || cd_viewer_uses(&w->viewer) & CD_USES_TEXT;
        if (typing && !SDL_IsTextInputActive())
            SDL_StartTextInput();
        else if (!typing && SDL_IsTextInputActive())
            SDL_StopTextInput();
        if (w->viewer.copy != NULL && SDL_SetClipboardText(w->viewer.copy) != 0)
            cd_viewer_say(&w->viewer, "Nothing could be copied: %s", SDL_GetError());
        free(w->viewer.copy);
        w->viewer.copy = NULL;
        if (w->viewer.wants_paste)
            paste(w);
        const cd_held held = held_now(w);
        const bool picture = next_picture(w);
        cd_viewer_tick(&w->viewer, &held, w->clock);
        w->drew = picture || (w->viewer.film == NULL && w->viewer.dirty &&
                              cd_clock() - w->drawn >= DRAW_EVERY);
        if (w->drew) {
            w->drawn = cd_clock();
            draw(w);
            if (picture)
                cd_viewer_film_add(&w->viewer, &w->pen.canvas);
        }
        note_failed_allocations(w);
    }
}

/// Keeps the run of a window whose display has gone, also where nothing was promised: nobody could
/// be asked. Says so in a line, and returns the exit status.
static int keep_lost(window *w, const cd_options *options) {
    cd_viewer *v = &w->viewer;
    (void)cd_viewer_film_finish(v, true);
    const bool some = cd_player_last(&v->player) >= 0;
    if (some)
        (void)cd_viewer_save(v, options->save);
    cd_terminal_print(stderr, "collide: the display has gone; %s\n",
                      some ? v->toast : "there was nothing to keep");
    return CD_EXIT_FILES;
}

/// Writes what the person was promised; returns the exit status.
static int finish(window *w, const cd_options *options) {
    cd_viewer *v = &w->viewer;
    int status = 0;
    if (cd_viewer_film_finish(v, true)) {
        cd_terminal_print(stderr, "collide: %s\n", v->toast);
        status = v->film_lost ? CD_EXIT_FILES : 0;
    }
    if (options->save != NULL && !cd_viewer_save(v, options->save)) {
        cd_terminal_print(stderr, "collide: %s\n", v->toast);
        status = CD_EXIT_FILES;
    }
    if (!cd_viewer_tell_problems(v)) {
        cd_terminal_print(stderr, "collide: %s\n", v->toast);
        status = CD_EXIT_FILES;
    }
    const bool cut = w->report != NULL && ferror(w->report) != 0;
    if (w->report != NULL && (fclose(w->report) != 0 || cut)) {
        cd_terminal_print(stderr, "collide: cannot write all of %s\n", options->report);
        status = CD_EXIT_FILES;
    }
    note_failed_allocations(w);
    return w->allocations_failed > 0 || w->unshown ? CD_EXIT_FILES : status;
}

bool cd_window_run(const cd_options *options, const cd_launch *launch, const char *path,
                   int *status, char *why, size_t size) {
    window *w = cd_allocate_zeroed(sizeof *w);
    if (w == NULL) {
        cd_terminal_print(stderr, "collide: %s: out of memory\n", path);
        *status = CD_EXIT_FILES;
        return true;
    }
    if (!cd_display_open(options, &w->window, &w->renderer, why, size)) {
        free(w);
        return false;
    }
    const char *error = NULL;
    w->pen.scale = w->ratio = 1;
    w->scale = options->scale;
    w->pen.text = cd_text_open(1, &error);
    if (w->pen.text == NULL && cd_allocations_failed() == 0)
        cd_terminal_print(stderr, "collide: the window has no text: %s\n", error);
    if (options->report != NULL && (w->report = fopen(options->report, "w")) == NULL) {
        cd_terminal_print(stderr, "collide: cannot write %s: %s\n", options->report,
                          strerror(errno));
        *status = CD_EXIT_FILES;
    } else {
        w->clock = cd_clock();
        cd_viewer_start(&w->viewer, launch, options, path, w->clock);
        const bool there = cd_display_run(loop, w);
        *status = there ? finish(w, options) : keep_lost(w, options);
        cd_viewer_close(&w->viewer);
        if (there)
            cd_gamepad_stop(&w->gamepad);
    }
    cd_text_close(w->pen.text);
    free(w->pixels);
    free(w);
    return true;
}

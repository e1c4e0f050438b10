// See options.h. One table holds the options, what their arguments must be, and the words of
// --help.
#include "view/app/options.h"

#include "record/allocate.h"
#include "record/text/misspelling.h"
#include "view/explain/lens.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FRAMES_MAX 100000000 ///< so that sums of frames fit an int
#define MEGABYTES_MAX (1 << 20)

/// Reads the argument; false where it is not what it must be.
typedef bool option_reader(cd_options *options, char *text);

/// What the argument is: there is none, a number of frames, a file name, or what `read` reads.
typedef enum option_kind { FLAG, FRAMES, FILE_NAME, OTHER } option_kind;

typedef struct option {
    const char *name, *argument, *words;
    option_kind kind;
    size_t field; ///< where in cd_options it goes, but of OTHER
    option_reader *read;
    const char *expected; ///< what the argument must be, for the message
} option;

// --------------------------------------------------------------------------------------- arguments

/// Reads a whole decimal number from 0 up to `most`.
static bool read_count(const char *text, int most, int *out) {
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > most)
        return false;
    *out = (int)value;
    return true;
}

/// Reads two such numbers with `separator` between them.
static bool read_pair(const char *text, const char *separator, int most, int *left, int *right) {
    char first[16];
    const char *end = strstr(text, separator);
    if (end == NULL || (size_t)(end - text) >= sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(end - text), text);
    return read_count(first, most, left) && read_count(end + strlen(separator), most, right);
}

static bool read_param(cd_options *o, char *text) {
    char *equals = strchr(text, '=');
    const size_t room = (size_t)o->load.setting_count + 1;
    cd_setting *settings = cd_reallocate(o->load.settings, room * sizeof *settings);
    if (settings == NULL)
        return false;
    o->load.settings = settings;
    if (equals == NULL || equals == text)
        return false;
    *equals = '\0';
    settings[o->load.setting_count++] = (cd_setting){text, equals + 1};
    return true;
}

static bool read_seed(cd_options *o, char *text) {
    char *end;
    const char *digits = text[0] == '-' ? text + 1 : text;
    errno = 0;
    o->load.seed = strtoll(text, &end, 10);
    o->load.has_seed = true;
    return digits[0] >= '0' && digits[0] <= '9' && *end == '\0' && errno == 0;
}

static bool read_view(cd_options *o, char *text) {
    o->view = cd_view_from_name(text);
    return o->view != CD_VIEW_COUNT;
}

static bool read_page(cd_options *o, char *text) {
    return read_count(text, CD_PAGES_MAX, &o->page) && o->page >= 1;
}

static bool read_theme(cd_options *o, char *text) {
    o->theme = text;
    return strcmp(text, "dark") == 0 || strcmp(text, "light") == 0;
}

static bool read_language(cd_options *o, char *text) {
    o->language = text;
    return strcmp(text, "en") == 0 || strcmp(text, "ja") == 0;
}

static bool read_size(cd_options *o, char *text) {
    return read_pair(text, "x", CD_SIZE_MAX, &o->width, &o->height) &&
           o->width >= CD_SIZE_MIN_WIDTH && o->height >= CD_SIZE_MIN_HEIGHT;
}

static bool read_scale(cd_options *o, char *text) {
    char *end;
    o->scale = strtod(text, &end);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && o->scale >= CD_SCALE_MIN &&
           o->scale <= CD_SCALE_MAX;
}

static bool read_memory(cd_options *o, char *text) {
    int megabytes = 0;
    const bool good = read_count(text, MEGABYTES_MAX, &megabytes) && megabytes > 0;
    o->memory = (size_t)megabytes << 20;
    return good;
}

/// Questions are answered by run/command, which reads its own options.
static bool read_question(cd_options *o, char *text) {
    (void)o, (void)text;
    return false;
}

static bool read_why(cd_options *o, char *text) { return o->asks_why = cd_why_read(text, &o->why); }

static bool read_lens(cd_options *o, char *text) {
    o->lens = (int)cd_lens_from_name(text);
    return o->lens != CD_LENS_COUNT;
}

static bool read_frames(cd_options *o, char *text) {
    return read_pair(text, "..", FRAMES_MAX, &o->first, &o->last) && o->first <= o->last;
}

// ------------------------------------------------------------------------------------------- table

#define A_FLAG(field, words) NULL, words, FLAG, offsetof(cd_options, field), NULL, NULL
#define A_FRAME(field, words)                                                                      \
    "N", words, FRAMES, offsetof(cd_options, field), NULL, "a whole number, 0 or more"
#define A_FILE(field, words)                                                                       \
    "FILE", words, FILE_NAME, offsetof(cd_options, field), NULL, "a file name"

// clang-format off
static const option options_table[] = {
    {"--headless", A_FLAG(headless, "run without a window")},
    {"--steps", A_FRAME(steps, "headless: make N updates (600)")},
    {"--frame", A_FRAME(frame, "go to frame N; headless: the picture is of this frame")},
    {"--check", A_FLAG(check, "headless: print the checks; they decide the exit status")},
    {"--shot", A_FILE(shot, "headless: write a picture, .png or .svg")},
    {"--plots", A_FILE(plots, "headless: write what draw.plot plots, as CSV")},
    {"--why", "QUERY", "headless: the steps of raycast:file.lua:37#0 in --frame N; #0/3 shows step 3",
     OTHER, 0, read_why, "FUNCTION:FILE:LINE, then #NUMBER and /STEP, as in raycast:pinball.lua:37#0"},
    {"--lens", "NAME", "colour the plane by a query: distance, normal, time or fragile", OTHER, 0,
     read_lens, "distance, normal, time or fragile"},
    {"--param", "NAME=VALUE", "set a parameter; may be given again", OTHER, 0, read_param,
     "NAME=VALUE"},
    {"--seed", "N", "the seed of the scenario's random numbers", OTHER, 0, read_seed,
     "a whole number"},
    {"--view", "VIEW", "top, front, side or orbit", OTHER, 0, read_view,
     "top, front, side or orbit"},
    {"--page", "N", "the page of what the script draws, if it has pages (1)", OTHER, 0, read_page,
     "a whole number from 1 to 99"},
    {"--theme", "NAME", "dark, or light for projectors and print; windows remember it", OTHER, 0,
     read_theme, "dark or light"},
    {"--language", "NAME", "en or ja: of what scenarios say (as the locale asks)", OTHER, 0,
     read_language, "en or ja"},
    {"--size", "WxH", "of the window or the picture (1280x720)", OTHER, 0, read_size,
     "WIDTHxHEIGHT in pixels, from 320x200 to 16384x16384"},
    {"--scale", "S", "of all that is drawn, 0.5 to 4 (as the screen asks, or 1)", OTHER, 0,
     read_scale, "a number from 0.5 to 4"},
    {"--no-panels", A_FLAG(no_panels, "only the picture: no bar, no panels")},
    {"--panels", A_FLAG(panels, "with --record: the panels too, which videos leave out")},
    {"--trust", A_FLAG(load.trusted, "let the script use all of Lua's libraries")},
    {"--memory", "MB", "for the frames of a run; others are made again (256)", OTHER, 0,
     read_memory, "a whole number of megabytes, 1 or more"},
    {"--watch", "EXPR", "headless: its value in each frame, as --csv FILE has it; may be given again",
     OTHER, 0, read_question, "to stand alone with what it is asked of"},
    {"--csv", "FILE", "where --watch writes (standard output)", OTHER, 0, read_question,
     "--watch beside it"},
    {"--find", "EXPR", "headless: the first frame in which it holds; 'changed EXPR': changes", OTHER,
     0, read_question, "to stand alone with what it is asked of"},
    {"--who", "EXPR", "headless: the lines that change it, in --frame N", OTHER, 0, read_question,
     "to stand alone with what it is asked of"},
    {"--lines", "", "headless: the lines of --frame N, with locals that change", OTHER, 0,
     read_question, "to stand alone with what it is asked of"},
    {"--problems", A_FILE(problems, "write what is wrong as file:line: message")},
    {"--report", A_FILE(report, "tell programs what the window shows, line by line")},
    {"--record", A_FILE(record, "no window: make a video, .gif .mp4 .webm, or a folder of PNG")},
    {"--frames", "A..B", "the first and last frame of the video", OTHER, 0, read_frames,
     "A..B, two whole numbers in order"},
    {"--save", A_FILE(save, "keep the run in a file that opens without its script")},
    {"--verify", A_FLAG(verify, "run a kept run again; 1 at the first frame that differs")},
    {"--help", A_FLAG(help, "this help")},
    {"--version", A_FLAG(version, "the version")},
};
// clang-format on
enum { OPTION_COUNT = sizeof options_table / sizeof options_table[0] };

void cd_options_print_help(void) {
    printf(
        "collide [options] [scenario.lua | folder | kept run | case]\n"
        "collide new NAME [options]          write a first scenario, NAME.lua, and open it\n"
        "collide test [busted's arguments]   run specs\n"
        "collide hunt [options] SCRIPT       look for a case that fails, and shrink it (--help)\n"
        "collide sweep [options] SCRIPT      play many params and seeds (--help); collide merge "
        "FILES\n"
        "collide case RUN                    print a kept run as a case\n"
        "collide diff RUN RUN                the first frame that differs, in what, by which "
        "line\n\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option *o = &options_table[i];
        char left[40];
        snprintf(left, sizeof left, "%s %s", o->name, o->argument != NULL ? o->argument : "");
        printf("  %-20s %s\n", left, o->words);
    }
    printf(
        "\nA folder opens its first scenario; without one, the window opens that of last time,\n"
        "else scripts/. In the window, F1 shows the keys. Exit status: 0; 1 where a check\n"
        "failed or a kept run does not come out the same; 2 for wrong usage; 3 where the script\n"
        "has an error; 4 where a file cannot be read or written.\n");
}

/// Finds an option by the first `length` bytes of a word; NULL: there is none.
static const option *find(const char *word, size_t length) {
    if (strcmp(word, "-h") == 0)
        word = "--help", length = strlen(word);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strlen(options_table[i].name) == length &&
            memcmp(options_table[i].name, word, length) == 0)
            return &options_table[i];
    return NULL;
}

/// Says what is wrong, in a line of `size` bytes; returns false.
__attribute__((format(printf, 3, 4))) static bool refuse(char *wrong, size_t size,
                                                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wrong, size, format, arguments);
    va_end(arguments);
    return false;
}

/// Whether a file's name ends with one of these, separated by spaces, in any case; also true where
/// `bare` allows a name without an ending.
static bool has_ending(const char *path, const char *endings, bool bare) {
    const char *name = strrchr(path, '/'), *dot;
    name = name != NULL ? name + 1 : path;
    dot = strrchr(name, '.');
    if (dot == NULL || dot == name)
        return bare;
    for (const char *at = endings; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (strlen(dot) == length && strncasecmp(dot, at, length) == 0)
            return true;
        at += length;
    }
    return false;
}

/// Checks what makes sense only together.
static bool fits_together(const cd_options *o, char *wrong, size_t size) {
    const char *only_headless = o->check            ? "--check"
                                : o->shot != NULL   ? "--shot"
                                : o->plots != NULL  ? "--plots"
                                : o->record != NULL ? "--record"
                                : o->asks_why       ? "--why"
                                : o->steps >= 0     ? "--steps"
                                                    : NULL;
    if (o->verify && (o->path == NULL || o->headless || only_headless != NULL || o->save != NULL))
        return refuse(wrong, size, "--verify takes a kept run, and nothing else");
    if (o->headless && o->report != NULL)
        return refuse(wrong, size, "--report needs a window, not --headless");
    if (!o->headless && only_headless != NULL)
        return refuse(wrong, size, "%s needs --headless", only_headless);
    if (o->shot != NULL && !has_ending(o->shot, ".png .svg", false))
        return refuse(wrong, size, "--shot writes .png or .svg, not '%s'", o->shot);
    if (o->record != NULL && !has_ending(o->record, ".gif .mp4 .webm .png", true))
        return refuse(wrong, size,
                      "--record writes .gif, .mp4, .webm or a folder of .png, not '%s'", o->record);
    if (o->panels && (o->record == NULL || o->no_panels))
        return refuse(wrong, size, "--panels needs --record, and goes without --no-panels");
    if (o->first >= 0 && o->record == NULL)
        return refuse(wrong, size, "--frames needs --record");
    if (o->lens != 0 && o->headless && o->shot == NULL && o->record == NULL)
        return refuse(wrong, size, "--lens needs --shot, --record or a window");
    if (o->steps >= 0 && o->last > o->steps)
        return refuse(wrong, size, "--frames to %d is beyond --steps %d", o->last, o->steps);
    if (o->steps >= 0 && o->frame > o->steps)
        return refuse(wrong, size, "--frame %d is beyond --steps %d", o->frame, o->steps);
    return true;
}

static bool read_argument(const option *o, cd_options *options, char *text) {
    void *field = (char *)options + o->field;
    if (o->kind == FRAMES)
        return read_count(text, FRAMES_MAX, field);
    if (o->kind == OTHER)
        return o->read(options, text);
    *(const char **)field = text;
    return text[0] != '\0';
}

/// Refuses a word that is no option: its first `length` bytes, up to a value, may misspell one.
static bool refuse_unknown(const char *word, size_t length, char *wrong, size_t size) {
    char name[64];
    const char *meant = NULL;
    int distance = INT_MAX;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), word);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (cd_misspelling(name, options_table[i].name) < distance) {
            distance = cd_misspelling(name, options_table[i].name);
            meant = options_table[i].name;
        }
    if (meant == NULL)
        return refuse(wrong, size, "there is no option '%s'; --help lists them", word);
    return refuse(wrong, size, "there is no option '%s'; did you mean '%s'?", word, meant);
}

/// Reads argv[*at], and the argument behind it if the option needs one.
static bool read_option(cd_options *options, int argc, char **argv, int *at, char *wrong,
                        size_t size) {
    char *word = argv[*at], given[64];
    const size_t length = strcspn(word, "=");
    const option *o = find(word, length);
    if (o == NULL)
        return refuse_unknown(word, length, wrong, size);
    const bool attached = word[length] == '=';
    if (o->kind == FLAG && attached)
        return refuse(wrong, size, "%s takes no value", o->name);
    if (o->kind == FLAG)
        return *(bool *)((char *)options + o->field) = true;
    char *value = attached ? word + length + 1 : *at + 1 < argc ? argv[++*at] : NULL;
    if (value == NULL)
        return refuse(wrong, size, "%s needs %s", o->name, o->argument);
    snprintf(given, sizeof given, "%s", value); // as a param is cut at its equals sign
    return read_argument(o, options, value) ||
           refuse(wrong, size, "%s must be %s, got '%s'", o->name, o->expected, given);
}

bool cd_options_read(cd_options *options, int argc, char **argv, char *wrong, size_t size) {
    *options =
        (cd_options){.steps = -1, .frame = -1, .first = -1, .last = -1, .view = CD_VIEW_COUNT};
    bool names_only = false; // after "--"
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (!names_only && strcmp(word, "--") == 0) {
            names_only = true;
        } else if (!names_only && word[0] == '-' && word[1] != '\0') {
            if (!read_option(options, argc, argv, &i, wrong, size))
                return false;
        } else if (options->path != NULL) {
            return refuse(wrong, size, "more than one scenario: '%s' and '%s'", options->path,
                          word);
        } else {
            options->path = word;
        }
    }
    if (options->record != NULL)
        options->headless = true; // a video of the window is begun in the window
    if (options->width == 0) {
        const double scale = options->scale > 0 ? options->scale : 1;
        options->width = (int)(CD_USUAL_WIDTH * scale);
        options->height = (int)(CD_USUAL_HEIGHT * scale);
    }
    return options->help || options->version || fits_together(options, wrong, size);
}

void cd_options_free(cd_options *options) {
    free(options->load.settings);
    options->load.settings = NULL;
}

// See options.h. One table holds the options, what their arguments must be, and the words of
// --help.
#include "view/app/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_MAX 100000000 ///< so that sums of frames fit an int
#define MEGABYTES_MAX (1 << 20)

/// Reads the argument; false where it is not what it must be.
typedef bool option_reader(cd_options *options, char *text);

typedef struct option {
    const char *name, *argument, *words;
    size_t flag;          ///< without an argument: where in cd_options the bool is that it sets
    option_reader *read;  ///< with an argument
    const char *expected; ///< what the argument must be, for the message
} option;

// ----------------------------------------------------------------------------------------
// arguments

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

static bool read_steps(cd_options *o, char *text) {
    return read_count(text, FRAMES_MAX, &o->steps);
}

static bool read_frame(cd_options *o, char *text) {
    return read_count(text, FRAMES_MAX, &o->frame);
}

static bool read_file(const char **file, const char *text) {
    *file = text;
    return text[0] != '\0';
}

static bool read_shot(cd_options *o, char *text) { return read_file(&o->shot, text); }

static bool read_report(cd_options *o, char *text) { return read_file(&o->report, text); }

static bool read_save(cd_options *o, char *text) { return read_file(&o->save, text); }

static bool read_record(cd_options *o, char *text) {
    o->headless = true; // a video of the window is begun in the window
    return read_file(&o->record, text);
}

static bool read_param(cd_options *o, char *text) {
    char *equals = strchr(text, '=');
    const size_t room = (size_t)o->load.setting_count + 1;
    cd_setting *settings = realloc(o->load.settings, room * sizeof *settings);
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

static bool read_frames(cd_options *o, char *text) {
    return read_pair(text, "..", FRAMES_MAX, &o->first, &o->last) && o->first <= o->last;
}

// --------------------------------------------------------------------------------------------
// table

#define FLAG(field, words) NULL, words, offsetof(cd_options, field), NULL, NULL
#define COUNT "a whole number, 0 or more"
#define FILE_NAME "a file name"

// clang-format off
static const option options_table[] = {
    {"--headless", FLAG(headless, "run without a window")},
    {"--steps", "N", "headless: make N updates (600)", 0, read_steps, COUNT},
    {"--frame", "N", "go to frame N; headless: the picture is of this frame", 0, read_frame, COUNT},
    {"--check", FLAG(check, "headless: print the checks; they decide the exit status")},
    {"--shot", "FILE", "headless: write a picture (PNG)", 0, read_shot, FILE_NAME},
    {"--param", "NAME=VALUE", "set a parameter; may be given again", 0, read_param, "NAME=VALUE"},
    {"--seed", "N", "the seed of the scenario's random numbers", 0, read_seed, "a whole number"},
    {"--view", "VIEW", "top, front, side or orbit", 0, read_view, "top, front, side or orbit"},
    {"--size", "WxH", "of the window or the picture (1280x720)", 0, read_size,
     "WIDTHxHEIGHT in pixels, from 320x200 to 16384x16384"},
    {"--scale", "S", "of all that is drawn, 0.5 to 4 (as the screen asks, or 1)", 0, read_scale,
     "a number from 0.5 to 4"},
    {"--no-panels", FLAG(no_panels, "only the picture: no bar, no panels")},
    {"--trust", FLAG(load.trusted, "let the script use all of Lua's libraries")},
    {"--memory", "MB", "for the frames of a run; others are made again (256)", 0, read_memory,
     "a whole number of megabytes, 1 or more"},
    {"--report", "FILE", "tell programs what the window shows, line by line", 0, read_report,
     FILE_NAME},
    {"--record", "FILE", "no window: make a video, .gif .mp4 .webm, or a folder of PNG", 0,
     read_record, FILE_NAME},
    {"--frames", "A..B", "the first and last frame of the video", 0, read_frames,
     "A..B, two whole numbers in order"},
    {"--save", "FILE", "keep the run in a file that opens without its script", 0, read_save,
     FILE_NAME},
    {"--verify", FLAG(verify, "run a kept run again; 1 at the first frame that differs")},
    {"--help", FLAG(help, "this help")},
    {"--version", FLAG(version, "the version")},
};
// clang-format on
enum { OPTION_COUNT = sizeof options_table / sizeof options_table[0] };

void cd_options_print_help(void) {
    printf("collide [options] [scenario.lua | folder | kept run]\n"
           "collide test [busted's arguments]\n\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option *o = &options_table[i];
        char left[40];
        snprintf(left, sizeof left, "%s %s", o->name, o->argument != NULL ? o->argument : "");
        printf("  %-20s %s\n", left, o->words);
    }
    printf("\nA folder opens its first scenario; without one, the window opens that of last time,\n"
           "else scripts/. In the window, F1 shows the keys. Exit status: 0; 1 where a check\n"
           "failed or a script has an error; 2 for wrong usage.\n");
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

/// Checks what makes sense only together; false: `wrong` says what does not.
static bool fits_together(const cd_options *o, char *wrong, size_t size) {
    const char *only_headless = o->check            ? "--check"
                                : o->shot != NULL   ? "--shot"
                                : o->record != NULL ? "--record"
                                : o->steps >= 0     ? "--steps"
                                                    : NULL;
    if (o->verify && (o->path == NULL || o->headless || only_headless != NULL || o->save != NULL)) {
        snprintf(wrong, size, "--verify takes a kept run, and nothing else");
        return false;
    }
    if (o->headless && o->report != NULL) {
        snprintf(wrong, size, "--report needs a window, not --headless");
        return false;
    }
    if (!o->headless && only_headless != NULL) {
        snprintf(wrong, size, "%s needs --headless", only_headless);
        return false;
    }
    if (o->first >= 0 && o->record == NULL) {
        snprintf(wrong, size, "--frames needs --record");
        return false;
    }
    if (o->steps >= 0 && o->last > o->steps) {
        snprintf(wrong, size, "--frames to %d is beyond --steps %d", o->last, o->steps);
        return false;
    }
    if (o->steps >= 0 && o->frame > o->steps) {
        snprintf(wrong, size, "--frame %d is beyond --steps %d", o->frame, o->steps);
        return false;
    }
    return true;
}

/// Reads argv[*at], and the argument behind it if the option needs one; false: `wrong` says why.
static bool read_option(cd_options *options, int argc, char **argv, int *at, char *wrong,
                        size_t size) {
    char *word = argv[*at];
    const size_t length = strcspn(word, "=");
    const option *o = find(word, length);
    if (o == NULL) {
        snprintf(wrong, size, "there is no option '%s'; --help lists them", word);
        return false;
    }
    const bool attached = word[length] == '=';
    if (o->read == NULL) {
        if (attached)
            snprintf(wrong, size, "%s takes no value", o->name);
        else
            *(bool *)((char *)options + o->flag) = true;
        return !attached;
    }
    char *value = attached ? word + length + 1 : *at + 1 < argc ? argv[++*at] : NULL;
    if (value == NULL) {
        snprintf(wrong, size, "%s needs %s", o->name, o->argument);
        return false;
    }
    char given[64]; // as a param is cut at its equals sign
    snprintf(given, sizeof given, "%s", value);
    const bool good = o->read(options, value);
    if (!good)
        snprintf(wrong, size, "%s must be %s, got '%s'", o->name, o->expected, given);
    return good;
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
            snprintf(wrong, size, "more than one scenario: '%s' and '%s'", options->path, word);
            return false;
        } else {
            options->path = word;
        }
    }
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

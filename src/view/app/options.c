// See options.h. One table holds the options, their arguments and their words for --help.
#include "view/app/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_MAX 100000000

typedef enum option_id {
    OPTION_HEADLESS,
    OPTION_STEPS,
    OPTION_FRAME,
    OPTION_CHECK,
    OPTION_SHOT,
    OPTION_PARAM,
    OPTION_SEED,
    OPTION_VIEW,
    OPTION_SIZE,
    OPTION_SCALE,
    OPTION_NO_PANELS,
    OPTION_TRUST,
    OPTION_MEMORY,
    OPTION_REPORT,
    OPTION_RECORD,
    OPTION_FRAMES,
    OPTION_SAVE,
    OPTION_VERIFY,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
} option_id;

static const struct {
    const char *name, *argument, *words;
} table[OPTION_COUNT] = {
    [OPTION_HEADLESS] = {"--headless", NULL, "run without a window"},
    [OPTION_STEPS] = {"--steps", "N", "headless: make N updates (600)"},
    [OPTION_FRAME] = {"--frame", "N", "go to frame N; headless: the picture is of this frame"},
    [OPTION_CHECK] = {"--check", NULL, "headless: print the checks; they decide the exit status"},
    [OPTION_SHOT] = {"--shot", "FILE", "headless: write a picture (PNG)"},
    [OPTION_PARAM] = {"--param", "NAME=VALUE", "set a parameter; may be given again"},
    [OPTION_SEED] = {"--seed", "N", "the seed of the scenario's random numbers"},
    [OPTION_VIEW] = {"--view", "VIEW", "top, front, side or orbit"},
    [OPTION_SIZE] = {"--size", "WxH", "of the window or the picture (1280x720)"},
    [OPTION_SCALE] = {"--scale", "S", "of all that is drawn, 0.5 to 4 (as the screen asks, or 1)"},
    [OPTION_NO_PANELS] = {"--no-panels", NULL, "only the picture: no bar, no panels"},
    [OPTION_TRUST] = {"--trust", NULL, "let the script use all of Lua's libraries"},
    [OPTION_MEMORY] = {"--memory", "MB", "for the frames of a run; others are made again (256)"},
    [OPTION_REPORT] = {"--report", "FILE", "tell programs what the window shows, line by line"},
    [OPTION_RECORD] = {"--record", "FILE",
                       "no window: make a video, .gif .mp4 .webm, or a folder of PNG"},
    [OPTION_FRAMES] = {"--frames", "A..B", "the first and last frame of the video"},
    [OPTION_SAVE] = {"--save", "FILE", "keep the run in a file that opens without its script"},
    [OPTION_VERIFY] = {"--verify", NULL, "run a kept run again; 1 at the first frame that differs"},
    [OPTION_HELP] = {"--help", NULL, "this help"},
    [OPTION_VERSION] = {"--version", NULL, "the version"},
};

void cd_options_print_help(void) {
    printf("collide [options] [scenario.lua | folder | kept run]\n"
           "collide test [busted's arguments]\n\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        char left[40];
        snprintf(left, sizeof left, "%s %s", table[i].name,
                 table[i].argument != NULL ? table[i].argument : "");
        printf("  %-20s %s\n", left, table[i].words);
    }
    printf("\nA folder opens its first scenario; without one, the window opens that of last time,\n"
           "else scripts/. In the window, F1 shows the keys. Exit status: 0; 1 where a check\n"
           "failed or a script has an error; 2 for wrong usage.\n");
}

/// A whole decimal number from 0 up to `most`.
static bool read_count(const char *text, int most, int *out) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > most)
        return false;
    *out = (int)value;
    return true;
}

static bool read_scale(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *out >= CD_SCALE_MIN &&
           *out <= CD_SCALE_MAX;
}

static bool read_seed(const char *text, int64_t *out) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    const char *digits = text[0] == '-' ? text + 1 : text;
    *out = value;
    return digits[0] >= '0' && digits[0] <= '9' && *end == '\0' && errno == 0;
}

static bool read_size(const char *text, int *width, int *height) {
    char left[8];
    size_t n = strcspn(text, "x");
    if (text[n] != 'x' || n >= sizeof left)
        return false;
    memcpy(left, text, n);
    left[n] = '\0';
    return read_count(left, CD_SIZE_MAX, width) && read_count(text + n + 1, CD_SIZE_MAX, height) &&
           *width >= CD_SIZE_MIN_WIDTH && *height >= CD_SIZE_MIN_HEIGHT;
}

/// "A..B".
static bool read_range(const char *text, int *first, int *last) {
    char left[16];
    const char *dots = strstr(text, "..");
    if (dots == NULL || (size_t)(dots - text) >= sizeof left)
        return false;
    memcpy(left, text, (size_t)(dots - text));
    left[dots - text] = '\0';
    return read_count(left, FRAMES_MAX, first) && read_count(dots + 2, FRAMES_MAX, last) &&
           *first <= *last;
}

static bool add_setting(cd_options *options, char *text) {
    char *equals = strchr(text, '=');
    size_t room = (size_t)options->setting_count + 1;
    cd_setting *settings = realloc(options->settings, room * sizeof *settings);
    if (settings == NULL)
        return false;
    options->settings = settings;
    if (equals == NULL || equals == text)
        return false;
    *equals = '\0';
    settings[options->setting_count++] = (cd_setting){text, equals + 1};
    return true;
}

static const char *set_file(const char **file, const char *value) {
    *file = value;
    return value[0] != '\0' ? NULL : "a file name";
}

static const char *set_count(int *count, const char *value) {
    return read_count(value, FRAMES_MAX, count) ? NULL : "a whole number, 0 or more";
}

/// What the option's argument has to be, where it is not that; else NULL.
static const char *apply(cd_options *o, option_id id, char *value) {
    switch (id) {
    case OPTION_HEADLESS:
        o->headless = true;
        return NULL;
    case OPTION_CHECK:
        o->check = true;
        return NULL;
    case OPTION_NO_PANELS:
        o->no_panels = true;
        return NULL;
    case OPTION_TRUST:
        o->trusted = true;
        return NULL;
    case OPTION_MEMORY: {
        int megabytes;
        const bool good = read_count(value, 1 << 20, &megabytes) && megabytes > 0;
        o->memory = good ? (size_t)megabytes << 20 : 0;
        return good ? NULL : "a whole number of megabytes, 1 or more";
    }
    case OPTION_REPORT:
        return set_file(&o->report, value);
    case OPTION_RECORD:
        o->headless = true; // a video of the window is begun in it
        return set_file(&o->record, value);
    case OPTION_FRAMES:
        return read_range(value, &o->first, &o->last) ? NULL : "A..B, two whole numbers in order";
    case OPTION_SAVE:
        return set_file(&o->save, value);
    case OPTION_VERIFY:
        o->verify = true;
        return NULL;
    case OPTION_SCALE:
        return read_scale(value, &o->scale) ? NULL : "a number from 0.5 to 4";
    case OPTION_HELP:
        o->help = true;
        return NULL;
    case OPTION_VERSION:
        o->version = true;
        return NULL;
    case OPTION_STEPS:
        return set_count(&o->steps, value);
    case OPTION_FRAME:
        return set_count(&o->frame, value);
    case OPTION_SHOT:
        return set_file(&o->shot, value);
    case OPTION_PARAM:
        return add_setting(o, value) ? NULL : "NAME=VALUE";
    case OPTION_SEED:
        o->has_seed = true;
        return read_seed(value, &o->seed) ? NULL : "a whole number";
    case OPTION_VIEW:
        o->view = cd_view_from_name(value);
        return o->view != CD_VIEW_COUNT ? NULL : "top, front, side or orbit";
    default:
        return read_size(value, &o->width, &o->height)
                   ? NULL
                   : "WIDTHxHEIGHT in pixels, from 320x200 to 16384x16384";
    }
}

static option_id find(const char *name, size_t length) {
    int id = 0;
    while (id < OPTION_COUNT &&
           !(strlen(table[id].name) == length && memcmp(table[id].name, name, length) == 0))
        id++;
    return (option_id)id;
}

/// What only makes sense together.
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

bool cd_options_read(cd_options *options, int argc, char **argv, char *wrong, size_t size) {
    *options =
        (cd_options){.steps = -1, .frame = -1, .first = -1, .last = -1, .view = CD_VIEW_COUNT};
    bool names_only = false; // after "--"
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (names_only || word[0] != '-' || word[1] == '\0') {
            if (options->path != NULL) {
                snprintf(wrong, size, "more than one scenario: '%s' and '%s'", options->path, word);
                return false;
            }
            options->path = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            names_only = true;
            continue;
        }
        size_t length = strcspn(word, "=");
        option_id id = find(word, length);
        if (strcmp(word, "-h") == 0)
            id = OPTION_HELP, length = 2;
        if (id == OPTION_COUNT) {
            snprintf(wrong, size, "there is no option '%s'; --help lists them", word);
            return false;
        }
        bool attached = word[length] == '=';
        char *value = attached ? word + length + 1 : NULL;
        if (table[id].argument == NULL && attached) {
            snprintf(wrong, size, "%s takes no value", table[id].name);
            return false;
        }
        if (table[id].argument != NULL && !attached) {
            value = i + 1 < argc ? argv[++i] : NULL;
            if (value == NULL) {
                snprintf(wrong, size, "%s needs %s", table[id].name, table[id].argument);
                return false;
            }
        }
        char given[64]; // before a setting is cut at its equals sign
        snprintf(given, sizeof given, "%s", value != NULL ? value : "");
        const char *wanted = apply(options, id, value);
        if (wanted != NULL) {
            snprintf(wrong, size, "%s must be %s, got '%s'", table[id].name, wanted, given);
            return false;
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
    free(options->settings);
    options->settings = NULL;
}

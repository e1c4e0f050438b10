// The command line of the viewer: each option is read as written, and every wrong line is refused
// with one line that says why.
#include "check.h"
#include "view/app/options.h"
#include "view/explain/lens.h"

#include <string.h>

static char wrong[512]; // what the last line was refused with

static bool reads(cd_options *options, const char *line) {
    static char words[512];
    char *argv[16] = {"collide"};
    int argc = 1;
    wrong[0] = 0;
    cd_options_free(options);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word != NULL && argc < 16; word = strtok(NULL, " "))
        argv[argc++] = word;
    bool good = cd_options_read(options, argc, argv, wrong, sizeof wrong);
    CHECK(good == (wrong[0] == '\0') && strchr(wrong, '\n') == NULL);
    return good;
}

static void test_options(void) {
    cd_options o = {0};
    CHECK(reads(&o, "") && o.path == NULL && o.steps == -1 && !o.headless);
    CHECK(reads(&o, "--headless --steps 60 --check --param a=1 --param b=x=y --seed -7 s.lua"));
    CHECK(o.headless && o.check && o.steps == 60 && o.load.has_seed && o.load.seed == -7);
    CHECK(o.load.setting_count == 2 && strcmp(o.load.settings[1].name, "b") == 0 &&
          strcmp(o.load.settings[1].value, "x=y") == 0 && strcmp(o.path, "s.lua") == 0);
    CHECK(reads(&o, "--size=800x500 --view side --frame=9") && o.width == 800 && o.height == 500);
    CHECK(o.view == CD_VIEW_SIDE && o.frame == 9);
    CHECK(reads(&o, "s.lua") && o.width == 1280 && o.height == 720 && o.scale == 0);
    CHECK(reads(&o, "--scale 1.5") && o.width == 1920 && o.height == 1080 && o.scale == 1.5);
    CHECK(reads(&o, "--scale 2 --size 800x500") && o.width == 800 && o.scale == 2);
    CHECK(reads(&o, "--page 7") && o.page == 7);
    CHECK(reads(&o, "--headless --why raycast:a/b.lua:37#2/5") && o.asks_why && o.why.line == 37);
    CHECK(strcmp(o.why.name, "raycast") == 0 && strcmp(o.why.file, "a/b.lua") == 0 &&
          o.why.ordinal == 2 && o.why.step == 5);
    CHECK(reads(&o, "--lens fragile") && o.lens == CD_LENS_FRAGILE);
    CHECK(reads(&o, "--headless --shot x.png --lens time") && o.lens == CD_LENS_TIME);
    CHECK(reads(&o, "--headless --why overlap:x.lua:1") && o.why.ordinal == 0 && o.why.step == 0);
    CHECK(reads(&o, "--help --steps 1") && o.help);
    char lines[] =
        "--no-such|--steps|--headless --steps -1|--steps 5|--seed 1.5|--headless --steps 9z|--seed|"
        "--page 0|--page 100|--page two|--size 0x0|--size 800|--size 800x500x2|--size "
        "99999x500|--view inside|--theme blue|--language fr|"
        "--panels|--record x.gif --panels --no-panels|--param x|--param =1|--check|a.lua b.lua|"
        "--headless=yes|--scale 0|--scale 5|--scale nan|--scale 2x|--shot x.png|--headless --shot|"
        "--headless --steps 1 --frame 2|--headless --shot x.jpg|--headless --shot x|-x|"
        "--record x.avi|--record folder.d/x.mkv|--why raycast:x.lua:1|--headless --why|"
        "--lens|--lens off|--lens colour|--headless --lens normal|--headless --why "
        "raycast|--headless --why raycast:1|--headless --why :x.lua:1|"
        "--headless --why raycast::1|--headless --why raycast:x.lua:0|--headless --why "
        "raycast:x.lua:-1|--headless --why raycast:x.lua:1#|--headless --why raycast:x.lua:1#0/|"
        "--headless --why raycast:x.lua:1#0/1x|--headless --why raycast:x.lua:99999999999999999999";
    char *rest = lines;
    for (char *line; (line = strtok_r(rest, "|", &rest)) != NULL;)
        check(!reads(&o, line), line, __FILE__, __LINE__);
    // What cannot be written is refused with the list of what can.
    CHECK(!reads(&o, "--headless --shot x.jpg") &&
          strcmp(wrong, "--shot writes .png or .svg, not 'x.jpg'") == 0);
    CHECK(!reads(&o, "--record x.avi") &&
          strcmp(wrong, "--record writes .gif, .mp4, .webm or a folder of .png, not 'x.avi'") == 0);
    cd_options_free(&o);
}

int main(void) {
    test_options();
    return failures > 0;
}

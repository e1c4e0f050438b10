// Completion in the console: which words a line may go on with, for names of the API, of the state,
// of params and of the script; and at every cursor of odd lines.
#include "view/panels/complete.h"

#include "check.h"
#include "record/message.h"

#include <string.h>

static const char script[] = "local vec = 1\nfunction s.update() s.velocity = s.velo_max + 2 end";

static cd_completions complete(const char *line) {
    static cd_named_shape shapes[] = {{.key = "ball"},          {.key = "balls[1]"},
                                      {.key = "balls[2]"},      {.key = "room.floor"},
                                      {.key = "room.far_wall"}, {.key = "[3]"}};
    static cd_param params[] = {{.name = "gravity"}, {.name = "grip"}, {.name = "speed"}};
    const cd_frame frame = {.shapes = shapes, .shape_count = 6};
    const cd_completion_source source = {&frame, params, 3, script};
    cd_completions out;
    cd_complete(line, (int)strlen(line), &source, &out);
    return out;
}

/// Whether the words for a line are these, with two spaces between them.
static bool gives(const char *line, const char *expected) {
    const cd_completions out = complete(line);
    char text[2048] = "";
    for (int i = 0; i < out.count; i++) {
        strcat(text, i > 0 ? "  " : "");
        strcat(text, out.words[i]);
    }
    if (strcmp(text, expected) != 0)
        printf("%s: %s\n", line, text);
    return strcmp(text, expected) == 0;
}

static bool has(const char *line, const char *word) {
    const cd_completions out = complete(line);
    for (int i = 0; i < out.count; i++)
        if (strcmp(out.words[i], word) == 0)
            return true;
    return false;
}

static void test_words(void) {
    CHECK(gives("collide.raycast_", "raycast_all"));
    CHECK(gives("collide.raycast", "raycast  raycast_all"));
    CHECK(gives("x = collide.numbers.ray", "raycast"));
    CHECK(gives("print(collide.circle({ 0, 0 }, 1):move_t", "move_to"));
    CHECK(gives("p.gr", "gravity  grip"));
    CHECK(gives("p.", "gravity  grip  speed"));
    CHECK(gives("s.ball", "ball  balls"));
    CHECK(gives("s.room.f", "floor  far_wall  faces  feature  feature_index  feature_a  "
                            "feature_index_a  feature_b  feature_index_b  friction  function"));
    CHECK(gives("s.velo", "velocity  velo_max"));
    CHECK(gives("s.ball.cent", "center"));
    CHECK(gives("hel", "help"));
    CHECK(gives("", ""));
    CHECK(gives("1 + ", ""));
    CHECK(gives("s.teapot", ""));
    CHECK(has("s.", "ball") && has("s.", "room") && !has("s.", "[3]"));
    CHECK(has("v:", "normalized") && !has("v:", "x") && !has("v:", "raycast_teapot"));
    CHECK(strcmp(complete("p.g").common, "r") == 0);
    CHECK(strcmp(complete("s.vel").common, "o") == 0);
    CHECK(strcmp(complete("collide.batc").common, "h") == 0);
}

/// Nothing reads beyond a line, whatever it is and wherever the cursor stands.
static void test_odd_lines(void) {
    static const char *const lines[] = {"",        ".",
                                        ":",       "..",
                                        "s.",      "[].[",
                                        "a:b.c",   "\xe5\xb9\xb3.x",
                                        "s.room.", "collide.numbers.",
                                        "p.p.p."};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int cursor = 0; cursor <= (int)strlen(lines[i]); cursor++) {
            const cd_completion_source none = {0};
            cd_completions out;
            cd_complete(lines[i], cursor, &none, &out);
            CHECK(out.count >= 0 && out.count <= CD_COMPLETIONS_MAX && out.typed <= cursor);
        }
}

int main(void) {
    test_words();
    test_odd_lines();
    return failures != 0;
}

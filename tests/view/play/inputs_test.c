// The recorded input: what is held at a frame and for how many more frames, shapes that the mouse
// drags, parameters and console lines at their frames, and that new input rewrites the future only.
#include "check.h"
#include "view/play/inputs.h"

#include <string.h>

static void test_inputs(void) {
    cd_inputs inputs = {0};
    cd_held none = {0}, left = {.count = 1, .names = {"left"}},
            both = {.count = 2, .names = {"left", "up"}}, pulled = none;
    int run;
    CHECK(cd_inputs_at(&inputs, 1, 50, &run).count == 0 && run == 50);
    cd_inputs_hold(&inputs, 1, &none);
    CHECK(inputs.count == 0);
    cd_inputs_hold(&inputs, 3, &left);
    cd_inputs_hold(&inputs, 4, &left);
    cd_inputs_hold(&inputs, 7, &both);
    CHECK(inputs.count == 2);
    CHECK(cd_inputs_at(&inputs, 1, 50, &run).count == 0 && run == 2);
    CHECK(cd_inputs_at(&inputs, 3, 50, &run).count == 1 && run == 4);
    CHECK(cd_inputs_at(&inputs, 6, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 2 && run == 50);
    cd_inputs_hold(&inputs, 5, &none); // replaces everything from frame 5 on
    CHECK(cd_inputs_at(&inputs, 4, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 0);
    // A shape that the mouse drags is held like a key, at each position in turn.
    pulled.dragging = true;
    strcpy(pulled.dragged, "ball");
    for (int i = 0; i < 4; i++) {
        pulled.to.x = i / 2;
        cd_inputs_hold(&inputs, 10 + i, &pulled);
    }
    cd_inputs_hold(&inputs, 20, &none);
    CHECK(cd_inputs_at(&inputs, 11, 50, &run).dragging && run == 1);
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).to.x == 1 && run == 8);
    CHECK(!cd_inputs_at(&inputs, 20, 50, &run).dragging);

    // Settings are events: each ends a run of equal frames; the last one of a frame counts.
    cd_setting settings[4];
    const char *lines[4];
    cd_inputs_set(&inputs, 15, "speed", "1");
    cd_inputs_set(&inputs, 13, "gravity", "9.8");
    cd_inputs_set(&inputs, 15, "speed", "2");
    cd_inputs_say(&inputs, 15, "print(s)");
    cd_inputs_say(&inputs, 15, "print(p)");
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).dragging && run == 1);
    CHECK(cd_inputs_at(&inputs, 13, 50, &run).dragging && run == 2);
    CHECK(cd_inputs_settings(&inputs, 15, settings, 4) == 1 && strcmp(settings[0].value, "2") == 0);
    CHECK(cd_inputs_lines(&inputs, 15, lines, 4) == 2 && strcmp(lines[1], "print(p)") == 0);
    CHECK(cd_inputs_settings(&inputs, 14, settings, 4) == 0);
    CHECK(strcmp(cd_inputs_value(&inputs, 14, "gravity"), "9.8") == 0);
    CHECK(cd_inputs_value(&inputs, 14, "speed") == NULL);
    cd_inputs_cut(&inputs, 15);
    CHECK(cd_inputs_value(&inputs, 99, "speed") == NULL && inputs.setting_count == 1);
    CHECK(cd_inputs_at(&inputs, 30, 50, &run).dragging); // the release in frame 20 is cut too
    cd_inputs_free(&inputs);
}

int main(void) {
    test_inputs();
    return failures > 0;
}

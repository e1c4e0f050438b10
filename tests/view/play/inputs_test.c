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
    CHECK(inputs.change_count == 0);
    cd_inputs_hold(&inputs, 3, &left);
    cd_inputs_hold(&inputs, 4, &left);
    cd_inputs_hold(&inputs, 7, &both);
    CHECK(inputs.change_count == 2);
    CHECK(cd_inputs_at(&inputs, 1, 50, &run).count == 0 && run == 2);
    CHECK(cd_inputs_at(&inputs, 3, 50, &run).count == 1 && run == 4);
    CHECK(cd_inputs_at(&inputs, 6, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 2 && run == 50);
    cd_inputs_hold(&inputs, 5, &none); // the past is rewritten from there
    CHECK(cd_inputs_at(&inputs, 4, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 0);
    // A shape in the mouse is held like a key, at each place it is drawn to.
    strcpy(pulled.grip.key, "ball");
    for (int i = 0; i < 4; i++) {
        pulled.grip.to.x = i / 2;
        cd_inputs_hold(&inputs, 10 + i, &pulled);
    }
    cd_inputs_hold(&inputs, 20, &none);
    CHECK(cd_inputs_at(&inputs, 11, 50, &run).grip.key[0] != '\0' && run == 1);
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).grip.to.x == 1 && run == 8);
    CHECK(cd_inputs_at(&inputs, 20, 50, &run).grip.key[0] == '\0');

    // Settings are events: each ends a run of equal frames, the later one of a frame counts.
    const cd_param speed = {.name = "speed", .number = 1.5}, gravity = {.name = "gravity"};
    cd_input_step step;
    cd_inputs_set(&inputs, 15, "speed", "1");
    cd_inputs_set(&inputs, 13, "gravity", "9.8");
    cd_inputs_set(&inputs, 15, "speed", "2");
    cd_inputs_add_line(&inputs, 15, "print(s)");
    cd_inputs_add_line(&inputs, 15, "print(p)");
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).grip.key[0] != '\0' && run == 1);
    CHECK(cd_inputs_at(&inputs, 13, 50, &run).grip.key[0] != '\0' && run == 2);
    cd_inputs_step(&inputs, 15, 50, CD_DETAIL_FULL, &step);
    CHECK(step.step.setting_count == 1 && strcmp(step.settings[0].value, "2") == 0);
    CHECK(step.step.line_count == 2 && strcmp(step.lines[1], "print(p)") == 0);
    cd_inputs_step(&inputs, 14, 50, CD_DETAIL_FULL, &step);
    CHECK(step.step.setting_count == 0 && step.step.line_count == 0);
    CHECK(cd_inputs_param(&inputs, 14, &gravity).number == 9.8);
    CHECK(cd_inputs_param(&inputs, 14, &speed).number == 1.5);
    CHECK(cd_inputs_param(&inputs, 15, &speed).number == 2);
    cd_inputs_truncate(&inputs, 15);
    CHECK(cd_inputs_param(&inputs, 99, &speed).number == 1.5 && inputs.event_count == 1);
    CHECK(cd_inputs_at(&inputs, 30, 50, &run).grip.key[0] !=
          '\0'); // the end of the holding is cut too
    cd_inputs_free(&inputs);
}

/// Turns of the wheel and typed text belong to one frame; where the mouse is, to all after it.
static void test_momentary(void) {
    cd_inputs inputs = {0}, again = {0};
    cd_held held = {.mouse = {true, true, {1, 2, 3}, 0}, .pad = {true, {0.5f}}};
    cd_input_step step;
    int run;
    cd_inputs_hold(&inputs, 2, &held);
    held.mouse.wheel = -1;
    strcpy(held.text, "a");
    cd_inputs_hold(&inputs, 5, &held);
    held.mouse.wheel = 0, held.text[0] = '\0';
    cd_inputs_hold(&inputs, 6, &held);
    CHECK(inputs.change_count == 2);
    CHECK(cd_inputs_at(&inputs, 2, 50, &run).mouse.wheel == 0 && run == 3);
    CHECK(cd_inputs_at(&inputs, 5, 50, &run).mouse.wheel == -1 && run == 1);
    const cd_held after = cd_inputs_at(&inputs, 6, 50, &run);
    CHECK(after.mouse.wheel == 0 && after.text[0] == '\0' && run == 50 && after.mouse.at.y == 2);
    // A step has it, and from the steps come the same inputs.
    for (int from = 1; from < 9; from += step.step.count) {
        cd_inputs_step(&inputs, from, 9 - from, CD_DETAIL_FULL, &step);
        CHECK(strcmp(step.step.text, from == 5 ? "a" : "") == 0);
        CHECK(step.step.mouse.known == (from >= 2) && step.step.pad.connected == (from >= 2));
        CHECK(cd_inputs_add_step(&again, from, &step.step));
    }
    CHECK(again.change_count == 2);
    CHECK(cd_inputs_at(&again, 5, 50, &run).text[0] == 'a' && run == 1);
    cd_inputs_free(&inputs);
    cd_inputs_free(&again);
}

int main(void) {
    test_inputs();
    test_momentary();
    return failures > 0;
}

// What shapes are called: as a person would write it, from any path, also one that was cut, within
// its bytes and in whole code points.
#include "check.h"

#include "record/text/shape_label.h"

#include <string.h>

static bool is_called(const char *given, const char *path, const char *expected) {
    char label[CD_SHAPE_LABEL_MAX];
    cd_shape_label(given, path, label);
    if (strcmp(label, expected) != 0)
        printf("%s: %s, not %s\n", path, label, expected);
    return strcmp(label, expected) == 0;
}

static void test_paths(void) {
    static const char *const labels[][2] = {
        {"ball", "ball"},
        {"body", "body"}, // it is all that there is
        {"walls[2]", "wall 2"},
        {"capsules.b", "capsule b"},
        {"flippers[1].body", "flipper 1"},
        {"flippers.left.shape", "flipper left"},
        {"player.body", "player"},
        {"players.body", "players"},
        {"room.floor", "room floor"},
        {"moving_wall", "moving wall"},
        {"boxes[3]", "box 3"},
        {"bodies[1].foot", "body 1 foot"},
        {"torches[1]", "torch 1"},
        {"planes.ahead", "plane ahead"},
        {"glass[1]", "glass 1"},
        {"people[1]", "person 1"},
        {"axes.x", "axis x"},
        {"radius.a", "radius a"},
        {"s.a", "s a"},
        {"[2]", "2"},
        {"[1.5]", "1.5"},
        {"[\"a.b[1] c\"].d", "a.b[1] c d"},
        {"a[false].b", "a false b"},
        {"[?]", "?"},
        {"a[12", "a 12"}, // cut
        {"a[\"b", "a b"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        CHECK(is_called(NULL, labels[i][0], labels[i][1]));
}

static void test_given(void) {
    CHECK(is_called("left flipper", ".body", "left flipper"));
    CHECK(is_called("Red", ".wheels[3]", "Red wheel 3"));
    CHECK(is_called("Red", "", "Red"));
}

static void test_length(void) {
    char path[4 * CD_SHAPE_LABEL_MAX] = "", label[CD_SHAPE_LABEL_MAX];
    for (int i = 0; i < CD_SHAPE_LABEL_MAX; i++)
        strcat(path, "\u5e73"); // three bytes
    cd_shape_label(NULL, path, label);
    CHECK(strlen(label) == (CD_SHAPE_LABEL_MAX - 1) / 3 * 3);
    cd_shape_label(path, path, label);
    CHECK(strlen(label) <= CD_SHAPE_LABEL_MAX - 1);
}

int main(void) {
    test_paths();
    test_given();
    test_length();
    return failures != 0;
}

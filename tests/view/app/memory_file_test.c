// What the window remembers comes back from its file bit for bit. A file that is cut off anywhere,
// or has one byte changed, is read as a whole or as nothing, never in part.
#include "check.h"
#include "random.h"
#include "view/app/memory_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_memory(void) {
    char folder[] = "/tmp/collide_view_XXXXXX", path[64], text[4096];
    CHECK(mkdtemp(folder) != NULL);
    CHECK(setenv("XDG_STATE_HOME", folder, 1) == 0);
    cd_memory memory, back;
    CHECK(!cd_memory_read(&back) && back.scenario[0] == '\0');
    memory = (cd_memory){.scenario = "/a b/\u7403.lua", .shown = 87, .view = CD_VIEW_SIDE};
    for (int i = 0; i < CD_VIEW_COUNT; i += 2) {
        memory.views[i].some = true;
        memory.views[i].target = vector(3, 1e9);
        memory.views[i].across = pow(10, range(-9, 9));
        memory.views[i].yaw = range(-4, 4), memory.views[i].pitch = range(-1, 1);
    }
    cd_memory_write(&memory);
    CHECK(cd_memory_read(&back) && strcmp(memory.scenario, back.scenario) == 0);
    CHECK(back.shown == 87 && back.view == CD_VIEW_SIDE);
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        CHECK(memory.views[i].some == back.views[i].some);
        CHECK(cd_equal(memory.views[i].target, back.views[i].target));
        CHECK(memory.views[i].across == back.views[i].across);
        CHECK(memory.views[i].yaw == back.views[i].yaw);
        CHECK(memory.views[i].pitch == back.views[i].pitch);
    }
    // Cut off anywhere, or with any byte changed: nothing is read, or everything.
    snprintf(path, sizeof path, "%s/collide/window", folder);
    FILE *file = fopen(path, "r");
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t length = 0; length < size; length++) {
        text[length] ^= 0x55;
        for (int whole = 0; whole < 2; whole++) {
            file = fopen(path, "w");
            fwrite(text, 1, whole ? size : length, file);
            fclose(file);
            const bool good = cd_memory_read(&back);
            CHECK(good || (back.scenario[0] == '\0' && back.shown == 0 && !back.views[0].some));
            CHECK(!good || whole);
        }
        text[length] ^= 0x55;
    }
    unlink(path);
    snprintf(path, sizeof path, "%s/collide", folder);
    rmdir(path);
    rmdir(folder);
}

int main(void) {
    seed(1);
    test_memory();
    return failures > 0;
}

// What the window remembers comes back from its file bit for bit. A file that is cut off anywhere,
// or has one byte changed, is read as a whole or as nothing, never in part.
#include "files.h"
#include "random.h"
#include "view/app/session_file.h"

#include <math.h>
#include <string.h>

static void test_memory(bool light) {
    char folder[] = "/tmp/collide_view_XXXXXX", path[64], text[4096];
    make_folder(folder);
    CHECK(setenv("XDG_STATE_HOME", folder, 1) == 0);
    cd_session memory, back;
    CHECK(!cd_session_read(&back) && back.scenario[0] == '\0');
    memory = (cd_session){
        .scenario = "/a b/\u7403.lua", .shown = 87, .view = CD_VIEW_SIDE, .light = light};
    for (int i = 0; i < CD_VIEW_COUNT; i += 2) {
        memory.cameras[i].moved = true;
        memory.cameras[i].target = vector(3, 1e9);
        memory.cameras[i].across = pow(10, range(-9, 9));
        memory.cameras[i].yaw = range(-4, 4), memory.cameras[i].pitch = range(-1, 1);
    }
    cd_session_write(&memory);
    CHECK(cd_session_read(&back) && strcmp(memory.scenario, back.scenario) == 0);
    CHECK(back.shown == 87 && back.view == CD_VIEW_SIDE && back.light == light);
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        CHECK(memory.cameras[i].moved == back.cameras[i].moved);
        CHECK(cd_equal(memory.cameras[i].target, back.cameras[i].target));
        CHECK(memory.cameras[i].across == back.cameras[i].across);
        CHECK(memory.cameras[i].yaw == back.cameras[i].yaw);
        CHECK(memory.cameras[i].pitch == back.cameras[i].pitch);
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
            const bool good = cd_session_read(&back);
            CHECK(good || (back.scenario[0] == '\0' && back.shown == 0 && !back.cameras[0].moved));
            CHECK(!good || whole);
        }
        text[length] ^= 0x55;
    }
    remove_folder(folder);
}

int main(void) {
    seed(1);
    test_memory(false);
    test_memory(true);
    return failures > 0;
}

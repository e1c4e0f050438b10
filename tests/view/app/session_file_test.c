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

/// Watches are kept for each scenario; what another one has stays, and a damaged file is harmless.
static void test_watches(void) {
    char folder[] = "/tmp/collide_view_XXXXXX", path[64];
    make_folder(folder);
    CHECK(setenv("XDG_STATE_HOME", folder, 1) == 0);
    static cd_plotted one, two, back;
    cd_watches_read("/a/b.lua", &back);
    CHECK(back.count == 0);
    one = (cd_plotted){2, {"=s.x > 3", "ball.center"}};
    two = (cd_plotted){1, {"=s.y"}};
    cd_watches_write("/a/b.lua", &one);
    cd_watches_write("/a/b.lua2", &two);
    cd_watches_read("/a/b.lua", &back);
    CHECK(back.count == 2 && strcmp(back.paths[0], "=s.x > 3") == 0);
    CHECK(strcmp(back.paths[1], "ball.center") == 0);
    cd_watches_write("/a/b.lua", &(cd_plotted){0});
    cd_watches_read("/a/b.lua", &back);
    CHECK(back.count == 0);
    cd_watches_read("/a/b.lua2", &back);
    CHECK(back.count == 1 && strcmp(back.paths[0], "=s.y") == 0);
    cd_watches_write("/odd\tname.lua", &two); // which a line could not hold
    cd_watches_read("/odd\tname.lua", &back);
    CHECK(back.count == 0);
    // Of many scenarios the oldest are forgotten.
    char name[32];
    for (int i = 0; i < 600; i++) {
        snprintf(name, sizeof name, "/many/%d.lua", i);
        cd_watches_write(name, &two);
    }
    cd_watches_read("/many/599.lua", &back);
    CHECK(back.count == 1);
    cd_watches_read("/many/0.lua", &back);
    CHECK(back.count == 0);
    snprintf(path, sizeof path, "%s/collide/watches", folder);
    FILE *file = fopen(path, "w");
    fputs("/a/b.lua\n\t\n/a/b.lua\tcut off", file);
    fclose(file);
    cd_watches_read("/a/b.lua", &back);
    CHECK(back.count == 0);
    remove_folder(folder);
}

int main(void) {
    seed(1);
    test_memory(false);
    test_memory(true);
    test_watches();
    return failures > 0;
}

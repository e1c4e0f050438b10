// What a person copies from a viewer: the state of what is picked, with all digits, and the message
// of a check. This program is its own runner.
#include "viewer_driver.h"

/// The copy of a picked body has its fields, and those of the table in which it lies.
static void test_copied_values(cd_viewer *viewer, cd_pen *pen) {
    const cd_player *player = &viewer->player;
    write_text("script.lua",
               "local collide = require 'collide'\n"
               "return { load = function() local world = collide.world { dim = 2 }\n"
               "  local body = world:add(collide.circle({ 0, 0 }, 1), { mass = 1 / 3 })\n"
               "  return { world = world, rock = { body = body, spin = 0.1 + 0.2 } } end }");
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0) && player->shown.shape_count == 1);
    cd_viewer_inspect(viewer);
    cd_inspector_pick_shape(&viewer->inspector, 0);
    viewer->inspector.open = viewer->panels = true;
    viewer->inspector.shows_state = false;
    TICK_UNTIL(viewer, 30, player->shown.detail == CD_DETAIL_STATE);
    cd_viewer_draw(viewer, pen);
    cd_viewer_copy(viewer);
    CHECK(viewer->copy != NULL && strstr(viewer->copy, ".mass = 0.3333333333333333\n") != NULL);
    CHECK(strstr(viewer->copy, "rock:\n") != NULL &&
          strstr(viewer->copy, ".spin = 0.30000000000000004\n") != NULL);
    free(viewer->copy);
    viewer->copy = NULL;
    // What is plotted is in the file of the plots.
    cd_viewer_plot(viewer, "rock.spin", 1);
    cd_player_seek(&viewer->player, 3);
    TICK_UNTIL(viewer, 30, player->frame == 3 && player->unplotted < 0);
    cd_viewer_save_plots(viewer);
    CHECK(strcmp(viewer->toast, "Saved the plots in script-1.csv") == 0);
    CHECK(access("script-1.csv", R_OK) == 0);
    cd_inspector_unpick(&viewer->inspector);
}

/// With no error and no pick, the whole message of a failed check is copied.
static void test_copy(cd_viewer *viewer) {
    save_text("script.lua", "return { checks = { long = function()\n"
                            "  return false, ('x'):rep(1000) .. 'end' end } }");
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0));
    cd_inspector_unpick(&viewer->inspector);
    cd_player_play(&viewer->player, true, now());
    TICK_UNTIL(viewer, 30, viewer->player.frame >= 2);
    cd_player_play(&viewer->player, false, now());
    cd_viewer_do(viewer, CD_ACTION_COPY);
    CHECK(viewer->copy != NULL);
    if (viewer->copy != NULL)
        CHECK(strstr(viewer->copy, "long\nfirst failed in frame 1: xxx") != NULL &&
              strstr(viewer->copy, "xend\n") != NULL);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/viewer_copy_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    CHECK(chdir(folder) == 0);
    save_text("script.lua", "return {}\n");
    cd_pen pen;
    cd_viewer *viewer = open_viewer(folder, &pen);
    test_copied_values(viewer, &pen);
    test_copy(viewer);
    close_viewer(viewer, &pen);
    remove_folder(folder);
    return failures != 0;
}

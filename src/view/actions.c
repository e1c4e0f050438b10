// See actions.h. A chord is Ctrl+ or Shift+ and a key. Letters are few here: those that are not the
// sandbox's go to the scenario.
#include "view/actions.h"

const cd_action_entry cd_actions[CD_ACTION_COUNT] = {
    [CD_ACTION_NONE] = {"", ""},
    [CD_ACTION_PLAY] = {"Space P", "play or pause"},
    [CD_ACTION_STEP] = {".", "one frame forwards"},
    [CD_ACTION_BACK] = {",", "one frame back"},
    [CD_ACTION_STEP_MANY] = {"Shift+.", "ten frames forwards"},
    [CD_ACTION_BACK_MANY] = {"Shift+,", "ten frames back"},
    [CD_ACTION_RESTART] = {"R", "restart from frame 0"},
    [CD_ACTION_VIEW_TOP] = {"1", "view from the top"},
    [CD_ACTION_VIEW_FRONT] = {"2", "view from the front"},
    [CD_ACTION_VIEW_SIDE] = {"3", "view from the side"},
    [CD_ACTION_VIEW_ORBIT] = {"4", "orbit: drag to turn"},
    [CD_ACTION_FRAME_ALL] = {"F Home", "show everything"},
    [CD_ACTION_QUERIES] = {"F2", "queries on or off"},
    [CD_ACTION_NORMALS] = {"F3", "normals on or off"},
    [CD_ACTION_TRAILS] = {"F4", "trails on or off"},
    [CD_ACTION_NAMES] = {"F5", "names on or off"},
    [CD_ACTION_GRID] = {"F6", "grid on or off"},
    [CD_ACTION_PANELS] = {"Tab", "panels on or off"},
    [CD_ACTION_OPEN] = {"Ctrl+O", "open a scenario"},
    [CD_ACTION_PREVIOUS] = {"[ PgUp", "previous scenario"},
    [CD_ACTION_NEXT] = {"] PgDn", "next scenario"},
    [CD_ACTION_PICTURE] = {"F8", "save a picture"},
    [CD_ACTION_HELP] = {"F1 ?", "this help"},
    [CD_ACTION_CLOSE] = {"Esc", "close what is open"},
    [CD_ACTION_QUIT] = {"Ctrl+Q", "quit"},
};

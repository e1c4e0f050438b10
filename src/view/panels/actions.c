// See actions.h.
#include "view/panels/actions.h"

#include "view/scene/scene.h"

const cd_action_entry cd_actions[CD_ACTION_COUNT] = {
#define ENTRY(name, keys, words) {keys, words},
    CD_ACTIONS(ENTRY)};

const cd_toggle cd_toggles[CD_TOGGLE_COUNT] = {
    {CD_ACTION_QUERIES, CD_SHOW_QUERIES, "queries", "F2", "Queries"},
    {CD_ACTION_NORMALS, CD_SHOW_NORMALS, "normals", "F3", "Normals"},
    {CD_ACTION_TRAILS, CD_SHOW_TRAILS, "trails", "F4", "Trails"},
    {CD_ACTION_NAMES, CD_SHOW_NAMES, "names", "F5", "Names"},
    {CD_ACTION_GRID, CD_SHOW_GRID, "grid", "F6", "Grid"},
    {CD_ACTION_GHOST, CD_SHOW_GHOST, "ghost", "F7: the version before the last edit",
     "The version before the last edit"},
    {CD_ACTION_BOUNDS, CD_SHOW_BOUNDS, "bounds", "F10: along the axes", "Bounds"},
    {CD_ACTION_VELOCITIES, CD_SHOW_VELOCITIES, "velocities",
     "F11: the way of the next quarter of a second", "Velocities"},
};

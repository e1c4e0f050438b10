// The processor time that drawing one picture may take. What may take long asks whether there is
// time left, and draws coarsely where there is none; a computation that cannot ask, as a query of
// two large shapes, is run in a call that ends it. So no scene keeps the window from answering.
#ifndef VIEW_SCENE_DRAW_BUDGET_H
#define VIEW_SCENE_DRAW_BUDGET_H

#include <stdbool.h>

/// What the time is for. Each may go on until a share of the budget is used, each to a later one.
typedef enum cd_effort {
    CD_DRAW_GHOSTS, ///< of other runs, below what is shown
    CD_FIND_OVERLAPS,
    CD_DRAW_FACES,  ///< of large meshes and hulls
    CD_DRAW_SHAPES, ///< as they are
    CD_DRAW_BOXES,  ///< around the other shapes
    CD_EFFORT_COUNT
} cd_effort;

typedef struct cd_draw_budget {
    double seconds;            ///< 0: there is no limit
    double begun, used;        ///< processor time
    double looked;             ///< when `used` was true
    bool cut[CD_EFFORT_COUNT]; ///< what was refused
} cd_draw_budget;

/// Begins to count. One thread counts and asks.
cd_draw_budget cd_draw_budget_of(double seconds);

/// Whether there is time left for an effort; notes where there is none. budget NULL: there is no
/// limit. Costs as much as reading a clock.
bool cd_draw_budget_left(cd_draw_budget *budget, cd_effort effort);

/// Runs `compute`, and ends it where there is no time left for the effort, which it notes. It may
/// be left at any instruction, so it must neither allocate nor lock, nor call what does.
void cd_draw_budget_run(cd_draw_budget *budget, cd_effort effort, void (*compute)(void *),
                        void *context);

#endif

// The picture of one frame in the viewport of a camera: all but the panels.
#ifndef VIEW_SCENE_SCENE_H
#define VIEW_SCENE_SCENE_H

#include "view/inspect/inspect.h"
#include "view/scene/extent.h"
#include "view/scene/folds.h"
#include "view/scene/overlaps.h"
#include "view/scene/stage.h"
#include "view/scene/trails.h"

enum {
    CD_SHOW_GRID = 1,
    CD_SHOW_NAMES = 2,
    CD_SHOW_QUERIES = 4,
    CD_SHOW_NORMALS = 8,
    CD_SHOW_TRAILS = 16,
    CD_SHOW_GHOST = 32,
    CD_SHOW_BOUNDS = 64,
    CD_SHOW_VELOCITIES = 128,
    CD_SHOW_SHADOWS = 256,
    CD_SHOW_USUAL = 63 | CD_SHOW_SHADOWS, ///< the default
    CD_SHOW_ALL = 511
};

/// The budgets of a picture: while a person waits, and of one that is written to a file, which is
/// to come out the same on a slower machine.
#define CD_WINDOW_BUDGET 0.1
#define CD_PICTURE_BUDGET 0.5

#define CD_GHOSTS_MAX 5

typedef struct cd_scene {
    const cd_frame *frame; ///< NULL: an empty world
    const cd_scenery *scenery;
    const cd_trails *trails;               ///< or NULL
    const cd_frame *past;                  ///< the same frame before the last edit, or NULL
    const cd_trails *past_trails;          ///< of `past`
    const cd_frame *ghosts[CD_GHOSTS_MAX]; ///< the same frame of other runs; NULL: none
    int ghost_count;
    cd_camera camera;
    cd_extent extent;         ///< what the picture is to show: see cd_scene_framed
    bool kept;                ///< the camera shows that, so what lies outside has flown off
    unsigned shown;           ///< CD_SHOW_*
    double budget;            ///< seconds of processor time to draw it in; 0: as long as it takes
    int page;                 ///< of the drawings; 0: the first
    cd_label_memory *names;   ///< where they lay in the picture before, and lie; or NULL
    const cd_inspector *pick; ///< or NULL; its frame is `frame`
    void (*ground)(cd_pen *pen, const cd_camera *camera, void *context); ///< drawn first; or NULL
    void *ground_context;
} cd_scene;

/// The colour of ghost `i` of `count`, from one end of the values to the other.
uint32_t cd_ghost_color(int i, int count);

/// What there is no time for is drawn coarsely, which a note in the picture says.
void cd_scene_draw(cd_pen *pen, const cd_scene *scene);

/// Draws the labels and texts of a scene; `labels` is zeroed, and then says where they are.
void cd_scene_label(const cd_stage *stage, const cd_scene *scene, const cd_folds *folds,
                    cd_labels *labels);

/// How many pages a frame's drawings have; 0: they are on none.
int cd_scene_pages(const cd_frame *frame);

#endif

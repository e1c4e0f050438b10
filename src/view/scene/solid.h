// Drawing one shape of the core.
//
// A finite convex shape is a core plus a ball; its orthographic silhouette is the 2D hull of the
// projected core vertices, rounded by the radius. Polytopes show faces and edges besides. Planes
// and lines are unbounded: see unbounded.c. Meshes are drawn by surface.c, compounds by their
// parts.
#ifndef VIEW_SCENE_SOLID_H
#define VIEW_SCENE_SOLID_H

#include "collide/collide.h"
#include "record/record.h"
#include "view/raster/pen.h"
#include "view/scene/camera.h"

typedef struct cd_look {
    uint32_t color;
    double fill, line; ///< opacities; 0: not drawn
    double width;      ///< of the outline, logical pixels
    bool dashed;
} cd_look;

/// What is drawn goes through this: pen, camera, and memory for one picture.
typedef struct cd_stage {
    cd_pen *pen;
    cd_camera camera;
    cd_extent extent; ///< of the finite shapes: how large a piece of a plane to show
    double grid;      ///< the distance of the grid's lines, in the world
    cd_rect words;    ///< where the script's lines will stand
    cd_arena *scratch;
} cd_stage;

/// Draws the shape, whatever its kind.
void cd_solid_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look);

/// A sphere on the canvas. Of a heap of them this is all that has to be kept until it is drawn.
typedef struct cd_drawn_sphere {
    cd_point2 center;
    double radius;
    bool flat;
} cd_drawn_sphere;

/// The ball as which a shape is drawn where it has no outline; else its radius is 0.
cd_drawn_sphere cd_solid_ball(const cd_stage *stage, const cd_shape *shape, const cd_look *look);
void cd_solid_draw_ball(const cd_stage *stage, const cd_drawn_sphere *ball, const cd_look *look);

/// The silhouette as a line alone, for ghosts and highlights. Unbounded shapes too.
void cd_solid_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                      uint32_t color);

/// Where a finite shape lies on the canvas; false for planes and lines.
bool cd_solid_place(const cd_stage *stage, const cd_shape *shape, cd_point2 *min, cd_point2 *max);

/// The colour of a face, by its normal towards the person who looks.
uint32_t cd_solid_lit(const cd_stage *stage, const cd_look *look, cd_vec normal);

// --------------------------------------------------------------------------------- surface.c

void cd_surface_draw(const cd_stage *stage, const cd_shape *mesh, const cd_look *look);

// ------------------------------------------------------------------------------- unbounded.c

void cd_unbounded_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look);
void cd_unbounded_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                          uint32_t color);
/// A point in the viewport where the name of a plane or line may stand.
cd_point2 cd_unbounded_anchor(const cd_stage *stage, const cd_shape *shape);

#endif

// Drawing one shape of the core.
//
// A finite convex shape is a core plus a ball of its radius; its orthographic silhouette is the 2D
// hull of the projected core vertices, rounded by the radius. Polytopes show faces and edges
// besides. Planes and lines are drawn by unbounded.c, meshes by surface.c, compounds by their
// parts.
#ifndef VIEW_SCENE_SOLID_H
#define VIEW_SCENE_SOLID_H

#include "view/scene/stage.h"

/// Draws the shape, whatever its kind.
void cd_solid_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look);

/// A sphere on the canvas, in canvas pixels: of thousands of them nothing else has to be kept until
/// they are drawn.
typedef struct cd_drawn_sphere {
    cd_point2 center;
    double radius; ///< 0: none
    bool flat;
} cd_drawn_sphere;

/// The sphere as which a shape is drawn that has no outline; radius 0 where it is no sphere.
cd_drawn_sphere cd_solid_sphere(const cd_stage *stage, const cd_shape *shape, const cd_look *look);
void cd_solid_draw_sphere(const cd_stage *stage, const cd_drawn_sphere *sphere,
                          const cd_look *look);

/// The silhouette as a line alone, `width` logical pixels wide, for ghosts and highlights.
/// Unbounded shapes too.
void cd_solid_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                      uint32_t color);

/// The bounds of a finite shape on the canvas; false for planes and lines.
bool cd_solid_bounds(const cd_stage *stage, const cd_shape *shape, cd_point2 *min, cd_point2 *max);

#endif

// Flat faces: how they are lit, and meshes, which are drawn as their triangles.
#ifndef VIEW_SCENE_SURFACE_H
#define VIEW_SCENE_SURFACE_H

#include "view/scene/stage.h"

/// The colour of a face with the unit normal towards the viewer.
uint32_t cd_surface_color(const cd_stage *stage, const cd_look *look, cd_vec normal);

/// Draws a mesh.
void cd_surface_draw(const cd_stage *stage, const cd_shape *mesh, const cd_look *look);

#endif

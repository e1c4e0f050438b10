// See stage.h. Triangles are drawn from far to near (the painter's algorithm), lit from both
// sides.
#include "view/scene/stage.h"

#include "view/raster/convex.h"
#include "view/scene/order.h"

#include <assert.h>

/// Logical pixels: shorter edges are fainter.
static const double edge_length = 60;

uint32_t cd_surface_color(const cd_stage *stage, const cd_look *look, cd_vec normal) {
    // The light comes from the upper left of the viewer.
    const cd_camera *camera = &stage->camera;
    cd_vec light = cd_add_scaled(cd_scale(camera->toward, 0.66), -0.43, camera->right);
    light = cd_add_scaled(light, 0.62, camera->up);
    double brightness = 0.5 + 0.5 * fmax(cd_dot(normal, light), 0);
    return cd_color_fade(cd_color_mix(0xff000000u, look->color, brightness), look->fill);
}

static void draw_triangle(const cd_stage *stage, const cd_shape *triangle, const cd_look *look,
                          bool edges) {
    const cd_vec *v = triangle->as.triangle.v;
    cd_point2 corners[3];
    for (int i = 0; i < 3; i++)
        corners[i] = cd_stage_project(stage, v[i]);
    int count = cd_convex_hull2(corners, 3, corners);
    if (look->fill > 0 && count == 3) {
        cd_vec toward = stage->camera.toward;
        cd_vec normal = cd_normalized(cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0])), toward);
        if (cd_dot(normal, toward) < 0)
            normal = cd_negate(normal);
        uint32_t color = triangle->dim == 3 ? cd_surface_color(stage, look, normal)
                                            : cd_color_fade(look->color, look->fill);
        cd_fill_polygon(&stage->pen->canvas, corners, count, 0, cd_paint_flat(color));
    }
    if (look->line > 0 && (edges || count < 3)) {
        double longest = 0;
        for (int i = 0; i < count; i++) {
            const cd_point2 p = corners[i], q = corners[(i + 1) % count];
            longest = fmax(longest, hypot(q.x - p.x, q.y - p.y));
        }
        // The edges of small triangles would be most of the picture.
        const double clear = fmax(fmin(longest / (edge_length * stage->pen->scale), 1), 0.25);
        cd_stroke_polygon(&stage->pen->canvas, corners, count, 0,
                          0.6 * look->width * stage->pen->scale,
                          cd_paint_flat(cd_color_fade(look->color, 0.6 * clear * look->line)));
    }
}

void cd_surface_draw_face(const cd_stage *stage, const cd_shape *triangle, const cd_look *look) {
    draw_triangle(stage, triangle, look, true);
}

void cd_surface_draw(const cd_stage *stage, const cd_shape *mesh, const cd_look *look) {
    assert(cd_is_mesh(mesh));
    int count = cd_shape_part_count(mesh);
    double *depths = cd_arena_alloc(stage->scratch, (size_t)count * sizeof *depths);
    for (int i = 0; depths != NULL && i < count; i++) {
        cd_shape triangle = cd_shape_part(mesh, i);
        depths[i] = cd_camera_depth(&stage->camera, cd_shape_middle(&triangle));
    }
    const int *order = depths != NULL ? cd_order_of(depths, count, stage->scratch) : NULL;
    for (int i = 0; order != NULL && i < count && cd_draw_budget_left(stage->budget, CD_DRAW_FACES);
         i++) {
        cd_shape triangle = cd_shape_part(mesh, order[i]);
        draw_triangle(stage, &triangle, look, count <= CD_FACES_MAX);
    }
}

// Drawing meshes: their triangles from far to near, lit from both sides. A mesh of so many that
// their edges would be a blot is drawn without them.
#include "view/scene/solid.h"

#include "view/raster/convex.h"
#include <stdlib.h>

#define EDGES_MAX 4000

typedef struct facet {
    double depth;
    int triangle;
} facet;

static int compare(const void *a, const void *b) {
    const facet *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->triangle - y->triangle;
}

static void draw_facet(const cd_stage *stage, const cd_shape *triangle, const cd_look *look,
                       bool edges) {
    const cd_vec *v = triangle->as.triangle.v;
    cd_point2 corners[3];
    for (int i = 0; i < 3; i++)
        corners[i] = cd_camera_project(&stage->camera, v[i]);
    int count = cd_convex_hull2(corners, 3, corners);
    if (look->fill > 0 && count == 3) {
        cd_vec toward = stage->camera.toward;
        cd_vec normal = cd_normalized(cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0])), toward);
        if (cd_dot(normal, toward) < 0)
            normal = cd_negate(normal);
        uint32_t color = triangle->dim == 3 ? cd_solid_lit(stage, look, normal)
                                            : cd_color_fade(look->color, look->fill);
        cd_paint paint = cd_paint_flat(color);
        cd_fill_polygon(&stage->pen->canvas, corners, count, 0, &paint);
    }
    if (look->line > 0 && (edges || count < 3)) {
        cd_paint paint = cd_paint_flat(cd_color_fade(look->color, 0.6 * look->line));
        cd_stroke_polygon(&stage->pen->canvas, corners, count, 0,
                          0.6 * look->width * stage->pen->scale, &paint);
    }
}

void cd_surface_draw(const cd_stage *stage, const cd_shape *mesh, const cd_look *look) {
    int count = cd_shape_part_count(mesh);
    facet *facets = cd_arena_alloc(stage->scratch, (size_t)count * sizeof *facets);
    if (facets == NULL)
        return;
    for (int i = 0; i < count; i++) {
        cd_shape triangle = cd_shape_part(mesh, i);
        cd_vec middle = cd_shape_middle(&triangle);
        facets[i] = (facet){cd_camera_depth(&stage->camera, middle), i};
    }
    qsort(facets, (size_t)count, sizeof *facets, compare);
    for (int i = 0; i < count; i++) {
        cd_shape triangle = cd_shape_part(mesh, facets[i].triangle);
        draw_facet(stage, &triangle, look, count <= EDGES_MAX);
    }
}

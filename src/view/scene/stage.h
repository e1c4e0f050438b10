// The stage: what everything in a scene is drawn with, and the drawing of each kind of thing. The
// face of the files below; scene.c draws a whole frame by them.
#ifndef VIEW_SCENE_STAGE_H
#define VIEW_SCENE_STAGE_H

#include "collide/collide.h"
#include "record/record.h"
#include "view/raster/pen.h"
#include "view/scene/camera.h"
#include "view/scene/draw_budget.h"

/// How a shape is drawn.
typedef struct cd_look {
    uint32_t color;
    double fill, line; ///< opacities of the inside and the outline; 0: not drawn
    double width;      ///< of the outline, logical pixels
    bool dashed;
} cd_look;

/// Of more planes, those beyond cut no others.
enum { CD_CUTTING_PLANES = 12 };

/// Pen, camera, and memory for one picture.
typedef struct cd_stage {
    cd_pen *pen;
    cd_camera camera;
    cd_extent extent;              ///< of the finite shapes: how large a piece of a plane to show
    double grid;                   ///< the distance of the grid's lines, in the world
    cd_rect text;                  ///< where the script's head-up text will stand
    const cd_shape *const *planes; ///< of the frame, in 3D, that are seen: they cut one another
    int plane_count;
    cd_arena *scratch;
    cd_draw_budget *budget; ///< NULL: there is no limit
} cd_stage;

// ---------------------------------------------------------------------------------------- stage.c

/// Where a point of the world is on the canvas.
static inline cd_point2 cd_stage_project(const cd_stage *stage, cd_vec point) {
    return cd_camera_project(&stage->camera, point);
}

/// The size of text and of marks in this viewport: a small one has smaller ones, which would hide
/// the picture.
double cd_stage_text_size(const cd_stage *stage, double size);
/// The share of its usual size that text has in a viewport.
double cd_text_share(cd_rect viewport, double scale);

// Lengths below are in logical pixels.

void cd_stage_line(const cd_stage *stage, cd_vec a, cd_vec b, double width, uint32_t color);
void cd_stage_arrow(const cd_stage *stage, cd_vec a, cd_vec b, double width, double head,
                    uint32_t color);
void cd_stage_polyline(const cd_stage *stage, const cd_point2 *points, int count, double width,
                       bool dashed, uint32_t color);

// --------------------------------------------------------------------------------------- labels.c
//
// Labels in the picture: each has a rectangle that no other label takes, or is left out.

#define CD_LABELS_MAX 384

/// Canvas coordinates beyond it are out of sight, and may not fit an int.
#define CD_LABEL_FAR 1e6

/// Where a name lay: in which direction of its shape, and how far off (label_places.c).
typedef struct cd_label_side {
    uint64_t text; ///< the hash of the name
    uint8_t way, ring;
} cd_label_side;

/// Where the names of the picture before this one lay, and where those of this one lie. In pictures
/// that follow each other a name stays at its side of a shape until another one is better.
typedef struct cd_label_memory {
    cd_label_side before[CD_LABELS_MAX], now[CD_LABELS_MAX];
    int before_count, now_count;
} cd_label_memory;

/// The rectangles that are taken, in the order in which they were, and the shapes that labels keep
/// off (label_places.c).
typedef struct cd_labels {
    cd_rect within;
    cd_rect taken[CD_LABELS_MAX];
    bool labelled[CD_LABELS_MAX]; ///< taken by a label, and not only kept free
    int count;
    struct cd_label_obstacle *obstacles;
    int obstacle_count, obstacle_room;
    cd_label_memory *memory; ///< or NULL
} cd_labels;

/// Keeps a rectangle free.
void cd_labels_block(cd_labels *labels, cd_rect rect);
/// Keeps a dot free of `radius` logical pixels about a point of the world.
void cd_labels_block_dot(const cd_stage *stage, cd_labels *labels, cd_vec at, double radius);

/// Whether a rectangle lies in the view and covers none that is taken.
bool cd_labels_free(const cd_labels *labels, cd_rect rect);

/// The pixels that a label of one line takes.
int cd_labels_width(cd_pen *pen, double size, const char *string);
int cd_labels_height(cd_pen *pen, double size);

/// Draws a label in a rectangle of that size, and takes it.
void cd_labels_put(cd_labels *labels, cd_pen *pen, cd_rect rect, double size, uint32_t color,
                   const char *string);

/// Draws `string` outside of the box min..max, at the first free side of: above, right, below,
/// left, the corners, and last in the middle. False where none is free.
bool cd_labels_draw(cd_labels *labels, cd_pen *pen, cd_point2 min, cd_point2 max, double size,
                    uint32_t color, const char *string);

// --------------------------------------------------------------------------------- label_places.c
//
// Labels at the surfaces of what they name.

/// Finds the shapes of a frame that labels keep off, with those that scenario.draw draws; of too
/// many, none.
void cd_labels_keep_off(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);
/// Adds a ghost to them, or a line; returns the copy that the label of it is attached to, NULL if
/// there is no room.
const cd_shape *cd_labels_keep_off_ghost(const cd_stage *stage, const cd_shape *ghost,
                                         cd_labels *labels);

/// Begins another picture with what is remembered of the one before; NULL remembers nothing.
void cd_labels_remember(cd_labels *labels, cd_label_memory *memory);

/// Draws a text at the surface of a shape, which need not be of the frame, where it covers neither
/// the shape nor what is taken, and as few others as it can; false where there is no such place.
/// At a segment it stands at the middle, if it can.
bool cd_labels_attach(const cd_stage *stage, cd_labels *labels, const cd_shape *shape,
                      uint32_t color, const char *text);
/// Likewise, but rather on the shape than not at all, and at the side where it was remembered if
/// none is better.
void cd_labels_name(const cd_stage *stage, cd_labels *labels, const cd_shape *shape,
                    const char *name);

/// Something that would have a label.
typedef struct cd_label_wish {
    double size;  ///< on the canvas, in pixels; INFINITY: always wanted
    double depth; ///< larger is nearer to the viewer
    bool granted;
} cd_label_wish;

/// The size on the canvas of a shape; INFINITY for a plane or line.
cd_label_wish cd_labels_wish(const cd_stage *stage, const cd_shape *shape);
/// Grants at most `most` wishes. Where the viewport has no room for all labels, what is smaller
/// than a label gets none, and of the others the largest do, of equally large ones the nearest.
void cd_labels_grant(const cd_stage *stage, cd_label_wish *wishes, int count, int most);

// ---------------------------------------------------------------------------------------- names.c

/// Draws the names of shapes where they cover neither shapes nor what is taken, as far as there is
/// room.
void cd_names_draw(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);

// ----------------------------------------------------------------------------------------- grid.c
//
// The ground of the picture: the grid with its units, the axes, and the gizmo in the corner.

/// The smallest step of 1, 2 or 5 times a power of ten that spans at least `pixels` at this zoom.
double cd_grid_step(double zoom, double pixels);

/// Grid and axes: the plane of the picture, or the floor y = 0 in the orbit.
void cd_grid_draw(const cd_stage *stage);
/// Draws the directions of x, y and z in the lower left corner; returns the rectangle that it
/// takes.
cd_rect cd_gizmo_draw(const cd_stage *stage);

// ---------------------------------------------------------------------------------------- solid.c
//
// Drawing one shape of the core.
//
// A finite convex shape is a core plus a ball of its radius; its orthographic silhouette is the 2D
// hull of the projected core vertices, rounded by the radius. Polytopes show faces and edges
// besides. Planes and lines are drawn by unbounded.c, meshes by surface.c, compounds by their
// parts.

/// Draws the shape, of any kind but a compound, whose parts are drawn each at its own depth.
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

// ------------------------------------------------------------------------------------ unbounded.c
//
// Drawing planes and lines, which have no bounds.

void cd_unbounded_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look);
/// The outline alone, `width` logical pixels wide, for ghosts and highlights.
void cd_unbounded_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                          uint32_t color);
/// A point in the viewport where the name of a plane or line may stand.
cd_point2 cd_unbounded_anchor(const cd_stage *stage, const cd_shape *shape);

// -------------------------------------------------------------------------------------- shadows.c
//
// How high things are over the ground in 3D: a shadow straight below each, and a line down to it.

/// Draws them, where the picture is one of 3D and has not too many shapes.
void cd_shadows_draw(const cd_stage *stage, const cd_frame *frame);

// -------------------------------------------------------------------------------------- surface.c
//
// Flat faces: how they are lit, and meshes, which are drawn as their triangles.

/// The colour of a face with the unit normal towards the viewer.
uint32_t cd_surface_color(const cd_stage *stage, const cd_look *look, cd_vec normal);

/// A mesh or hull of more faces is drawn without edges, which would cover it, and a mesh at one
/// depth.
enum { CD_FACES_MAX = 4000 };

/// Draws a triangle of a mesh of at most CD_FACES_MAX.
void cd_surface_draw_face(const cd_stage *stage, const cd_shape *triangle, const cd_look *look);
/// Draws a mesh.
void cd_surface_draw(const cd_stage *stage, const cd_shape *mesh, const cd_look *look);

// ------------------------------------------------------------------------------------- drawings.c
//
// What a scenario draws itself: the `draw` object of scenario.draw.

/// The colour that a style asks for; `theme` where it leaves it open.
uint32_t cd_style_color(const cd_style *style, uint32_t theme);
/// The opacity that a style asks for, or `theme`.
double cd_style_opacity(const cd_style *style, double theme);
/// The width that a style asks for, or `theme`.
double cd_style_width(const cd_style *style, double theme);

/// Draws lines, arrows and points; scene.c draws the shapes among those of the state.
void cd_drawings_draw(const cd_stage *stage, const cd_frame *frame);
/// Keeps points free of labels, but for those of clouds.
void cd_drawings_block(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);
/// Draws texts at points of the world. They stay where the script puts them, but for a line's
/// height where they would lie on one another, and other labels keep off. Of those at one place of
/// the picture, one behind the other, the nearest is drawn. What has no room even so,
/// or comes after a thousand others that are seen, is left out.
void cd_drawings_text(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);
/// Draws the head-up text at the upper left of the viewport, or only measures it (drawn: false);
/// returns its rectangle, empty if there is none.
cd_rect cd_drawings_head_up(const cd_stage *stage, const cd_frame *frame, bool drawn);

#endif

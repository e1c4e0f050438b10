// The themes: colours 0xAARRGGBB and sizes in logical pixels (times the pen's scale). The dark one
// is for screens, the light one for projectors and print.
//
// Text colours keep a contrast of at least 4.5:1 on every ground that they are drawn on; a test
// (tests/view/panels/contrast_test.c) lists the pairs and computes them. Warm colours have a
// meaning (red: failed or wrong, orange: overlapping, yellow: a query), so the shapes' own colours
// are cool.
#ifndef VIEW_SCENE_THEME_H
#define VIEW_SCENE_THEME_H

#include <stdbool.h>
#include <stdint.h>

enum { CD_ROOT_COLORS = 7 };

typedef struct cd_theme {
    bool light;
    uint32_t ground;
    uint32_t panel;
    uint32_t panel_raised;
    uint32_t panel_edge;
    uint32_t error_ground;
    uint32_t error_source;
    uint32_t shadow; ///< of a thing on its ground
    uint32_t shade;  ///< over the picture, behind an overlay
    uint32_t ink;
    uint32_t ink_dim;
    uint32_t accent;
    uint32_t good;
    uint32_t bad;
    uint32_t grid_minor;
    uint32_t grid_major;
    uint32_t grid_label;
    uint32_t axis_x;
    uint32_t axis_y;
    uint32_t axis_z;
    uint32_t scenery; ///< planes, lines
    uint32_t overlap;
    uint32_t query;
    uint32_t query_exit;
    uint32_t normal;
    uint32_t faint;
    uint32_t region_found; ///< what rays see up to what they hit
    uint32_t region_open;  ///< what rays see that hit nothing
    uint32_t bounds;
    uint32_t velocity;
    uint32_t past;                  ///< the version before the last edit
    uint32_t roots[CD_ROOT_COLORS]; ///< of shapes, by the roots of their names
} cd_theme;

extern const cd_theme cd_dark_theme, cd_light_theme;

/// The theme that everything is drawn with. It is chosen before anything is drawn.
extern const cd_theme *cd_theme_in_use;

/// A colour that a script has chosen, as it can be seen on the theme's ground: scripts choose for
/// dark ones, so on a light one bright colours are darkened.
uint32_t cd_theme_color(uint32_t color);

#define CD_GROUND (cd_theme_in_use->ground)
#define CD_PANEL (cd_theme_in_use->panel)
#define CD_PANEL_RAISED (cd_theme_in_use->panel_raised)
#define CD_PANEL_EDGE (cd_theme_in_use->panel_edge)
#define CD_ERROR_GROUND (cd_theme_in_use->error_ground)
#define CD_ERROR_SOURCE (cd_theme_in_use->error_source)
#define CD_SHADOW (cd_theme_in_use->shadow)
#define CD_SHADE (cd_theme_in_use->shade)
#define CD_INK (cd_theme_in_use->ink)
#define CD_INK_DIM (cd_theme_in_use->ink_dim)
#define CD_ACCENT (cd_theme_in_use->accent)
#define CD_GOOD (cd_theme_in_use->good)
#define CD_BAD (cd_theme_in_use->bad)
#define CD_GRID_MINOR (cd_theme_in_use->grid_minor)
#define CD_GRID_MAJOR (cd_theme_in_use->grid_major)
#define CD_GRID_LABEL (cd_theme_in_use->grid_label)
#define CD_AXIS_X (cd_theme_in_use->axis_x)
#define CD_AXIS_Y (cd_theme_in_use->axis_y)
#define CD_AXIS_Z (cd_theme_in_use->axis_z)
#define CD_SCENERY (cd_theme_in_use->scenery)
#define CD_OVERLAP (cd_theme_in_use->overlap)
#define CD_QUERY (cd_theme_in_use->query)
#define CD_QUERY_EXIT (cd_theme_in_use->query_exit)
#define CD_NORMAL (cd_theme_in_use->normal)
#define CD_FAINT (cd_theme_in_use->faint)
#define CD_REGION_FOUND (cd_theme_in_use->region_found)
#define CD_REGION_OPEN (cd_theme_in_use->region_open)
#define CD_BOUNDS (cd_theme_in_use->bounds)
#define CD_VELOCITY (cd_theme_in_use->velocity)
#define CD_PAST (cd_theme_in_use->past)
#define CD_TEXT_GROUND cd_color_fade(CD_GROUND, 0.85) ///< around text over the picture
#define CD_PICKED 0.22 ///< how much of the accent is in the ground of a picked row

// Sizes.
#define CD_BAR_HEIGHT 40
#define CD_SIDE_WIDTH 248
#define CD_GAP 8
// Narrower pictures have no side column, no buttons to save and to film, no views, no speed; lower
// ones no plots, then no prints.
#define CD_NARROW_SIDE 560
#define CD_NARROW_SAVING 640
#define CD_NARROW_VIEWS 560
#define CD_NARROW_SPEED 480
#define CD_LOW 280
#define CD_LOW_PLOTS 340
#define CD_ROW 24 ///< of widgets in a column
#define CD_TIMELINE_HEIGHT 44
#define CD_TEXT_SIZE 13.0
#define CD_TEXT_SMALL 11.5

#endif

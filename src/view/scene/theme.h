// The one theme: colours 0xAARRGGBB and sizes in logical pixels (times the pen's scale).
//
// Text colours keep a contrast of at least 4.5:1 on every ground that they are drawn on; a test
// (tests/view/panels/ui_test.c) lists the pairs and computes them. Warm colours have a meaning
// (red: failed or wrong, orange: overlapping, yellow: a query), so the shapes' own colours are
// cool.
#ifndef VIEW_SCENE_THEME_H
#define VIEW_SCENE_THEME_H

#include <stdint.h>

// Grounds.
#define CD_GROUND 0xff12151bu
#define CD_PANEL 0xff1b2029u
#define CD_PANEL_RAISED 0xff272e3au
#define CD_PANEL_EDGE 0xff343d4bu
#define CD_ERROR_GROUND 0xff3a1a1eu
#define CD_ERROR_SOURCE 0xff26100fu
#define CD_SHADOW 0x70000000u ///< of a thing on its ground
#define CD_SHADE 0xb0090b0fu  ///< over the picture, behind an overlay

// Text and marks.
#define CD_INK 0xffe8edf4u
#define CD_INK_DIM 0xffa3afbfu
#define CD_ACCENT 0xff6cb6ffu
#define CD_GOOD 0xff5fd38du
#define CD_BAD 0xffff8078u

// The world.
#define CD_GRID_MINOR 0xff1a1f27u
#define CD_GRID_MAJOR 0xff262d38u
#define CD_GRID_LABEL 0xff8592a3u
#define CD_AXIS_X 0xffe2605bu
#define CD_AXIS_Y 0xff62c66fu
#define CD_AXIS_Z 0xff5f93f5u
#define CD_SCENERY 0xff8fa0b8u ///< planes, lines
#define CD_OVERLAP 0xffff9d4du
#define CD_QUERY 0xffffd866u
#define CD_QUERY_EXIT 0xffd2a6ffu
#define CD_NORMAL 0xff7ee8c8u
#define CD_FAINT 0xff6d7a8cu
#define CD_PICKED 0.22 ///< how much of the accent is in the ground of a picked row
#define CD_BOUNDS 0xff9aa5b5u
#define CD_VELOCITY 0xff6fd3e8u
#define CD_PAST 0xffdc9be0u ///< the version before the last edit

// Sizes.
#define CD_BAR_HEIGHT 40
#define CD_SIDE_WIDTH 248
#define CD_GAP 8
#define CD_ROW 24 ///< of widgets in a column
#define CD_TIMELINE_HEIGHT 44
#define CD_TEXT_SIZE 13.0
#define CD_TEXT_SMALL 11.5

#endif

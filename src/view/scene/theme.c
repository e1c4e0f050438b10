// See theme.h.
#include "view/scene/theme.h"

#include "view/raster/color.h"

#include <math.h>

const cd_theme cd_dark_theme = {
    .light = false,
    .ground = 0xff12151bu,
    .panel = 0xff1b2029u,
    .panel_raised = 0xff272e3au,
    .panel_edge = 0xff343d4bu,
    .error_ground = 0xff3a1a1eu,
    .error_source = 0xff26100fu,
    .shadow = 0x70000000u,
    .shade = 0xb0090b0fu,
    .ink = 0xffe8edf4u,
    .ink_dim = 0xffa3afbfu,
    .accent = 0xff6cb6ffu,
    .good = 0xff5fd38du,
    .bad = 0xffff8078u,
    .grid_minor = 0xff1a1f27u,
    .grid_major = 0xff262d38u,
    .grid_label = 0xff8592a3u,
    .axis_x = 0xffe2605bu,
    .axis_y = 0xff62c66fu,
    .axis_z = 0xff5f93f5u,
    .scenery = 0xff8fa0b8u,
    .overlap = 0xffff9d4du,
    .query = 0xffffd866u,
    .query_exit = 0xffd2a6ffu,
    .normal = 0xff7ee8c8u,
    .faint = 0xff6d7a8cu,
    .region_found = 0xffffd866u,
    .region_open = 0xff6d7a8cu,
    .bounds = 0xff9aa5b5u,
    .velocity = 0xff6fd3e8u,
    .past = 0xffdc9be0u,
    .roots = {0xff7fb2e5u, 0xff6cc5b5u, 0xffa99beau, 0xff9fbf8fu, 0xff8fa8c8u, 0xff67b7d1u,
              0xffc3a6d8u},
};

const cd_theme cd_light_theme = {
    .light = true,
    .ground = 0xfffafbfcu,
    .panel = 0xfff0f2f5u,
    .panel_raised = 0xffe2e6ebu,
    .panel_edge = 0xffcdd3dbu,
    .error_ground = 0xfffbe3e1u,
    .error_source = 0xfffff1efu,
    .shadow = 0x38000000u,
    .shade = 0x80202830u,
    .ink = 0xff1b2129u,
    .ink_dim = 0xff4a5563u,
    .accent = 0xff0b5cadu,
    .good = 0xff17683au,
    .bad = 0xffb3261eu,
    .grid_minor = 0xffeef1f4u,
    .grid_major = 0xffdde2e8u,
    .grid_label = 0xff5d6876u,
    .axis_x = 0xffc8322du,
    .axis_y = 0xff2d8a3cu,
    .axis_z = 0xff2d62d0u,
    .scenery = 0xff5a6b84u,
    .overlap = 0xffb84a00u,
    .query = 0xff6e4800u,
    .query_exit = 0xff6b3fb0u,
    .normal = 0xff0a6e56u,
    .faint = 0xff7b8797u,
    .region_found = 0xfff0a000u,
    .region_open = 0xff5a8fd8u,
    .bounds = 0xff6a7686u,
    .velocity = 0xff0d7f96u,
    .past = 0xff8a3aa0u,
    .roots = {0xff2f6fb0u, 0xff16857au, 0xff6a57c8u, 0xff557f3du, 0xff4d6a94u, 0xff1c8099u,
              0xff8a5fb0u},
};

const cd_theme *cd_theme_in_use = &cd_dark_theme;

/// The largest luma (Rec. 709, of sRGB values 0..1) of a script's colour on a light ground.
static const double luma_max = 0.42;

uint32_t cd_theme_color(uint32_t color) {
    const double r = (color >> 16 & 255) / 255.0, g = (color >> 8 & 255) / 255.0;
    const double b = (color & 255) / 255.0, luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if (!cd_theme_in_use->light || luma <= luma_max)
        return color;
    return cd_color_mix(color, color & 0xff000000u, 1 - luma_max / luma);
}

// The contrast of both themes obeys WCAG 2.1.
#include "check.h"

#include "view/raster/color.h"
#include "view/scene/theme.h"

#include <math.h>

/// Relative luminance and contrast as WCAG 2.1 defines them.
static double luminance(uint32_t color) {
    double sum = 0;
    const double weights[] = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; i++) {
        const double c = (color >> (16 - 8 * i) & 255) / 255.0;
        sum += weights[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    const double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void test_contrast(void) {
    CHECK(fabs(contrast(0xffffffff, 0xff000000) - 21) < 1e-9);
    CHECK(fabs(contrast(0xff777777, 0xffffffff) - 4.48) < 0.01);
    const uint32_t pairs[][2] = {
        // a text and its ground
        {CD_INK, CD_GROUND},           {CD_INK, CD_PANEL},         {CD_INK, CD_PANEL_RAISED},
        {CD_INK, CD_ERROR_GROUND},     {CD_INK, CD_ERROR_SOURCE},  {CD_INK, CD_PANEL_EDGE},
        {CD_INK_DIM, CD_GROUND},       {CD_INK_DIM, CD_PANEL},     {CD_INK_DIM, CD_PANEL_RAISED},
        {CD_INK_DIM, CD_ERROR_GROUND}, {CD_ACCENT, CD_PANEL},      {CD_ACCENT, CD_PANEL_RAISED},
        {CD_GOOD, CD_PANEL},           {CD_GOOD, CD_PANEL_RAISED}, {CD_BAD, CD_PANEL},
        {CD_BAD, CD_PANEL_RAISED},     {CD_BAD, CD_ERROR_GROUND},  {CD_BAD, CD_GROUND},
        {CD_GRID_LABEL, CD_GROUND},    {CD_QUERY, CD_GROUND},      {CD_PAST, CD_PANEL},
        {CD_NORMAL, CD_PANEL},         {CD_QUERY_EXIT, CD_PANEL},  {CD_QUERY, CD_PANEL},
        {CD_QUERY, CD_PANEL_RAISED},   {CD_OVERLAP, CD_GROUND}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        CHECK(contrast(pairs[i][0], pairs[i][1]) >= 4.5);
    // The marks of the legend.
    CHECK(contrast(CD_OVERLAP, CD_PANEL) >= 3 && contrast(CD_BOUNDS, CD_PANEL) >= 3);
    CHECK(contrast(CD_VELOCITY, CD_PANEL) >= 3);
    // The picked row of the inspector, and buttons that are on or under the mouse.
    CHECK(contrast(CD_INK_DIM, cd_color_mix(CD_PANEL, CD_ACCENT, CD_PICKED)) >= 4.5);
    CHECK(contrast(CD_QUERY, cd_color_mix(CD_PANEL, CD_ACCENT, CD_PICKED)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL, CD_ACCENT, 0.28)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL_RAISED, CD_INK, 0.1)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL, CD_ACCENT, 0.4)) >= 4.5);
}

int main(void) {
    test_contrast();
    cd_theme_in_use = &cd_light_theme;
    test_contrast();
    CHECK(contrast(cd_theme_color(0xffffd966), CD_GROUND) >= 4.5); // a script's yellow
    CHECK(contrast(cd_theme_color(0xffedf2fa), CD_GROUND) >= 4.5); // and white
    return failures != 0;
}

// The colours of distances: bands that fade outwards, blue above 0, orange below, and the line of
// 0.
#ifndef VIEW_EXPLAIN_BANDS_H
#define VIEW_EXPLAIN_BANDS_H

#include "view/raster/color.h"
#include "view/scene/theme.h"

#include <math.h>

enum { CD_SHADES = 8192 };

/// zero: how near to 0 a value is on the line.
typedef struct cd_bands {
    double span, zero; ///< the table is of values from -span to span
    uint32_t shades[CD_SHADES];
} cd_bands;

/// band: how wide each is.
static inline void cd_bands_mix(cd_bands *b, double span, double band, double zero) {
    b->span = span;
    b->zero = zero;
    for (int i = 0; i < CD_SHADES; i++) {
        const double value = ((i + 0.5) / (CD_SHADES / 2) - 1) * span;
        const bool odd = fabs(fmod(floor(value / band), 2)) > 0.5;
        const double fades = value > 0 ? 1 / (1 + value / (8 * band)) : 1;
        b->shades[i] = cd_color_mix(CD_GROUND, value > 0 ? CD_ACCENT : CD_OVERLAP,
                                    (odd ? 0.14 : 0.3) * (0.35 + 0.65 * fades));
    }
}

static inline uint32_t cd_bands_color(const cd_bands *b, double value) {
    if (fabs(value) <= b->zero)
        return CD_INK;
    const double at = (value / b->span + 1) * (CD_SHADES / 2);
    return b->shades[at > 0 ? at < CD_SHADES ? (int)at : CD_SHADES - 1 : 0];
}

#endif

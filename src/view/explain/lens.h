// The lens: the plane of the picture coloured by a query, asked with its first shape everywhere.
#ifndef VIEW_EXPLAIN_LENS_H
#define VIEW_EXPLAIN_LENS_H

#include "view/inspect/inspect.h"
#include "view/raster/pen.h"
#include "view/scene/camera.h"

/// distance  of the shapes (of a cast at its start), in bands, with the line where they touch
/// normal    its direction as a hue
/// time      of a cast's hit: yellow is now, the ground a miss
/// fragile   where the answer is yes, and red where it flips within 4 ulps
typedef enum cd_lens_kind {
    CD_LENS_OFF,
    CD_LENS_DISTANCE,
    CD_LENS_NORMAL,
    CD_LENS_TIME,
    CD_LENS_FRAGILE,
    CD_LENS_COUNT
} cd_lens_kind;

/// "distance", ...; CD_LENS_COUNT for another name.
cd_lens_kind cd_lens_from_name(const char *name);
const char *cd_lens_name(cd_lens_kind kind);

/// How a picture came out: `said` in one line for the person, "" with CD_LENS_OFF.
typedef struct cd_lens_report {
    int asked;   ///< how often the query was asked
    bool coarse; ///< there was no time for more
    char said[160];
} cd_lens_report;

/// Colours the camera's viewport by the picked query of the inspector's frame, else by its first:
/// in cells of 64 pixels, then of 16, of which those that are not flat are halved down to pixels. A
/// distance changes by no more than the way, so no touch is missed; of casts what is thinner than a
/// cell may be. seconds: of processor time to do so; 0: as long as it takes.
void cd_lens_draw(cd_pen *pen, const cd_inspector *inspector, cd_lens_kind kind,
                  const cd_camera *camera, double seconds, cd_lens_report *report);

#endif

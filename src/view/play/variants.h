// Variants: what if a param had had other values? The same script and input, with the param set in
// frame 0, run beside the live version as far as that has come; each is drawn as a ghost.
#ifndef VIEW_PLAY_VARIANTS_H
#define VIEW_PLAY_VARIANTS_H

#include "view/play/drive.h"

#define CD_VARIANTS_MAX 5

typedef struct cd_variant {
    char value[CD_VALUE_MAX]; ///< of the param
    cd_inputs inputs;
    cd_version *version; ///< NULL: it could not be started
    cd_arena arena;      ///< of `shown`
    cd_frame shown;      ///< the frame on the screen, where has_shown
    int shown_frame;     ///< which that is
    bool has_shown;
} cd_variant;

typedef struct cd_variants {
    char param[CD_VALUE_MAX]; ///< its name
    int count;                ///< 0: nothing is tried
    int generation;           ///< of the player's version beside which they run
    cd_variant list[CD_VARIANTS_MAX];
} cd_variants;

/// Starts variants of a param: of a number in a range five values from end to end, of one without
/// such a range five around `now_at`, of others up to five choices. text_of: whose text they run,
/// which must live until cd_variants_end or `generation` has changed.
void cd_variants_start(cd_variants *variants, const cd_launch *launch, const cd_version *text_of,
                       const cd_inputs *inputs, const cd_param *param, int generation, double now);
/// Takes in what they have made and asks for frames up to `to`; each keeps at most `memory` bytes.
/// Returns whether there is something new to be drawn of frame `shown`.
bool cd_variants_drive(cd_variants *variants, int shown, int to, size_t memory, double now);
/// Whether one of them has frames to make.
bool cd_variants_busy(const cd_variants *variants, int to);
void cd_variants_end(cd_variants *variants);

#endif

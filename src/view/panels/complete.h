// Completion of a line of Lua in the console, from what the viewer knows without asking the runner:
// the names of the API (types/collide.lua), the shapes of the frame, the params, and the words of
// the script.
#ifndef VIEW_PANELS_COMPLETE_H
#define VIEW_PANELS_COMPLETE_H

#include "record/message.h"

#define CD_COMPLETIONS_MAX 48
#define CD_COMPLETION_SIZE 40 ///< bytes of a word with its end; longer words are left out

typedef struct cd_completion_source {
    const cd_frame *frame; ///< or NULL
    const cd_param *params;
    int param_count;
    const char *script; ///< its text, or NULL
} cd_completion_source;

typedef struct cd_completions {
    int count;
    int typed; ///< bytes of the word that are there already
    char words[CD_COMPLETIONS_MAX][CD_COMPLETION_SIZE];
    char common[CD_COMPLETION_SIZE]; ///< what all words go on with behind those bytes
} cd_completions;

/// The words that the one which ends at byte `cursor` of a line may become, the likeliest first:
/// behind s. the state's, behind p. the params, behind collide. its functions, behind a colon
/// methods. None where nothing of a name has been typed.
void cd_complete(const char *line, int cursor, const cd_completion_source *source,
                 cd_completions *out);

#endif

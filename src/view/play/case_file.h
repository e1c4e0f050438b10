// Cases in the viewer: a run to be made from the text of a case.
#ifndef VIEW_PLAY_CASE_FILE_H
#define VIEW_PLAY_CASE_FILE_H

#include "record/source.h"
#include "view/play/inputs.h"

/// What knows the language of cases, which the viewer does not (run/scenario/case_messages.h).
typedef struct cd_case_language {
    /// Reads a case, from a text or a file, as the messages of a run.
    bool (*read)(const char *given, bool is_path, cd_bytes *out, char *wrong, size_t size);
    /// Writes the text of the case of a run, given by its messages.
    bool (*write)(const cd_bytes *messages, cd_bytes *out, char *wrong, size_t size);
} cd_case_language;

typedef struct cd_case {
    char script[CD_PATH_MAX]; ///< of a query: a file with a scenario that asks it
    bool has_seed;
    int64_t seed;
    cd_inputs inputs; ///< also the params that it begins with
    int frames;       ///< the last frame
} cd_case;

/// Whether a file's name is that of a case.
bool cd_is_case_name(const char *path);
/// Opens a case. False: `wrong` says in one line, without the path, what is wrong.
bool cd_case_open(const cd_case_language *language, const char *given, bool is_path, cd_case *out,
                  char *wrong, size_t size);
void cd_case_free(cd_case *c);

#endif

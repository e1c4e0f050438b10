// The log of edits: each text that the scenario has had since it was opened, what changed in it and
// what came of that.
#ifndef VIEW_PLAY_EDITS_H
#define VIEW_PLAY_EDITS_H

#include "view/play/version.h"

#define CD_EDITS_MAX 12
#define CD_EDIT_CHECKS_MAX 64

typedef struct cd_edit {
    cd_version *text;  ///< its texts alone
    int number;        ///< 0: as it was opened
    char what[160];    ///< "line 47: kick = 45"
    char turned[160];  ///< "fails now: never sinks"; "": no check has turned
    int diverges;      ///< the first frame that differs from the one before; -1: none so far
    bool was_compared; ///< that is known
} cd_edit;

typedef struct cd_edits {
    cd_edit list[CD_EDITS_MAX]; ///< the latest last
    int count;
    int current; ///< the one on the screen; -1: none of them
    int checks;  ///< of the frame before an edit
    struct {
        char name[80];
        bool failed;
    } before[CD_EDIT_CHECKS_MAX];
} cd_edits;

/// Begins with a scenario as it was opened.
void cd_edits_begin(cd_edits *edits, const cd_version *opened);
/// Notes what the checks say in the frame on the screen, before an edit takes over.
void cd_edits_note_checks(cd_edits *edits, const cd_frame *frame);
/// Notes of the edit on the screen, before it goes, the first frame that differs from before it.
void cd_edits_note_divergence(cd_edits *edits, int diverges);
/// Adds the edit that leads from one version to another; the oldest makes room.
void cd_edits_add(cd_edits *edits, const cd_version *before, const cd_version *after);
/// Notes which checks have turned by the edit, in the same frame.
void cd_edits_note_turned(cd_edits *edits, const cd_frame *frame);
/// Finds the version on the screen among them.
void cd_edits_find(cd_edits *edits, const cd_version *shown);
void cd_edits_free(cd_edits *edits);

#endif

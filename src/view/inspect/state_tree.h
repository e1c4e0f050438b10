// The state's values as a tree that is folded and searched: which of them are listed, and which
// have changed since the frame that was shown before. Knows no pixels.
#ifndef VIEW_INSPECT_STATE_TREE_H
#define VIEW_INSPECT_STATE_TREE_H

#include "record/frame.h"

enum { CD_STATE_PATH_MAX = 256 };

typedef struct cd_state_tree {
    char search[64]; ///< only values whose paths have this text are listed, without regard to case

    uint64_t *unfolded; ///< hashes of the paths of what is open
    int unfolded_count, unfolded_capacity;
    bool stale; ///< the rows are to be found again

    // Of the frame that was given last.
    const cd_frame *frame; ///< NULL: none, or one without the state's values
    int number;
    uint64_t hash;
    char searched[64];
    int *rows; ///< the numbers of the values that are listed
    int row_count;
    bool *changed;             ///< for each value
    uint64_t *keys, *contents; ///< hashes of each value's place and content, for the next frame
    int count, capacity;
} cd_state_tree;

/// Sets the frame (NULL: none), which must stay while the tree is used.
void cd_state_tree_set_frame(cd_state_tree *tree, const cd_frame *frame);
void cd_state_tree_free(cd_state_tree *tree);

/// Whether a value has others in it.
bool cd_state_has_fields(const cd_frame *frame, int value);
/// Folds or unfolds a value.
void cd_state_tree_fold(cd_state_tree *tree, int value);

/// The value in which another one lies; -1: the state itself.
int cd_state_parent(const cd_frame *frame, int value);
/// The path of a value, "rock.spin", cut at the size; returns `out`.
const char *cd_state_path(const cd_frame *frame, int value, char out[CD_STATE_PATH_MAX]);
/// The value of a shape of the frame, or of its body; -1: it has none.
int cd_state_value_of_shape(const cd_frame *frame, int shape);

/// The content of a value as text: "1.5", "(1, 2)", "12 bodies"; all: with all digits.
void cd_state_text(const cd_frame *frame, int value, bool all, char *out, size_t size);

#endif

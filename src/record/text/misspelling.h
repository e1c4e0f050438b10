// Names that are nearly the same: whether a name that nothing has is a misspelling of one that
// something has. The Lua module asks for scripts, the window's program for its command line.
#ifndef RECORD_TEXT_MISSPELLING_H
#define RECORD_TEXT_MISSPELLING_H

/// The least number of letters to add, remove, change, or swap with their neighbour, that makes one
/// name of the other (optimal string alignment). INT_MAX for names of 32 letters or more.
int cd_edit_distance(const char *a, const char *b);

enum { CD_FOLDED_LETTERS = 31 };
/// The letters of a name that tell it from another, 31 at most: small, without underscores, and
/// without a get, set, is or new before a word of its own ("getPosition", "new_world").
void cd_fold_name(const char *name, char folded[CD_FOLDED_LETTERS + 1]);

/// The edit distance of a name from the one that it misspells, both folded: at most 1, for a name
/// of 8 letters or more at most 2. INT_MAX where it is no misspelling of it, or one of them has
/// fewer than 3 letters and cannot be told from a name of the person's own.
int cd_misspelling(const char *name, const char *known);

#endif

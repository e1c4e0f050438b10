// Numbers, vectors and shapes as Lua text that gives them back bit for bit: numbers in hexadecimal
// where they are no small integers, shapes as constructors with their arguments.
#ifndef VIEW_INSPECT_LUA_TEXT_H
#define VIEW_INSPECT_LUA_TEXT_H

#include "record/record.h"

typedef struct cd_speller {
    cd_bytes *out;
    cd_arena *arena; ///< of the shapes that are made again
} cd_speller;

void cd_spell(const cd_speller *speller, const char *text);
void cd_spell_number(const cd_speller *speller, double x);
/// For a chunk that has the local vec.
void cd_spell_vec(const cd_speller *speller, cd_vec v, int dim);
/// For a chunk that has the locals collide and vec. *made is what Lua makes of it. False without
/// memory.
bool cd_spell_shape(const cd_speller *speller, const cd_shape *shape, cd_shape *made);
/// About how many lines that takes.
int cd_spell_lines(const cd_shape *shape);

#endif

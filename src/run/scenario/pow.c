// The ^ of Lua in the program: liblua computes it by pow, and takes the program's before the C
// library's (symbol interposition of ELF; a static liblua by the order of linking). So scripts have
// the same bits everywhere. A plain lua5.4 that loads collide.so keeps the C library's: only there
// do powers depend on the machine. Lua itself multiplies out an exponent of 2.
#include "collide/math/elementary.h"

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
double
pow(double x, double y);

double pow(double x, double y) { return cd_pow(x, y); }

// CD_HOT: a function that is compiled twice, once for processors with fused multiply-add (of which
// the products in cd_cross are made) and four lanes of doubles; the loader chooses. fma() rounds
// once on every machine and nothing is contracted, so both versions give the same bits.
#ifndef COLLIDE_SIMD_HOT_H
#define COLLIDE_SIMD_HOT_H

#include <limits.h> // in the GNU C library, whose loader alone can choose, it defines __GLIBC__

// Without optimization `flatten` inlines nothing: the functions called would not be compiled for
// the same processor and would return vectors in another way. Under the address sanitizer such
// functions take a minute to compile, and are no faster for it; under that of threads the loader
// would choose before there is one. Traced queries need not be fast.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) &&        \
    !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) &&              \
    !defined(__SANITIZE_THREAD__) && !defined(CD_TRACED)
#if __GNUC__ >= 12
#define CD_HOT __attribute__((flatten, target_clones("arch=x86-64-v3", "default")))
#else
#define CD_HOT __attribute__((flatten, target_clones("fma", "default")))
#endif
#else
#define CD_HOT
#endif

#endif

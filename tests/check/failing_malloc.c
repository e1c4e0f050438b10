// To be preloaded: lets an allocation of the program itself (not of its libraries) fail, the one
// with the number FAIL_AT, from 1, or with FAIL_ALL all from that on. Processes that the program
// starts are spared. At the end the number of allocations goes to the file FAIL_COUNT.
#define _GNU_SOURCE // dl_iterate_phdr

#include "failing.h"

#include <errno.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static long fail_at;
static bool all;

__attribute__((constructor)) static void read_wishes(void) {
    all = getenv("FAIL_ALL") != NULL;
    fail_at = number_in("FAIL_AT");
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) { write_count("FAIL_COUNT"); }

static bool fails(const void *caller) {
    const long n = number_of_call(caller);
    if (n == 0 || (n != fail_at && !(all && fail_at > 0 && n > fail_at)))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

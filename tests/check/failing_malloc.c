// To be preloaded: lets an allocation of the program itself (not of its libraries) fail, the one
// with the number FAIL_AT, from 1, or with FAIL_ALL all from that on. Processes that the program
// starts are spared. At the end the number of allocations goes to the file FAIL_COUNT.
#define _GNU_SOURCE // dl_iterate_phdr

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static uintptr_t program, program_end;
static atomic_long count;
static long fail_at;
static bool all;

static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    program = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD)
            program_end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    return 1; // the program comes first
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT");
    dl_iterate_phdr(find_program, NULL);
    all = getenv("FAIL_ALL") != NULL;
    fail_at = at != NULL ? atol(at) : -1;
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

static bool fails(const void *caller) {
    const uintptr_t at = (uintptr_t)caller;
    if (at < program || at >= program_end)
        return false;
    const long n = ++count;
    if (n != fail_at && !(all && fail_at > 0 && n > fail_at))
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

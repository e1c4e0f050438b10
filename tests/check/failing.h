// What the libraries that are preloaded to let calls fail have in common: they count the calls that
// the program itself makes (not its libraries), let those fail that are asked for, and write at the
// end how many there were. To be included once, behind _GNU_SOURCE.
#ifndef CHECK_FAILING_H
#define CHECK_FAILING_H

#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long count;
static uintptr_t program, program_end;

static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    program = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD)
            program_end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    return 1; // the program comes first
}

__attribute__((constructor)) static void begin(void) { dl_iterate_phdr(find_program, NULL); }

/// The number of a call that returns to `caller`, from 1; 0 where it is not the program's.
static long number_of_call(const void *caller) {
    const uintptr_t at = (uintptr_t)caller;
    return at >= program && at < program_end ? ++count : 0;
}

/// The number in a variable of the environment; -1 where it is not set.
static long number_in(const char *variable) {
    const char *number = getenv(variable);
    return number != NULL ? atol(number) : -1;
}

/// Writes the count to the file that a variable of the environment names.
static void write_count(const char *variable) {
    const char *path = getenv(variable);
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

#endif

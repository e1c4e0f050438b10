// Files of runs and sources while calls fail: what was asked for is done or the reason is told, the
// file of before or the new one is in its place, and nothing is left beside it.
#include "check.h"
#include "faults.h"

#include "record/allocate.h"
#include "record/descriptor.h"
#include "record/new_file.h"
#include "record/saved.h"
#include "record/source.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_FAULTS

static char folder[64], path[80];

/// The files in the folder.
static int count_files(void) {
    int count = 0;
    DIR *files = opendir(folder);
    if (files == NULL)
        exit(2);
    for (struct dirent *file; (file = readdir(files)) != NULL;)
        count += file->d_name[0] != '.';
    closedir(files);
    return count;
}

static bool holds(const char *text) {
    cd_bytes bytes = {0};
    const char *why = cd_source_read(path, &bytes);
    const size_t size = strlen(text);
    const bool same = why == NULL && bytes.size == size && memcmp(bytes.data, text, size) == 0;
    cd_bytes_free(&bytes);
    return same;
}

static cd_bytes bytes_of(char *text) {
    return (cd_bytes){.data = (uint8_t *)text, .size = strlen(text)};
}

// What is interrupted goes on; a write that writes nothing ends.
static void descriptors(void) {
    int fd[2];
    uint8_t in[16];
    if (pipe(fd) != 0)
        exit(2);
    let_fail("write", 1, EINTR);
    CHECK(cd_write_all(fd[1], (const uint8_t *)"collide", 7) && has_failed());
    let_fail("read", 1, EINTR);
    CHECK(cd_read_up_to(fd[0], in, 7) == 7 && has_failed() && memcmp(in, "collide", 7) == 0);
    let_fail("write", 1, 0);
    CHECK(!cd_write_all(fd[1], (const uint8_t *)"x", 1) && errno == ENOSPC && has_failed());
    let_fail("read", 1, EIO);
    CHECK(cd_read_up_to(fd[0], in, 1) == -1 && errno == EIO && has_failed());
    close(fd[0]);
    close(fd[1]);
}

static void new_files(void) {
    const cd_bytes old = bytes_of("old"), new = bytes_of("new");
    static const char *const calls[] = {"write", "fchmod", "fsync", "close", "rename"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        CHECK(cd_new_file_write(path, &old) == NULL && holds("old"));
        let_fail(calls[i], 1, EIO);
        const char *why = cd_new_file_write(path, &new);
        CHECK(has_failed() && why != NULL && strcmp(why, strerror(EIO)) == 0);
        CHECK(holds("old") && count_files() == 1);
    }
    // The first error is told; and not every folder can be brought to the disk.
    let_fail("fsync close", 1, EIO);
    fault.all = true;
    CHECK(strcmp(cd_new_file_write(path, &new), strerror(EIO)) == 0 && has_failed());
    let_fail("open", 1, EACCES);
    CHECK(cd_new_file_write(path, &new) == NULL && has_failed() && holds("new"));
    char nowhere[100], beside[100];
    snprintf(nowhere, sizeof nowhere, "%s/no/such", folder);
    CHECK(strcmp(cd_new_file_write(nowhere, &new), strerror(ENOENT)) == 0);
    snprintf(beside, sizeof beside, "%s/beside", folder);
    CHECK(strcmp(cd_new_file_place(beside, path), strerror(ENOENT)) == 0);
    static const char *const placing[] = {"fsync", "rename", "nothing"};
    for (int i = 0; i < 3; i++) {
        CHECK(cd_new_file_write(path, &new) == NULL && cd_new_file_write(beside, &old) == NULL);
        let_fail(placing[i], 1, EIO);
        const char *why = cd_new_file_place(beside, path);
        CHECK(i < 2 ? has_failed() && strcmp(why, strerror(EIO)) == 0 : !why && !has_failed());
        CHECK(holds(i < 2 ? "new" : "old"));
        unlink(beside);
    }
}

static void saved_runs(void) {
    const cd_bytes run = bytes_of("messages"), other = bytes_of("others");
    unlink(path);
    CHECK(strcmp(cd_saved_write(path, &(cd_bytes){.failed = true}), "out of memory") == 0);
    CHECK(strcmp(cd_saved_write(path, &(cd_bytes){.size = CD_SAVED_MAX + 1}),
                 "the run is too large") == 0);
    CHECK(count_files() == 0 && cd_saved_write(path, &run) == NULL && cd_saved_is(path));
    for (int i = 1; i <= 2; i++) { // the header, and what follows
        let_fail("write", i, ENOSPC);
        CHECK(strcmp(cd_saved_write(path, &other), strerror(ENOSPC)) == 0 && has_failed());
        CHECK(cd_saved_is(path) && count_files() == 1);
    }
    static const struct {
        const char *call;
        int at;
        const char *why;
    } faults[] = {{"fstat", 1, "is not a regular file"},
                  {"fstat", 2, "cannot be read"},
                  {"read", 1, "is not a recording"},
                  {"read", 2, "cannot be read"},
                  {ALLOCATIONS, 1, "does not fit in memory"}};
    for (int i = 0; i < 5; i++) {
        cd_bytes read = {0};
        let_fail(faults[i].call, faults[i].at, EIO);
        const char *why = cd_saved_read(path, &read);
        CHECK(has_failed() && why != NULL && strcmp(why, faults[i].why) == 0 && read.size == 0);
        cd_bytes_free(&read);
    }
    cd_bytes read = {0};
    CHECK(cd_saved_read(path, &read) == NULL && read.size == run.size &&
          memcmp(read.data, run.data, run.size) == 0);
    cd_bytes_free(&read);
    const cd_bytes nothing = {0};
    CHECK(cd_new_file_write(path, &nothing) == NULL && !cd_saved_is(path));
}

static const char *why_unread(const char *call, int at, int error) {
    cd_bytes bytes = {0};
    let_fail(call, at, error);
    const char *why = cd_source_read(path, &bytes);
    CHECK(has_failed());
    CHECK(why == NULL || bytes.size == 0);
    cd_bytes_free(&bytes);
    return why != NULL ? why : "";
}

static void sources(void) {
    const cd_bytes text = bytes_of("return 7");
    CHECK(cd_new_file_write(path, &text) == NULL);
    CHECK(strcmp(why_unread("open", 1, EACCES), "permission denied") == 0);
    CHECK(strcmp(why_unread("open", 1, EPERM), "permission denied") == 0);
    CHECK(strcmp(why_unread("open", 1, ELOOP), "too many symbolic links") == 0);
    CHECK(strcmp(why_unread("open", 1, EMFILE), "cannot be opened") == 0);
    CHECK(strcmp(why_unread("fstat", 1, EIO), "cannot be read") == 0);
    CHECK(strcmp(why_unread("read", 1, EIO), "cannot be read") == 0);
    CHECK(strcmp(why_unread("read", 1, EINTR), "") == 0);
    CHECK(strcmp(why_unread(ALLOCATIONS, 1, ENOMEM), "out of memory") == 0);
    // A file that has grown too large since its size was asked for.
    CHECK(truncate(path, (off_t)CD_SOURCE_MAX + 1) == 0);
    CHECK(strncmp(why_unread("fstat", 1, 0), "is too large for a script", 25) == 0);
    CHECK(cd_new_file_write(path, &text) == NULL);
}

// A module is found, or it is told why not, whichever allocation fails.
static void modules(void) {
    char scenario[80];
    int failed = 0;
    bool fails_still = true;
    static char long_text[6000]; // more than the first block of an arena
    memset(long_text, ' ', sizeof long_text - 1);
    memcpy(long_text, "return 7", 8);
    const cd_bytes text = bytes_of(long_text);
    CHECK(cd_new_file_write(path, &text) == NULL);
    snprintf(scenario, sizeof scenario, "%s/scenario.lua", folder);
    for (int i = 1; fails_still && i < 20; i++) {
        cd_arena arena = {0};
        let_fail(ALLOCATIONS, i, ENOMEM);
        fault.all = i % 2 == 0;
        const cd_module module = cd_source_find(scenario, "file", &arena);
        fails_still = has_failed();
        failed += !module.found;
        CHECK(module.found ? strcmp(module.source, long_text) == 0 : fails_still);
        CHECK(module.found || strstr(module.name, "memory") != NULL);
        cd_arena_free(&arena);
    }
    CHECK(failed > 1 && !fails_still);
    const unsigned before = cd_allocations_failed();
    let_fail(ALLOCATIONS, 1, ENOMEM);
    CHECK(cd_duplicate("text") == NULL && has_failed() && cd_allocations_failed() == before + 1);
    for (int i = 1; i <= 2; i++) { // the folder, or the file, is gone meanwhile
        cd_arena arena = {0};
        let_fail("realpath", i, ENOENT);
        const cd_module module = cd_source_find(scenario, "file", &arena);
        CHECK(has_failed() && !module.found && strstr(module.name, "lies outside") != NULL);
        cd_arena_free(&arena);
    }
}

int main(void) {
    snprintf(folder, sizeof folder, "/tmp/files_test.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 2;
    snprintf(path, sizeof path, "%s/file.lua", folder);
    descriptors();
    new_files();
    saved_runs();
    sources();
    modules();
    unlink(path);
    CHECK(rmdir(folder) == 0);
    return failures != 0;
}

#else
int main(void) { return 77; }
#endif

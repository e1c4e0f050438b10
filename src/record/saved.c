// See saved.h. The header is 32 bytes: 8 that no text begins with, the format and the version of
// the messages (u32 each), their size in bytes (u64), and a CRC-32 (of ISO 3309, as in zip and PNG)
// over the 16 bytes before it and the messages (u32); then 4 zero bytes. All little-endian.
#define _XOPEN_SOURCE 700 // mkstemp, fchmod

#include "record/saved.h"

#include "record/descriptor.h"
#include "record/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint8_t magic[8] = {0x89, 'C', 'D', 'R', 'U', 'N', '\r', '\n'};

static uint32_t crc_of(uint32_t crc, const uint8_t *data, size_t size) {
    static uint32_t table[256];
    for (uint32_t i = table[1] == 0 ? 0 : 256; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
    }
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ data[i]) & 255];
    return ~crc;
}

// ---------------------------------------------------------------------------------------- writing

/// A file of ours may be replaced; a script that was named by mistake must not be.
static bool may_replace(const char *path) {
    struct stat s;
    return stat(path, &s) != 0 || (S_ISREG(s.st_mode) && (s.st_size == 0 || cd_saved_is(path)));
}

const char *cd_saved_write(const char *path, const cd_bytes *messages) {
    char beside[PATH_MAX];
    if (messages->failed)
        return "out of memory";
    if (messages->size > CD_SAVED_MAX)
        return "the run is too large";
    if (!may_replace(path))
        return "there is something else of this name, which is not a recording";
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
        return "the name is too long";
    uint8_t header[CD_SAVED_HEADER] = {0};
    memcpy(header, magic, sizeof magic);
    cd_put_little_endian(header + 8, CD_SAVED_FORMAT, 4);
    cd_put_little_endian(header + 12, CD_RECORD_VERSION, 4);
    cd_put_little_endian(header + 16, messages->size, 8);
    cd_put_little_endian(header + 24,
                         crc_of(crc_of(0, header + 8, 16), messages->data, messages->size), 4);
    const int fd = mkstemp(beside);
    if (fd < 0)
        return strerror(errno);
    const mode_t mask = umask(0);
    umask(mask);
    bool good = cd_write_all(fd, header, sizeof header) &&
                cd_write_all(fd, messages->data, messages->size) && fchmod(fd, 0666 & ~mask) == 0 &&
                fsync(fd) == 0;
    int error = errno;
    if (close(fd) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        error = errno;
    }
    if (good)
        return NULL;
    unlink(beside);
    return strerror(error);
}

// ---------------------------------------------------------------------------------------- reading

/// A regular file opened for reading, or -1 with errno.
static int open_regular(const char *path) {
    struct stat s;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        return fd;
    close(fd);
    errno = EISDIR;
    return -1;
}

bool cd_saved_is(const char *path) {
    uint8_t first[sizeof magic];
    const int fd = open_regular(path);
    if (fd < 0)
        return false;
    const ptrdiff_t size = cd_read_up_to(fd, first, sizeof first); // less: one that breaks off
    close(fd);
    return size > 0 && memcmp(first, magic, (size_t)size) == 0;
}

/// NULL where the header is whole and of this version.
static const char *header_error(const uint8_t *header, ptrdiff_t size) {
    const size_t begun = size < (ptrdiff_t)sizeof magic ? (size_t)size : sizeof magic;
    if (size < 1 || memcmp(header, magic, begun) != 0)
        return "is not a recording";
    if (size < (ptrdiff_t)CD_SAVED_HEADER)
        return "breaks off: the recording is not whole";
    const uint64_t format = cd_get_little_endian(header + 8, 4),
                   version = cd_get_little_endian(header + 12, 4);
    if (format > CD_SAVED_FORMAT || (format == CD_SAVED_FORMAT && version > CD_RECORD_VERSION))
        return "was written by a newer collide";
    if (format < CD_SAVED_FORMAT || version < CD_RECORD_VERSION)
        return "was written by an older collide, in a format that is no longer read";
    if (cd_get_little_endian(header + 28, 4) != 0 ||
        cd_get_little_endian(header + 16, 8) > CD_SAVED_MAX)
        return "is damaged: its header makes no sense";
    return NULL;
}

static const char *read_rest(int fd, const uint8_t *header, cd_bytes *messages) {
    const size_t size = (size_t)cd_get_little_endian(header + 16, 8), start = messages->size;
    struct stat s; // so that no damaged size takes memory that no file fills
    if (fstat(fd, &s) != 0 || s.st_size < 0)
        return "cannot be read";
    if ((uint64_t)s.st_size < CD_SAVED_HEADER + size)
        return "breaks off: the recording is not whole";
    if ((uint64_t)s.st_size > CD_SAVED_HEADER + size)
        return "is damaged: something follows the recording";
    if (!cd_bytes_reserve(messages, size + 1))
        return "does not fit in memory";
    if (cd_read_up_to(fd, messages->data + start, size) != (ptrdiff_t)size)
        return "cannot be read";
    const uint32_t crc = crc_of(crc_of(0, header + 8, 16), messages->data + start, size);
    if (crc != cd_get_little_endian(header + 24, 4))
        return "is damaged: its checksum is wrong";
    messages->size += size;
    return NULL;
}

const char *cd_saved_read(const char *path, cd_bytes *messages) {
    uint8_t header[CD_SAVED_HEADER];
    const int fd = open_regular(path);
    if (fd < 0)
        return strerror(errno);
    const char *why = header_error(header, cd_read_up_to(fd, header, sizeof header));
    if (why == NULL)
        why = read_rest(fd, header, messages);
    close(fd);
    return why;
}

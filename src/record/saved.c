// A run in a file (saved.h). The header has 32 bytes, little-endian: at 0 a magic number with which
// no text begins; at 8 the format and at 12 the version of the messages (u32 each); at 16 their
// size in bytes (u64); at 24 a CRC-32 (ISO 3309, as in zip and PNG) of bytes 8 to 23 and the
// messages (u32); at 28 four zero bytes.
#include "record/saved.h"

#include "record/descriptor.h"
#include "record/message.h"
#include "record/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Where the fields of the header begin.
enum { AT_FORMAT = 8, AT_VERSION = 12, AT_SIZE = 16, AT_CRC = 24, AT_ZERO = 28 };

/// As that of PNG: a byte above 127 and a line break, which a transfer as text would damage.
static const uint8_t magic[8] = {0x89, 'C', 'D', 'R', 'U', 'N', '\r', '\n'};

/// The CRC-32 of bytes that follow others with that `crc`; 0 before the first.
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

/// A saved run may be replaced; a script that was named by mistake must not be.
static bool may_replace(const char *path) {
    struct stat s;
    return stat(path, &s) != 0 || (S_ISREG(s.st_mode) && (s.st_size == 0 || cd_saved_is(path)));
}

const char *cd_saved_write(const char *path, const cd_bytes *messages) {
    uint8_t header[CD_SAVED_HEADER] = {0};
    cd_new_file file;
    if (messages->failed)
        return "out of memory";
    if (messages->size > CD_SAVED_MAX)
        return "the run is too large";
    if (!may_replace(path))
        return "a file of this name exists and is not a recording";
    memcpy(header, magic, sizeof magic);
    cd_put_little_endian(header + AT_FORMAT, CD_SAVED_FORMAT, 4);
    cd_put_little_endian(header + AT_VERSION, CD_RECORD_VERSION, 4);
    cd_put_little_endian(header + AT_SIZE, messages->size, 8);
    cd_put_little_endian(
        header + AT_CRC,
        crc_of(crc_of(0, header + AT_FORMAT, AT_CRC - AT_FORMAT), messages->data, messages->size),
        4);
    const char *why = cd_new_file_begin(&file, path);
    if (why != NULL)
        return why;
    if (cd_write_all(file.fd, header, sizeof header) &&
        cd_write_all(file.fd, messages->data, messages->size))
        return cd_new_file_keep(&file);
    why = strerror(errno);
    cd_new_file_drop(&file);
    return why;
}

// ---------------------------------------------------------------------------------------- reading

/// Opens a regular file for reading; -1 if that fails, and *why is the reason.
static int open_regular(const char *path, const char **why) {
    struct stat s;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        return fd;
    *why = fd < 0 ? strerror(errno) : "is not a regular file";
    if (fd >= 0)
        close(fd);
    return -1;
}

bool cd_saved_is(const char *path) {
    uint8_t first[sizeof magic];
    const char *why;
    const int fd = open_regular(path, &why);
    if (fd < 0)
        return false;
    const ptrdiff_t size = cd_read_up_to(fd, first, sizeof first);
    close(fd);
    return size > 0 && memcmp(first, magic, (size_t)size) == 0;
}

/// Why the first bytes are not a header of this version, as a clause about the file; NULL if they
/// are. `size` bytes of it were read; -1 after an error.
static const char *header_error(const uint8_t *header, ptrdiff_t size) {
    const size_t begun = size < (ptrdiff_t)sizeof magic ? (size_t)size : sizeof magic;
    if (size < 1 || memcmp(header, magic, begun) != 0)
        return "is not a recording";
    if (size < (ptrdiff_t)CD_SAVED_HEADER)
        return "is incomplete: the recording ends too early";
    const uint64_t format = cd_get_little_endian(header + AT_FORMAT, 4),
                   version = cd_get_little_endian(header + AT_VERSION, 4);
    if (format > CD_SAVED_FORMAT || (format == CD_SAVED_FORMAT && version > CD_RECORD_VERSION))
        return "was written by a newer collide";
    if (format < CD_SAVED_FORMAT || version < CD_RECORD_VERSION)
        return "was written by an older collide, in a format that is no longer read";
    if (cd_get_little_endian(header + AT_ZERO, 4) != 0 ||
        cd_get_little_endian(header + AT_SIZE, 8) > CD_SAVED_MAX)
        return "is damaged: its header is not valid";
    return NULL;
}

/// Appends what follows the header; NULL, or a clause about the file.
static const char *read_rest(int fd, const uint8_t *header, cd_bytes *messages) {
    const size_t size = (size_t)cd_get_little_endian(header + AT_SIZE, 8), start = messages->size;
    struct stat s; // no memory is reserved for more than the file has
    if (fstat(fd, &s) != 0)
        return "cannot be read";
    if ((uint64_t)s.st_size < CD_SAVED_HEADER + size)
        return "is incomplete: the recording ends too early";
    if ((uint64_t)s.st_size > CD_SAVED_HEADER + size)
        return "is damaged: something follows the recording";
    if (!cd_bytes_reserve(messages, size + 1))
        return "does not fit in memory";
    if (cd_read_up_to(fd, messages->data + start, size) != (ptrdiff_t)size)
        return "cannot be read";
    const uint32_t crc =
        crc_of(crc_of(0, header + AT_FORMAT, AT_CRC - AT_FORMAT), messages->data + start, size);
    if (crc != cd_get_little_endian(header + AT_CRC, 4))
        return "is damaged: its checksum is wrong";
    messages->size += size;
    return NULL;
}

const char *cd_saved_read(const char *path, cd_bytes *messages) {
    uint8_t header[CD_SAVED_HEADER];
    const char *why;
    const int fd = open_regular(path, &why);
    if (fd < 0)
        return why;
    why = header_error(header, cd_read_up_to(fd, header, sizeof header));
    if (why == NULL)
        why = read_rest(fd, header, messages);
    close(fd);
    return why;
}

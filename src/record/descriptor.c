// Whole writes and reads of a file descriptor (descriptor.h).
#include "record/descriptor.h"

#include <assert.h>
#include <errno.h>
#include <unistd.h>

bool cd_write_all(int fd, const uint8_t *data, size_t size) {
    assert(data != NULL || size == 0);
    while (size > 0) {
        const ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = ENOSPC;
        if (written <= 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

ptrdiff_t cd_read_up_to(int fd, uint8_t *out, size_t size) {
    size_t got = 0;
    while (got < size) {
        const ssize_t n = read(fd, out + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    return (ptrdiff_t)got;
}

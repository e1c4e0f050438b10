// Whole writes and reads of a file descriptor, whatever interrupts them.
#ifndef RECORD_DESCRIPTOR_H
#define RECORD_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes all of the bytes; false, with errno set, if that fails. Safe in a signal handler.
bool cd_write_all(int fd, const uint8_t *data, size_t size);

/// Reads until `size` bytes are there or the file ends; returns their number, or -1 with errno set.
ptrdiff_t cd_read_up_to(int fd, uint8_t *out, size_t size);

#endif

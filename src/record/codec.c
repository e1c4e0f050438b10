// Numbers are little-endian on every machine, lengths are u32. Reading trusts nothing: it compares
// every length with the bytes that remain, and the size of the arena with a limit, before it
// touches memory.
#include "record/codec.h"

#include <assert.h>
#include <string.h>

void cd_code_require(cd_codec *c, bool valid) {
    if (!c->out && !valid)
        c->failed = true;
}

static void write_bytes(cd_codec *c, const void *data, size_t size) {
    cd_bytes_append(c->out, data, size);
}

/// The next `size` bytes; NULL if there are not so many.
static const uint8_t *read_bytes(cd_codec *c, size_t size) {
    if (c->failed || (size_t)(c->end - c->in) < size) {
        c->failed = true;
        return NULL;
    }
    const uint8_t *data = c->in;
    c->in += size;
    return data;
}

/// Memory for what is read; NULL beyond the limit of the arena.
static void *allocate(cd_codec *c, size_t size) {
    void *memory = NULL;
    if (size <= c->arena_limit && c->arena->used <= c->arena_limit - size)
        memory = cd_arena_alloc(c->arena, size);
    if (!memory)
        c->failed = true;
    return memory;
}

/// An unsigned number of `size` bytes, the least significant first.
static uint64_t code_unsigned(cd_codec *c, uint64_t value, size_t size) {
    assert(size <= 8);
    if (c->out) {
        uint8_t bytes[8];
        cd_put_little_endian(bytes, value, size);
        write_bytes(c, bytes, size);
        return value;
    }
    const uint8_t *bytes = read_bytes(c, size);
    return bytes ? cd_get_little_endian(bytes, size) : value;
}

void cd_code_u8(cd_codec *c, uint8_t *value) { *value = (uint8_t)code_unsigned(c, *value, 1); }

void cd_code_u64(cd_codec *c, uint64_t *value) { *value = code_unsigned(c, *value, 8); }

void cd_code_i64(cd_codec *c, int64_t *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    cd_code_u64(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

void cd_code_int(cd_codec *c, int *value) {
    const uint32_t bits = (uint32_t)code_unsigned(c, (uint32_t)*value, 4);
    int32_t read;
    memcpy(&read, &bits, sizeof read);
    *value = read;
}

void cd_code_bool(cd_codec *c, bool *value) {
    const uint64_t read = code_unsigned(c, *value, 1);
    cd_code_require(c, read <= 1);
    *value = read == 1;
}

void cd_code_float(cd_codec *c, float *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = (uint32_t)code_unsigned(c, bits, 4);
    memcpy(value, &bits, sizeof bits);
}

void cd_code_double(cd_codec *c, double *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    cd_code_u64(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

int cd_code_kind(cd_codec *c, int value, int limit) {
    assert(limit > 0 && limit <= 256 && (c->out == NULL || (value >= 0 && value < limit)));
    const int kind = (int)code_unsigned(c, (uint64_t)value, 1);
    cd_code_require(c, kind < limit);
    return c->failed ? 0 : kind;
}

void cd_code_dim(cd_codec *c, int *dim) {
    *dim = (int)code_unsigned(c, (uint64_t)*dim, 1);
    cd_code_require(c, *dim == 2 || *dim == 3);
}

void cd_code_blob(cd_codec *c, const char **data, size_t *size) {
    *size = (size_t)code_unsigned(c, *size, 4);
    if (c->out) {
        write_bytes(c, *data, *size);
        return;
    }
    const uint8_t *bytes = read_bytes(c, *size);
    char *copy = bytes ? allocate(c, *size + 1) : NULL;
    if (copy)
        memcpy(copy, bytes, *size);
    *data = copy ? copy : "";
}

void cd_code_string(cd_codec *c, const char **text) {
    const char *data = *text ? *text : "";
    size_t size = c->out ? strlen(data) : 0;
    cd_code_blob(c, &data, &size);
    if (!c->out) {
        cd_code_require(c, c->failed || memchr(data, 0, size) == NULL);
        *text = c->failed ? "" : data;
    }
}

void cd_code_vec(cd_codec *c, cd_vec *v, int dim) {
    cd_code_double(c, &v->x);
    cd_code_double(c, &v->y);
    if (dim == 3)
        cd_code_double(c, &v->z);
}

void cd_code_finite_vec(cd_codec *c, cd_vec *v, int dim) {
    cd_code_vec(c, v, dim);
    cd_code_require(c, isfinite(v->x) && isfinite(v->y) && isfinite(v->z));
}

void *cd_code_array(cd_codec *c, const void *array, int *count, size_t size, size_t least) {
    assert(least > 0);
    cd_code_int(c, count);
    if (c->out)
        return (void *)(uintptr_t)array;
    if (!c->failed && *count >= 0 && (size_t)*count <= (size_t)(c->end - c->in) / least) {
        void *memory = allocate(c, (size_t)*count * size);
        if (memory)
            return memory;
    }
    c->failed = true;
    *count = 0;
    return NULL;
}

void cd_code_strings(cd_codec *c, const char ***strings, int *count) {
    *strings = cd_code_array(c, *strings, count, sizeof **strings, 4); // a length each
    for (int i = 0; i < *count; i++)
        cd_code_string(c, &(*strings)[i]);
}

// Numbers are little-endian on every machine, lengths are u32. Reading trusts nothing: it compares
// every length with the bytes that remain, and the size of the arena with a limit, before it
// touches memory.
#include "record/codec.h"

#include "record/allocate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void write_bytes(cd_codec *c, const void *data, size_t size) {
    cd_bytes_append(c->out, data, size);
}

/// The next `size` bytes; NULL if there are fewer.
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
    assert(c->arena->used <= c->arena_limit);
    if (size <= c->arena_limit - c->arena->used)
        memory = cd_arena_alloc(c->arena, size);
    if (!memory)
        c->failed = true;
    return memory;
}

uint64_t cd_read_unsigned(cd_codec *c, uint64_t otherwise, size_t size) {
    const uint8_t *bytes = read_bytes(c, size);
    return bytes ? cd_get_little_endian(bytes, size) : otherwise;
}

void cd_code_blob(cd_codec *c, const char **data, size_t *size) {
    *size = (size_t)cd_code_unsigned(c, *size, 4);
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

void cd_code_reference(cd_codec *c, cd_reference_kind kind, uint64_t *value) {
    cd_references *list = c->references;
    if (!c->out) {
        // What is read was written by cd_query_log_add: no message from outside has references.
        assert(list->next < list->count && list->list[list->next].kind == kind);
        *value = list->list[list->next++].value;
        return;
    }
    if (list->count == list->capacity) {
        const int capacity = list->capacity ? list->capacity * 2 : 64;
        cd_reference *grown = cd_reallocate(list->list, (size_t)capacity * sizeof *grown);
        if (!grown) {
            c->out->failed = true;
            return;
        }
        list->list = grown;
        list->capacity = capacity;
    }
    list->list[list->count++] = (cd_reference){c->out->size, kind, *value};
}

const void *cd_code_pointer(cd_codec *c, cd_reference_kind kind, const void *pointer) {
    uint64_t value = (uintptr_t)pointer;
    cd_code_reference(c, kind, &value);
    return (const void *)(uintptr_t)value;
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

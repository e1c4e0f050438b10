// See complete.h. A line is looked at from the cursor backwards: the word, the sign before it, and
// the chain of names that leads there ("s.room." of "s.room.fl").
#include "view/panels/complete.h"

#include <stdbool.h>
#include <string.h>

/// types/collide.lua, which the build embeds (cmake/embed.cmake).
extern const char cd_embedded_types_collide[];

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/// What is being completed.
typedef struct completer {
    cd_completions *out;
    const char *prefix; ///< `out->typed` bytes
} completer;

/// Adds a word of `length` bytes if it begins with the prefix and is not there yet. The prefix
/// itself counts as a word: what is whole does not go on by itself.
static void add(const completer *c, const char *word, size_t length) {
    cd_completions *out = c->out;
    const size_t typed = (size_t)out->typed;
    if (length < typed || length == 0 || length >= CD_COMPLETION_SIZE ||
        out->count == CD_COMPLETIONS_MAX || !is_letter(word[0]) ||
        memcmp(word, c->prefix, typed) != 0)
        return;
    for (int i = 0; i < out->count; i++)
        if (strncmp(out->words[i], word, length) == 0 && out->words[i][length] == '\0')
            return;
    memcpy(out->words[out->count], word, length);
    out->words[out->count++][length] = '\0';
}

static size_t word_length(const char *text) {
    size_t length = 0;
    while (is_word(text[length]))
        length++;
    return length;
}

/// Adds the word behind `before` at the start of each line of types/collide.lua; with a sign, the
/// one behind the word and the sign there ("function Vec:dot").
static void add_documented(const completer *c, const char *before, char sign) {
    const size_t length = strlen(before);
    for (const char *line = cd_embedded_types_collide; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, before, length) != 0)
            continue;
        const char *at = line + length;
        if (sign != '\0') {
            at += word_length(at);
            if (*at++ != sign)
                continue;
        }
        add(c, at, word_length(at));
    }
}

/// Adds the names in the state that follow a chain of them ("room." or "").
static void add_state(const completer *c, const cd_frame *frame, const char *chain, size_t length) {
    for (int i = 0; frame != NULL && i < frame->shape_count; i++) {
        const char *key = frame->shapes[i].key;
        if (strncmp(key, chain, length) == 0)
            add(c, key + length, word_length(key + length));
    }
}

static void add_script(const completer *c, const char *text) {
    while (text != NULL && *text != '\0') {
        const size_t length = word_length(text);
        if (length > 0)
            add(c, text, length);
        text += length > 0 ? length : 1;
    }
}

static void add_globals(const completer *c) {
    static const char *const globals[] = {
        "collide", "vec",     "help", "all",  "print", "pairs",    "ipairs", "tostring", "tonumber",
        "type",    "require", "math", "next", "table", "function", "return", "local"};
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        add(c, globals[i], strlen(globals[i]));
}

/// What all words have in common behind the typed bytes.
static void find_common(cd_completions *out) {
    out->common[0] = '\0';
    if (out->count == 0)
        return;
    strcpy(out->common, out->words[0] + out->typed);
    for (int i = 1; i < out->count; i++) {
        size_t same = 0;
        const char *word = out->words[i] + out->typed;
        while (out->common[same] != '\0' && out->common[same] == word[same])
            same++;
        out->common[same] = '\0';
    }
}

void cd_complete(const char *line, int cursor, const cd_completion_source *source,
                 cd_completions *out) {
    int word = cursor;
    while (word > 0 && is_word(line[word - 1]))
        word--;
    int chain = word;
    while (chain > 0 && (is_word(line[chain - 1]) || strchr(".[]", line[chain - 1]) != NULL))
        chain--;
    const char sign = word > 0 ? line[word - 1] : '\0';
    const char *path = line + chain;
    const size_t length = (size_t)(word - chain);
    const completer c = {out, line + word};
    *out = (cd_completions){.typed = cursor - word};
    if (sign == ':') {
        add_documented(&c, "function ", ':');
    } else if (sign == '.' && length == 8 && strncmp(path, "collide.", 8) == 0) {
        add_documented(&c, "function collide.", '\0');
    } else if (sign == '.' && length == 16 && strncmp(path, "collide.numbers.", 16) == 0) {
        add_documented(&c, "function collide.numbers.", '\0');
    } else if (sign == '.' && length == 2 && path[0] == 'p') {
        for (int i = 0; i < source->param_count; i++)
            add(&c, source->params[i].name, strlen(source->params[i].name));
    } else if (sign == '.') {
        if (strncmp(path, "s.", 2) == 0)
            add_state(&c, source->frame, path + 2, length - 2);
        if (length > 2 || path[0] != 's')
            add_documented(&c, "---@field ", '\0');
        add_script(&c, source->script);
    } else if (out->typed > 0) {
        add_globals(&c);
        add_script(&c, source->script);
    }
    find_common(out);
}

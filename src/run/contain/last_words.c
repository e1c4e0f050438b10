// The last message of the process (last_words.h).
#include "run/contain/last_words.h"

#include "record/descriptor.h"

#include <assert.h>
#include <unistd.h>

/// The bytes reserved: a path, and some texts of one line.
#define MESSAGE_SIZE ((size_t)2048)

bool cd_last_words_open(cd_last_words *words, int output) {
    *words = (cd_last_words){.output = output};
    return cd_bytes_reserve(&words->message, MESSAGE_SIZE);
}

void cd_last_words_close(cd_last_words *words) { cd_bytes_free(&words->message); }

_Noreturn void cd_last_words_say(cd_last_words *words, const cd_bytes *unsent,
                                 const cd_error *error) {
    cd_message message = {.type = CD_MSG_ERROR, .as.error = *error};
    cd_message_encode(&words->message, &message);
    if (unsent)
        (void)cd_write_all(words->output, unsent->data, unsent->size);
    (void)cd_write_all(words->output, words->message.data, words->message.size);
    _exit(3);
}

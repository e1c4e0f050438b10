// The last message of a process that a signal handler ends. A handler must not allocate, so the
// bytes are reserved beforehand.
#ifndef RUN_CONTAIN_LAST_WORDS_H
#define RUN_CONTAIN_LAST_WORDS_H

#include "record/message.h"

typedef struct cd_last_words {
    int output;
    cd_bytes message; ///< empty, with room for a message of some texts
} cd_last_words;

/// False without memory.
bool cd_last_words_open(cd_last_words *words, int output);
void cd_last_words_close(cd_last_words *words);

/// Sends an error, of which the texts are short, and ends the process with status 3. May be called
/// in a signal handler. unsent: whole messages to be sent before, which nobody was just changing;
/// or NULL.
_Noreturn void cd_last_words_say(cd_last_words *words, const cd_bytes *unsent,
                                 const cd_error *error);

#endif

// The language of the texts that a script gives in several. The window's own are in English.
#ifndef VIEW_PANELS_PHRASE_H
#define VIEW_PANELS_PHRASE_H

#include "record/message.h"

typedef enum cd_language { CD_ENGLISH, CD_JAPANESE } cd_language;

/// It is chosen before anything is drawn.
extern cd_language cd_language_in_use;

/// "en" or "ja", also with more behind it ("ja_JP.UTF-8"); false: neither.
bool cd_language_from_name(const char *name, cd_language *language);
/// What LC_ALL, LC_MESSAGES or LANG asks for; English where they ask for another one.
cd_language cd_language_of_environment(void);

/// The text in that language; "" where there is none.
const char *cd_phrase_text(cd_phrase phrase);

#endif

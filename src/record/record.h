// The recording: what the runner says and what the viewer answers, as bytes. Knows neither Lua nor
// SDL, and of the core only the shapes. This header includes the parts that most files need:
//   arena.h, bytes.h    memory that is freed as a whole; a growing array of bytes
//   frame.h             what one update of a scenario shows
//   message.h           what the two processes say to each other; message.c has its layout
//   recording.h         the frames of a run, thinned out when they need too much memory
// Besides: codec.h (numbers and arrays as bytes), saved.h (a run in a file), source.h (Lua files).
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "record/arena.h"
#include "record/bytes.h"
#include "record/frame.h"
#include "record/message.h"
#include "record/recording.h"

#endif

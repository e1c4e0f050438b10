// The layout of a frame.
#ifndef RECORD_FRAME_LAYOUT_H
#define RECORD_FRAME_LAYOUT_H

#include "record/codec.h"

void cd_code_frame(cd_codec *c, cd_frame *frame);
void cd_code_detail(cd_codec *c, cd_detail *detail);

#endif

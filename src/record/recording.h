// The frames of one run, from the first to the last without a gap. The hash of each is kept; its
// whole message only as long as memory allows, after which the frame must be simulated again.
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include "record/message.h"

/// What is kept of a frame.
typedef struct cd_moment {
    uint64_t hash, figure;
    bool failed;      ///< some check did not pass in this frame
    cd_detail detail; ///< of the message
    cd_bytes bytes;   ///< the message; empty if it was thinned out
} cd_moment;

#define CD_PLOTS_MAX 8
/// The numbers that draw.plot gave under one name, frame by frame.
typedef struct cd_plot {
    char name[48], unit[16];
    double *values; ///< one for each frame of the capacity; NaN: there was none, or it is not known
    bool of_state;  ///< a person wants it, not the script
    int first_infinite; ///< the first known frame whose number was NaN or infinite; -1: none
} cd_plot;

typedef struct cd_recording {
    cd_moment *moments;
    int count, capacity;
    size_t memory; ///< bytes of the messages
    int stride;    ///< thinned out messages are left at multiples of it; 0: none was thinned out
    cd_plot plots[CD_PLOTS_MAX];
    int plot_count;
    bool charted; ///< some frame has a chart
} cd_recording;

/// Keeps a frame with a copy of its message (data NULL: without one). Its number is `count`, or
/// that of a frame that is there already; then of a message of less or equal detail only the plots
/// are kept. False if memory ran out, or if a frame made again has another hash.
bool cd_recording_put(cd_recording *recording, const cd_frame *frame, const uint8_t *data,
                      size_t size);
/// The detail in which a frame is kept.
cd_detail cd_recording_detail(const cd_recording *recording, int frame);
/// Decodes a frame into `arena`; false if its message is not kept. before: as of
/// cd_message_decode_after.
bool cd_recording_frame(const cd_recording *recording, int frame, const cd_frame *before,
                        cd_arena *arena, cd_frame *out);
/// Drops messages until they and what is kept of all frames need at most `limit` bytes. The last
/// frames, those around `near` and the first two stay as long as possible.
void cd_recording_thin(cd_recording *recording, size_t limit, int near);
/// The plot of that name, of the state or of the script; NULL: there is none.
const cd_plot *cd_recording_plot(const cd_recording *recording, const char *name, bool of_state);
/// Drops a plot by its number.
void cd_recording_drop_plot(cd_recording *recording, int plot);
/// Takes over messages of another run of the same script: those of frames with equal hashes that
/// the other run has in more detail. Plots are completed likewise.
void cd_recording_adopt(cd_recording *recording, cd_recording *from);
void cd_recording_free(cd_recording *recording);

#endif

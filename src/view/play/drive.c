// See drive.h.
#include "view/play/drive.h"

#include <time.h>

#define IN_FLIGHT 128 ///< frames asked for and not yet come

double cd_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cd_version_ask(cd_version *version, const cd_inputs *inputs, int most, cd_detail detail,
                    double now) {
    cd_ask ask;
    cd_inputs_ask(inputs, version->requested + 1, most, detail, &ask);
    cd_version_request(version, &ask.step, now);
}

bool cd_version_drive(cd_version *version, const cd_inputs *inputs, int to, cd_detail detail,
                      cd_frame_sink *take, void *user) {
    while (version->received < to) {
        const uint8_t *data;
        size_t size;
        const int missing = to - version->requested;
        const int room = IN_FLIGHT - (version->requested - version->received);
        if (version->loaded != NULL && missing > 0 && room >= IN_FLIGHT / 2)
            cd_version_ask(version, inputs, missing < room ? missing : room, detail, cd_clock());
        switch (cd_version_next(version, cd_clock(), &data, &size)) {
        case CD_EVENT_NONE:
            cd_client_wait(&version->client, 100);
            break;
        case CD_EVENT_FRAME:
            if (!take(user, data, size))
                return false;
            break;
        case CD_EVENT_ENDED:
            return false;
        case CD_EVENT_LOADED:
            break;
        }
    }
    return true;
}

// See drive.h.
#include "view/play/drive.h"

#include "view/system/interrupt.h"

#include <assert.h>
#include <time.h>

#define IN_FLIGHT 128     ///< frames that are asked for and have not come
#define WAIT_FOR_DATA 100 ///< milliseconds between two looks at a silent runner's health

double cd_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

cd_launch cd_launch_with_input(const cd_launch *base, const cd_inputs *inputs,
                               cd_input_step *storage) {
    cd_launch launch = *base;
    int given = base->load.setting_count, recorded;
    cd_inputs_step(inputs, 0, 1, CD_DETAIL_FULL, storage);
    given = given < CD_SETTINGS_MAX / 2 ? given : CD_SETTINGS_MAX / 2; // room for recorded ones
    recorded = storage->step.setting_count;
    recorded = recorded < CD_SETTINGS_MAX - given ? recorded : CD_SETTINGS_MAX - given;
    for (int i = recorded - 1; i >= 0; i--)
        storage->settings[given + i] = storage->settings[i];
    for (int i = 0; i < given; i++)
        storage->settings[i] = base->load.settings[i];
    launch.load.settings = storage->settings;
    launch.load.setting_count = given + recorded;
    launch.load.drag = storage->step.drag;
    launch.load.lines = storage->lines;
    launch.load.line_count = storage->step.line_count;
    launch.load.lenient = true;
    launch.load.detail = CD_DETAIL_FULL;
    return launch;
}

void cd_version_ask(cd_version *version, const cd_inputs *inputs, int most, cd_detail detail,
                    double now) {
    assert(most > 0);
    cd_input_step step;
    cd_inputs_step(inputs, version->requested + 1, most, detail, &step);
    cd_version_request(version, &step.step, now);
}

cd_version_event cd_version_listen(cd_version *version, double now, cd_frame_sink *take,
                                   void *user) {
    for (int n = 0; n < 2 * CD_CHUNK; n++) {
        const uint8_t *data;
        size_t size;
        const cd_version_event event = cd_version_next(version, now, &data, &size);
        if (event == CD_VERSION_IDLE || event == CD_VERSION_ENDED)
            return event;
        if (event == CD_VERSION_FRAME && !take(user, data, size))
            return event;
    }
    return CD_VERSION_IDLE;
}

/// Asks for frames until enough are on their way.
static void ask_for_more(cd_version *version, const cd_inputs *inputs, int to,
                         cd_detail_choice *choose, const void *user) {
    int room = IN_FLIGHT - (version->requested - version->received);
    if (version->loaded == NULL || room < IN_FLIGHT / 2)
        return;
    while (room > 0 && version->requested < to && version->error == NULL) {
        const int first = version->requested + 1, missing = to - version->requested;
        const int most = missing < room ? missing : room;
        const cd_detail detail = choose(user, first);
        int run = 1;
        while (run < most && choose(user, first + run) == detail)
            run++;
        cd_version_ask(version, inputs, run, detail, cd_clock());
        room = IN_FLIGHT - (version->requested - version->received);
    }
}

bool cd_version_drive(cd_version *version, const cd_inputs *inputs, int to,
                      cd_detail_choice *detail, cd_frame_sink *take, void *user) {
    while (version->received < to && cd_interrupt() == 0) {
        const uint8_t *data;
        size_t size;
        ask_for_more(version, inputs, to, detail, user);
        const cd_version_event event = cd_version_next(version, cd_clock(), &data, &size);
        if (event == CD_VERSION_ENDED || (event == CD_VERSION_FRAME && !take(user, data, size)))
            return false;
        if (event == CD_VERSION_IDLE)
            cd_runner_wait(&version->runner, WAIT_FOR_DATA);
    }
    return version->received >= to;
}

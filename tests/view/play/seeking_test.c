// Seeking in the recording of every scenario, also in one that was thinned out to nothing: a frame
// that is made again is the frame that was recorded, byte for byte. Nothing here depends on how
// fast it goes. This program is its own runner.
#include "cases.h"
#include "player_driver.h"

#include <dirent.h>

static int random_frame(int limit) { return rand() % limit; }

/// The number of frames to record: more than make a chunk, or a stride of pictures; fewer if frames
/// are large.
static int length_of(const cd_recording *recording) {
    return (40 + cases(100)) / (1 + (int)(recording->moments[0].bytes.size >> 15));
}

static int seeks(void) { return 2 + cases(5); }

// Returns how many of the frames sought had to be made again.
static int test_seeking(const char *path) {
    cd_player *whole = open_player(path, (size_t)256 << 20);
    cd_player *thin = open_player(path, 1);
    CHECK(reach(whole, 0) && reach(thin, 0));
    const int length = length_of(&whole->live->recording);
    CHECK(go_to(whole, length) && go_to(thin, length));
    CHECK(same(thin, &whole->live->recording));
    CHECK(complete(whole));
    int made_again = 0;
    for (int i = 0; i < seeks(); i++) {
        const int to = random_frame(length);
        made_again += cd_recording_detail(&thin->live->recording, to) != CD_DETAIL_FULL;
        CHECK(go_to(thin, to));
        CHECK(same(thin, &whole->live->recording));
        CHECK(thin->shown.hash == whole->live->recording.moments[to].hash);
    }
    CHECK(!thin->cannot_refill);
    const int frame = thin->frame - 10 > 0 ? thin->frame - 10 : 0;
    cd_player_step(thin, -10, now());
    CHECK(reach(thin, frame) && same(thin, &whole->live->recording));
    close_player(whole);
    close_player(thin);
    return made_again;
}

static void test_every_scenario(void) {
    DIR *dir = opendir("scripts");
    int count = 0, made_again = 0;
    for (struct dirent *e = NULL; dir != NULL && (e = readdir(dir)) != NULL;) {
        char path[CD_PATH_MAX];
        if (!cd_is_scenario_name(e->d_name))
            continue;
        snprintf(path, sizeof path, "scripts/%s", e->d_name);
        made_again += test_seeking(path);
        count++;
    }
    if (dir != NULL)
        closedir(dir);
    CHECK(count > 5 && made_again > seeks() / 2 * count);
}

int main(int argc, char **argv) {
    begin_main(argc, argv);
    test_every_scenario();
    return failures != 0;
}

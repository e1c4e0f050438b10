// The recording of a run: it thins out old frames, takes over those of another run of the same
// script, and knows the plots; a frame for which there is no memory comes again.
#include "check.h"
#include "faults.h"

#include "record/record.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/// Adds frame `number` of a run; the first of its two checks fails in every tenth frame.
static bool put(cd_recording *recording, int number, uint64_t hash, cd_detail detail, bool bytes) {
    static cd_check checks[] = {{.name = "c", .first_failure = -1, .message = ""},
                                {.name = "d", .first_failure = -1, .message = "", .passed = true}};
    static cd_drawing plot = {.kind = CD_DRAW_PLOT, .text = "height"};
    checks[0].passed = number % 10 != 0;
    plot.number = number;
    cd_message message = {.type = CD_MSG_FRAME};
    message.as.frame = (cd_frame){.frame = number,
                                  .detail = detail,
                                  .hash = hash,
                                  .figure = detail == CD_DETAIL_NONE ? 0 : hash + 1,
                                  .check_count = 2,
                                  .checks = checks,
                                  .drawing_count = detail == CD_DETAIL_FULL,
                                  .drawings = &plot};
    cd_bytes out = {0};
    cd_message_encode(&out, &message);
    const bool kept = !out.failed && cd_recording_put(recording, &message.as.frame,
                                                      bytes ? out.data : NULL, out.size);
    cd_bytes_free(&out);
    return kept;
}

static void test_recording(void) {
    cd_recording recording = {0};
    const int count = 5000;
    for (int i = 0; i < count; i++)
        CHECK(put(&recording, i, (uint64_t)i * 7, CD_DETAIL_FULL, true));
    const size_t whole = recording.memory;
    cd_arena arena = {0};
    cd_frame out;
    CHECK(recording.count == count && whole > 0 && recording.stride == 0);
    CHECK(cd_recording_frame(&recording, 4999, NULL, &arena, &out) && out.frame == 4999);
    CHECK(!cd_recording_frame(&recording, 5000, NULL, &arena, &out));
    CHECK(!cd_recording_frame(&recording, -1, NULL, &arena, &out));
    CHECK(!put(&recording, count + 1, 0, CD_DETAIL_FULL, true)); // leaves a gap
    CHECK(cd_recording_detail(&recording, -1) == CD_DETAIL_NONE &&
          cd_recording_detail(&recording, INT_MAX) == CD_DETAIL_NONE);
    CHECK(recording.plot_count == 1 && recording.plots[0].values[1234] == 1234);

    // After thinning out, pinned frames and the summary of every frame stay, which counts, too.
    const size_t kept = (size_t)recording.capacity * (sizeof(cd_moment) + sizeof(double));
    cd_recording_thin(&recording, whole + kept, 2000);
    CHECK(recording.memory == whole);
    cd_recording_thin(&recording, whole / 3 + kept, 2000);
    CHECK(recording.memory <= whole / 3 && recording.memory > whole / 8 && recording.stride > 1);
    int left = 0;
    for (int i = 0; i < count; i++) {
        left += recording.moments[i].detail == CD_DETAIL_FULL;
        CHECK(recording.moments[i].hash == (uint64_t)i * 7 &&
              recording.moments[i].failed == (i % 10 == 0));
        CHECK((recording.moments[i].bytes.size > 0) ==
              (cd_recording_detail(&recording, i) == CD_DETAIL_FULL));
        if (i < 2 || i >= count - 200 || (i > 1900 && i < 2100))
            CHECK(cd_recording_detail(&recording, i) == CD_DETAIL_FULL);
    }
    CHECK(left > 500 && left < count / 2);

    // A frame that is simulated again is taken if it is the same, and refused otherwise.
    int gone = 100;
    while (cd_recording_detail(&recording, gone) != CD_DETAIL_NONE)
        gone++;
    CHECK(!put(&recording, gone, 1, CD_DETAIL_FULL, true));
    CHECK(put(&recording, gone, (uint64_t)gone * 7, CD_DETAIL_NONE, true));
    CHECK(cd_recording_detail(&recording, gone) == CD_DETAIL_NONE);
    CHECK(!cd_recording_frame(&recording, gone, NULL, &arena, &out));
    CHECK(recording.moments[gone].figure == (uint64_t)gone * 7 + 1);
    CHECK(put(&recording, gone, (uint64_t)gone * 7, CD_DETAIL_FULL, true));
    CHECK(cd_recording_detail(&recording, gone) == CD_DETAIL_FULL);
    CHECK(put(&recording, 3, 21, CD_DETAIL_FULL, true));
    cd_recording_thin(&recording, 1, 3);
    CHECK(recording.memory < whole / 100 && cd_recording_detail(&recording, 3) == CD_DETAIL_FULL);

    // Another run of the same script takes over the frames that are equal.
    cd_recording other = {0};
    for (int i = 0; i < 10; i++)
        CHECK(put(&other, i, i < 4 ? (uint64_t)i * 7 : 99, CD_DETAIL_NONE, true));
    cd_recording_adopt(&other, &recording);
    CHECK(cd_recording_detail(&other, 3) == CD_DETAIL_FULL && other.moments[3].figure == 22);
    CHECK(cd_recording_detail(&other, 5) == CD_DETAIL_NONE && other.moments[5].figure == 0);
    CHECK(other.plot_count == 1 && other.plots[0].values[2] == 2 &&
          isnan(other.plots[0].values[5]));
    cd_recording longer = {0};
    for (int i = 0; i < 600; i++)
        CHECK(put(&longer, i, (uint64_t)i * 7, CD_DETAIL_NONE, true));
    longer.moments[2].figure = 5; // it is known already
    cd_recording_adopt(&longer, &other);
    CHECK(longer.moments[2].figure == 5 && longer.moments[3].figure == 22);
    CHECK(cd_recording_detail(&longer, 3) == CD_DETAIL_FULL);
    CHECK(longer.plot_count == 1 && longer.plots[0].values[2] == 2 &&
          isnan(longer.plots[0].values[12]));
    cd_recording_free(&longer);
    cd_recording_free(&other);
    cd_recording_free(&recording);
    cd_arena_free(&arena);
}

/// A plot knows the first frame whose number is not finite, whatever order its frames come in.
static void test_infinite_plots(void) {
    cd_recording recording = {0}, again = {0};
    cd_drawing drawing = {.kind = CD_DRAW_PLOT, .text = "energy", .unit = "J"};
    cd_frame frame = {.drawing_count = 1, .drawings = &drawing, .detail = CD_DETAIL_FULL};
    for (int i = 0; i < 9; i++) {
        drawing.number = i == 5 ? NAN : i == 7 ? INFINITY : i + 0.1;
        frame.frame = i;
        frame.drawing_count = i != 3;
        CHECK(cd_recording_put(&recording, &frame, NULL, 0));
        CHECK(cd_recording_put(&again, &(cd_frame){.frame = i}, NULL, 0));
    }
    const cd_plot *plot = cd_recording_plot(&recording, "energy", false);
    CHECK(plot != NULL && strcmp(plot->unit, "J") == 0 && plot->first_infinite == 5);
    CHECK(plot->values[8] == 8.1 && isnan(plot->values[3]) && plot->values[7] == INFINITY);
    CHECK(cd_recording_plot(&recording, "energ", false) == NULL && !recording.charted);
    cd_recording_adopt(&again, &recording);
    CHECK(again.plots[0].first_infinite == 5 && again.plots[0].values[8] == 8.1);
    drawing.kind = CD_DRAW_CHART;
    CHECK(cd_recording_put(&recording, &frame, NULL, 0) && recording.plot_count == 1);
    frame.frame = 9;
    CHECK(cd_recording_put(&recording, &frame, NULL, 0) && recording.charted);
    cd_recording_free(&again);
    cd_recording_free(&recording);
}

/// The first eight names get a plot each, which another recording takes over.
static void test_plots(void) {
    enum { NAMES = CD_PLOTS_MAX + 2 };
    static const char *const names[NAMES] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    cd_recording recordings[2] = {{0}, {0}};
    for (int which = 0; which < 2; which++) {
        cd_drawing plots[NAMES];
        for (int i = 0; i < NAMES;
             i++) // the other begins with those that the first has no room for
            plots[i] = (cd_drawing){.kind = CD_DRAW_PLOT,
                                    .text = names[which ? NAMES - 1 - i : i],
                                    .number = which ? NAMES - 1 - i : i};
        const cd_frame frame = {.drawing_count = NAMES, .drawings = plots};
        CHECK(cd_recording_put(&recordings[which], &frame, NULL, 0));
        CHECK(recordings[which].plot_count == CD_PLOTS_MAX);
        for (int i = 0; i < CD_PLOTS_MAX; i++) {
            const int number = which ? NAMES - 1 - i : i;
            CHECK(strcmp(recordings[which].plots[i].name, names[number]) == 0);
            CHECK(recordings[which].plots[i].values[0] == number);
        }
    }
    cd_recording_adopt(&recordings[0], &recordings[1]);
    CHECK(recordings[0].plot_count == CD_PLOTS_MAX);
    CHECK(strcmp(recordings[0].plots[0].name, "a") == 0);
    for (int which = 0; which < 2; which++)
        cd_recording_free(&recordings[which]);
}

/// A shape is found by its key, the likely index right or wrong or beyond the end.
static void test_shape_by_key(void) {
    cd_named_shape shapes[] = {{.key = "a"}, {.key = "b"}, {.key = "c"}};
    const cd_frame frame = {.shape_count = 3, .shapes = shapes};
    for (int likely = 0; likely < 5; likely++) {
        CHECK(cd_frame_shape(&frame, "b", likely) == &shapes[1]);
        CHECK(cd_frame_shape(&frame, "d", likely) == NULL);
    }
}

#ifdef HAVE_FAULTS
/// A frame for which there is no memory is not kept, and is when it comes again; a plot may lack.
static void test_recording_without_memory(void) {
    int refused = 0;
    for (int at = 0; at < 24; at++) {
        cd_recording recording = {0}, from = {0};
        cd_arena arena = {0};
        cd_frame out;
        for (int i = 0; i < 600; i++) {
            if (i == (at < 12 ? 0 : 256)) // where the first is made, and there is no room for more
                let_fail(ALLOCATIONS, 1 + at % 12, ENOMEM);
            if (!put(&recording, i, (uint64_t)i, CD_DETAIL_FULL, true)) {
                CHECK(recording.count == i);
                refused++;
                CHECK(put(&recording, i, (uint64_t)i, CD_DETAIL_FULL, true));
            }
        }
        CHECK(has_failed());
        CHECK(recording.count == 600 && recording.plot_count == 1);
        for (int i = 0; i < 600; i++) {
            cd_arena_free(&arena);
            CHECK(cd_recording_frame(&recording, i, NULL, &arena, &out) && out.frame == i);
            CHECK(recording.plots[0].values[i] == i || i == 0);
            CHECK(put(&from, i, (uint64_t)i, CD_DETAIL_NONE, false));
        }
        cd_arena_free(&arena);
        let_fail(ALLOCATIONS, 1, ENOMEM);
        CHECK(!cd_recording_frame(&recording, at, NULL, &arena, &out) && has_failed());
        CHECK(cd_recording_frame(&recording, at, NULL, &arena, &out) && out.frame == at);
        let_fail(ALLOCATIONS, 1, ENOMEM);
        cd_recording_adopt(&from, &recording); // without the plot
        CHECK(has_failed() && from.plot_count == 0);
        CHECK(cd_recording_detail(&from, 599) == CD_DETAIL_FULL);
        cd_arena_free(&arena);
        cd_recording_free(&from);
        cd_recording_free(&recording);
    }
    CHECK(refused > 8);
}
#endif

int main(void) {
    test_recording();
    test_plots();
    test_infinite_plots();
    test_shape_by_key();
#ifdef HAVE_FAULTS
    test_recording_without_memory();
#endif
    return failures != 0;
}

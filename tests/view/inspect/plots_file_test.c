// The file of the plots: a row for each frame, numbers that read back the same, quotes in names.
#include "check.h"

#include "view/inspect/plots_file.h"

#include <math.h>
#include <string.h>

int main(void) {
    static const char expected[] = "frame,time,\"a \"\"b\"\", c (m/\"\"s)\",\"d\"\n"
                                   "0,0,0.1,\n"
                                   "1,0.5,,inf\n"
                                   "2,1,-1e+300,0.30000000000000004\n";
    const double numbers[][2] = {{0.1, NAN}, {NAN, INFINITY}, {-1e300, 0.1 + 0.2}};
    cd_recording recording = {0};
    cd_bytes text = {0};
    for (int i = 0; i < 3; i++) {
        cd_drawing plots[] = {
            {.kind = CD_DRAW_PLOT, .text = "a \"b\", c", .unit = "m/\"s", .number = numbers[i][0]},
            {.kind = CD_DRAW_PLOT, .text = "d", .number = numbers[i][1]}};
        const cd_frame frame = {.frame = i, .drawing_count = 2, .drawings = plots};
        CHECK(cd_recording_put(&recording, &frame, NULL, 0));
    }
    cd_plots_print(&recording, 0.5, &text);
    CHECK(text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0);
    CHECK(cd_plots_save(&recording, 0.5, "/nowhere/at/all.csv") != NULL);
    cd_bytes_free(&text);
    cd_recording_free(&recording);
    return failures != 0;
}

// See plots_file.h.
#include "view/inspect/plots_file.h"

#include "record/new_file.h"
#include "view/inspect/describe.h"

#include <math.h>

/// Prints a name in quotes, with those in it doubled.
static void print_title(cd_bytes *out, const cd_plot *plot) {
    cd_bytes_print(out, ",\"");
    for (const char *c = plot->name; *c != '\0'; c++)
        cd_bytes_print(out, *c == '"' ? "\"\"" : "%c", *c);
    for (const char *c = plot->unit; *c != '\0'; c++)
        cd_bytes_print(out, "%s%s%c", c == plot->unit ? " (" : "", *c == '"' ? "\"" : "", *c);
    cd_bytes_print(out, plot->unit[0] != '\0' ? ")\"" : "\"");
}

void cd_plots_print(const cd_recording *recording, double dt, cd_bytes *out) {
    char number[32];
    cd_bytes_print(out, "frame,time");
    for (int i = 0; i < recording->plot_count; i++)
        print_title(out, &recording->plots[i]);
    cd_bytes_print(out, "\n");
    for (int frame = 0; frame < recording->count && !out->failed; frame++) {
        cd_number_text(frame * dt, number);
        cd_bytes_print(out, "%d,%s", frame, number);
        for (int i = 0; i < recording->plot_count; i++) {
            const double value = recording->plots[i].values[frame];
            cd_number_text(value, number);
            cd_bytes_print(out, ",%s", isnan(value) ? "" : number);
        }
        cd_bytes_print(out, "\n");
    }
}

const char *cd_plots_save(const cd_recording *recording, double dt, const char *path) {
    cd_bytes text = {0};
    cd_plots_print(recording, dt, &text);
    const char *why = text.failed ? "out of memory" : cd_new_file_write(path, &text);
    cd_bytes_free(&text);
    return why;
}

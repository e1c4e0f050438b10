// Plots as a file of numbers.
#ifndef VIEW_INSPECT_PLOTS_FILE_H
#define VIEW_INSPECT_PLOTS_FILE_H

#include "record/recording.h"

/// Appends the plots of a run as CSV: frame, time and a column for each plot, with its unit in
/// brackets. A row for each frame. A cell is empty where there is no number, or none that is known.
void cd_plots_print(const cd_recording *recording, double dt, cd_bytes *out);
/// Writes that into a file. Returns NULL, or why not.
const char *cd_plots_save(const cd_recording *recording, double dt, const char *path);

#endif

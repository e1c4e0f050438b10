// A video in the making: pictures go in, a file or a folder of numbered pictures comes out.
//
// A thread hands them to ffmpeg, a child process that reads raw pictures from a pipe, or writes
// them as PNG if there is no ffmpeg. So nobody waits for an encoder, and no picture is lost: the
// queue holds some, and its users ask for room before they make one.
#ifndef VIEW_APP_FILM_H
#define VIEW_APP_FILM_H

#include "view/raster/canvas.h"

#include <stddef.h>

typedef struct cd_film cd_film;

/// How many frames pass from picture to picture, in a run with `rate` frames a second; and how many
/// pictures that makes a second. A GIF has at most 50, other kinds 60.
int cd_film_stride(const char *path, double rate);
double cd_film_rate(const char *path, double rate);

/// Begins path.gif, path.mp4 or path.webm; with any other ending, or without ffmpeg, a folder.
/// `pictures`: how many will come; 0: unknown. NULL: `said` tells why not; else `said` is "", or
/// tells in one line that it is a folder after all.
cd_film *cd_film_start(const char *path, int width, int height, double rate, int pictures,
                       char *said, size_t size);
/// Whether cd_film_add would return at once.
bool cd_film_ready(cd_film *film);
/// Adds a picture; waits for room. False: it has another size, or the film has failed.
bool cd_film_add(cd_film *film, const cd_canvas *canvas);
/// Says that no more pictures come.
void cd_film_end(cd_film *film);
/// Whether everything is written, or has failed.
bool cd_film_done(cd_film *film);
/// Ends, waits until it is done and frees it. True: `said` is the path that was written; false: why
/// not, in one line. *pictures: how many were written.
bool cd_film_finish(cd_film *film, char *said, size_t size, int *pictures);

#endif

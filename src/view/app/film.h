// A video in the making: pictures go in, a file or a folder of numbered pictures comes out.
//
// A thread of its own hands them to ffmpeg, a child process that reads raw pictures from a pipe, or
// writes them as PNG where there is none; so nobody waits for an encoder, and no picture is lost:
// there is room for some, and whoever makes them asks first whether there is.
#ifndef VIEW_APP_FILM_H
#define VIEW_APP_FILM_H

#include "view/raster/canvas.h"

#include <stddef.h>

typedef struct cd_film cd_film;

/// How many frames a picture stands for, and pictures a second: those of a run in which `rate`
/// frames pass in a second. GIF counts in hundredths of a second and knows no 60 Hz.
int cd_film_stride(const char *path, double rate);
double cd_film_rate(const char *path, double rate);

/// `pictures`: how many will come, 0: nobody knows.
/// Begins path.gif, path.mp4 or path.webm; with any other ending, or without ffmpeg, a folder.
/// NULL: `said` tells why not; else it may tell in one line that it is a folder after all, or is
/// "".
cd_film *cd_film_start(const char *path, int width, int height, double rate, int pictures,
                       char *said, size_t size);
/// Whether there is room for a picture, or there will never be one.
bool cd_film_ready(cd_film *film);
/// Adds a picture; waits where there is no room. False: it is of another size, or it has failed.
bool cd_film_add(cd_film *film, const cd_canvas *canvas);
/// No more pictures come.
void cd_film_end(cd_film *film);
/// Whether all is written, or has failed.
bool cd_film_done(cd_film *film);
/// Waits for the end and frees it. True: `said` is the path that was written; false: why not, in
/// one line. *pictures: how many.
bool cd_film_finish(cd_film *film, char *said, size_t size, int *pictures);

#endif

// See film.h. The queue is a ring of copied pictures under one lock; the thread sleeps while it is
// empty. What ffmpeg writes to standard error says why it failed.
#include "view/app/film.h"

#include "record/allocate.h"
#include "record/new_file.h"
#include "view/raster/picture.h"
#include "view/system/child_process.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define QUEUE_BYTES ((size_t)128 << 20) ///< of pictures in the queue
#define QUEUE_MAX 32                    ///< pictures in it
#define PALETTE_BYTES 1.5e9             ///< of pictures that ffmpeg may keep to choose one palette
#define PATIENCE 60000                  ///< milliseconds that an encoder may stand still
#define FAILED_PATIENCE 300             ///< and that one which has failed may take to exit
#define GIF_RATE_MAX 50 ///< pictures a second: a GIF counts in 1/100 s, and viewers want 2
#define RATE_MAX 60     ///< of the other kinds
#define ROUNDING 1e-9   ///< relative: 1 / (1 / 60) is 60 pictures a second
#define STRIDE_MAX 1e6  ///< frames, so that it fits an int

typedef enum film_kind { FILM_GIF, FILM_MP4, FILM_WEBM, FILM_FOLDER } film_kind;

struct cd_film {
    film_kind kind;
    char path[1024]; ///< of the file or folder
    char part[1032]; ///< the file that ffmpeg writes; it is renamed to `path` when it is whole
    int width, height;
    unsigned allocations_failed; ///< before the first picture
    bool one_palette;            ///< for the whole GIF
    cd_child_process ffmpeg;
    pthread_t thread;
    pthread_mutex_t lock;   ///< of all below
    pthread_cond_t changed; ///< a picture has come or gone, or one of the flags was set
    uint32_t *pictures[QUEUE_MAX];
    int room, first, count; ///< of the ring: picture i is pictures[(first + i) % room]
    bool ended;             ///< no more pictures come
    bool incomplete;        ///< memory has run out, so a picture may lack parts or be missing
    bool done, failed;      ///< the thread has finished
    int written;
    char why[400]; ///< it failed
};

// ---------------------------------------------------------------------------------------- kinds

static film_kind kind_of(const char *path) {
    static const char *const endings[] = {".gif", ".mp4", ".webm"};
    const char *dot = strrchr(path, '.');
    for (int i = 0; i < 3; i++)
        if (dot != NULL && dot > path && strcasecmp(dot, endings[i]) == 0)
            return (film_kind)i;
    return FILM_FOLDER;
}

int cd_film_stride(const char *path, double rate) {
    const double most = kind_of(path) == FILM_GIF ? GIF_RATE_MAX : RATE_MAX;
    return rate > most ? (int)fmin(ceil(rate / most - ROUNDING), STRIDE_MAX) : 1;
}

double cd_film_rate(const char *path, double rate) { return rate / cd_film_stride(path, rate); }

// ---------------------------------------------------------------------------------------- ffmpeg

/// Starts ffmpeg, which reads raw pictures from its standard input; 0 or an errno, ENOENT where it
/// is not installed. One palette for a whole GIF makes it small, but until it is known ffmpeg keeps
/// all pictures; where they are too many, each picture gets a palette of its own.
static int start_ffmpeg(cd_film *film, double rate) {
    static const char one_palette[] =
        "-filter_complex split[a][b];[a]palettegen=stats_mode=full[p];"
        "[b][p]paletteuse=dither=none:diff_mode=rectangle -f gif";
    static const char *const encoders[] = {
        [FILM_GIF] = "-filter_complex split[a][b];[a]palettegen=stats_mode=single[p];"
                     "[b][p]paletteuse=new=1:dither=none -f gif",
        [FILM_MP4] = "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset veryfast -crf 18 "
                     "-pix_fmt yuv420p -movflags +faststart -f mp4",
        [FILM_WEBM] = "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libvpx-vp9 -crf 30 -b:v 0 "
                      "-deadline realtime -cpu-used 6 -row-mt 1 -pix_fmt yuv420p -f webm",
    };
    char command[512], out[1100], *rest = NULL;
    const char *arguments[48];
    int count = 0;
    const bool gif = film->kind == FILM_GIF;
    snprintf(film->part, sizeof film->part, "%s.part", film->path);
    snprintf(out, sizeof out, "file:%s", film->part); // so that no name is an option or a protocol
    snprintf(command, sizeof command,
             "ffmpeg -hide_banner -loglevel error -nostdin -y -f rawvideo -pix_fmt bgra -s %dx%d "
             "-r %.6f -i pipe:0 %s",
             film->width, film->height, rate,
             gif && film->one_palette ? one_palette : encoders[film->kind]);
    for (char *word = strtok_r(command, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count++] = out;
    arguments[count] = NULL;
    return cd_child_process_start(&film->ffmpeg, "ffmpeg", arguments, true);
}

/// Writes to ffmpeg, waiting for room in the pipe; false where it has gone or stands still.
static bool send_picture(const cd_film *film, const uint8_t *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(film->ffmpeg.input, data, size);
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (poll(&(struct pollfd){film->ffmpeg.input, POLLOUT, 0}, 1, PATIENCE) == 0)
                return false;
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

/// Lets ffmpeg finish its file, or ends it where `good` is false. Returns whether the file is
/// whole.
static bool finish_ffmpeg(cd_film *film, bool good, char *why, size_t size) {
    char fate[128], said[300];
    const bool exited_well =
        cd_child_process_end(&film->ffmpeg, good ? PATIENCE : FAILED_PATIENCE, fate, sizeof fate);
    const ssize_t n = read(film->ffmpeg.errors, said, sizeof said - 1);
    said[n > 0 ? n : 0] = '\0';
    said[strcspn(said, "\r\n")] = '\0'; // the first line
    cd_child_process_close(&film->ffmpeg);
    if (said[0] != '\0')
        snprintf(why, size, "ffmpeg: %s", said);
    else
        snprintf(why, size, "ffmpeg %s", fate);
    // It may exit well though it could not write everything: then it has said so.
    return good && exited_well && said[0] == '\0';
}

// ---------------------------------------------------------------------------------------- thread

/// Writes a picture where the film goes; on failure `why` says so, or ffmpeg will.
static bool write_picture(cd_film *film, uint32_t *pixels, char *why, size_t size) {
    if (film->kind != FILM_FOLDER)
        return send_picture(film, (const uint8_t *)pixels,
                            (size_t)film->width * (size_t)film->height * sizeof *pixels);
    char name[1100];
    snprintf(name, sizeof name, "%s/%05d.png", film->path, film->written);
    const cd_canvas canvas = cd_canvas_over(pixels, film->width, film->height, film->width);
    const char *error = cd_picture_save(&canvas, name);
    if (error != NULL)
        snprintf(why, size, "%.300s", error);
    return error == NULL;
}

/// The thread: writes the pictures of the queue until the film has ended or failed.
static void *write_pictures(void *argument) {
    cd_film *film = argument;
    char why[sizeof film->why] = "";
    bool good = true;
    pthread_mutex_lock(&film->lock);
    for (;;) {
        while (film->count == 0 && !film->ended)
            pthread_cond_wait(&film->changed, &film->lock);
        if (film->count == 0 || !good)
            break;
        uint32_t *pixels = film->pictures[film->first];
        pthread_mutex_unlock(&film->lock);
        good = write_picture(film, pixels, why, sizeof why);
        pthread_mutex_lock(&film->lock);
        film->first = (film->first + 1) % film->room;
        film->count--;
        film->written += good;
        if (!good)
            break;
        pthread_cond_broadcast(&film->changed);
    }
    const bool incomplete = film->incomplete;
    pthread_mutex_unlock(&film->lock);
    good = good && !incomplete;
    if (film->kind != FILM_FOLDER) {
        good = finish_ffmpeg(film, good, why, sizeof why);
        const char *misplaced = good ? cd_new_file_place(film->part, film->path) : NULL;
        if (misplaced != NULL) {
            snprintf(why, sizeof why, "%s", misplaced);
            good = false;
        }
        if (!good)
            unlink(film->part);
    }
    if (incomplete)
        strcpy(why, "out of memory");
    pthread_mutex_lock(&film->lock);
    strcpy(film->why, why);
    film->failed = !good;
    film->done = true;
    pthread_cond_broadcast(&film->changed);
    pthread_mutex_unlock(&film->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------- life

static void discard(cd_film *film) {
    for (int i = 0; i < film->room; i++)
        free(film->pictures[i]);
    cd_child_process_close(&film->ffmpeg);
    pthread_cond_destroy(&film->changed);
    pthread_mutex_destroy(&film->lock);
    free(film);
}

/// Makes the folder for pictures, named as the file without its ending. Returns NULL, or why not.
static const char *make_folder(cd_film *film) {
    size_t length = strlen(film->path);
    if (film->kind != FILM_FOLDER)
        length = (size_t)(strrchr(film->path, '.') - film->path);
    while (length > 1 && film->path[length - 1] == '/')
        length--;
    film->path[length] = '\0';
    film->kind = FILM_FOLDER;
    struct stat s;
    if (mkdir(film->path, 0777) == 0 ||
        (errno == EEXIST && stat(film->path, &s) == 0 && S_ISDIR(s.st_mode)))
        return NULL;
    return strerror(errno);
}

/// Allocates the ring; false without memory.
static bool make_room(cd_film *film) {
    const size_t size = (size_t)film->width * (size_t)film->height * sizeof(uint32_t);
    const size_t room = QUEUE_BYTES / size;
    film->room = room < 2 ? 2 : room > QUEUE_MAX ? QUEUE_MAX : (int)room;
    for (int i = 0; i < film->room; i++)
        if ((film->pictures[i] = cd_allocate(size)) == NULL)
            return false;
    return true;
}

cd_film *cd_film_start(const char *path, int width, int height, double rate, int pictures,
                       char *said, size_t size) {
    assert(width > 0 && height > 0 && rate > 0);
    cd_film *film = cd_allocate_zeroed(sizeof *film);
    said[0] = '\0';
    if (film == NULL || strlen(path) >= sizeof film->path) {
        snprintf(said, size, "%s", film == NULL ? "out of memory" : "the name is too long");
        free(film);
        return NULL;
    }
    *film =
        (cd_film){.kind = kind_of(path), .width = width, .height = height, .ffmpeg = CD_NO_CHILD};
    strcpy(film->path, path);
    film->one_palette = pictures > 0 && 4.0 * width * height * pictures < PALETTE_BYTES;
    pthread_mutex_init(&film->lock, NULL);
    pthread_cond_init(&film->changed, NULL);
    const char *why = NULL;
    if (!make_room(film)) {
        why = "out of memory";
    } else if (film->kind == FILM_FOLDER) {
        why = make_folder(film);
    } else {
        const int error = start_ffmpeg(film, rate);
        if (error == ENOENT) {
            why = make_folder(film);
            snprintf(said, size, "there is no ffmpeg; numbered pictures go to %s/", film->path);
        } else if (error != 0) {
            why = strerror(error);
        }
    }
    film->allocations_failed = cd_allocations_failed();
    if (why == NULL && pthread_create(&film->thread, NULL, write_pictures, film) == 0)
        return film;
    snprintf(said, size, "%s", why != NULL ? why : "no thread can be started");
    if (film->ffmpeg.pid > 0)
        (void)finish_ffmpeg(film, false, film->why, sizeof film->why);
    discard(film);
    return NULL;
}

bool cd_film_ready(cd_film *film) {
    pthread_mutex_lock(&film->lock);
    const bool ready = film->count < film->room || film->done;
    pthread_mutex_unlock(&film->lock);
    return ready;
}

/// Notes, under the lock, whether memory has run out since the video was begun.
static void note_memory(cd_film *film) {
    film->incomplete = film->incomplete || cd_allocations_failed() != film->allocations_failed;
}

bool cd_film_add(cd_film *film, const cd_canvas *canvas) {
    if (canvas->width != film->width || canvas->height != film->height)
        return false;
    pthread_mutex_lock(&film->lock);
    while (film->count == film->room && !film->done)
        pthread_cond_wait(&film->changed, &film->lock);
    note_memory(film);
    const bool good = !film->done && !film->incomplete;
    uint32_t *to = film->pictures[(film->first + film->count) % film->room];
    pthread_mutex_unlock(&film->lock); // the thread does not touch what lies behind the last one
    if (!good)
        return false;
    for (int y = 0; y < film->height; y++)
        memcpy(to + (size_t)y * (size_t)film->width,
               canvas->pixels + (size_t)y * (size_t)canvas->pitch,
               (size_t)film->width * sizeof *to);
    pthread_mutex_lock(&film->lock);
    film->count++;
    pthread_cond_broadcast(&film->changed);
    pthread_mutex_unlock(&film->lock);
    return true;
}

void cd_film_end(cd_film *film) {
    pthread_mutex_lock(&film->lock);
    note_memory(film); // a last picture may not have been made at all
    film->ended = true;
    pthread_cond_broadcast(&film->changed);
    pthread_mutex_unlock(&film->lock);
}

bool cd_film_done(cd_film *film) {
    pthread_mutex_lock(&film->lock);
    const bool done = film->done;
    pthread_mutex_unlock(&film->lock);
    return done;
}

bool cd_film_finish(cd_film *film, char *said, size_t size, int *pictures) {
    cd_film_end(film);
    pthread_join(film->thread, NULL);
    const bool good = !film->failed;
    *pictures = film->written;
    snprintf(said, size, "%s%s", good ? film->path : film->why,
             good && film->kind == FILM_FOLDER ? "/" : "");
    discard(film);
    return good;
}

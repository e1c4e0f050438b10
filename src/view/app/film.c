// See film.h. The queue is a ring of copied pictures under one lock; the thread sleeps while it is
// empty. ffmpeg's standard error is kept for the line that tells what went wrong.
#include "view/app/film.h"

#include "view/play/child_process.h"
#include "view/raster/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUEUE_BYTES ((size_t)128 << 20)
#define QUEUE_MAX 32
#define PALETTE_BYTES 1.5e9 ///< of pictures that ffmpeg may keep for their palette
#define PATIENCE 60000      ///< milliseconds that an encoder may stand still

typedef enum film_kind { FILM_GIF, FILM_MP4, FILM_WEBM, FILM_FOLDER } film_kind;

struct cd_film {
    film_kind kind;
    char path[1024]; ///< of the file or folder
    char part[1032]; ///< where ffmpeg writes: it gets the name of the file when it is whole
    int width, height;
    pid_t pid;
    int to, from; ///< ffmpeg's input, what it says
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t news; ///< something has come or gone
    uint32_t *pictures[QUEUE_MAX];
    int room, first, count; ///< of the ring
    bool one_palette;
    bool ended, failed, done;
    int written;
    char why[400];
};

// ---------------------------------------------------------------------------------------- kinds

static film_kind kind_of(const char *path) {
    static const char *const endings[] = {".gif", ".mp4", ".webm"};
    const size_t length = strlen(path);
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(endings[i]);
        if (length > n && strcmp(path + length - n, endings[i]) == 0)
            return (film_kind)i;
    }
    return FILM_FOLDER;
}

int cd_film_stride(const char *path, double rate) {
    const double most = kind_of(path) == FILM_GIF ? 50 : 60;
    return rate > most ? (int)fmin(ceil(rate / most - 1e-9), 1e6) : 1;
}

double cd_film_rate(const char *path, double rate) { return rate / cd_film_stride(path, rate); }

// ---------------------------------------------------------------------------------------- ffmpeg

/// Whether the program is somewhere in PATH.
static bool there_is(const char *program) {
    char name[1024];
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        const int length = (int)strcspn(path, ":");
        snprintf(name, sizeof name, "%.*s/%s", length, path, program);
        struct stat s;
        if (stat(name, &s) == 0 && S_ISREG(s.st_mode) && access(name, X_OK) == 0)
            return true;
        path += length;
        path += *path == ':';
    }
    return false;
}

/// Its arguments: raw pictures from standard input. One palette for a whole GIF makes it small, but
/// ffmpeg keeps all pictures until it is known; where they are too many, each gets one of its own.
static int list_arguments(const cd_film *film, const char *size, const char *rate, const char *out,
                          const char **list) {
    const char *const gif[] = {"-filter_complex",
                               film->one_palette
                                   ? "split[a][b];[a]palettegen=stats_mode=full[p];"
                                     "[b][p]paletteuse=dither=none:diff_mode=rectangle"
                                   : "split[a][b];[a]palettegen=stats_mode=single[p];"
                                     "[b][p]paletteuse=new=1:dither=none",
                               "-f", "gif", NULL};
    static const char *const even = "pad=ceil(iw/2)*2:ceil(ih/2)*2";
    const char *const mp4[] = {"-vf",       even,         "-c:v", "libx264",  "-preset",
                               "veryfast",  "-crf",       "18",   "-pix_fmt", "yuv420p",
                               "-movflags", "+faststart", "-f",   "mp4",      NULL};
    const char *const webm[] = {"-vf",       even,   "-c:v",    "libvpx-vp9", "-crf",
                                "30",        "-b:v", "0",       "-deadline",  "realtime",
                                "-cpu-used", "6",    "-row-mt", "1",          "-pix_fmt",
                                "yuv420p",   "-f",   "webm",    NULL};
    const char *const *const own[] = {gif, mp4, webm};
    const char *const common[] = {"ffmpeg", "-hide_banner", "-loglevel", "error",  "-nostdin", "-y",
                                  "-f",     "rawvideo",     "-pix_fmt",  "bgra",   "-s",       size,
                                  "-r",     rate,           "-i",        "pipe:0", NULL};
    int count = 0;
    for (int i = 0; common[i] != NULL; i++)
        list[count++] = common[i];
    for (int i = 0; own[film->kind][i] != NULL; i++)
        list[count++] = own[film->kind][i];
    list[count++] = out;
    list[count] = NULL;
    return count;
}

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/// Starts it with pipes at standard input and error; 0, or errno.
static int spawn(cd_film *film, double rate) {
    char size[32], fps[32], out[1100];
    snprintf(film->part, sizeof film->part, "%s.part", film->path);
    const char *arguments[48];
    snprintf(size, sizeof size, "%dx%d", film->width, film->height);
    snprintf(fps, sizeof fps, "%.6f", rate);
    snprintf(out, sizeof out, "file:%s", film->part); // no option, no protocol, whatever its name
    list_arguments(film, size, fps, out, arguments);
    cd_child child;
    int error = cd_child_start(&child, "ffmpeg", arguments, 2);
    film->pid = child.pid;
    film->to = child.to;
    film->from = child.from;
    return error;
}

/// Waits for room in the pipe; an encoder that stands still for too long has failed.
static bool feed(const cd_film *film, const uint8_t *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(film->to, data, size);
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (poll(&(struct pollfd){film->to, POLLOUT, 0}, 1, PATIENCE) == 0)
                return false;
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

/// The first line of what it has said on standard error.
static void hear(const cd_film *film, char *out, size_t size) {
    const ssize_t n = read(film->from, out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    out[strcspn(out, "\r\n")] = '\0';
}

/// Lets it finish, or ends it where it has failed; true where it has written its file.
static bool wait_for(cd_film *film, bool good, char *why, size_t size) {
    int status = 0;
    close_end(&film->to);
    pid_t got = 0;
    for (int waited = 0; got == 0 && waited < PATIENCE && (good || waited < 300); waited += 10) {
        got = waitpid(film->pid, &status, WNOHANG);
        if (got == 0)
            poll(NULL, 0, 10);
    }
    if (got == 0) {
        kill(film->pid, SIGKILL);
        while (waitpid(film->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    char said[300];
    hear(film, said, sizeof said);
    close_end(&film->from);
    // It may end well though it has not been able to write all: then it has said so.
    if (good && WIFEXITED(status) && WEXITSTATUS(status) == 0 && said[0] == '\0')
        return true;
    if (said[0] != '\0')
        snprintf(why, size, "ffmpeg: %s", said);
    else if (WIFSIGNALED(status) && got != 0)
        snprintf(why, size, "ffmpeg was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (got == 0)
        snprintf(why, size, "ffmpeg did not answer");
    else
        snprintf(why, size, "ffmpeg ended with status %d", WEXITSTATUS(status));
    return false;
}

// ---------------------------------------------------------------------------------------- thread

static bool write_picture(cd_film *film, uint32_t *pixels, char *why, size_t size) {
    if (film->kind != FILM_FOLDER)
        return feed(film, (const uint8_t *)pixels,
                    (size_t)film->width * (size_t)film->height * sizeof *pixels);
    char name[1100];
    snprintf(name, sizeof name, "%s/%05d.png", film->path, film->written);
    const cd_canvas canvas = cd_canvas_over(pixels, film->width, film->height, film->width);
    const char *error = cd_picture_save(&canvas, name);
    if (error != NULL)
        snprintf(why, size, "%.300s", error);
    return error == NULL;
}

static void *work(void *argument) {
    cd_film *film = argument;
    char why[sizeof film->why] = "";
    bool good = true;
    pthread_mutex_lock(&film->lock);
    for (;;) {
        while (film->count == 0 && !film->ended)
            pthread_cond_wait(&film->news, &film->lock);
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
        pthread_cond_broadcast(&film->news);
    }
    pthread_mutex_unlock(&film->lock);
    if (film->kind != FILM_FOLDER) {
        good = wait_for(film, good, why, sizeof why);
        if (good && rename(film->part, film->path) != 0) {
            snprintf(why, sizeof why, "%s", strerror(errno));
            good = false;
        }
        if (!good)
            unlink(film->part);
    }
    pthread_mutex_lock(&film->lock);
    strcpy(film->why, why);
    film->failed = !good;
    film->done = true;
    pthread_cond_broadcast(&film->news);
    pthread_mutex_unlock(&film->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------- life

static void discard(cd_film *film) {
    for (int i = 0; i < film->room; i++)
        free(film->pictures[i]);
    close_end(&film->to);
    close_end(&film->from);
    pthread_cond_destroy(&film->news);
    pthread_mutex_destroy(&film->lock);
    free(film);
}

/// The folder for pictures, named as the file would be but for its ending; NULL, or why not.
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

static bool make_room(cd_film *film) {
    const size_t size = (size_t)film->width * (size_t)film->height * sizeof(uint32_t);
    const size_t room = QUEUE_BYTES / size;
    film->room = room < 2 ? 2 : room > QUEUE_MAX ? QUEUE_MAX : (int)room;
    for (int i = 0; i < film->room; i++)
        if ((film->pictures[i] = malloc(size)) == NULL)
            return false;
    return true;
}

cd_film *cd_film_start(const char *path, int width, int height, double rate, int pictures,
                       char *said, size_t size) {
    cd_film *film = calloc(1, sizeof *film);
    said[0] = '\0';
    if (film == NULL || strlen(path) >= sizeof film->path) {
        snprintf(said, size, "%s", film == NULL ? "out of memory" : "the name is too long");
        free(film);
        return NULL;
    }
    *film =
        (cd_film){.kind = kind_of(path), .width = width, .height = height, .to = -1, .from = -1};
    strcpy(film->path, path);
    film->one_palette = pictures > 0 && 4.0 * width * height * pictures < PALETTE_BYTES;
    pthread_mutex_init(&film->lock, NULL);
    pthread_cond_init(&film->news, NULL);
    const char *why = NULL;
    if (!make_room(film)) {
        why = "out of memory";
    } else if (film->kind == FILM_FOLDER) {
        why = make_folder(film);
    } else if (!there_is("ffmpeg")) {
        why = make_folder(film);
        snprintf(said, size, "there is no ffmpeg; numbered pictures go to %s/", film->path);
    } else {
        const int error = spawn(film, rate);
        why = error != 0 ? strerror(error) : NULL;
    }
    if (why == NULL && pthread_create(&film->thread, NULL, work, film) == 0)
        return film;
    snprintf(said, size, "%s", why != NULL ? why : "no thread can be started");
    if (film->pid > 0)
        (void)wait_for(film, false, film->why, sizeof film->why);
    discard(film);
    return NULL;
}

bool cd_film_ready(cd_film *film) {
    pthread_mutex_lock(&film->lock);
    const bool ready = film->count < film->room || film->done;
    pthread_mutex_unlock(&film->lock);
    return ready;
}

bool cd_film_add(cd_film *film, const cd_canvas *canvas) {
    if (canvas->width != film->width || canvas->height != film->height)
        return false;
    pthread_mutex_lock(&film->lock);
    while (film->count == film->room && !film->done)
        pthread_cond_wait(&film->news, &film->lock);
    const bool good = !film->done;
    uint32_t *to = film->pictures[(film->first + film->count) % film->room];
    pthread_mutex_unlock(&film->lock); // only the adder touches what lies beyond the last
    if (!good)
        return false;
    for (int y = 0; y < film->height; y++)
        memcpy(to + (size_t)y * (size_t)film->width,
               canvas->pixels + (size_t)y * (size_t)canvas->pitch,
               (size_t)film->width * sizeof *to);
    pthread_mutex_lock(&film->lock);
    film->count++;
    pthread_cond_broadcast(&film->news);
    pthread_mutex_unlock(&film->lock);
    return true;
}

void cd_film_end(cd_film *film) {
    pthread_mutex_lock(&film->lock);
    film->ended = true;
    pthread_cond_broadcast(&film->news);
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

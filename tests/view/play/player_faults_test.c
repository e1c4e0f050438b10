// Faults of files and processes, with real runners: whatever becomes of a script or of what it
// requires, the last good version plays on, and the next good one that is saved replaces it. A
// runner that is killed or stopped, also the spare one, is noticed, and leaves no zombie. This
// program is its own runner.
#include "player_driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#define PATIENCE 30.0 ///< seconds, generous: on an idle machine all comes within one

static char folder[64], script[80], module[80], aside[80], other[80];
static int version;

// ------------------------------------------------------------------------------------------- files

static void write_bytes(const char *path, const void *bytes, size_t size) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size || close(fd) != 0)
        exit(2);
}

/// Whatever lies there is gone.
static void clear(const char *path) {
    (void)chmod(path, 0700);
    if (unlink(path) != 0)
        (void)rmdir(path);
}

static void good_text(char out[512]) {
    snprintf(out, 512,
             "local part = require 'part'\n"
             "return { title = 'good %d', load = function() return { n = part } end,\n"
             "update = function(s) s.n = s.n + 1 end }\n",
             version);
}

/// Saves the next good version, and makes its module whole.
static void save_good(void) {
    char text[512], fresh[96];
    version++;
    good_text(text);
    snprintf(fresh, sizeof fresh, "%s/fresh", folder);
    clear(module);
    write_text(module, "return 1\n");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        exit(2);
    clear(script);
    write_text(fresh, text);
    if (rename(fresh, script) != 0)
        exit(2);
}

static void set_time(const char *path, time_t seconds) {
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
}

// ------------------------------------------------------------------------------------------ faults

static void cut(void) { CHECK(truncate(script, 40) == 0); }
static void deleted(void) { clear(script); }
static void moved_away(void) { CHECK(rename(script, aside) == 0); }
static void moved_and_back(void) {
    CHECK(rename(script, aside) == 0 && rename(aside, script) == 0);
}
static void a_folder(void) { clear(script), CHECK(mkdir(script, 0700) == 0); }
static void a_fifo(void) { clear(script), CHECK(mkfifo(script, 0600) == 0); }
static void a_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    clear(script);
    strncpy(address.sun_path, script, sizeof address.sun_path - 1);
    CHECK(bind(fd, (struct sockaddr *)&address, sizeof address) == 0);
    close(fd);
}
static void link_to(const char *target) { clear(script), CHECK(symlink(target, script) == 0); }
static void a_loop_of_links(void) {
    link_to("other");
    CHECK(symlink("script.lua", other) == 0);
}
static void sparse_gigabyte(void) { CHECK(truncate(script, 1 << 30) == 0); }
static void megabytes(void) {
    const size_t size = (size_t)8 << 20;
    char *text = malloc(size);
    memset(text, '\n', size);
    write_bytes(script, text, size);
    free(text);
}
static void one_long_line(void) {
    char *text = malloc((size_t)1 << 20);
    memset(text, '-', (size_t)1 << 20);
    write_bytes(script, text, (size_t)1 << 20);
    free(text);
}
static void zeros(void) { CHECK(truncate(script, 0) == 0 && truncate(script, 5000) == 0); }
static void unreadable(void) { write_text(script, "return"), (void)chmod(script, 0); }
static void touched(void) { set_time(script, 1000000000); }
static void clock_backwards(void) { write_text(script, "return {"), set_time(script, 0); }
static void clock_far_ahead(void) { write_text(script, "return {"), set_time(script, 4000000000); }

/// As many bytes, the same inode, and the time of modification set back.
static void same_size_and_time(void) {
    struct stat before;
    char text[512];
    CHECK(stat(script, &before) == 0);
    good_text(text);
    memcpy(text, "local(", 6);
    write_text(script, text);
    const struct timespec times[2] = {before.st_atim, before.st_mtim};
    CHECK(utimensat(AT_FDCWD, script, times, 0) == 0);
}

static void storm_of_renames(void) {
    for (int i = 0; i < 200; i++)
        save_good();
}
static void storm_in_place(void) {
    char text[512];
    good_text(text);
    for (int i = 0; i < 200; i++)
        write_bytes(script, text, strlen(text) * (size_t)(i % 10) / 10);
}
static void the_folder_goes(void) { CHECK(rename(folder, aside) == 0); }
static void module_deleted(void) {
    clear(module), write_text(script, "return require 'part' and 1");
}
static void module_broken(void) { write_text(module, "return }"); }
static void module_a_fifo(void) { clear(module), CHECK(mkfifo(module, 0600) == 0); }
static void module_a_loop(void) { clear(module), CHECK(symlink("part.lua", module) == 0); }
static void module_outside(void) { clear(module), CHECK(symlink("/etc/passwd", module) == 0); }
static void module_of_a_gigabyte(void) { CHECK(truncate(module, 1 << 30) == 0); }

static const struct {
    const char *name;
    void (*make)(void);
    const char *text, *link; ///< instead: the text of the script, or what it is a link to
} faults[] = {
    {"cut", .make = cut},
    {"deleted", .make = deleted},
    {"moved_away", .make = moved_away},
    {"moved_and_back", .make = moved_and_back},
    {"a_folder", .make = a_folder},
    {"a_fifo", .make = a_fifo},
    {"a_socket", .make = a_socket},
    {"a_loop_of_links", .make = a_loop_of_links},
    {"sparse_gigabyte", .make = sparse_gigabyte},
    {"megabytes", .make = megabytes},
    {"one_long_line", .make = one_long_line},
    {"zeros", .make = zeros},
    {"unreadable", .make = unreadable},
    {"touched", .make = touched},
    {"clock_backwards", .make = clock_backwards},
    {"clock_far_ahead", .make = clock_far_ahead},
    {"same_size_and_time", .make = same_size_and_time},
    {"storm_of_renames", .make = storm_of_renames},
    {"storm_in_place", .make = storm_in_place},
    {"the_folder_goes", .make = the_folder_goes},
    {"module_deleted", .make = module_deleted},
    {"module_broken", .make = module_broken},
    {"module_a_fifo", .make = module_a_fifo},
    {"module_a_loop", .make = module_a_loop},
    {"module_outside", .make = module_outside},
    {"module_of_a_gigabyte", .make = module_of_a_gigabyte},
    {"empty", .text = ""},
    {"bytecode", .text = "\33Lua\124\1\31\223\r\n\32\n"},
    {"no UTF-8", .text = "return '\377\376\300' .. {}"},
    {"a mark alone", .text = "\xef\xbb\xbf"},
    {"not closed", .text = "return { load = function()"},
    {"no table", .text = "print 'hello'"},
    {"endless", .text = "return { budget = 0.1, update = function() while true do end end }"},
    {"an endless device", .link = "/dev/zero"},
    {"an empty device", .link = "/dev/null"},
    {"a terminal", .link = "/dev/tty"},
    {"a link to itself", .link = "script.lua"},
    {"a dangling link", .link = "nowhere"},
    {"a link to a folder", .link = "/"}};

// ------------------------------------------------------------------------------------------ player

/// Ticks until the newest good version runs without a banner.
static bool runs(cd_player *player) {
    char title[32];
    snprintf(title, sizeof title, "good %d", version);
    for (const double end = now() + PATIENCE; now() < end; tick(player))
        if (player->live != NULL && player->live->loaded != NULL && player->next == NULL &&
            !player->notice.on && player->frame >= 0 &&
            strcmp(player->live->loaded->title, title) == 0)
            return true;
    return false;
}

static void test_files(cd_player *player) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const int before = failures;
        if (faults[i].make != NULL)
            faults[i].make();
        else if (faults[i].text != NULL)
            write_text(script, faults[i].text);
        else
            link_to(faults[i].link);
        for (const double end = now() + 0.08; now() < end;)
            tick(player);
        CHECK(player->live != NULL && player->live->error == NULL && player->frame >= 0);
        if (faults[i].make == the_folder_goes)
            CHECK(rename(aside, folder) == 0);
        save_good();
        const double saved = now();
        CHECK(runs(player));
        unlink(aside);
        unlink(other);
        if (failures > before || getenv("VERBOSE"))
            printf("%s: runs after %.3f s\n", faults[i].name, now() - saved);
    }
    // What has the same size and time as before is seen as well, not only outlived.
    same_size_and_time();
    for (const double end = now() + PATIENCE; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on && player->notice.standing);
    save_good();
    CHECK(runs(player));
}

// --------------------------------------------------------------------------------------- processes

/// How many processes of ours have ended and were not waited for; 0 where there is no /proc.
static int count_zombies(void) {
    DIR *dir = opendir("/proc");
    int count = 0;
    for (struct dirent *e = NULL; dir != NULL && (e = readdir(dir)) != NULL;) {
        char path[300], state = 0;
        int parent = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", e->d_name);
        FILE *file = e->d_name[0] >= '1' && e->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (file != NULL && fscanf(file, "%*d (%*[^)]) %c %d", &state, &parent) == 2)
            count += state == 'Z' && parent == (int)getpid();
        if (file != NULL)
            fclose(file);
    }
    if (dir != NULL)
        closedir(dir);
    return count;
}

/// Another spare runner takes the place of one that was killed or stopped.
static void test_spare(cd_player *player, int signal_number) {
    const cd_runner *spare = &player->spare;
    const double end = now() + PATIENCE;
    while (spare->child.pid == 0 && now() < end)
        tick(player);
    const pid_t before = spare->child.pid;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    while ((spare->child.pid == before || spare->child.pid == 0) && now() < end)
        tick(player);
    CHECK(spare->child.pid > 0 && spare->child.pid != before);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
}

/// The runner of the version on the screen is killed or stopped: the person is told, and a restart
/// goes on.
static void test_live(cd_player *player, int signal_number, bool playing, const char *needle) {
    cd_player_play(player, playing, now());
    tick(player);
    const pid_t before = player->live->runner.child.pid;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    for (const double end = now() + PATIENCE; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on && strstr(player->notice.message, needle) != NULL);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
    const int frame = player->frame;
    CHECK(frame >= 0);
    cd_player_restart(player, now());
    CHECK(runs(player));
}

/// So is that of a version on its way.
static void test_next(cd_player *player, int signal_number) {
    version++;
    write_text(script, "local n = 0 for i = 1, 1e7 do n = n + 1 end return {}");
    const double end = now() + PATIENCE;
    while ((player->next == NULL || player->next->runner.child.pid == 0) && now() < end)
        tick(player);
    const pid_t before = player->next != NULL ? player->next->runner.child.pid : 0;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    while (!player->notice.on && now() < end)
        tick(player);
    CHECK(player->notice.on && player->notice.standing && player->live->error == NULL);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
    save_good();
    CHECK(runs(player));
}

int main(int argc, char **argv) {
    char base[] = "/tmp/player_faults_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(base);
    snprintf(folder, sizeof folder, "%s/scripts", base);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    snprintf(module, sizeof module, "%s/part.lua", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    snprintf(aside, sizeof aside, "%s/aside", base);
    if (mkdir(folder, 0700) != 0)
        return 1;
    save_good();
    cd_player *player = open_player(script, CD_RECORDING_MAX);
    CHECK(runs(player));
    test_files(player);
    static const int signals[] = {SIGKILL, SIGSTOP, SIGSEGV};
    for (int i = 0; i < 3; i++) {
        test_spare(player, signals[i]);
        test_next(player, signals[i]);
    }
    test_live(player, SIGKILL, true, "was killed by signal 9");
    test_live(player, SIGKILL, false, "was killed by signal 9");
    test_live(player, SIGSTOP, true, "was stopped by a signal");
    test_live(player, SIGSTOP, false, "was stopped by a signal");
    close_player(player);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    remove_folder(base);
    return failures != 0;
}

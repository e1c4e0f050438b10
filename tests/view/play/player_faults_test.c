// Faults of files and processes, with real runners: whatever becomes of a script or of what it
// requires, the last good version plays on, and the next good one that is saved replaces it. A
// runner that is killed or stopped, also the spare one, is noticed, and leaves no zombie. This
// program is its own runner.
#include "check.h"

#include "record/source.h"
#include "run/runner.h"
#include "view/play/player.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 30.0 ///< seconds, generous: on an idle machine all comes within one

static char program[CD_PATH_MAX], folder[64], script[80], module[80], aside[80], other[80];
static int version;

// ------------------------------------------------------------------------------------------- files

static void write_bytes(const char *path, const void *bytes, size_t size) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size || close(fd) != 0)
        exit(2);
}

static void write_text(const char *path, const char *text) {
    write_bytes(path, text, strlen(text));
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

static void emptied(void) { write_text(script, ""); }
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
static void an_endless_device(void) { link_to("/dev/zero"); }
static void an_empty_device(void) { link_to("/dev/null"); }
static void a_terminal(void) { link_to("/dev/tty"); }
static void a_link_to_itself(void) { link_to("script.lua"); }
static void a_loop_of_links(void) {
    link_to("other");
    CHECK(symlink("script.lua", other) == 0);
}
static void a_dangling_link(void) { link_to("nowhere"); }
static void a_link_to_a_folder(void) { link_to("/"); }
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
static void bytecode(void) { write_text(script, "\33Lua\124\1\31\223\r\n\32\n"); }
static void no_utf8(void) { write_text(script, "return '\377\376\300' .. {}"); }
static void a_mark_alone(void) { write_text(script, "\xef\xbb\xbf"); }
static void not_closed(void) { write_text(script, "return { load = function()"); }
static void no_table(void) { write_text(script, "print 'hello'"); }
static void endless(void) {
    write_text(script, "return { budget = 0.1, update = function() while true do end end }");
}
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
} faults[] = {
#define FAULT(name)                                                                                \
    { #name, name }
    FAULT(emptied),
    FAULT(cut),
    FAULT(deleted),
    FAULT(moved_away),
    FAULT(moved_and_back),
    FAULT(a_folder),
    FAULT(a_fifo),
    FAULT(a_socket),
    FAULT(an_endless_device),
    FAULT(an_empty_device),
    FAULT(a_terminal),
    FAULT(a_link_to_itself),
    FAULT(a_loop_of_links),
    FAULT(a_dangling_link),
    FAULT(a_link_to_a_folder),
    FAULT(sparse_gigabyte),
    FAULT(megabytes),
    FAULT(one_long_line),
    FAULT(zeros),
    FAULT(bytecode),
    FAULT(no_utf8),
    FAULT(a_mark_alone),
    FAULT(not_closed),
    FAULT(no_table),
    FAULT(endless),
    FAULT(unreadable),
    FAULT(touched),
    FAULT(clock_backwards),
    FAULT(clock_far_ahead),
    FAULT(same_size_and_time),
    FAULT(storm_of_renames),
    FAULT(storm_in_place),
    FAULT(the_folder_goes),
    FAULT(module_deleted),
    FAULT(module_broken),
    FAULT(module_a_fifo),
    FAULT(module_a_loop),
    FAULT(module_outside),
    FAULT(module_of_a_gigabyte),
#undef FAULT
};

// ------------------------------------------------------------------------------------------ player

static void tick(cd_player *player) {
    cd_player_tick(player, &(cd_held){0}, cd_clock());
    nanosleep(&(struct timespec){0, 500000}, NULL);
}

/// Ticks until the newest good version runs without a banner.
static bool runs(cd_player *player) {
    char title[32];
    snprintf(title, sizeof title, "good %d", version);
    for (const double end = cd_clock() + PATIENCE; cd_clock() < end; tick(player))
        if (player->live != NULL && player->live->loaded != NULL && player->next == NULL &&
            !player->notice.on && player->frame >= 0 &&
            strcmp(player->live->loaded->title, title) == 0)
            return true;
    return false;
}

static void test_files(cd_player *player) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const int before = failures;
        faults[i].make();
        for (const double end = cd_clock() + 0.08; cd_clock() < end;)
            tick(player);
        CHECK(player->live != NULL && player->live->error == NULL && player->frame >= 0);
        if (faults[i].make == the_folder_goes)
            CHECK(rename(aside, folder) == 0);
        save_good();
        const double saved = cd_clock();
        CHECK(runs(player));
        unlink(aside);
        unlink(other);
        if (failures > before || getenv("VERBOSE"))
            printf("%s: runs after %.3f s\n", faults[i].name, cd_clock() - saved);
    }
    // What has the same size and time as before is seen as well, not only outlived.
    same_size_and_time();
    for (const double end = cd_clock() + PATIENCE; !player->notice.on && cd_clock() < end;)
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
    const double end = cd_clock() + PATIENCE;
    while (spare->child.pid == 0 && cd_clock() < end)
        tick(player);
    const pid_t before = spare->child.pid;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    while ((spare->child.pid == before || spare->child.pid == 0) && cd_clock() < end)
        tick(player);
    CHECK(spare->child.pid > 0 && spare->child.pid != before);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
}

/// The runner of the version on the screen is killed or stopped: the person is told, and a restart
/// goes on.
static void test_live(cd_player *player, int signal_number, bool playing, const char *needle) {
    cd_player_play(player, playing, cd_clock());
    tick(player);
    const pid_t before = player->live->runner.child.pid;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    for (const double end = cd_clock() + PATIENCE; !player->notice.on && cd_clock() < end;)
        tick(player);
    CHECK(player->notice.on && strstr(player->notice.message, needle) != NULL);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
    const int frame = player->frame;
    CHECK(frame >= 0);
    cd_player_restart(player, cd_clock());
    CHECK(runs(player));
}

/// So is that of a version on its way.
static void test_next(cd_player *player, int signal_number) {
    version++;
    char text[512];
    snprintf(text, sizeof text, "local n = 0 for i = 1, 1e7 do n = n + 1 end return {}");
    write_text(script, text);
    const double end = cd_clock() + PATIENCE;
    while ((player->next == NULL || player->next->runner.child.pid == 0) && cd_clock() < end)
        tick(player);
    const pid_t before = player->next != NULL ? player->next->runner.child.pid : 0;
    CHECK(before > 0 && kill(before, signal_number) == 0);
    while (!player->notice.on && cd_clock() < end)
        tick(player);
    CHECK(player->notice.on && player->notice.standing && player->live->error == NULL);
    CHECK(count_zombies() == 0 && kill(before, 0) == -1);
    save_good();
    CHECK(runs(player));
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        return cd_runner_main(STDIN_FILENO, STDOUT_FILENO);
    char base[] = "/tmp/player_faults_test.XXXXXX";
    signal(SIGPIPE, SIG_IGN);
    if (mkdtemp(base) == NULL)
        return 1;
    snprintf(program, sizeof program, "%s", cd_runner_program(argv[0]));
    snprintf(folder, sizeof folder, "%s/scripts", base);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    snprintf(module, sizeof module, "%s/part.lua", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    snprintf(aside, sizeof aside, "%s/aside", base);
    if (mkdir(folder, 0700) != 0)
        return 1;
    save_good();
    cd_player *player = calloc(1, sizeof *player);
    const cd_launch launch = {.program = program};
    player->frame = -1;
    cd_player_open(player, &launch, script, cd_clock());
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
    cd_player_close(player);
    free(player);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", base);
    CHECK(system(command) == 0);
    return failures != 0;
}

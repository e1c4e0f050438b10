// collide: one program in some roles: the viewer, the runner of a script or a worker, which the
// viewer starts, the commands that answer questions, and the test suite.
#include "run/command/command.h"
#include "run/runner/runner.h"
#include "run/scenario/case_messages.h"
#include "run/scenario/suite.h"
#include "view/app/app.h"
#include "view/play/workers.h"

#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Keeps freed memory with the process. Every frame takes megabytes for a moment, and getting them
/// from the system each time, zeroed page by page, takes longer than what is done with them.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20); // blocks below 32 MB come from the heap
    mallopt(M_TRIM_THRESHOLD, 64 << 20); // of which 64 MB stay
#endif
}

// The commands are in the room of Lua, the workers in that of processes; here they meet.

static void *open_workers(const char *program, const char *script, int count) {
    return cd_workers_open(program, script, count);
}

static void close_workers(void *workers) { cd_workers_close(workers); }

static void set_patience(void *workers, double seconds) { cd_workers_patience(workers, seconds); }

static bool is_busy(void *workers, int i) { return cd_worker_is_busy(workers, i); }

static bool is_fresh(void *workers, int i) { return cd_worker_is_fresh(workers, i); }

static bool send_job(void *workers, int i, const char *text, size_t size) {
    return cd_worker_send(workers, i, text, size, NULL);
}

static int wait_for_worker(void *workers, int milliseconds, int *i, const char **text,
                           size_t *size) {
    static cd_bytes answer;
    const cd_worker_event event = cd_workers_wait(workers, milliseconds, i, &answer);
    *text = (const char *)answer.data;
    *size = answer.size;
    return (int)event;
}

static int answer_questions(int argc, char **argv) {
    const cd_command_services services = {.open = open_workers,
                                          .close = close_workers,
                                          .patience = set_patience,
                                          .busy = is_busy,
                                          .fresh = is_fresh,
                                          .send = send_job,
                                          .wait = wait_for_worker,
                                          .program = cd_view_prepare(argv[0])};
    const int status = cd_command_main(argc, argv, &services);
    cd_view_end();
    return status;
}

int main(int argc, char **argv) {
    keep_memory();
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        return cd_runner_main(0, 1);
    if (argc >= 2 && strcmp(argv[1], "test") == 0)
        return cd_suite_main(argc, argv);
    if (cd_is_command(argc, argv))
        return answer_questions(argc, argv);
    static const cd_case_language cases = {cd_case_messages, cd_case_text};
    return cd_view_main(argc, argv, &cases);
}

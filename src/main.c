// collide: one program in three roles, the viewer, the runner of a script, which the viewer starts,
// and the test suite.
#include "run/runner/runner.h"
#include "run/scenario/suite.h"
#include "view/app/app.h"

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

int main(int argc, char **argv) {
    keep_memory();
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        return cd_runner_main(0, 1);
    if (argc >= 2 && strcmp(argv[1], "test") == 0)
        return cd_suite_main(argc, argv);
    return cd_view_main(argc, argv);
}

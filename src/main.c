// collide: one program in three roles. The viewer starts itself as the runner of each script.
#include "run/runner.h"
#include "run/suite.h"
#include "view/app/app.h"

#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Every frame takes megabytes for a moment. They stay with the process: to have them from the
/// system each time, zeroed page by page, takes longer than what is done with them.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
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

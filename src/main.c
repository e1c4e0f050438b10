// collide: one program in three roles. The viewer starts itself as the runner of each script.
#include "run/runner.h"
#include "run/suite.h"
#include "view/app.h"

#include <string.h>

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        return cd_runner_main(0, 1);
    if (argc >= 2 && strcmp(argv[1], "test") == 0)
        return cd_suite_main(argc, argv);
    return cd_view_main(argc, argv);
}

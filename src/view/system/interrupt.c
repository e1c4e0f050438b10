// See interrupt.h.
#include "view/system/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void on_signal(int number) { caught = number; }

void cd_interrupt_catch(void) {
    static const int signals[] = {SIGHUP, SIGTERM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old, action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

int cd_interrupt(void) { return caught; }

void cd_interrupt_pass_on(void) {
    if (caught == 0)
        return;
    signal(caught, SIG_DFL);
    raise(caught);
}

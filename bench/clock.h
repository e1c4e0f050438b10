// Time and the machine.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

/// Nanoseconds that this process has run: what others run meanwhile does not count.
double bench_now(void);

/// The clock of the core in GHz, measured; 0 where not known how.
double bench_measured_clock(void);

/// The processor's name, or "unknown processor".
const char *bench_processor(void);

#endif

// The runner: a process that runs one script and sends its frames to the viewer as messages of the
// recording. It opens no file: sources come through the pipe like everything else.
#ifndef RUN_RUNNER_RUNNER_H
#define RUN_RUNNER_RUNNER_H

/// Serves one viewer until it closes the pipe or the run ends with an error. Answers LOAD by LOADED
/// and FRAME 0, with a REQUIRE for each module that the script requires; STEP by FRAMEs; either of
/// them by ERROR. Gives up the rights of the process (contain.h) unless the script is trusted.
/// Returns the exit status: 0, or 1 if the pipe brought anything else.
int cd_runner_main(int input_fd, int output_fd);

#endif

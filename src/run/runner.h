// The runner: a process that holds one script and tells what it does, frame by frame, as messages
// of the recording. It opens no file: sources come through the pipe like everything else.
#ifndef RUN_RUNNER_H
#define RUN_RUNNER_H

/// Serves one viewer until its end of the pipe is closed or the run ends with an error. LOAD is
/// answered by LOADED and FRAME 0, with a REQUIRE for each module on the way; STEP by its FRAMEs;
/// any of them by ERROR. Gives up what the process does not need (contain.h) unless the script is
/// trusted. Returns the exit status: 0, or 1 where the pipe brought something else.
int cd_runner_main(int input_fd, int output_fd);

#endif

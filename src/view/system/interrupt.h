// The signals that ask the program to end: SIGHUP, SIGTERM, SIGINT. The program then writes what
// --save and a video have so far, and ends by that signal. A second one ends it at once.
#ifndef VIEW_SYSTEM_INTERRUPT_H
#define VIEW_SYSTEM_INTERRUPT_H

/// Catches the signals, but those that whoever started the program has ignored (nohup).
void cd_interrupt_catch(void);
/// The signal that has come; 0: none.
int cd_interrupt(void);
/// Ends the process by the signal that has come, if any.
void cd_interrupt_pass_on(void);

#endif

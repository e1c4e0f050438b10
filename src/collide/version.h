// The version of collide, for the preprocessor. The build, the program and the packages have it
// from here.
#ifndef COLLIDE_VERSION_H
#define COLLIDE_VERSION_H

#define CD_VERSION "0.1.0"

#endif

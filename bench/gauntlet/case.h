// A continuous query between two simplices that move without deforming, and the form in which a
// file holds it, one a line: `vf` (a vertex against a face) or `ee` (an edge against an edge); 1 or
// 0, whether they touch within the motion; a name without blanks; then 18 numbers, hexadecimal so
// that nothing is rounded: the four points (vf: the vertex, then the face's three; ee: the first
// edge's two, then the second's), then the motion of the first and that of the second.
#ifndef GAUNTLET_CASE_H
#define GAUNTLET_CASE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct gauntlet_case {
    bool edges; ///< ee, else vf
    bool touch; ///< the exact verdict
    char name[80];
    double points[4][3], motions[2][3];
} gauntlet_case;

/// Reads the next case; false at the end. A line of another form ends the program with its number.
bool gauntlet_read(FILE *file, gauntlet_case *c);
void gauntlet_write(FILE *file, const gauntlet_case *c);

/// Whether they touch at a time in [0, 1], exactly: in integers as long as they need be.
bool gauntlet_exact(const gauntlet_case *c);

/// Whether the exact verdict changes where the first is moved by 4 ulps of the largest number of
/// the case: a touch, in one of 26 directions; a miss, by any within a tetrahedron of that reach.
bool gauntlet_is_close(const gauntlet_case *c);

#endif

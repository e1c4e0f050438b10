// From a polygon and the diagonals that make it monotone to its convex pieces (outline.c).
#ifndef COLLIDE_SHAPE_OUTLINE_PIECES_H
#define COLLIDE_SHAPE_OUTLINE_PIECES_H

#include "collide/collide.h"

/// A corner of a loop: a point, with the corners before and after it, the interior on the left.
/// copy: another node at the same point, which a diagonal has made; -1.
typedef struct cd_outline_node {
    int point, previous, next, copy;
} cd_outline_node;

/// The sides of triangles and pieces: side 3 t + k leads from vertex k of triangle t to the next.
typedef struct cd_outline_side {
    int from, next, previous;
    int twin; ///< the same side of the neighbour; -1: none
} cd_outline_side;

/// The points of a side, the lower number first.
typedef struct cd_outline_ends {
    int low, high, side;
} cd_outline_ends;

/// The first corner_count nodes are those of the polygon; n is the number of its points.
typedef struct cd_outline_graph {
    const cd_vec *points;
    cd_outline_node *nodes; ///< up to 5 n
    int node_count, corner_count;
    int (*diagonals)[2]; ///< up to 2 n
    int diagonal_count;
    int *chain, *stack;     ///< scratch of 5 n
    bool *is_upper, *done;  ///< scratch of 5 n, of 9 n
    cd_outline_side *sides; ///< up to 9 n
    int side_count;
    cd_outline_ends *ends;        ///< scratch of 9 n
    int *starts, *piece_vertices; ///< the result: up to 3 n + 1, 9 n
} cd_outline_graph;

/// Lays its arrays out in memory, for n points; returns their bytes.
size_t cd_outline_graph_lay_out(cd_outline_graph *graph, size_t n, char *memory);

/// Cuts the polygon along its diagonals into loops that are monotone.
void cd_outline_cut(cd_outline_graph *graph);

/// Triangulates the loops and joins triangles to convex pieces; returns how many.
int cd_outline_join(cd_outline_graph *graph);

#endif

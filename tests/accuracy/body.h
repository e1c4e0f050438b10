// Bodies: the cores of shapes in 128 bits, exactly as the doubles in a cd_shape say. A polytope has
// its vertices and at least all its true edges and faces; more of them do no harm, since every
// segment and triangle between vertices lies inside, and any axis gives a bound that holds.
// Coordinates are relative to a reference point, so that nearby features far out keep their digits.
#ifndef ACCURACY_BODY_H
#define ACCURACY_BODY_H

#include "collide/collide.h"
#include "quad.h"

enum { MOST_VERTICES = 8, MOST_EDGES = 28, MOST_FACES = 56 };

/// A change of the input, too small for doubles: of one vector of it, or (-1) of its one plain
/// number, the radius, of a half-space the offset.
typedef struct nudge {
    int vector;
    qvec change;
    quad number;
} nudge;

/// A shape under test. Hulls and polygons keep the points that they were made from, so that the
/// oracle does not depend on what cd_polytope_build makes of them.
typedef struct subject {
    cd_shape shape;
    int point_count;
    cd_vec points[MOST_VERTICES];
    void *memory; // of the polytope
    nudge nudge;  // zero: as the doubles say
} subject;

typedef enum { BODY_POLYTOPE, BODY_LINE, BODY_HALFSPACE } body_sort;

typedef struct body {
    body_sort sort;
    int dim;
    int vertex_count, edge_count, face_count; // a line has its point as the only vertex
    int edge_axes, face_axes;                 // the first edges and faces that span all directions
    unsigned char edge[MOST_EDGES][2], face[MOST_FACES][3];
    qvec vertex[MOST_VERTICES];
    qvec direction; // of a line, unit
    qvec normal;    // of a half-space, unit
    quad level;
} body;

/// A point of a polytope as a convex combination of at most three vertices.
typedef struct mix {
    int count;
    int index[3];
    quad weight[3];
} mix;

quad subject_radius(const subject *s);

/// Changes number i of the input by half an ulp of its point, direction or size, up or down; false
/// beyond the last. The change may be zero.
bool subject_nudge(subject *s, int i, int sign);

cd_vec subject_reference(const subject *s);
body body_of(const subject *s, cd_vec reference);
qvec body_point(const body *b, const mix *m);

/// Half the distance between |x| and the next double; 0 for 0.
double half_ulp(double x);

/// What half an ulp in each input does to a number: to first order, the sum of
/// |d number / d input| half_ulp(input).
///   numbers  each number of the input on its own: a coordinate of 0 is exact
///   points   each point, direction or size of the input as a whole: half an ulp of its largest
///            component in each of them, as if seen from any other side
typedef struct condition {
    double numbers, points;
} condition;

static inline condition condition_sum(condition a, condition b) {
    return (condition){a.numbers + b.numbers, a.points + b.points};
}

static inline condition condition_times(condition a, double s) {
    return (condition){a.numbers * s, a.points * s};
}

/// Of n . v, where v is a vector of the input.
condition vector_condition(cd_vec v, qvec n);

/// Of n . p, where p is the point of the core given by `m`, of a line at the parameter `along`, of
/// a half-space the point `at` in the world; and of the radius.
condition body_condition(const subject *s, const mix *m, quad along, qvec at, qvec n);

/// The largest coordinate or size.
double subject_size(const subject *s);

#endif

// The steps of a query of a frame: the query is asked once more, with its recorded arguments, and
// its steps are described in words.
#ifndef VIEW_INSPECT_STEPS_H
#define VIEW_INSPECT_STEPS_H

#include "collide/explain.h"
#include "record/record.h"

/// What a query was asked, and how it came to its answer.
///   a, b     its shapes; of a ray the first is a point
///   motion   of a, relative to b; zero where nothing moves
///   limit    the last time that counts
///   apart    where nothing moves, the separation of the shapes
///   note     NULL, or what the steps are instead of those of the query
typedef struct cd_steps {
    cd_explanation how;
    cd_shape a, b;
    cd_vec motion;
    double limit;
    cd_separation apart;
    const char *note;
} cd_steps;

/// Asks the query again; false where it has no two shapes. The shapes are those of the query.
bool cd_steps_of(const cd_query *query, cd_steps *steps);

/// Whether step i is one in time, of f(t); shows an axis; is about boxes of a tree.
bool cd_step_is_in_time(const cd_trace_step *step);
bool cd_step_is_axis(const cd_trace_step *step);
bool cd_step_is_of_tree(const cd_trace_step *step);

/// Says in one or two sentences what step i does.
void cd_step_words(const cd_steps *steps, int i, char *out, size_t size);

/// Says of the answer: by which features, how far the next one is behind, how far it is from
/// flipping.
void cd_steps_verdict(const cd_steps *steps, char *out, size_t size);

/// The f(t) of a cast: the distance of the shapes at time t.
double cd_steps_distance_at(const cd_steps *steps, double t);

#endif

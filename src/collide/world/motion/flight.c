// The planes are those of the separations at a time; when the first of their roots comes, the
// separations are found anew. The last root is the hit: at once where the normal stays, as at a
// plane, else the roots converge to it as those of Newton's method do.
#include "collide/world/motion/flight.h"

#include "collide/math/tolerance.h"
#include "collide/world/body/first_hit.h"

// Separations of two shapes that are found for one flight. Most take two or three; one that grazes
// halves its distance each time. The time of the last is returned: it is not late.
enum { MOST_ROUNDS = 64 };

double cd_flight_to_plane(const cd_flight *f, cd_vec n, double gap, double touch) {
    double speed = cd_dot(f->v, n), acceleration = cd_dot(f->a, n);
    if (gap > touch)
        return cd_time_to_close(gap, speed, acceleration);
    double slow = cd_max(f->still_speed, CD_SLIDING * cd_max_abs(f->v));
    double least = cd_max(f->still_acceleration, CD_SLIDING * cd_max_abs(f->a));
    if (speed < -slow)
        return 0;
    if (!(acceleration < -least))
        return INFINITY;
    return speed > slow ? 2 * speed / -acceleration : 0;
}

// ------------------------------------------------------------------------------------------- sets

typedef struct {
    const cd_flight *flight;
    double touch, first;
} flight_search;

static void visit_part(void *context, const cd_shape *a, const cd_shape *b,
                       const cd_separation *s) {
    flight_search *search = context;
    (void)a, (void)b;
    double t = cd_flight_to_plane(search->flight, s->normal, s->distance, search->touch);
    search->first = cd_min(search->first, t);
}

// Each part has its own plane; those near are asked, and the flight ends where it may reach others.
static double flight_to_parts(const cd_shape *a, const cd_shape *b, const cd_flight *f,
                              double until, double size, double touch) {
    double reach = cd_length(f->v) * until + cd_length(f->a) * (until * until / 2);
    double limit = cd_min(cd_max(size, reach / 4), reach);
    flight_search search = {f, touch, INFINITY};
    cd_each_contact(a, b, limit + touch, visit_part, &search);
    if (limit == reach)
        return search.first;
    return cd_min(search.first, cd_time_to_close(limit, -cd_length(f->v), -cd_length(f->a)));
}

// ------------------------------------------------------------------------------------------ shapes

double cd_flight_to_shape(const cd_shape *a, const cd_shape *b, const cd_flight *flight,
                          double until, double moment, double size, double rounding) {
    const bool has_sets = cd_is_set(a) || cd_is_set(b);
    cd_shape moved = *a;
    cd_flight f = *flight;
    double t = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        double next;
        if (has_sets) {
            next = flight_to_parts(&moved, b, &f, until - t, size, rounding);
        } else {
            cd_separation s = cd_separate(&moved, b);
            next = cd_flight_to_plane(&f, s.normal, s.distance, rounding);
        }
        if (!(t + next <= until))
            return INFINITY;
        if (t + next == t || (round > 0 && next < moment)) // what parts may come back at once
            return t;
        t += next;
        moved = *a;
        cd_shape_move(&moved, cd_flight_after(flight, t));
        f.v = cd_add_scaled(flight->v, t, flight->a);
    }
    return t;
}

double cd_flight_to_ball(cd_vec d, double r, const cd_flight *flight, double until) {
    cd_flight f = *flight;
    const cd_vec up = {0, 1, 0};
    cd_vec at = d;
    double t = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        double distance = cd_length(at);
        cd_vec n = distance > 0 ? cd_scale(at, 1 / distance) : up;
        double next = cd_flight_to_plane(&f, n, distance - r, CD_TOUCH_OF_MANY * r);
        if (!(t + next <= until))
            return INFINITY;
        if (t + next == t)
            return t;
        t += next;
        at = cd_add(d, cd_flight_after(flight, t));
        f.v = cd_add_scaled(flight->v, t, flight->a);
    }
    return t;
}

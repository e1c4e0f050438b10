// The smallest sphere and box around points. The sphere is Welzl's (1991) with Gaertner's pivot
// rule (1999): the farthest point outside joins the support set, and the smallest sphere of that
// set with the new point on its surface is found by Welzl's recursion, which moves what it finds to
// the front.
#include "collide/collide.h"

#include <assert.h>
#include <float.h>
#include <string.h>

typedef struct {
    const cd_vec *points;
    int *order;
    int most;     // the number of points that determine a sphere of this dimension
    int forced;   // how many points lie on the surface by force
    cd_vec on[4]; // these points
    cd_vec center;
    double square; // radius^2
} miniball;

static cd_vec point(const miniball *b, int i) { return b->points[b->order[i]]; }

// How far p lies outside, by squares; rounding of the radius does not count.
static double excess_square(const miniball *b, cd_vec p) {
    return cd_length2(cd_sub(p, b->center)) - b->square * (1 + 8 * DBL_EPSILON);
}

// The smallest sphere through the forced points; false where there is none, or rounding makes their
// simplex flat.
static bool circumscribe(miniball *b) {
    cd_vec u = cd_sub(b->on[1], b->on[0]), v = cd_sub(b->on[2], b->on[0]),
           w = cd_sub(b->on[3], b->on[0]);
    double uu = cd_length2(u), vv = cd_length2(v), ww = cd_length2(w);
    cd_vec n = cd_cross(u, v), c = {0, 0, 0};
    double volume = cd_dot(n, w), area = cd_length2(n);
    if (b->forced == 2) {
        c = cd_scale(u, 0.5);
    } else if (b->forced == 3 && area > 0) {
        cd_vec m = cd_sub(cd_scale(v, uu), cd_scale(u, vv));
        c = cd_scale(cd_cross(m, n), 1 / (2 * area));
    } else if (b->forced == 4 && volume != 0) {
        cd_vec m = cd_add(cd_scale(cd_cross(v, w), uu), cd_scale(cd_cross(w, u), vv));
        c = cd_scale(cd_add(m, cd_scale(n, ww)), 1 / (2 * volume));
    } else if (b->forced > 1) {
        return false;
    }
    b->center = cd_add(b->on[0], c);
    b->square = cd_length2(c);
    return true;
}

static void to_front(miniball *b, int i) {
    int moved = b->order[i];
    memmove(b->order + 1, b->order, (size_t)i * sizeof(int));
    b->order[0] = moved;
}

static void enclose(miniball *b, int count);

// The smallest sphere with the i-th point on its surface that encloses the points before it.
static void force(miniball *b, int i, int before) {
    b->on[b->forced++] = point(b, i);
    cd_vec center = b->center;
    double square = b->square;
    if (circumscribe(b)) {
        enclose(b, before);
    } else {
        b->center = center;
        b->square = square;
    }
    b->forced--;
}

// The smallest sphere around the first `count` points with the forced ones on its surface.
static void enclose(miniball *b, int count) {
    if (b->forced == b->most)
        return;
    for (int i = 0; i < count; i++)
        if (excess_square(b, point(b, i)) > 0) {
            force(b, i, i);
            to_front(b, i);
        }
}

cd_shape cd_bounding_sphere(int dim, const cd_vec *points, int count, int *order) {
    assert((dim == 2 || dim == 3) && count >= 1);
    for (int i = 0; i < count; i++)
        order[i] = i;
    miniball b = {.points = points, .order = order, .most = dim + 1};
    b.center = point(&b, 0);
    for (int chosen = 1;;) {
        int pivot = -1;
        double most = 0, before = b.square;
        for (int i = 0; i < count; i++) {
            double e = excess_square(&b, point(&b, i));
            if (e > most)
                most = e, pivot = i;
        }
        if (pivot < 0)
            break;
        miniball last = b;
        force(&b, pivot, pivot < chosen ? pivot : chosen);
        if (!(b.square > before)) { // no larger by rounding: the last sphere was the best
            b = last;
            break;
        }
        to_front(&b, pivot);
        chosen += pivot >= chosen;
    }
    double radius = 0;
    for (int i = 0; i < count; i++)
        radius = cd_max(radius, cd_length(cd_sub(points[i], b.center)));
    return cd_sphere(dim, b.center, radius);
}

cd_shape cd_bounding_box(int dim, const cd_vec *points, int count) {
    const cd_bounds box = cd_bounds_around(points, count);
    return cd_aabb(dim, box.min, box.max);
}

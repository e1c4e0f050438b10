// See framing.h. Each axis is on its own: a side of the box is pushed by what leaves it.
#include "run/state/framing.h"

#include <math.h>

static const double growth = 2;      ///< of the longest side at the start
static const double least_part = 20; ///< of the box that the smallest shape may become
static const double lone_point = 10; ///< a side, where nothing has a size
static const double speed = 2;       ///< longest sides in a second, at which the box follows leaps
static const double far_plane = 10;  ///< sizes of the shapes: a plane farther off is not kept

static const cd_bounds nothing = {{INFINITY, INFINITY, INFINITY},
                                  {-INFINITY, -INFINITY, -INFINITY}};

static bool is_some(cd_bounds b) { return b.min.x <= b.max.x; }

static double longest_side(cd_bounds b) { return cd_max_abs(cd_sub(b.max, b.min)); }

void cd_framing_begin(cd_framing *framing) {
    framing->all = framing->held = framing->first = nothing;
    framing->plane_count = 0;
    if (!framing->kept.some)
        framing->smallest = INFINITY;
}

void cd_framing_add(cd_framing *framing, const cd_shape *shape) {
    if (shape->kind == CD_PLANE && framing->plane_count < CD_FRAMING_PLANES)
        framing->planes[framing->plane_count++] = *shape;
    const cd_bounds b = cd_shape_bounds(shape);
    if (!cd_bounds_are_finite(b))
        return;
    if (!is_some(framing->all))
        framing->first = b;
    framing->smallest = fmin(framing->smallest, longest_side(b));
    framing->all = cd_bounds_join(framing->all, b);
    if (framing->kept.some && cd_bounds_meet(b, framing->kept.box))
        framing->held = cd_bounds_join(framing->held, b);
}

/// Adds the point of each plane nearest to a box that is not far from it: so a sphere is seen with
/// its floor.
static cd_bounds with_planes(const cd_framing *framing, cd_bounds box) {
    const cd_vec middle = cd_lerp(box.min, box.max, 0.5);
    const double reach = far_plane * cd_length(cd_sub(box.max, box.min));
    for (int i = 0; i < framing->plane_count && is_some(box); i++) {
        const cd_vec n = framing->planes[i].as.plane.normal;
        const double height = cd_dot(n, middle) - framing->planes[i].as.plane.offset;
        const cd_vec p = cd_add_scaled(middle, -height, n);
        if (fabs(height) <= reach && cd_is_finite(p))
            box = cd_bounds_join(box, (cd_bounds){p, p});
    }
    return box;
}

/// One axis of a box, from low to high.
typedef struct span {
    double low, high;
} span;

/// A span that has given way to another one: larger, or moved where that would make it longer than
/// `longest`; as it was where the other is itself longer.
static span pushed(span s, span by, double longest) {
    const span both = {fmin(s.low, by.low), fmax(s.high, by.high)};
    if (both.high - both.low <= longest)
        return both;
    if (!(by.high - by.low <= longest))
        return s;
    return by.high > s.high ? (span){by.high - longest, by.high} : (span){by.low, by.low + longest};
}

static double toward(double from, double to, double most) {
    return from + fmax(fmin(to - from, most), -most);
}

/// Follows the shapes of a frame along one axis, by at most `most`.
static span followed(span s, span held, span all, double longest, double most) {
    const span to = pushed(pushed(s, held, longest), all, longest);
    return (span){toward(s.low, to.low, most), toward(s.high, to.high, most)};
}

static void follow(cd_framing *f, cd_bounds held, cd_bounds all, double most) {
    cd_bounds *box = &f->kept.box;
    const span x = followed((span){box->min.x, box->max.x}, (span){held.min.x, held.max.x},
                            (span){all.min.x, all.max.x}, f->longest, most);
    const span y = followed((span){box->min.y, box->max.y}, (span){held.min.y, held.max.y},
                            (span){all.min.y, all.max.y}, f->longest, most);
    const span z = followed((span){box->min.z, box->max.z}, (span){held.min.z, held.max.z},
                            (span){all.min.z, all.max.z}, f->longest, most);
    *box = (cd_bounds){{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

void cd_framing_end(cd_framing *f, int frame, double dt) {
    if (!is_some(f->all))
        return;
    const cd_bounds all = with_planes(f, f->all);
    if (f->kept.some && frame > 1) {
        follow(f, with_planes(f, is_some(f->held) ? f->held : f->first), all,
               speed * f->longest * dt);
        return;
    }
    f->kept = (cd_kept){true, f->kept.some ? cd_bounds_join(f->kept.box, all) : all};
    f->longest = fmax(growth * longest_side(f->kept.box), least_part * f->smallest);
    if (!(f->longest > 0))
        f->longest = lone_point;
}

// See convex.h. The hull is Andrew's monotone chain (1979), in place: the leftmost and the
// rightmost point split the others into those below the line between them and the rest; each part
// is sorted along x and scanned, keeping a stack of turns to one side. The two stacks lie one
// behind the other in the same array.
#include "view/raster/convex.h"

#include <stdlib.h>

// ------------------------------------------------------------------------------------------- hull

/// Twice the signed area of the triangle a, b, c.
static double triangle_area2(cd_point2 a, cd_point2 b, cd_point2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool precedes(cd_point2 a, cd_point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

static void swap_points(cd_point2 *a, cd_point2 *b) {
    cd_point2 c = *a;
    *a = *b;
    *b = c;
}

static int compare_ascending(const void *a, const void *b) {
    const cd_point2 *p = a, *q = b;
    return precedes(*q, *p) - precedes(*p, *q);
}

static int compare_descending(const void *a, const void *b) { return compare_ascending(b, a); }

/// Pushes p[from .. to - 1] on the stack p[base .. top - 1], popping what is no turn to the left;
/// returns the new top. p[base] stays.
static int push_turns(cd_point2 *p, int base, int top, int from, int to) {
    for (int i = from; i < to; i++) {
        while (top - base >= 2 && !(triangle_area2(p[top - 2], p[top - 1], p[i]) > 0))
            top--;
        p[top++] = p[i];
    }
    return top;
}

int cd_convex_hull2(const cd_point2 *in, int n, cd_point2 *out) {
    int count = 0;
    for (int i = 0; i < n; i++)
        if (cd_point2_is_finite(in[i]))
            out[count++] = cd_point2_clamp(in[i]);
    if (count == 0)
        return 0;
    for (int i = 1; i < count; i++)
        if (precedes(out[i], out[0]))
            swap_points(&out[i], &out[0]);
    for (int i = 1; i + 1 < count; i++)
        if (precedes(out[count - 1], out[i]))
            swap_points(&out[i], &out[count - 1]);
    cd_point2 first = out[0], last = out[count - 1];
    if (!precedes(first, last))
        return 1;
    int split = 1; // points at 1 .. split - 1 lie below the line from first to last
    for (int i = 1; i < count - 1; i++)
        if (triangle_area2(first, last, out[i]) < 0)
            swap_points(&out[i], &out[split++]);
    swap_points(&out[split], &out[count - 1]); // last to its place between the parts
    qsort(out + 1, (size_t)split - 1, sizeof *out, compare_ascending);
    qsort(out + split + 1, (size_t)(count - split) - 1, sizeof *out, compare_descending);
    int top = push_turns(out, 0, 1, 1, split + 1);
    int base = top - 1; // where `last` is now
    top = push_turns(out, base, top, split + 1, count);
    while (top - base >= 2 && !(triangle_area2(out[top - 2], out[top - 1], first) > 0))
        top--;
    return top;
}

// ---------------------------------------------------------------------------------- cut, erosion

int cd_convex_cut(const cd_point2 *in, int count, cd_point2 origin, cd_point2 normal, double limit,
                  cd_point2 *out, int room) {
    int kept = 0;
    for (int i = 0; i < count && kept + 2 <= room; i++) {
        cd_point2 a = in[i], b = in[i + 1 == count ? 0 : i + 1];
        double da = (a.x - origin.x) * normal.x + (a.y - origin.y) * normal.y - limit;
        double db = (b.x - origin.x) * normal.x + (b.y - origin.y) * normal.y - limit;
        if (da <= 0)
            out[kept++] = a;
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            double t = da / (da - db);
            out[kept++] = (cd_point2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    return kept;
}

int cd_convex_erode(const cd_point2 *points, int count, double amount, cd_point2 *out) {
    cd_point2 other[CD_ERODED_MAX], vertices[CD_ERODED_MAX / 2];
    const cd_point2 zero = {0, 0};
    int n = count < CD_ERODED_MAX / 2 ? count : CD_ERODED_MAX / 2, kept = n;
    if (n < 3)
        return 0;
    double area = 0;
    // Near the origin the limits of the cuts keep their digits.
    cd_point2 origin = cd_point2_clamp(points[0]);
    origin = (cd_point2){floor(origin.x), floor(origin.y)};
    for (int i = 0; i < n; i++) {
        cd_point2 p = cd_point2_clamp(points[(int)((int64_t)i * count / n)]);
        out[i] = vertices[i] = (cd_point2){p.x - origin.x, p.y - origin.y};
        if (i > 1)
            area += triangle_area2(vertices[0], vertices[i - 1], vertices[i]);
    }
    if (area == 0)
        return 0;
    double side = area > 0 ? 1 : -1;
    cd_point2 *from = out, *to = other;
    for (int i = 0; i < n && kept > 0; i++) {
        cd_point2 a = vertices[i], b = vertices[i + 1 == n ? 0 : i + 1];
        double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
        if (!(length > 0))
            continue;
        cd_point2 normal = {side * dy / length, -side * dx / length};
        double limit = a.x * normal.x + a.y * normal.y - amount;
        kept = cd_convex_cut(from, kept, zero, normal, limit, to, CD_ERODED_MAX);
        cd_point2 *spare = from;
        from = to;
        to = spare;
    }
    for (int i = 0; i < kept; i++)
        out[i] = (cd_point2){from[i].x + origin.x, from[i].y + origin.y};
    return kept < 3 ? 0 : kept;
}

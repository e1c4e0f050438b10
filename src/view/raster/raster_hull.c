// Polygons: the convex hull of points, and a convex polygon moved inwards.
#include "view/raster/raster_scan.h"

#include <math.h>

// ------------------------------------------------------------------------------------------- hull
// After Graham and Andrew, in place: the leftmost and the rightmost point split the others into
// those below the line between them and the rest; each part is sorted along x and scanned, keeping
// a stack of turns to one side. The two stacks lie one behind the other in the same array.

static double turn(cd_point2 a, cd_point2 b, cd_point2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool before(cd_point2 a, cd_point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

static void swap(cd_point2 *a, cd_point2 *b) {
    cd_point2 c = *a;
    *a = *b;
    *b = c;
}

static void sift_down(cd_point2 *p, int root, int count, bool ascending) {
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(p[child], p[child + 1]) == ascending)
            child++;
        if (before(p[child], p[root]) == ascending)
            return;
        swap(&p[root], &p[child]);
    }
}

// Heap sort: no allocation, n log n for any input.
static void sort(cd_point2 *p, int count, bool ascending) {
    for (int i = count / 2 - 1; i >= 0; i--)
        sift_down(p, i, count, ascending);
    for (int end = count - 1; end > 0; end--) {
        swap(&p[0], &p[end]);
        sift_down(p, 0, end, ascending);
    }
}

// Appends p[from .. to - 1] to the stack p[base .. top - 1], dropping what is not a turn; returns
// the new top. p[base] stays.
static int scan(cd_point2 *p, int base, int top, int from, int to) {
    for (int i = from; i < to; i++) {
        while (top - base >= 2 && !(turn(p[top - 2], p[top - 1], p[i]) > 0))
            top--;
        p[top++] = p[i];
    }
    return top;
}

int cd_convex_outline(const cd_point2 *in, int n, cd_point2 *out) {
    int count = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(in[i].x) && isfinite(in[i].y))
            out[count++] = (cd_point2){cd_scan_clamp(in[i].x), cd_scan_clamp(in[i].y)};
    if (count == 0)
        return 0;
    for (int i = 1; i < count; i++)
        if (before(out[i], out[0]))
            swap(&out[i], &out[0]);
    for (int i = 1; i + 1 < count; i++)
        if (before(out[count - 1], out[i]))
            swap(&out[i], &out[count - 1]);
    cd_point2 first = out[0], last = out[count - 1];
    if (!before(first, last))
        return 1;
    int split = 1; // points at 1 .. split - 1 come on the way from first to last
    for (int i = 1; i < count - 1; i++)
        if (turn(first, last, out[i]) < 0)
            swap(&out[i], &out[split++]);
    swap(&out[split], &out[count - 1]); // last to its place between the parts
    sort(out + 1, split - 1, true);
    sort(out + split + 1, count - split - 1, false);
    int top = scan(out, 0, 1, 1, split + 1);
    int base = top - 1; // where `last` is now
    top = scan(out, base, top, split + 1, count);
    while (top - base >= 2 && !(turn(out[top - 2], out[top - 1], first) > 0))
        top--;
    return top;
}

// ------------------------------------------------------------------------------------------
// erosion

// Cuts the polygon to where dot(p, normal) <= limit; out is not in. A convex one gains at most one
// vertex; what a caller's mistake adds beyond the room is dropped.
static int cut(const cd_point2 *in, int count, cd_point2 normal, double limit, cd_point2 *out) {
    int kept = 0;
    for (int i = 0; i < count && kept + 2 <= CD_ERODED_MAX; i++) {
        cd_point2 a = in[i], b = in[i + 1 == count ? 0 : i + 1];
        double da = a.x * normal.x + a.y * normal.y - limit;
        double db = b.x * normal.x + b.y * normal.y - limit;
        if (da <= 0)
            out[kept++] = a;
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            double t = da / (da - db);
            out[kept++] = (cd_point2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    return kept;
}

int cd_eroded_polygon(const cd_point2 *points, int count, double amount, cd_point2 *out) {
    cd_point2 other[CD_ERODED_MAX], edges[CD_ERODED_MAX / 2];
    int n = count < CD_ERODED_MAX / 2 ? count : CD_ERODED_MAX / 2, kept = n;
    double area = 0;
    cd_point2 origin = {0, 0};
    if (n > 0)
        origin = (cd_point2){floor(cd_scan_clamp(points[0].x)), floor(cd_scan_clamp(points[0].y))};
    for (int i = 0; i < n; i++) {
        cd_point2 p = points[(int)((int64_t)i * count / n)];
        // Near the origin the limits of `cut` keep their digits.
        edges[i] = (cd_point2){cd_scan_clamp(p.x) - origin.x, cd_scan_clamp(p.y) - origin.y};
        out[i] = edges[i];
        if (i > 1)
            area += turn(edges[0], edges[i - 1], edges[i]);
    }
    if (n < 3 || area == 0)
        return 0;
    double side = area > 0 ? 1 : -1;
    cd_point2 *from = out, *to = other;
    for (int i = 0; i < n && kept > 0; i++) {
        cd_point2 a = edges[i], b = edges[i + 1 == n ? 0 : i + 1];
        double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
        if (!(length > 0))
            continue;
        cd_point2 normal = {side * dy / length, -side * dx / length};
        kept = cut(from, kept, normal, a.x * normal.x + a.y * normal.y - amount, to);
        cd_point2 *spare = from;
        from = to;
        to = spare;
    }
    for (int i = 0; i < kept; i++)
        out[i] = (cd_point2){from[i].x + origin.x, from[i].y + origin.y};
    return kept < 3 ? 0 : kept;
}

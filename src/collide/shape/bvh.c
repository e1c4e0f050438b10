// Leaves are split with the surface area heuristic: at the boundary of 16 equal bins of centroids
// along their widest axis that minimises the sum of area times leaves (Wald, On fast construction
// of SAH-based bounding volume hierarchies, 2007). Such splits may peel off one leaf at a time; so
// where a split would leave a side that could not end within CD_BVH_DEPTH even by halving, the
// leaves are halved instead. Halving n leaves ends after ceil(log2 n) <= 31 levels, so the bound
// holds.
#include "collide/shape/bvh.h"

#include <assert.h>

enum { BINS = 16 };

typedef struct {
    cd_bounds box;
    int count;
} bvh_bin;

// How the centroids are assigned to bins.
typedef struct {
    int axis;
    double low, per_length;
} binning;

// Half the coordinate of the middle, so that the extent of all centroids, which best_boundary
// weighs beside their surface, is half that of the middles.
static double centroid(const cd_bvh_leaf *leaf, int axis) {
    return 0.25 * (cd_component(leaf->box.min, axis) + cd_component(leaf->box.max, axis));
}

// The centroid of a leaf without an end is NaN, which compares as false, or infinite.
static int bin_of(const binning *b, const cd_bvh_leaf *leaf) {
    double i = (centroid(leaf, b->axis) - b->low) * b->per_length;
    return i >= BINS ? BINS - 1 : i > 0 ? (int)i : 0;
}

// Half the surface of a box; `length` times its extents is added, because a needle has no surface.
static double area(cd_bounds box, double length) {
    cd_vec d = cd_sub(box.max, box.min);
    return d.x * d.y + d.y * d.z + d.z * d.x + length * (d.x + d.y + d.z);
}

static int levels(int count) {
    int n = 0;
    while (1LL << n < count)
        n++;
    return n;
}

// Bins along the widest axis of the centroids; false where all centroids coincide.
static bool find_bins(const cd_bvh_leaf *leaves, int count, binning *b) {
    double widest = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < count; i++) {
            double c = centroid(&leaves[i], axis);
            low = cd_min(low, c);
            high = cd_max(high, c);
        }
        if (high - low > widest) {
            widest = high - low;
            *b = (binning){axis, low, BINS / widest};
        }
    }
    return widest >= CD_SMALLEST;
}

static void add(bvh_bin *to, const bvh_bin *from) {
    if (from->count > 0)
        to->box = to->count > 0 ? cd_bounds_join(to->box, from->box) : from->box;
    to->count += from->count;
}

// The first bin of the right side; 0 where boxes without an end leave no finite cost. Neither side
// is empty: the leaf of the least centroid is in the first bin, that of the greatest in the last.
static int best_boundary(const bvh_bin bins[BINS], double length) {
    double right_cost[BINS], least = INFINITY;
    bvh_bin side = {.count = 0};
    for (int i = BINS - 1; i > 0; i--) {
        add(&side, &bins[i]);
        assert(side.count > 0);
        right_cost[i] = side.count * area(side.box, length);
    }
    int best = 0;
    side.count = 0;
    for (int i = 1; i < BINS; i++) {
        add(&side, &bins[i - 1]);
        assert(side.count > 0);
        double cost = side.count * area(side.box, length) + right_cost[i];
        if (cost < least)
            least = cost, best = i;
    }
    return best;
}

// Puts the leaves of the bins before `boundary` first; returns how many they are.
static int partition(cd_bvh_leaf *leaves, int count, const binning *b, int boundary) {
    int left = 0;
    for (int right = count; left < right;) {
        if (bin_of(b, &leaves[left]) < boundary) {
            left++;
        } else {
            cd_bvh_leaf swap = leaves[--right];
            leaves[right] = leaves[left];
            leaves[left] = swap;
        }
    }
    return left;
}

int cd_bvh_split(cd_bvh_leaf *leaves, int count, int depth) {
    assert(count >= 2 && depth < CD_BVH_DEPTH);
    binning b = {0, 0, 0};
    if (!find_bins(leaves, count, &b))
        return count / 2;
    bvh_bin bins[BINS];
    for (int i = 0; i < BINS; i++)
        bins[i].count = 0;
    for (int i = 0; i < count; i++) {
        const bvh_bin one = {leaves[i].box, 1};
        add(&bins[bin_of(&b, &leaves[i])], &one);
    }
    int boundary = best_boundary(bins, BINS / b.per_length);
    int left = boundary > 0 ? partition(leaves, count, &b, boundary) : 0;
    int larger = left > count - left ? left : count - left;
    bool fits = depth + 1 + levels(larger) <= CD_BVH_DEPTH;
    assert(left < count); // there are some on either side of a boundary
    return left > 0 && fits ? left : count / 2;
}

cd_bounds cd_bvh_bounds(const cd_bvh_leaf *leaves, int count) {
    assert(count >= 1);
    cd_bounds box = leaves[0].box;
    for (int i = 1; i < count; i++)
        box = cd_bounds_join(box, leaves[i].box);
    return box;
}

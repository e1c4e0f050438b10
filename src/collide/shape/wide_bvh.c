// A node splits its leaves in two, and again and again those with the largest surface around them,
// until there are eight parts (Wald, Benthin, Boulos, Getting Rid of Packets, 2008). Boxes are
// fitted from the last node to the first, so children before parents.
#include "collide/shape/wide_bvh.h"

#include <assert.h>

// cd_wide_bit_positions: bit k of m has the position k, in the byte after those of the bits below.
#define POSITION(m, k) ((uint64_t)((m) >> (k)&1) * (k) << 8 * COUNT((m) & ((1 << (k)) - 1)))
#define COUNT(m)                                                                                   \
    (((m)&1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) +                 \
     ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define POSITIONS(m)                                                                               \
    POSITION(m, 1) + POSITION(m, 2) + POSITION(m, 3) + POSITION(m, 4) + POSITION(m, 5) +           \
        POSITION(m, 6) + POSITION(m, 7)
#define FOUR(m) POSITIONS(m), POSITIONS((m) + 1), POSITIONS((m) + 2), POSITIONS((m) + 3)
#define SIXTEEN(m) FOUR(m), FOUR((m) + 4), FOUR((m) + 8), FOUR((m) + 12)
#define SIXTY_FOUR(m) SIXTEEN(m), SIXTEEN((m) + 16), SIXTEEN((m) + 32), SIXTEEN((m) + 48)

const uint64_t cd_wide_bit_positions[256] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128),
                                             SIXTY_FOUR(192)};

// ------------------------------------------------------------------------------------------ build

// Leaves that become a child of a node, and how often those of the root were split until then.
typedef struct {
    cd_bvh_leaf *leaves;
    int count, depth;
    double area; ///< half of the surface around them, of more than a node has room for
} leaf_range;

typedef struct {
    cd_wide_node *nodes;
    cd_wide_link *links;
    int *parts;
    int node_count, item_count;
} tree_writer;

static leaf_range range_of(cd_bvh_leaf *leaves, int count, int depth) {
    leaf_range range = {leaves, count, depth, 0};
    if (count > CD_WIDE_CHILDREN) {
        const cd_bounds box = cd_bvh_bounds(leaves, count);
        const cd_vec d = cd_sub(box.max, box.min);
        range.area = d.x * d.y + d.y * d.z + d.z * d.x;
    }
    return range;
}

// The range to split next: the largest of those with more leaves than a node holds; else the one
// with the fewest leaves of those that are no leaf, if all of its leaves have room. -1: none.
static int next_to_split(const leaf_range *ranges, int count) {
    int next = -1;
    for (int k = 0; k < count; k++)
        if (ranges[k].count > CD_WIDE_CHILDREN && (next < 0 || ranges[k].area > ranges[next].area))
            next = k;
    if (next >= 0)
        return next;
    for (int k = 0; k < count; k++)
        if (ranges[k].count > 1 && (next < 0 || ranges[k].count < ranges[next].count))
            next = k;
    return next >= 0 && count - 1 + ranges[next].count <= CD_WIDE_CHILDREN ? next : -1;
}

static int split_range(leaf_range whole, leaf_range ranges[CD_WIDE_CHILDREN]) {
    int count = 1, k;
    ranges[0] = whole;
    for (; count < CD_WIDE_CHILDREN && (k = next_to_split(ranges, count)) >= 0; count++) {
        const leaf_range r = ranges[k];
        const int left = cd_bvh_split(r.leaves, r.count, r.depth);
        ranges[k] = range_of(r.leaves, left, r.depth + 1);
        ranges[count] = range_of(r.leaves + left, r.count - left, r.depth + 1);
    }
    return count;
}

// Writes node n, which holds some leaves, and all below it.
static void write_node(tree_writer *w, int n, leaf_range whole) {
    leaf_range ranges[CD_WIDE_CHILDREN];
    const int count = split_range(whole, ranges), item = w->item_count, first = w->node_count;
    int inner = 0;
    for (int k = 0; k < count; k++)
        if (ranges[k].count > 1)
            ranges[inner++] = ranges[k];
        else
            w->parts[w->item_count++] = ranges[k].leaves->part;
    w->node_count += inner;
    w->nodes[n] = (cd_wide_node){.unit = (uint32_t)(256 * inner + count)};
    w->links[n] = (cd_wide_link){first, item};
    for (int k = 0; k < inner; k++)
        write_node(w, first + k, ranges[k]);
}

int cd_wide_build(cd_bvh_leaf *leaves, int items, cd_wide_node *nodes, cd_wide_link *links,
                  int *parts) {
    assert(items >= 1);
    tree_writer w = {nodes, links, parts, 1, 0};
    write_node(&w, 0, range_of(leaves, items, 0));
    assert(w.node_count <= cd_wide_most_nodes(items) && w.item_count == items);
    return w.node_count;
}

// A node with i children that are nodes and k that are items adds 1 to the sum of (4 n - 1) / 7
// over the former, which is at most (4 n - 1) / 7 of its own n where i + 4 k >= 8: so with eight
// children. With c < 8 none of the i could be opened: each has 10 - c leaves at least, at most
// eight, and is one node, (32 - 4 c) / 7 less than the bound allows; that is enough.
int cd_wide_most_nodes(int items) {
    assert(items >= 1);
    return items == 1 ? 1 : (int)((4 * (long long)items - 1) / 7);
}

// ------------------------------------------------------------------------------------------ boxes

cd_wide_frame cd_wide_frame_of(cd_bounds all) {
    double extent = cd_max_abs(cd_sub(all.max, all.min));
    if (!isfinite(extent))
        return (cd_wide_frame){{0, 0, 0}, 0};
    return (cd_wide_frame){all.min, 1 / cd_max(extent, CD_SMALLEST)};
}

cd_wide_box cd_wide_box_of(const cd_wide_frame *frame, cd_bounds box) {
    if (!(frame->scale > 0)) // an infinite coordinate times 0 is no number
        box = (cd_bounds){frame->low, frame->low};
    cd_vec min = cd_scale(cd_sub(box.min, frame->low), frame->scale);
    cd_vec max = cd_scale(cd_sub(box.max, frame->low), frame->scale);
    return (cd_wide_box){
        {(float)(min.x - CD_WIDE_SLACK), (float)(min.y - CD_WIDE_SLACK),
         (float)(min.z - CD_WIDE_SLACK)},
        {(float)(max.x + CD_WIDE_SLACK), (float)(max.y + CD_WIDE_SLACK),
         (float)(max.z + CD_WIDE_SLACK)},
    };
}

cd_bounds cd_wide_bounds_of(const cd_wide_frame *frame, const cd_wide_box *box, cd_bounds all) {
    if (!(frame->scale > 0))
        return all;
    const double extent = 1 / frame->scale;
    const cd_vec min = {(double)box->min[0], (double)box->min[1], (double)box->min[2]};
    const cd_vec max = {(double)box->max[0], (double)box->max[1], (double)box->max[2]};
    const cd_vec low = cd_add_scaled(frame->low, extent, min);
    const cd_vec high = cd_add_scaled(frame->low, extent, max);
    return (cd_bounds){
        {cd_max(low.x, all.min.x), cd_max(low.y, all.min.y), cd_max(low.z, all.min.z)},
        {cd_min(high.x, all.max.x), cd_min(high.y, all.max.y), cd_min(high.z, all.max.z)}};
}

double cd_wide_area(const cd_wide_box *box) {
    double x = (double)box->max[0] - (double)box->min[0];
    double y = (double)box->max[1] - (double)box->min[1];
    double z = (double)box->max[2] - (double)box->min[2];
    return x * y + y * z + z * x;
}

// Writes the boxes of a node's children in its frame; `all` is the box around them. The unit is the
// least power of two of which CD_WIDE_UNITS are longer than its extent.
static void quantise_boxes(cd_wide_node *node, const cd_wide_box *all,
                           const cd_wide_box boxes[CD_WIDE_CHILDREN]) {
    double extent = 0;
    for (int i = 0; i < 3; i++) {
        node->low[i] = all->min[i];
        extent = cd_max(extent, (double)all->max[i] - (double)all->min[i]);
    }
    int exponent;
    frexp(extent / CD_WIDE_UNITS, &exponent);
    assert(extent > 0 && exponent > -127 && exponent < 127);
    double per_length = ldexp(1, -exponent);
    node->unit = (node->unit & 0xffff) | (uint32_t)(exponent + 127) << 23;
    for (int k = 0; k < cd_wide_child_count(node); k++)
        for (int i = 0; i < 3; i++) {
            double low = ((double)boxes[k].min[i] - (double)node->low[i]) * per_length;
            double high = ((double)boxes[k].max[i] - (double)node->low[i]) * per_length;
            node->side[i][k] = (uint8_t)(low + 1);
            node->side[3 + i][k] = (uint8_t)(high + 2);
            // The quantised box contains the box, to the rounding of low + 1.
            assert(low >= 0 && node->side[i][k] - 1 <= low + 0x1p-44);
            assert(high <= CD_WIDE_UNITS && node->side[3 + i][k] - 1 >= high);
            assert(node->side[i][k] > CD_WIDE_BELOW && node->side[3 + i][k] < CD_WIDE_ABOVE);
        }
}

double cd_wide_fit_node(cd_wide_node *nodes, const cd_wide_link *links, cd_wide_box *boxes, int n,
                        cd_wide_item_box *item_box, void *context) {
    cd_wide_box children[CD_WIDE_CHILDREN];
    cd_wide_node *node = &nodes[n];
    const cd_wide_link link = links[n];
    const int inner = cd_wide_inner_count(node);
    double sum = 0;
    cd_wide_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int k = 0; k < cd_wide_child_count(node); k++) {
        children[k] = k < inner ? boxes[link.node + k] : item_box(context, link.item + k - inner);
        sum += cd_wide_area(&children[k]);
        for (int i = 0; i < 3; i++) {
            all.min[i] = fminf(all.min[i], children[k].min[i]);
            all.max[i] = fmaxf(all.max[i], children[k].max[i]);
        }
    }
    for (int i = 0; i < 3; i++)
        if (!(all.min[i] > -CD_WIDE_MOST_COORDINATE) || !(all.max[i] < CD_WIDE_MOST_COORDINATE))
            return NAN;
    boxes[n] = all;
    quantise_boxes(node, &all, children);
    return sum;
}

double cd_wide_fit(cd_wide_node *nodes, const cd_wide_link *links, cd_wide_box *boxes, int count,
                   cd_wide_item_box *item_box, void *context) {
    double sum = 0;
    for (int n = count - 1; n >= 0 && !isnan(sum); n--) {
        assert(cd_wide_inner_count(&nodes[n]) == 0 || links[n].node > n);
        sum += cd_wide_fit_node(nodes, links, boxes, n, item_box, context);
    }
    return sum;
}

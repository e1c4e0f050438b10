// A binary heap in an array.
#include "collide/set/node_heap.h"

#include <assert.h>

static void swap_nodes(cd_node_heap *h, int i, int k) {
    cd_constrained_point swap = h->nodes[i];
    h->nodes[i] = h->nodes[k];
    h->nodes[k] = swap;
}

bool cd_node_heap_push(cd_node_heap *h, const cd_constrained_point *n) {
    const bool full = h->count == CD_NODES_MAX;
    if (full && !(n->square < h->nodes[h->count - 1].square))
        return false;
    h->count -= full;
    int i = h->count++;
    h->nodes[i] = *n;
    for (int parent; i > 0 && h->nodes[i].square < h->nodes[parent = (i - 1) / 2].square;
         i = parent)
        swap_nodes(h, i, parent);
    return !full;
}

cd_constrained_point cd_node_heap_pop(cd_node_heap *h) {
    assert(h->count > 0);
    cd_constrained_point top = h->nodes[0];
    h->nodes[0] = h->nodes[--h->count];
    for (int i = 0, child; (child = 2 * i + 1) < h->count; i = child) {
        if (child + 1 < h->count && h->nodes[child + 1].square < h->nodes[child].square)
            child++;
        if (!(h->nodes[child].square < h->nodes[i].square))
            break;
        swap_nodes(h, i, child);
    }
    assert(h->count == 0 || top.square <= h->nodes[0].square);
    return top;
}

// Monotone loops are triangulated from left to right (Garey, Johnson, Preparata, Tarjan 1978).
// Then every side between two pieces is left out that no corner needs to be convex: of the sides
// that stay each is needed at a reflex corner of the polygon, and of those at one corner at most
// two, so there are at most four times the least number of pieces (Hertel and Mehlhorn 1983).
#include "collide/shape/outline_pieces.h"

#include "collide/math/monotone_chain.h"
#include "collide/math/predicates.h"
#include "collide/math/sort.h"
#include "collide/shape/memory_block.h"

#include <assert.h>
#include <string.h>

enum { NONE = -1 };

size_t cd_outline_graph_lay_out(cd_outline_graph *g, size_t n, char *memory) {
    char *to = memory;
    *g = (cd_outline_graph){.points = NULL};
    g->nodes = cd_block_take(&to, 5 * n * sizeof *g->nodes);
    g->diagonals = cd_block_take(&to, 2 * n * sizeof *g->diagonals);
    g->chain = cd_block_take(&to, 5 * n * sizeof *g->chain);
    g->stack = cd_block_take(&to, 5 * n * sizeof *g->stack);
    g->is_upper = cd_block_take(&to, 5 * n * sizeof *g->is_upper);
    g->done = cd_block_take(&to, 9 * n * sizeof *g->done);
    g->sides = cd_block_take(&to, 9 * n * sizeof *g->sides);
    g->ends = cd_block_take(&to, 9 * n * sizeof *g->ends);
    g->starts = cd_block_take(&to, (3 * n + 1) * sizeof *g->starts);
    g->piece_vertices = cd_block_take(&to, 9 * n * sizeof *g->piece_vertices);
    return (size_t)(to - memory);
}

static int turn(const cd_outline_graph *g, int a, int b, int c) {
    return cd_orient2(g->points[a], g->points[b], g->points[c]);
}

// ----------------------------------------------------------------------------------------- cutting

// Whether the diagonal from a node to another point leads into the loop at this copy of its corner.
static bool leads_in(const cd_outline_graph *g, int node, int to) {
    const cd_outline_node *n = &g->nodes[node];
    const int previous = g->nodes[n->previous].point, next = g->nodes[n->next].point;
    const bool of_next = turn(g, n->point, next, to) > 0;
    const bool of_previous = turn(g, previous, n->point, to) > 0;
    return turn(g, previous, n->point, next) > 0 ? of_next && of_previous : of_next || of_previous;
}

static int copy_towards(const cd_outline_graph *g, int corner, int to) {
    int node = corner;
    while (!leads_in(g, node, to) && g->nodes[node].copy != NONE)
        node = g->nodes[node].copy;
    return node;
}

static int add_copy(cd_outline_graph *g, int node) {
    const int made = g->node_count++;
    g->nodes[made] = g->nodes[node];
    g->nodes[node].copy = made;
    return made;
}

static void link(cd_outline_graph *g, int from, int to) {
    g->nodes[from].next = to;
    g->nodes[to].previous = from;
}

// Cuts along a diagonal between two corners: each becomes two nodes.
static void cut(cd_outline_graph *g, int corner_a, int corner_b) {
    const int a = copy_towards(g, corner_a, g->nodes[corner_b].point);
    const int b = copy_towards(g, corner_b, g->nodes[corner_a].point);
    const int after_a = g->nodes[a].next, before_b = g->nodes[b].previous;
    const int other_a = add_copy(g, a), other_b = add_copy(g, b);
    link(g, a, b);
    link(g, other_b, other_a);
    link(g, other_a, after_a);
    link(g, before_b, other_b);
}

void cd_outline_cut(cd_outline_graph *g) {
    for (int i = 0; i < g->diagonal_count; i++)
        cut(g, g->diagonals[i][0], g->diagonals[i][1]);
}

// --------------------------------------------------------------------------------------- triangles

static void add_triangle(cd_outline_graph *g, int a, int b, int c) {
    const int way = turn(g, a, b, c), first = g->side_count;
    assert(way != 0);
    const int corners[3] = {a, way > 0 ? b : c, way > 0 ? c : b};
    for (int k = 0; k < 3; k++)
        g->sides[first + k] =
            (cd_outline_side){corners[k], first + (k + 1) % 3, first + (k + 2) % 3, NONE};
    g->side_count += 3;
}

// Writes the points of the loop of a node from left to right to `chain`; returns how many. The
// lower chain follows the loop from its leftmost node, the upper one leads there.
static int order_loop(cd_outline_graph *g, int node) {
    const cd_vec *p = g->points;
    int left = node, right = node, count = 0;
    for (int i = node; !g->done[i]; i = g->nodes[i].next) {
        g->done[i] = true;
        if (cd_before(p[g->nodes[i].point], p[g->nodes[left].point]))
            left = i;
        if (cd_before(p[g->nodes[right].point], p[g->nodes[i].point]))
            right = i;
    }
    int low = left, high = g->nodes[left].previous;
    while (low != right || high != right) {
        const bool upper = high != right && (low == right || cd_before(p[g->nodes[high].point],
                                                                       p[g->nodes[low].point]));
        g->chain[count] = g->nodes[upper ? high : low].point;
        g->is_upper[count++] = upper;
        if (upper)
            high = g->nodes[high].previous;
        else
            low = g->nodes[low].next;
    }
    g->chain[count++] = g->nodes[right].point;
    return count;
}

// Cuts off the triangles of a point with all of the stack, a chain that it sees, of which the last
// point stays.
static void cut_fan(cd_outline_graph *g, int point, int *count) {
    for (int i = 0; i + 1 < *count; i++)
        add_triangle(g, point, g->chain[g->stack[i]], g->chain[g->stack[i + 1]]);
    g->stack[0] = g->stack[*count - 1];
    *count = 1;
}

// Cuts off the triangles of point i that are convex at the end of the stack, on the same chain.
static void cut_ears(cd_outline_graph *g, int i, int *count) {
    const int inward = g->is_upper[i] ? -1 : 1;
    while (*count >= 2) {
        const int last = g->chain[g->stack[*count - 1]], before = g->chain[g->stack[*count - 2]];
        if (turn(g, before, last, g->chain[i]) != inward)
            break;
        add_triangle(g, before, last, g->chain[i]);
        (*count)--;
    }
}

static void triangulate(cd_outline_graph *g, int node) {
    const int size = order_loop(g, node);
    int count = 2;
    g->stack[0] = 0;
    g->stack[1] = 1;
    for (int i = 2; i < size - 1; i++) {
        if (g->is_upper[i] != g->is_upper[g->stack[count - 1]])
            cut_fan(g, g->chain[i], &count);
        else
            cut_ears(g, i, &count);
        g->stack[count++] = i;
    }
    cut_fan(g, g->chain[size - 1], &count);
}

// ----------------------------------------------------------------------------------------- joining

static bool is_before(const void *a, const void *b) {
    const cd_outline_ends *p = a, *q = b;
    if (p->low != q->low || p->high != q->high)
        return p->low < q->low || (p->low == q->low && p->high < q->high);
    return p->side < q->side;
}

static void find_twins(cd_outline_graph *g) {
    for (int i = 0; i < g->side_count; i++) {
        const int from = g->sides[i].from, to = g->sides[g->sides[i].next].from;
        g->ends[i] = (cd_outline_ends){from < to ? from : to, from < to ? to : from, i};
    }
    cd_sort(g->ends, g->side_count, sizeof *g->ends, is_before);
    for (int i = 1; i < g->side_count; i++) {
        const cd_outline_ends *a = &g->ends[i - 1], *b = &g->ends[i];
        if (a->low == b->low && a->high == b->high) {
            g->sides[a->side].twin = b->side;
            g->sides[b->side].twin = a->side;
        }
    }
}

// Whether the corner that two sides would make is convex, or straight.
static bool is_convex(const cd_outline_graph *g, int before, int after) {
    const cd_outline_side *sides = g->sides;
    return turn(g, sides[before].from, sides[after].from, sides[sides[after].next].from) >= 0;
}

// Leaves a side out, if its neighbours are convex together.
static void join_at(cd_outline_graph *g, int side) {
    cd_outline_side *s = &g->sides[side], *t = &g->sides[s->twin];
    if (!is_convex(g, s->previous, t->next) || !is_convex(g, t->previous, s->next))
        return;
    g->sides[s->previous].next = t->next;
    g->sides[t->next].previous = s->previous;
    g->sides[t->previous].next = s->next;
    g->sides[s->next].previous = t->previous;
    g->done[side] = g->done[s->twin] = true;
}

static int write_pieces(cd_outline_graph *g) {
    int pieces = 0, count = 0;
    for (int i = 0; i < g->side_count; i++) {
        if (g->done[i])
            continue;
        g->starts[pieces++] = count;
        for (int k = i; !g->done[k]; k = g->sides[k].next) {
            g->done[k] = true;
            g->piece_vertices[count++] = g->sides[k].from;
        }
    }
    g->starts[pieces] = count;
    return pieces;
}

int cd_outline_join(cd_outline_graph *g) {
    memset(g->done, 0, (size_t)g->node_count * sizeof *g->done);
    for (int i = 0; i < g->node_count; i++)
        if (!g->done[i])
            triangulate(g, i);
    find_twins(g);
    memset(g->done, 0, (size_t)g->side_count * sizeof *g->done);
    for (int i = 0; i < g->side_count; i++)
        if (g->sides[i].twin > i && !g->done[i])
            join_at(g, i);
    return write_pieces(g);
}

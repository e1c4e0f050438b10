// Splits a polygon with holes into convex pieces. A sweep from left to right finds edges that cross
// (Shamos and Hoey 1976) and the diagonals that cut the polygon into monotone pieces (Lee and
// Preparata 1977); outline_pieces.c goes on from there. Points of one x are met from below, and of
// two ends of an edge the left one is met first. Every decision is the sign of an exact predicate.
#include "collide/math/monotone_chain.h"
#include "collide/math/predicates.h"
#include "collide/shape/memory_block.h"
#include "collide/shape/outline_pieces.h"

#include <assert.h>
#include <string.h>

enum { NONE = -1 };

typedef struct {
    cd_outline_graph graph;
    int *loop_of; // of each corner
    int *order;   // the corners from left to right
    int *status;  // the edges that the sweep line crosses, from below; each named by its corner
    int *helper;  // of an edge with the interior above: the corner last met in the part above it
    bool *merges; // whether a corner ends a gap between two parts
    int status_count;
    int wrong_loop; // which lies where no loop may, so far as is seen; NONE
    cd_outline result;
} sweep;

static cd_vec at(const sweep *s, int corner) {
    return s->graph.points[s->graph.nodes[corner].point];
}

static int next_of(const sweep *s, int corner) { return s->graph.nodes[corner].next; }

static int previous_of(const sweep *s, int corner) { return s->graph.nodes[corner].previous; }

static bool is_left_of(const sweep *s, int a, int b) { return cd_before(at(s, a), at(s, b)); }

static int turn(const sweep *s, int a, int b, int c) {
    return cd_orient2(at(s, a), at(s, b), at(s, c));
}

// Of an edge: its left and right end. It has the interior above it if it leads to the right.
static bool leads_right(const sweep *s, int edge) { return is_left_of(s, edge, next_of(s, edge)); }

static int left_end(const sweep *s, int edge) {
    return leads_right(s, edge) ? edge : next_of(s, edge);
}

static int right_end(const sweep *s, int edge) {
    return leads_right(s, edge) ? next_of(s, edge) : edge;
}

// 1 where a corner is above an edge, 0 where it is on its line.
static int side_of(const sweep *s, int edge, int corner) {
    return turn(s, left_end(s, edge), right_end(s, edge), corner);
}

// ------------------------------------------------------------------------------------------ faults

static bool fail(sweep *s, cd_outline_verdict verdict, int loop) {
    s->result.verdict = verdict;
    s->result.loop = loop;
    return false;
}

// The points of an edge, in the order in which the caller's loop runs.
static void write_edge(const sweep *s, int edge, int points[2]) {
    const int next = next_of(s, edge);
    const bool reversed = next == edge - 1 || next > edge + 1;
    points[0] = s->graph.nodes[reversed ? next : edge].point;
    points[1] = s->graph.nodes[reversed ? edge : next].point;
}

static bool fail_crossing(sweep *s, int edge, int other) {
    s->result.verdict = CD_OUTLINE_CROSSES;
    write_edge(s, edge < other ? edge : other, s->result.edges[0]);
    write_edge(s, edge < other ? other : edge, s->result.edges[1]);
    return false;
}

// Whether two edges without a common corner have a common point.
static bool do_cross(const sweep *s, int e, int f) {
    const int a = left_end(s, e), b = right_end(s, e), c = left_end(s, f), d = right_end(s, f);
    if (a == c || a == d || b == c || b == d)
        return false;
    const int c_of_e = turn(s, a, b, c), d_of_e = turn(s, a, b, d);
    if (c_of_e == 0 && d_of_e == 0)
        return !is_left_of(s, b, c) && !is_left_of(s, d, a);
    return c_of_e * d_of_e <= 0 && turn(s, c, d, a) * turn(s, c, d, b) <= 0;
}

// Whether the edges at two places of the status that have become neighbours are apart.
static bool check_neighbours(sweep *s, int below, int above) {
    if (below < 0 || above >= s->status_count || !do_cross(s, s->status[below], s->status[above]))
        return true;
    return fail_crossing(s, s->status[below], s->status[above]);
}

// ------------------------------------------------------------------------------------------- loops

// Leaves out a point that repeats another one or lies within a straight edge. kept: the corners of
// this loop so far, the last `count` ones.
static void add_corner(sweep *s, int first, int *count, int point) {
    const cd_vec *p = s->graph.points;
    cd_outline_node *kept = s->graph.nodes + first;
    if (*count > 0 && cd_equal(p[kept[*count - 1].point], p[point]))
        return;
    while (*count >= 2) {
        const cd_vec a = p[kept[*count - 2].point], b = p[kept[*count - 1].point], c = p[point];
        if (cd_orient2(a, b, c) != 0 || cd_before(a, b) != cd_before(b, c))
            break;
        (*count)--;
    }
    kept[(*count)++].point = point;
}

// The same where the loop closes.
static void close_corners(sweep *s, int first, int *count) {
    const cd_vec *p = s->graph.points;
    for (bool dropped = true; dropped && *count >= 3;) {
        cd_outline_node *kept = s->graph.nodes + first;
        const cd_vec a = p[kept[*count - 2].point], b = p[kept[*count - 1].point],
                     c = p[kept[0].point], d = p[kept[1].point];
        if (cd_equal(b, c) || (cd_orient2(a, b, c) == 0 && cd_before(a, b) == cd_before(b, c))) {
            (*count)--;
        } else if (cd_orient2(b, c, d) == 0 && cd_before(b, c) == cd_before(c, d)) {
            memmove(kept, kept + 1, (size_t)(*count - 1) * sizeof *kept);
            (*count)--;
        } else {
            dropped = false;
        }
    }
}

// Links a loop so that the interior is on its left: the outline counter-clockwise, holes clockwise.
static bool link_loop(sweep *s, int loop, int first, int count) {
    cd_outline_node *nodes = s->graph.nodes;
    if (count < 3)
        return fail(s, CD_OUTLINE_EMPTY, loop);
    int leftmost = first;
    for (int i = 0; i < count; i++) {
        nodes[first + i].previous = first + (i + count - 1) % count;
        nodes[first + i].next = first + (i + 1) % count;
        nodes[first + i].copy = NONE;
        s->loop_of[first + i] = loop;
        if (is_left_of(s, first + i, leftmost))
            leftmost = first + i;
    }
    const int way = turn(s, previous_of(s, leftmost), leftmost, next_of(s, leftmost));
    if (way == 0) // it goes back the way that it came
        return fail_crossing(s, previous_of(s, leftmost), leftmost);
    if ((way > 0) == (loop == 0))
        return true;
    for (int i = first; i < first + count; i++) {
        const int next = nodes[i].next;
        nodes[i].next = nodes[i].previous;
        nodes[i].previous = next;
    }
    return true;
}

static bool read_loops(sweep *s, const int *ends, int loop_count) {
    int total = 0;
    for (int loop = 0, begin = 0; loop < loop_count; begin = ends[loop++]) {
        const int first = total;
        int count = 0;
        for (int i = begin; i < ends[loop]; i++)
            add_corner(s, first, &count, i);
        close_corners(s, first, &count);
        if (!link_loop(s, loop, first, count))
            return false;
        total += count;
    }
    s->graph.node_count = s->graph.corner_count = total;
    return true;
}

// ------------------------------------------------------------------------------------------- sweep

static void add_diagonal(sweep *s, int from, int to) {
    int *diagonal = s->graph.diagonals[s->graph.diagonal_count++];
    diagonal[0] = from;
    diagonal[1] = to;
}

// A gap between two parts that ended at the helper of an edge is closed by a diagonal from here.
static void close_gap(sweep *s, int corner, int edge) {
    if (s->merges[s->helper[edge]])
        add_diagonal(s, corner, s->helper[edge]);
}

// The place in the status of the first edge that is not below a corner.
static int place_of(const sweep *s, int corner) {
    int low = 0, high = s->status_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (side_of(s, s->status[middle], corner) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Takes the edges that end at a corner out of the status; false where another one is met there.
static bool end_edges(sweep *s, int corner, int place) {
    int count = 0;
    while (place + count < s->status_count) {
        const int edge = s->status[place + count];
        if (right_end(s, edge) != corner) {
            if (side_of(s, edge, corner) == 0)
                return fail_crossing(s, edge, corner);
            break;
        }
        count++;
    }
    s->status_count -= count;
    memmove(s->status + place, s->status + place + count,
            (size_t)(s->status_count - place) * sizeof *s->status);
    return true;
}

// Puts the edges that begin at a corner into the status.
static bool begin_edges(sweep *s, int corner, int place) {
    int edges[2] = {corner, previous_of(s, corner)}, count = 0;
    for (int i = 0; i < 2; i++)
        if (left_end(s, edges[i]) == corner)
            edges[count++] = edges[i];
    if (count == 2) {
        const int order = turn(s, corner, right_end(s, edges[0]), right_end(s, edges[1]));
        if (order == 0)
            return fail_crossing(s, edges[0], edges[1]);
        if (order < 0) {
            const int first = edges[0];
            edges[0] = edges[1];
            edges[1] = first;
        }
    }
    memmove(s->status + place + count, s->status + place,
            (size_t)(s->status_count - place) * sizeof *s->status);
    s->status_count += count;
    for (int i = 0; i < count; i++)
        s->status[place + i] = edges[i];
    return check_neighbours(s, place - 1, place) &&
           (count == 0 || check_neighbours(s, place + count - 1, place + count));
}

// Finds the diagonals of a corner. below: the edge below it; NONE. Where the interior is not where
// it should be, a loop lies wrong, unless edges cross farther on: then the sweep only looks for
// these.
static void cut_at(sweep *s, int corner, int below) {
    const int previous = previous_of(s, corner), next = next_of(s, corner);
    const bool from_right = is_left_of(s, corner, previous);
    const bool to_right = is_left_of(s, corner, next);
    const bool reflex = from_right == to_right && turn(s, previous, corner, next) < 0;
    const bool above = reflex || (from_right && !to_right); // the interior is below the corner
    if (s->wrong_loop == NONE && above != (below != NONE && leads_right(s, below)))
        s->wrong_loop = s->loop_of[corner];
    if (s->wrong_loop != NONE)
        return;
    s->merges[corner] = reflex && !to_right;
    if (!from_right)
        close_gap(s, corner, previous);
    if (above) {
        if (from_right && to_right)
            add_diagonal(s, corner, s->helper[below]);
        else
            close_gap(s, corner, below);
        s->helper[below] = corner;
    }
    s->helper[corner] = corner;
}

// Sorts the corners; false where two are at one place.
static bool order_corners(sweep *s, cd_numbered_point *list) {
    const int count = s->graph.corner_count;
    for (int i = 0; i < count; i++)
        list[i] = (cd_numbered_point){at(s, i), i};
    cd_sort_points(list, count);
    for (int i = 0; i < count; i++) {
        s->order[i] = list[i].number;
        if (i > 0 && cd_equal(list[i - 1].point, list[i].point))
            return fail_crossing(s, list[i - 1].number, list[i].number);
    }
    return true;
}

static bool run_sweep(sweep *s) {
    for (int i = 0; i < s->graph.corner_count; i++) {
        const int corner = s->order[i], place = place_of(s, corner);
        const int below = place > 0 ? s->status[place - 1] : NONE;
        if (!end_edges(s, corner, place))
            return false;
        cut_at(s, corner, below);
        if (!begin_edges(s, corner, place))
            return false;
    }
    return s->wrong_loop == NONE || fail(s, CD_OUTLINE_OUTSIDE, s->wrong_loop);
}

// ------------------------------------------------------------------------------------------- whole

// Lays the arrays out behind each other; returns their bytes.
static size_t lay_out(sweep *s, cd_numbered_point **list, size_t n, char *memory) {
    char *to = memory;
    s->loop_of = cd_block_take(&to, n * sizeof *s->loop_of);
    s->order = cd_block_take(&to, n * sizeof *s->order);
    s->status = cd_block_take(&to, (n + 2) * sizeof *s->status);
    s->helper = cd_block_take(&to, n * sizeof *s->helper);
    s->merges = cd_block_take(&to, n * sizeof *s->merges);
    *list = cd_block_take(&to, n * sizeof **list);
    return (size_t)(to - memory) + cd_outline_graph_lay_out(&s->graph, n, to);
}

size_t cd_outline_size(int count) {
    sweep s;
    cd_numbered_point *list;
    return lay_out(&s, &list, (size_t)count, NULL);
}

cd_outline cd_outline_split(const cd_vec *points, const int *ends, int loop_count, void *memory) {
    assert(loop_count >= 1 && memory);
    sweep s = {.wrong_loop = NONE};
    cd_numbered_point *list;
    lay_out(&s, &list, (size_t)ends[loop_count - 1], memory);
    s.graph.points = points;
    if (read_loops(&s, ends, loop_count) && order_corners(&s, list) && run_sweep(&s)) {
        cd_outline_cut(&s.graph);
        s.result.piece_count = cd_outline_join(&s.graph);
        s.result.starts = s.graph.starts;
        s.result.vertices = s.graph.piece_vertices;
    }
    return s.result;
}

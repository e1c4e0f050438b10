// The shortest way out of an overlap. Every facet of the Minkowski difference of two polytopes is a
// face of one, or spanned by an edge of each, so the depth is the least over those axes of how far
// the projections overlap: exact, with no iteration. An axis more does no harm, since each gives a
// translation that separates; so nothing is pruned on a guess and degenerate features need no care.
#include "collide/separate.h"

typedef struct {
    const cd_core *a, *b;
    cd_vec between; // from vertex 0 of b to vertex 0 of a, as moved
    cd_vec motion;
    cd_way_out best;
    int low, high; // the vertices of a and of b that meet on the best axis
} search;

static void offer(search *s, double depth, cd_vec normal, int low, int high) {
    if (!cd_is_zero(s->motion) && !(cd_dot(normal, s->motion) < 0))
        return;
    if (s->best.found && !(depth < s->best.depth))
        return;
    s->best = (cd_way_out){true, depth, normal};
    s->low = low;
    s->high = high;
}

// An axis of any length, both ways; zero is none.
static void try_axis(search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    cd_extent a = cd_core_extent(s->a, n), b = cd_core_extent(s->b, n);
    double base = cd_dot(s->between, n);
    offer(s, b.max - (a.min + base), n, a.low, b.high);
    offer(s, (a.max + base) - b.min, cd_negate(n), a.high, b.low);
}

static void try_faces(search *s, const cd_core *core) {
    for (int i = 0; i < core->face_count; i++)
        try_axis(s, cd_core_face(core, i));
}

static void try_sides(search *s, const cd_core *core) {
    for (int i = 0; i < core->edge_count; i++)
        try_axis(s, cd_perp(cd_core_edge(core, i)));
}

static void try_edge_pairs(search *s) {
    for (int i = 0; i < s->b->edge_count; i++) {
        cd_vec e = cd_core_edge(s->b, i);
        for (int j = 0; j < s->a->edge_count; j++)
            try_axis(s, cd_cross(e, cd_core_edge(s->a, j)));
    }
}

// Any axis across a difference that is but a segment or a point.
static cd_vec across(const cd_core *a, const cd_core *b) {
    for (int i = 0; i < b->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(b, i)))
            return cd_perpendicular(cd_core_edge(b, i), b->dim);
    for (int i = 0; i < a->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(a, i)))
            return cd_perpendicular(cd_core_edge(a, i), a->dim);
    return (cd_vec){0, 1, 0};
}

cd_way_out cd_shortest_way_out(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec motion) {
    search s = {.a = a, .b = b, .motion = motion};
    s.between = cd_add(cd_sub(cd_core_vertex(a, 0), cd_core_vertex(b, 0)), shift);
    const cd_core *line = b->kind == CD_CORE_LINE ? b : a->kind == CD_CORE_LINE ? a : NULL;
    // Only axes across a line have a finite extent along it.
    if (line && a->dim == 2) {
        try_sides(&s, line);
    } else if (line) {
        try_edge_pairs(&s);
    } else if (a->dim == 2) {
        try_sides(&s, b);
        try_sides(&s, a);
    } else {
        try_faces(&s, b);
        try_faces(&s, a);
        try_edge_pairs(&s);
    }
    if (!s.best.found && cd_is_zero(motion))
        try_axis(&s, across(a, b));
    if (s.best.found) {
        // Once more from the two vertices themselves, which lie close together.
        cd_vec apart = cd_sub(cd_core_vertex(b, s.high), cd_core_vertex(a, s.low));
        s.best.depth = cd_dot(cd_sub(apart, shift), s.best.normal);
    }
    return s.best;
}

// Whether a mesh bounds a solid. Vertices at one place are one vertex, by a hash table of their
// coordinates. Edges are sorted by their ends, in linear time whatever the mesh: each group has to
// run as often one way as the other, with no triangle in it twice.
#include "collide/collide.h"
#include "collide/math/predicates.h"
#include "collide/shape/memory_block.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const cd_set *mesh;
    int *vertex; ///< the first vertex at the place of each one
    int *table;  ///< the hash table: vertices + 1, 0 where there is none
    int *starts; ///< of counting sort
    int *edges[2];
    int edge_count;
} solid_check;

// Edge e runs from corner e % 3 of triangle e / 3 to the next corner.
static int corner(const solid_check *c, int e, int next) {
    return c->mesh->triangles[e / 3][(e % 3 + next) % 3];
}

static int place(const solid_check *c, int e, int next) { return c->vertex[corner(c, e, next)]; }

static bool runs_up(const solid_check *c, int e) { return place(c, e, 0) < place(c, e, 1); }

// What the edges are sorted by: the corner across the edge, then its ends.
typedef enum { BY_ACROSS, BY_HIGHER_END, BY_LOWER_END, SORT_KEYS } sort_key;

static int key_of(const solid_check *c, int e, sort_key key) {
    if (key == BY_ACROSS)
        return place(c, e, 2);
    return place(c, e, runs_up(c, e) == (key == BY_HIGHER_END));
}

// ---------------------------------------------------------------------------------------- vertices

static size_t table_length(int vertex_count) {
    size_t length = 4;
    while (length < 2 * (size_t)vertex_count)
        length *= 2;
    return length;
}

static uint64_t mixed(uint64_t hash, double x) {
    uint64_t bits;
    x += 0.0; // -0 is 0
    memcpy(&bits, &x, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static void find_places(solid_check *c) {
    const cd_vec *v = c->mesh->vertices;
    const size_t mask = table_length(c->mesh->vertex_count) - 1;
    memset(c->table, 0, (mask + 1) * sizeof *c->table);
    for (int i = 0; i < c->mesh->vertex_count; i++) {
        size_t at = mixed(mixed(mixed(0, v[i].x), v[i].y), v[i].z) & mask;
        while (c->table[at] != 0 && !cd_equal(v[c->table[at] - 1], v[i]))
            at = (at + 1) & mask;
        if (c->table[at] == 0)
            c->table[at] = i + 1;
        c->vertex[i] = c->table[at] - 1;
    }
}

// ------------------------------------------------------------------------------------------- edges

// A triangle with two corners at one place has no sides that bound anything.
static bool has_sides(const solid_check *c, int triangle) {
    const int e = 3 * triangle;
    const int p = place(c, e, 0), q = place(c, e, 1), r = place(c, e, 2);
    return p != q && q != r && r != p;
}

// Sorts the edges by a key, those of one key in their order.
static void sort_edges(solid_check *c, sort_key key) {
    const int vertex_count = c->mesh->vertex_count;
    memset(c->starts, 0, ((size_t)vertex_count + 1) * sizeof *c->starts);
    for (int i = 0; i < c->edge_count; i++)
        c->starts[key_of(c, c->edges[0][i], key) + 1]++;
    for (int i = 0; i < vertex_count; i++)
        c->starts[i + 1] += c->starts[i];
    for (int i = 0; i < c->edge_count; i++)
        c->edges[1][c->starts[key_of(c, c->edges[0][i], key)]++] = c->edges[0][i];
    int *sorted = c->edges[1];
    c->edges[1] = c->edges[0];
    c->edges[0] = sorted;
}

static bool have_same_ends(const solid_check *c, int e, int f) {
    return key_of(c, e, BY_LOWER_END) == key_of(c, f, BY_LOWER_END) &&
           key_of(c, e, BY_HIGHER_END) == key_of(c, f, BY_HIGHER_END);
}

static void note(cd_solid_flaw *flaw, cd_solid_verdict verdict, const solid_check *c, int e,
                 int other) {
    if (flaw->verdict != CD_SOLID_CLOSED && flaw->triangle <= e / 3)
        return;
    *flaw = (cd_solid_flaw){verdict, e / 3, other < 0 ? -1 : other / 3, corner(c, e, 0),
                            corner(c, e, 1)};
}

// Looks at edges from..until - 1, which have the same ends and are sorted by what is across.
static void check_group(const solid_check *c, int from, int until, cd_solid_flaw *flaw) {
    int surplus = 0, first[2] = {-1, -1}, second[2] = {-1, -1};
    for (int i = from; i < until; i++) {
        const int e = c->edges[0][i], up = runs_up(c, e);
        surplus += up ? 1 : -1;
        for (int k = i - 1; k >= from && k >= i - 2; k--) {
            const int f = c->edges[0][k];
            if (place(c, f, 2) == place(c, e, 2) && runs_up(c, f) == up) {
                note(flaw, CD_SOLID_REPEATED, c, e, f);
                return;
            }
        }
        if (first[up] < 0 || e < first[up])
            second[up] = first[up], first[up] = e;
        else if (second[up] < 0 || e < second[up])
            second[up] = e;
    }
    if (surplus == 0)
        return;
    const int up = surplus > 0;
    const bool turned = second[up] >= 0 && first[!up] < 0;
    note(flaw, turned ? CD_SOLID_TURNED : CD_SOLID_OPEN, c, first[up], turned ? second[up] : -1);
}

static cd_solid_flaw check_edges(solid_check *c) {
    cd_solid_flaw flaw = {.verdict = CD_SOLID_CLOSED};
    c->edge_count = 0;
    for (int e = 0; e < 3 * c->mesh->part_count; e++)
        if (has_sides(c, e / 3))
            c->edges[0][c->edge_count++] = e;
    for (sort_key key = BY_ACROSS; key < SORT_KEYS; key++)
        sort_edges(c, key);
    for (int from = 0, until; from < c->edge_count; from = until) {
        for (until = from + 1; until < c->edge_count; until++)
            if (!have_same_ends(c, c->edges[0][from], c->edges[0][until]))
                break;
        check_group(c, from, until, &flaw);
    }
    return flaw;
}

// ----------------------------------------------------------------------------------------- solids

static size_t check_size(const cd_set *mesh) {
    const size_t vertices = (size_t)mesh->vertex_count, edges = 3 * (size_t)mesh->part_count;
    return cd_block_share(vertices * sizeof(int)) +
           cd_block_share(table_length(mesh->vertex_count) * sizeof(int)) +
           cd_block_share((vertices + 1) * sizeof(int)) + 2 * cd_block_share(edges * sizeof(int));
}

size_t cd_solid_size(const cd_shape *mesh) {
    const size_t copy = cd_set_used(mesh->as.set.core), check = check_size(mesh->as.set.core);
    return copy > check ? copy : check;
}

bool cd_solid_build(const cd_shape *mesh, void *memory, cd_shape *solid, cd_solid_flaw *flaw) {
    assert(mesh->kind == CD_MESH && mesh->dim == 3);
    const cd_set *set = mesh->as.set.core;
    const size_t vertices = (size_t)set->vertex_count, edges = 3 * (size_t)set->part_count;
    char *at = memory;
    solid_check c = {.mesh = set};
    c.vertex = cd_block_take(&at, vertices * sizeof(int));
    c.table = cd_block_take(&at, table_length(set->vertex_count) * sizeof(int));
    c.starts = cd_block_take(&at, (vertices + 1) * sizeof(int));
    c.edges[0] = cd_block_take(&at, edges * sizeof(int));
    c.edges[1] = cd_block_take(&at, edges * sizeof(int));
    find_places(&c);
    *flaw = check_edges(&c);
    if (flaw->verdict != CD_SOLID_CLOSED)
        return false;
    *solid = *mesh;
    solid->kind = CD_SOLID;
    if (cd_volume_sign(set->vertices, set->triangles, set->part_count) >= 0)
        return true;
    const cd_set *turned = cd_set_copy(set, memory);
    int(*triangles)[3] = (int(*)[3])(uintptr_t)turned->triangles; // in memory, which is ours
    for (int i = 0; i < turned->part_count; i++) {
        const int swapped = triangles[i][1];
        triangles[i][1] = triangles[i][2];
        triangles[i][2] = swapped;
    }
    solid->as.set.core = turned;
    return true;
}

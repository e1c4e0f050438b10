// Where some normals n with weights >= 0 add up to 0, the distances of any point from the planes add
// up, with these weights, to minus the sum of their offsets: so much room there is between them.
#include "collide/narrow/touch/exact_fit.h"

static bool is_opposite(const cd_free_cone *c, cd_vec n, cd_vec m) {
    return cd_max_abs(cd_add(n, m)) <= c->rounding;
}

void cd_find_grazed_facets(const cd_free_cone *c, cd_grazed_facets *grazed) {
    grazed->count = 0;
    for (int i = 0; i < c->group_count && !cd_is_zero(c->direction); i++) {
        const cd_normal_group *g = &c->groups[i];
        double along[CD_CONE_NORMALS], freedom = -INFINITY;
        for (int k = 0; k < g->count; k++) {
            along[k] = cd_dot(g->normals[k], c->direction);
            freedom = cd_max(freedom, along[k]);
        }
        if (freedom < -c->rounding) {
            grazed->count = 0;
            return;
        }
        for (int k = 0; k < g->count && freedom <= c->rounding; k++)
            if (along[k] >= -c->rounding && grazed->count < CD_GRAZED_FACETS) {
                grazed->facets[grazed->count].normal = g->normals[k];
                grazed->facets[grazed->count++].offset = g->offsets[k];
            }
    }
}

// The room between two facets that face each other; else INFINITY.
static double room_between_two(const cd_free_cone *c, const cd_grazed_facets *g, int i, int k) {
    return is_opposite(c, g->facets[i].normal, g->facets[k].normal)
               ? -(g->facets[i].offset + g->facets[k].offset)
               : INFINITY;
}

// The room between three facets along the motion, if none of two of them leaves a way out.
static double room_between_three(const cd_free_cone *c, const cd_grazed_facets *g, int i, int k,
                                 int j) {
    const int at[3] = {i, k, j};
    double weights[3], offsets = 0, sum = 0, most = c->rounding;
    for (int p = 0; p < 3; p++)
        weights[p] = cd_dot(cd_cross(g->facets[at[(p + 1) % 3]].normal,
                                     g->facets[at[(p + 2) % 3]].normal),
                            c->direction);
    const double sign = weights[0] + weights[1] + weights[2] < 0 ? -1 : 1;
    for (int p = 0; p < 3; p++) {
        if (!(sign * weights[p] > most))
            return INFINITY;
        sum += sign * weights[p];
        offsets += sign * weights[p] * g->facets[at[p]].offset;
    }
    return -offsets / sum;
}

bool cd_leave_room(const cd_free_cone *c, const cd_grazed_facets *g) {
    double room = INFINITY;
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < i; k++) {
            room = cd_min(room, room_between_two(c, g, i, k));
            for (int j = 0; j < k && c->dim == 3; j++)
                room = cd_min(room, room_between_three(c, g, i, k, j));
        }
    return g->count > 0 && room > c->seam;
}

// Bounds the time of a search.
enum { NODES_MAX = 4096 };

// One facet of each obstacle that is chosen so far; faces: whether two of them face each other.
typedef struct {
    int nodes;
    cd_vec normals[CD_CONE_GROUPS];
    double offsets[CD_CONE_GROUPS];
} gap_search;

static bool find_gap(const cd_free_cone *c, gap_search *s, int group, bool faces) {
    if (group == c->group_count)
        return faces;
    const cd_normal_group *g = &c->groups[group];
    for (int i = 0; i < g->count && s->nodes < NODES_MAX; i++) {
        bool fits = true, faces_any = faces;
        for (int k = 0; k < group && fits; k++)
            if (is_opposite(c, g->normals[i], s->normals[k])) {
                fits = -(g->offsets[i] + s->offsets[k]) > c->seam;
                faces_any = true;
            }
        s->normals[group] = g->normals[i];
        s->offsets[group] = g->offsets[i];
        s->nodes++;
        if (fits && find_gap(c, s, group + 1, faces_any))
            return true;
    }
    return false;
}

bool cd_free_cone_has_gap(const cd_free_cone *c) {
    gap_search s = {.nodes = 0};
    return find_gap(c, &s, 0, false);
}

// Where some normals n with weights >= 0 add up to 0, the distances of any point from the planes
// add up, with these weights, to minus the sum of their offsets: so much room there is between
// them.
#include "collide/narrow/touch/exact_fit.h"

// Bounds the time of a search.
enum { NODES_MAX = 4096 };

static bool is_opposite(cd_vec n, cd_vec m, double rounding) {
    return cd_max_abs(cd_add(n, m)) <= rounding;
}

static void add_grazed(const cd_normal_group *g, cd_grazed_facets *grazed) {
    for (int k = 0; k < g->count && grazed->count < CD_GRAZED_FACETS; k++)
        if (cd_dot(g->normals[k], grazed->motion) >= -grazed->rounding) {
            grazed->normals[grazed->count] = g->normals[k];
            grazed->offsets[grazed->count++] = g->offsets[k];
        }
}

void cd_find_grazed_facets(const cd_normal_group *groups, int count, cd_vec motion, double rounding,
                           cd_grazed_facets *grazed) {
    grazed->motion = motion;
    grazed->rounding = rounding;
    grazed->count = 0;
    for (int i = 0; i < count; i++) {
        double freedom = -INFINITY;
        for (int k = 0; k < groups[i].count; k++)
            freedom = cd_max(freedom, cd_dot(groups[i].normals[k], motion));
        if (freedom < -rounding) {
            grazed->count = 0;
            return;
        }
        if (freedom <= rounding)
            add_grazed(&groups[i], grazed);
    }
}

// The room between two facets that face each other; else INFINITY.
static double room_between_two(const cd_grazed_facets *g, int i, int k) {
    return is_opposite(g->normals[i], g->normals[k], g->rounding) ? -(g->offsets[i] + g->offsets[k])
                                                                  : INFINITY;
}

// The room between three facets along the motion that leave no way out but that; else INFINITY.
static double room_between_three(const cd_grazed_facets *g, int i, int k, int j) {
    const cd_vec n = g->normals[i], m = g->normals[k], o = g->normals[j];
    const double weights[3] = {cd_dot(cd_cross(m, o), g->motion), cd_dot(cd_cross(o, n), g->motion),
                               cd_dot(cd_cross(n, m), g->motion)};
    const double sum = weights[0] + weights[1] + weights[2], sign = sum < 0 ? -1 : 1;
    for (int p = 0; p < 3; p++)
        if (!(sign * weights[p] > g->rounding))
            return INFINITY;
    return -(weights[0] * g->offsets[i] + weights[1] * g->offsets[k] + weights[2] * g->offsets[j]) /
           sum;
}

bool cd_leave_room(const cd_grazed_facets *g, double seam) {
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < i; k++) {
            if (!(room_between_two(g, i, k) > seam))
                return false;
            for (int j = 0; j < k; j++)
                if (!(room_between_three(g, i, k, j) > seam))
                    return false;
        }
    return g->count > 0;
}

// One facet of each obstacle that is chosen so far.
typedef struct {
    const cd_normal_group *groups;
    int count, nodes;
    double rounding, seam;
    cd_vec normals[CD_CONE_GROUPS];
    double offsets[CD_CONE_GROUPS];
} gap_search;

// faces: whether two of the facets chosen face each other.
static bool find_gap(gap_search *s, int group, bool faces) {
    if (group == s->count)
        return faces;
    const cd_normal_group *g = &s->groups[group];
    for (int i = 0; i < g->count && s->nodes < NODES_MAX; i++) {
        bool fits = true, faces_any = faces;
        for (int k = 0; k < group && fits; k++)
            if (is_opposite(g->normals[i], s->normals[k], s->rounding)) {
                fits = -(g->offsets[i] + s->offsets[k]) > s->seam;
                faces_any = true;
            }
        s->normals[group] = g->normals[i];
        s->offsets[group] = g->offsets[i];
        s->nodes++;
        if (fits && find_gap(s, group + 1, faces_any))
            return true;
    }
    return false;
}

bool cd_have_gap(const cd_normal_group *groups, int count, double rounding, double seam) {
    gap_search s = {.groups = groups, .count = count, .rounding = rounding, .seam = seam};
    return find_gap(&s, 0, false);
}

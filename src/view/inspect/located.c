// See located.h.
#include "view/inspect/located.h"

#include "view/inspect/query_values.h"

#include <stdio.h>

static bool is_numbered(const cd_shape *s) {
    return cd_is_set(s) || s->kind == CD_TRIANGLE || cd_is_polytope(s);
}

static bool has_numbered(const cd_value *a, const cd_value *b) {
    return (a != NULL && is_numbered(&a->as.shape)) || (b != NULL && is_numbered(&b->as.shape));
}

static bool is_hit_in_range(const cd_hit *hit, cd_vec motion, cd_vec motion_b) {
    return isfinite(hit->t) && cd_is_in_range(hit->point) && cd_is_in_range(hit->normal) &&
           cd_is_in_range(cd_scale(motion, hit->t)) && cd_is_in_range(cd_scale(motion_b, hit->t));
}

static bool is_separation_in_range(const cd_separation *s) {
    return cd_is_in_range(s->point_a) && cd_is_in_range(s->point_b) && cd_is_in_range(s->normal);
}

// A cast of argument `first` at argument `second`; of a ray the first is its origin.
static bool locate_cast(const cd_query *q, const cd_hit *hit, cd_locations *l, cd_vec moves[2]) {
    const bool ray = cd_query_is(q, "raycast");
    const cd_value *a = cd_query_argument(q, 0, ray ? CD_VALUE_VECTOR : CD_VALUE_SHAPE);
    const cd_value *motion = cd_query_argument(q, 1, CD_VALUE_VECTOR);
    const cd_value *b = cd_query_argument(q, 2, CD_VALUE_SHAPE);
    const cd_value *motion_b = ray ? NULL : cd_query_argument(q, 3, CD_VALUE_VECTOR);
    const cd_vec still = {0, 0, 0}, way_b = motion_b != NULL ? motion_b->as.vector : still;
    if (a == NULL || motion == NULL || b == NULL || !has_numbered(ray ? NULL : a, b) ||
        !is_hit_in_range(hit, motion->as.vector, way_b) || (ray && !cd_is_in_range(a->as.vector)))
        return false;
    const cd_shape origin = cd_point(b->dim, ray ? a->as.vector : still);
    const cd_shape *from = ray ? &origin : &a->as.shape;
    if (from->dim != b->as.shape.dim)
        return false;
    *l = cd_locate_hit(from, motion->as.vector, &b->as.shape, way_b, hit);
    moves[0] = cd_scale(motion->as.vector, hit->t);
    moves[1] = cd_scale(way_b, hit->t);
    return true;
}

static bool locate_contact(const cd_query *q, const cd_separation *s, cd_locations *l) {
    const cd_value *a = cd_query_argument(q, 0, CD_VALUE_SHAPE),
                   *b = cd_query_argument(q, 1, CD_VALUE_SHAPE);
    if (a == NULL || b == NULL || a->as.shape.dim != b->as.shape.dim || !has_numbered(a, b) ||
        !is_separation_in_range(s))
        return false;
    *l = cd_locate_contact(&a->as.shape, &b->as.shape, s);
    return true;
}

// The contact or manifold that it found; NULL.
static const cd_separation *contact_of(const cd_query *q) {
    const cd_value *contact = cd_query_answer(q, 0, CD_VALUE_CONTACT);
    const cd_value *manifold = cd_query_answer(q, 0, CD_VALUE_MANIFOLD);
    return contact != NULL    ? &contact->as.contact
           : manifold != NULL ? &manifold->as.manifold.contact
                              : NULL;
}

// What a character met: b, which stands still.
static bool locate_met(const cd_query *q, const cd_hit *hit, cd_locations *l) {
    const cd_value *b = cd_query_argument(q, 1, CD_VALUE_SHAPE);
    const cd_vec still = {0, 0, 0};
    if (b == NULL || !has_numbered(NULL, b) || !is_hit_in_range(hit, still, still))
        return false;
    l->b = cd_locate(&b->as.shape, hit->point, hit->normal);
    return true;
}

// Adds argument i, if it is a shape with numbers.
static int add(const cd_query *q, int i, char side, const cd_location *at, cd_vec move,
               cd_located_shape *located) {
    const cd_value *v = cd_query_argument(q, i, CD_VALUE_SHAPE);
    if (v == NULL || !is_numbered(&v->as.shape))
        return 0;
    *located = (cd_located_shape){i, side, *at, move};
    return 1;
}

int cd_query_located(const cd_query *q, cd_located_shape located[2]) {
    const cd_value *hit = cd_query_answer(q, 0, CD_VALUE_HIT);
    const bool cast = cd_query_is(q, "raycast") || cd_query_is(q, "shapecast");
    const bool met = cd_query_is(q, "move_and_slide");
    const cd_separation *contact = contact_of(q);
    cd_locations l;
    cd_vec moves[2] = {{0, 0, 0}, {0, 0, 0}};
    const bool found = hit != NULL && cast  ? locate_cast(q, &hit->as.hit, &l, moves)
                       : hit != NULL && met ? locate_met(q, &hit->as.hit, &l)
                       : contact != NULL    ? locate_contact(q, contact, &l)
                                            : false;
    if (!found)
        return 0;
    const int count = met ? 0 : add(q, 0, 'a', &l.a, moves[0], located);
    return count + add(q, cast ? 2 : 1, 'b', &l.b, moves[1], located + count);
}

cd_shape cd_located_part(const cd_query *q, const cd_located_shape *located) {
    cd_shape part = q->arguments[located->argument].as.shape;
    if (located->at.part >= 0)
        part = cd_shape_part(&part, located->at.part);
    if (located->at.triangle >= 0)
        part = cd_shape_part(&part, located->at.triangle);
    cd_shape_move(&part, located->move);
    return part;
}

const char *cd_feature_name(cd_on feature) {
    static const char *const names[] = {NULL, "vertex", "edge", "face"};
    return names[feature];
}

void cd_located_words(const cd_location *at, char part[32], char feature[32]) {
    part[0] = feature[0] = '\0';
    if (at->triangle >= 0)
        snprintf(part, 32, "%d, %d", at->part + 1, at->triangle + 1);
    else if (at->part >= 0)
        snprintf(part, 32, "%d", at->part + 1);
    if (at->feature != CD_ON_NONE)
        snprintf(feature, 32, "%s %d", cd_feature_name(at->feature), at->index + 1);
}

// A sheet may consist of many bodies, or of the parts of a mesh. On which side of one of them a
// body is, is known where it lies on it; and what the one goes on into has the same side, as far as
// the folds of the sheet lead.
#include "collide/world/sheet.h"

#include "collide/set/set_distance.h"
#include "collide/shape/set.h"
#include "collide/world/body_pair.h"
#include "collide/world/side.h"
#include "collide/world/sort.h"
#include "collide/world/world_memory.h"

// ------------------------------------------------------------------------------------------ gather

static void visit_near(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    cd_sheet *s = (cd_sheet *)ray;
    cd_world *w = s->world;
    const cd_stored_body *all = cd_stored_bodies(w);
    (void)sphere;
    if (i == s->mover || !cd_may_collide(&all[s->mover].body, &all[i].body) ||
        cd_lets_pass(w, s->mover, i))
        return;
    int *body = cd_step_append(w, &w->step.near_bodies, &s->body_count, sizeof *body);
    if (body)
        *body = i;
}

// A part of a body as it was before its owner turned or moved it; false where the body then had
// another shape.
static bool part_before(const cd_world *w, int body, cd_part name, cd_shape *part) {
    const cd_kept_shape *kept = cd_kept_shape_of(w, body);
    if (!kept || kept->shape.kind != cd_stored_bodies(w)[body].body.shape.kind ||
        name.part >= cd_shape_part_count(&kept->shape))
        return false;
    const bool nested = name.part >= 0 && name.node >= 0;
    if (nested) {
        const cd_shape mesh = cd_shape_part(&kept->shape, name.part);
        if (mesh.kind != CD_MESH || name.node >= cd_shape_part_count(&mesh))
            return false;
    }
    *part = cd_set_part_at(&kept->shape, name);
    return !cd_is_zero(cd_flat_normal(part));
}

static bool add_part(void *context, const cd_shape *shape, cd_part name) {
    cd_sheet *s = context;
    cd_world *w = s->world;
    if (cd_is_zero(cd_flat_normal(shape)))
        return true;
    cd_shape before;
    cd_sheet_part *part = cd_step_append(w, &w->step.sheet_parts, &s->part_count, sizeof *part);
    if (!part)
        return false;
    *part = (cd_sheet_part){.shape = *shape, .body = s->at, .part = name};
    if (part_before(w, s->at, name, &before))
        part->way = cd_way_of_flat(&before, shape);
    return true;
}

/// How far any part of a body has gone.
typedef struct {
    const cd_world *world;
    int body;
    double way;
} way_search;

static bool measure_part(void *context, const cd_shape *shape, cd_part name) {
    way_search *s = context;
    cd_shape before;
    if (!cd_is_zero(cd_flat_normal(shape)) && part_before(s->world, s->body, name, &before))
        s->way = cd_max(s->way, cd_way_of_flat(&before, shape));
    return true;
}

double cd_sheet_way(const cd_world *w, int body) {
    way_search s = {.world = w, .body = body};
    const cd_shape *shape = &cd_stored_bodies(w)[body].body.shape;
    const cd_bounds box = cd_shape_bounds(shape);
    const cd_vec corners[] = {box.min, box.max};
    const cd_shape all = cd_bounding_box(w->dim, corners, 2);
    cd_set_each_part(&all, shape, 0, measure_part, &s);
    return s.way;
}

bool cd_sheet_gather(cd_sheet *s, cd_world *w, int mover, double half) {
    *s = (cd_sheet){.ray = cd_ray_query_around(w, mover, half), .world = w, .mover = mover};
    s->ray.visit = visit_near;
    cd_vec corners[] = {cd_sub(s->ray.origin, s->ray.half), cd_add(s->ray.origin, s->ray.half)};
    s->region = cd_bounding_box(w->dim, corners, 2);
    cd_ray_traverse(&s->ray, 2);
    cd_sort_indices(w->step.near_bodies.memory, s->body_count);
    for (int i = 0; i < s->body_count && !w->step.failed; i++) {
        s->at = cd_sheet_bodies(s)[i];
        if (cd_are_thin(w, mover, s->at))
            cd_set_each_part(&s->region, &cd_stored_bodies(w)[s->at].body.shape, 0, add_part, s);
    }
    return !w->step.failed;
}

// ------------------------------------------------------------------------------------------- sides

static cd_vec unit_normal(const cd_shape *flat) {
    cd_vec normal = cd_flat_normal(flat);
    return cd_normalized(normal, normal);
}

// Where another convex shape lies, seen from the plane of a flat one.
typedef enum { IN_FRONT, BEHIND, WITHIN, ACROSS } place;

static place place_of(const cd_shape *shape, const cd_shape *flat, cd_vec normal,
                      double tolerance) {
    double height = cd_dot(cd_support(flat, normal), normal);
    bool above = cd_dot(cd_support(shape, normal), normal) - height > tolerance;
    bool below = height - cd_dot(cd_support(shape, cd_negate(normal)), normal) > tolerance;
    return above ? (below ? ACROSS : IN_FRONT) : (below ? BEHIND : WITHIN);
}

// The side of a sheet that goes on from one part to another, which touches it: in a valley each
// lies in front of the other, over a ridge behind it. {0, 0, 0} where one stands on the other or
// crosses it.
static cd_vec next_side(const cd_sheet_part *from, const cd_shape *to, double tolerance) {
    cd_vec normal = unit_normal(to);
    place of_to = place_of(to, &from->shape, from->side, tolerance);
    place of_from = place_of(&from->shape, to, normal, tolerance);
    if (of_to == ACROSS || of_from == ACROSS)
        return (cd_vec){0, 0, 0};
    bool level = of_to == WITHIN || of_from == WITHIN;
    bool same = level ? cd_dot(normal, from->side) > 0 : of_to == of_from;
    return same ? normal : cd_negate(normal);
}

static bool goes_on(const cd_sheet *s, const cd_sheet_part *from, cd_sheet_part *to) {
    const cd_world *w = s->world;
    int a = from->body, b = to->body;
    double reach = cd_min(cd_body_spheres(w)[a].reach, cd_body_spheres(w)[b].reach);
    double tolerance = cd_bodies_union_tolerance(w, a, &from->shape, b, &to->shape,
                                                 cd_pair_tolerance(w, a, b, reach));
    if (!cd_boxes_are_within(cd_shape_bounds(&from->shape), cd_shape_bounds(&to->shape),
                             tolerance + cd_margin_of_pair(w, a, b)))
        return false;
    cd_vec side = next_side(from, &to->shape, tolerance);
    cd_shape shape_a = from->shape, shape_b = to->shape;
    cd_add_margins(w, a, &shape_a, b, &shape_b);
    if (cd_is_zero(side) || !cd_are_within(&shape_a, &shape_b, tolerance))
        return false;
    to->side = side;
    to->cosine = from->cosine;
    return true;
}

// The side of a part seen by itself, where it was before. Its normal turns with it.
static void guess_side(const cd_sheet *s, cd_sheet_part *part, const cd_shape *before) {
    cd_shape then = part->shape;
    if (part->way > 0)
        part_before(s->world, part->body, part->part, &then);
    const cd_separation separation = cd_separate(before, &then);
    const cd_vec normal = unit_normal(&part->shape);
    const double cosine = cd_dot(unit_normal(&then), separation.normal);
    part->side = cosine < 0 ? cd_negate(normal) : normal;
    part->cosine = fabs(cosine) < CD_LEAST_SINE ? 0 : fabs(cosine);
    part->distance = separation.distance > 0 ? separation.distance : INFINITY;
}

// Which of two guesses is surer. Between the mover and the nearest part is no other one. Of those
// that meet at their nearest point, the rim of both, it is in front of the one that it faces more:
// over a sharp ridge it may be behind the plane of the other.
static bool is_surer(const cd_sheet_part *a, const cd_sheet_part *b, double tolerance) {
    if (a->cosine == 0 || b->cosine == 0 || fabs(a->distance - b->distance) <= tolerance)
        return a->cosine > b->cosine;
    return a->distance < b->distance;
}

static void put_in_front(cd_sheet_part *parts, int at, int *known) {
    cd_sheet_part part = parts[at];
    parts[at] = parts[*known];
    parts[(*known)++] = part;
}

void cd_sheet_find_sides(cd_sheet *s, const cd_shape *before) {
    cd_sheet_part *parts = cd_sheet_parts(s);
    for (int i = 0; i < s->part_count; i++)
        guess_side(s, &parts[i], before);
    const double tolerance = cd_thin_margin(s->world, s->mover);
    int from = 0, known = 0;
    while (known < s->part_count) {
        int surest = known;
        for (int i = known; i < s->part_count; i++)
            if (is_surer(&parts[i], &parts[surest], tolerance))
                surest = i;
        put_in_front(parts, surest, &known);
        for (; from < known && parts[from].cosine > 0; from++)
            for (int to = known; to < s->part_count; to++)
                if (goes_on(s, &parts[from], &parts[to]))
                    put_in_front(parts, to, &known);
        from = known;
    }
}

// A thin body that is turned on a sheet may come to lie across it, also across parts that it has
// never met. It goes out of all of them along one direction that leads to their sides: that of the
// one it crosses first, and towards those of all others that are in the way, as a perceptron finds
// it (Rosenblatt 1958).
#include "collide/world/leave_sheets.h"

#include "collide/shape/core.h"
#include "collide/shape/validate.h"
#include "collide/world/body_pair.h"
#include "collide/world/first_hit.h"
#include "collide/world/position_correction.h"
#include "collide/world/sheet_sides.h"
#include "collide/world/side.h"
#include "collide/world/sort.h"
#include "collide/world/world_memory.h"

enum { MOST_DIRECTIONS = 32 };

// A mover leaves sheets by at most its diameter, twice its reach, and twice their way.
enum { FARTHEST = 2 };

// ------------------------------------------------------------------------------------------- leave

typedef struct {
    cd_sheet sheet;
    cd_vec motion;   ///< along which it leaves, as far as it may
    double time;     ///< how much of it has been looked at, of 1
    bool has_passed; ///< the mover a part, when its owner turned or moved it
    cd_vec against;  ///< the side, or the normal, of what is in the way
} leave;

static const cd_shape *mover_shape(const leave *l) {
    return &cd_stored_bodies(l->sheet.world)[l->sheet.mover].body.shape;
}

// The mover as it is then, and another shape of a body, with margins. Returns up to which depth
// they touch.
static double shapes_at(const leave *l, const cd_shape *other, int body, cd_shape *a, cd_shape *b) {
    const cd_world *w = l->sheet.world;
    *a = *mover_shape(l);
    *b = *other;
    cd_shape_move(a, cd_scale(l->motion, l->time));
    cd_add_margins(w, l->sheet.mover, a, body, b);
    return cd_pair_tolerance(w, l->sheet.mover, body, 0);
}

static bool crosses(const leave *l, const cd_sheet_part *part, cd_shape *a, cd_shape *b) {
    double tolerance = shapes_at(l, &part->shape, part->body, a, b);
    return cd_overlap_deeper(a, b, tolerance);
}

// Whether the mover now comes back through a part that it has passed, or that has gone past it. The
// way of a part is no longer along the motion than twice what it is along its normal.
static bool comes_back(const leave *l, const cd_sheet_part *part, const cd_hit *hit) {
    return part->cosine > 0 && !hit->inside && cd_dot(hit->normal, part->side) < 0 &&
           (l->has_passed || (l->time + hit->t) * cd_length(l->motion) <= 2 * part->way);
}

// How long until all parts of a mover have come back through a part, where one of them touches it
// now.
static double exit_of_all(const leave *l, const cd_sheet_part *part, const cd_shape *a,
                          const cd_shape *b) {
    double exit = 0;
    for (int i = 0; i < cd_shape_part_count(a); i++) {
        const cd_shape mover_part = cd_shape_part(a, i);
        cd_hit hit;
        if (cd_shapecast(&mover_part, l->motion, b, (cd_vec){0, 0, 0}, &hit) &&
            comes_back(l, part, &hit))
            exit = cd_max(exit, hit.exit);
    }
    return exit;
}

// How long until the mover leaves a part that it crosses, or comes back through; else 0.
static double exit_of(const leave *l, const cd_sheet_part *part) {
    cd_shape a, b;
    cd_hit hit;
    const bool is_crossed = crosses(l, part, &a, &b);
    if ((!is_crossed && part->way == 0 && !l->has_passed) ||
        !cd_shapecast(&a, l->motion, &b, (cd_vec){0, 0, 0}, &hit))
        return 0;
    if (is_crossed || comes_back(l, part, &hit))
        return hit.exit;
    return hit.inside && cd_is_set(&a) ? exit_of_all(l, part, &a, &b) : 0;
}

// Whether a shape that the mover does not cross is met before `end`. Writes the normal.
static bool is_met(const leave *l, const cd_shape *shape, int body, double end, cd_vec *normal) {
    cd_shape a, b;
    cd_hit hit;
    shapes_at(l, shape, body, &a, &b);
    if (!cd_cast_entry(&a, l->motion, &b, (cd_vec){0, 0, 0}, &hit) || hit.inside || hit.t > end ||
        cd_is_sliding(&hit, l->motion))
        return false;
    *normal = hit.normal;
    return true;
}

static bool leads_to_side(const leave *l, const cd_sheet_part *part) {
    return part->cosine == 0 || cd_dot(part->side, l->motion) > CD_LEAST_SINE * cd_length(l->motion);
}

// How long until the mover has left all parts that it crosses now: 0 if there are none; negative
// where it would leave one of them to its other side, or meet something.
static double next_stride(leave *l) {
    const cd_sheet *s = &l->sheet;
    double end = 0;
    cd_vec normal;
    for (int i = 0; i < s->part_count; i++) {
        const cd_sheet_part *part = cd_sheet_part_at(s, i);
        double exit = exit_of(l, part);
        l->against = part->side;
        if (exit > 0 && !leads_to_side(l, part))
            return -1;
        end = cd_max(end, exit);
    }
    for (int i = 0; i < s->part_count && end > 0; i++) {
        const cd_sheet_part *part = cd_sheet_part_at(s, i);
        l->against = part->side;
        if (!leads_to_side(l, part) && is_met(l, &part->shape, part->body, end, &normal))
            return -1;
    }
    for (int i = 0; i < s->body_count && end > 0; i++) {
        int body = cd_sheet_bodies(s)[i];
        const cd_body *b = &cd_stored_bodies(s->world)[body].body;
        if (isinf(b->mass) && !cd_are_thin(s->world, s->mover, body) &&
            is_met(l, &b->shape, body, end, &l->against))
            return -1;
    }
    return end;
}

// Whether the mover may be where it is then.
static bool is_in_range(const leave *l) {
    return l->time <= 1 && cd_is_valid_after(mover_shape(l), cd_scale(l->motion, l->time));
}

// Whether the mover gets free along the motion; if not, `against` says why. Convex parts that it
// has left it crosses no more: they are apart to rounding, which is far less than what counts as
// crossed.
static bool gets_free(leave *l) {
    l->time = 0;
    while (is_in_range(l)) {
        const double stride = next_stride(l);
        if (!(l->time + stride > l->time))
            return stride >= 0;
        l->time += stride;
    }
    l->against = (cd_vec){0, 0, 0};
    return false;
}

// A point of a shape.
static cd_vec point_of(const cd_shape *shape) {
    cd_shape part = *shape;
    while (cd_is_set(&part))
        part = cd_shape_part(&part, 0);
    cd_core core;
    cd_core_of(&core, &part);
    cd_vec sum = {0, 0, 0};
    for (int i = 0; i < core.vertex_count; i++)
        sum = cd_add_scaled(sum, 1.0 / core.vertex_count, cd_core_vertex(&core, i));
    return sum;
}

// Whether any part lies between a point of the mover before and one of it now. If none does, the
// mover is on its side of the sheet, or crosses it.
static bool has_passed(const leave *l, const cd_shape *before) {
    const cd_vec from = point_of(before), way = cd_sub(point_of(mover_shape(l)), from);
    cd_hit hit;
    for (int i = 0; i < l->sheet.part_count; i++)
        if (cd_raycast(from, way, &cd_sheet_parts(&l->sheet)[i].shape, 1, &hit))
            return true;
    return false;
}

static bool must_leave(const leave *l) {
    cd_shape a, b;
    if (l->has_passed)
        return true;
    for (int i = 0; i < l->sheet.part_count; i++)
        if (cd_sheet_parts(&l->sheet)[i].way > 0 ||
            crosses(l, &cd_sheet_parts(&l->sheet)[i], &a, &b))
            return true;
    return false;
}

// Back to where it was, seen from the part of whose side it is surest.
static cd_vec way_back(const leave *l, const cd_shape *before) {
    const cd_sheet_part *part = cd_sheet_part_at(&l->sheet, 0);
    const cd_shape then = cd_sheet_shape_before(&l->sheet, part);
    const cd_vec was = cd_sub(point_of(before), point_of(&then));
    return cd_sub(was, cd_sub(point_of(mover_shape(l)), point_of(&part->shape)));
}

static bool leads_out(leave *l, cd_vec direction, double farthest) {
    l->motion = cd_scale(direction, farthest);
    for (int i = 0; i < l->sheet.part_count; i++)
        if (exit_of(l, cd_sheet_part_at(&l->sheet, i)) > 0)
            return true;
    return false;
}

// The side of the first part that it has to leave; in a corner that it has passed no part is in the
// way along its own side, and the way back leads there. {0, 0, 0}: nothing is to be left.
static cd_vec first_direction(leave *l, const cd_shape *before, double farthest) {
    for (int i = 0; i < l->sheet.part_count; i++) {
        const cd_sheet_part *part = cd_sheet_part_at(&l->sheet, i);
        l->motion = cd_scale(part->side, farthest);
        if (part->cosine > 0 && exit_of(l, part) > 0)
            return part->side;
    }
    const cd_vec none = {0, 0, 0}, back = cd_normalized(way_back(l, before), none);
    return !cd_is_zero(back) && leads_out(l, back, farthest) ? back : none;
}

/// A thin body that may have to leave sheets, and how far those have gone.
typedef struct {
    int index;
    double way;
} sheet_mover;

static void leave_sheets(cd_world *w, const sheet_mover *mover) {
    const int index = mover->index;
    const cd_kept_shape *kept = cd_kept_shape_of(w, index);
    const cd_shape before = kept ? kept->shape : cd_stored_bodies(w)[index].body.shape;
    const double reach = cd_max(cd_body_spheres(w)[index].reach, kept ? kept->sphere.reach : 0);
    const double way =
        kept ? cd_length(cd_sub(cd_body_spheres(w)[index].middle, kept->sphere.middle)) : 0;
    const double farthest = FARTHEST * (reach + way + mover->way);
    leave l = {.time = 0};
    if ((!kept && mover->way == 0) || !cd_sheet_gather(&l.sheet, w, index, farthest))
        return;
    l.has_passed = kept && has_passed(&l, &before);
    if (!must_leave(&l) || !cd_sheet_find_sides(&l.sheet, &before))
        return;
    cd_vec sum = first_direction(&l, &before, farthest);
    for (int n = 0; n < MOST_DIRECTIONS && !cd_is_zero(sum); n++) {
        l.motion = cd_scale(cd_normalized(sum, sum), farthest);
        if (gets_free(&l)) {
            cd_move_out(w, index, cd_scale(l.motion, l.time));
            return;
        }
        sum = cd_is_zero(l.against) ? l.against : cd_add(sum, l.against);
    }
}

// ------------------------------------------------------------------------------------------ movers

typedef struct {
    cd_ray_query ray; ///< of no length, around a sheet
    cd_world *world;
    int *count;
    sheet_mover found;
} mover_search;

static void add_mover(cd_world *w, int *count, sheet_mover found) {
    if (!cd_keeps_margin(w, found.index) ||
        cd_stored_bodies(w)[found.index].body.response == CD_PASS ||
        cd_sphere_is_unbounded(&cd_body_spheres(w)[found.index]))
        return;
    sheet_mover *mover = cd_step_append(w, &w->step.sheet_movers, count, sizeof *mover);
    if (mover)
        *mover = found;
}

static void visit_mover(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    mover_search *s = (mover_search *)ray;
    (void)sphere;
    s->found.index = i;
    add_mover(s->world, s->count, s->found);
}

// What lies on a sheet that nothing moves, when its owner has turned or moved it.
static void add_movers_on(cd_world *w, int sheet, int *count) {
    const double way = isinf(cd_stored_bodies(w)[sheet].body.mass) ? cd_sheet_way(w, sheet) : 0;
    if (way == 0)
        return;
    mover_search s = {.ray = cd_ray_query_around(w, sheet, way), .world = w, .count = count};
    s.ray.visit = visit_mover;
    s.found.way = way;
    cd_ray_traverse(&s.ray, 2);
}

static bool is_before(const void *a, const void *b) {
    const sheet_mover *p = a, *q = b;
    return p->index < q->index || (p->index == q->index && p->way > q->way);
}

void cd_leave_sheets(cd_world *w) {
    cd_step_state *s = &w->step;
    int count = 0;
    assert(!s->failed);
    s->failed = s->kept_failed || (s->kept_count > 0 && !cd_update_trees(w, 2));
    s->kept_failed = false;
    for (int k = 0; k < s->kept_count && !s->failed; k++) {
        const int slot = cd_kept_shapes(w)[k].slot,
                  i = cd_is_slot(w, slot) ? cd_slots(w)[slot] : -1;
        if (i < 0 || cd_stored_bodies(w)[i].kept != k + 1)
            continue;
        add_mover(w, &count, (sheet_mover){i, 0});
        add_movers_on(w, i, &count);
    }
    sheet_mover *movers = s->sheet_movers.memory;
    cd_sort(movers, count, sizeof *movers, is_before);
    for (int k = 0; k < count && !s->failed; k++)
        if (k == 0 || movers[k].index != movers[k - 1].index)
            leave_sheets(w, &movers[k]);
    cd_forget_shapes(w);
}

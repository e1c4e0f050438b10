// A thin body that is turned on a sheet may come to lie across it, also across parts that it has
// never met. It goes out of all of them along one direction that leads to their sides: that of the
// one it crosses first, and towards those of all others that are in the way, as a perceptron finds
// it (Rosenblatt 1958).
#include "collide/world/leave_sheets.h"

#include "collide/world/body_pair.h"
#include "collide/world/first_hit.h"
#include "collide/world/position_correction.h"
#include "collide/world/side.h"
#include "collide/world/world_memory.h"

/// A shape that a body has had.
typedef struct {
    int slot;
    cd_body_sphere sphere; ///< around it
    cd_shape shape;
} kept_shape;

// A mover is taken for turned, or moved on, where it is nearer to its old place than it is large;
// what is farther has been put there. It leaves sheets by at most twice that.
enum { FARTHEST = 2 };

enum { MOST_DIRECTIONS = 32 };

// -------------------------------------------------------------------------------------------- keep

void cd_keep_shape(cd_world *w, int i) {
    cd_step_state *s = &w->step;
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    if (!cd_keeps_margin(w, i) || entry->kept != 0)
        return;
    if (!cd_reserve_array(w, &s->kept_shapes, (size_t)s->kept_count + 1, sizeof(kept_shape))) {
        s->kept_failed = true;
        return;
    }
    ((kept_shape *)s->kept_shapes.memory)[s->kept_count++] =
        (kept_shape){cd_slot_of(w)[i], cd_body_spheres(w)[i], entry->body.shape};
    entry->kept = s->kept_count;
}

bool cd_world_keeps_shape(const cd_world *w, int slot) {
    assert(cd_is_slot(w, slot));
    return cd_stored_bodies(w)[cd_slots(w)[slot]].kept != 0;
}

// ------------------------------------------------------------------------------------------- leave

typedef struct {
    cd_sheet sheet;
    cd_vec motion;  ///< along which it leaves, as far as it may
    double time;    ///< how much of it has been looked at, of 1
    cd_vec against; ///< the side, or the normal, of what is in the way
} leave;

// The mover as it is then, and another shape of a body, with margins. Returns up to which depth
// they touch.
static double shapes_at(const leave *l, const cd_shape *other, int body, cd_shape *a, cd_shape *b) {
    const cd_world *w = l->sheet.world;
    *a = cd_stored_bodies(w)[l->sheet.mover].body.shape;
    *b = *other;
    cd_shape_move(a, cd_scale(l->motion, l->time));
    cd_add_margins(w, l->sheet.mover, a, body, b);
    return cd_pair_tolerance(w, l->sheet.mover, body, 0);
}

static bool crosses(const leave *l, const cd_sheet_part *part, cd_shape *a, cd_shape *b) {
    double tolerance = shapes_at(l, &part->shape, part->body, a, b);
    return cd_overlap_deeper(a, b, tolerance);
}

// How long until the mover leaves a part that it crosses; 0: it does not cross it.
static double exit_of(const leave *l, const cd_sheet_part *part) {
    cd_shape a, b;
    cd_hit hit;
    return crosses(l, part, &a, &b) && cd_shapecast(&a, l->motion, &b, (cd_vec){0, 0, 0}, &hit)
               ? hit.exit
               : 0;
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
    return part->cosine == 0 || cd_dot(part->side, l->motion) > CD_LEAST_SINE * cd_norm(l->motion);
}

// How long until the mover has left all parts that it crosses now: 0 if there are none; negative
// where it would leave one of them to its other side, or meet something.
static double next_stride(leave *l) {
    const cd_sheet *s = &l->sheet;
    const cd_sheet_part *parts = cd_sheet_parts(s);
    double end = 0;
    cd_vec normal;
    for (int i = 0; i < s->part_count; i++) {
        double exit = exit_of(l, &parts[i]);
        l->against = parts[i].side;
        if (exit > 0 && !leads_to_side(l, &parts[i]))
            return -1;
        end = cd_max(end, exit);
    }
    for (int i = 0; i < s->part_count && end > 0; i++) {
        l->against = parts[i].side;
        if (!leads_to_side(l, &parts[i]) && is_met(l, &parts[i].shape, parts[i].body, end, &normal))
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

// Whether the mover gets free along the motion; if not, `against` says why. A convex mover crosses
// none of the parts twice.
static bool gets_free(leave *l) {
    double stride = 0;
    l->time = 0;
    for (int n = 0; n <= l->sheet.part_count && l->time <= 1; n++) {
        stride = next_stride(l);
        if (stride <= 0)
            return stride == 0;
        l->time += stride;
    }
    l->against = (cd_vec){0, 0, 0};
    return false;
}

static const cd_sheet_part *first_crossed(const leave *l) {
    cd_shape a, b;
    for (int i = 0; i < l->sheet.part_count; i++)
        if (crosses(l, &cd_sheet_parts(&l->sheet)[i], &a, &b))
            return &cd_sheet_parts(&l->sheet)[i];
    return NULL;
}

static void leave_sheets(cd_world *w, int mover, const kept_shape *before) {
    const cd_body_sphere sphere = cd_body_spheres(w)[mover];
    const double size = cd_max(sphere.reach, before->sphere.reach);
    leave l = {.time = 0};
    if (!(cd_norm(cd_sub(sphere.middle, before->sphere.middle)) < size) ||
        !cd_sheet_gather(&l.sheet, w, mover, FARTHEST * size) || !first_crossed(&l))
        return;
    cd_sheet_find_sides(&l.sheet, &before->shape);
    cd_vec sum = first_crossed(&l)->side;
    for (int n = 0; n < MOST_DIRECTIONS && !cd_is_zero(sum); n++) {
        l.motion = cd_scale(cd_normalized(sum, sum), FARTHEST * size);
        if (gets_free(&l)) {
            cd_move_out(w, mover, cd_scale(l.motion, l.time));
            return;
        }
        sum = cd_is_zero(l.against) ? l.against : cd_add(sum, l.against);
    }
}

void cd_leave_sheets(cd_world *w) {
    cd_step_state *s = &w->step;
    s->failed = s->failed || s->kept_failed || (s->kept_count > 0 && !cd_update_trees(w, 2));
    s->kept_failed = false;
    for (int k = 0; k < s->kept_count; k++) {
        const kept_shape *kept = (const kept_shape *)s->kept_shapes.memory + k;
        int i = cd_is_slot(w, kept->slot) ? cd_slots(w)[kept->slot] : -1;
        if (i < 0 || cd_stored_bodies(w)[i].kept != k + 1)
            continue;
        cd_stored_bodies(w)[i].kept = 0;
        if (cd_keeps_margin(w, i) && cd_stored_bodies(w)[i].body.response != CD_PASS && !s->failed)
            leave_sheets(w, i, kept);
    }
    s->kept_count = 0;
}

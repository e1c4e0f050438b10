// All contacts are gathered first, then each is held against the others, by the union of what
// touches (touch_union.h).
#include "collide/world/contact/fixed_contacts.h"

#include "collide/math/tolerance.h"
#include "collide/set/touch_union.h"

static bool touches(const cd_fixed_contact *c, double tolerance) {
    return c->at.distance <= tolerance;
}

// Whether touches have normals that differ: those of one floor do not.
static bool have_several_normals(const cd_fixed_contacts *list, double tolerance) {
    const cd_fixed_contact *first = NULL;
    for (int i = 0; i < list->count; i++) {
        const cd_fixed_contact *c = &list->contacts[i];
        if (!touches(c, tolerance))
            continue;
        first = first ? first : c;
        if (cd_max_abs(cd_sub(c->at.normal, first->at.normal)) > CD_SAME_NORMAL)
            return true;
    }
    return false;
}

// Whether what does not touch lies on or behind the plane of what does, and this does not turn: so
// lie the triangles of a floor that are ahead of what slides over it.
// Without it: tests/collide/world/tiles_spec.lua "keeps its speed where it lands beside an edge"
static bool is_behind(const cd_fixed_contact *c, const cd_fixed_contact *touch) {
    const cd_vec n = touch->at.normal;
    return !touch->contact.turns && !cd_is_unbounded(&c->b) &&
           cd_dot(cd_sub(cd_support(&c->b, n), touch->at.point_b), n) <= touch->contact.margin;
}

static void hide(cd_fixed_contacts *list, double tolerance) {
    for (int i = 0; i < list->count; i++) {
        cd_fixed_contact *c = &list->contacts[i];
        for (int k = 0; k < list->count && !touches(c, tolerance) && !c->is_hidden; k++)
            c->is_hidden =
                touches(&list->contacts[k], tolerance) && is_behind(c, &list->contacts[k]);
    }
}

void cd_fixed_contacts_join(int dim, cd_fixed_contacts *list) {
    const cd_vec at_rest = {0, 0, 0};
    double tolerance = 0;
    for (int i = 0; i < list->count; i++)
        tolerance = cd_max(tolerance, list->contacts[i].contact.margin);
    hide(list, tolerance);
    if (!have_several_normals(list, tolerance))
        return;
    cd_touch_union all;
    cd_touch_union_start(&all, dim, at_rest, tolerance, false);
    for (int i = 0; i < list->count; i++) {
        cd_fixed_contact *c = &list->contacts[i];
        const int before = all.touch_count;
        if (touches(c, tolerance))
            cd_touch_union_add(&all, &c->a, &c->b, i);
        c->is_joined = all.touch_count > before;
    }
    for (int i = 0; i < list->count; i++) {
        cd_fixed_contact *c = &list->contacts[i];
        if (c->is_joined && c->at.distance >= -c->contact.margin)
            c->at.normal = cd_touch_union_nearest(&all, c->at.normal)->normal;
    }
}

// All contacts are gathered first, then each is held against the others, by the union of what
// touches (touch_union.h).
#include "collide/world/static_contacts.h"

#include "collide/set/touch_union.h"
#include "collide/world/thin.h"

// Those beyond are passed on as they are.
enum { CONTACTS_MAX = 64 };

typedef struct {
    int static_body;
    double tolerance;
    cd_shape a, b; // convex
    cd_separation at;
    bool is_joined; ///< it is a touch of the union, too: that measures with another rounding
} static_contact;

typedef struct {
    const cd_world *world;
    const cd_dynamic_body *dynamic_body;
    cd_found_static *found;
    void *context;
    int count;
    static_contact contacts[CONTACTS_MAX];
} contact_list;

static void gather(void *context, int static_body, const cd_shape *a, const cd_shape *b,
                   const cd_separation *at) {
    contact_list *list = context;
    if (list->count == CONTACTS_MAX) {
        list->found(list->context, static_body, a, b, at);
        return;
    }
    const cd_dynamic_body *m = list->dynamic_body;
    double tolerance = cd_pair_tolerance(list->world, m->index, static_body, m->bounding_radius);
    list->contacts[list->count++] = (static_contact){static_body, tolerance, *a, *b, *at, false};
}

// ----------------------------------------------------------------------------------------- touches

static bool touches(const static_contact *c) { return c->at.distance <= c->tolerance; }

// Whether touches have normals that differ: those of one floor do not.
static bool have_several_normals(const contact_list *list) {
    const static_contact *first = NULL;
    for (int i = 0; i < list->count; i++) {
        const static_contact *c = &list->contacts[i];
        if (!touches(c))
            continue;
        first = first ? first : c;
        if (cd_max_abs(cd_sub(c->at.normal, first->at.normal)) > CD_SAME_NORMAL)
            return true;
    }
    return false;
}

// What overlaps deeper than it touches keeps its normal.
static void join_touches(contact_list *list) {
    if (!have_several_normals(list))
        return;
    const cd_vec at_rest = {0, 0, 0};
    double tolerance = 0;
    for (int i = 0; i < list->count; i++)
        tolerance = cd_max(tolerance, list->contacts[i].tolerance);
    cd_touch_union all;
    cd_touch_union_start(&all, list->world->dim, at_rest, tolerance, false);
    for (int i = 0; i < list->count; i++) {
        static_contact *c = &list->contacts[i];
        const int before = all.touch_count;
        if (touches(c))
            cd_touch_union_add(&all, &c->a, &c->b, i);
        c->is_joined = all.touch_count > before;
    }
    for (int i = 0; i < list->count; i++) {
        static_contact *c = &list->contacts[i];
        if (c->is_joined && c->at.distance >= -c->tolerance)
            c->at.normal = cd_touch_union_nearest(&all, c->at.normal)->normal;
    }
}

void cd_world_static_contacts(const cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                              double margin, cd_found_static *found, void *context) {
    contact_list list; // not initialised as a whole: it is large
    list.world = w;
    list.dynamic_body = m;
    list.found = found;
    list.context = context;
    list.count = 0;
    cd_world_touching_static(w, m, shape, margin, gather, &list);
    join_touches(&list);
    for (int i = 0; i < list.count; i++) {
        const static_contact *c = &list.contacts[i];
        found(context, c->static_body, &c->a, &c->b, &c->at);
    }
}

// Two tables by the slots of both bodies, with linear probing: that of the last step and that of
// this one. Contacts of the same bodies are told apart by their normals.
#include "collide/world/contact/contact_memory.h"

#include "collide/world/body/world_memory.h"

#include <string.h>

typedef struct {
    int a, b; ///< slots; a is -1 where the entry is free
    cd_vec normal, rubbed;
    double impulse;
} remembered;

enum { LEAST_TABLE = 64, MOST_PROBES = 16 };

// Cosine of the largest angle by which a normal turns in a step.
static const double SAME_CONTACT = 0.9;

static unsigned hash_of(int a, int b) {
    return ((unsigned)a * 2654435761u ^ (unsigned)b * 2246822519u) * 3266489917u;
}

static remembered key_of(const cd_world *w, const cd_island_contact *c) {
    int b = c->b >= 0 ? cd_dynamic_at(w, c->b)->index : c->static_body;
    remembered key = {cd_slot_of(w)[cd_dynamic_at(w, c->a)->index], cd_slot_of(w)[b], c->normal,
                      c->rubbed, c->impulse};
    return key.a <= key.b ? key
                          : (remembered){key.b, key.a, cd_negate(key.normal), cd_negate(key.rubbed),
                                         key.impulse};
}

// The entry of a contact in a table, or the free one where it belongs; NULL: none.
static remembered *find(const cd_contact_table *table, const remembered *key) {
    if (table->size == 0)
        return NULL;
    unsigned at = hash_of(key->a, key->b) >> 4;
    for (int i = 0; i < MOST_PROBES; i++) {
        remembered *entry = (remembered *)table->entries.memory +
                            ((at + (unsigned)i) & (unsigned)(table->size - 1));
        if (entry->a < 0 || (entry->a == key->a && entry->b == key->b &&
                             cd_dot(entry->normal, key->normal) > SAME_CONTACT))
            return entry;
    }
    return NULL;
}

void cd_contact_memory_turn(cd_world *w) {
    cd_step_state *s = &w->step;
    cd_contact_table last = s->contact_tables[1];
    int wanted = LEAST_TABLE;
    while (wanted < 8 * s->touch_count && wanted < 1 << 28)
        wanted *= 2;
    if (s->contact_tables[0].is_empty && s->contact_tables[0].size >= wanted)
        return; // all that touches sleeps, and will press as before
    s->contact_tables[1] = s->contact_tables[0];
    if (!cd_reserve_array(w, &last.entries, (size_t)wanted, sizeof(remembered)))
        wanted = 0;
    for (int i = 0; i < wanted && !(last.is_empty && last.size == wanted); i++)
        ((remembered *)last.entries.memory)[i].a = -1;
    last.size = wanted;
    last.is_empty = true;
    s->contact_tables[0] = last;
}

void cd_contact_recall(const cd_world *w, double time, cd_island_contact *c) {
    const remembered key = key_of(w, c), *entry = find(&w->step.contact_tables[1], &key);
    const bool is_known = entry && entry->a >= 0;
    const double sign = cd_dot(key.normal, c->normal) < 0 ? -1 : 1;
    c->impulse = is_known ? time * entry->impulse : 0;
    c->rubbed =
        is_known && c->friction > 0 ? cd_scale(entry->rubbed, sign * time) : (cd_vec){0, 0, 0};
}

void cd_contact_note(cd_world *w, const cd_island_contact *c) {
    const remembered key = key_of(w, c);
    remembered *entry = find(&w->step.contact_tables[0], &key);
    if (!entry)
        return;
    *entry = key;
    w->step.contact_tables[0].is_empty = false;
}

#include "collide/world/body/turner.h"

#include "collide/world/body/world_memory.h"

static const cd_turner NOT_TURNED = {.turned = {.w = 1}};

// The slots that are there have one each, or none.
static bool make_room(cd_world *w) {
    if (!cd_step_reserve(w, &w->turner_of, (size_t)w->slot_count, sizeof(int)))
        return false;
    for (int *of = w->turner_of.memory; w->turner_slots < w->slot_count; w->turner_slots++)
        of[w->turner_slots] = 0;
    return true;
}

cd_turner *cd_turner_take(cd_world *w, int slot) {
    cd_turner *turner = cd_turner_of(w, slot);
    if (turner || !make_room(w))
        return turner;
    turner = cd_step_append(w, &w->turners, &w->turner_count, sizeof *turner);
    if (!turner)
        return NULL;
    *turner = NOT_TURNED;
    ((int *)w->turner_of.memory)[slot] = w->turner_count;
    return turner;
}

void cd_turner_free(cd_world *w, int slot) {
    cd_turner *turner = cd_turner_of(w, slot);
    if (turner)
        *turner = NOT_TURNED; // for the next body in this slot
}

// A heap in which each entry has four children, which share a cache line. heap_place tells where a
// dynamic body is in it, -1: nowhere.
#include "collide/world/motion/step_heap.h"

static cd_heap_entry *entries(const cd_world *w) { return w->step.heap.memory; }
static int *place_of(const cd_world *w) { return w->step.heap_place.memory; }

// Equal times are in the order of bodies, whatever the layout of memory is.
// Without it: tests/collide/world/step_device_test.c "equal_times_are_in_the_order_of_bodies"
static bool is_earlier(const cd_world *w, cd_heap_entry a, cd_heap_entry b) {
    return a.time != b.time
               ? a.time < b.time
               : cd_dynamic_at(w, a.dynamic_body)->index < cd_dynamic_at(w, b.dynamic_body)->index;
}

static void put(cd_world *w, int place, cd_heap_entry entry) {
    entries(w)[place] = entry;
    place_of(w)[entry.dynamic_body] = place;
}

// Puts an entry into a hole, after moving the hole up or down to where the entry belongs.
static void sift(cd_world *w, int place, cd_heap_entry entry) {
    const cd_heap_entry *heap = entries(w);
    int count = w->step.heap_count, parent;
    while (place > 0 && is_earlier(w, entry, heap[parent = (place - 1) / 4])) {
        put(w, place, heap[parent]);
        place = parent;
    }
    for (int first; (first = 4 * place + 1) < count;) {
        int last = first + 4 < count ? first + 4 : count, child = first;
        for (int i = first + 1; i < last; i++)
            child = is_earlier(w, heap[i], heap[child]) ? i : child;
        if (!is_earlier(w, heap[child], entry))
            break;
        put(w, place, heap[child]);
        place = child;
    }
    put(w, place, entry);
    assert(place == 0 || !is_earlier(w, entry, heap[(place - 1) / 4]));
}

void cd_heap_clear(cd_world *w) {
    w->step.heap_count = 0;
    for (int i = 0; i < w->step.dynamic_count; i++)
        place_of(w)[i] = -1;
}

void cd_heap_update(cd_world *w, int dynamic_body) {
    cd_step_state *s = &w->step;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_heap_entry entry = {cd_min(m->cell_time, cd_min(m->static_time, m->dynamic_time)),
                           dynamic_body};
    int place = place_of(w)[dynamic_body];
    assert(place < s->heap_count && (place < 0 || entries(w)[place].dynamic_body == dynamic_body));
    if (entry.time <= (s->predicts_ahead ? DBL_MAX : s->end)) {
        sift(w, place < 0 ? s->heap_count++ : place, entry);
    } else if (place >= 0) {
        cd_heap_entry last = entries(w)[--s->heap_count];
        place_of(w)[dynamic_body] = -1;
        if (last.dynamic_body != dynamic_body)
            sift(w, place, last);
    }
}

const cd_heap_entry *cd_heap_first(const cd_world *w) {
    return w->step.heap_count > 0 ? entries(w) : NULL;
}

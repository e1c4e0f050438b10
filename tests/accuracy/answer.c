// See answer.h. Fowler, Noll and Vo's hash over the fields that an answer promises.
#include "answer.h"

#include <string.h>

static unsigned long stir(unsigned long hash, unsigned long word) {
    return (hash ^ (word + (hash >> 32))) * 1099511628211ul;
}

static unsigned long stir_number(unsigned long hash, double d) {
    unsigned long word;
    memcpy(&word, &d, sizeof word);
    return stir(hash, word);
}

static unsigned long stir_vector(unsigned long hash, cd_vec v) {
    return stir_number(stir_number(stir_number(hash, v.x), v.y), v.z);
}

static unsigned long stir_separation(unsigned long hash, const test_case *c, const cd_shape *b) {
    cd_separation s = cd_separate(&c->a.shape, b);
    hash = stir_number(stir(hash, cd_overlap(&c->a.shape, b)), s.distance);
    return stir_vector(stir_vector(stir_vector(hash, s.normal), s.point_a), s.point_b);
}

static unsigned long stir_hit(unsigned long hash, const cd_hit *h) {
    hash = stir_number(stir_number(stir_number(hash, h->t), h->enter), h->exit);
    hash = stir_vector(stir_vector(hash, h->point), h->normal);
    hash = stir_vector(stir_vector(hash, h->exit_point), h->exit_normal);
    return stir_number(stir(hash, h->inside), h->approach);
}

unsigned long answer_case(const test_case *c, query q, unsigned long seed) {
    const cd_shape *b = asked_shape(c);
    unsigned long hash = stir(14695981039346656037ul, seed);
    if (q == QUERY_DISTANCE)
        return stir_separation(hash, c, b);
    cd_hit hit = {0};
    return ask_cast(c, q, &hit) ? stir_hit(hash, &hit) : stir(hash, 0);
}

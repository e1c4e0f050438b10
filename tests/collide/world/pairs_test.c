// The pairs of a world of many sizes, with planes and lines in it: those of which the overlap query
// says so, in order, once each. Without memory there are none, whichever allocation fails, and then
// again the same.
#include "allocator.h"
#include "brute_force.h"
#include "check.h"
#include "collide/world.h"
#include "collide/world/body/spatial_hash.h"
#include "random.h"

enum { BODIES = 120, MANY = 40000 };

static int until_failure; // one allocation fails when it comes to 0

static void *fail_once(void *user, void *old, size_t old_size, size_t size) {
    return size > 0 && until_failure-- == 0 ? NULL : reallocate(user, old, old_size, size);
}

static cd_shape body_shape(int dim, int i) {
    cd_vec at = vector(dim, 10);
    double size = exp2(range(-12, 1));
    if (i % 40 == 0)
        return cd_plane(dim, vector(dim, 1), range(-9, -6));
    if (i % 40 == 1)
        return cd_line(dim, at, vector(dim, 1), size);
    if (i % 3 == 0)
        return cd_capsule(dim, at, cd_add(at, vector(dim, size)), size);
    return cd_sphere(dim, at, i % 7 == 0 ? 3 : size);
}

static void add_static(cd_world *w, cd_shape shape) {
    cd_body body = cd_body_of(&shape);
    cd_world_add(w, &body);
}

static cd_world *mixed_world(int dim, int count) {
    cd_world *w = cd_world_new(dim, (cd_allocator){fail_once, NULL});
    for (int i = 0; i < count; i++)
        add_static(w, body_shape(dim, i));
    return w;
}

static void add_ball(cd_world *w, cd_vec at, double radius) {
    add_static(w, cd_sphere(cd_world_dim(w), at, radius));
}

/// The pairs, after each allocation for them has failed once, as those before it are kept; *ended:
/// how many did.
static const cd_pair *pairs_after_failures(cd_world *w, int *count, int *ended) {
    until_failure = *ended = 0;
    while (!cd_world_pairs(w, count)) {
        check_case(*count == 0, "without memory", *ended);
        until_failure = 1; // the one that failed now does not, but the next
        ++*ended;
    }
    const int found = *count;
    until_failure = -1;
    const cd_pair *pairs = cd_world_pairs(w, count);
    check_case(found == *count, "as soon as there is memory", *ended);
    return pairs;
}

static void check_all(cd_world *w, int least, const char *what) {
    int count;
    const cd_pair *pairs = cd_world_pairs(w, &count);
    check_case(pairs && count >= least && are_all(w, pairs, count), what, cd_world_dim(w));
    cd_world_free(w);
}

// More sizes in one place than there are levels.
static void pairs_of_forty_octaves(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        seed(dim);
        for (int i = 0; i < 40 * 24; i++) {
            double size = exp2(-(i % 40));
            add_ball(w, vector(dim, size), range(0.1, 0.2) * size);
        }
        check_all(w, 100, "octaves");
    }
}

// All pairs are of one body, out of order.
static void pairs_of_one_body(void) {
    for (int dim = 2; dim <= 3; dim++) {
        cd_world *w = cd_world_new(dim, memory);
        seed(dim);
        add_ball(w, (cd_vec){0, 0, 0}, 8);
        for (int i = 0; i < 300; i++)
            add_ball(w, vector(dim, 9), 1e-6);
        check_all(w, 100, "one body");
    }
}

// Without memory for what is counted of many bodies.
static void pairs_of_many_bodies(void) {
    int ended, count;
    until_failure = -1;
    cd_world *w = cd_world_new(2, (cd_allocator){fail_once, NULL});
    for (int i = 0; i < MANY; i++)
        add_ball(w, (cd_vec){i, 0, 0}, 0.75);
    const cd_pair *pairs = pairs_after_failures(w, &count, &ended);
    CHECK(ended > 3 && count == MANY - 1);
    for (int i = 0; i < count; i++)
        CHECK(pairs[i].a == i && pairs[i].b == i + 1);
    cd_world_free(w);
    CHECK(held == 0);
}

/// Whether the cells around cell 0 are in different buckets.
static bool are_apart(const cd_spatial_hash *hash, int dim) {
    int buckets[27], count = 0, deep = dim == 3;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                int b = cd_spatial_hash_bucket(hash, x, y, z);
                for (int i = 0; i < count; i++)
                    if (buckets[i] == b)
                        return false;
                buckets[count++] = b;
            }
    return true;
}

// For any number of bodies; more than 2^25 have no more buckets.
static void neighbouring_cells_have_their_own_buckets(void) {
    int sizes = 0;
    for (int dim = 2; dim <= 3; dim++) {
        cd_spatial_hash hash = {0};
        for (int64_t count = 0; count <= 1 << 26; count += 1 + count / 128) {
            int before = hash.M;
            cd_choose_spatial_hash(&hash, (int)count, dim);
            sizes += hash.M != before;
            check_case(are_apart(&hash, dim), "buckets", (int)count);
            check_case(hash.M >= 251 && hash.M < 1 << 26, "number of buckets", (int)count);
        }
    }
    CHECK(sizes > 250);
}

// The bucket is the remainder of the sum, also where rounding takes its quotient to the next
// integer.
static void buckets_are_remainders(void) {
    enum { MOST_CELL = 1 << 26 };
    cd_spatial_hash hash = {0};
    for (int n = 0; n < 40000; n++) {
        seed(n);
        if (n % 2000 == 0)
            cd_choose_spatial_hash(&hash, 1 << n / 2000, 2 + n / 2000 % 2);
        const int64_t y = (int64_t)range(-MOST_CELL, MOST_CELL),
                      z = (int64_t)range(-MOST_CELL, MOST_CELL),
                      others = (int64_t)hash.P * y + (int64_t)hash.Q * z;
        int64_t x = (int64_t)range(-MOST_CELL / 2, MOST_CELL / 2);
        if (n % 4 < 2) // a multiple of the number of buckets
            x -= (x + others) % hash.M;
        const int64_t rest = ((x + others) % hash.M + hash.M) % hash.M;
        const int bucket = cd_spatial_hash_bucket(&hash, (double)x, (double)y, (double)z);
        check_case(bucket == rest, "the remainder", n);
    }
}

int main(void) {
    int ended = 0, many = 0;
    pairs_of_forty_octaves();
    pairs_of_one_body();
    pairs_of_many_bodies();
    neighbouring_cells_have_their_own_buckets();
    buckets_are_remainders();
    for (int n = 0; n < 60; n++) {
        int dim = 2 + n % 2, count, failed;
        seed(n);
        until_failure = -1;
        cd_world *w = mixed_world(dim, n < 50 ? BODIES : n < 58 ? 4 : 0);
        const cd_pair *pairs = pairs_after_failures(w, &count, &failed);
        ended += failed;
        check_case(pairs && are_all(w, pairs, count), "pairs", n);
        many += count > BODIES;
        cd_world_free(w);
        check_case(held == 0, "memory", n);
    }
    CHECK(ended > 200 && many > 20);
    return failures > 0;
}

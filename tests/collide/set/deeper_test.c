// Whether a point lies deeper in a compound than a little is what its depth says: points on the
// surface, on seams between parts that touch, on edges where they cross, and inside.
#include "collide/collide.h"
#include "collide/set/separate_sets.h"

#include "cases.h"
#include "check.h"
#include "random.h"

#include <stdlib.h>

enum { PARTS = 3 };

// Boxes in a row, whose faces touch, and round things across them.
static void make_parts(cd_shape parts[PARTS], int n) {
    const cd_vec h = {range(0.5, 1), range(0.5, 1), range(0.5, 1)};
    parts[0] = cd_aabb(3, cd_negate(h), h);
    parts[1] = cd_aabb(3, (cd_vec){h.x, -h.y, -h.z}, (cd_vec){h.x + range(0.5, 1), h.y, h.z});
    if (n % 3 == 0)
        parts[2] = cd_cylinder((cd_vec){0, 0, h.z}, (cd_vec){0, 0, h.z + 1}, range(0.3, 1));
    else if (n % 3 == 1)
        parts[2] = cd_capsule(3, vector(3, 1), vector(3, 2), range(0.2, 0.5));
    else
        parts[2] = cd_aabb(3, (cd_vec){-h.x, -h.y, h.z}, (cd_vec){h.x, h.y, h.z + 1});
}

// A point of one part, on its surface or inside.
static cd_vec point_of(const cd_shape *part) {
    cd_vec p = cd_support(part, cd_normalized(vector(3, 1), (cd_vec){1, 0, 0}));
    cd_vec q = cd_support(part, cd_normalized(vector(3, 1), (cd_vec){1, 0, 0}));
    return unit() < 0.3 ? p : cd_lerp(p, q, unit() < 0.5 ? 0.5 : unit());
}

int main(void) {
    static _Alignas(16) char memory[1 << 14];
    int deep = 0, shallow = 0;
    for (int n = 0; n < cases(600); n++) {
        seed(n);
        cd_shape parts[PARTS];
        make_parts(parts, n);
        const cd_shape whole = cd_set_shape(cd_compound_build(parts, PARTS, memory, NULL));
        const cd_shape p = cd_point(3, point_of(&parts[n % PARTS]));
        const double depth = -cd_distance(&p, &whole);
        const double asked[] = {1e-15, 1e-14, 1e-9};
        for (int i = 0; i < 3; i++) {
            if (fabs(depth - asked[i]) <= 1e-14 * (i > 0)) // rounding may decide
                continue;
            check_case(cd_set_is_deeper(&p, &whole, asked[i]) == (depth > asked[i]), "deeper", n);
        }
        deep += depth > 1e-9;
        shallow += fabs(depth) <= 1e-15;
    }
    CHECK(deep > cases(600) / 10 && shallow > cases(600) / 10);
    return failures > 0;
}

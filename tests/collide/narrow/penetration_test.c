// The penetration depth of random hulls by three ways: SAT over all axes, SAT with the edge pairs
// that the Gauss map prunes, and EPA, begun from the simplex of GJK and from that of the boolean
// GJK. All depths agree, EPA's normal gives its depth and its face is where GJK goes on. Guarded by
// the number of overlaps and by the share of them in which EPA answers.
#include "cases.h"
#include "check.h"
#include "collide/narrow/gjk/epa.h"
#include "collide/narrow/gjk/gjk_guess.h"
#include "collide/narrow/separate.h"
#include "hull_points.h"

#include <math.h>
#include <stdlib.h>

static void depths_agree(void) {
    int overlaps = 0, expanded[2] = {0, 0}, apart = 0;
    for (int n = 0; n < cases(4000); n++) {
        seed(n);
        cd_polytope all[2];
        cd_core pruned[2], full[2];
        void *memory[2];
        for (int k = 0; k < 2; k++) {
            cd_vec p[24];
            int count = 4 + (int)range(0, 20);
            for (int i = 0; i < count; i++)
                p[i] = cd_add(hull_point(n % 2 ? 4 : 0, 3), (cd_vec){0.5 * k, 0, 0});
            memory[k] = malloc(cd_polytope_size(count));
            cd_shape hull = cd_polytope_shape(cd_polytope_build(3, p, count, memory[k], NULL), 0);
            cd_core_of(&pruned[k], &hull);
            all[k] = *hull.as.polytope.core;
            all[k].edge_faces = NULL;
            hull.as.polytope.core = &all[k];
            cd_core_of(&full[k], &hull);
        }
        cd_vec still = {0, 0, 0};
        double depth = cd_sat_penetration(&full[0], &full[1], still).depth;
        overlaps += depth > 0;
        double fewer = cd_sat_penetration(&pruned[0], &pruned[1], still).depth;
        check_case(depth > 0 ? fabs(depth - fewer) <= 1e-13 : fewer <= 0, "pruned depth", n);
        cd_gap gap = cd_gjk(&pruned[0], &pruned[1], still);
        cd_penetration way;
        cd_simplex face, guess;
        bool walked = cd_gjk_guess(&pruned[0], &pruned[1], still, &guess);
        for (int k = 0; k < 2; k++) {
            const cd_simplex *around = k == 0 ? &gap.around : &guess;
            if (around->count < 4 || (k == 1 && !walked) ||
                !cd_epa(&pruned[0], &pruned[1], still, around, &way, &face))
                continue;
            expanded[k]++;
            check_case(fabs(depth - way.depth) <= 1e-13, "expanded depth", n);
            double along = cd_penetration_along(&pruned[0], &pruned[1], still, way.normal).depth;
            check_case(fabs(along - way.depth) <= 1e-13, "a depth along its normal", n);
            cd_vec out_of = cd_scale(way.normal, way.depth + 1e-6);
            double rest = cd_gjk_face(&pruned[0], &pruned[1], out_of, &face).distance;
            check_case(fabs(rest - 1e-6) <= 1e-13, "expanded face", n);
        }
        if (walked && guess.count < 4) {
            apart++;
            double begun = cd_gjk_from(&pruned[0], &pruned[1], still, &guess).distance;
            check_case(fabs(begun - gap.distance) <= 1e-13, "a guess", n);
        }
        free(memory[0]);
        free(memory[1]);
    }
    check_case(overlaps > cases(500), "enough overlaps", overlaps);
    check_case(expanded[0] > overlaps * 3 / 4, "most overlaps are expanded", expanded[0]);
    check_case(expanded[1] > overlaps * 3 / 4, "and found in haste", expanded[1]);
    check_case(apart > cases(200), "enough guesses", apart);
}

// A point on the surface of a large hull touches it, which takes as long as there are faces: by the
// projection of all vertices on each normal this took minutes.
static void large_hulls_have_a_surface(void) {
    enum { POINTS = 20000, ASKED = 300 };
    cd_vec *points = malloc(POINTS * sizeof *points);
    void *memory = malloc(cd_polytope_size(POINTS));
    seed(1);
    for (int i = 0; i < POINTS; i++)
        points[i] = cd_normalized(vector(3, 1), (cd_vec){1, 0, 0});
    const cd_polytope *core = cd_polytope_build(3, points, POINTS, memory, NULL);
    const cd_shape hull = cd_polytope_shape(core, 0);
    for (int i = 0; i < ASKED; i++) {
        const int *edge = core->edges[core->edge_count / ASKED * i];
        const cd_vec corner = core->vertices[edge[0]];
        const cd_vec middle = cd_lerp(corner, core->vertices[edge[1]], 0.5);
        const cd_shape at[2] = {cd_point(3, corner), cd_point(3, middle)};
        check_case(cd_overlap(&at[0], &hull) && cd_overlap(&hull, &at[0]), "a corner", i);
        const cd_separation a = cd_separate(&at[1], &hull), b = cd_separate(&hull, &at[1]);
        check_case(fabs(a.distance) < 1e-15 && fabs(b.distance) < 1e-15, "an edge", i);
        check_case(cd_dot(a.normal, middle) > 0.9 && cd_dot(b.normal, middle) < -0.9, "outward", i);
    }
    free(memory);
    free(points);
}

int main(void) {
    depths_agree();
    large_hulls_have_a_surface();
    return failures > 0;
}

// cc ode.c -o ode $(pkg-config --cflags --libs ode collide) -lm
#include <collide/collide.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    dInitODE2(0), dAllocateODEDataForThread(dAllocateMaskAll);
    dGeomID cylinder = dCreateCylinder(0, 1, 4), box = dCreateBox(0, 2, 1, 4);
    double least = 1e9, v[6];
    for (int i = 0; i < 200000; i++) {
        double size = 0;
        for (int k = 0; k < 6; k++)
            size += fabs(v[k] = rand() % 9 - 4);
        dContactGeom contacts[8];
        dGeomSetPosition(cylinder, v[0], v[1], v[2]), dGeomSetPosition(box, v[3], v[4], v[5]);
        bool theirs = dCollide(cylinder, box, 8, contacts, sizeof *contacts) > 0;
        cd_shape a = cd_cylinder((cd_vec){v[0], v[1], v[2] - 2}, (cd_vec){v[0], v[1], v[2] + 2}, 1);
        cd_shape b = cd_aabb(3, (cd_vec){v[3] - 1, v[4] - 0.5, v[5] - 2},
                             (cd_vec){v[3] + 1, v[4] + 0.5, v[5] + 2});
        double gap = cd_distance(&a, &b);
        if (theirs == (gap < 0) || fabs(gap) < 1e-9 || size >= least)
            continue;
        printf("case { query = \"overlap\", arguments = { { \"cylinder\", { %g, %g, %g }, { %g, "
               "%g, %g }, 1 }, "
               "{ \"aabb\", { %g, %g, %g }, { %g, %g, %g } } }, answer = %s } -- theirs; distance "
               "%g\n",
               v[0], v[1], v[2] - 2, v[0], v[1], v[2] + 2, v[3] - 1, v[4] - 0.5, v[5] - 2, v[3] + 1,
               v[4] + 0.5, v[5] + 2, theirs ? "true" : "false", gap);
        least = size;
    }
}

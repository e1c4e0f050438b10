// cc chipmunk.c -o chipmunk $(pkg-config --cflags --libs collide) -lchipmunk -lm
#include <chipmunk/chipmunk.h>
#include <collide/collide.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    cpBody *body = cpBodyNewKinematic();
    double least = 1e9, v[8];
    for (int i = 0; i < 200000; i++) {
        double size = 0;
        for (int k = 0; k < 8; k++)
            size += fabs(v[k] = rand() % 9 - 4);
        cpShape *a = cpSegmentShapeNew(body, cpv(v[0], v[1]), cpv(v[2], v[3]), 0.25);
        cpShape *b = cpSegmentShapeNew(body, cpv(v[4], v[5]), cpv(v[6], v[7]), 0.5);
        cd_shape c = cd_capsule(2, (cd_vec){v[0], v[1]}, (cd_vec){v[2], v[3]}, 0.25);
        cd_shape d = cd_capsule(2, (cd_vec){v[4], v[5]}, (cd_vec){v[6], v[7]}, 0.5);
        cpShapeCacheBB(a), cpShapeCacheBB(b);
        bool theirs = cpShapesCollide(a, b).count > 0;
        double gap = cd_distance(&c, &d); // a touch may go either way
        if (theirs != (gap < 0) && fabs(gap) > 1e-9 && size < least) {
            printf("case { query = \"overlap\", arguments = { { \"capsule\", { %g, %g }, { %g, %g "
                   "}, 0.25 }, "
                   "{ \"capsule\", { %g, %g }, { %g, %g }, 0.5 } }, answer = %s } -- theirs; "
                   "distance %g\n",
                   v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], theirs ? "true" : "false", gap);
            least = size;
        }
        cpShapeFree(a), cpShapeFree(b);
    }
}

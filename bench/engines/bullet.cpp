// g++ bullet.cpp -o bullet $(pkg-config --cflags --libs bullet-float64 collide)
#include <btBulletCollisionCommon.h>
#include <collide/collide.h>
#include <cstdio>
#include <cstdlib>

int main() {
    btCylinderShape shape(btVector3(1, 2, 1)); // along y
    btCollisionObject object;
    double least = 1e9, v[6];
    for (int i = 0; i < 200000; i++) {
        double size = 0;
        for (double &x : v) size += fabs(x = rand() % 9 - 4);
        btVector3 from(v[0], v[1], v[2]), to(v[3], v[4], v[5]);
        btTransform begin(btQuaternion::getIdentity(), from), end(btQuaternion::getIdentity(), to);
        btCollisionWorld::ClosestRayResultCallback found(from, to);
        btCollisionWorld::rayTestSingle(begin, end, &object, &shape, btTransform::getIdentity(), found);
        cd_shape cylinder = cd_cylinder({0, -2, 0}, {0, 2, 0}, 1);
        cd_hit hit;
        bool exact = cd_raycast({v[0], v[1], v[2]}, {v[3] - v[0], v[4] - v[1], v[5] - v[2]}, &cylinder, 1, &hit);
        double off = fabs(hit.t - found.m_closestHitFraction) * (to - from).length();
        if (!exact || hit.t == 0 || hit.approach < 0.3 || !found.hasHit() || off < 1e-2 || size >= least) continue;
        printf("case { query = \"raycast\", arguments = { { %g, %g, %g }, { %g, %g, %g }, { \"cylinder\", "
               "{ 0, -2, 0 }, { 0, 2, 0 }, 1 }, 1 } } -- theirs: t = %.9g, exact %.9g, %g apart\n", v[0],
               v[1], v[2], v[3] - v[0], v[4] - v[1], v[5] - v[2], found.m_closestHitFraction, hit.t, off);
        least = size;
    }
}

// g++ box2d.cpp -o box2d $(pkg-config --cflags --libs box2d)
#include <box2d/box2d.h>
#include <cstdio>
#include <cstdlib>

int main() {
    b2Transform at;
    at.SetIdentity();
    float least = 1e9f, v[8];
    for (int i = 0; i < 2000000; i++) {
        float size = 0;
        for (float &x : v) size += fabsf(x = rand() % 9 - 4);
        b2Vec2 a(v[0], v[1]), b(v[2], v[3]), c(v[4], v[5]), d(v[6], v[7]); // the ray goes through b
        if (b2Cross(a - b, d) * b2Cross(c - b, d) >= 0 || size >= least) continue; // a and c lie apart
        b2RayCastInput ray{b - d, b + 2 * d, 1};
        b2RayCastOutput out;
        b2EdgeShape first, second;
        first.SetTwoSided(a, b), second.SetTwoSided(b, c);
        if (first.RayCast(&out, ray, at, 0) || second.RayCast(&out, ray, at, 0)) continue;
        printf("case { query = \"raycast\", arguments = { { %g, %g }, { %g, %g }, { \"compound\", { "
               "{ \"segment\", { %g, %g }, { %g, %g } }, { \"segment\", { %g, %g }, { %g, %g } } } }, 1 }, "
               "answer = \"nothing\" } -- theirs\n", ray.p1.x, ray.p1.y, 3 * d.x, 3 * d.y, a.x, a.y, b.x, b.y,
               b.x, b.y, c.x, c.y);
        least = size;
    }
}

#include <Jolt/Jolt.h>
#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/RegisterTypes.h>
using namespace JPH;

int main() {
    RegisterDefaultAllocator(), Factory::sInstance = new Factory, RegisterTypes();
    Ref<Shape> a = new CapsuleShape(1, 0.5f), b = new BoxShape(Vec3(1, 0.5f, 2), 0);
    auto place = [] { return Vec3(rand() % 9 - 4, rand() % 9 - 4, rand() % 9 - 4); };
    for (int i = 0; i < 20000; i++) {
        Vec3 p = place(), q = place();
        AnyHitCollisionCollector<CollideShapeCollector> found;
        CollisionDispatch::sCollideShapeVsShape(a, b, Vec3::sOne(), Vec3::sOne(), Mat44::sTranslation(p),
            Mat44::sTranslation(q), SubShapeIDCreator(), SubShapeIDCreator(), CollideShapeSettings(), found);
        printf("case { query = \"overlap\", arguments = { { \"capsule\", { %g, %g, %g }, { %g, %g, %g }, 0.5 }, "
               "{ \"aabb\", { %g, %g, %g }, { %g, %g, %g } } }, answer = %s }\n", p.GetX(), p.GetY() - 1, p.GetZ(),
               p.GetX(), p.GetY() + 1, p.GetZ(), q.GetX() - 1, q.GetY() - 0.5f, q.GetZ() - 2, q.GetX() + 1,
               q.GetY() + 0.5f, q.GetZ() + 2, found.HadHit() ? "true" : "false");
    }
}

// Chipmunk 7 on the scenes. 10 iterations (its default); collision slop 0.01 instead of 0.1, which
// is meant for pixels; friction 0, infinite moment, no sleeping. It has no continuous collision, so
// it is not asked what is fired. A chain of segments knows its neighbours
// (cpSegmentShapeSetNeighbors), its own remedy for inner edges; a mesh is its triangles.
#include "scenes.hpp"

#include <chipmunk/chipmunk.h>

static cpVect vect(Vector v) { return cpv(v.x, v.y); }

class Engine {
  public:
    static bool plays(const Floor &floor) { return floor.dim == 2 && (floor.gravity.length() > 0); }

    explicit Engine(const Floor &floor) : space(cpSpaceNew()) {
        cpSpaceSetGravity(space, vect(floor.gravity));
        cpSpaceSetCollisionSlop(space, 0.01);
        for (const std::vector<Shape> &shapes : floor.bodies) {
            for (size_t i = 0; i < shapes.size(); i++) {
                const Shape &s = shapes[i];
                add_shape(cpSpaceGetStaticBody(space), s, Vector(), 1);
                if (s.kind == "segment" && shapes.size() > 1)
                    cpSegmentShapeSetNeighbors(last, vect(i ? shapes[i - 1].a : s.a),
                                               vect(i + 1 < shapes.size() ? shapes[i + 1].b : s.b));
            }
        }
    }

    ~Engine() {
        cpSpaceEachShape(
            space,
            [](cpShape *shape, void *list) {
                static_cast<std::vector<cpShape *> *>(list)->push_back(shape);
            },
            &garbage);
        for (cpShape *shape : garbage) {
            cpSpaceRemoveShape(space, shape);
            cpShapeFree(shape);
        }
        cpSpaceFree(space);
    }

    bool add(const Scene &scene) {
        mover = cpSpaceAddBody(space, cpBodyNew(1, INFINITY));
        cpBodySetPosition(mover, vect(scene.shape.middle()));
        cpBodySetVelocity(mover, vect(scene.velocity));
        return add_shape(mover, scene.shape, scene.shape.middle(), scene.restitution);
    }

    void step(double dt) { cpSpaceStep(space, dt); }
    Vector position() const {
        cpVect p = cpBodyGetPosition(mover);
        return {p.x, p.y, 0};
    }
    Vector velocity() const {
        cpVect v = cpBodyGetVelocity(mover);
        return {v.x, v.y, 0};
    }
    void remove() {
        cpSpaceRemoveShape(space, last);
        cpShapeFree(last);
        cpSpaceRemoveBody(space, mover);
        cpBodyFree(mover);
    }

  private:
    bool add_shape(cpBody *body, const Shape &s, Vector from, double restitution) {
        if (s.kind == "mesh") {
            for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
                cpVect p[3];
                for (size_t k = 0; k < 3; k++)
                    p[k] = vect(s.vertices[static_cast<size_t>(s.indices[i + k])] - from);
                keep(cpPolyShapeNew(body, 3, p, cpTransformIdentity, 0), restitution);
            }
            return true;
        }
        if (s.kind == "box") {
            cpVect corners[4] = {{-s.half.x, -s.half.y},
                                 {s.half.x, -s.half.y},
                                 {s.half.x, s.half.y},
                                 {-s.half.x, s.half.y}};
            cpTransform turn = cpTransformRigid(vect(s.position - from), s.rotation.angle());
            keep(cpPolyShapeNew(body, 4, corners, turn, 0), restitution);
        } else if (s.kind == "hull") {
            std::vector<cpVect> points;
            for (Vector v : s.vertices)
                points.push_back(vect(s.position - from + v));
            keep(cpPolyShapeNew(body, static_cast<int>(points.size()), points.data(),
                                cpTransformIdentity, 0),
                 restitution);
        } else if (s.kind == "sphere") {
            keep(cpCircleShapeNew(body, s.radius, vect(s.position - from)), restitution);
        } else if (s.kind == "capsule" || s.kind == "segment") {
            keep(cpSegmentShapeNew(body, vect(s.a - from), vect(s.b - from), s.radius),
                 restitution);
        } else {
            return false;
        }
        return true;
    }

    void keep(cpShape *shape, double restitution) {
        cpShapeSetFriction(shape, 0);
        cpShapeSetElasticity(shape, restitution); // the product of two counts
        last = cpSpaceAddShape(space, shape);
    }

    cpSpace *space;
    cpBody *mover = nullptr;
    cpShape *last = nullptr;
    std::vector<cpShape *> garbage;
};

int main() { return play_all<Engine>(); }

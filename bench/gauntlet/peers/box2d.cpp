// Box2D 2.4 on the scenes. 8 velocity and 3 position iterations, as its manual has it; friction 0,
// rotation fixed, sleeping off; "bullet" for what is fast. A chain of segments is a b2ChainShape
// with its ghost vertices, Box2D's own remedy for inner edges; a segment alone a two-sided
// b2EdgeShape; a mesh its triangles as polygons of one body, a compound its boxes.
#include "scenes.hpp"

#include <box2d/box2d.h>

static b2Vec2 vec2(Vector v) { return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)); }

class Engine {
  public:
    static bool plays(const Floor &floor) { return floor.dim == 2; }

    explicit Engine(const Floor &floor) : world(vec2(floor.gravity)) {
        for (const std::vector<Shape> &shapes : floor.bodies) {
            b2BodyDef def;
            b2Body *body = world.CreateBody(&def);
            if (shapes.size() > 1 && shapes[0].kind == "segment")
                add_chain(body, shapes);
            else
                for (const Shape &shape : shapes)
                    add_shape(body, shape, Vector(), 1);
        }
    }

    bool add(const Scene &scene) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position = vec2(scene.shape.middle());
        def.linearVelocity = vec2(scene.velocity);
        def.fixedRotation = true;
        def.allowSleep = false;
        def.bullet = scene.fast != 0;
        mover = world.CreateBody(&def);
        return add_shape(mover, scene.shape, scene.shape.middle(), scene.restitution);
    }

    void step(double dt) { world.Step(static_cast<float>(dt), 8, 3); }
    Vector position() const { return {mover->GetPosition().x, mover->GetPosition().y, 0}; }
    Vector velocity() const {
        return {mover->GetLinearVelocity().x, mover->GetLinearVelocity().y, 0};
    }
    void remove() { world.DestroyBody(mover); }

  private:
    static void fix(b2Body *body, const b2Shape &shape, double restitution) {
        b2FixtureDef def;
        def.shape = &shape;
        def.density = 1;
        def.friction = 0;
        def.restitution = static_cast<float>(restitution); // of two the larger counts
        body->CreateFixture(&def);
    }

    // The surface is on the right of a chain, so it runs against x.
    static void add_chain(b2Body *body, const std::vector<Shape> &shapes) {
        std::vector<b2Vec2> points;
        for (auto s = shapes.rbegin(); s != shapes.rend(); ++s)
            points.push_back(vec2(s->b));
        points.push_back(vec2(shapes.front().a));
        b2ChainShape chain;
        b2Vec2 beyond = points[0] - points[1];
        chain.CreateChain(points.data(), static_cast<int>(points.size()), points.front() + beyond,
                          points.back() - beyond);
        fix(body, chain, 0);
    }

    static bool add_shape(b2Body *body, const Shape &s, Vector from, double restitution) {
        bool still = body->GetType() == b2_staticBody;
        if (still)
            restitution = 0;
        b2PolygonShape polygon;
        if (s.kind == "box") {
            polygon.SetAsBox(static_cast<float>(s.half.x), static_cast<float>(s.half.y),
                             vec2(s.position - from), static_cast<float>(s.rotation.angle()));
            fix(body, polygon, restitution);
        } else if (s.kind == "hull") {
            std::vector<b2Vec2> points;
            for (Vector v : s.vertices)
                points.push_back(vec2(v));
            polygon.Set(points.data(), static_cast<int>(points.size()));
            fix(body, polygon, restitution);
        } else if (s.kind == "sphere") {
            b2CircleShape circle;
            circle.m_p = vec2(s.position - from);
            circle.m_radius = static_cast<float>(s.radius);
            fix(body, circle, restitution);
        } else if (s.kind == "capsule") { // a plank and two discs, as is the custom
            Vector along = s.b - s.a;
            polygon.SetAsBox(static_cast<float>(along.length() / 2), static_cast<float>(s.radius),
                             vec2(s.middle() - from),
                             static_cast<float>(std::atan2(along.y, along.x)));
            fix(body, polygon, restitution);
            for (Vector end : {s.a, s.b}) {
                b2CircleShape circle;
                circle.m_p = vec2(end - from);
                circle.m_radius = static_cast<float>(s.radius);
                fix(body, circle, restitution);
            }
        } else if (s.kind == "segment") {
            b2EdgeShape edge;
            edge.SetTwoSided(vec2(s.a), vec2(s.b));
            fix(body, edge, restitution);
        } else if (s.kind == "mesh") {
            for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
                b2Vec2 points[3];
                for (size_t k = 0; k < 3; k++)
                    points[k] = vec2(s.vertices[static_cast<size_t>(s.indices[i + k])]);
                polygon.Set(points, 3);
                fix(body, polygon, restitution);
            }
        } else {
            return false;
        }
        return true;
    }

    b2World world;
    b2Body *mover = nullptr;
};

int main() { return play_all<Engine>(); }

// What the players of other engines share: the scenes that peers.lua writes, read from a stream,
// and the loop that plays them. An engine is a class with
//     Engine(const Floor &)              makes the world and the still bodies
//     bool add(const Scene &)            adds the mover; false where the engine has no such shape
//     void step(double dt)
//     Vector position(), velocity()      of the mover
//     void remove()                      the mover
//     static bool plays(const Floor &)   whether the engine has such a floor
#ifndef GAUNTLET_SCENES_HPP
#define GAUNTLET_SCENES_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Vector {
    double x = 0, y = 0, z = 0;
    Vector operator+(Vector v) const { return {x + v.x, y + v.y, z + v.z}; }
    Vector operator-(Vector v) const { return {x - v.x, y - v.y, z - v.z}; }
    Vector operator*(double s) const { return {x * s, y * s, z * s}; }
    double dot(Vector v) const { return x * v.x + y * v.y + z * v.z; }
    double length() const { return std::sqrt(dot(*this)); }
};

struct Quaternion {
    double x = 0, y = 0, z = 0, w = 1;
    double angle() const { return 2 * std::atan2(z, w); } // in 2D
};

// The shortest rotation that takes +y to the direction.
inline Quaternion quaternion_from_y(Vector direction) {
    Vector d = direction * (1 / direction.length());
    if (d.y < -0.999999)
        return {1, 0, 0, 0};
    double w = 1 + d.y, length = std::sqrt(d.z * d.z + d.x * d.x + w * w);
    return {d.z / length, 0, -d.x / length, w / length};
}

struct Shape {
    std::string kind;
    Vector position, half; // box; sphere, hull: position
    Vector a, b;           // capsule, cylinder, segment
    Quaternion rotation;   // box
    double radius = 0;
    std::vector<Vector> vertices; // hull: from its position; mesh: in the world
    std::vector<int> indices;     // mesh
    Vector middle() const {
        return kind == "capsule" || kind == "cylinder" ? (a + b) * 0.5 : position;
    }
};

struct Floor {
    int dim, steps;
    double dt;
    Vector gravity;
    std::string kind;
    std::vector<std::vector<Shape>> bodies; // each of one or more shapes
};

struct Scene {
    int id, fast;
    double restitution, reach;
    Vector velocity, normal, origin;
    Shape shape;
};

inline std::istream &operator>>(std::istream &in, Vector &v) { return in >> v.x >> v.y >> v.z; }

inline Shape read_shape(std::istream &in) {
    Shape s;
    in >> s.kind;
    size_t count = 0;
    if (s.kind == "sphere") {
        in >> s.position >> s.radius;
    } else if (s.kind == "capsule" || s.kind == "cylinder") {
        in >> s.a >> s.b >> s.radius;
    } else if (s.kind == "segment") {
        in >> s.a >> s.b;
    } else if (s.kind == "box") {
        in >> s.position >> s.half >> s.rotation.x >> s.rotation.y >> s.rotation.z >> s.rotation.w;
    } else {
        if (s.kind == "hull")
            in >> s.position;
        in >> count;
        s.vertices.resize(count);
        for (Vector &v : s.vertices)
            in >> v;
        if (s.kind == "mesh") {
            in >> count;
            s.indices.resize(3 * count);
            for (int &i : s.indices)
                in >> i;
        }
    }
    return s;
}

inline Floor read_floor(std::istream &in) {
    Floor f;
    size_t bodies = 0, shapes = 0;
    std::string word;
    in >> f.dim >> f.dt >> f.steps >> f.gravity >> f.kind >> bodies;
    for (size_t i = 0; i < bodies; i++) {
        in >> word >> shapes;
        f.bodies.emplace_back();
        for (size_t k = 0; k < shapes; k++)
            f.bodies.back().push_back(read_shape(in));
    }
    return f;
}

template <class Engine> void play(Engine &engine, const Floor &floor, const Scene &scene) {
    if (!engine.add(scene))
        return;
    Vector start = engine.position();
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < floor.steps; i++) {
        engine.step(floor.dt);
        Vector from = engine.position() - scene.origin;
        double height = from.dot(scene.normal);
        if (!((from - scene.normal * height).length() <= scene.reach))
            break;
        low = std::min(low, height);
        high = std::max(high, height);
    }
    Vector way = engine.position() - start, v = engine.velocity();
    std::printf("%d %.9g %.9g %.9g %.17g %.17g %.17g %.9g %.9g\n", scene.id, way.x, way.y, way.z,
                v.x, v.y, v.z, low, high);
    engine.remove();
}

// Plays all scenes of the standard input.
template <class Engine> int play_all() {
    std::ios::sync_with_stdio(false);
    std::unique_ptr<Engine> engine;
    Floor floor;
    std::string word;
    while (std::cin >> word) {
        if (word == "floor") {
            floor = read_floor(std::cin);
            engine.reset(Engine::plays(floor) ? new Engine(floor) : nullptr);
        } else {
            Scene s;
            std::cin >> s.id >> s.restitution >> s.velocity >> s.normal >> s.origin >> s.reach >>
                s.fast;
            s.shape = read_shape(std::cin);
            if (engine)
                play(*engine, floor, s);
        }
    }
    return 0;
}

#endif

// ODE on the scenes: dWorldStep with the default ERP and CFM, up to 32 contacts a pair without
// friction; rotation held by a largest angular speed of 0. It has no continuous collision, so it is
// not asked what is fired, and no remedy for inner edges. A compound is its geoms without a body.
#include "scenes.hpp"

#include <ode/ode.h>

class Engine {
  public:
    static bool plays(const Floor &floor) { return floor.dim == 3 && floor.gravity.length() > 0; }

    explicit Engine(const Floor &floor)
        : world(dWorldCreate()), space(dHashSpaceCreate(nullptr)), contacts(dJointGroupCreate(0)) {
        dWorldSetGravity(world, floor.gravity.x, floor.gravity.y, floor.gravity.z);
        for (const std::vector<Shape> &shapes : floor.bodies)
            for (const Shape &shape : shapes)
                make(shape);
    }

    ~Engine() {
        dJointGroupDestroy(contacts);
        dSpaceDestroy(space);
        dWorldDestroy(world);
        for (dTriMeshDataID mesh : meshes)
            dGeomTriMeshDataDestroy(mesh);
    }

    bool add(const Scene &scene) {
        geom = make(scene.shape);
        if (!geom)
            return false;
        body = dBodyCreate(world);
        dMass mass;
        dMassSetSphereTotal(&mass, 1, 0.5);
        dBodySetMass(body, &mass);
        dBodySetMaxAngularSpeed(body, 0);
        const dReal *p = dGeomGetPosition(geom);
        dBodySetPosition(body, p[0], p[1], p[2]);
        dQuaternion q;
        dGeomGetQuaternion(geom, q);
        dBodySetQuaternion(body, q);
        dGeomSetBody(geom, body);
        dBodySetLinearVel(body, scene.velocity.x, scene.velocity.y, scene.velocity.z);
        restitution = scene.restitution;
        return true;
    }

    void step(double dt) {
        dSpaceCollide2(geom, reinterpret_cast<dGeomID>(space), this, near);
        dWorldStep(world, dt);
        dJointGroupEmpty(contacts);
    }
    Vector position() const {
        const dReal *p = dBodyGetPosition(body);
        return {p[0], p[1], p[2]};
    }
    Vector velocity() const {
        const dReal *v = dBodyGetLinearVel(body);
        return {v[0], v[1], v[2]};
    }
    void remove() {
        dGeomDestroy(geom);
        dBodyDestroy(body);
    }

  private:
    static void near(void *at, dGeomID a, dGeomID b) {
        Engine *engine = static_cast<Engine *>(at);
        if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
            dSpaceCollide2(a, b, at, near);
            return;
        }
        if (a == b)
            return;
        dContact contact[32];
        int count = dCollide(a, b, 32, &contact[0].geom, sizeof contact[0]);
        for (int i = 0; i < count; i++) {
            contact[i].surface.mode = engine->restitution > 0 ? dContactBounce : 0;
            contact[i].surface.mu = 0;
            contact[i].surface.bounce = engine->restitution;
            contact[i].surface.bounce_vel = 0.1;
            dJointID joint = dJointCreateContact(engine->world, engine->contacts, &contact[i]);
            dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
        }
    }

    dGeomID make_mesh(const Shape &s) {
        size_t count = s.vertices.size();
        vertices.emplace_back(3 * count);
        for (size_t i = 0; i < count; i++) {
            vertices.back()[3 * i] = s.vertices[i].x;
            vertices.back()[3 * i + 1] = s.vertices[i].y;
            vertices.back()[3 * i + 2] = s.vertices[i].z;
        }
        indices.emplace_back(s.indices.begin(), s.indices.end());
        dTriMeshDataID mesh = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(mesh, vertices.back().data(), 3 * sizeof(double),
                                    static_cast<int>(count), indices.back().data(),
                                    static_cast<int>(s.indices.size()), 3 * sizeof(dTriIndex));
        meshes.push_back(mesh);
        return dCreateTriMesh(space, mesh, nullptr, nullptr, nullptr);
    }

    dGeomID make(const Shape &s) {
        dGeomID made = nullptr;
        double length = (s.b - s.a).length();
        Quaternion q;
        if (s.kind == "mesh")
            return make_mesh(s);
        if (s.kind == "sphere") {
            made = dCreateSphere(space, s.radius);
        } else if (s.kind == "box") {
            made = dCreateBox(space, 2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
            q = s.rotation;
        } else if (s.kind == "capsule" || s.kind == "cylinder") { // along z
            made = s.kind == "capsule" ? dCreateCapsule(space, s.radius, length)
                                       : dCreateCylinder(space, s.radius, length);
            Vector d = (s.b - s.a) * (1 / length);
            double w = std::sqrt((1 + d.z) / 2); // the half angle from +z
            q = w < 1e-6 ? Quaternion{1, 0, 0, 0} : Quaternion{-d.y / (2 * w), d.x / (2 * w), 0, w};
        } else {
            return nullptr;
        }
        dQuaternion rotation = {q.w, q.x, q.y, q.z};
        Vector p = s.middle();
        dGeomSetPosition(made, p.x, p.y, p.z);
        dGeomSetQuaternion(made, rotation);
        return made;
    }

    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dGeomID geom = nullptr;
    dBodyID body = nullptr;
    double restitution = 0;
    std::vector<dTriMeshDataID> meshes;
    std::vector<std::vector<double>> vertices;
    std::vector<std::vector<dTriIndex>> indices;
};

int main() {
    dInitODE2(0);
    int status = play_all<Engine>();
    dCloseODE();
    return status;
}

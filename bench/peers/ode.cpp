// ODE: geoms without a space, at their poses. dCollide is what its users call; where the header
// offers the test itself, that is called.
#include "peer.hpp"

#include <ode/ode.h>

namespace {

// The library is initialised once, and before any geom.
void initialise() {
    static const int done = dInitODE2(0);
    (void)done;
}

typedef dGeomID maker(const bench_body &);

dGeomID sphere(const bench_body &body) { return dCreateSphere(nullptr, body.radius); }

dGeomID capsule(const bench_body &body) {
    return dCreateCapsule(nullptr, body.radius, body.length);
}

dGeomID box(const bench_body &body) {
    return dCreateBox(nullptr, 2 * body.half[0], 2 * body.half[1], 2 * body.half[2]);
}

dGeomID cylinder(const bench_body &body) {
    return dCreateCylinder(nullptr, body.radius, body.length);
}

double length(const double v[3]) { return dSqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

dGeomID ray(const bench_body &body) { return dCreateRay(nullptr, length(body.motion)); }

void place(dGeomID geom, const bench_body &body) {
    const double *p = body.position, *m = body.motion, *q = body.rotation;
    if (dGeomGetClass(geom) == dRayClass) {
        dGeomRaySet(geom, p[0], p[1], p[2], m[0], m[1], m[2]);
        dGeomRaySetClosestHit(geom, 1);
        return;
    }
    dGeomSetPosition(geom, p[0], p[1], p[2]);
    const dQuaternion wxyz = {q[3], q[0], q[1], q[2]};
    dGeomSetQuaternion(geom, wxyz);
}

template <maker make_a, maker make_b> struct Geoms {
    dGeomID a[BENCH_SIDE], b[BENCH_SIDE];

    explicit Geoms(const bench_inputs &inputs) {
        initialise();
        for (int i = 0; i < BENCH_SIDE; i++) {
            place(a[i] = make_a(inputs.a[i]), inputs.a[i]);
            place(b[i] = make_b(inputs.b[i]), inputs.b[i]);
        }
    }
    ~Geoms() {
        for (int i = 0; i < BENCH_SIDE; i++) {
            dGeomDestroy(a[i]);
            dGeomDestroy(b[i]);
        }
    }
};

template <maker make_a, maker make_b, int points> struct Contact : Geoms<make_a, make_b> {
    using Geoms<make_a, make_b>::Geoms;

    bench_answer answer(int i, int j) {
        dContactGeom contacts[points];
        contacts[0].depth = 0;
        int count = dCollide(this->a[i], this->b[j], points, contacts, sizeof *contacts);
        bench_keep(contacts);
        double deepest = contacts[0].depth;
        for (int k = 1; k < count; k++)
            deepest = contacts[k].depth > deepest ? contacts[k].depth : deepest;
        return {count > 0, -deepest};
    }
};

// ODE's depth of a ray is the distance along it.
template <maker make_b> struct Raycast : Geoms<ray, make_b> {
    double inverse[BENCH_SIDE];

    explicit Raycast(const bench_inputs &inputs) : Geoms<ray, make_b>(inputs) {
        for (int i = 0; i < BENCH_SIDE; i++)
            inverse[i] = 1 / length(inputs.a[i].motion);
    }

    bench_answer answer(int i, int j) {
        dContactGeom contact;
        contact.depth = 0;
        bool hit = dCollide(this->a[i], this->b[j], 1, &contact, sizeof contact) > 0;
        bench_keep(&contact);
        return {hit, contact.depth * inverse[i]};
    }
};

struct Overlap {
    struct Box {
        dVector3 position, side;
        dMatrix3 rotation;
    } a[BENCH_SIDE], b[BENCH_SIDE];

    static void fill(Box &box, const bench_body &body) {
        for (int i = 0; i < 3; i++) {
            box.position[i] = body.position[i];
            box.side[i] = 2 * body.half[i];
            for (int k = 0; k < 3; k++)
                box.rotation[4 * i + k] = body.axes[k][i];
        }
    }
    explicit Overlap(const bench_inputs &inputs) {
        initialise();
        for (int i = 0; i < BENCH_SIDE; i++) {
            fill(a[i], inputs.a[i]);
            fill(b[i], inputs.b[i]);
        }
    }
    bench_answer answer(int i, int j) {
        const Box &p = a[i], &q = b[j];
        return {dBoxTouchesBox(p.position, p.rotation, p.side, q.position, q.rotation, q.side) != 0,
                0};
    }
};

} // namespace

const bench_method bench_ode[] = {
    method<Contact<sphere, sphere, 1>>(BENCH_SPHERE_SPHERE, "dCollide"),
    method<Raycast<sphere>>(BENCH_RAY_SPHERE, "dCollide"),
    method<Raycast<capsule>>(BENCH_RAY_CAPSULE, "dCollide"),
    method<Raycast<box>>(BENCH_RAY_BOX, "dCollide"),
    method<Raycast<cylinder>>(BENCH_RAY_CYLINDER, "dCollide"),
    partial<Contact<cylinder, box, 1>>(BENCH_CYLINDER_BOX, "dCollide, no gap"),
    partial<Contact<cylinder, cylinder, 1>>(BENCH_CYLINDER_CYLINDER, "dCollide, no gap"),
    method<Contact<sphere, box, 1>>(BENCH_SPHERE_BOX, "dCollide"),
    partial<Contact<capsule, box, 1>>(BENCH_CAPSULE_BOX_CONTACT, "dCollide, depth of a point"),
    partial<Contact<capsule, box, 4>>(BENCH_CAPSULE_BOX_MANIFOLD, "dCollide, depth of a point"),
    method<Contact<capsule, capsule, 1>>(BENCH_CAPSULE_CAPSULE, "dCollide"),
    method<Overlap>(BENCH_BOX_BOX_OVERLAP, "dBoxTouchesBox"),
    method<Contact<box, box, 4>>(BENCH_BOX_BOX_MANIFOLD, "dCollide, 4 points"),
    method<Contact<box, box, 1>>(BENCH_BOX_BOX_CONTACT, "dCollide"),
    method<Contact<box, box, 1>>(BENCH_BOX_BOX_DEPTH, "dCollide"),
    {},
};

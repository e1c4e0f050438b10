// Rapier on the scenes, in 2D and 3D, with the defaults of its World; friction 0, rotations locked,
// no sleeping, linear and angular damping 0; continuous collision (setCcdEnabled) for what is fast.
// Meshes have TriMeshFlags.FIX_INTERNAL_EDGES, its own remedy for inner edges; a chain of segments
// is a polyline.
import rapier2d from '@dimforge/rapier2d-compat';
import rapier3d from '@dimforge/rapier3d-compat';
import { playAll, angle } from './scenes.mjs';

await rapier2d.init();
await rapier3d.init();

class Engine {
  constructor(floor) {
    this.dim = floor.dim;
    this.rapier = this.dim === 2 ? rapier2d : rapier3d;
    this.world = new this.rapier.World(this.vector(floor.gravity));
    for (const shapes of floor.bodies) {
      const body = this.world.createRigidBody(this.rapier.RigidBodyDesc.fixed());
      if (shapes.length > 1 && shapes[0].kind === 'segment') {
        const points = [...shapes.map((s) => s.a), shapes.at(-1).b].flatMap((v) => v.slice(0, 2));
        this.collide(this.rapier.ColliderDesc.polyline(new Float32Array(points)), body, 0);
        continue;
      }
      for (const shape of shapes) {
        const desc = this.describe(shape);
        if (shape.kind !== 'segment') this.place(desc, shape);
        this.collide(desc, body, 0);
      }
    }
  }

  vector(v) { return { x: v[0], y: v[1], z: v[2] }; }
  quaternion(q) { return { x: q[0], y: q[1], z: q[2], w: q[3] }; }

  flat(vertices) {
    return new Float32Array(vertices.flatMap((v) => (this.dim === 2 ? v.slice(0, 2) : v)));
  }

  place(desc, s) {
    desc.setTranslation(...s.position);
    desc.setRotation(this.dim === 2 ? angle(s.rotation) : this.quaternion(s.rotation));
  }

  describe(s) {
    const D = this.rapier.ColliderDesc;
    switch (s.kind) {
    case 'sphere': return D.ball(s.radius);
    case 'box': return D.cuboid(...s.half.slice(0, this.dim));
    case 'hull': return D.convexHull(this.flat(s.vertices));
    case 'capsule': return D.capsule(s.length / 2, s.radius);
    case 'cylinder': return D.cylinder(s.length / 2, s.radius);
    case 'segment': return D.segment(this.vector(s.a), this.vector(s.b));
    default: return D.trimesh(this.flat(s.vertices), new Uint32Array(s.indices),
      this.rapier.TriMeshFlags.FIX_INTERNAL_EDGES);
    }
  }

  collide(desc, body, restitution) {
    desc.setFriction(0).setRestitution(restitution);
    desc.setRestitutionCombineRule(this.rapier.CoefficientCombineRule.Max);
    this.world.createCollider(desc, body);
  }

  add(scene) {
    const s = scene.shape, desc = this.rapier.RigidBodyDesc.dynamic();
    this.place(desc, s);
    desc.setLinvel(...scene.velocity).lockRotations().setCanSleep(false).setCcdEnabled(scene.fast);
    this.mover = this.world.createRigidBody(desc);
    this.collide(this.describe(s), this.mover, scene.restitution);
    return true;
  }

  step(dt) {
    this.world.timestep = dt;
    this.world.step();
  }

  vector3(v) { return [v.x, v.y, v.z ?? 0]; }
  position() { return this.vector3(this.mover.translation()); }
  velocity() { return this.vector3(this.mover.linvel()); }
  remove() { this.world.removeRigidBody(this.mover); }
  free() { this.world.free(); }
}

await playAll((floor) => new Engine(floor));

// Jolt on the scenes: one collision step a call, friction 0, damping 0, rotations locked by the
// allowed degrees of freedom, no sleeping; EMotionQuality_LinearCast for what is fast. Its remedy
// for inner edges, mEnhancedInternalEdgeRemoval, is on. A compound is a StaticCompoundShape.
import initJolt from 'jolt-physics/wasm-compat';
import { playAll } from './scenes.mjs';

const Jolt = await initJolt();
const STILL = 0, MOVING = 1;

function settings(count) {
  const s = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STILL, MOVING);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
  s.mObjectLayerPairFilter = pairs;
  s.mBroadPhaseLayerInterface = layers;
  s.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  s.mMaxBodies = count + 16;
  s.mMaxBodyPairs = s.mMaxContactConstraints = 4096;
  s.mMaxWorkerThreads = 0;
  return s;
}

// What is made stays in Jolt's memory until it is destroyed: vectors at the end of each use.
const made = [];
const keep = (object) => {
  made.push(object);
  return object;
};
const sweep = () => {
  for (const object of made) Jolt.destroy(object);
  made.length = 0;
};
const vec3 = (v) => keep(new Jolt.Vec3(...v));
const quat = (q) => keep(new Jolt.Quat(...q));

// Settings of a shape around its own origin; null where Jolt has none.
function describe(s) {
  let shape, list;
  switch (s.kind) {
  case 'sphere': return new Jolt.SphereShapeSettings(s.radius);
  case 'box':
    return new Jolt.BoxShapeSettings(vec3(s.half), Math.min(0.05, ...s.half));
  case 'capsule': return new Jolt.CapsuleShapeSettings(s.length / 2, s.radius);
  case 'cylinder':
    return new Jolt.CylinderShapeSettings(s.length / 2, s.radius, 0.05);
  case 'hull':
    shape = new Jolt.ConvexHullShapeSettings();
    for (const v of s.vertices) shape.mPoints.push_back(vec3(v));
    return shape;
  case 'mesh':
    shape = keep(new Jolt.VertexList());
    list = keep(new Jolt.IndexedTriangleList());
    for (const v of s.vertices) shape.push_back(keep(new Jolt.Float3(...v)));
    for (let i = 0; i < s.indices.length; i += 3) {
      list.push_back(keep(new Jolt.IndexedTriangle(...s.indices.slice(i, i + 3), 0)));
    }
    return new Jolt.MeshShapeSettings(shape, list, keep(new Jolt.PhysicsMaterialList()));
  default: return null;
  }
}

class Engine {
  constructor(floor) {
    this.jolt = new Jolt.JoltInterface(settings(floor.bodies.length));
    this.system = this.jolt.GetPhysicsSystem();
    this.bodies = this.system.GetBodyInterface();
    this.system.SetGravity(vec3(floor.gravity));
    for (const shapes of floor.bodies) {
      if (shapes.length === 1) {
        this.create(describe(shapes[0]), shapes[0], Jolt.EMotionType_Static, STILL, {});
        continue;
      }
      const compound = new Jolt.StaticCompoundShapeSettings();
      for (const s of shapes) {
        compound.AddShapeShapeSettings(vec3(s.position), quat(s.rotation), describe(s), 0);
      }
      const at = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
      this.create(compound, at, Jolt.EMotionType_Static, STILL, {});
    }
  }

  create(shape, at, motion, layer, scene) {
    const body = new Jolt.BodyCreationSettings(shape.Create().Get(),
      keep(new Jolt.RVec3(...at.position)), quat(at.rotation), motion, layer);
    body.mFriction = 0;
    body.mRestitution = scene.restitution ?? 0; // of two the larger counts
    if (motion === Jolt.EMotionType_Dynamic) {
      body.mLinearDamping = 0;
      body.mAllowSleeping = false;
      body.mEnhancedInternalEdgeRemoval = true;
      body.mMaxLinearVelocity = 1e4;
      body.mAllowedDOFs = Jolt.EAllowedDOFs_TranslationX | Jolt.EAllowedDOFs_TranslationY |
        Jolt.EAllowedDOFs_TranslationZ;
      body.mLinearVelocity = vec3(scene.velocity);
      if (scene.fast) body.mMotionQuality = Jolt.EMotionQuality_LinearCast;
    }
    const created = this.bodies.CreateBody(body);
    this.bodies.AddBody(created.GetID(), Jolt.EActivation_Activate);
    Jolt.destroy(body);
    Jolt.destroy(shape);
    sweep();
    return created;
  }

  add(scene) {
    const shape = describe(scene.shape);
    if (!shape) return false;
    this.mover = this.create(shape, scene.shape, Jolt.EMotionType_Dynamic, MOVING, scene);
    return true;
  }

  step(dt) { this.jolt.Step(dt, 1); }
  vector(v) { return [v.GetX(), v.GetY(), v.GetZ()]; }
  position() { return this.vector(this.mover.GetPosition()); }
  velocity() { return this.vector(this.mover.GetLinearVelocity()); }
  remove() {
    this.bodies.RemoveBody(this.mover.GetID());
    this.bodies.DestroyBody(this.mover.GetID());
  }
  free() { Jolt.destroy(this.jolt); }
}

await playAll((floor) => (floor.dim === 3 ? new Engine(floor) : null));

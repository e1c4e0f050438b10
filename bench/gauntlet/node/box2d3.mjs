// Box2D 3 (box2d3-wasm) on the scenes: 4 substeps, as its manual has it; friction 0, rotation locked,
// no sleeping; "bullet" for what is fast, its continuous collision on. A chain of segments is a
// b2Chain with its ghost vertices, Box2D's own remedy for inner edges; a mesh its triangles as
// polygons, a compound its boxes, all of one body.
import Box2DFactory from 'box2d3-wasm';
import { playAll, angle, sub } from './scenes.mjs';

const b2 = await Box2DFactory();
const vec2 = (v) => new b2.b2Vec2(v[0], v[1]);

class Engine {
  constructor(floor) {
    const def = b2.b2DefaultWorldDef();
    def.gravity = vec2(floor.gravity);
    this.world = b2.b2CreateWorld(def);
    for (const shapes of floor.bodies) {
      const body = b2.b2CreateBody(this.world, b2.b2DefaultBodyDef());
      if (shapes.length > 1 && shapes[0].kind === 'segment') this.addChain(body, shapes);
      else for (const s of shapes) this.addShape(body, s, [0, 0, 0], 0);
    }
  }

  // The surface is on the right of a chain, so it runs against x; its first and last points are
  // ghosts.
  addChain(body, shapes) {
    const points = [...shapes.map((s) => s.a), shapes.at(-1).b].reverse();
    const beyond = (p, q) => [2 * p[0] - q[0], 2 * p[1] - q[1]];
    points.unshift(beyond(points[0], points[1]));
    points.push(beyond(points.at(-1), points.at(-2)));
    const def = b2.b2DefaultChainDef();
    const material = b2.b2DefaultSurfaceMaterial();
    material.friction = 0;
    def.SetPoints(points.map(vec2));
    def.SetMaterials([material]);
    b2.b2CreateChain(body, def);
  }

  addShape(body, s, from, restitution) {
    const def = b2.b2DefaultShapeDef(), material = def.material;
    material.friction = 0;
    material.restitution = restitution; // of two the larger counts
    def.material = material;
    const polygon = (points) => {
      const hull = b2.b2ComputeHull(points.map(vec2));
      b2.b2CreatePolygonShape(body, def, b2.b2MakePolygon(hull, 0));
    };
    if (s.kind === 'box') {
      const turn = b2.b2MakeRot(angle(s.rotation)), at = vec2(sub(s.position, from));
      b2.b2CreatePolygonShape(body, def, b2.b2MakeOffsetBox(s.half[0], s.half[1], at, turn));
    } else if (s.kind === 'hull') {
      polygon(s.vertices);
    } else if (s.kind === 'sphere') {
      const circle = new b2.b2Circle();
      circle.center = vec2(sub(s.position, from));
      circle.radius = s.radius;
      b2.b2CreateCircleShape(body, def, circle);
    } else if (s.kind === 'capsule') {
      const capsule = new b2.b2Capsule();
      capsule.center1 = vec2(sub(s.a, from));
      capsule.center2 = vec2(sub(s.b, from));
      capsule.radius = s.radius;
      b2.b2CreateCapsuleShape(body, def, capsule);
    } else if (s.kind === 'segment') {
      const segment = new b2.b2Segment();
      segment.point1 = vec2(s.a);
      segment.point2 = vec2(s.b);
      b2.b2CreateSegmentShape(body, def, segment);
    } else if (s.kind === 'mesh') {
      for (let i = 0; i < s.indices.length; i += 3) {
        polygon(s.indices.slice(i, i + 3).map((k) => s.vertices[k]));
      }
    } else {
      return false;
    }
    return true;
  }

  add(scene) {
    const def = b2.b2DefaultBodyDef();
    def.type = b2.b2BodyType.b2_dynamicBody;
    def.position = vec2(scene.shape.position);
    def.linearVelocity = vec2(scene.velocity);
    const locks = def.motionLocks;
    locks.angularZ = true;
    def.motionLocks = locks;
    def.enableSleep = false;
    def.isBullet = scene.fast;
    this.mover = b2.b2CreateBody(this.world, def);
    return this.addShape(this.mover, scene.shape, scene.shape.position, scene.restitution);
  }

  step(dt) { b2.b2World_Step(this.world, dt, 4); }
  position() {
    const p = b2.b2Body_GetPosition(this.mover);
    return [p.x, p.y, 0];
  }
  velocity() {
    const v = b2.b2Body_GetLinearVelocity(this.mover);
    return [v.x, v.y, 0];
  }
  remove() { b2.b2DestroyBody(this.mover); }
  free() { b2.b2DestroyWorld(this.world); }
}

await playAll((floor) => (floor.dim === 2 ? new Engine(floor) : null));

// The scenes that peers.lua writes, and the loop that plays them, for engines of npm: what
// peers/scenes.hpp is for those in C++. playAll takes a function that makes of a floor an engine, or
// null where it has no such floor, with the methods add(scene) (false where there is no such shape),
// step(dt), position(), velocity(), remove() and free().
import { createInterface } from 'node:readline';

export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a) => Math.hypot(...a);
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

// The shortest rotation that takes +y to the direction, as x, y, z, w.
function quaternionFromY(direction) {
  const d = direction.map((x) => x / length(direction));
  if (d[1] < -0.999999) return [1, 0, 0, 0];
  const w = 1 + d[1], l = Math.hypot(d[0], d[2], w);
  return [d[2] / l, 0, -d[0] / l, w / l];
}

export const angle = (q) => 2 * Math.atan2(q[2], q[3]);

function readShape(line) {
  const words = line.split(' '), kind = words[0];
  let at = 1;
  const number = () => Number(words[at++]);
  const vector = () => [number(), number(), number()];
  const list = (count, read) => Array.from({ length: count }, read);
  const shape = { kind, rotation: [0, 0, 0, 1] };
  if (kind === 'sphere') {
    shape.position = vector();
    shape.radius = number();
  } else if (kind === 'capsule' || kind === 'cylinder' || kind === 'segment') {
    shape.a = vector();
    shape.b = vector();
    shape.radius = kind === 'segment' ? 0 : number();
    shape.position = middle(shape.a, shape.b);
    shape.length = length(sub(shape.b, shape.a));
    shape.rotation = quaternionFromY(sub(shape.b, shape.a));
  } else if (kind === 'box') {
    shape.position = vector();
    shape.half = vector();
    shape.rotation = list(4, number);
  } else {
    shape.position = kind === 'hull' ? vector() : [0, 0, 0];
    shape.vertices = list(number(), vector);
    if (kind === 'mesh') shape.indices = list(3 * number(), number);
  }
  return shape;
}

function play(engine, floor, scene) {
  if (!engine.add(scene)) return;
  const start = engine.position();
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < floor.steps; i++) {
    engine.step(floor.dt);
    const from = sub(engine.position(), scene.origin), height = dot(from, scene.normal);
    const aside = length(from.map((x, k) => x - scene.normal[k] * height));
    if (!(aside <= scene.reach)) break;
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  const way = sub(engine.position(), start);
  console.log([scene.id, ...way, ...engine.velocity(), low, high].join(' '));
  engine.remove();
}

export async function playAll(makeEngine) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  let floor, engine;
  for (let line = await next(); line !== undefined; line = await next()) {
    const words = line.split(' '), numbers = words.map(Number);
    if (words[0] === 'floor') {
      floor = { dim: numbers[1], dt: numbers[2], steps: numbers[3], gravity: numbers.slice(4, 7),
        kind: words[7], bodies: [] };
      for (let i = 0; i < numbers[8]; i++) {
        const shapes = [];
        for (let count = Number((await next()).split(' ')[1]); count > 0; count--) {
          shapes.push(readShape(await next()));
        }
        floor.bodies.push(shapes);
      }
      if (engine) engine.free();
      engine = makeEngine(floor);
    } else {
      const n = numbers.slice(1);
      const scene = { id: n[0], restitution: n[1], velocity: n.slice(2, 5), normal: n.slice(5, 8),
        origin: n.slice(8, 11), reach: n[11], fast: n[12] === 1, shape: readShape(await next()) };
      if (engine) play(engine, floor, scene);
    }
  }
}

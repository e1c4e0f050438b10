-- Steps eight times as short lead where the long ones do: what a step decides, such as that a body
-- rests, does not hang on where the step happens to end.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function world_of(gravity)
  return collide.world { dim = gravity.z and 3 or 2, gravity = gravity }
end

local function ground(world, shape, random, motion)
  world:add(shape, { friction = random.range(0, 1), velocity = motion and motion.velocity,
    spin = motion and motion.spin })
end

local function thing(world, shape, random, velocity)
  return world:add(shape, { mass = random.range(0.3, 3), friction = random.range(0, 1),
    restitution = 0, velocity = velocity })
end

local function crate(x, low, high)
  return collide.aabb({ x - 0.5, low }, { x + 0.5, high })
end

local down, down_3d = vec(0, -9.8), vec(0, -9.8, 0)

local scenes = {
  ["what slides up or down a slope"] = function(random)
    local world, angle = world_of(down), random.range(-0.8, 0.8)
    local along = vec(math.cos(angle), math.sin(angle))
    local up = vec(-along.y, along.x)
    ground(world, collide.plane(up, 0), random)
    return world, { thing(world, collide.circle(up * 0.5, 0.5), random,
      along * random.range(-4, 4)) }
  end,
  ["what slides on a tilted mesh"] = function(random)
    local world = world_of(down_3d + vec(random.range(-5, 5), 0, random.range(-5, 5)))
    ground(world, collide.mesh({ { -90, 0, -90 }, { 90, 0, -90 }, { 90, 0, 90 }, { -90, 0, 90 } },
      { { 1, 3, 2 }, { 1, 4, 3 } }), random)
    return world, { thing(world, collide.box({ 0.1, 0.5, 0.2 }, { 0.5, 0.5, 0.5 }), random,
      vec(random.range(-3, 3), 0, random.range(-3, 3))) }
  end,
  ["a box on a plank that tilts"] = function(random)
    local world = world_of(down)
    ground(world, collide.box({ 0, -0.5 }, { 10, 0.5 }), random,
      { spin = random.range(-0.3, 0.3) })
    return world, { thing(world, collide.box({ random.range(-2, 2), 0.5 }, { 0.5, 0.5 }), random) }
  end,
  ["a box on a disc that turns"] = function(random)
    local world = world_of(down_3d)
    ground(world, collide.cylinder({ 0, -1, 0 }, { 0, 0, 0 }, 20), random,
      { spin = vec(0, random.range(-1, 1), 0) })
    return world, { thing(world, collide.box({ random.range(-2, 2), 0.25, random.range(-2, 2) },
      { 0.25, 0.25, 0.25 }), random) }
  end,
  ["two on a platform that moves"] = function(random)
    local world = world_of(down)
    ground(world, collide.aabb({ -20, -1 }, { 20, 0 }), random,
      { velocity = { random.range(-2, 2), random.range(-1, 1) } })
    return world, { thing(world, collide.aabb({ -5, 0 }, { 5, 1 }), random,
      { random.range(-2, 2), 0 }),
      thing(world, crate(0, 1, 1.8), random, { random.range(-2, 2), 0 }) }
  end,
  ["two that a wall pushes"] = function(random)
    local world = world_of(down)
    ground(world, collide.plane({ 0, 1 }, 0), random)
    ground(world, collide.aabb({ -3, 0.1 }, { -2.5, 1 }), random,
      { velocity = { random.range(0.5, 2), 0 } })
    return world, { thing(world, crate(-1.5, 0, 1), random),
      thing(world, crate(0, 0, 1), random, { random.range(-3, 1), 0 }) }
  end,
  ["a ball in the corner of a room"] = function(random)
    local world = world_of(down_3d + vec(random.range(-4, 4), 0, random.range(-4, 4)))
    for _, wall in ipairs { { { 0, 1, 0 }, 0 }, { { 1, 0, 0 }, -2 }, { { -1, 0, 0 }, -2 },
      { { 0, 0, 1 }, -2 }, { { 0, 0, -1 }, -2 } } do
      ground(world, collide.plane(wall[1], wall[2]), random)
    end
    return world, { thing(world, collide.sphere({ 0, random.range(0.4, 2), 0 }, 0.4), random,
      vec(random.range(-2, 2), 0, random.range(-2, 2))) }
  end,
}

-- Where the bodies of a scene are after a second, and how they move.
local function after_a_second(scene, seed, steps)
  local world, bodies = scene(generate.random(seed))
  for _ = 1, steps do world:step(1 / steps) end
  local found = {}
  for _, body in ipairs(bodies) do
    found[#found + 1] = body.position
    found[#found + 1] = body.velocity
  end
  return found
end

describe("Steps of an eighth lead to the same:", function()
  for name, scene in pairs(scenes) do
    it(name, function()
      for seed = 1, cases.count(200) do
        local long, short = after_a_second(scene, seed, 60), after_a_second(scene, seed, 480)
        for i, v in ipairs(long) do
          local off = (v - short[i]):length()
          assert.is_true(off < 0.2, ("seed %d: %g"):format(seed, off))
        end
      end
    end)
  end
end)

-- Steps eight times as short lead where the long ones do: what a step decides, such as that a body
-- rests, does not hang on where the step happens to end. Neither does it on how one looks: in a
-- frame that moves, where all that lay still is on its way (Galileo 1632), in a world that is
-- turned, or far from the origin.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function level(dim, x, z) return dim == 2 and vec(x, 0) or vec(x, 0, z or 0) end

-- Ways to look at a scene: what they make of shapes and vectors, the velocity of their frame, and
-- where they move the origin.
local function look(dim, way)
  local zero = level(dim, 0)
  local turn = dim == 2 and 0.7 or collide.quat(vec(0.3, 0.5, -0.2):normalized(), 1.1)
  local turned = way == "turned"
  return {
    frame = way == "moving" and (dim == 2 and vec(1.5, 0.5) or vec(1.5, 0.5, -1)) or zero,
    origin = way == "far" and (dim == 2 and vec(3000, -2000) or vec(3000, -2000, 1000)) or zero,
    shape = function(shape) return turned and shape:rotated(turn, zero) or shape end,
    vector = function(v) return turned and v:rotated(turn) or v end,
    back = function(v)
      return turned and v:rotated(dim == 2 and -turn or turn:conjugate()) or v
    end,
  }
end

-- A world, seen so; y is up.
local function stage(random, dim, view, push)
  local down = dim == 2 and vec(0, -9.8) or vec(0, -9.8, 0)
  local world = collide.world { dim = dim, gravity = view.vector(down + push) }
  local at = { world = world, things = {} }
  local function add(shape, velocity, options)
    options.friction = random.range(0, 1)
    options.velocity = view.frame + view.vector(velocity or level(dim, 0))
    return world:add(view.shape(shape):moved(view.origin), options)
  end
  function at.ground(shape, velocity, spin)
    add(shape, velocity, { spin = dim == 3 and spin and view.vector(spin) or spin })
  end
  function at.thing(shape, velocity)
    at.things[#at.things + 1] = add(shape, velocity, { mass = random.range(0.3, 3),
      restitution = 0 })
  end
  return at
end

local function crate(x, low, high)
  return collide.aabb({ x - 0.5, low }, { x + 0.5, high })
end

local scenes = {
  ["what slides up or down a slope"] = { 2, function(at, random)
    local angle = random.range(-0.8, 0.8)
    local along = vec(math.cos(angle), math.sin(angle))
    local up = vec(-along.y, along.x)
    at.ground(collide.box(up * -0.5, { 20, 0.5 }, angle))
    at.thing(collide.circle(up * 0.5, 0.5), along * random.range(-4, 4))
  end },
  ["what slides on a tilted mesh"] = { 3, function(at, random)
    at.ground(collide.mesh({ { -90, 0, -90 }, { 90, 0, -90 }, { 90, 0, 90 }, { -90, 0, 90 } },
      { { 1, 3, 2 }, { 1, 4, 3 } }))
    at.thing(collide.box({ 0.1, 0.5, 0.2 }, { 0.5, 0.5, 0.5 }),
      vec(random.range(-3, 3), 0, random.range(-3, 3)))
  end, 5 },
  ["a box on a plank that tilts"] = { 2, function(at, random)
    at.ground(collide.box({ 0, -0.5 }, { 10, 0.5 }), nil, random.range(-0.3, 0.3))
    at.thing(collide.box({ random.range(-2, 2), 0.5 }, { 0.5, 0.5 }))
  end },
  ["a box on a disc that turns"] = { 3, function(at, random)
    at.ground(collide.cylinder({ 0, -1, 0 }, { 0, 0, 0 }, 20), nil,
      vec(0, random.range(-1, 1), 0))
    at.thing(collide.box({ random.range(-2, 2), 0.25, random.range(-2, 2) }, { 0.25, 0.25, 0.25 }))
  end },
  ["two on a platform that moves"] = { 2, function(at, random)
    at.ground(collide.aabb({ -20, -1 }, { 20, 0 }),
      vec(random.range(-2, 2), random.range(-1, 1)))
    at.thing(collide.aabb({ -5, 0 }, { 5, 1 }), vec(random.range(-2, 2), 0))
    at.thing(crate(0, 1, 1.8), vec(random.range(-2, 2), 0))
  end },
  ["two that a wall pushes"] = { 2, function(at, random)
    at.ground(collide.aabb({ -20, -1 }, { 20, 0 }))
    at.ground(collide.aabb({ -3, 0.1 }, { -2.5, 1 }), vec(random.range(0.5, 2), 0))
    at.thing(crate(-1.5, 0, 1))
    at.thing(crate(0, 0, 1), vec(random.range(-3, 1), 0))
  end },
  ["five in a stack"] = { 2, function(at, random)
    at.ground(collide.aabb({ -20, -1 }, { 20, 0 }))
    for i = 1, 5 do
      at.thing(collide.aabb({ -9 + i, i - 1 }, { 9 - i, i }), vec(random.range(-1, 1), 0))
    end
  end },
  ["a ball in the corner of a room"] = { 3, function(at, random)
    at.ground(collide.aabb({ -9, -1, -9 }, { 9, 0, 9 }))
    for side = -1, 1, 2 do
      at.ground(collide.box({ 3 * side, 2, 0 }, { 1, 4, 9 }))
      at.ground(collide.box({ 0, 2, 3 * side }, { 9, 4, 1 }))
    end
    at.thing(collide.sphere({ 0, random.range(0.4, 2), 0 }, 0.4),
      vec(random.range(-2, 2), 0, random.range(-2, 2)))
  end, 4 },
}

-- Where the things of a scene are after a second, seen from the frame, and how they move.
local function after_a_second(scene, seed, steps, way)
  local random = generate.random(seed)
  local dim, tilt, found = scene[1], scene[3] or 0, {}
  local push = level(dim, random.range(-tilt, tilt), random.range(-tilt, tilt))
  local view = look(dim, way)
  local at = stage(random, dim, view, push)
  scene[2](at, random)
  for _ = 1, steps do at.world:step(1 / steps) end
  for _, thing in ipairs(at.things) do
    found[#found + 1] = view.back(thing.position - view.origin - view.frame)
    found[#found + 1] = view.back(thing.velocity - view.frame)
  end
  return found
end

local function agree(a, b, most, seed)
  for i, v in ipairs(a) do
    local off = (v - b[i]):length()
    assert.is_true(off < most, ("seed %d: %g"):format(seed, off))
  end
end

for name, scene in pairs(scenes) do
  describe(name, function()
    it("goes the same way in steps of an eighth", function()
      for seed = 1, cases.count(200) do
        agree(after_a_second(scene, seed, 60), after_a_second(scene, seed, 480), 0.2, seed)
      end
    end)

    for _, way in ipairs { "moving", "turned", "far" } do
      it("goes the same way however it is seen: " .. way, function()
        for seed = 1, cases.count(100) do
          agree(after_a_second(scene, seed, 60), after_a_second(scene, seed, 60, way), 1e-3, seed)
        end
      end)
    end
  end)
end

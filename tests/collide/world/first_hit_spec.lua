-- Worlds of random shapes of all kinds that overlap and touch from the start, with every response
-- to a hit: the normals of events are unit vectors, their times lie in the step, and no body
-- becomes faster than all energy of the world allows. The number of hits guards against vacuity.
local collide = require "collide"
local cases = require("tests.support.cases").count(40)
local generate = require "tests.support.generate"
local vec = collide.vec

local STEPS = 4
local responses = { "bounce", "slide", "stop", "pass" }
local kinds = {
  [2] = { "point", "sphere", "segment", "capsule", "aabb", "box", "triangle", "polygon", "mesh",
    "compound" },
  [3] = { "point", "sphere", "segment", "capsule", "aabb", "box", "triangle", "hull", "cylinder",
    "cone", "mesh", "compound" },
}

local function check_events(world, what)
  for event in world:events() do
    assert.is_true(math.abs(event.normal:length() - 1) < 1e-12, what)
    assert.is_true(event.t >= 0 and event.a ~= event.b, what)
  end
end

describe("a world of all kinds of shapes", function()
  it("knows the normal of whichever of two touches at once comes first", function()
    local world = collide.world { dim = 2, gravity = { 0, -9.8 } }
    local function add(shape, mass, velocity, restitution, response)
      world:add(shape, { mass = mass, velocity = velocity, restitution = restitution,
        response = response })
    end
    add(collide.triangle({ 2, 0.5 }, { 2, 1 }, { 2.5, 0 }), 0.27, { 3.5, -1 }, 0, "stop")
    add(collide.point { 0.5, -2 }, 0.74, { 0, 0 }, 1, "slide")
    add(collide.sphere({ 1.5, 1.5 }, 0.5), math.huge, { 0, 0 }, 0.5, "stop")
    add(collide.sphere({ 0.5, 0 }, 0.5), 0.37, { -1.5, 0.5 }, 0.25)
    add(collide.sphere({ 0, -0.5 }, 0.5), 0.46, { 0, 0 }, 1, "stop")
    add(collide.compound { collide.point { -0.7, -1.5 }, collide.sphere({ 0.8, 0.5 }, 0.3),
      collide.point { -1.2, -1.5 }, collide.triangle({ 0.3, 0 }, { 0.3, -0.5 }, { 0.8, -0.5 }) },
      0.45, { 1, -0.5 }, 0.75)
    add(collide.sphere({ 0, 0.5 }, 0.5), 0.24, { 0, -1 }, 1, "slide")
    world:step(1 / 30)
    check_events(world, "tie")
    for body in world:bodies() do assert.is_true(body.velocity:length() < 10) end
  end)

  it("throws nobody out", function()
    local hits = 0
    for seed = 458, 457 + cases do -- in 458 two bodies touch at the same time
      local random = generate.random(seed)
      local dim, what = 2 + seed % 2, "seed " .. seed
      local world = collide.world { dim = dim, gravity = dim == 2 and vec(0, -9) or vec(0, -9, 0) }
      world.hit_limit = 20
      local fastest, list, count = 0, kinds[dim], random.integer(1, 6)
      for _ = 1, count do
        local one, other = list[random.integer(1, #list)], list[random.integer(1, #list)]
        local a, b, style = generate.pair(random, one, other, dim)
        for _, shape in ipairs { a, b } do
          local still = random.chance(0.3)
          local velocity = generate.vector(random, style, dim) * (still and 0 or 8)
          world:add(shape, { mass = still and math.huge or random.range(0.1, 1),
            velocity = velocity, restitution = random.integer(0, 4) / 4,
            response = responses[random.integer(1, 4)] })
          fastest = math.max(fastest, velocity:length())
        end
      end
      -- The speed of the lightest body if it had all the energy.
      local most = (fastest + 9 * STEPS / 30) * math.sqrt(2 * count / 0.1)
      for _ = 1, STEPS do
        hits = hits + world:step(1 / 30)
        check_events(world, what)
        for body in world:bodies() do assert.is_true(body.velocity:length() <= most, what) end
      end
    end
    assert.is_true(hits > 10 * cases, "hits " .. hits)
  end)
end)

-- Bodies at rest under gravity stand still and keep no more energy than a step of gravity makes:
-- stacks and piles of all kinds, in grooves and on meshes, carried by moving bodies, hit fast and
-- slowly. None of them overlaps another by more than rounding.
local collide = require "collide"
local expect = require "tests.support.expect"
local vec = collide.vec

local DT = 1 / 60

-- A pile of frictionless balls creeps: its energy varies by about what gravity adds in a step.
local LITTLE = 1 + 5e-4

local function at(dim, x, y) return dim == 2 and vec(x, y) or vec(x, y, 0) end

local function floor_of(dim, options)
  local world = collide.world { dim = dim, gravity = at(dim, 0, -10) }
  return world, world:add(collide.plane(at(dim, 0, 1), 0), options)
end

local makers = {
  ball = function(dim, y) return collide.sphere(at(dim, 0, y), 1) end,
  box = function(dim, y)
    return collide.box(at(dim, 0, y), dim == 2 and vec(2, 1) or vec(2, 1, 2))
  end,
  capsule = function(dim, y) return collide.capsule(at(dim, -1, y), at(dim, 1, y), 1) end,
}

local function stack(world, dim, name, count, base)
  local bodies = {}
  for i = 1, count do
    bodies[i] = world:add(makers[name](dim, base + 2 * i - 1),
      { mass = 2 ^ (i % 3), restitution = i % 2 / 2 })
  end
  return bodies
end

-- A mesh of count x count squares that is hollow in the middle.
local function terrain(count, size)
  local points, triangles = {}, {}
  for i = 0, count do
    for k = 0, count do
      local x, z = (i / count - 0.5) * size, (k / count - 0.5) * size
      points[#points + 1] = vec(x, 0.1 * (x * x + z * z) + 0.2 * math.sin(2 * x + z), z)
      if i < count and k < count then
        local p, q = #points, #points + count + 1
        triangles[#triangles + 1] = { p, p + 1, q }
        triangles[#triangles + 1] = { p + 1, q + 1, q }
      end
    end
  end
  return collide.mesh(points, triangles)
end

-- A bin of balls that have fallen on each other for some time.
local function pile(count, limit, steps)
  math.randomseed(11)
  local world = floor_of(2)
  world.hit_limit = limit
  world:add(collide.plane(vec(1, 0), -2))
  world:add(collide.plane(vec(-1, 0), -2))
  local bodies, sums = {}, { stalled = 0, most = 0 }
  for i = 1, count do
    bodies[i] = world:add(collide.circle(vec(3.2 * math.random() - 1.6, 0.6 * i), 0.2 + 0.1 *
      math.random()), { mass = 0.5 + math.random(), restitution = 0.5 })
  end
  function sums.step()
    local hits, stalled = world:step(DT)
    sums.most = math.max(sums.most, hits)
    sums.stalled = sums.stalled + stalled
  end
  function sums.energy()
    local sum = 0
    for _, b in ipairs(bodies) do
      sum = sum + b.mass * (b.velocity:length2() / 2 + 10 * b.position.y)
    end
    return sum
  end
  for _ = 1, steps do sums.step() end
  sums.most, sums.stalled = 0, 0
  return world, sums
end

describe("Bodies at rest", function()
  for _, dim in ipairs { 2, 3 } do
    for name in pairs(makers) do
      it(("stand on each other: %ss in %dD"):format(name, dim), function()
        local world = floor_of(dim)
        local bodies = stack(world, dim, name, 8, 0)
        for _ = 1, 300 do
          local hits, stalled = world:step(DT)
          assert.equal(0, stalled)
          assert.is_true(hits <= 40)
        end
        for i, b in ipairs(bodies) do
          expect.near(at(dim, 0, 2 * i - 1), b.position, 1e-5)
          assert.equal(at(dim, 0, 0), b.velocity)
        end
      end)
    end
  end

  it("stand from the first step on, however many", function()
    local world = collide.world { gravity = vec(0, -10) }
    world:add(collide.plane(vec(0, 1), 0))
    for row = 0, 29 do
      for i = 0, 29 - row do
        local x = 1.2 * i + 0.6 * row
        world:add(collide.aabb({ x, row }, { x + 1, row + 1 }), { mass = 1 })
      end
    end
    for _ = 1, 3 do
      local hits, stalled = world:step(DT)
      assert.equal(0, stalled)
      assert.is_true(hits <= 2 * 900)
    end
  end)

  it("are carried by what moves", function()
    local world = collide.world { gravity = vec(0, -10, 0) }
    local lift = world:add(collide.aabb({ -3, -1, -3 }, { 3, 0, 3 }), { velocity = { 0, 2, 0 } })
    local bodies = stack(world, 3, "box", 5, 0)
    for _ = 1, 120 do
      local _, stalled = world:step(DT)
      assert.equal(0, stalled)
    end
    for i, b in ipairs(bodies) do
      expect.near(2 * i - 1 + 0.5, b.position.y - lift.position.y, 1e-4)
      expect.near(vec(0, 2, 0), b.velocity, 1e-4)
    end
  end)

  it("share the momentum of a slow push", function()
    local world = floor_of(2)
    local bodies, mass = {}, 0
    for i = 1, 6 do
      bodies[i] = world:add(collide.circle({ 2 * i, 1 }, 1),
        { mass = i, restitution = 0, velocity = { i == 1 and 0.15 or 0, 0 } })
      mass = mass + i
    end
    for _ = 1, 5 do
      local _, stalled = world:step(DT)
      assert.equal(0, stalled)
      for _, b in ipairs(bodies) do expect.near(vec(0.15 / mass, 0), b.velocity, 3e-5) end
    end
  end)

  it("bounce off a pile that they hit fast", function()
    local world = floor_of(2)
    local bodies = stack(world, 2, "ball", 4, 0)
    world:step(DT)
    local fast = world:add(collide.circle({ 0, 9.5 }, 1), { velocity = { 0, -90 } })
    fast.mass, fast.restitution, bodies[4].restitution = 0.01, 1, 1
    world:step(DT)
    assert.is_true(fast.velocity.y > 60)
  end)

  it("lie in a pile that gains no energy, and nothing overlaps", function()
    local world, sums = pile(24, 100, 400)
    local before = sums.energy()
    for _ = 1, 200 do
      sums.step()
      for a, b in world:pairs() do
        local walls = a.mass == math.huge and b.mass == math.huge
        assert.is_true(walls or a.shape:distance(b.shape) > -1e-9)
      end
    end
    assert.is_true(sums.energy() <= before * LITTLE)
    assert.equal(0, sums.stalled)
    assert.is_true(sums.most < 24 * 12)
  end)

  it("stand in a groove of many triangles", function()
    local points, triangles = {}, {}
    for i = 0, 40 do
      for k = -1, 1 do points[#points + 1] = vec(k, math.abs(k), i / 2 - 10) end
    end
    for i = 0, 39 do
      for p = 3 * i + 1, 3 * i + 2 do
        triangles[#triangles + 1] = { p, p + 1, p + 3 }
        triangles[#triangles + 1] = { p + 1, p + 4, p + 3 }
      end
    end
    local world = collide.world { dim = 3, gravity = vec(0, -10, 0) }
    world:add(collide.mesh(points, triangles))
    local bodies = {}
    for i = 1, 4 do
      bodies[i] = world:add(collide.sphere({ 0, 0.9 + 0.9 * i, 0.21 }, 0.4),
        { mass = 1, restitution = 0 })
    end
    for _ = 1, 60 do world:step(DT) end
    local hits, stalled = world:step(DT)
    assert.same({ true, 0 }, { hits < 12, stalled })
    for i, b in ipairs(bodies) do
      expect.near(vec(0, 0, 0), b.velocity, 1e-9)
      expect.near(vec(0, 0.4 * math.sqrt(2) + 0.8 * (i - 1), 0.21), b.position, 1e-5)
    end
  end)

  it("lie in the hollows of a mesh, never below", function()
    local ground, COUNT = terrain(20, 10), 24
    local world = collide.world { dim = 3, gravity = vec(0, -10, 0) }
    world:add(ground)
    local ball, box = collide.sphere({ 0, 0, 0 }, 0.3), collide.aabb({ 0, 0, 0 }, { 0.5, 0.3, 0.4 })
    local shapes = { ball, box, collide.compound { ball, box } }
    local bodies, most, stops = {}, 0, 0
    for i = 1, COUNT do
      local shape = shapes[i % 5 < 3 and 1 or i % 5 - 1]:moved { i % 4 - 1.5, 2 + i / 3, i % 3 - 1 }
      bodies[i] = world:add(shape, { mass = 1, restitution = 0.2 })
    end
    for step = 1, 400 do
      local hits, stalled = world:step(DT)
      stops = stops + (stalled > 0 and 1 or 0) -- where one is squeezed in between others
      most = step > 200 and math.max(most, hits) or 0
    end
    assert.is_true(stops < 8, stops)
    for _, b in ipairs(bodies) do
      assert.is_true(b.shape:distance(ground) > -1e-9)
      assert.is_nil(collide.raycast(b.position, vec(0, 1, 0), ground))
    end
    assert.is_true(most < 12 * COUNT)
  end)

  it("lie in a pile of compounds, of which no parts overlap", function()
    local world = floor_of(3)
    for _, n in ipairs { vec(1, 0, 0), vec(-1, 0, 0), vec(0, 0, 1), vec(0, 0, -1) } do
      world:add(collide.plane(n, -1.6))
    end
    math.randomseed(3)
    local deepest = 0
    for i = 1, 30 do
      local p = vec(2 * math.random() - 1, 1 + i / 2, 2 * math.random() - 1)
      local box = collide.box(p + vec(0.4, 0, 0), vec(0.2, 0.2, 0.2))
      world:add(collide.compound { collide.sphere(p, 0.3), box },
        { mass = 1, restitution = 0.3 })
    end
    for step = 1, 200 do
      world:step(DT)
      for a, b in world:pairs() do
        for _, p in ipairs(step % 50 == 0 and a.shape.shapes or {}) do
          for _, q in ipairs(b.shape.shapes or {}) do deepest = math.min(deepest, p:distance(q)) end
        end
      end
    end
    assert.is_true(deepest > -1e-9)
  end)

  it("gain nothing where they may hardly be hit", function()
    local _, sums = pile(24, 6, 600)
    local before = sums.energy()
    for _ = 1, 300 do sums.step() end
    assert.is_true(sums.energy() <= before * LITTLE)
  end)
end)

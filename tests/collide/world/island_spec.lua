-- Bodies at rest under gravity are carried by what moves, are hit fast and slowly, stand in a
-- groove, and lie in the hollows of a mesh.
local collide = require "collide"
local expect = require "tests.support.expect"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local DT = 1 / 60

local function floor_of()
  local world = collide.world { dim = 2, gravity = vec(0, -10) }
  return world, world:add(collide.plane({ 0, 1 }, 0))
end

local function stack(world, count, make)
  local bodies = {}
  for i = 1, count do
    bodies[i] = world:add(make(2 * i - 1), { mass = 2 ^ (i % 3), restitution = i % 2 / 2 })
  end
  return bodies
end

describe("Bodies at rest", function()
  it("are carried by what moves", function()
    local world = collide.world { gravity = vec(0, -10, 0) }
    local lift = world:add(collide.aabb({ -3, -1, -3 }, { 3, 0, 3 }), { velocity = { 0, 2, 0 } })
    local bodies = stack(world, 5, function(y)
      return collide.box({ 0, y, 0 }, { 2, 1, 2 })
    end)
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
    local world = floor_of()
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
    local world = floor_of()
    local bodies = stack(world, 4, function(y) return collide.circle({ 0, y }, 1) end)
    world:step(DT)
    local fast = world:add(collide.circle({ 0, 9.5 }, 1), { velocity = { 0, -90 } })
    fast.mass, fast.restitution, bodies[4].restitution = 0.01, 1, 1
    world:step(DT)
    assert.is_true(fast.velocity.y > 60)
  end)

  it("stand in a groove of many triangles", function()
    local world = collide.world { gravity = vec(0, -10, 0) }
    world:add(grid_mesh(40, function(i, k)
      local x = (i - 20) / 20
      return vec(x, math.abs(x), k / 2 - 10)
    end))
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
    local COUNT = 24
    local ground = grid_mesh(20, function(i, k)
      local x, z = i / 2 - 5, k / 2 - 5
      return vec(x, 0.1 * (x * x + z * z) + 0.2 * math.sin(2 * x + z), z)
    end)
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
end)

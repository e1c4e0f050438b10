-- What is thrown in a closed room whose walls have no thickness stays in it: all kinds without
-- thickness and some with, speeds from 1 to 1e7, every response, under gravity and without, in
-- rooms of one mesh and of triangles.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec, quat = collide.vec, collide.quat

-- A room: its corners and its walls, triangles turned outwards.
local function cube()
  local corners = {}
  for x = -1, 1, 2 do
    for y = -1, 1, 2 do
      for z = -1, 1, 2 do corners[#corners + 1] = vec(x, y, z) * 5 end
    end
  end
  return corners, { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 8, 6 }, { 5, 7, 8 }, { 1, 6, 2 }, { 1, 5, 6 },
    { 3, 4, 8 }, { 3, 8, 7 }, { 1, 3, 7 }, { 1, 7, 5 }, { 2, 8, 4 }, { 2, 6, 8 } }
end

-- With acute edges.
local function tetrahedron()
  return { vec(-9, -4, -6), vec(9, -4, -6), vec(0, -4, 10), vec(0, 7, 0) },
    { { 1, 2, 3 }, { 1, 4, 2 }, { 2, 4, 3 }, { 3, 4, 1 } }
end

local function add_room(world, as_mesh, corners, faces)
  if as_mesh then return world:add(collide.mesh(corners, faces)) end
  for _, f in ipairs(faces) do
    world:add(collide.triangle(corners[f[1]], corners[f[2]], corners[f[3]]))
  end
end

local function some(random, size)
  return vec(random.range(-size, size), random.range(-size, size), random.range(-size, size))
end

local makers = {
  function() return collide.point(vec(0, 0, 0)) end,
  function(r) return collide.segment(some(r, 0.5), some(r, 0.5)) end,
  function(r) return collide.triangle(some(r, 0.5), some(r, 0.5), some(r, 0.5)) end,
  function(r)
    return collide.box(vec(0, 0, 0), vec(0.3, 0, 0.2), quat(some(r, 1), r.range(-3, 3)))
  end,
  function() return collide.sphere(vec(0, 0, 0), 0) end,
  function() return collide.sphere(vec(0, 0, 0), 0.3) end,
  function(r) return collide.capsule(some(r, 0.3), some(r, 0.3), r.range(0, 0.1)) end,
}

-- How far a shape is beyond a wall.
local function how_far_out(shape, corners, faces)
  local most = -math.huge
  for _, f in ipairs(faces) do
    local a, b, c = corners[f[1]], corners[f[2]], corners[f[3]]
    local out = (b - a):cross(c - a):normalized()
    most = math.max(most, out:dot(shape:support(out) - a))
  end
  return most
end

-- Thrown anew, by chance, or where it lies still: also out of corners, and faster than before.
local function throw(body, random, speed)
  if random.unit() < 0.1 or body.velocity:length() < speed / 2 then
    body.velocity = some(random, 1):normalized(vec(1, 0, 0)) * speed
  end
end

local RESPONSES = { "bounce", "slide", "stop" }

describe("what is thrown in a closed room", function()
  for _, as_mesh in ipairs { true, false } do
    it(("stays in it: of %s"):format(as_mesh and "a mesh" or "triangles"), function()
      local hits = 0
      for seed = 1, cases.count(600) do
        local random = generate.random(seed)
        local world = collide.world { gravity = vec(0, seed % 3 == 0 and 0 or -9.8, 0) }
        local corners, faces = (seed % 4 == 0 and tetrahedron or cube)()
        local turn = seed % 2 == 0 and quat(some(random, 1), random.range(-3, 3))
          or quat(vec(0, 0, 1), 0)
        for i, corner in ipairs(corners) do corners[i] = turn * corner end
        add_room(world, as_mesh, corners, faces)
        local speed = 10 ^ random.range(0, 7)
        local body = world:add(makers[seed % #makers + 1](random), {
          mass = 1, restitution = random.unit(), response = RESPONSES[seed // #makers % 3 + 1] })
        for step = 1, 60 do
          throw(body, random, speed)
          hits = hits + world:step(1 / 60)
          local out = how_far_out(body.shape, corners, faces)
          assert.is_true(out < 1e-8, ("seed %d, step %d: %s, %g out"):format(seed, step, body, out))
        end
      end
      assert.is_true(hits > 10 * cases.count(600), hits)
    end)
  end
end)

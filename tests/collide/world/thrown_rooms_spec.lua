-- What is thrown in a closed room whose walls have no thickness stays in it: all kinds without
-- thickness and some with, speeds from 1 to 1e6, every response, under gravity and without, in
-- rooms of one mesh and of triangles.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec, quat = collide.vec, collide.quat

local HALF = 5

local corners = {}
for x = -1, 1, 2 do
  for y = -1, 1, 2 do
    for z = -1, 1, 2 do corners[#corners + 1] = vec(x, y, z) * HALF end
  end
end
local faces = { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 },
  { 3, 4, 8 }, { 3, 8, 7 }, { 1, 3, 7 }, { 1, 7, 5 }, { 2, 4, 8 }, { 2, 8, 6 } }

local function add_room(world, as_mesh)
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

local function how_far_out(body)
  local box = body.shape:bounds()
  return math.max(-box.min.x, -box.min.y, -box.min.z, box.max.x, box.max.y, box.max.z) - HALF
end

describe("what is thrown in a closed room", function()
  for _, as_mesh in ipairs { true, false } do
    it(("stays in it: of %s"):format(as_mesh and "a mesh" or "triangles"), function()
      local hits = 0
      for seed = 1, cases.count(1500) do
        local random = generate.random(seed)
        local world = collide.world { gravity = vec(0, seed % 3 == 0 and 0 or -9.8, 0) }
        add_room(world, as_mesh)
        local speed = 10 ^ random.range(0, 6)
        local body = world:add(makers[seed % #makers + 1](random):moved(some(random, 4)), {
          mass = 1, restitution = random.unit(),
          response = ({ "bounce", "slide", "stop" })[seed // #makers % 3 + 1],
          velocity = some(random, 1):normalized(vec(1, 0, 0)) * speed })
        for step = 1, 60 do
          hits = hits + world:step(1 / 60)
          local out = how_far_out(body)
          assert.is_true(out < 1e-9, ("seed %d, step %d: %s, %g out"):format(seed, step, body, out))
        end
      end
      assert.is_true(hits > 3 * cases.count(1500), hits)
    end)
  end
end)

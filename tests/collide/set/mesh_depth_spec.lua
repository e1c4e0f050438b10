-- The depth of solids in meshes: moved by it they just touch, no direction has a shorter way, and
-- it moves with the pair.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local function any(random, size)
  return vec(random.range(-size, size), random.range(-size, size), random.range(-size, size))
end

local function turn(random)
  return collide.quat(any(random, 1) + vec(0, 0, 1e-3), random.range(-3, 3))
end

local movers = {
  sphere = function(random) return collide.sphere(any(random, 1), random.range(0.2, 0.6)) end,
  capsule = function(random)
    local p = any(random, 1)
    return collide.capsule(p, p + any(random, 0.5), random.range(0, 0.4))
  end,
  box = function(random)
    return collide.box(any(random, 1), { random.range(0.1, 0.5), random.range(0, 0.5), 0.3 },
      turn(random), random.chance(0.3) and 0.1 or 0)
  end,
  hull = function(random)
    local points, p = {}, any(random, 1)
    for i = 1, 6 do points[i] = p + any(random, 0.5) end
    return collide.hull(points)
  end,
}

-- A sheet with bumps, or triangles anywhere.
local function mesh(random)
  if random.chance(0.5) then
    return grid_mesh(6, function(i, k)
      return vec(i / 3 - 1, random.range(-0.2, 0.2), k / 3 - 1)
    end)
  end
  local vertices, triangles = {}, {}
  for i = 1, 12 do
    local p = any(random, 1)
    for _ = 1, 3 do vertices[#vertices + 1] = p + any(random, 0.5) end
    triangles[i] = { 3 * i - 2, 3 * i - 1, random.chance(0.1) and 3 * i - 1 or 3 * i }
  end
  return collide.mesh(vertices, triangles)
end

describe("the depth in a mesh", function()
  for kind, make in pairs(movers) do
    it(("of a %s is the shortest way out"):format(kind), function()
      local deep, n, wanted = 0, 0, cases.count(30)
      while deep < wanted and n < 20 * wanted do
        n = n + 1
        local random = generate.random(n)
        local a, b = make(random), mesh(random)
        local contact = a:contact(b)
        if contact and contact.depth > 1e-6 then
          deep = deep + 1
          local out = contact.normal * contact.depth
          expect.near(0, a:moved(out):distance(b), 1e-11)
          for _ = 1, 400 do
            local way = any(random, 1):normalized(vec(1, 0, 0)) * contact.depth
            assert.is_true(collide.overlap(a:moved(way * (1 - 2 ^ -19)), b), n)
          end
          for _ = 1, 40 do -- near the way out
            local way = (contact.normal + any(random, 2 ^ -random.integer(1, 9))):normalized()
            assert.is_true(collide.overlap(a:moved(way * contact.depth * (1 - 2 ^ -19)), b), n)
          end
          expect.near(contact.distance, b:distance(a), 1e-6 * contact.depth)
          local q, v = turn(random), any(random, 3)
          local turned = a:rotated(q, { 0, 0, 0 }):moved(v)
          local other = b:rotated(q, { 0, 0, 0 }):moved(v)
          expect.near(contact.distance, turned:distance(other), 1e-6 * contact.depth)
        end
      end
      assert.equal(wanted, deep)
    end)
  end

  -- Parts beyond the room of the search are met on the way.
  it("is that of one triangle, however many lie in its place", function()
    local one, many, vertices = {}, {}, { { -2, 0, -2 }, { 2, 0, -2 }, { 0, 0, 3 } }
    one[1] = { 1, 2, 3 }
    for i = 1, 2000 do many[i] = { 1, 2, 3 } end
    local ball = collide.sphere({ 0, 0.1, 0 }, 0.5)
    local box = collide.box({ 0, 0.1, 0 }, { 0.5, 0.4, 0.3 }, collide.quat({ 1, 2, 3 }, 1))
    for _, a in ipairs { ball, box } do
      expect.near(a:distance(collide.mesh(vertices, one)), a:distance(collide.mesh(vertices, many)),
        1e-14)
    end
  end)

  it("ends beside triangles of 1e19 and 1e-9", function()
    local b = collide.mesh({ { -1e19, 0, -1e19 }, { 1e19, 0, -1e19 }, { 0, 0, 1e19 }, { 0, 0, 0 },
      { 1e-9, 0, 0 }, { 0, 1e-9, 0 }, { 1e-9, 0, 1e-9 } },
      { { 1, 2, 3 }, { 4, 5, 6 }, { 4, 5, 7 }, { 4, 4, 4 }, { 1, 1, 2 } })
    for _, a in ipairs { collide.sphere({ 0, 0.25, 0 }, 0.5), collide.sphere({ 0, 0, 0 }, 1e-9),
      collide.capsule({ 0, -1, 0 }, { 1, 1, 0 }, 0.25),
      collide.aabb({ -1, -1, -1 }, { 1, 1, 1 }) } do
      local contact = a:contact(b)
      expect.near(1, contact.normal:length(), 1e-12)
      assert.is_true(contact.depth >= 0 and contact.depth < 4)
    end
  end)
end)

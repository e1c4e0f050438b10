-- A line whose distance from a shape is exactly representable and exactly its radius touches it,
-- whatever the length of the direction; with the next smaller radius it passes by. The distances
-- are integers times those of Pythagorean vectors, so that all coordinates are exact.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

-- Perpendicular integer vectors of one integer length: normals, and directions across them.
local frames = {
  [2] = { { vec(1, 0), vec(0, 1) }, { vec(3, 4), vec(-4, 3) }, { vec(12, -5), vec(5, 12) } },
  [3] = {
    { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) },
    { vec(1, 2, 2), vec(2, 1, -2), vec(2, -2, 1) },
    { vec(2, 3, 6), vec(3, -6, 2), vec(6, 2, -3) },
    { vec(3, 4, 0), vec(-4, 3, 0), vec(0, 0, 5) },
  },
}

-- A length of a direction with so few digits that no component is rounded.
local function length(random)
  local odd = random.integer(1, 2 ^ 46)
  return odd * 2.0 ^ random.integer(-60, 0)
end

local function signed(random) return random.chance(0.5) and 1 or -1 end

-- A normal u with its length, a unit of eighths, and a direction across it; the other one as well.
local function frame(random, dim)
  local all = frames[dim]
  local f, i = all[random.integer(1, #all)], random.integer(1, dim)
  local k = i % dim + 1
  local u, v = f[i] * signed(random), f[k] * signed(random)
  return u, v, dim == 3 and f[6 - i - k] or v, u:length()
end

local function place(random, dim)
  local function number() return random.integer(-4096, 4096) / 8 end
  return dim == 2 and vec(number(), number()) or vec(number(), number(), number())
end

local below = 1 - 2.0 ^ -53

-- Asks for a ray along v that passes at p, and for one of the next smaller radius.
local function check(random, make, r, p, v)
  local origin, direction = p - v * (random.integer(0, 4000) / 8), v * length(random)
  local shape, smaller = make(r), make(r * below)
  local text = ("raycast(%s, %s, %s)"):format(origin, direction, shape)
  for _, tmax in ipairs { math.huge, 2.0 ^ 200 } do
    local hit = collide.raycast(origin, direction, shape, tmax)
    assert.is_not_nil(hit, text)
    assert.is_true(collide.occluded(origin, direction, shape, tmax), text)
    assert.equal(0, hit.approach, text)
    assert.is_not_nil(collide.raycast(origin, direction, shape, hit.t), text)
    assert.is_nil(collide.raycast(origin, direction, smaller, tmax), "smaller: " .. text)
  end
end

for dim = 2, 3 do
  describe(("a tangent in %dD touches"):format(dim), function()
    local function each(name, make)
      it(name, function()
        local random = generate.random(70 + dim)
        for _ = 1, cases.count(2000) do make(random) end
      end)
    end

    each("a sphere", function(random)
      local u, v, w, unit = frame(random, dim)
      local q, c = random.integer(1, 64) / 8, place(random, dim)
      local along = random.chance(0.5) and v or v + w
      check(random, function(r) return collide.sphere(c, r) end, q * unit, c + u * q,
        along)
    end)

    each("the end of a capsule, and its side", function(random)
      local u, v, w, unit = frame(random, dim)
      local q, a = random.integer(1, 64) / 8, place(random, dim)
      -- The axis leads away from the tangent, or across it, or (in 3D) is beside it.
      local e = ({ -u, -u + w, w, w - v })[random.integer(1, 4)] * (random.integer(1, 64) / 8)
      local middle = e:dot(u) == 0 and random.chance(0.5) and 0.5 or 0
      if random.chance(0.5) then a, e = a + e, -e end
      if e:dot(u) > 0 then middle = 1 end
      local p = a + e * middle + u * q
      if dim == 2 and e:dot(u) == 0 then p = a + u * q end
      check(random, function(r) return collide.capsule(a, a + e, r) end, q * unit, p, v)
    end)

    each("a line with a radius", function(random)
      local u, v, w, unit = frame(random, dim)
      if unit ~= 1 then return end -- the direction of others is rounded
      local q, a = random.integer(1, 64) / 8, place(random, dim)
      local function make(r) return collide.line(a, dim == 2 and v or w, r) end
      local origin, direction = a + u * q - v * 50, (dim == 2 and v or v + w) * length(random)
      local hit = collide.raycast(origin, direction, make(q * unit))
      assert.is_not_nil(hit)
      assert.is_nil(collide.raycast(origin, direction, make(q * below)))
    end)

    each("a box with a radius, and a box along which a ball is cast", function(random)
      local axis, other = random.integer(1, dim), random.integer(1, dim - 1)
      local axes = frames[dim][1]
      local u, v = axes[axis], axes[(axis + other - 1) % dim + 1] * signed(random)
      local c, q = place(random, dim), random.integer(1, 64) / 8
      local half = dim == 2 and vec(2, 3) or vec(2, 3, 4)
      local p = c + u * (half:dot(u) + q)
      check(random, function(r) return collide.box(c, half, nil, r) end, q, p, v)
      local from, motion = p - v * 20, v * (20 + length(random))
      local box = collide.box(c, half)
      assert.is_not_nil(collide.shapecast(collide.sphere(from, q), motion, box))
      assert.is_nil(collide.shapecast(collide.sphere(from, q * below), motion, box))
    end)
  end)
end

it("a tangent touches a sphere whatever the length of its direction", function()
  for _, d in ipairs { 0.1, 1, 1 / 3, 7e-5 } do
    assert.is_not_nil(collide.raycast({ -8, 0.375 }, { d, 0 }, collide.circle({ 0, 0 }, 0.375)))
  end
end)

it("a cast has unit normals at balls of any size", function()
  local hits = 0
  for seed = 1, 3000 do
    local random = generate.random(seed)
    local function at(size)
      return vec(random.range(-size, size), random.range(-size, size), random.range(-size, size))
    end
    local a, u, r = at(3), at(1), 2 ^ random.integer(-56, -48)
    local target = seed % 2 == 0 and collide.sphere(a, r) or collide.segment(a, a + u)
    local p = seed % 2 == 0 and a or a + u * random.range(0, 1)
    local motion = at(5)
    local from = p - motion * (random.chance(0.5) and 0 or random.range(0, 0.9))
    local hit = collide.shapecast(collide.sphere(from, r), motion, target)
    if hit then
      hits = hits + 1
      assert.is_true(math.abs(hit.normal:length() - 1) < 1e-12, seed)
      assert.is_true(hit.exit_normal == nil or math.abs(hit.exit_normal:length() - 1) < 1e-12, seed)
    end
  end
  assert.is_true(hits > 500, hits)
end)

-- What overlap, distance, closest and contact return, field by field, on cases worked out by hand:
-- signs, ties, touching shapes, infinite depths. Shapes through
-- one grid point are never apart. The laws for all shapes are in tests/collide/laws_spec.lua.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local grid_shapes = require "tests.support.grid_shapes"
local vec, near = collide.vec, expect.near
local inf = math.huge
local on_grid, through = grid_shapes.point, grid_shapes.through

local circle = collide.circle({ 0, 0 }, 1)
local floor = collide.plane({ 0, 1, 0 }, 0)

describe("overlap and distance", function()
  it("never part shapes that share a point", function()
    local random = generate.random(12)
    local kinds = { "point", "segment", "line", "aabb", "triangle", "sphere" }
    local steps = { 0.5, 1 / 3, 0.1, 1e6 + 0.25 }
    for i = 1, cases.count(40000) do
      local step, dim = steps[1 + i % #steps], 2 + i // 4 % 2
      local function at(from) return from + on_grid(random, dim, step) end
      local zero = dim == 2 and vec(0, 0) or vec(0, 0, 0)
      local p = i % 3 == 0 and zero or at(zero)
      local a = through[kinds[random.integer(1, #kinds)]](p, at(p), at(p))
      local b = through[kinds[random.integer(1, #kinds)]](p, at(p), at(p))
      assert.is_true(a:overlap(b) and a:distance(b) <= 0, tostring(a) .. ", " .. tostring(b))
    end
  end)

  it("are closed: touching is overlapping", function()
    local touching, apart = collide.circle({ 2, 0 }, 1), collide.circle({ 2 + 2.0 ^ -51, 0 }, 1)
    assert.equal(0, circle:distance(touching))
    assert.is_true(circle:overlap(touching))
    assert.is_false(circle:overlap(apart))
    assert.equal(2.0 ^ -51, circle:distance(apart))
  end)

  it("tell the least gap beside a line", function()
    local line, gap = collide.line({ -0.5, 0, 0.5 }, { 0, 1, 0 }), 0x1p-49
    near(gap, line:distance(collide.line({ -0.5 + gap, -1, 0.5 }, { 0, 1, 0 })), 0)
    near(gap, line:distance(collide.segment({ -0.5, 2, 0.5 - gap }, { -0.5, 3, -1 })), 1e-16)
    local triangle = collide.triangle({ -0.5, 1, 0.5 + gap }, { -0.5, 2, 1 }, { 1, 1, 1 })
    near(gap, line:distance(triangle), 1e-16)
  end)

  it("far along a line are exact where the input is", function()
    local line = collide.line({ 0, 0, 0 }, { 0, 0, 1 }, 2)
    assert.equal(1, collide.distance(collide.point { 3, 0, 1e16 }, line))
    assert.equal(1, collide.distance(line, collide.point { 3, 0, -1e16 }))
    assert.equal(0, collide.distance(collide.point { 0, 2, 1e16 }, line))
    assert.equal(0.5, collide.distance(collide.box({ 0, 3, 1e16 }, { 0.5, 0.5, 0.5 }), line))
    local flat = collide.line({ 0, 0 }, { 1, 0 }, 2)
    assert.equal(1, collide.distance(collide.point { 1e16, -3 }, flat))
  end)

  it("are signed: minus the shortest way out", function()
    assert.equal(-0.5, circle:distance(collide.circle({ 1.5, 0 }, 1)))
    assert.equal(-2, circle:distance(circle))
    assert.equal(-1, collide.point({ 0, 3 }):distance(collide.aabb({ -5, 0 }, { 5, 4 })))
    assert.equal(-4, collide.sphere({ 0, -3, 0 }, 1):distance(floor))
  end)

  it("are -math.huge where no translation separates", function()
    assert.equal(-inf, floor:distance(collide.plane({ 1, 0, 0 }, 0)))
    assert.equal(-inf, collide.line({ 0, 0, 0 }, { 0, 1, 0 }):distance(floor))
    assert.equal(-inf, collide.line({ 0, 0 }, { 1, 0 }):distance(collide.line({ 0, 0 }, { 1, 1 })))
    local contact = floor:contact(collide.plane({ 1, 0, 0 }, 0))
    assert.equal(-inf, contact.distance)
    assert.equal(inf, contact.depth)
    assert.equal(1, contact.normal:length())
    assert.is_true(contact.point_a:length() < inf and contact.point_b:length() < inf)
  end)
end)

describe("closest", function()
  it("gives point_a, point_b, distance and the normal out of b", function()
    local a, b, distance, normal = collide.closest(circle, collide.aabb({ 3, -1 }, { 4, 1 }))
    near(vec(1, 0), a)
    near(vec(3, 0), b)
    assert.equal(2, distance)
    near(vec(-1, 0), normal)
  end)

  it("obeys point_a - point_b == distance * normal in overlap", function()
    local a, b, distance, normal = collide.closest(collide.circle({ 0, 0.75 }, 1), circle)
    near(vec(0, -0.25), a)
    near(vec(0, 1), b)
    assert.equal(-1.25, distance)
    near(vec(0, 1), normal)
  end)

  it("swapped, swaps the points and negates the normal", function()
    local a, b = collide.capsule({ 0, 0 }, { 3, 1 }, 0.5), collide.box({ 5, 4 }, { 1, 2 }, 0.3)
    local pa, pb, d, n = a:closest(b)
    local qb, qa, e, m = b:closest(a)
    near(d, e, 1e-15)
    near(pa, qa, 4e-15)
    near(pb, qb, 4e-15)
    near(n, -m)
  end)

  -- Of a curved pair both orders round otherwise, and one found a gap of two ulps.
  it("swapped, tells the same of a cylinder that touches to rounding", function()
    local a = collide.cylinder({ -2.0999999999999996, -0.7, -0.7 }, { -0.7, -0.7, 0.7 }, 1.4)
    local b = collide.line({ -1.4, -1.4, -1.4 }, { -0.30151134457776363, -0.9045340337332909,
      0.30151134457776363 })
    assert.equal(a:overlap(b), b:overlap(a))
    assert.equal(a:distance(b), b:distance(a))
    a = collide.cylinder({ -0.5, 0, -0.5 }, { -0.5, 0.5, -0.5 }, 0.5)
    b = collide.segment({ 0.5, 0, 0 }, { -0.5, 0, 0 })
    assert.equal(0, a:distance(b))
    assert.equal(0, b:distance(a))
  end)
end)

describe("a tie", function()
  it("of coincident points goes to +y", function()
    for _, dim in ipairs { 2, 3 } do
      local up = dim == 2 and vec(0, 1) or vec(0, 1, 0)
      local p = up * 7
      local shapes = { collide.point(p), collide.sphere(p, 1), collide.capsule(p, p, 2) }
      for _, a in ipairs(shapes) do
        for _, b in ipairs(shapes) do assert.equal(up, select(4, a:closest(b))) end
      end
    end
  end)

  it("of a point on an axis goes perpendicular to it, always the same way", function()
    for _, axis in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1), vec(1, 2, 3), vec(1, 2) } do
      local capsule = collide.capsule(-axis, axis, 1)
      local n = select(4, collide.sphere(axis * 0, 1):closest(capsule))
      near(0, n:dot(axis))
      near(1, n:length())
      assert.equal(n, select(4, collide.sphere(axis * 0, 1):closest(capsule)))
    end
  end)
end)

describe("the dimension", function()
  it("decides the way out of a crossing", function()
    local function cross(z)
      return collide.capsule({ -2, 0, z }, { 2, 0, z }, 0.5),
        collide.capsule({ 0, -3, z }, { 0, 3, z }, 0.5)
    end
    local a, b = cross(nil)
    assert.equal(-3, a:distance(b))
    near(0, select(4, a:closest(b)).y)
    a, b = cross(0)
    assert.equal(-1, a:distance(b))
    near(1, math.abs(select(4, a:closest(b)).z))
  end)
end)

describe("a contact", function()
  it("has distance, depth, normal, point_a, point_b", function()
    local c = collide.circle({ 0, 1.5 }, 1):contact(circle)
    assert.equal(-0.5, c.distance)
    assert.equal(0.5, c.depth)
    assert.equal(vec(0, 1), c.normal)
    assert.equal(vec(0, 0.5), c.point_a)
    assert.equal(vec(0, 1), c.point_b)
    assert.is_nil(c.teapot)
    assert.same({ c.distance, c.normal, c.point_a, c.point_b }, { c:unpack() })
    assert.equal("contact { distance = -0.5, normal = vec(0, 1), point_a = vec(0, 0.5), "
      .. "point_b = vec(0, 1) }", tostring(c))
  end)

  it("is nil where the distance is above the margin", function()
    local b = collide.circle({ 3, 0 }, 1)
    assert.is_nil(circle:contact(b))
    assert.is_nil(circle:contact(b, 0.999))
    assert.equal(1, circle:contact(b, 1).distance)
    assert.equal(0, circle:contact(b, 1).depth)
    assert.equal(1, circle:contact(b, inf).distance)
    assert.is_nil(circle:contact(circle, -2.001))
    assert.equal(-2, circle:contact(circle, -2).distance)
    assert.is_nil(circle:contact(circle, -inf))
    assert.equal(0, circle:contact(collide.circle({ 2, 0 }, 1)).depth)
  end)
end)

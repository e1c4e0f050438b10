-- What raycast returns, field by field, on cases worked out by hand: the interval, both points and
-- normals, starts inside, rays without a direction, flat and unbounded shapes. On a grid, where
-- nothing is rounded, a ray or a cast that leads to a point of a shape hits it, however it grazes.
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

describe("raycast", function()
  it("gives the whole interval and both points and normals", function()
    local hit = collide.raycast({ -5, 0 }, { 2, 0 }, circle)
    assert.equal(2, hit.t)
    assert.equal(vec(-1, 0), hit.point)
    assert.equal(vec(-1, 0), hit.normal)
    assert.same({ 2, 3 }, { hit.enter, hit.exit })
    assert.equal(vec(1, 0), hit.exit_point)
    assert.equal(vec(1, 0), hit.exit_normal)
    assert.is_false(hit.inside)
    assert.equal(2, hit.approach)
    assert.is_nil(hit.teapot)
    assert.same({ hit.t, hit.point, hit.normal, hit.enter, hit.exit }, { hit:unpack() })
    assert.equal("hit { t = 2, point = vec(-1, 0), normal = vec(-1, 0), enter = 2, exit = 3, "
      .. "inside = false, approach = 2 }", tostring(hit))
  end)

  it("hits exactly where [enter, exit] meets [0, tmax]", function()
    assert.is_nil(collide.raycast({ -5, 0 }, { 2, 0 }, circle, 1.999))
    assert.equal(2, collide.raycast({ -5, 0 }, { 2, 0 }, circle, 2).t)
    assert.is_nil(collide.raycast({ 5, 0 }, { 2, 0 }, circle))
    assert.is_nil(collide.raycast({ -5, 1.001 }, { 2, 0 }, circle))
    local tangent = collide.raycast({ -5, 1 }, { 2, 0 }, circle)
    near(2.5, tangent.enter, 1e-15)
    near(2.5, tangent.exit, 1e-15)
    near(vec(0, 1), tangent.normal)
    near(0, tangent.approach, 4e-15)
  end)

  it("from inside hits at 0 with the way out, also when receding", function()
    local hit = collide.raycast({ 0.5, 0 }, { 1, 0 }, circle)
    assert.is_true(hit.inside)
    assert.same({ 0, -1.5, 0.5 }, { hit.t, hit.enter, hit.exit })
    assert.equal(vec(0.5, 0), hit.point)
    assert.equal(vec(1, 0), hit.normal)
    assert.equal(-1, hit.approach)
    local leaving = collide.raycast({ 1, 0 }, { 1, 0 }, circle)
    assert.same({ 0, -2, 0, true }, { leaving.t, leaving.enter, leaving.exit, leaving.inside })
  end)

  it("parallel inside a half-space never leaves: no exit point, no exit normal", function()
    local hit = floor:raycast({ 0, -1, 0 }, { 1, 0, 0 })
    assert.same({ -inf, inf, 0 }, { hit.enter, hit.exit, hit.t })
    assert.is_nil(hit.exit_point)
    assert.is_nil(hit.exit_normal)
    assert.is_truthy(tostring(hit):find("enter = -math.huge, exit = math.huge", 1, true))
    local falling = floor:raycast({ 0, 2, 0 }, { 0, -1, 0 })
    assert.same({ 2, inf }, { falling.enter, falling.exit })
    assert.is_nil(falling.exit_point)
  end)

  it("of zero direction asks whether the origin is inside", function()
    local hit = circle:raycast({ 1, 0 }, { 0, 0 })
    assert.same({ 0, -inf, inf, true }, { hit.t, hit.enter, hit.exit, hit.inside })
    assert.is_nil(circle:raycast({ 1.001, 0 }, { 0, 0 }))
  end)

  it("in the plane of a flat shape touches it", function()
    local square = collide.box({ 0, 0, 0 }, { 1, 0, 1 })
    local hit = square:raycast({ -3, 0, 0 }, { 1, 0, 0 })
    assert.same({ 2, 4 }, { hit.enter, hit.exit })
    local segment = collide.segment({ 0, 0 }, { 2, 0 })
    assert.same({ 1, 3 }, { (function(h) return h.enter, h.exit end)(
      segment:raycast({ -1, 0 }, { 1, 0 })) })
  end)

  it("of a segment from p to q is (p, q - p, shape, 1)", function()
    local p, q = vec(-3, 0), vec(3, 0)
    local hit = collide.raycast(p, q - p, circle, 1)
    near(1 / 3, hit.t)
    near(2 / 3, hit.exit)
    assert.is_nil(collide.raycast(p, (q - p) * 0.3, circle, 1))
  end)
end)

-- On a grid nothing is rounded: a ray or cast that leads through a point of a shape touches it.
describe("a way to a given point", function()
  local kinds = { "point", "segment", "aabb", "triangle" }
  local movers = { "point", "segment", "triangle" }

  it("is not missed, however it grazes", function()
    local random = generate.random(13)
    for i = 1, cases.count(20000) do
      local step, dim = 2.0 ^ -(i % 3), 2 + i // 3 % 2
      local p, d = on_grid(random, dim, step), on_grid(random, dim, step)
      local t = random.integer(0, 2)
      local from = p - t * d
      local shape = through[kinds[random.integer(1, #kinds)]](p,
        p + on_grid(random, dim, step), p + on_grid(random, dim, step))
      local mover = through[movers[random.integer(1, #movers)]](from,
        from + on_grid(random, dim, step), from + on_grid(random, dim, step))
      if d:length2() > 0 then
        local ray, cast = shape:raycast(from, d), mover:shapecast(d * 4, shape)
        assert.is_true(ray ~= nil and ray.t <= t + 1e-9 and ray.exit >= t - 1e-9,
          ("%s, %s: %s"):format(from, d, shape))
        assert.is_true(cast ~= nil and cast.t * 4 <= t + 1e-9 and cast.exit * 4 >= t - 1e-9,
          ("%s, %s: %s"):format(mover, d * 4, shape))
      end
    end
  end)

  it("leads through no edge that two triangles share", function()
    local random = generate.random(14)
    local function anywhere()
      return vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
    end
    local aimed = 0
    for _ = 1, cases.count(60000) do
      local a, b, c, d, v = anywhere(), anywhere(), anywhere(), anywhere(), anywhere()
      local from = a + (b - a) * random.range(0, 1) - 3 * v
      local across = v:cross(b - a)
      if across:dot(c - a) * across:dot(d - a) < 0 then
        aimed = aimed + 1
        assert.is_true((collide.raycast(from, v, collide.triangle(a, b, c)) or
          collide.raycast(from, v, collide.triangle(b, a, d))) ~= nil,
          ("%s, %s at %s %s, %s, %s"):format(from, v, a, b, c, d))
      end
    end
    assert.is_true(aimed > cases.count(20000))
  end)
end)

describe("a ray at a capsule of any length", function()
  it("enters and leaves where the side and the caps are", function()
    for dim = 2, 3 do
      local function v(x, y) return dim == 2 and vec(x, y) or vec(x, y, 0) end
      for power = -60, 60, 4 do
        local length = 2.0 ^ power
        local capsule = collide.capsule(v(0, 0), v(0, length), 1)
        for _, aside in ipairs { 0, 0.6, -0.6 } do
          local along, cap = capsule:raycast(v(aside, -5), v(0, 1), inf), aside == 0 and 1 or 0.8
          near(5 - cap, along.enter, 1e-14)
          near(5 + cap + length, along.exit, 1e-15 * (10 + length))
          near(v(aside, -cap), along.normal, 1e-15)
        end
        local across = capsule:raycast(v(-5, 0), v(1, 0), inf)
        near(4, across.enter, 1e-14)
        near(6, across.exit, 1e-14)
      end
    end
  end)
end)

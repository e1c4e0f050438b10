-- What each query returns, as the contract says it, on cases that can be worked out by hand. The
-- laws that hold for all shapes are in laws_spec.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec, near = collide.vec, expect.near
local inf = math.huge

local circle = collide.circle({ 0, 0 }, 1)
local floor = collide.plane({ 0, 1, 0 }, 0)

local function each(of, p, q)
  local x, y = of(p.x, q.x), of(p.y, q.y)
  return p.z and vec(x, y, of(p.z, q.z)) or vec(x, y)
end

local function on_grid(random, dim, step)
  local function x() return random.integer(-4, 4) * step end
  return dim == 2 and vec(x(), x()) or vec(x(), x(), x())
end

-- Shapes that hold the point p to the last bit.
local through = {
  point = function(p) return collide.point(p) end,
  segment = function(p, q) return collide.segment(p, q) end,
  line = function(p, q)
    local aside = p.z and vec(1, 0, 0) or vec(1, 0)
    return collide.line(p, q == p and aside or q - p)
  end,
  aabb = function(p, q) return collide.aabb(each(math.min, p, q), each(math.max, p, q)) end,
  triangle = function(p, q, r) return collide.triangle(p, q, r) end,
  sphere = function(p) return collide.sphere(p, 0) end,
}

describe("overlap and distance", function()
  it("never part shapes that share a point", function()
    local random = generate.random(12)
    local kinds = { "point", "segment", "line", "aabb", "triangle", "sphere" }
    local steps = { 0.5, 1 / 3, 0.1, 1e6 + 0.25 }
    for i = 1, 40000 do
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

describe("the largest numbers", function()
  it("make no NaN", function()
    local random = generate.random(17)
    local top = 1.79e308
    local list = { top, -top, top / 2, -top / 3, top / 10, 1, 0 }
    local function x() return list[random.integer(1, #list)] end
    local function p() return vec(x(), x(), x()) end
    local make = {
      function() return collide.sphere(p(), math.abs(x())) end,
      function() return collide.capsule(p(), p(), math.abs(x())) end,
      function() return collide.segment(p(), p()) end,
      function() return collide.triangle(p(), p(), p()) end,
      function() return collide.line(p(), { 1, 2, 2 }) end,
      function() return collide.plane({ 2, -1, 2 }, x()) end,
    }
    for _ = 1, 4000 do
      local a, b = make[random.integer(1, #make)](), make[random.integer(1, #make)]()
      local shown = tostring(a) .. ", " .. tostring(b)
      local point_a, point_b, distance, normal = a:closest(b)
      for _, v in ipairs { point_a, point_b } do
        assert.is_true(v.x == v.x and v.y == v.y and v.z == v.z, shown)
      end
      assert.is_true(distance == distance, shown)
      near(1, normal:length(), 1e-14)
      local hit = a:shapecast(p(), b)
      assert.is_true(not hit or (hit.t == hit.t and hit.enter <= hit.exit), shown)
    end
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

describe("raycast", function()
  it("is right where squares are beyond all numbers", function()
    local tall = collide.triangle({ 1e100, 1, -3 }, { -1e100, -1e100, -1 }, { 3, 3, 1e100 })
    local hit = tall:raycast({ -1, -1e10, -1e10 }, { -1, -1e10, 1 })
    assert.near(1, hit.normal:length(), 1e-15)
    local aside = collide.raycast({ 0.5, 0, 0.5 }, { 1e154, -0.5, 0 }, collide.point { 0, 0, 0 })
    assert.is_nil(aside)
  end)

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

-- On a grid all is exact: what leads to a point of a shape, and passes it by beside, touches it.
describe("a way to a given point", function()
  local kinds = { "point", "segment", "aabb", "triangle" }
  local movers = { "point", "segment", "triangle" }

  it("is not missed, however it grazes", function()
    local random = generate.random(13)
    for i = 1, 20000 do
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
    for _ = 1, 60000 do
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
    assert.is_true(aimed > 20000)
  end)
end)

describe("shapecast", function()
  it("gives the time of touch, the touched point of b and its normal", function()
    local ball = collide.sphere({ 0, 3, 0 }, 0.5)
    local hit = ball:shapecast({ 0, -10, 0 }, floor)
    near(0.25, hit.t)
    near(vec(0, 0, 0), hit.point)
    assert.equal(vec(0, 1, 0), hit.normal)
    near(10, hit.approach, 1e-14)
    assert.same({ hit.t, inf, false }, { hit.enter, hit.exit, hit.inside })
    assert.equal(3, ball.center.y, "the shapes stay where they are")
    assert.is_nil(ball:shapecast({ 0, -2.49, 0 }, floor))
    assert.is_nil(ball:shapecast({ 0, 1, 0 }, floor))
  end)

  it("of a line has a normal across the line", function()
    local triangle = collide.triangle(
      { -0x1.8300385690644p-2, 0x1.03ea76a93e8acp-2, -0x1.a07e7b5a64671p-3 },
      { -0x1.8307d1a363381p-2, 0x1.03e13aa6a1a9p-2, -0x1.a0800b2c973ebp-3 },
      { -0x1.8304b0e540692p-2, 0x1.0401230f0bf06p-2, -0x1.a09d295189aadp-3 })
    local line = collide.line({ -0x1.88f2602fd8b0cp-2, 0x1.0400844b2c334p-2, -0x1.a7f597d8c847p-3 },
      { -0x1.22c1c6416e92bp-1, 0x1.523fa0a3957adp-1, -0x1.f6c2fdfb3a344p-2 })
    local hit = triangle:shapecast(
      { -0x1.c5cb29e056b24p-7, 0x1.4805805e7baebp-12, -0x1.1cbfc0c0acf24p-7 }, line)
    near(0, hit.normal:dot(line.direction), 1e-14)
    near(0, hit.exit_normal:dot(line.direction), 1e-14)
  end)

  it("of a capsule meets another that it grazes where its end begins", function()
    local a = collide.capsule({ -0x1.332f0e96ff7f8p-2, -0x1.58e3e096e575fp+1 },
      { 0x1.3b59af1f95092p-1, -0x1.2582cc65533a7p+1 }, 0x1.814cd2b448957p-2)
    local b = collide.capsule({ -0x1.6e2f0e32c4be3p-1, -0x1.b7fcebafff081p-1 },
      { -0x1.d4f1366b26ec5p-2, -0x1.9b08a18c8ca95p-3 }, 0x1.5b32b6e0b6afep-1)
    local motion = vec(0x1.748a2ca5ec10dp-1, 0x1.dcea232a83911p+0)
    local hit = a:shapecast(motion, b)
    near(0, a:moved(motion * hit.t):distance(b), 1e-15)
    near(0, a:moved(motion * hit.exit):distance(b), 1e-15)
  end)

  it("of a past contact has a negative enter and is inside", function()
    local hit = collide.sphere({ 0, 0.5, 0 }, 1):shapecast({ 0, -1, 0 }, floor)
    assert.same({ 0, -0.5, true }, { hit.t, hit.enter, hit.inside })
    near(vec(0, 1, 0), hit.normal)
    near(vec(0, 0, 0), hit.point)
    assert.equal(1, hit.approach)
  end)

  it("knows both ends of the touch", function()
    local hit = collide.circle({ -5, 0 }, 1):shapecast({ 10, 0 }, circle)
    near(0.3, hit.enter)
    near(0.7, hit.exit)
    near(vec(1, 0), hit.exit_point, 4e-15)
    near(vec(1, 0), hit.exit_normal, 4e-15)
  end)

  it("with motion_b gives points where b has moved to", function()
    local a, b = collide.circle({ 0, 0 }, 1), collide.circle({ 10, 0 }, 1)
    local hit = a:shapecast({ 4, 0 }, b, { -12, 0 })
    near(0.5, hit.t)
    near(vec(3, 0), hit.point, 4e-15)
    near(vec(-1, 0), hit.normal)
    near(16, hit.approach, 4e-15)
    local still = a:shapecast({ 16, 0 }, b, { 0, 0 })
    near(hit.t, still.t)
    assert.is_nil(a:shapecast({ 3, 0 }, a:moved { 5, 0 }, { 3, 0 }))
  end)

  it("of zero motion asks whether they touch", function()
    local hit = circle:shapecast({ 0, 0 }, collide.circle({ 2, 0 }, 1))
    assert.same({ 0, -inf, inf, true }, { hit.t, hit.enter, hit.exit, hit.inside })
    assert.is_nil(circle:shapecast({ 0, 0 }, collide.circle({ 2.001, 0 }, 1)))
    assert.is_nil(circle:shapecast({ 5, 5 }, collide.circle({ 2.001, 0 }, 1), { 5, 5 }))
  end)
end)

describe("functions and methods", function()
  local function text(...)
    local list = table.pack(...)
    for i = 1, list.n do list[i] = tostring(list[i]) end
    return table.concat(list, "; ")
  end

  it("give the same, with vecs and with plain tables", function()
    local random, hits, misses = generate.random(9), 0, 0
    for i = 1, 600 do
      local dim = 2 + i % 2
      local kinds = generate.convex_kinds(dim)
      local kind_a = kinds[random.integer(1, #kinds)]
      local kind_b = kinds[random.integer(1, #kinds)]
      local a, b, style = generate.pair(random, kind_a, kind_b, dim)
      local v, w = generate.vector(random, style, dim), generate.vector(random, style, dim) * 3
      local tv, tw = { v:unpack() }, { w:unpack() }
      assert.equal(text(collide.overlap(a, b)), text(a:overlap(b)))
      assert.equal(text(collide.distance(a, b)), text(a:distance(b)))
      assert.equal(text(collide.closest(a, b)), text(a:closest(b)))
      assert.equal(text(collide.contact(a, b, 0.25)), text(a:contact(b, 0.25)))
      assert.equal(text(collide.raycast(v, w, b)), text(b:raycast(tv, tw)))
      assert.equal(text(collide.raycast(v, w, b, 0.5)), text(b:raycast(tv, tw, 0.5)))
      assert.equal(text(collide.shapecast(a, w, b)), text(a:shapecast(tw, b)))
      assert.equal(text(collide.shapecast(a, w, b, v)), text(a:shapecast(tw, b, tv)))
      assert.equal(collide.overlap(collide.point(v), b), b:contains(tv))
      if a:overlap(b) then hits = hits + 1 else misses = misses + 1 end
    end
    assert.is_true(hits > 150 and misses > 150, hits .. " hits, " .. misses .. " misses")
  end)

  it("never change their arguments", function()
    local random = generate.random(10)
    for i = 1, 200 do
      local dim = 2 + i % 2
      local kinds = generate.convex_kinds(dim)
      local a, b, style = generate.pair(random, kinds[1 + i % #kinds], kinds[1 + i * 7 % #kinds],
        dim)
      local before = text(a, b)
      a:closest(b)
      a:shapecast(generate.vector(random, style, dim), b)
      b:raycast(generate.vector(random, style, dim), generate.vector(random, style, dim))
      a:bounds()
      assert.equal(before, text(a, b))
    end
  end)

  it("ignore arguments beyond their last", function()
    assert.equal(circle:distance(circle), collide.distance(circle, circle, "more", 1))
    assert.equal(text(circle:raycast({ -3, 0 }, { 1, 0 })),
      text(circle:raycast({ -3, 0 }, { 1, 0 }, nil, "more")))
  end)
end)

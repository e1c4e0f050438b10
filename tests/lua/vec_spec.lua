-- Vectors: arithmetic is rounded correctly, methods keep their accuracy for nearly parallel, tiny
-- and huge vectors, text reads back as the same bits, and a vec cannot be changed. Known values,
-- and identities over random vectors.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local function bits(x) return string.pack("d", x) end

describe("a vec", function()
  it("has x, y and, in 3D only, z", function()
    local v, w = vec(1, 2), vec(1, 2, 3)
    assert.same({ 1, 2, nil }, { v.x, v.y, v.z })
    assert.same({ 1, 2, 3 }, { w.x, w.y, w.z })
    assert.equal(2, #v)
    assert.equal(3, #w)
    assert.equal(2, #vec(1, 2, nil))
  end)

  it("reads what is no field as nil", function()
    for _, name in ipairs { "1x", "w", 3, 0, 1.5, true } do assert.is_nil(vec(1, 2)[name]) end
    assert.is_nil(vec(1, 2)[nil])
  end)

  it("is immutable, and its metatable is locked", function()
    local v = vec(1, 2)
    expect.raises("a vec does not change; make a new one: v = v:with { x = 3 }",
      function() v.x = 3 end)
    for name, shown in pairs { [1] = "1", w = "w", xy = "xy", [true] = "boolean" } do
      expect.raises(("a vec does not change, and has no field '%s' of its own"):format(shown),
        function() v[name] = 3 end)
    end
    assert.equal(1, v.x)
    assert.is_false(getmetatable(v))
    assert.is_false(pcall(setmetatable, v, {}))
  end)

  it("adds, subtracts and scales", function()
    assert.equal(vec(4, 6), vec(1, 2) + vec(3, 4))
    assert.equal(vec(4, 6, 8), vec(1, 2, 3) + { 3, 4, 5 })
    assert.equal(vec(4, 6, 8), { 3, 4, 5 } + vec(1, 2, 3))
    assert.equal(vec(-2, -2), vec(1, 2) - vec(3, 4))
    assert.equal(vec(2, 2), { 3, 4 } - vec(1, 2))
    assert.equal(vec(-1, 2, -3), -vec(1, -2, 3))
    assert.equal(vec(2, 4), 2 * vec(1, 2))
    assert.equal(vec(2, 4), vec(1, 2) * 2)
    assert.equal(vec(0.5, 1, 1.5), vec(1, 2, 3) / 2)
  end)

  it("divides each component correctly rounded", function()
    local v = vec(1, 2, 5) / 3
    assert.same({ 1 / 3, 2 / 3, 5 / 3 }, { v:unpack() })
    assert.equal(math.huge, (vec(1, 1) / 0).x)
    assert.is_nil((vec(1, 1) / 0).z)
  end)

  it("equals a vec of the same numbers and nothing else", function()
    assert.is_true(vec(1, 2) == vec(1, 2))
    assert.is_true(vec(0, 0) == vec(-0.0, 0))
    assert.is_false(vec(1, 2) == vec(1, 2, 0))
    assert.is_false(vec(1, 2) == vec(2, 1))
    assert.is_false(vec(1, 2, 3) == vec(1, 2, 4))
    assert.is_false(vec(1, 2) == { 1, 2 })
    assert.is_false(vec(0 / 0, 2) == vec(0 / 0, 2))
    assert.is_false(vec(0, 0, 0) == collide.quat({ 0, 1, 0 }, 1))
    assert.is_false(collide.circle({ 1, 2 }, 1) == vec(1, 2))
  end)

  it("prints digits that read back as the same bits", function()
    assert.equal("vec(1, 2.5)", tostring(vec(1, 2.5)))
    assert.equal("vec(0.1, -0.0, 1e+100)", tostring(vec(0.1, -0.0, 1e100)))
    assert.equal("vec(math.huge, -math.huge)", tostring(vec(math.huge, -math.huge)))
    local random = generate.random(1)
    for _ = 1, 1000 do
      local v = vec(random.range(-1, 1), random.range(-1e9, 1e9), 10.0 ^ random.range(-300, 300))
      local again = load("return " .. tostring(v), "vec", "t", { vec = vec })()
      for _, k in ipairs { "x", "y", "z" } do assert.equal(bits(v[k]), bits(again[k])) end
    end
    assert.equal(bits(-0.0), bits(load("return " .. tostring(vec(-0.0, 0)), "", "t",
      { vec = vec })().x))
  end)

  it("may hold infinities and NaN, as numbers do", function()
    assert.equal(math.huge, vec(math.huge, 0).x)
    assert.equal("vec(0/0, 1)", tostring(vec(0 / 0, 1)))
  end)
end)

describe("the methods of a vec", function()
  it("dot, cross, length, distance", function()
    assert.equal(32, vec(1, 2, 3):dot { 4, 5, 6 })
    assert.equal(-2, vec(1, 2):cross(vec(3, 4)))
    assert.equal(vec(-3, 6, -3), vec(1, 2, 3):cross(vec(4, 5, 6)))
    assert.equal(5, vec(3, 4):length())
    assert.equal(25, vec(3, 4):length2())
    assert.equal(7, vec(2, 3, 6):length())
    assert.equal(5, vec(1, 1):distance { 4, 5 })
  end)

  it("cross keeps its accuracy for nearly parallel vectors", function()
    -- (1 + e)(1 - e) - 1 = -e^2, which plain arithmetic rounds to 0.
    local e = 2.0 ^ -30
    assert.equal(-e * e, vec(1 + e, 1):cross(vec(1, 1 - e)))
  end)

  it("lerp is exact at both ends", function()
    local a, b = vec(0.1, 1e17, -3), vec(0.7, 3, 0.3)
    assert.equal(a, a:lerp(b, 0))
    assert.equal(b, a:lerp(b, 1))
    assert.equal(vec(2, 3), vec(1, 1):lerp({ 3, 5 }, 0.5))
    assert.equal(vec(5, 9), vec(1, 1):lerp({ 3, 5 }, 2))
  end)

  it("project, reflect and slide take a normal of any length", function()
    assert.equal(vec(3, 0), vec(3, 4):project(vec(10, 0)))
    assert.equal(vec(0, 0), vec(3, 4):project(vec(0, 0)))
    for _, length in ipairs { 1, 2, 1024, 2.0 ^ -1000 } do
      local n = vec(0, length)
      assert.equal(vec(-6, 4), vec(-6, -4):reflect(n))
      assert.equal(vec(-6, 2), vec(-6, -4):reflect(n, 0.5))
      assert.equal(vec(-6, 0), vec(-6, -4):reflect(n, 0))
      assert.equal(vec(-6, 0), vec(-6, -4):slide(n))
      assert.equal(vec(-6, -4), vec(-6, 4):reflect(n), "whatever the sign of v . n")
    end
  end)

  it("reflect keeps the length and slide is perpendicular, for random vectors", function()
    local random = generate.random(2)
    for i = 1, 1000 do
      local style = { point = function(r) return r.range(-1, 1) end }
      local dim = 2 + i % 2
      local v, n = generate.vector(random, style, dim), generate.vector(random, style, dim)
      expect.near(v:length(), v:reflect(n):length(), 1e-15)
      expect.near(-v:dot(n), v:reflect(n):dot(n), 2e-15)
      expect.near(0, v:slide(n):dot(n), 2e-15)
      expect.near(v, v:slide(n) + v:project(n), 1e-15)
    end
  end)

  it("normalized gives a unit vector, the fallback for zero, or raises", function()
    assert.equal(vec(0.6, 0.8), vec(3, 4):normalized())
    assert.equal(vec(0, 1), vec(0, 1e-320):normalized())
    expect.near(vec(0.6, 0.8), vec(3e-300, 4e-300):normalized())
    expect.near(vec(0.6, 0.8), vec(3e150, 4e150):normalized())
    assert.equal(vec(0, 3), vec(0, 0):normalized(vec(0, 3)))
    assert.equal(vec(0, 3), vec(0, 0):normalized { 0, 3 })
    assert.equal(vec(1, 0), vec(2, 0):normalized { 0, 3 })
    expect.raises("cannot call 'normalized' (a zero vec has no direction; "
      .. "give one to fall back on, v:normalized(fallback))",
      function() return vec(0, 0, 0):normalized() end)
    expect.raises("cannot call 'normalized' (vec must be of finite length, got vec(math.huge, 0))",
      function() return vec(math.huge, 0):normalized() end)
    expect.raises("cannot call 'normalized' (vec must be of finite length, got vec(3e+300, 0))",
      function() return vec(3e300, 0):normalized() end)
  end)

  it("normalising twice changes nothing", function()
    local random = generate.random(3)
    for _ = 1, 1000 do
      local v = vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)):normalized()
      assert.equal(v, v:normalized())
    end
  end)

  it("perp turns a quarter counter-clockwise, in 2D only", function()
    assert.equal(vec(-2, 1), vec(1, 2):perp())
    expect.raises("cannot call 'perp' (vec must be of 2 numbers, got vec(1, 2, 3))",
      function() return vec(1, 2, 3):perp() end)
  end)

  it("unpack gives the components", function()
    assert.equal(2, select("#", vec(1, 2):unpack()))
    assert.same({ 1, 2, 3 }, { vec(1, 2, 3):unpack() })
  end)
end)

describe("angles, limits and parts", function()
  local raises = expect.raises
  local function bad(self, text, ...) expect.bad(self, text, self, ...) end

  it("angle is that of the vector, or that to another", function()
    assert.equal(math.pi, vec(-2, 0):angle())
    expect.near(-math.pi / 2, vec(0, -3):angle())
    assert.equal(0, vec(0, 0):angle())
    expect.near(math.pi / 2, vec(1, 0):angle { 0, 2 })
    expect.near(-math.pi / 2, vec(0, 2):angle { 1, 0 })
    expect.near(math.pi, vec(0, 0, 2):angle { 0, 0, -1 })
    expect.near(1e-9, vec(1e100, 0, 0):angle(vec(1, 1e-9, 0)))
    assert.equal(0, vec(0, 0, 0):angle { 1, 0, 0 })
    raises("cannot call 'angle' (vec must be of finite length, got vec(1e+200, 0, 0))",
      vec(1, 2, 3).angle, vec(1e200, 0, 0), vec(1, 0, 0))
    bad(vec(1, 0, 0), "angle #1 (other must be of finite length, got {1e+200, 0, 0})",
      { 1e200, 0, 0 })
    assert.equal(0, vec(1, 0, 0):angle { 0, 0, 0 })
    bad(vec(1, 2, 3), "angle #1 (other must be a vector of 3 numbers, got no value)")
  end)

  it("rotated turns by what angle then finds, about any point", function()
    local random = generate.random(3)
    for _ = 1, 200 do
      local v = vec(random.range(-9, 9), random.range(-9, 9))
      local about, angle = vec(random.range(-9, 9), 1), random.range(-3, 3)
      expect.near(angle, v:angle(v:rotated(angle)), 1e-13)
      expect.near(about + (v - about):rotated(angle), v:rotated(angle, about), 1e-13)
      expect.near(collide.point(v):rotated(angle, about).center, v:rotated(angle, about), 1e-13)
      local w, q = vec(v.x, v.y, 2), collide.quat({ v.y, 1, v.x }, angle)
      assert.equal(q * w, w:rotated(q))
      expect.near(vec(1, 2, 3) + q * (w - vec(1, 2, 3)), w:rotated(q, { 1, 2, 3 }), 1e-13)
    end
  end)

  it("min, max and clamp go by components", function()
    assert.equal(vec(1, 2), vec(1, 5):min { 3, 2 })
    assert.equal(vec(3, 5, 0), vec(1, 5, 0):max { 3, 2, -1 })
    assert.equal(vec(-1, 1, 0.5), vec(-9, 9, 0.5):clamp({ -1, -1, -1 }, { 1, 1, 1 }))
    bad(vec(0, 0), "clamp #1 (min must be <= max in every component, got {2, 0} and {1, 0})",
      { 2, 0 }, { 1, 0 })
    local nan = vec(0 / 0, 1)
    assert.is_true(nan:min({ 0, 0 }).x ~= nan:min({ 0, 0 }).x)
    assert.is_true(vec(0, 0):max(nan).x ~= 0)
  end)

  it("with replaces components by name", function()
    assert.equal(vec(1, 0), vec(1, 5):with { y = 0 })
    assert.equal(vec(7, 5, 9), vec(1, 5, 2):with { z = 9, x = 7 })
    assert.equal(vec(1, 5), vec(1, 5):with {})
    bad(vec(1, 5), "with #1 (components of a vec of 2 numbers are x and y, got 'z')", { z = 3 })
    bad(vec(1, 5, 2), "with #1 (components of a vec of 3 numbers are x, y and z, got 'w')",
      { w = 3 })
    bad(vec(1, 5), "with #1 (components.x must be a number, got string)", { x = "3" })
    bad(vec(1, 5), "with #1 (components must be a table, as in v:with { x = 1 }, got 3)", 3)
  end)

  it("a number is as good as x, y, z", function()
    local v, seen = vec(7, 8, 9), {}
    for i, x in ipairs(v) do seen[i] = x end
    assert.same({ 7, 8, 9 }, seen)
    assert.same({ 7, 8 }, { vec(7, 8)[1], vec(7, 8)[2.0] })
    assert.same({ 7.0, 8.0 }, { table.unpack(vec(7, 8)) })
  end)
end)

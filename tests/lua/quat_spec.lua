-- Rotations: quats against rotations worked out by hand and against the algebra that they must
-- obey, boxes and quats from matrices, and the matrices that are refused (shears, perspectives,
-- NaN).
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec, quat = collide.vec, collide.quat

local function random_quat(random)
  local axis = vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
  return quat(axis, random.range(-4, 4))
end

local function near_quat(expected, q)
  for _, k in ipairs { "x", "y", "z", "w" } do expect.near(expected[k], q[k], 1e-15, k) end
end

-- The rows of a matrix with the images of the axes, as a flat table; with a translation 16 numbers.
local function matrix(x, y, z, translation)
  if not translation then return { x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z } end
  return { x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0,
    translation.x, translation.y, translation.z, 1 }
end

local function nested(flat)
  local size = #flat == 9 and 3 or 4
  local rows = {}
  for i = 1, size do rows[i] = { table.unpack(flat, (i - 1) * size + 1, i * size) } end
  return rows
end

describe("a quat", function()
  it("turns right-handed about its axis, whatever the axis' length", function()
    for _, length in ipairs { 1, 1e-300, 7, 1e19 } do
      expect.near(vec(0, 1, 0), quat({ 0, 0, length }, math.pi / 2) * vec(1, 0, 0))
      expect.near(vec(0, 0, 1), quat({ length, 0, 0 }, math.pi / 2) * vec(0, 1, 0))
      expect.near(vec(1, 0, 0), quat({ 0, length, 0 }, math.pi / 2) * { 0, 0, 1 })
    end
  end)

  it("has x, y, z, w, cannot be changed, and prints what reads back", function()
    local q = quat({ 0, 0, 1 }, math.pi / 2)
    expect.near(math.sqrt(0.5), q.z)
    expect.near(math.sqrt(0.5), q.w)
    assert.is_nil(q.angle)
    expect.raises("a quat does not change; make a new one", function() q.x = 1 end)
    assert.is_false(getmetatable(q))
    local random = generate.random(1)
    for _ = 1, 500 do
      q = random_quat(random)
      assert.equal(q, load("return " .. tostring(q), "quat", "t", { quat = quat })())
    end
  end)

  it("composes: q * r is first r, then q", function()
    local random = generate.random(2)
    for _ = 1, 500 do
      local q, r = random_quat(random), random_quat(random)
      local v = vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
      expect.near(q * (r * v), (q * r) * v, 2e-15)
      expect.near(v, q:conjugate() * (q * v), 2e-15)
      expect.near(v:length(), (q * v):length(), 1e-15)
    end
  end)

  it("stays of unit length through a million products", function()
    local step, q = quat({ 1, 2, 3 }, 0.001), quat({ 1, 0, 0 }, 0)
    for _ = 1, 1000000 do q = step * q end
    expect.near(1, q.x ^ 2 + q.y ^ 2 + q.z ^ 2 + q.w ^ 2, 1e-15)
    local expected = quat({ 1, 2, 3 }, 1000)
    local sign = (q.w < 0) == (expected.w < 0) and 1 or -1
    for _, k in ipairs { "x", "y", "z", "w" } do expect.near(expected[k], sign * q[k], 1e-9) end
  end)

  it("slerp goes the short way at constant speed", function()
    local q, r = quat({ 0, 1, 0 }, 0.5), quat({ 0, 1, 0 }, 1.5)
    near_quat(q, q:slerp(r, 0))
    near_quat(r, q:slerp(r, 1))
    near_quat(quat({ 0, 1, 0 }, 0.75), q:slerp(r, 0.25))
    local negative = quat(-r.x, -r.y, -r.z, -r.w)
    near_quat(quat({ 0, 1, 0 }, 0.75), q:slerp(negative, 0.25))
    near_quat(q, q:slerp(q, 0.3))
  end)

  it("axes are the images of the unit axes, and make it again", function()
    local random = generate.random(3)
    for _ = 1, 500 do
      local q = random_quat(random)
      local x, y, z = q:axes()
      expect.near(q * vec(1, 0, 0), x)
      expect.near(q * vec(0, 1, 0), y)
      expect.near(q * vec(0, 0, 1), z)
      local v = vec(1, 2, 3)
      for _, again in ipairs { collide.quat_from_axes(x, y, z),
        collide.quat_from_matrix(matrix(x, y, z)),
        collide.quat_from_matrix(nested(matrix(x, y, z))),
        collide.quat_from_matrix(matrix(x, y, z, vec(7, 8, 9))),
        collide.quat_from_matrix(nested(matrix(x, y, z, vec(7, 8, 9)))) } do
        expect.near(q * v, again * v, 4e-15)
      end
    end
  end)

  it("equals a quat of the same numbers", function()
    assert.is_true(quat({ 0, 0, 2 }, 1) == quat({ 0, 0, 1 }, 1))
    assert.is_false(quat({ 0, 0, 1 }, 1) == quat({ 0, 0, 1 }, 2))
    assert.is_false(quat({ 0, 1, 0 }, 1) == quat({ 0, 0, 1 }, 1))
    assert.is_false(quat({ 1, 0, 0 }, 1) == quat({ 0, 1, 0 }, 1))
  end)
end)

describe("quat_from_axes", function()
  it("names the axis that is wrong, what was wanted and what came", function()
    local x, y, z = vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)
    local function raises(text, ...) expect.bad(collide, "quat_from_axes " .. text, ...) end
    raises("#1 (x must be of length 1, got length 2.0)", x * 2, y, z)
    raises("#2 (y must be of length 1, got length 0.0)", x, y * 0, z)
    raises("#3 (z must be of length 1, got length 1.5)", x, y, z * 1.5)
    raises("#2 (y must be perpendicular to x, got a dot product of 0.6)", x, vec(0.6, 0.8, 0), z)
    raises("#3 (z must be perpendicular to y, got a dot product of -0.6)", x, y, vec(0, -0.6, 0.8))
    raises("#3 (z must be x cross y, got minus that)", x, y, -z)
  end)
end)

describe("quat_from_matrix", function()
  it("reads vectors as rows", function()
    -- x goes to y, y to -x: a quarter about z.
    local q = collide.quat_from_matrix { 0, 1, 0, -1, 0, 0, 0, 0, 1 }
    expect.near(vec(0, 1, 0), q * vec(1, 0, 0))
    assert.equal(quat(0, 0, 0, 1), collide.quat_from_matrix { 1, 0, 0, 0, 1, 0, 0, 0, 1 })
  end)

  local function refuses(message, ...)
    expect.bad(collide, "quat_from_matrix #1 (" .. message .. ")", ...)
  end

  it("refuses what is no rotation", function()
    for message, m in pairs {
      ["row 1 of m must be of length 1, got length 2.0"] = { 2, 0, 0, 0, 1, 0, 0, 0, 1 },
      ["row 2 of m must be perpendicular to row 1 of m, got a dot product of 0.6"] =
        { 1, 0, 0, 0.6, 0.8, 0, 0, 0, 1 },
      ["row 3 of m must be row 1 of m cross row 2 of m, got minus that"] =
        { 1, 0, 0, 0, 1, 0, 0, 0, -1 },
      ["row 3 of m must be perpendicular to row 2 of m, got a dot product of 0.6"] =
        { 1, 0, 0, 0, 1, 0, 0, 0.6, 0.8 },
      ["row 3 of m must be perpendicular to row 1 of m, got a dot product of 0.6"] =
        { 1, 0, 0, 0, 1, 0, 0.6, 0, 0.8 },
      ["m must have 0, 0, 0, 1 as its last column (row vectors)"] =
        { 1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9, 0, 0, 0, 1 },
    } do refuses(message, m) end
    for row = 1, 4 do
      local m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
      m[4 * row] = 0.5
      refuses("m must have 0, 0, 0, 1 as its last column (row vectors)", m)
    end
  end)

  it("refuses what is no matrix", function()
    local wanted = "m must be a table of 9 or 16 numbers (or of 3 or 4 rows), got "
    refuses(wanted .. "nil", nil)
    refuses(wanted .. "no value")
    refuses(wanted .. "string", "m")
    refuses(wanted .. "{1, 2}", { 1, 2 })
    refuses("m[5] must be a finite number, got string", { 1, 0, 0, 0, "1", 0, 0, 0, 1 })
    refuses("m[9] must be a finite number, got 0/0", { 1, 0, 0, 0, 1, 0, 0, 0, 0 / 0 })
    refuses("m[2] must be a row of 3 numbers, got {0, 1}", { { 1, 0, 0 }, { 0, 1 }, { 0, 0, 1 } })
    refuses("m[2][3] must be a finite number, got boolean",
      { { 1, 0, 0 }, { 0, 1, true }, { 0, 0, 1 } })
    refuses("m[3] must be a row of 3 numbers, got 7", { { 1, 0, 0 }, { 0, 1, 0 }, 7 })
  end)
end)

describe("box_from_matrix", function()
  it("takes a scale out into the half extents", function()
    local q = quat({ 1, 2, 3 }, 0.7)
    local x, y, z = q:axes()
    local box = collide.box_from_matrix({ 1, 2, 3 }, matrix(2 * x, 3 * y, 0.5 * z, vec(7, 8, 9)))
    assert.equal("box", box.kind)
    assert.equal(vec(7, 8, 9), box.center)
    expect.near(vec(2, 6, 1.5), box.half, 2e-15)
    expect.near(q * vec(1, 1, 1), box.rotation * vec(1, 1, 1), 2e-15)
  end)

  it("of 9 numbers lies at the origin, and without rotation is an aabb", function()
    local box = collide.box_from_matrix({ 1, 1, 1 }, { 2, 0, 0, 0, 3, 0, 0, 0, 4 })
    assert.equal(vec(0, 0, 0), box.center)
    assert.equal(vec(-2, -3, -4), box.min)
    assert.equal(vec(2, 3, 4), box.max)
  end)

  it("may mirror, for a box is its own mirror image", function()
    local q = quat({ 3, 1, 2 }, 1.1)
    local x, y, z = q:axes()
    local mirrored = collide.box_from_matrix({ 1, 2, 3 }, matrix(-x, y, z))
    local box = collide.box({ 0, 0, 0 }, { 1, 2, 3 }, q)
    for _, v in ipairs(box.vertices) do
      expect.near(0, mirrored:distance(collide.point(v)), 4e-15)
    end
  end)

  it("may flatten", function()
    local q = quat({ 3, 1, 2 }, 1.1)
    local axes = { q:axes() }
    local zero = vec(0, 0, 0)
    for keep = 0, 7 do
      local rows, half = {}, {}
      for i = 1, 3 do
        local kept = keep >> (i - 1) & 1 == 1
        rows[i], half[i] = kept and 2 * axes[i] or zero, kept and 2 * i or 0
      end
      local box = collide.box_from_matrix({ 1, 2, 3 }, matrix(rows[1], rows[2], rows[3]))
      expect.near(half, box.half, 2e-15)
      local corner = half[1] * axes[1] + half[2] * axes[2] + half[3] * axes[3]
      expect.near(0, box:distance(collide.point(corner)), 4e-15)
      expect.near(0, box:distance(collide.point(-corner)), 4e-15)
    end
  end)

  it("refuses a shear, wrong extents and a perspective", function()
    local identity = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }
    local function raises(text, ...) expect.bad(collide, "box_from_matrix " .. text, ...) end
    raises("#2 (the rows of m must be perpendicular (a sheared box is not a box))", { 1, 1, 1 },
      { 1, 0, 0, 1, 1, 0, 0, 0, 1 })
    raises("#1 (half_extents must be >= 0, got {1, -1, 1})", { 1, -1, 1 }, identity)
    raises("#1 (half_extents must be a vector of 3 numbers, got {1, 1})", { 1, 1 }, identity)
    raises("#2 (m must have 0, 0, 0, 1 as its last column (row vectors))", { 1, 1, 1 },
      { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1 })
    raises("#2 (the scale of m must leave half_extents at most 2^64 (1.8e19))",
      { 1e10, 1, 1 }, { 1e10, 0, 0, 0, 1, 0, 0, 0, 1 })
  end)
end)

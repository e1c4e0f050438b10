-- Shapes on integer coordinates touch exactly, and so do rays and casts that meet them: each
-- verdict is compared with an oracle in Lua's integers, which do not round. It looks for a
-- separating axis between two sets of vertices: an axis across two directions between vertices or,
-- where all lie in one plane, across such an axis and another direction. A motion sweeps the
-- vertices between its start and its end. The counts of apart, touching and overlapping pairs guard
-- against vacuity.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function sub(p, q) return { p[1] - q[1], p[2] - q[2], p[3] - q[3] } end
local function add(p, q) return { p[1] + q[1], p[2] + q[2], p[3] + q[3] } end
local function dot(p, q) return p[1] * q[1] + p[2] * q[2] + p[3] * q[3] end
local function cross(p, q)
  return { p[2] * q[3] - p[3] * q[2], p[3] * q[1] - p[1] * q[3], p[1] * q[2] - p[2] * q[1] }
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return math.abs(a)
end

-- A list of directions without doubles; opposite directions count as one.
local function directions()
  local list, known = {}, {}
  return list, function(v)
    local divisor = gcd(gcd(v[1], v[2]), v[3])
    if divisor == 0 then return end
    local first = v[1] ~= 0 and v[1] or v[2] ~= 0 and v[2] or v[3]
    divisor = first < 0 and -divisor or divisor
    v = { v[1] // divisor, v[2] // divisor, v[3] // divisor }
    local key = table.concat(v, " ")
    if not known[key] then
      known[key] = true
      list[#list + 1] = v
    end
  end
end

local function span(corners, axis)
  local low, high = math.maxinteger, math.mininteger
  for _, p in ipairs(corners) do
    local height = dot(p, axis)
    low, high = math.min(low, height), math.max(high, height)
  end
  return low, high
end

-- The gap of two sets of vertices along an axis: positive where the axis separates them, 0 where
-- they touch along it.
local function gap(a, b, axis)
  local a_low, a_high = span(a, axis)
  local b_low, b_high = span(b, axis)
  return math.max(b_low - a_high, a_low - b_high)
end

local function directions_between(a, b)
  local list, put = directions()
  for _, corners in ipairs { a, b } do
    for i = 1, #corners do
      for j = 1, i - 1 do put(sub(corners[i], corners[j])) end
    end
  end
  return list, put
end

local function across(list, others)
  local axes, put = directions()
  for i, v in ipairs(list) do
    for j = list == others and i + 1 or 1, #others do put(cross(v, others[j])) end
  end
  return axes
end

-- The axes along which two sets touch, or nil where one separates them.
local function flush(a, b, axes)
  local list = {}
  for _, axis in ipairs(axes) do
    local apart = gap(a, b, axis)
    if apart > 0 then return nil end
    list[#list + 1] = apart == 0 and axis or nil
  end
  return list
end

-- The verdict on two sets of vertices: 1 if they are apart, 0 if they touch, -1 if they overlap.
local function verdict(a, b, dim)
  local edges, put = directions_between(a, b)
  local axes = across(edges, dim == 2 and { { 0, 0, 1 } } or edges)
  local touching = flush(a, b, axes)
  if not touching then return 1 end
  if #touching == 0 and #axes > 0 then return -1 end
  for _, p in ipairs(a) do
    for _, q in ipairs(b) do put(sub(p, q)) end
  end
  touching = flush(a, b, edges) and flush(a, b, across(edges, edges))
  return touching and flush(a, b, across(touching, edges)) and 0 or 1
end

local function swept(corners, motion)
  local all = {}
  for _, p in ipairs(corners) do
    all[#all + 1] = p
    all[#all + 1] = add(p, motion)
  end
  return all
end

local function at(p, dim, unit)
  if dim == 2 then return vec(p[1] * unit, p[2] * unit) end
  return vec(p[1] * unit, p[2] * unit, p[3] * unit)
end

local function corner(random, dim, most)
  local function x() return random.integer(-most, most) end
  return { x(), x(), dim == 3 and x() or 0 }
end

local kinds = { "point", "segment", "triangle", "aabb", "hull" }
local counts = { point = 1, segment = 2, triangle = 3, aabb = 2 }

-- Opposite vertices of a box, the lower one first, and all of its vertices.
local function ordered(p, q)
  local low, high = {}, {}
  for i = 1, 3 do low[i], high[i] = math.min(p[i], q[i]), math.max(p[i], q[i]) end
  return low, high
end

local function box_corners(p, q)
  local all = {}
  for i = 0, 7 do
    all[i + 1] = { (i & 1 > 0 and p or q)[1], (i & 2 > 0 and p or q)[2], (i & 4 > 0 and p or q)[3] }
  end
  return all
end

-- A shape whose vertices are integers, and these vertices. Some shapes are made elsewhere and
-- moved.
local function make(random, kind, dim, most, unit)
  local corners, points = {}, {}
  local count = counts[kind] or random.integer(dim + 1, 6)
  for i = 1, count do corners[i] = corner(random, dim, most) end
  if kind == "aabb" then corners = { ordered(corners[1], corners[2]) } end
  local from = random.chance(0.3) and corner(random, dim, most) or { 0, 0, 0 }
  for i, p in ipairs(corners) do points[i] = at(sub(p, from), dim, unit) end
  local shape
  if kind == "hull" then
    shape = collide[dim == 2 and "polygon" or "hull"](points)
  else
    shape = collide[kind](table.unpack(points))
  end
  if kind == "aabb" then corners = box_corners(corners[1], corners[2]) end
  return shape:moved(at(from, dim, unit)), corners
end

describe("on integer coordinates", function()
  local seen

  local function judge(what, want, got, ...)
    seen[want] = (seen[want] or 0) + 1
    if (want <= 0) == got then return end
    local shown = { what, want }
    for i = 1, select("#", ...) do shown[i + 2] = tostring((select(i, ...))) end
    error(table.concat(shown, " "), 0)
  end

  local function ask_still(a, b, want)
    judge("overlap", want, a:overlap(b), a, b)
    local distance = a:distance(b)
    judge("distance", want, distance <= 0, a, b, distance)
    if want == 0 then assert.equal(0, distance, tostring(a) .. tostring(b)) end
    judge("contact", want, a:contact(b) ~= nil, a, b)
    judge("manifold", want, a:manifold(b) ~= nil, a, b)
    judge("overlap with a set", want, a:overlap(collide.compound { b }), a, b)
  end

  local function ask_moving(a, b, motion, want, want_still)
    local hit = a:shapecast(motion, b)
    judge("shapecast", want, hit ~= nil, a, b, motion)
    judge("shapecast the other way", want, b:shapecast(-motion, a) ~= nil, a, b, motion)
    local at_set = a:shapecast(motion, collide.compound { b })
    judge("shapecast at a set", want, at_set ~= nil, a, b, motion)
    if hit then judge("inside", want_still, hit.inside, a, b, motion) end
    if a.kind == "point" then
      judge("raycast", want, b:raycast(a.center, motion, 1) ~= nil, a, b, motion)
    end
  end

  for _, dim in ipairs { 2, 3 } do
    for most = 2, 4, 2 do
      it(("no verdict is wrong: %dD, to %d"):format(dim, most), function()
        seen = {}
        local random = generate.random(dim * most)
        for _ = 1, cases.count(500) do
          local unit = 2.0 ^ random.integer(-3, 3)
          local a, corners = make(random, kinds[random.integer(1, 5)], dim, most, unit)
          local b, others = make(random, kinds[random.integer(1, 5)], dim, most, unit)
          local want = verdict(corners, others, dim)
          ask_still(a, b, want)
          local v = corner(random, dim, most)
          if v[1] ~= 0 or v[2] ~= 0 or v[3] ~= 0 then
            ask_moving(a, b, at(v, dim, unit), verdict(swept(corners, v), others, dim), want)
          end
        end
        for want = -1, 1 do assert.is_true(seen[want] > cases.count(100), "verdict " .. want) end
      end)
    end
  end

  -- Around a cylinder or cone along any axis: (x, y) are integers on the circle.
  local circle = { { 3, 4, 5 }, { -5, 12, 13 }, { 8, -15, 17 }, { 0, -2, 2 }, { 1, 0, 1 } }

  local function turned(axis, x, y, z)
    return vec(table.unpack({ x, y, z, x, y }, axis, axis + 2))
  end

  local function touching(random, at_, c)
    local x, y, r = table.unpack(circle[random.integer(1, #circle)])
    local h, k = random.integer(1, 9), random.integer(1, 3)
    local function p(dx, dy, dz) return at_(c[1] + dx, c[2] + dy, c[3] + dz) end
    local function box(dx, dy, dz, w)
      local low, high = p(dx, dy, dz), p(dx + w, dy + w, dz + w)
      return collide.aabb(low, high)
    end
    local cylinder = collide.cylinder(p(0, 0, 0), p(0, 0, h), r)
    local cone = collide.cone(p(0, 0, 0), p(0, 0, h), r)
    local ax, ay, far = (k + 1) * x, (k + 1) * y, k * r
    return {
      { cylinder, collide.point(p(x, y, random.integer(0, h))) },
      { cylinder, collide.sphere(p(ax, ay, random.integer(0, h)), far) },
      { cylinder, collide.capsule(p(ax, ay, 0), p(ax, ay, k), far) },
      { cylinder, collide.cylinder(p(ax, ay, 0), p(ax, ay, k), far) },
      { cylinder, collide.cylinder(p(k, 0, h), p(k, 0, h + 2), k) },
      { cylinder, box(-k, -1, -2 * k, 2 * k) },
      { cylinder, box(r, -k, -k, 2 * k) },
      { cylinder, collide.plane(at_(1, 0, 0), c[1] - r) },
      { cylinder, collide.plane(at_(0, 0, 1), c[3]) },
      { cone, collide.point(p(x, y, 0)) },
      { cone, collide.point(p(0, 0, h)) },
      { cone, box(-1, -1, h, 2 * k) },
      { cone, box(-k, -1, -2 * k, 2 * k) },
      { cone, collide.cone(p(0, 0, h + k), p(0, 0, h), r) },
    }
  end

  it("what stands beside, on and under cylinders and cones touches", function()
    local random = generate.random(5)
    for i = 1, cases.count(600) do
      local function at_(x, y, z) return turned(1 + i % 3, x, y, z) end
      local c = { random.integer(-9, 9), random.integer(-9, 9), random.integer(-9, 9) }
      for k, pair in ipairs(touching(random, at_, c)) do
        local a, b = table.unpack(pair)
        local shown = ("%d: %s, %s"):format(k, a, b)
        assert.equal(0, a:distance(b), shown)
        assert.is_true(a:overlap(b) and b:overlap(a), shown)
        if a.kind == "cone" and b.kind == "point" and b.center == a.apex then
          local out = at_(random.integer(-3, 3), random.integer(-3, 3), random.integer(1, 3))
          assert.is_not_nil(a:raycast(b.center + out, -out, 1), shown)
        end
      end
    end
  end)

  -- Integer normals (x, y, z) whose length, the fourth number, is an integer too.
  local slopes = {
    [2] = { { 3, 4, 0, 5 }, { -5, 12, 0, 13 }, { 8, -15, 0, 17 }, { 0, -2, 0, 2 }, { 7, 0, 0, 7 } },
    [3] = { { 1, 2, 2, 3 }, { -2, 3, 6, 7 }, { 4, -4, 7, 9 }, { 0, 3, -4, 5 }, { 6, 2, 9, 11 } },
  }

  -- Shapes on the far side of the plane through c with normal n, which touch it in or around c.
  local function below(c, n, u, w)
    local left, right = c - 2 * u, c + 2 * u
    local list = { collide.segment(left, right), collide.triangle(left, right, c - n) }
    if w then
      list[#list + 1] = collide.segment(c - 2 * w, c + 3 * w)
      list[#list + 1] = collide.triangle(left - w, right - w, c + 3 * w)
      list[#list + 1] = collide.hull { left - w, right - w, c + 3 * w, c - 2 * n }
    else
      list[#list + 1] = collide.polygon { left, right, c - n + u, c - n - u }
    end
    return list
  end

  it("balls and capsules touch what they lie on, still and after a fall", function()
    local random = generate.random(6)
    for i = 1, cases.count(1500) do
      local dim = 2 + i % 2
      local x, y, z, length = table.unpack(slopes[dim][random.integer(1, 5)])
      local c, k = at(corner(random, dim, 9), dim, 1), random.integer(1, 3)
      local n, u = at({ x, y, z }, dim, 1), at({ -y, x, 0 }, dim, 1)
      local w = dim == 3 and n:cross(u) or nil
      local r = k * length
      local on = c + k * n
      local round = { collide.sphere(on, r), collide.capsule(on + u, on - u, r) }
      for _, a in ipairs(round) do
        for _, b in ipairs(below(c, n, u, w)) do
          local shown = ("%s, %s"):format(a, b)
          assert.equal(0, a:distance(b), shown)
          assert.equal(0, b:distance(a), shown)
          assert.is_not_nil(a:contact(b), shown)
          assert.is_not_nil(a:moved(2 * n):shapecast(-2 * n, b), shown)
        end
      end
    end
  end)
end)

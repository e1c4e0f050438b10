-- Manifolds. Over seeded pairs of every two kinds each point obeys the contact's equation and lies
-- on both surfaces, the first point is as deep as the contact, and swapping, moving and scaling
-- change nothing; the number of manifolds with several points guards against vacuity. Then the
-- points of contacts that are known: boxes on boxes, capsules side by side, standing cylinders,
-- meshes.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local cases = require("tests.support.cases").count(75)

local function is_smooth(shape) return generate.has_part(shape, generate.is_curved) end

-- The error of the direction between cores that nearly touch, which moves points sideways.
local function widened(a, b, contact, size)
  local rounding = generate.rounding(a) + generate.rounding(b)
  local near_touch = math.abs(contact.distance + rounding)
  if generate.is_set(a) or generate.is_set(b) then near_touch = math.min(1, near_touch) end
  if contact.distance <= 0 and rounding == 0 then return size end
  return math.max(size, 1e-3 * size * size / near_touch)
end

local Case = {}
Case.__index = Case

function Case:fail(law, ...)
  error(("%s breaks at seed %d\n  a = %s\n  b = %s\n  margin = %s\n  %s"):format(law, self.seed,
    self.a, self.b, self.margin, table.concat({ ... }, " ")), 0)
end

function Case:near(law, value, size, ...)
  if not (math.abs(value) <= self.tolerance * size) then
    self:fail(law, ("off by %.3g of size %g"):format(value, size), ...)
  end
end

function Case:check_points(a, b, m)
  local points, n = m.points, m.normal
  if #points < 1 or #points > (self.dim == 2 and 2 or 4) then self:fail("count", #points) end
  if points[1].distance ~= m.distance then self:fail("the first is the deepest", tostring(m)) end
  if m.distance == -math.huge then
    if #points > 1 then self:fail("one point where nothing separates", tostring(m)) end
    return points
  end
  local size = math.max(self.size, m.point_a:length(), m.point_b:length())
  for i, p in ipairs(points) do
    self:near("equation", (p.point_a - p.point_b - n * p.distance):length(), size, tostring(m))
    if p.distance < m.distance or p.distance > self.margin then
      self:fail("between the contact's distance and the margin", tostring(m))
    end
    local wide = widened(a, b, m, size)
    if i == 1 and p.point_a == m.point_a then wide = math.huge end -- see laws_spec.lua
    self:near("point_a on a", a:distance(collide.point(p.point_a)), wide, tostring(m))
    self:near("point_b on b", b:distance(collide.point(p.point_b)), wide, tostring(m))
    for k = 1, i - 1 do
      if p.point_a == points[k].point_a and p.point_b == points[k].point_b then
        self:fail("twice the same", tostring(m))
      end
    end
  end
  return points
end

-- Asserts that `map` takes the points of one manifold to those of the other, in any order. Of two
-- that are nearer to each other than is asked for here one may be left out.
function Case:same_points(law, m, points, size, map)
  local nearest_to = {}
  for i = 1, #points do nearest_to[i] = math.huge end
  for _, p in ipairs(m.points) do
    local least = math.huge
    for i, q in ipairs(points) do
      local a, b = map(q)
      local off = (p.point_a - a):length() + (p.point_b - b):length()
      least, nearest_to[i] = math.min(least, off), math.min(nearest_to[i], off)
    end
    self:near(law, least, size, tostring(m), "beside", tostring(self.m))
  end
  for i = 1, #points do
    self:near(law, nearest_to[i], size, tostring(m), "beside", tostring(self.m))
  end
end

-- If swapping the shapes gives the same contact, it gives the same points.
function Case:swap(m)
  local a, b = self.a, self.b
  local swapped = b:manifold(a, self.margin)
  if not swapped then return end -- rounding has decided
  self:check_points(b, a, swapped)
  local same = (swapped.normal + m.normal):length() < 1e-9 and
    (swapped.point_b - m.point_a):length() < 1e-9 * self.size
  if not (same and self.generic) then return end
  self.compared = self.compared + 1
  self:same_points("swap", swapped, m.points, 1e-6 / self.tolerance * self.size,
    function(p) return p.point_b, p.point_a end)
end

-- Asserts that scaling by a power of two, turning and moving take the points along.
function Case:move(random, m)
  local scale = 2.0 ^ random.integer(-40, 40)
  local scaled = generate.scaled(self.a, scale):manifold(generate.scaled(self.b, scale),
    self.margin * scale)
  if scaled and scaled.point_a == m.point_a * scale and scaled.normal == m.normal then
    local size = scale * math.max(self.size, m.point_a:length(), m.point_b:length())
    self:same_points("scale", scaled, m.points, size,
      function(p) return p.point_a * scale, p.point_b * scale end)
    self.scaled = self.scaled + 1
  end
  if not self.generic or generate.is_set(self.a) or generate.is_set(self.b) then return end
  local motion = generate.motion(random, self.dim, 1)
  local function at(p) return generate.turn(motion, p) + motion.by end
  local moved = generate.apply(motion, self.a):manifold(generate.apply(motion, self.b), self.margin)
  local same = moved and (moved.normal - generate.turn(motion, m.normal)):length() < 1e-9 and
    (moved.point_a - at(m.point_a)):length() < 1e-9 * self.size
  if same and not (is_smooth(self.a) or is_smooth(self.b)) then
    self:same_points("rigid motion", moved, m.points, 1e-6 / self.tolerance * self.size,
      function(p) return at(p.point_a), at(p.point_b) end)
  end
end

local function run(kind_a, kind_b, dim)
  local found, several, compared, scaled = 0, 0, 0, 0
  for seed = 1, cases do
    local random = generate.random(seed * 7919)
    local a, b, style, size = generate.pair(random, kind_a, kind_b, dim)
    local margin = ({ 0, 0.25, 2, math.huge })[random.integer(1, 4)]
    local case = setmetatable({ seed = seed, a = a, b = b, dim = dim, margin = margin,
      compared = 0, scaled = 0, tolerance = (is_smooth(a) or is_smooth(b)) and 1e-8 or 1e-12,
      -- without ties that rounding decides
      generic = style == generate.styles[1] and margin > 0,
    }, Case)
    local parted = generate.parted(a, b, dim)
    case.size = math.max(size, generate.size(a), 1e-300)
    local contact, m
    if parted then contact, m = a:contact(b, margin), a:manifold(b, margin) end
    if (contact == nil) ~= (m == nil) then case:fail("a manifold is a contact") end
    if m then
      case.m = m
      found = found + 1
      if m.distance ~= contact.distance or m.normal ~= contact.normal or
        m.point_a ~= contact.point_a or m.point_b ~= contact.point_b then
        case:fail("the contact is contact's", tostring(m), tostring(contact))
      end
      if contact.points then case:fail("contact has no points") end
      if #case:check_points(a, b, m) > 1 then several = several + 1 end
      if m.distance > -math.huge and not (generate.has_surface(a) and generate.has_surface(b)) then
        case:swap(m)
        case:move(random, m)
      end
      compared, scaled = compared + case.compared, scaled + case.scaled
    end
  end
  return found, several, compared, scaled
end

local balls = { point = true, sphere = true }
local endless = { line = true, plane = true }
local rods = { segment = true, capsule = true, line = true, cylinder = true, cone = true }

for dim = 2, 3 do
  describe(("the points of a manifold in %dD are on both"):format(dim), function()
    local kinds = generate.kinds(dim)
    for i, kind_a in ipairs(kinds) do
      for j = i, #kinds do
        local kind_b = kinds[j]
        it(("%s and %s"):format(kind_a, kind_b), function()
          local found, several, compared, scaled = run(kind_a, kind_b, dim)
          assert.is_true(found > 0.3 * cases, "too few contacts: " .. found)
          local surfaces = { mesh = true, solid = true } -- two of them have no depth
          if surfaces[kind_a] and surfaces[kind_b] then return end
          if endless[kind_a] and endless[kind_b] then -- one point; most overlaps have no depth
            assert.equal(0, several)
            return
          end
          assert.is_true(compared > 0.02 * cases, "too few swaps: " .. compared)
          assert.is_true(scaled > 0.2 * cases, "too few scaled: " .. scaled)
          if balls[kind_a] or balls[kind_b] then
            assert.is_true(several == 0 or generate.is_set { kind = kind_b })
          elseif not (dim == 3 and rods[kind_a] and rods[kind_b]) then -- they cross
            assert.is_true(several > 0.05 * cases - 2, "too few faces: " .. several)
          end
        end)
      end
    end
  end)
end

-- ------------------------------------------------------------------------------------ known points

-- Asserts the points_b of a manifold, in any order, and the distance of all if it is given.
local function expect_points(a, b, margin, expected, distance)
  local m = assert(a:manifold(b, margin), "no manifold")
  local left = {}
  for i, p in ipairs(expected) do left[i] = collide.vec(table.unpack(p)) end
  assert.equal(#expected, #m.points, tostring(m))
  for _, p in ipairs(m.points) do
    local best, least = nil, math.huge
    for i, q in ipairs(left) do
      local off = (q - p.point_b):length()
      if off < least then best, least = i, off end
    end
    assert.is_true(least < 1e-12, ("%s is not expected"):format(p.point_b))
    table.remove(left, best)
    if distance then expect.near(distance, p.distance, 1e-12) end
  end
  return m
end

local function slab(x, y, z) return collide.aabb({ -x, -y, -z }, { x, y, z }) end

-- The points of a manifold, which are as many and span a polygon of twice this area, seen along z.
local function expect_area(a, b, count, twice, tolerance)
  local points, best = a:manifold(b).points, 0
  assert.equal(count, #points)
  for _, p in ipairs(points) do
    for _, q in ipairs(points) do
      for _, r in ipairs(points) do
        best = math.max(best, math.abs((q.point_b - p.point_b):cross(r.point_b - p.point_b).z))
      end
    end
  end
  expect.near(twice, best, tolerance or 1e-12)
  return points
end

-- The hull of 100 corners in a circle and of as many `wider` at a height.
local function prism(height, wider)
  local corners = {}
  for i = 1, 100 do
    local x, z = math.cos(math.pi * i / 50), math.sin(math.pi * i / 50)
    corners[2 * i - 1], corners[2 * i] = { x, 0, z }, { wider * x, height, wider * z }
  end
  return collide.hull(corners)
end

describe("the manifold of", function()
  it("a box on a box, turned as a whole, is the rectangle in which they overlap", function()
    local random = generate.random(11)
    for seed = 1, 200 do
      local half_a = vec(random.range(0.2, 1), random.range(0.2, 1), random.range(0.2, 1))
      local half_b = vec(random.range(0.2, 1), random.range(0.2, 1), random.range(0.2, 1))
      local depth = seed % 10 == 0 and 0 or random.range(seed % 2 == 0 and -0.9 or 0, 0.01)
      -- not so near the edge that the least translation leads sideways
      local x = random.range(-1, 1) * (half_a.x + half_b.x - 0.05)
      local y = random.range(-1, 1) * (half_a.y + half_b.y - 0.05)
      local center = vec(x, y, half_a.z + half_b.z - depth)
      local low_x, high_x = math.max(x - half_a.x, -half_b.x), math.min(x + half_a.x, half_b.x)
      local low_y, high_y = math.max(y - half_a.y, -half_b.y), math.min(y + half_a.y, half_b.y)
      local motion = generate.motion(random, 3, 1)
      local corners = {}
      for i = 0, 3 do
        local corner = vec(i % 2 == 0 and low_x or high_x, i < 2 and low_y or high_y, half_b.z)
        corners[i + 1] = { (generate.turn(motion, corner) + motion.by):unpack() }
      end
      local a = generate.apply(motion, collide.box(center, half_a))
      local b = generate.apply(motion, collide.box({ 0, 0, 0 }, half_b))
      expect_points(a, b, seed % 2 == 0 and 1 or 0.001, corners, -depth)
    end
  end)

  it("boxes, in closed form, is that of the hulls of their corners", function()
    local compared, several = 0, 0
    for seed = 1, 2000 do
      local random = generate.random(seed)
      local a, b, style, size = generate.pair(random, "box", "box", 3)
      local margin = ({ 0.01, 0.25, 2, math.huge })[random.integer(1, 4)]
      local hull_a = collide.hull(a.vertices, a.radius)
      local hull_b = collide.hull(b.vertices, b.radius)
      local m, n = a:manifold(b, margin), hull_a:manifold(hull_b, margin)
      local same = m and n and style == generate.styles[1] and
        (m.normal - n.normal):length() < 1e-9 and (m.point_a - n.point_a):length() < 1e-9 * size
      if same then
        setmetatable({ a = a, b = b, m = n, margin = margin, seed = seed, tolerance = 1e-9 }, Case)
          :same_points("boxes as hulls", m, n.points, size,
            function(p) return p.point_a, p.point_b end)
        compared = compared + 1
        if #m.points > 2 then several = several + 1 end
      end
    end
    assert.is_true(compared > 300, compared)
    assert.is_true(several > 100, several)
  end)

  it("a box on a box turned by an eighth keeps the area of their octagon", function()
    local a = collide.box({ 0, 0, 2 }, { 1, 1, 1 }, collide.quat({ 0, 0, 1 }, math.pi / 4))
    -- At least twice the area of the largest triangle in the octagon, by four of its corners.
    local t = math.sqrt(2) - 1
    expect_area(a, slab(1, 1, 1), 4, (1 + t ^ 2) * 2)
  end)

  it("boxes in 2D are the ends of what overlaps", function()
    local a = collide.aabb({ 0, 0.5 }, { 3, 2 })
    expect_points(a, collide.aabb({ -1, -1 }, { 1, 1 }), 0, { { 0, 1 }, { 1, 1 } }, -0.5)
    expect_points(a, collide.aabb({ 1, -1 }, { 2, 0 }), 1, { { 1, 0 }, { 2, 0 } }, 0.5)
    expect_points(a, collide.polygon { { 0, 0 }, { 1, 0 }, { 2, -1 } }, 1, { { 0, 0 }, { 1, 0 } },
      0.5)
  end)

  it("a box that leans into a plane holds the corners within the margin", function()
    local lean = 0.1
    local a = collide.box({ 0, 0, 0 }, { 1, 2, 1 }, collide.quat({ 0, 1, 0 }, lean))
    local low = -math.cos(lean) - math.sin(lean)
    local floor = collide.plane({ 0, 0, 1 }, low + 0.05)
    local m = a:manifold(floor)
    assert.equal(2, #m.points)
    for _, p in ipairs(m.points) do expect.near(-0.05, p.distance, 1e-15) end
    local near = a:manifold(floor, 1)
    assert.equal(4, #near.points)
    local far = 0
    for _, p in ipairs(near.points) do far = math.max(far, p.distance) end
    expect.near(2 * math.sin(lean) - 0.05, far, 1e-15)
  end)

  it("capsules: the ends where they lie side by side, one point where they cross", function()
    local a = collide.capsule({ -1, 0, 1.5 }, { 3, 0, 1.5 }, 0.5)
    expect_points(a, collide.capsule({ -2, 0, 0 }, { 2, 0, 0 }, 1), 0,
      { { -1, 0, 1 }, { 2, 0, 1 } }, 0)
    expect_points(a, collide.capsule({ 0, -2, 0 }, { 0, 2, 0 }, 1), 0, { { 0, 0, 1 } }, 0)
    expect_points(a, slab(2, 2, 1.25), 0, { { -1, 0, 1.25 }, { 2, 0, 1.25 } }, -0.25)
    expect_points(a, collide.plane({ 0, 0, 1 }, 0), 1.5, { { -1, 0, 0 }, { 3, 0, 0 } }, 1)
    expect_points(collide.capsule({ 0, 1 }, { 4, 1 }, 0.5),
      collide.capsule({ -1, 0 }, { 1, 0 }, 0.5), 0, { { 0, 0.5 }, { 1, 0.5 } }, 0)
  end)

  it("capsules side by side, turned in any way, keeps both points", function()
    local random = generate.random(5)
    for _ = 1, 200 do
      local motion = generate.motion(random, 3, 1)
      local a = collide.capsule({ -1, 0, 0 }, { 1, 0, 0 }, 0.25)
      local b = collide.capsule({ 0, 0.3, 0.4 }, { 2, 0.3, 0.4 }, 0.25)
      local m = generate.apply(motion, a):manifold(generate.apply(motion, b), 0.01)
      assert.equal(2, #m.points)
      expect.near(1, m.points[1].point_a:distance(m.points[2].point_a), 1e-12)
    end
  end)

  it("a cylinder: its rim where it stands, its line where it lies", function()
    local floor = collide.plane({ 0, 0, 1 }, 0)
    local standing = collide.cylinder({ 0, 0, 0 }, { 0, 0, 2 }, 1)
    for _, p in ipairs(expect_area(standing, floor, 4, 2)) do -- the square in the circle
      expect.near(1, p.point_a:length(), 1e-15)
      expect.near(0, p.point_a.z, 1e-15)
    end
    expect_points(collide.cylinder({ -1, 0, 1 }, { 2, 0, 1 }, 1), floor, 0,
      { { -1, 0, 0 }, { 2, 0, 0 } }, 0)
    expect_points(collide.cylinder({ -1, 0, 1.5 }, { 3, 0, 1.5 }, 0.5),
      collide.cylinder({ -2, 0, 0 }, { 2, 0, 0 }, 1), 0, { { -1, 0, 1 }, { 2, 0, 1 } }, 0)
    expect_points(collide.cylinder({ -1, 0, 1.5 }, { 3, 0, 1.5 }, 0.5),
      collide.cylinder({ 0, -2, 0 }, { 0, 2, 0 }, 1), 0, { { 0, 0, 1 } }, 0)
    -- on a smaller cylinder: the rim of that one
    expect_area(collide.cylinder({ 0, 0, 1 }, { 0, 0, 2 }, 3),
      collide.cylinder({ 0.5, 0, 0 }, { 0.5, 0, 1 }, 1), 4, 2, 1e-2)
  end)

  it("turned boxes: there is one where the distance is at most the margin, to a bit", function()
    local some = 0
    for seed = 1, 500 do
      local random = generate.random(seed)
      local function vector(size) return generate.vector(random, generate.styles[1], 3) * size end
      local function box(size)
        local half = vector(1)
        return collide.box(vector(size), vec(1, 1, 1) + half * 0.75,
          collide.quat(vector(1), random.range(0, 3)))
      end
      local a, b = box(1), box(4)
      local distance = a:distance(b)
      for k = -2, 2 do
        local margin = distance + k * 0x1p-52 * math.abs(distance)
        local contact, manifold = a:contact(b, margin), a:manifold(b, margin)
        assert.equal(distance <= margin, contact ~= nil, "contact, seed " .. seed)
        assert.equal(distance <= margin, manifold ~= nil, "manifold, seed " .. seed)
        some = some + (contact and 1 or 0)
      end
    end
    assert.is_true(some > 1000 and some < 2000, some)
  end)

  it("a prism of more sides than are looked at stands on four far corners", function()
    local round = prism(1, 1)
    for _, ground in ipairs { collide.plane({ 0, 1, 0 }, 0.25),
      collide.box({ 0, -1, 0 }, { 2, 1.25, 2 }) } do
      local points = round:manifold(ground).points
      assert.equal(4, #points)
      for i, p in ipairs(points) do
        expect.near(-0.25, p.distance, 1e-12)
        expect.near(1, p.point_a:length(), 1e-12)
        local apart = (p.point_a - points[i % 4 + 1].point_a):length()
        assert.is_true(apart > 1.2, apart) -- a square would have 1.41
      end
    end
  end)

  it("a frustum on its smaller face stands on that one's corners", function()
    local points = prism(2, 3):manifold(collide.plane({ 0, 1, 0 }, 0.0625)).points
    assert.equal(4, #points)
    for _, p in ipairs(points) do
      expect.near(-0.0625, p.distance, 1e-12)
      expect.near(1, p.point_a:length(), 1e-12)
    end
  end)

  it("a cone: its base, its line, its apex", function()
    local floor = collide.plane({ 0, 0, 1 }, 0)
    expect_area(collide.cone({ 0, 0, 0 }, { 0, 0, 2 }, 1), floor, 4, 2)
    -- Apex and base 3 and 4: the side is level where the axis sinks by the sine 3/5.
    local lying = collide.cone({ 0, 0, 2.4 }, { 3.2, 0, 0 }, 3):manifold(floor, 1e-9)
    assert.equal(2, #lying.points)
    expect.near(5, lying.points[1].point_a:distance(lying.points[2].point_a), 1e-9)
    expect_points(collide.cone({ 0, 0, 2 }, { 0, 0, 0 }, 1), floor, 0, { { 0, 0, 0 } }, 0)
  end)

  it("a ball, and of what nothing separates, is one point", function()
    local floor = collide.plane({ 0, 0, 1 }, 0)
    expect_points(collide.sphere({ 0, 0, 1 }, 1), floor, 5, { { 0, 0, 0 } })
    local m = collide.plane({ 0, 1, 0 }, 0):manifold(collide.plane({ 1, 0, 0 }, 0))
    assert.equal(1, #m.points)
    assert.equal(-math.huge, m.points[1].distance)
    assert.equal(1, #collide.line({ 0, 0, 1 }, { 1, 0, 0 }):manifold(floor, 2).points)
  end)

  it("a line along a box: the ends of the box", function()
    expect_points(collide.line({ 5, 0, 1 }, { 1, 0, 0 }), slab(2, 1, 1), 0,
      { { -2, 0, 1 }, { 2, 0, 1 } }, 0)
  end)

  it("a box on a floor of many triangles is the box's corners", function()
    local floor = grid_mesh(8, function(x, y) return { x - 4, y - 4, 0 } end)
    expect_points(slab(2.5, 1.25, 1):moved { 0.3, 0.1, 1 }, floor, 0,
      { { -2.2, -1.15, 0 }, { 2.8, -1.15, 0 }, { 2.8, 1.35, 0 }, { -2.2, 1.35, 0 } }, 0)
  end)

  it("a table of four legs stands on the outer corners of its legs", function()
    local parts = { collide.aabb({ -2, -2, 1 }, { 2, 2, 1.25 }) }
    for _, x in ipairs { -1.75, 1.75 } do
      for _, y in ipairs { -1.75, 1.75 } do
        parts[#parts + 1] = collide.box({ x, y, 0.5 }, { 0.125, 0.125, 0.5 })
      end
    end
    local t = 1.875
    expect_points(collide.compound(parts), collide.plane({ 0, 0, 1 }, 0), 0.5,
      { { t, t, 0 }, { -t, t, 0 }, { t, -t, 0 }, { -t, -t, 0 } }, 0)
  end)

  it("two triangles that lie on each other: the corners of what they share", function()
    local a = collide.triangle({ 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 })
    local b = collide.triangle({ 1, 1, 0 }, { 9, 1, 0 }, { 1, 9, 0 })
    expect_area(a, b, 3, 4)
  end)
end)

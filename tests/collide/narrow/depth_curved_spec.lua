-- The distances and depths of cylinders and cones against what is known otherwise: closed forms in
-- the half-plane through the axis, symmetric positions, and for depths a search over the whole
-- sphere of directions, which must find no smaller depth. Also their fields, bounds and errors.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

-- The signed distance of a point, computed in the half-plane of the axis and the point.
local function from_profile(shape, p)
  local axis = shape.b - shape.a
  local length, radius = axis:length(), shape.radius
  local u = axis / length
  local x = (p - shape.a):dot(u)
  local y = ((p - shape.a) - u * x):length()
  local top = shape.kind == "cylinder" and radius or 0
  local corners = { { 0, 0 }, { 0, radius }, { length, top }, { length, 0 } }
  local outside, inside = math.huge, math.huge
  local is_outside = false
  for i = 1, 3 do
    local a, b = corners[i], corners[i + 1]
    local ex, ey = b[1] - a[1], b[2] - a[2]
    local edge = math.sqrt(ex * ex + ey * ey)
    if edge > 0 then
      local t = math.max(0, math.min(1, ((x - a[1]) * ex + (y - a[2]) * ey) / (edge * edge)))
      local dx, dy = x - a[1] - t * ex, y - a[2] - t * ey
      outside = math.min(outside, math.sqrt(dx * dx + dy * dy))
      local height = ((y - a[2]) * ex - (x - a[1]) * ey) / edge -- above the edge
      is_outside = is_outside or height > 0
      inside = math.min(inside, -height)
    end
  end
  return is_outside and outside or -inside
end

local function height(a, b, n) return b:support(n):dot(n) - a:support(-n):dot(n) end

-- The depth by search: the least support of b - a over all directions, refined from the best of
-- many by ever smaller steps.
local function searched_depth(a, b, count)
  local starts = {}
  for i = 0, count - 1 do
    local z, angle = 1 - 2 * (i + 0.5) / count, i * 2.399963229728653
    local r = math.sqrt(1 - z * z)
    local n = vec(r * math.cos(angle), r * math.sin(angle), z)
    starts[i + 1] = { n = n, height = height(a, b, n) }
  end
  table.sort(starts, function(p, q) return p.height < q.height end)
  local least = math.huge
  for i = 1, 4 do
    local n, best, step = starts[i].n, starts[i].height, 0.2
    while step > 1e-6 do
      local e = (math.abs(n.x) < 0.6 and vec(1, 0, 0) or vec(0, 1, 0)):cross(n):normalized()
      local f, lower = n:cross(e), false
      for k = 0, 7 do
        local angle = k * math.pi / 4
        local m = (n + e * (step * math.cos(angle)) + f * (step * math.sin(angle))):normalized()
        local h = height(a, b, m)
        if h < best then
          n, best, lower = m, h, true
          break
        end
      end
      if not lower then step = step / 2 end
    end
    least = math.min(least, best)
  end
  return least
end

describe("cylinders and cones", function()
  for _, kind in ipairs { "cylinder", "cone" } do
    it("keep a " .. kind .. "'s distance to points", function()
      local inside = 0
      for seed = 1, cases.count(4000) do
        local p, shape, _, size = generate.pair(generate.random(seed), "point", kind, 3)
        local d = from_profile(shape, p.center)
        if shape.radius > 0 and (shape.a - shape.b):length() > 1e-3 * size then
          expect.near(d, p:distance(shape), 1e-13 * size, "seed " .. seed)
          if d < 0 then inside = inside + 1 end
        end
      end
      assert.is_true(inside > cases.count(50), "too few inside: " .. inside)
    end)
  end

  for _, kinds in ipairs { { "cylinder", "cylinder" }, { "cylinder", "cone" }, { "cone", "cone" },
    { "box", "cylinder" }, { "hull", "cone" }, { "triangle", "cylinder" },
    { "segment", "cone" } } do
    it(("find no shorter way out of %s and %s by search"):format(kinds[1], kinds[2]), function()
      local overlaps = 0
      for seed = 1, 25 do
        local a, b, _, size = generate.pair(generate.random(seed), kinds[1], kinds[2], 3)
        local depth = -a:distance(b) - generate.rounding(a) - generate.rounding(b)
        if depth > 0 then
          overlaps = overlaps + 1
          local searched = searched_depth(a, b, 100) - generate.rounding(a) - generate.rounding(b)
          assert.is_true(depth <= searched + 1e-9 * size,
            ("seed %d: %.17g, but %.17g is enough"):format(seed, depth, searched))
        end
      end
      assert.is_true(overlaps >= 2, "too few overlaps: " .. overlaps)
    end)
  end

  -- Along a rim the slope of the depth falls below 0 and rises again between two of its samples.
  it("find the way out of a box in a narrow dip", function()
    for _, p in ipairs {
      { { -0.051069, -0.057316, 0.134219 }, { -0.53906, 0.083193, 0.122705 }, 1.15087,
        { 0.093201, 0.22104, -0.150713 }, { 1.032416, 0.886772, 1.0197 } },
      { { -0.052349, 0.110239, -0.060882 }, { -0.091741, 0.108237, 0.20228 }, 0.854342,
        { 0.195027, -0.218326, -0.043705 }, { 1.041998, 1.983992, 1.283808 } },
      { { -0.024946, 0.252072, 0.144013 }, { -0.021283, 0.31881, 0.167379 }, 0.909973,
        { 0.107169, -0.02657, 0.118974 }, { 1.028409, 1.692189, 0.999027 } },
      { { -0.203302, 0.139652, 0.221823 }, { -0.205236, 0.139111, 0.215073 }, 1.146296,
        { -0.137738, 0.254815, -0.139911 }, { 1.034378, 1.438012, 1.977765 } },
    } do
      local cone, box = collide.cone(p[1], p[2], p[3]), collide.box(p[4], p[5])
      local depth, searched = -cone:distance(box), searched_depth(cone, box, 400)
      assert.is_true(depth <= searched, ("%.17g, but %.17g is enough"):format(depth, searched))
    end
  end)

  -- Of a box the arcs of its edges' normals are known, and those of two edges are one where it is
  -- flat; of a flat hull they are not.
  it("are left by a box as by the hull of its corners, also where it is flat", function()
    local overlaps = { 0, 0 }
    for seed = 1, cases.count(900) do
      local random = generate.random(seed)
      local function within() return random.range(-1, 1) end
      local function at() return vec(within(), within(), within()) end
      local half = { within() ^ 2, within() ^ 2, within() ^ 2 }
      local flat = seed % 3 == 0
      if flat then half[seed % 9 // 3 + 1] = 0 end
      local box = collide.box(at(), half, collide.quat(at() + vec(2, 0, 0), seed))
      local corners = {}
      for i = 0, 7 do
        local corner = vec(half[1] * (i % 2 * 2 - 1), half[2] * (i // 2 % 2 * 2 - 1),
          half[3] * (i // 4 * 2 - 1))
        corners[i + 1] = box.center + box.rotation * corner
      end
      local base = at()
      local shape = collide[seed % 2 == 0 and "cone" or "cylinder"](base, base + at(),
        random.range(0.1, 1))
      local depth = -shape:distance(box)
      expect.near(depth, -shape:distance(collide.hull(corners)), 1e-12, "seed " .. seed)
      if depth > 1e-9 then overlaps[flat and 1 or 2] = overlaps[flat and 1 or 2] + 1 end
    end
    assert.is_true(math.min(overlaps[1], overlaps[2]) >= cases.count(900) / 20)
  end)

  it("are segments where the radius is 0", function()
    for seed = 1, 100 do
      local random = generate.random(seed)
      local a, b = generate.pair(random, "cylinder", "box", 3)
      local thin = collide.cone(a.a, a.b, 0)
      expect.near(collide.segment(a.a, a.b):distance(b), thin:distance(b), 1e-14)
    end
  end)

  it("keep the distance of balls, and of segments at their nearest point", function()
    for seed = 1, cases.count(600) do
      local kind = seed % 2 == 0 and "cylinder" or "cone"
      local segment, shape, _, size = generate.pair(generate.random(seed), "segment", kind, 3)
      if shape.radius > 1e-3 and (shape.a - shape.b):length() > 1e-3 then
        local ball = collide.sphere(segment.a, 0.25)
        expect.near(from_profile(shape, segment.a) - 0.25, ball:distance(shape), 1e-13 * size)
        local low, high = 0, 1 -- the distance is convex along the segment
        for _ = 1, 80 do
          local s, t = low + (high - low) / 3, high - (high - low) / 3
          if from_profile(shape, segment.a:lerp(segment.b, s)) <=
            from_profile(shape, segment.a:lerp(segment.b, t)) then
            high = t
          else
            low = s
          end
        end
        local least = from_profile(shape, segment.a:lerp(segment.b, low))
        if least > 0 then
          expect.near(least, segment:distance(shape), 1e-12 * size, "seed " .. seed)
        else
          assert.is_true(segment:overlap(shape) or least > -1e-14 * size)
          assert.is_true(segment:distance(shape) <= least + 1e-12 * size)
        end
      end
    end
  end)

  -- Known depths and distances, rotated, at any scale and far from the origin.
  it("have the depths that symmetry tells", function()
    local function cylinder(y, h, r) return collide.cylinder({ 0, y, 0 }, { 0, y + h, 0 }, r) end
    local function cone(y, h, r) return collide.cone({ 0, y, 0 }, { 0, y + h, 0 }, r) end
    local turned = 1e-6 -- rounding the ends of so short an axis turns it
    local slope = 1 / math.sqrt(5) -- of a cone as high as it is wide
    local known = {
      { cylinder(0, 9, 1), cylinder(0, 9, 0.5), -1.5, "coincident axes, sideways" },
      { cylinder(0, 2, 5), cylinder(1, 3, 4), -1, "coincident axes, along them" },
      { cylinder(0, 2, 5), cylinder(0, 2, 5), -2, "the same" },
      { cylinder(0, 1, 1), cylinder(1, 1, 1), 0, "cap on cap" },
      { cylinder(0, 1e-9, 1), cylinder(3, 1e-9, 2), 3 - 1e-9, "flat", turned },
      { cylinder(0, 1e-9, 1), cylinder(0, 5, 0.25), -1e-9, "flat, on the foot", turned },
      { cylinder(0, 5, 1e-9), cylinder(1, 2, 2), -2 - 1e-9, "thin" },
      { cone(0, 2, 1), collide.point { 0, 5, 0 }, 3, "straight over the apex" },
      { cone(0, 2, 1), collide.point { 0, 2, 0 }, 0, "on the apex" },
      { cone(0, 2, 1), collide.sphere({ 0, 2.5, 0 }, 1), -0.5, "a ball on the apex" },
      { cone(0, 2, 1), collide.point { 0, 0.5, 0 }, -0.5, "inside, to the base" },
      { cone(0, 2, 1), collide.point { 0, 1.9, 0 }, -0.1 * slope, "inside, to the side" },
      { cone(0, 2, 1), cone(4, -2, 1), 0, "apex to apex" },
      { cone(0, 2, 1), cone(5, -2, 1), 1, "apex over apex" },
      { cone(0, 2, 1), cylinder(1.75, 1, 9), -0.25, "an apex in a cap" },
      { cone(0, 9, 1e-9), cylinder(1, 2, 2), -2 - 1e-9, "a needle", 1e-8 },
    }
    for _, case in ipairs(known) do
      for seed = 1, 24 do
        local random = generate.random(seed)
        local scale = 10.0 ^ random.integer(-6, 6)
        local motion = generate.motion(random, 3, scale)
        if seed % 4 == 0 and not case[5] then motion.by = motion.by * 1e6 end
        local a, b = generate.apply(motion, case[1]), generate.apply(motion, case[2])
        local size = math.max(generate.size(a), generate.size(b))
        for _, contact in ipairs { a:contact(b, math.huge), b:contact(a, math.huge) } do
          local n = contact.normal
          assert.is_true(math.abs(n:length() - 1) < 1e-14, case[4])
          expect.near(case[3] * scale, contact.distance, (case[5] or 1e-12) * size,
            case[4] .. ", seed " .. seed)
          expect.near(0, (contact.point_a - contact.point_b - n * contact.distance):length(),
            1e-12 * size, case[4])
        end
      end
    end
  end)

  it("have fields that are assigned as they are made", function()
    local cone = collide.cone({ 1, 2, 3 }, { 4, 5, 6 }, 2)
    assert.equal(vec(1, 2, 3), cone.base)
    assert.equal(vec(4, 5, 6), cone.apex)
    cone.apex, cone.a, cone.radius = vec(0, 0, 1), vec(0, 0, 0), 0.5
    assert.equal("collide.cone({0, 0, 0}, {0, 0, 1}, 0.5)", tostring(cone))
    expect.raises("bad value for field 'apex' (apex must not be equal to base: there is no axis)",
      function() cone.apex = vec(0, 0, 0) end)
    expect.raises("bad value for field 'radius' (radius must be finite and >= 0, got -1)",
      function() cone.radius = -1 end)
    assert.equal("collide.cone({0, 0, 0}, {0, 0, 1}, 0.5)", tostring(cone))
    assert.is_nil(collide.cylinder({ 0, 0, 0 }, { 0, 0, 1 }, 1).apex)
  end)

  it("are cast at where the search for the nearest point is misled", function()
    local hull = collide.hull({ { -1, -1, 1 }, { 0, -1, 0.5 }, { 0, 1, -1 }, { 0.5, 0, 1 },
      { 0.5, 0.5, 0 }, { -0.5, 0.5, 0.5 }, { 0.5, -1, 0.5 }, { -0.5, 1, -1 } })
    local cylinder, motion = collide.cylinder({ -0.5, 1, -1 }, { 0, -1, 0 }, 0.5), vec(0, 0, -3)
    local hit = hull:shapecast(motion, cylinder)
    for _, t in ipairs { hit.enter, hit.exit } do
      expect.near(0, hull:moved(t * motion):distance(cylinder), 1e-9)
    end
  end)

  it("have exact bounds", function()
    local bounds = collide.cylinder({ 0, 0, 0 }, { 3, 4, 0 }, 5):bounds()
    expect.near(vec(-4, -3, -5), bounds.min, 1e-14)
    expect.near(vec(7, 7, 5), bounds.max, 1e-14)
  end)
end)

describe("two curved solids that are moved until they touch", function()
  -- Where their axes are nearly parallel the distance between two rims has three extrema close to
  -- each other, of which one is the touch.
  for _, spread in ipairs { 2, 0.2, 0.01, 0.0001 } do
    it(("touch where their axes differ by up to %g"):format(spread), function()
      local random = generate.random(3)
      local function v() return vec(random.unit(), random.unit(), random.unit()) end
      local kinds, apart = { collide.cylinder, collide.cone }, 0
      for i = 1, cases.count(1500) do
        local axis = v():normalized(vec(1, 0, 0))
        local function solid(make, along)
          local from = v() * 2
          return make(from, from + along * random.range(0.1, 1.1), random.range(0.1, 1.1))
        end
        local a = solid(kinds[i % 2 + 1], axis)
        local b = solid(kinds[i // 2 % 2 + 1], (axis + v() * spread):normalized(axis))
        local gap = a:contact(b, math.huge)
        if gap.distance > 0 then
          apart = apart + 1
          local touching = a:moved(gap.normal * -gap.distance)
          expect.near(0, touching:distance(b), 1e-9)
        end
      end
      assert.is_true(apart > cases.count(1000), tostring(apart))
    end)
  end
end)

describe("a cone that is nearly flat", function()
  -- Its side's normals differ from the axis by less than the rounding of their sine.
  it("is left along the shortest way", function()
    local random, overlaps = generate.random(12), 0
    local function v() return vec(random.unit(), random.unit(), random.unit()) end
    for i = 1, cases.count(3000) do
      local length, radius = 10.0 ^ -random.integer(5, 12), random.range(0.3, 0.5)
      local base = v()
      local cone = collide.cone(base, base + v():normalized(vec(1, 0, 0)) * length, radius)
      local corners = {}
      for k = 1, random.integer(3, 8) do corners[k] = v() end
      local solid = i % 3 == 0 and collide.box(v(), { 0.3, 0.2, 0.4 },
        collide.quat(v():normalized(vec(0, 0, 1)), random.unit())) or collide.hull(corners)
      local out = cone:contact(solid, math.huge)
      cone = cone:moved(out.normal * (-out.distance - 10.0 ^ -random.integer(1, 12)))
      local contact = cone:contact(solid)
      if contact then
        overlaps = overlaps + 1
        local n = contact.normal
        for _ = 1, 10 do -- no normal of the side leads out sooner
          local aside = v()
          aside = (aside - n * aside:dot(n)):normalized(vec(1, 0, 0))
          local m = (n + aside * (random.range(0, 2) * length / radius)):normalized()
          local depth = solid:support(m):dot(m) - cone:support(-m):dot(m)
          assert.is_true(depth >= contact.depth - 1e-14, tostring(contact.depth - depth))
        end
      end
    end
    assert.is_true(overlaps > cases.count(1000), tostring(overlaps))
  end)
end)

describe("a cylinder and a cone on a grid", function()
  -- Where the side of the cone and a rim of the cylinder have a greatest depth that is flat, its
  -- surroundings must not hide the least one on the other side.
  it("have the same depth in both orders", function()
    local random, overlaps = generate.random(31), 0
    local function on_grid(low) return random.integer(low, 2) / 2 end
    local function v() return vec(on_grid(-2), on_grid(-2), on_grid(-2)) end
    local function solid(kind, a)
      local b = v()
      return b ~= a and kind(a, b, on_grid(1)) or nil
    end
    local function check(a, b)
      if not (a and b and a:overlap(b)) then return end
      overlaps = overlaps + 1
      local depth, swapped = a:distance(b), b:distance(a)
      assert.is_true(math.abs(depth - swapped) < 1e-12, ("%s %s: %g and %g"):format(a, b, depth,
        swapped))
    end
    check(collide.cylinder({ 1, 0.5, -0.5 }, { 0.5, -1, -1 }, 1),
      collide.cone({ 1, 0.5, -0.5 }, { 0.5, -1, -0.5 }, 0.5))
    check(collide.cylinder({ -0.5, 0, -1 }, { 0, -1, -0.5 }, 0.5),
      collide.cone({ -0.5, 0, -1 }, { -0.5, -1, -0.5 }, 0.5))
    for _ = 1, cases.count(4000) do
      local at = v()
      check(solid(collide.cylinder, at), solid(collide.cone, random.chance(0.7) and at or v()))
    end
    assert.is_true(overlaps > cases.count(3000), tostring(overlaps))
  end)
end)

describe("a cylinder on a face of many vertices", function()
  it("has its points where the faces meet, however many vertices there are", function()
    for _, count in ipairs { 4, 8, 9, 12, 40 } do
      local corners = {}
      for i = 1, count do
        local angle = 2 * math.pi * i / count
        for y = 0, 1 do
          corners[#corners + 1] = vec(2 * math.cos(angle), y, 2 * math.sin(angle))
        end
      end
      local prism = collide.hull(corners)
      for _, low in ipairs { 0.75, 1.25 } do
        local cylinder = collide.cylinder({ 0.5, low, 0.25 }, { 0.5, 3, 0.25 }, 0.5)
        local contact = cylinder:contact(prism, 1)
        expect.near({ 0, 1, 0 }, contact.normal, 1e-12)
        expect.near(low - 1, contact.distance, 1e-12)
        expect.near(low, contact.point_a.y, 1e-12)
        expect.near(1, contact.point_b.y, 1e-12)
        local under = vec(contact.point_b.x - 0.5, 0, contact.point_b.z - 0.25)
        assert.is_true(under:length() <= 0.5 + 1e-12, tostring(contact))
      end
    end
  end)
end)

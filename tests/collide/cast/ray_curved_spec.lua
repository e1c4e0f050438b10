-- Rays and casts against cylinders and cones. The interval of a ray is compared with the quadratic
-- of the side and the planes of the caps; the time of a cast with the first root of the distance,
-- which is convex in time, found by bisection. The number of hits guards against vacuity.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(300)

-- The intervals of t in which a t^2 + 2 b t + c <= 0.
local function quadratic(a, b, c)
  if a == 0 then
    if b == 0 then return c <= 0 and { { -math.huge, math.huge } } or {} end
    return { b > 0 and { -math.huge, -c / (2 * b) } or { -c / (2 * b), math.huge } }
  end
  local disc = b * b - a * c
  if disc < 0 then return a < 0 and { { -math.huge, math.huge } } or {} end
  local root = math.sqrt(disc)
  local q = -(b + (b < 0 and -root or root))
  local s, t = q / a, q ~= 0 and c / q or 0
  if s > t then s, t = t, s end
  if a > 0 then return { { s, t } } end
  return { { -math.huge, s }, { t, math.huge } }
end

-- The interval of a line in a cylinder or cone, and the outward normals at its ends; nil for a
-- miss.
local function line_in(shape, o, d)
  local axis = shape.b - shape.a
  local length, r = axis:length(), shape.radius
  local u = axis / length
  local slope = shape.kind == "cone" and r / length or 0
  local w = o - shape.a
  local x, dx = w:dot(u), d:dot(u)
  local p, q = w - u * x, d - u * dx -- across the axis
  local y, dy = r - slope * x, -slope * dx -- the radius at the height
  local slab = { -math.huge, math.huge }
  if dx ~= 0 then
    slab = { -x / dx, (length - x) / dx }
    if slab[1] > slab[2] then slab[1], slab[2] = slab[2], slab[1] end
  elseif x < 0 or x > length then
    return nil
  end
  local function cap() return dx > 0 and u or -u end
  local function side(t)
    local out = p + q * t
    return (out:normalized() + u * slope):normalized()
  end
  for _, i in ipairs(quadratic(q:dot(q) - dy * dy, p:dot(q) - y * dy, p:dot(p) - y * y)) do
    local enter, exit = math.max(i[1], slab[1]), math.min(i[2], slab[2])
    -- The quadratic has a second cone beyond the apex, which touches this one in a point.
    if enter < exit then
      return enter, exit, enter == slab[1] and -cap() or side(enter),
        exit == slab[2] and cap() or side(exit),
        math.min(math.abs(i[1] - slab[1]), math.abs(i[2] - slab[2]))
    end
  end
end

-- The first time in [0, 1] at which the distance is 0, and the least distance, which is convex in
-- time.
local function first_touch(a, motion, b)
  local function at(t) return a:moved(motion * t):distance(b) end
  local low, high = 0, 1
  for _ = 1, 60 do
    local s, t = low + (high - low) / 3, high - (high - low) / 3
    if at(s) <= at(t) then high = t else low = s end
  end
  local least = at(low)
  local from, to = 0, low
  if at(0) <= 0 then return 0, least end
  for _ = 1, 60 do
    local middle = 0.5 * (from + to)
    if at(middle) > 0 then from = middle else to = middle end
  end
  return to, least
end

-- Rounding the ends of a short axis turns it: the factor by which that magnifies errors.
local function is_short(shape)
  return generate.is_curved(shape) and (shape.a - shape.b):length() < 1e-3
end

for _, kind in ipairs { "cylinder", "cone" } do
  describe("a " .. kind, function()
    it("is entered and left by rays where its quadratic and caps say", function()
      local hits = 0
      for seed = 1, 10 * cases do
        local random = generate.random(seed)
        local p, shape, style, size = generate.pair(random, "point", kind, 3)
        local length = (shape.b - shape.a):length()
        local d = shape:support(generate.vector(random, style, 3)) - p.center
        d = d + generate.vector(random, style, 3) * 0.25
        local along = math.abs(d:dot((shape.b - shape.a):normalized()))
        local from_apex = (shape.b - p.center):cross(d:normalized(vec(1, 0, 0))):length()
        -- Rounding decides in the plane of a cap; near an apex the quadratic loses half its digits.
        if shape.radius > 1e-3 and length > 1e-3 and along > 1e-3 and from_apex > 1e-3 then
          local enter, exit, normal, exit_normal, clear = line_in(shape, p.center, d)
          local hit = collide.raycast(p.center, d, shape)
          local what = ("seed %d: %s from %s along %s"):format(seed, shape, p, d)
          local grazes = enter and ((exit - enter) * d:length() < 1e-3 * size or
            math.abs(exit) < 1e-6)
          if enter and not grazes and exit > 0 then
            hits = hits + 1
            local near = 1e-13 * (size + math.abs(enter) + math.abs(exit)) * size /
              ((exit - enter) * d:length())
            expect.near(enter, hit.enter, near / math.abs(d:dot(normal)), what)
            expect.near(exit, hit.exit, near / math.abs(d:dot(exit_normal)), what)
            if clear * d:length() > 1e-4 * size then
              if not hit.inside then expect.near(normal, hit.normal, 1e-9, what) end
              expect.near(exit_normal, hit.exit_normal, 1e-9, what)
            end
          elseif not grazes then
            assert.is_true(not hit or (hit.exit - hit.enter) * d:length() < 1e-3 * size, what)
          end
        end
      end
      assert.is_true(hits > 2 * cases, "hits " .. hits)
    end)

    it("is met by a ray that ends within rounding of it where their distance says so", function()
      local total, hits, differ = 0, 0, 0
      for seed = 1, cases do
        local random = generate.random(seed)
        local style = generate.styles[1]
        local function vector(size) return generate.vector(random, style, 3) * size end
        local shape = collide[kind](vector(1), vector(1), random.range(0.25, 1))
        local origin = vector(1):normalized(vec(1, 0, 0)) * 9
        local ends_of_axis = { shape.a or shape.base, shape.b or shape.apex }
        local d = ends_of_axis[1]:lerp(ends_of_axis[2], random.range(0.1, 0.6)) - origin
        local hit = shape:raycast(origin, d)
        for k = 1, hit and hit.t > 0 and 4 or 0 do
          local tmax = hit.t * (1 - k * 0x1p-52)
          local ends = shape:raycast(origin, d, tmax)
          local touches = shape:distance(collide.point(origin + d * tmax)) <= 0
          total, hits = total + 1, hits + (ends and 1 or 0)
          differ = differ + ((ends ~= nil) == touches and 0 or 1) -- where the ray ends is rounded
          if ends then assert.is_true(ends.t <= tmax) end
        end
      end
      assert.is_true(total > cases and hits > 0 and differ <= total / 100,
        ("%d, %d hits, %d differ"):format(total, hits, differ))
    end)

    it("is met by rays along and across its axis, at the apex and in the plane of a cap", function()
      local met = 0
      for seed = 1, 40 do
        local random = generate.random(seed)
        local function coordinate() return random.range(-9, 9) end
        local function point() return vec(coordinate(), coordinate(), coordinate()) end
        local q, origin = collide.quat(point(), seed % 2 * random.range(-3, 3)), point()
        local function place(x, y, z) return origin + q * vec(x, y, z) end
        local shape = collide[kind](place(0, 0, 0), place(0, 2, 0), 1)
        for _, off in ipairs { 0, 0.25, 0.5, 0.999, 1.001, 1.5, 2.001 } do
          for _, way in ipairs { vec(0, -4, 0), vec(0, 4, 0), vec(3, 0, 0), vec(-1, 0, 0) } do
            local across = way.x ~= 0
            local o = across and place(-2.5 * way.x, off, 0.125) or place(off, 1 - way.y, 0)
            local d = q * way
            local enter, exit, normal, exit_normal = line_in(shape, o, d)
            local hit = collide.raycast(o, d, shape)
            local what = ("seed %d, off %g, along %s"):format(seed, off, way)
            local on_rim = off == 0 and (across or kind == "cone")
            assert.are.equal(enter ~= nil or on_rim, hit ~= nil, what)
            if enter and not on_rim then
              met = met + 1
              expect.near(enter, hit.enter, 1e-13, what)
              expect.near(exit, hit.exit, 1e-13, what)
              expect.near(normal, hit.normal, 1e-12, what)
              expect.near(exit_normal, hit.exit_normal, 1e-12, what)
            end
          end
        end
      end
      assert.is_true(met > 40 * 8, "met " .. met)
    end)

    it("is touched by what is cast when their distance comes to 0", function()
      local hits = 0
      for seed = 1, cases do
        local random = generate.random(seed)
        local kinds = { "sphere", "capsule", "box", "hull", "cylinder", "cone" }
        local a, b, style, size = generate.pair(random, kinds[seed % #kinds + 1], kind, 3)
        local motion = b:support(generate.vector(random, style, 3)) - a:support(vec(1, 2, 3))
        motion = motion * random.range(0.5, 2)
        local hit = a:shapecast(motion, b)
        local time, least = first_touch(a, motion, b)
        local what = ("seed %d: %s along %s to %s"):format(seed, a, motion, b)
        if least > 1e-6 * size then
          assert.is_nil(hit, what)
        elseif least < -1e-3 * size and time < 1 - 1e-6 then
          hits = hits + 1
          -- The faster the distance changes, the better the time is known.
          local slope = a:moved(motion * (time - 1e-4)):distance(b) / 1e-4
          if time > 1e-3 and slope > 1e-2 and not (is_short(a) or is_short(b)) then
            expect.near(time, hit.t, 1e-11 * (size + motion:length()) / slope, what)
            expect.near(0, a:moved(motion * hit.t):distance(b), 1e-12 * (size + motion:length()))
          end
        end
      end
      assert.is_true(hits > 0.1 * cases, "hits " .. hits)
    end)
  end)
end

-- Rays against cylinders and cones where rounding decides and where they are special; any others
-- are compared with an oracle (tests/accuracy). The interval is that of the quadratic of the side
-- and of the planes of the caps. The number of hits guards against vacuity.
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
        exit == slab[2] and cap() or side(exit)
    end
  end
end

for _, kind in ipairs { "cylinder", "cone" } do
  describe("a " .. kind, function()
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
  end)
end

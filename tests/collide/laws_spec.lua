-- The contract as laws, over seeded random and degenerate pairs of every two kinds in 2D and 3D. A
-- separation proves itself: its witness points lie on the surfaces and differ by distance * normal,
-- so the distance is not smaller; the slab along the normal is that wide, so it is not larger, or
-- separates the overlap. Swapping, moving and scaling change nothing. Shares of overlaps and hits
-- guard against vacuity. COLLIDE_CASES sets the cases per pair.
local collide = require "collide"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(300)

local has_part, has_surface = generate.has_part, generate.has_surface

local function unbounded(shape)
  return has_part(shape, function(s) return s.kind == "line" or s.kind == "plane" end)
end

local function largest_rounding(shape)
  local radius = generate.rounding(shape)
  for _, part in ipairs(shape.shapes or {}) do
    radius = math.max(radius, generate.rounding(part))
  end
  return radius
end

local function is_short(shape)
  return generate.is_curved(shape) and (shape.a - shape.b):length() < 2 ^ -64
end

-- Rounding the ends of a short axis turns it: by this factor it magnifies the rounding of the
-- input.
local function by_short_axes(...)
  local most = 0
  local function see(shape)
    if generate.is_curved(shape) then
      most = math.max(most, shape.radius / (shape.a - shape.b):length())
    end
  end
  for _, shape in ipairs { ... } do has_part(shape, see) end
  return most
end

-- The depth of a set with curved parts: a cusp between two of them loses half the digits.
local function is_bent(a, b)
  local sharp = largest_rounding(a) + largest_rounding(b) == 0 and
    not (has_part(a, generate.is_curved) or has_part(b, generate.is_curved))
  return not sharp and (generate.is_set(a) or generate.is_set(b))
end

-- Whether a set touches the other shape up to rounding at the distance d: the other shape may lie
-- between two parts, and rounding decides whether it can leave between them.
local function touches(a, b, d, rounding)
  return (generate.is_set(a) or generate.is_set(b)) and math.abs(d) <= rounding
end

-- The signed distance; 0 where two surfaces overlap, as these have no depth.
local function gap(a, b)
  return has_surface(a) and has_surface(b) and a:overlap(b) and 0 or a:distance(b)
end

-- The signed distance of the two convex parts that are deepest in each other, or else nearest. It
-- is as exact as those of convex shapes; the depth of a set may be the root of the rounding, in a
-- cusp between two parts, or reach through all of the next part, where two nearly touch.
local function gap_of_parts(a, b)
  if not (generate.is_set(a) or generate.is_set(b)) then return gap(a, b) end
  local least = math.huge
  for _, part_a in ipairs(generate.parts(a)) do
    for _, part_b in ipairs(generate.parts(b)) do
      least = math.min(least, part_a.shape:distance(part_b.shape))
    end
  end
  return least
end

-- Whether a, which touches the set b, lies in a crack not much wider than the margin by which the
-- search for the depth widens all parts. There the depth is that of parts that are wider by so
-- much, whose crack may be shorter by the width over the angle of its walls.
local function is_in_crack(a, b, size)
  if not (generate.is_set(a) or generate.is_set(b)) then return false end
  local n, axes = a:contact(b, math.huge).normal
  if n.z then
    local u = n:cross(math.abs(n.x) < 0.5 and vec(1, 0, 0) or vec(0, 1, 0)):normalized()
    axes = { n, u, n:cross(u) }
  else
    axes = { n, vec(-n.y, n.x) }
  end
  for _, axis in ipairs(axes) do
    local aside = axis * (2 ^ -37 * size)
    if a:moved(aside):overlap(b) and a:moved(-aside):overlap(b) then return true end
  end
  return false
end

-- The tolerance of a distance: what the contract asks of a pair, or less.
local function tolerance_of(a, b)
  local curved = has_part(a, generate.is_curved) or has_part(b, generate.is_curved)
  return curved and 1e-9 or 1e-12
end

-- The tolerance of a depth.
local function depth_tolerance_of(a, b)
  return is_bent(a, b) and 1e-6 or tolerance_of(a, b)
end

-- The gap along u: min over a of u . x minus max over b of u . x; nil where a or b is unbounded.
local function slab(a, b, u)
  local low, high = a:support(-u):dot(u), b:support(u):dot(u)
  local width = low - high
  if width ~= width or math.abs(low) == math.huge or math.abs(high) == math.huge then return nil end
  return width
end

-- The tolerance of a translation that separates. Out of a wedge between walls it is long: rounding
-- moves its end farther than the walls, by as much as it is longer than what it leads out of.
local function wedged(size, d)
  if d >= -size then return size end
  return (size - d) * (-d / size)
end

-- The tolerance of a normal: where cores nearly touch, it is known to eps * size / gap.
local function widened(size, a, b, d)
  local radius = largest_rounding(a) + largest_rounding(b)
  local near = math.abs(d + radius)
  -- Any pair of parts of a set may be the one that nearly touches.
  if generate.is_set(a) or generate.is_set(b) then near = math.min(1, near) end
  return math.max(size, radius * 1e-3 * size / near)
end

local function unit_axis(dim, i)
  if dim == 2 then return i % 2 == 0 and vec(1, 0) or vec(0, 1) end
  return i % 3 == 0 and vec(1, 0, 0) or i % 3 == 1 and vec(0, 1, 0) or vec(0, 0, 1)
end

local Case = {}
Case.__index = Case

function Case:fail(law, ...)
  error(("%s breaks at seed %d\n  a = %s\n  b = %s\n  motion = %s\n  %s"):format(law, self.seed,
    self.a, self.b, self.motion, table.concat({ ... }, " ")), 0)
end

function Case:near(law, value, expected, size)
  size = size or self.size
  if not (math.abs(value - expected) <= self.tolerance * size) then
    self:fail(law, ("%.17g is not %.17g, off by %.3g of size %g"):format(value, expected,
      value - expected, size))
  end
end

-- Whether the distance is that of a way out of a solid, which may be longer than the shortest.
function Case:may_be_longer(d)
  return d < 0 and (generate.has_inside(self.a) or generate.has_inside(self.b))
end

-- The depth of a set with round parts is searched for a limited time. A longer way out than the
-- shortest is counted, if not longer by more than a thousandth.
function Case:same_depth(law, value, expected, size)
  local off = math.abs(value - expected)
  local longer = off <= 2 ^ -10 * math.abs(expected) and is_bent(self.a, self.b)
  if self:may_be_longer(expected) and law ~= "swap" then
    self.counts.detours = self.counts.detours + (off > self.tolerance * size and 1 or 0)
  elseif longer and off > self.tolerance * size then
    self.counts.longer = self.counts.longer + 1
  else
    self:near(law, value, expected, size)
  end
end

function Case:check_vector(law, v)
  for _, x in ipairs { v:unpack() } do
    if x ~= x or math.abs(x) == math.huge then self:fail(law, tostring(v)) end
  end
end

function Case:check_unit(law, n)
  if not (math.abs(n:length() - 1) < 1e-14) then self:fail(law .. ": unit normal", tostring(n)) end
end

function Case:certificate(a, b, contact, size)
  local d, n = contact.distance, contact.normal
  self:check_unit("separation", n)
  self:check_vector("point_a", contact.point_a)
  self:check_vector("point_b", contact.point_b)
  if d == -math.huge then return end
  -- Lines that are nearly parallel are closest far away.
  size = math.max(size, contact.point_a:length(), contact.point_b:length())
  size = widened(wedged(size, d), a, b, d)
  local difference = contact.point_a - contact.point_b - n * d
  local on = d < 0 and self.deep * size or size
  self:near("equation", difference:length(), 0, size)
  self:near("point_a on a", gap_of_parts(collide.point(contact.point_a), a), 0, on)
  self:near("point_b on b", gap_of_parts(collide.point(contact.point_b), b), 0, on)
  local width = slab(a, b, n)
  if generate.is_set(a) or generate.is_set(b) then -- other parts may lie beyond
    if width and width > d + self.tolerance * size then self:fail("slab of the normal", width) end
  elseif width then
    self:near("slab of the normal", width, d, size)
  elseif not (unbounded(a) or unbounded(b)) then
    self:fail("slab of the normal", "none")
  end
end

-- The tolerance of the signed distance d of the case.
function Case:deep_size(d, size)
  size = size or self.size
  return d < 0 and self.deep * wedged(size, d) or size
end

-- No axis separates the shapes by more than their distance.
function Case:no_better_axis(d)
  for i = 1, 4 do
    local u = i == 1 and unit_axis(self.dim, self.seed) or
      generate.vector(self.random, self.style, self.dim):normalized(unit_axis(self.dim, i))
    local width = slab(self.a, self.b, u)
    if width and width > d + self.tolerance * self:deep_size(d) then
      self:fail("no better axis", ("%.17g along %s beats %.17g"):format(width, tostring(u), d))
    end
  end
end

function Case:separation()
  local a, b = self.a, self.b
  local contact = a:contact(b, math.huge)
  local d, n = contact.distance, contact.normal
  -- Rounding decides whether walls that are nearly parallel meet at all.
  if d < -1e4 * self.size and d > -math.huge then return nil end
  self:certificate(a, b, contact, self.size)
  local shortest = not self:may_be_longer(d)
  if shortest then self:no_better_axis(d) end
  if a:overlap(b) ~= (d <= 0) then self:fail("overlap is distance <= 0") end
  if a:distance(b) ~= d then self:fail("distance is contact's") end
  local touching = a:contact(b)
  if (touching and touching.distance) ~= (d <= 0 and d or nil) then
    self:fail("contact is overlap", tostring(touching))
  end
  local swapped = b:contact(a, math.huge)
  self:certificate(b, a, swapped, self.size)
  if d == -math.huge then
    if swapped.distance >= -1e4 * self.size then self:fail("swap", tostring(swapped.distance)) end
    return d
  end
  local size = self:deep_size(d)
  self:same_depth("swap", swapped.distance, d, size)
  size = widened(size + math.abs(d), a, b, d)
  self:near("move out and touch", gap_of_parts(a:moved(n * -d), b), 0, size)
  self.in_crack = d < 0 and is_in_crack(a:moved(n * -d), b, self.size)
  local seam = touches(a, b, gap_of_parts(a:moved(n * (-0.99 * d)), b), self.tolerance * size)
  -- In a seam or crack rounding decides where a may leave.
  if d < 0 and shortest and not (seam or self.in_crack) then
    self:near("move 0.99 of the way", a:moved(n * (-0.99 * d)):distance(b), 0.01 * d, size)
    if not (generate.is_set(a) or generate.is_set(b)) then -- another part may be near
      self:near("move 1.01 of the way", a:moved(n * (-1.01 * d)):distance(b), -0.01 * d, size)
    end
  end
  return d
end

function Case:rigid_motion(d)
  local scale = 10.0 ^ self.random.integer(-6, 6)
  local motion = generate.motion(self.random, self.dim, scale)
  local a, b = generate.apply(motion, self.a), generate.apply(motion, self.b)
  if has_surface(a) and has_surface(b) and (a:overlap(b) or b:overlap(a)) then -- by rounding
    return self:near("rigid motion of a touch", d, 0, 4 * (self.size + 1))
  end
  local contact = a:contact(b, math.huge)
  local moved = contact.distance
  local size = self.size + self.turned
  local there = setmetatable({ a = a, b = b }, { __index = self })
  there:certificate(a, b, contact, 4 * scale * size)
  -- Turning lines and planes may round away that they are parallel.
  if unbounded(self.a) and unbounded(self.b) then return end
  if d == -math.huge then
    if moved ~= d then self:fail("rigid motion", tostring(moved)) end
    return
  end
  if touches(self.a, self.b, math.max(d, moved / scale), self.tolerance * size) then return end
  if self.in_crack then return end
  self:same_depth("rigid motion and scale", moved / scale, d, 4 * self:deep_size(d, size))
end

-- Within the range of sizes an answer scales by powers of two, to the last bits: no tolerance is
-- absolute, and no intermediate value over- or underflows.
function Case:scales(d)
  local scale = 2.0 ^ (self.random.integer(-60, 60) - math.floor(math.log(self.largest, 2)))
  local a, b = generate.scaled(self.a, scale), generate.scaled(self.b, scale)
  if tostring(generate.scaled(a, 1 / scale)) ~= tostring(self.a) or
    tostring(generate.scaled(b, 1 / scale)) ~= tostring(self.b) then
    return -- a small part of it is smaller than 2^-64, which counts as 0
  end
  if has_part(a, is_short) or has_part(b, is_short) then
    return -- as does an axis
  end
  self.counts.scaled = self.counts.scaled + 1
  if has_surface(a) and has_surface(b) and (a:overlap(b) or b:overlap(a)) then
    self:fail("the scaled meshes overlap")
  end
  local scaled = a:distance(b) / scale
  if scaled ~= d and not (math.abs(scaled - d) <= 0x1p-49 * self.size) then
    self:fail("scales", ("%.17g is not %.17g by %a"):format(scaled, d, scale))
  end
end

function Case:touches_at(law, t, motion, normal)
  if math.abs(t) == math.huge then
    if normal then self:fail(law .. ": normal at infinity") end
    return
  end
  local at = self.a:moved(motion * t)
  local size = self.size + math.abs(t) * motion:length()
  -- A grazing touch loses up to half the digits, whatever the method.
  local slope = math.abs(motion:normalized():dot(normal))
  size = size * math.max(1, math.min(1e-4 / slope, 3e4))
  self:near(law, gap_of_parts(at, self.b), 0, size)
  self:check_unit(law, normal)
  local width = slab(at, self.b, normal)
  -- Touching edges and faces determine the normal only as well as their own directions are known.
  local sharp = generate.rounding(self.a) + generate.rounding(self.b) == 0
  if generate.is_set(self.a) or generate.is_set(self.b) then return end
  if width then self:near(law .. ": slab of the normal", width, 0, (sharp and 1e4 or 4) * size) end
end

-- What does not approach goes no deeper than rounding. Sets touch as long as any part does.
function Case:graze(hit, motion, size)
  if hit.approach > 0 or generate.is_set(self.a) or generate.is_set(self.b) then return end
  local middle = 0.5 * (hit.enter + math.min(hit.exit, hit.enter + 1))
  local depth = gap(self.a:moved(motion * middle), self.b)
  if depth < -self.tolerance * size then self:fail("a graze is not deep", tostring(hit)) end
end

function Case:cast()
  local motion = generate.vector(self.random, self.style, self.dim) * 3
  self.motion = motion
  local hit = self.a:shapecast(motion, self.b)
  local size = self.size + motion:length()
  local touching = gap(self.a, self.b)
  if not hit then
    for i = 0, 4 do
      local d = gap(self.a:moved(motion * (i / 4)), self.b)
      if d < -self.tolerance * size then self:fail("a miss never touches", tostring(d)) end
    end
    return false
  end
  if not (hit.enter <= hit.exit and hit.t >= 0 and hit.t <= 1 and hit.exit >= 0) then
    self:fail("order of times", tostring(hit))
  end
  if hit.inside ~= (hit.enter <= 0) then self:fail("inside", tostring(hit)) end
  if touching <= 0 and not hit.inside then self:fail("overlap is inside", tostring(hit)) end
  self:check_unit("cast", hit.normal)
  self:check_vector("cast point", hit.point)
  self:touches_at("enter touches", hit.enter, motion, not hit.inside and hit.normal or
    hit.enter > -math.huge and
    self.a:moved(motion * hit.enter):contact(self.b, math.huge).normal or nil)
  self:touches_at("exit touches", hit.exit, motion, hit.exit_normal)
  if not hit.inside then
    local point = collide.point(hit.point)
    self:near("point on b", gap_of_parts(point, self.b), 0, size)
    self:graze(hit, motion, size)
  end
  if hit.enter > -math.huge and hit.exit < math.huge then
    local far = self.size + math.max(-hit.enter, hit.exit) * motion:length()
    local middle = gap(self.a:moved(motion * (0.5 * (hit.enter + hit.exit))), self.b)
    if middle > self.tolerance * far then self:fail("touching in between", tostring(middle)) end
  end
  self:swapped_cast(hit, motion, size)
  return true
end

-- Whether a slides along b between two times: rounding decides whether it touches.
function Case:slides(from, to, motion, size)
  for i = 1, 3 do
    local at = self.a:moved(motion * (from + i / 4 * (to - from)))
    if math.abs(gap(at, self.b)) > self.tolerance * size then return false end
  end
  return true
end

-- b, moving the other way, touches a at the same times.
function Case:swapped_cast(hit, motion, size)
  -- A touch that began in the past is known only if a set still touches, which rounding decides.
  if touches(self.a, self.b, gap(self.a, self.b), self.tolerance * size) then return end
  local swapped = self.b:shapecast(-motion, self.a)
  if not swapped then
    -- The verdicts may differ only where rounding decides: grazing, or at an end of the range.
    local grazes = hit.exit - hit.enter < 1e-6 or hit.exit < 1e-6 or hit.t > 1 - 1e-6
    if not grazes and math.abs(gap(self.a, self.b)) > self.tolerance * size then
      self:fail("swapped cast misses", tostring(hit))
    end
    return
  end
  local speed = motion:length()
  for _, end_ in ipairs { "enter", "exit" } do
    local x, y = hit[end_], swapped[end_]
    -- Grazing loses half the digits of the time, none of the touch.
    if math.abs(x) < 1e6 and math.abs(x - y) * speed > 1e-5 * size and
      not self:slides(x, y, motion, size) then
      self:fail("swapped cast: " .. end_, tostring(hit), tostring(swapped))
    end
  end
end

local function run(kind_a, kind_b, dim)
  local hits, overlaps, counts = 0, 0, { longer = 0, detours = 0, scaled = 0 }
  local count = dim == 3 and kind_b == "compound" and cases // 4 or cases -- they take longest
  for i = 1, count do
    local random = generate.random(i)
    local a, b, style, size = generate.pair(random, kind_a, kind_b, dim)
    local overlapped = a:overlap(b)
    if overlapped then overlaps = overlaps + 1 end
    if generate.parted(a, b, dim) then
      local tolerance = tolerance_of(a, b)
      local turned = 1 + 16 * 2 ^ -52 * by_short_axes(a, b) / tolerance
      local case = setmetatable({ seed = i, random = random, a = a, b = b, style = style, dim = dim,
        largest = math.max(size, 2.0 ^ -60), size = math.max(size, 1e-300) * turned,
        turned = turned, tolerance = tolerance,
        counts = counts, deep = depth_tolerance_of(a, b) / tolerance }, Case)
      local d = case:separation()
      if d then case:rigid_motion(d) end
      if case:cast() then hits = hits + 1 end
      if d then case:scales(d) end
    end
  end
  assert.is_true(counts.longer <= count / 10000 + 1, ("%d ways too long"):format(counts.longer))
  assert.is_true(counts.detours <= count / 20 + 1, ("%d detours"):format(counts.detours))
  return overlaps / count, hits / count
end

for dim = 2, 3 do
  describe(("the laws in %dD hold for"):format(dim), function()
    local kinds = generate.kinds(dim)
    for i, kind_a in ipairs(kinds) do
      for j = i, #kinds do
        local kind_b = kinds[j]
        it(("%s and %s"):format(kind_a, kind_b), function()
          local overlaps, hits = run(kind_a, kind_b, dim)
          -- Guards against a vacuous generator; planes overlap more often, points less.
          assert.is_true(overlaps > 0.02, "too few overlaps: " .. overlaps)
          assert.is_true(hits > 0.02, "too few hits: " .. hits)
        end)
      end
    end
  end)
end

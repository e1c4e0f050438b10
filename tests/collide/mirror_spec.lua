-- A mirror changes no verdict. Exchanging axes and changing signs is exact, and so is every input
-- of these cases, on a coarse grid where shapes often just touch: whether two shapes overlap,
-- whether a cast hits and begins inside is the same on both sides, to the last
-- bit; distances, times and approaches are, to rounding. Edges, faces and axes are taken in another
-- order there. The surfaces of cylinders and cones are rounded: where they just touch, verdicts may
-- differ. COLLIDE_CASES sets the cases per pair of kinds.
local collide = require "collide"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(15)
local grid = generate.styles[2]

-- The mirrors of a dimension: component i becomes the given one, with its sign. They exchange axes,
-- cyclically or two of them, and change the sides of one axis or of all.
local mirrors = {
  [2] = { { 2, 1 }, { -1, 2 }, { -2, 1 } },
  [3] = { { 2, 3, 1 }, { -1, 2, 3 }, { 2, 1, 3 }, { 1, -3, 2 }, { -1, -2, -3 } },
}

local function mirrored_vector(mirror, v)
  local from, to = { v:unpack() }, {}
  for i, k in ipairs(mirror) do to[i] = k < 0 and -from[-k] or from[k] end
  return vec(table.unpack(to))
end

-- Whether nothing of a shape is rounded: neither a rotation nor the length of a direction.
local function is_exact(shape)
  return not generate.has_part(shape, function(s)
    for _, x in ipairs { (s.direction or s.normal or vec(0, 0)):unpack() } do
      if x ~= math.floor(x) then return true end
    end
    return s.kind == "box" and not s.min
  end)
end

-- The shape as the mirror shows it.
local function mirrored(mirror, shape)
  local function see(v) return mirrored_vector(mirror, v) end
  return generate.seen(shape, { point = see, direction = see, length = function(x) return x end })
end

local function is_curved(a, b)
  return generate.has_part(a, generate.is_curved) or generate.has_part(b, generate.is_curved)
end

-- What the contract lets two ways to an answer differ by: a depth of sets has the digits of a cusp.
local function tolerance_of(a, b, overlap)
  if overlap and (generate.is_set(a) or generate.is_set(b)) then return 1e-6 end
  return is_curved(a, b) and 1e-9 or 1e-12
end

-- Fails unless the answers of a case are those of its mirror image; whether it just touches.
local function check(seed, mirror, a, b, motion)
  local a2, b2, motion2 = mirrored(mirror, a), mirrored(mirror, b), mirrored_vector(mirror, motion)
  local function fail(law, x, y)
    error(("%s: %s, but %s in the mirror, at seed %d\n  a = %s\n  b = %s\n  motion = %s")
      :format(law, x, y, seed, a, b, motion), 0)
  end
  local rounded = is_curved(a, b)
  local function same(law, x, y)
    if x ~= y and not rounded then fail(law, x, y) end
  end
  local function near(law, x, y, tolerance)
    if x ~= y and not (math.abs(x - y) <= tolerance * (1 + math.abs(x))) then fail(law, x, y) end
  end
  local overlaps, gap = a:overlap(b), nil
  same("overlap", overlaps, a2:overlap(b2))
  if not (overlaps and generate.has_surface(a) and generate.has_surface(b)) then
    gap = a:distance(b)
    near("distance", gap, a2:distance(b2), tolerance_of(a, b, overlaps))
  end
  local hit, hit2 = a:shapecast(motion, b), a2:shapecast(motion2, b2)
  same("a cast hits", hit ~= nil, hit2 ~= nil)
  if hit and hit2 then
    same("a cast begins inside", hit.inside, hit2.inside)
    same("inside is overlap", hit.inside, overlaps)
    for _, field in ipairs { "t", "enter", "exit" } do
      near(field .. " of a cast", hit[field], hit2[field], 1e-6) -- a graze loses half the digits
    end
    if gap ~= nil and gap >= 0 then
      same("a cast grazes", hit.approach == 0, hit2.approach == 0)
    end
  end
  return gap == 0
end

local function run(kind_a, kind_b, dim)
  local touching = 0
  for seed = 1, 6 * cases do
    local random = generate.random(seed)
    local a, b, style = generate.pair(random, kind_a, kind_b, dim)
    if style == grid and is_exact(a) and is_exact(b) then
      local all = mirrors[dim]
      local touch = check(seed, all[seed % #all + 1], a, b, generate.vector(random, grid, dim))
      touching = touching + (touch and 1 or 0)
    end
  end
  return touching
end

for dim = 2, 3 do
  it(("all answers in %dD are the same in a mirror"):format(dim), function()
    local touching, kinds = 0, generate.kinds(dim)
    for i, kind_a in ipairs(kinds) do
      for j = i, #kinds do touching = touching + run(kind_a, kinds[j], dim) end
    end
    assert.is_true(touching > cases, "too few just touch: " .. touching)
  end)
end

-- Whatever an owner does to what is thin and lies on a sheet, or to the sheet, it stays on its
-- side, if what is moved goes no farther than it is large: also where it is wholly beyond the sheet
-- then and crosses nothing.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

local vec = collide.vec
local DT = 1 / 60

-- Heights of a floor that goes up and down in turn, at each multiple of the width.
local function floor_of(dim, slope, width, is_mesh, add)
  local function height(x)
    local k = math.floor(x / width)
    local u = x / width - k
    return (k % 2 == 0 and u or 1 - u) * slope * width
  end
  local function at(x, z) return dim == 2 and vec(x, height(x)) or vec(x, height(x), z) end
  local points, faces = {}, {}
  local function face(...)
    local corners = { ... }
    if not is_mesh then return add(collide[dim == 2 and "segment" or "triangle"](...)) end
    local n = #points
    for _, corner in ipairs(corners) do points[#points + 1] = corner end
    faces[#faces + 1] = { n + 1, n + 2, n + #corners }
  end
  for k = -math.ceil(4 / width), math.ceil(4 / width) - 1 do
    local a, b = k * width, (k + 1) * width
    if dim == 2 then
      face(at(a), at(b))
    else
      face(at(a, -4), at(a, 4), at(b, 4))
      face(at(a, -4), at(b, 4), at(b, -4))
    end
  end
  if is_mesh then add(collide.mesh(points, faces)) end
  return height
end

local function sheet_at(dim, kind, c, half)
  local function corner(x, z) return dim == 2 and c + vec(x, 0) or c + vec(x, 0, z) end
  if kind == 1 then return collide.segment(corner(-half, 0), corner(half, 0)) end
  if kind == 2 then return collide.box(c, dim == 2 and { half, 0 } or { half, 0, 0 }) end
  if dim == 2 then
    return collide.polygon { corner(-half, 0), corner(half / 3, 0), corner(half, 0) }
  end
  return collide.triangle(corner(-half, half), corner(half, -half / 2), corner(0, half))
end

local function any_vector(random, dim)
  local x, y = random.range(-1, 1), random.range(-1, 1)
  return dim == 2 and vec(x, y) or vec(x, y, random.range(-1, 1))
end

local function any_rotation(random, dim)
  local angle = random.range(-3, 3)
  return dim == 2 and angle or collide.quat(any_vector(random, 3), angle)
end

-- What is done to a body of half the length `half`, or to its floor; returns half of its length
-- then, and how far the floor has gone.
local acts = {
  swing = function(body, random, half)
    local dim, rotation = body.shape.dim, any_rotation(random, body.shape.dim)
    local pivot = random.range(-half, half)
    local from = dim == 2 and vec(pivot, 0) or vec(pivot, 0, 0)
    local to = dim == 2 and from:rotated(rotation) or rotation * from
    body.shape = body.shape:rotated(rotation):moved(from - to)
    return half
  end,
  move = function(body, random, half)
    body.position = body.position +
      any_vector(random, body.shape.dim):normalized() * random.range(0, 1.5 * half)
    return half
  end,
  scale = function(body, random, half)
    half = math.min(0.6, half * random.range(0.5, 2))
    local dim = body.shape.dim
    body.shape = sheet_at(dim, random.integer(1, 3), body.position, half)
      :rotated(any_rotation(random, dim))
    return half
  end,
  shift = function(body, random, half, floors)
    local by = any_vector(random, body.shape.dim) * floors.farthest
    for _, floor in ipairs(floors) do floor.position = floor.position + by end
    return half, by
  end,
}

local slopes = { 0, 0.15, 1 }

local function play(seed, dim, act, counts)
  local random = generate.random(seed)
  local slope = act == "shift" and 1 or slopes[seed % 3 + 1]
  local width = ({ 0.1, 0.25, 1 })[random.integer(1, 3)]
  local world = collide.world { gravity = dim == 2 and { 0, -9.8 } or { 0, -9.8, 0 } }
  local is_mesh = seed % 2 == 0
  local floors = { farthest = is_mesh and 0.4 or width / 2 }
  local height = floor_of(dim, slope, width, is_mesh,
    function(shape) floors[#floors + 1] = world:add(shape) end)
  local half, shifted = random.range(0.1, 0.5), dim == 2 and vec(0, 0) or vec(0, 0, 0)
  local start = any_vector(random, dim)
  start = start + (dim == 2 and vec(0, slope * width + 1.6 - start.y) or
    vec(0, slope * width + 1.6 - start.y, 0))
  local body = world:add(sheet_at(dim, random.integer(1, 3), start, half), { mass = 1,
    restitution = 0, response = ({ "bounce", "slide", "stop" })[random.integer(1, 3)] })
  for _ = 1, 4 do
    for _ = 1, 60 do
      if world:touching(body)() then break end
      world:step(DT)
    end
    local by
    half, by = acts[act](body, random, half, floors)
    shifted = shifted + (by or shifted * 0)
    world:step(DT)
    local p = body.position - shifted
    if math.abs(p.x) > 3 or (dim == 3 and math.abs(p.z) > 3) then return end
    counts.acts = counts.acts + 1
    if p.y < height(p.x) - 1e-7 then counts.below = counts.below + 1 end
  end
end

describe("a thin body on a floor of thin tiles stays above it", function()
  for _, act in ipairs { "swing", "move", "scale", "shift" } do
    for _, dim in ipairs { 2, 3 } do
      it(("after any %s in %dD"):format(act, dim), function()
        local counts = { acts = 0, below = 0 }
        local scenes = cases.count(act == "shift" and 240 or 60) -- few corners are passed
        for seed = 1, scenes do play(seed, dim, act, counts) end
        assert.equal(0, counts.below)
        assert.is_true(counts.acts > 2 * scenes, "acts: " .. counts.acts)
      end)
    end
  end
end)

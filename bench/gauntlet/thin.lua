-- The thin table: nothing thin gets to the wrong side of anything thin. Every kind of shape without
-- thickness meets every kind of sheet; a mover is on the wrong side when it is beyond the plane of
-- the sheet, while it is still over it, by more than 1e-9 of the sheet's size and 8 ulps of the
-- coordinates. This file makes the scenes; what is random follows from a scene's seed.
local collide = require "collide"
local vec = collide.vec

local thin = {}

local REACH = 8 -- of a sheet, from its middle
local zero = { [2] = vec(0, 0), [3] = vec(0, 0, 0) }

local function range(low, high) return low + (high - low) * math.random() end

-- ------------------------------------------------------------------------------------------ movers
-- Around the origin, some in the plane of the sheet, y = 0, others across it.

local movers = { [2] = {
  { "point", collide.point({ 0, 0 }) },
  { "ball of radius 0", collide.sphere({ 0, 0 }, 0) },
  { "segment", collide.segment({ -0.25, 0 }, { 0.25, 0 }) },
  { "flat box", collide.box({ 0, 0 }, { 0.25, 0 }) },
  { "flat polygon", collide.polygon { { -0.25, 0 }, { 0.125, 0 }, { 0.25, 0 } } },
  { "flat triangle", collide.triangle({ -0.25, 0 }, { 0.25, 0 }, { 0.125, 0 }) },
  { "compound", collide.compound { collide.segment({ -0.25, 0 }, { 0.25, 0 }),
    collide.segment({ 0, 0 }, { 0, 0.25 }) } },
  { "mesh", collide.mesh({ vec(-0.25, 0), vec(0, 0), vec(0.25, 0) },
    { { 1, 2, 2 }, { 2, 3, 3 } }) },
}, [3] = {
  { "point", collide.point({ 0, 0, 0 }) },
  { "ball of radius 0", collide.sphere({ 0, 0, 0 }, 0) },
  { "segment", collide.segment({ -0.25, 0, 0 }, { 0.25, 0, 0 }) },
  { "triangle", collide.triangle({ -0.25, 0, -0.25 }, { 0.25, 0, -0.125 }, { 0, 0, 0.25 }) },
  { "flat box", collide.box({ 0, 0, 0 }, { 0.25, 0, 0.25 }) },
  { "needle", collide.box({ 0, 0, 0 }, { 0.25, 0, 0 }) },
  { "flat hull", collide.hull { { -0.25, 0, -0.125 }, { 0.25, 0, -0.125 }, { 0.125, 0, 0.25 },
    { -0.125, 0, 0.25 }, { 0, 0, 0 } } },
  { "cylinder of radius 0", collide.cylinder({ -0.25, 0, 0 }, { 0.25, 0, 0 }, 0) },
  { "cone of radius 0", collide.cone({ -0.25, 0, 0 }, { 0.25, 0, 0 }, 0) },
  { "compound", collide.compound { collide.segment({ -0.25, 0, 0 }, { 0.25, 0, 0 }),
    collide.triangle({ 0, 0, -0.25 }, { 0, 0, 0.25 }, { 0.125, 0.25, 0 }) } },
  { "mesh", collide.mesh({ vec(-0.25, 0, -0.25), vec(0.25, 0, -0.25), vec(0.25, 0, 0.25),
    vec(-0.25, 0, 0.25) }, { { 1, 2, 3 }, { 1, 3, 4 } }) },
} }

-- ------------------------------------------------------------------------------------------ sheets
-- In the plane y = 0, from -REACH to REACH. A narrow one is a line along x: only what reaches to
-- both sides of it (`wide`) is caught by it.

local function chain()
  local list = {}
  for i = -REACH, REACH - 1 do list[#list + 1] = collide.segment({ i, 0 }, { i + 1, 0 }) end
  return collide.compound(list)
end

local function mesh_2d()
  local vertices, triangles = {}, {}
  for i = -REACH, REACH do
    vertices[#vertices + 1] = vec(i, 0)
    if i > -REACH then triangles[#triangles + 1] = { #vertices - 1, #vertices, #vertices } end
  end
  return collide.mesh(vertices, triangles)
end

local function grid()
  local vertices, triangles = {}, {}
  for x = -REACH, REACH, 2 do
    for z = -REACH, REACH, 2 do
      vertices[#vertices + 1] = vec(x, 0, z)
      local n = #vertices
      if x > -REACH and z > -REACH then
        local p, q, r, s = n, n - 1, n - REACH - 2, n - REACH - 1
        triangles[#triangles + 1], triangles[#triangles + 2] = { p, q, r }, { p, r, s }
      end
    end
  end
  return vertices, triangles
end

local function triangles_of(vertices, triangles)
  local list = {}
  for i, t in ipairs(triangles) do
    list[i] = collide.triangle(vertices[t[1]], vertices[t[2]], vertices[t[3]])
  end
  return collide.compound(list)
end

-- Sheets of many bodies, finer in the middle.
local CUTS = { -REACH, -2, -1, -0.5, -0.125, 0, 0.25, 0.5, 1, 2, REACH }

local function segments()
  local list = {}
  for i = 2, #CUTS do list[#list + 1] = collide.segment({ CUTS[i - 1], 0 }, { CUTS[i], 0 }) end
  return list
end

local function tiles(make)
  local list = {}
  for i = 2, #CUTS do
    for k = 2, #CUTS do make(list, CUTS[i - 1], CUTS[k - 1], CUTS[i], CUTS[k]) end
  end
  return list
end

local function flat_boxes()
  return tiles(function(list, x1, z1, x2, z2)
    list[#list + 1] = collide.box({ (x1 + x2) / 2, 0, (z1 + z2) / 2 },
      { (x2 - x1) / 2, 0, (z2 - z1) / 2 })
  end)
end

local function triangles()
  return tiles(function(list, x1, z1, x2, z2)
    list[#list + 1] = collide.triangle({ x1, 0, z1 }, { x1, 0, z2 }, { x2, 0, z2 })
    list[#list + 1] = collide.triangle({ x1, 0, z1 }, { x2, 0, z2 }, { x2, 0, z1 })
  end)
end

local sheets = { [2] = {
  { "segment", collide.segment({ -REACH, 0 }, { REACH, 0 }) },
  { "flat box", collide.box({ 0, 0 }, { REACH, 0 }) },
  { "flat polygon", collide.polygon { { -REACH, 0 }, { 0, 0 }, { REACH, 0 } } },
  { "flat triangle", collide.triangle({ -REACH, 0 }, { REACH, 0 }, { 1, 0 }) },
  { "chain", chain() },
  { "mesh", mesh_2d() },
  { "segments", segments(), tiled = true },
}, [3] = {
  { "triangle", collide.triangle({ -3 * REACH, 0, -REACH }, { 3 * REACH, 0, -REACH },
    { 0, 0, 3 * REACH }) },
  { "flat box", collide.box({ 0, 0, 0 }, { REACH, 0, REACH }) },
  { "flat hull", collide.hull { { -REACH, 0, -REACH }, { REACH, 0, -REACH }, { REACH, 0, REACH },
    { -REACH, 0, REACH }, { 0, 0, 1.25 * REACH } } },
  { "mesh", collide.mesh(grid()) },
  { "compound", triangles_of(grid()) },
  { "segment", collide.segment({ -REACH, 0, 0 }, { REACH, 0, 0 }), narrow = true },
  { "needle", collide.box({ 0, 0, 0 }, { REACH, 0, 0 }), narrow = true },
  { "flat boxes", flat_boxes(), tiled = true },
  { "triangles", triangles(), tiled = true },
} }

local wide = { triangle = true, ["flat box"] = true, ["flat hull"] = true, mesh = true }

-- ------------------------------------------------------------------------------------------ frames

local function slope(dim, angle)
  if angle == 0 then return nil end
  if dim == 2 then return angle end
  return collide.quat(vec(range(-1, 1), 0, range(-1, 1)), angle)
end

local function turned(rotation, v)
  if not rotation then return v end
  if #v == 3 then return rotation * v end
  local c, s = math.cos(rotation), math.sin(rotation)
  return vec(c * v.x - s * v.y, s * v.x + c * v.y)
end

local function placed(shape, rotation, at)
  if rotation then shape = shape:rotated(rotation, zero[shape.dim]) end
  return shape:moved(at)
end

-- The shapes of a sheet: one, or all of a tiled one.
local function placed_sheet(sheet, rotation, at)
  local list = {}
  for i, shape in ipairs(sheet.tiled and sheet[2] or { sheet[2] }) do
    list[i] = placed(shape, rotation, at)
  end
  return list
end

-- The mover, flat or turned at random, with its lowest point `height` over the sheet.
local function at_start(mover, dim, height, sheet)
  local shape, across = mover, range(-1, 1)
  if math.random() < 0.5 and not sheet.narrow then
    shape = shape:rotated(dim == 2 and range(-3, 3) or
      collide.quat(vec(range(-1, 1), range(-1, 1), range(-1, 1)), range(-3, 3)))
  end
  local down = dim == 2 and vec(0, -1) or vec(0, -1, 0)
  local up = height + shape:support(down):dot(down)
  if dim == 2 then return shape:moved(vec(across, up)) end
  return shape:moved(vec(across, up, sheet.narrow and 0 or range(-1, 1)))
end

-- ----------------------------------------------------------------------------------------- set-ups
-- Each says of a scene: gravity, dt, steps, the mover's height and velocity, in the frame of the
-- sheet except gravity, and what else there is: a ceiling, a velocity or a mass of the sheet.

local function flat(dim, size, sheet)
  if dim == 2 then return vec(range(-size, size), 0) end
  return vec(range(-size, size), 0, sheet.narrow and 0 or range(-size, size))
end

local function y(dim, value) return dim == 2 and vec(0, value) or vec(0, value, 0) end

local set_ups = {}

function set_ups.dropped(dim, sheet)
  return { gravity = -9.8, steps = 200, height = range(0, 1), velocity = flat(dim, 1, sheet) }
end

-- Between two sheets 2 apart, so that it comes again and again.
function set_ups.fired(dim, sheet)
  local speed = 10 ^ range(0, 3)
  return { gravity = 0, steps = 60, height = range(0.25, 1), ceiling = 2,
    velocity = y(dim, -speed) + flat(dim, 0.5, sheet) }
end

-- The sheet comes up and carries it, or strikes it.
function set_ups.lifted(dim, sheet)
  return { gravity = -9.8, steps = 100, height = range(0, 1), velocity = flat(dim, 0.5, sheet),
    sheet_velocity = y(dim, 10 ^ range(-1, 1.5)) }
end

-- Both fly freely, and the sheet is pushed by what it meets.
function set_ups.met(dim, sheet)
  local speed = 10 ^ range(0, 3)
  return { gravity = 0, steps = 60, height = range(0, 1), velocity = y(dim, -speed),
    sheet_velocity = y(dim, range(-0.5, 1) * speed), sheet_mass = 10 ^ range(-1, 2) }
end

function set_ups.resting(dim, sheet)
  return { gravity = -9.8, steps = 10000, height = 0.01, velocity = flat(dim, 0, sheet) }
end

thin.set_ups = { "dropped", "fired", "lifted", "met", "resting" }

-- What a body does: by name, or by a function that names it, or that does it itself.
local function slide_by_hand(body, other, hit)
  local relative = body.velocity - other.velocity
  body.velocity = other.velocity + relative:slide(hit.normal)
end
local function bounce_by_hand(body, other, hit)
  local relative = body.velocity - other.velocity
  body.velocity = other.velocity + relative:reflect(hit.normal, 0.5)
end
local responses = {
  { "bounce", "bounce" }, { "slide", "slide" }, { "stop", "stop" },
  { "function, named", function() return "bounce" end },
  { "function, slides", slide_by_hand }, { "function, bounces", bounce_by_hand },
}

-- ------------------------------------------------------------------------------------------ scenes

local function scene(seed, dim, set_up, sheet, mover, response, angle, offset)
  math.randomseed(seed)
  local made = set_ups[set_up](dim, sheet)
  local rotation = slope(dim, angle)
  local at = dim == 2 and vec(offset, -offset / 2) or vec(offset, -offset / 2, offset / 4)
  local s = {
    dim = dim, set_up = set_up, sheet = sheet[1], mover = mover[1], response = response[2],
    steps = made.steps, dt = seed % 2 == 0 and 1 / 60 or 1 / 64,
    origin = at, normal = turned(rotation, y(dim, 1)),
    sheet_shapes = placed_sheet(sheet, rotation, at),
    shape = placed(at_start(mover[2], dim, made.height, sheet), rotation, at),
    gravity = y(dim, made.gravity), velocity = turned(rotation, made.velocity),
    sheet_velocity = made.sheet_velocity and turned(rotation, made.sheet_velocity),
    sheet_mass = made.sheet_mass,
    narrow = sheet.narrow and turned(rotation, vec(1, 0, 0)), -- its direction
    restitution = ({ 0, 0.5, 1 })[seed % 3 + 1], ceiling_height = made.ceiling,
    tolerance = 1e-9 * REACH + 8 * 2.0 ^ -52 * offset, reach = 0.9 * REACH,
    name = ("%dD %s: %s on %s, %s, slope %.3g, offset %g, seed %d"):format(dim, set_up, mover[1],
      sheet[1], response[1], angle, offset, seed),
  }
  if made.ceiling then
    s.ceiling = placed_sheet(sheet, rotation, at + s.normal * made.ceiling)
  end
  return s
end

local offsets = { 0, 1e3, 1e6 }

-- Iterates over all scenes whose names have all words. Every mover meets every sheet in every
-- set-up with every response, at every slope, each time at another offset.
function thin.scenes(words)
  local function wanted(name)
    for _, word in ipairs(words) do
      if not name:find(word, 1, true) then return false end
    end
    return true
  end
  return coroutine.wrap(function()
    local seed = 0
    for dim = 2, 3 do
      for _, set_up in ipairs(thin.set_ups) do
        local long = set_up == "resting"
        for _, sheet in ipairs(sheets[dim]) do
          for _, mover in ipairs(movers[dim]) do
            for k, response in ipairs(responses) do
              for i, angle in ipairs(long and { 0 } or { 0, 0.4, -1 }) do
                seed = seed + 1
                local offset = offsets[(seed // 3 + i + k) % 3 + 1]
                local unlike = sheet.narrow and not wide[mover[1]] or
                  sheet.tiled and set_up == "met" -- tiles would be pushed away one by one
                if not unlike and (k <= 2 or not long) then
                  local s = scene(seed, dim, set_up, sheet, mover, response, angle, offset)
                  if wanted(s.name) then coroutine.yield(s) end
                end
              end
            end
          end
        end
      end
    end
  end)
end

-- ------------------------------------------------------------------------------------------ play

-- How far the shape is above the sheet's plane, at the sheet's present place.
local function height(s, shape, origin, normal)
  return (shape:support(-normal) - origin):dot(normal)
end

-- Is the mover still over the sheet, and not beyond a rim?
local function over(s, middle, origin)
  local from = middle - origin
  local flat_part = from - s.normal * from:dot(s.normal)
  local aside = s.narrow and flat_part - flat_part:project(s.narrow)
  return flat_part:length() < s.reach and not (aside and aside:length() > 0.1)
end

-- nil, or what is wrong.
function thin.play(s)
  local world = collide.world { dim = s.dim, gravity = s.gravity }
  local sheet
  for _, shape in ipairs(s.sheet_shapes) do
    sheet = world:add(shape, { velocity = s.sheet_velocity, mass = s.sheet_mass,
      restitution = s.restitution })
  end
  for _, shape in ipairs(s.ceiling or {}) do world:add(shape, { restitution = s.restitution }) end
  local body = world:add(s.shape, { mass = 1, velocity = s.velocity, restitution = s.restitution,
    response = s.response })
  local from = sheet.position - s.origin
  for step = 1, s.steps do
    world:step(s.dt)
    local origin, shape = sheet.position - from, body.shape
    if not over(s, body.position, origin) then return end
    local high = height(s, shape, origin, s.normal)
    if not (high >= -s.tolerance) then return ("%.3g below after %d steps"):format(-high, step) end
    if s.ceiling then
      local low = height(s, shape, origin + s.normal * s.ceiling_height, -s.normal)
      if not (low >= -s.tolerance) then
        return ("%.3g above the ceiling after %d steps"):format(-low, step)
      end
    end
  end
end

return thin

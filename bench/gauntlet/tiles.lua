-- The tile table: what slides over a flat floor made of tiles keeps its speed. Every scene has the
-- floor's tiles in its plane, gravity against its normal, and a mover that starts on it, or a
-- little above, with a velocity along it; after 300 steps the speed along the floor is the first
-- one, the way is that speed times the time, and no event has a normal off the floor's. Other
-- scenes have a real edge: a step up stops what is flat in front, a gap catches what fits in.
--
-- This file makes the scenes; nothing in it is random. play.lua plays them, judge.lua prints.
local collide = require "collide"
local vec = collide.vec

local tiles = {}

local STEPS = 300
local size_of = { ["0.1"] = 0.1, ["1/3"] = 1 / 3, ["1"] = 1, ["96"] = 96 }
local zero = { [2] = vec(0, 0), [3] = vec(0, 0, 0) }
local DEPTH, MARGIN, HALF_WIDTH = 0.25, 1.25, 0.6

-- The frames: how the plane of the floor is turned, and, in 3D, at which angle to the rows of tiles
-- the mover goes.
local frames = {
  [2] = {
    { name = "level" },
    { name = "at 30 degrees", rotation = math.pi / 6 },
    { name = "at -1.1", rotation = -1.1 },
    { name = "upside down", rotation = math.pi },
  },
  [3] = {
    { name = "level", yaw = 0 },
    { name = "level, across at 0.3", yaw = 0.3 },
    { name = "level, diagonal", yaw = math.pi / 4 },
    { name = "at 30 degrees", yaw = 0, rotation = collide.quat(vec(0, 0, 1), math.pi / 6) },
    { name = "turned, across at 0.3", yaw = 0.3, rotation = collide.quat(vec(1, 2, 3), 0.7) },
  },
}

local function turned(frame, v)
  if not frame.rotation then return v end
  if #v == 3 then return frame.rotation * v end
  local c, s = math.cos(frame.rotation), math.sin(frame.rotation)
  return vec(c * v.x - s * v.y, s * v.x + c * v.y)
end

local function placed(frame, shape)
  return frame.rotation and shape:rotated(frame.rotation, zero[shape.dim]) or shape
end

-- ------------------------------------------------------------------------------------------ floors
-- In the frame of the floor, whose surface is y = 0. A 2D floor lies from x0 to x1; a 3D one is
-- made of the squares that lie near the way.

local function box_2d(x0, x1, depth)
  return collide.box({ (x0 + x1) / 2, -depth / 2 }, { (x1 - x0) / 2, depth / 2 })
end

-- Calls make(x, next x, i) for every tile of a row; the corners are multiples of the size.
local function row(x0, x1, size, make)
  local list = {}
  for i = math.floor(x0 / size), math.ceil(x1 / size) - 1 do
    list[#list + 1] = make(i * size, (i + 1) * size, i)
  end
  return list
end

local flat = {}

function flat.boxes(x0, x1, size)
  return row(x0, x1, size, function(a, b) return box_2d(a, b, DEPTH) end)
end

function flat.segments(x0, x1, size)
  return row(x0, x1, size, function(a, b) return collide.segment({ a, 0 }, { b, 0 }) end)
end

-- Every other tile is twice as deep, every third one overlaps the next.
function flat.joints(x0, x1, size)
  return row(x0, x1, size, function(a, b, i)
    return box_2d(a, i % 3 == 0 and b + size / 2 or b, i % 2 == 0 and DEPTH or 2 * DEPTH)
  end)
end

-- Two triangles a tile, which share their vertices.
function flat.mesh(x0, x1, size)
  local vertices, triangles = {}, {}
  for i = math.floor(x0 / size), math.ceil(x1 / size) do
    vertices[#vertices + 1] = vec(i * size, 0)
    vertices[#vertices + 1] = vec(i * size, -DEPTH)
    local n = #vertices
    if n > 2 then
      triangles[#triangles + 1] = { n - 3, n - 2, n }
      triangles[#triangles + 1] = { n - 3, n, n - 1 }
    end
  end
  return { collide.mesh(vertices, triangles) }
end

-- The squares of side `size` near the way, whose middles lie from x0 to x1 along it; `shift` moves
-- every other row by half a tile (bricks).
-- Calls make(x, next x, z, next z, i, k).
local function squares(x0, x1, size, yaw, shift, make)
  local list, c, s = {}, math.cos(yaw), math.sin(yaw)
  local reach = math.ceil((math.max(-x0, x1) + HALF_WIDTH) / size) + 1
  for k = math.floor((math.min(0, x1 * s) - MARGIN) / size), math.ceil((x1 * s + MARGIN) / size) do
    local half = shift and k % 2 == 1 and 0.5 or 0
    for i = -reach, reach do
      local x, z = (i + half + 0.5) * size, (k + 0.5) * size
      local forwards, aside = x * c + z * s, math.abs(z * c - x * s)
      if forwards > x0 and forwards < x1 and aside < HALF_WIDTH + size * 0.75 then
        list[#list + 1] = make((i + half) * size, (i + half + 1) * size, k * size, (k + 1) * size,
          i, k)
      end
    end
  end
  return list
end

local function slab(xa, xb, za, zb)
  return collide.box({ (xa + xb) / 2, -DEPTH / 2, (za + zb) / 2 },
    { (xb - xa) / 2, DEPTH / 2, (zb - za) / 2 })
end

local deep = {}

function deep.boxes(x0, x1, size, yaw) return squares(x0, x1, size, yaw, false, slab) end
function deep.bricks(x0, x1, size, yaw) return squares(x0, x1, size, yaw, true, slab) end

function deep.triangles(x0, x1, size, yaw)
  local list = {}
  squares(x0, x1, size, yaw, false, function(xa, xb, za, zb)
    list[#list + 1] = collide.triangle({ xa, 0, za }, { xa, 0, zb }, { xb, 0, zb })
    list[#list + 1] = collide.triangle({ xa, 0, za }, { xb, 0, zb }, { xb, 0, za })
    return true
  end)
  return list
end

-- The squares share their vertices where `shift` is false; each has its own diagonal.
local function sheet(x0, x1, size, yaw, shift)
  local vertices, triangles, known = {}, {}, {}
  local function vertex(x, z)
    local key = x .. " " .. z
    if not known[key] then
      vertices[#vertices + 1] = vec(x, 0, z)
      known[key] = #vertices
    end
    return known[key]
  end
  squares(x0, x1, size, yaw, shift, function(xa, xb, za, zb, i, k)
    local p, q, r, s = vertex(xa, za), vertex(xa, zb), vertex(xb, zb), vertex(xb, za)
    local odd = (i + k) % 2 == 1
    triangles[#triangles + 1] = odd and { p, q, r } or { p, q, s }
    triangles[#triangles + 1] = odd and { p, r, s } or { q, r, s }
    return true
  end)
  return { collide.mesh(vertices, triangles) }
end

function deep.mesh(x0, x1, size, yaw) return sheet(x0, x1, size, yaw, false) end
function deep.brick_mesh(x0, x1, size, yaw) return sheet(x0, x1, size, yaw, true) end

local floors = {
  [2] = {
    { name = "bodies", make = flat.boxes },
    { name = "compound", make = flat.boxes, one = true },
    { name = "mesh", make = flat.mesh },
    { name = "segments", make = flat.segments, thin = true },
    { name = "chain", make = flat.segments, one = true, thin = true },
    { name = "T-joints", make = flat.joints, joints = true },
    { name = "T compound", make = flat.joints, one = true, joints = true },
  },
  [3] = {
    { name = "bodies", make = deep.boxes },
    { name = "compound", make = deep.boxes, one = true },
    { name = "mesh", make = deep.mesh, thin = true },
    { name = "triangles", make = deep.triangles, thin = true },
    { name = "bricks", make = deep.bricks, joints = true },
    { name = "T compound", make = deep.bricks, one = true, joints = true },
    { name = "T mesh", make = deep.brick_mesh, joints = true },
  },
}

-- To be compared with: the floor without seams. In 2D and 3D one box is as long as every way.
local whole = {
  [2] = { name = "one piece", make = function() return { box_2d(-48, 48, DEPTH) } end },
  [3] = { name = "one piece", make = function() return { slab(-48, 48, -48, 48) } end },
}

-- ------------------------------------------------------------------------------------------ movers
-- In the frame of the floor, over its origin, touching y = 0 from above; `unturned`: as it is, in
-- the world, so that on a turned floor it stands on a corner.

local function regular(n, radius, y)
  local list = {}
  for i = 0, n - 1 do
    local a = (i + 0.5) * 2 * math.pi / n - math.pi / 2
    list[#list + 1] = vec(radius * math.cos(a), y + radius * math.sin(a))
  end
  local low = math.min(list[1].y, list[n].y)
  list[1], list[n] = vec(list[1].x, low), vec(list[n].x, low)
  for i = 1, n do list[i] = list[i] - vec(0, low) end
  return list
end

local movers = { [2] = {
  { "ball", collide.sphere({ 0, 0.25 }, 0.25) },
  { "capsule", collide.capsule({ -0.25, 0.125 }, { 0.25, 0.125 }, 0.125) },
  { "capsule upright", collide.capsule({ 0, 0.125 }, { 0, 0.5 }, 0.125) },
  { "box", collide.box({ 0, 0.25 }, { 0.25, 0.25 }), front = true },
  { "box unturned", collide.box({ 0, 0.25 }, { 0.25, 0.25 }), unturned = true },
  { "rounded box", collide.box({ 0, 0.25 }, { 0.125, 0.125 }, 0, 0.125) },
  { "triangle", collide.triangle({ -0.25, 0 }, { 0.25, 0 }, { 0, 0.5 }) },
  { "triangle on tip", collide.triangle({ 0, 0 }, { 0.25, 0.5 }, { -0.25, 0.5 }) },
  { "polygon", collide.polygon(regular(6, 0.3, 0)) },
  { "rounded polygon", collide.polygon(regular(5, 0.2, 0), 0.1):move({ 0, 0.1 }) },
  { "segment", collide.segment({ -0.25, 0 }, { 0.25, 0 }), front = true, flat = true },
  { "segment upright", collide.segment({ 0, 0 }, { 0, 0.5 }), front = true, narrow = true },
  { "point", collide.point({ 0, 0 }), front = true, flat = true, narrow = true },
  { "compound", collide.compound { collide.box({ -0.125, 0.25 }, { 0.125, 0.25 }),
    collide.box({ 0.125, 0.125 }, { 0.125, 0.125 }) }, front = true },
  { "mesh", collide.mesh({ vec(-0.25, 0), vec(0.25, 0), vec(0.25, 0.5), vec(-0.25, 0.5) },
    { { 1, 2, 3 }, { 1, 3, 4 } }), front = true },
}, [3] = {
  { "ball", collide.sphere({ 0, 0.25, 0 }, 0.25) },
  { "capsule", collide.capsule({ -0.25, 0.125, 0 }, { 0.25, 0.125, 0 }, 0.125) },
  { "capsule upright", collide.capsule({ 0, 0.125, 0 }, { 0, 0.5, 0 }, 0.125) },
  { "box", collide.box({ 0, 0.25, 0 }, { 0.25, 0.25, 0.25 }), front = true },
  { "box turned", collide.box({ 0, 0.25, 0 }, { 0.25, 0.25, 0.25 },
    collide.quat({ 0, 1, 0 }, 0.4)) },
  { "box unturned", collide.box({ 0, 0.25, 0 }, { 0.25, 0.25, 0.25 }), unturned = true },
  { "rounded box", collide.box({ 0, 0.25, 0 }, { 0.125, 0.125, 0.125 },
    collide.quat({ 0, 1, 0 }, 0), 0.125) },
  { "triangle", collide.triangle({ -0.25, 0, -0.25 }, { 0.25, 0, -0.125 }, { 0, 0, 0.25 }) },
  { "hull", collide.hull { { -0.25, 0, -0.25 }, { 0.25, 0, -0.25 }, { 0.25, 0, 0.25 },
    { -0.25, 0, 0.25 }, { 0.125, 0.5, 0.125 }, { -0.125, 0.5, 0.0625 }, { 0, 0.5, -0.125 } } },
  { "hull on tip", collide.hull { { 0, 0, 0 }, { 0.25, 0.5, 0.25 }, { -0.25, 0.5, 0.25 },
    { 0.25, 0.5, -0.25 }, { -0.25, 0.5, -0.25 } } },
  { "cylinder", collide.cylinder({ 0, 0, 0 }, { 0, 0.5, 0 }, 0.25), front = true },
  { "cylinder lying", collide.cylinder({ -0.25, 0.25, 0 }, { 0.25, 0.25, 0 }, 0.25),
    front = true },
  { "cone", collide.cone({ 0, 0, 0 }, { 0, 0.5, 0 }, 0.25) },
  { "cone on apex", collide.cone({ 0, 0.5, 0 }, { 0, 0, 0 }, 0.25) },
  { "segment", collide.segment({ -0.25, 0, 0 }, { 0.25, 0, 0 }), front = true, flat = true },
  { "point", collide.point({ 0, 0, 0 }), front = true, flat = true, narrow = true },
  { "compound", collide.compound { collide.box({ -0.125, 0.25, 0 }, { 0.125, 0.25, 0.25 }),
    collide.box({ 0.125, 0.125, 0 }, { 0.125, 0.125, 0.25 }) }, front = true },
  { "mesh", collide.mesh({ vec(-0.25, 0, -0.25), vec(0.25, 0, -0.25), vec(0, 0, 0.25),
    vec(0, 0.5, 0) }, { { 1, 2, 3 }, { 1, 2, 4 }, { 2, 3, 4 }, { 3, 1, 4 } }) },
} }

-- The mover at the start of a scene, turned with the floor and into the direction of its way.
local function mover_at_start(frame, mover, dim, gap)
  local shape = mover[2]
  local normal = turned(frame, dim == 2 and vec(0, 1) or vec(0, 1, 0))
  if mover.unturned then
    local low = shape:support(-normal)
    return shape:moved(normal * (gap - low:dot(normal)))
  end
  if dim == 3 and frame.yaw ~= 0 then
    shape = shape:rotated(collide.quat({ 0, 1, 0 }, -frame.yaw), zero[3])
  end
  return placed(frame, shape):moved(normal * gap)
end

-- ------------------------------------------------------------------------------------------ scenes

local function in_frame(dim, frame, floor)
  local yaw = frame.yaw or 0
  local along = dim == 2 and vec(1, 0) or vec(math.cos(yaw), 0, math.sin(yaw))
  floor.dim, floor.along = dim, turned(frame, along)
  floor.normal = turned(frame, dim == 2 and vec(0, 1) or vec(0, 1, 0))
  floor.aside = dim == 2 and vec(0, 0) or floor.along:cross(floor.normal)
  floor.gravity = floor.normal * -9.8
  return floor
end

local function slides(dim, frame, kind, size, speed, dt)
  local floor = in_frame(dim, frame, { speed = speed, dt = 1 / dt, steps = STEPS, kind = kind.name,
    name = ("%dD %s of %s, %s, speed %d, dt 1/%d"):format(dim, kind.name, size, frame.name,
      speed, dt), scenes = {} })
  function floor.build()
    local length = speed * STEPS / dt
    local list = kind.make(-MARGIN, length + MARGIN, size_of[size], frame.yaw)
    if kind.one then list = { collide.compound(list) } end
    for i = 1, #list do list[i] = placed(frame, list[i]) end
    return list
  end
  for i, mover in ipairs(movers[dim]) do
    if not (mover.unturned and not frame.rotation and (frame.yaw or 0) == 0) then
      floor.scenes[#floor.scenes + 1] = {
        name = floor.name .. ": " .. mover[1], mover = mover[1], wanted = "keeps",
        velocity = floor.along * speed, response = (i + dt) % 3 == 0 and "bounce" or "slide",
        shape = mover_at_start(frame, mover, dim, i % 2 == 0 and 0 or 1 / 64),
      }
    end
  end
  return floor
end

-- All floors of slides. A floor is built once for its scenes:
--   name, dim, build() -> shapes of still bodies, normal, along, gravity, dt, steps, speed, scenes
--   scenes: name, mover (its name), shape, velocity, response, wanted
-- In 3D each speed has one of the time steps, another on the next floor; or only dt 1/`only`.
function tiles.slides(only)
  local list = {}
  for dim = 2, 3 do
    for _, frame in ipairs(frames[dim]) do
      for _, speed in ipairs { 1, 7 } do
        list[#list + 1] = slides(dim, frame, whole[dim], "96", speed, only or 60)
      end
    end
  end
  for dim = 2, 3 do
    for _, kind in ipairs(floors[dim]) do
      for i, size in ipairs { "0.1", "1/3", "1" } do
        for j, frame in ipairs(frames[dim]) do
          for k, speed in ipairs { 1, 7 } do
            for n, dt in ipairs { 60, 64 } do
              if only == dt or not only and (dim == 2 or (i + j + k + n) % 2 == 0) then
                list[#list + 1] = slides(dim, frame, kind, size, speed, dt)
              end
            end
          end
        end
      end
    end
  end
  return list
end

-- Real edges: at x = 2 the floor of tiles of 1 goes on `rise` higher, or beyond a gap.
--   wanted "stops": what has an upright front (but what is flat slips under a raised sheet);
--   "feels": a ball, by a normal off the floor's; "falls in": what is narrower than the gap
local function edge(dim, frame, kind, rise, gap, dt)
  local floor = in_frame(dim, frame, { speed = 1, dt = 1 / dt, steps = STEPS, kind = kind.name,
    scenes = {} })
  floor.name = ("%dD %s of %.3g, %s, %s, dt 1/%d"):format(dim, gap > 0 and "gap" or "step",
    gap + rise, kind.name, frame.name, dt)
  function floor.build()
    local list = {}
    for _, shape in ipairs(kind.make(-2, 2, 1, 0)) do
      list[#list + 1] = shape:move(dim == 2 and vec(-gap / 2, 0) or vec(-gap / 2, 0, 0))
    end
    for _, shape in ipairs(kind.make(0, 4, 1, 0)) do
      list[#list + 1] = shape:move(dim == 2 and vec(2 + gap / 2, rise) or vec(2 + gap / 2, rise, 0))
    end
    if kind.one then list = { collide.compound(list) } end
    for i = 1, #list do list[i] = placed(frame, list[i]) end
    return list
  end
  for _, mover in ipairs(movers[dim]) do
    local wanted
    if gap > 0 then
      wanted = mover.narrow and "falls in"
    else
      wanted = mover.front and not (mover.flat and kind.thin) and "stops" or
        mover[1] == "ball" and "feels"
    end
    if wanted then
      floor.scenes[#floor.scenes + 1] = { name = floor.name .. ": " .. mover[1], mover = mover[1],
        wanted = wanted, velocity = floor.along, response = "slide", limit = 2,
        shape = mover_at_start(frame, mover, dim, 0) }
    end
  end
  return floor
end

-- All floors of edges, as tiles.slides gives the others. The narrow gap lies where a step of 1/64
-- ends, which is exact on a level floor: so the point is above it when gravity pulls.
function tiles.edges()
  local list = {}
  for dim = 2, 3 do
    for _, kind in ipairs(floors[dim]) do
      if not kind.joints then
        for _, frame in ipairs(frames[dim]) do
          if (frame.yaw or 0) == 0 then
            for _, rise in ipairs { 1e-6, 1e-3, 0.1 } do
              list[#list + 1] = edge(dim, frame, kind, rise, 0, 60)
            end
            list[#list + 1] = edge(dim, frame, kind, 0, 0.05, 60)
          end
        end
        -- What slides over it falls by 1e-9, farther than the gap at which it rests.
        list[#list + 1] = edge(dim, frames[dim][1], kind, 0, 2 ^ -16, 64)
      end
    end
  end
  return list
end

return tiles

-- Plays the tile table (tiles.lua) with collide and says of every scene what went wrong.
local collide = require "collide"
local tiles = require "tiles"

local BAR = 1e-7

-- How far the lowest point of the shape is above the plane of the floor, which goes through 0.
local function height(shape, normal)
  return shape:support(-normal):dot(normal)
end

local function play(world, floor, scene)
  local body = world:add(scene.shape, { mass = 1, velocity = scene.velocity, restitution = 0,
    response = scene.response })
  local start, off, sample, stalled, lowest = body.position, 0, nil, 0, math.huge
  for _ = 1, floor.steps do
    local _, held = world:step(floor.dt)
    stalled = stalled + held
    for event in world:events() do
      if (event.normal - floor.normal):length() > BAR then
        off, sample = off + 1, sample or event.normal
      end
    end
    lowest = math.min(lowest, height(body.shape, floor.normal))
  end
  local way = body.position - start
  local result = { off = off, sample = sample, stalled = stalled, lowest = lowest,
    speed = body.velocity:dot(floor.along), way = way:dot(floor.along),
    height = height(body.shape, floor.normal),
    front = body.shape:support(floor.along):dot(floor.along),
    aside = way:dot(floor.aside) }
  world:remove(body)
  return result
end

local judge = {}

-- nil, or what is wrong. The way has the bar times the steps: an error of the speed adds up.
function judge.keeps(floor, scene, r)
  local speed, way = floor.speed, floor.speed * floor.steps * floor.dt
  if not (math.abs(r.speed - speed) <= BAR * speed) then return ("speed %.6g"):format(r.speed) end
  if r.stalled > 0 then return ("stalled %d times"):format(r.stalled) end
  if not (math.abs(r.way - way) <= BAR * way) then
    return ("way %.6g of %.6g"):format(r.way, way)
  end
  if not (math.abs(r.aside) <= BAR * way) then return ("drifts by %.3g"):format(r.aside) end
  if r.off > 0 then return ("%d normals off, first %s"):format(r.off, tostring(r.sample)) end
  if not (r.lowest >= -1e-9) then return ("sinks by %.3g"):format(-r.lowest) end
  if not (r.height <= 1e-3) then return ("hovers at %.3g"):format(r.height) end
end

function judge.stops(floor, scene, r)
  if not (math.abs(r.speed) <= BAR) then return ("speed %.6g"):format(r.speed) end
  if not (math.abs(r.front - scene.limit) <= 1e-9) then
    return ("stops at %.9g"):format(r.front)
  end
end

function judge.feels(floor, scene, r)
  if r.off == 0 then return "no normal off the floor's" end
end

judge["falls in"] = function(floor, scene, r)
  if not (r.height < -1e-4) then return ("is at height %.3g"):format(r.height) end
end

local function has_all(name, words)
  for _, word in ipairs(words) do
    if not name:find(word, 1, true) then return false end
  end
  return true
end

-- Calls seen(floor, scene, what is wrong or nil) for the scenes whose names have all words.
local function play_all(floors, words, seen)
  for _, floor in ipairs(floors) do
    local world
    for _, scene in ipairs(floor.scenes) do
      if has_all(scene.name, words) then
        if not world then
          world = collide.world { dim = floor.dim, gravity = floor.gravity }
          for _, shape in ipairs(floor.build()) do world:add(shape) end
        end
        seen(floor, scene, judge[scene.wanted](floor, scene, play(world, floor, scene)))
      end
    end
  end
end

return { play_all = play_all, tiles = tiles }

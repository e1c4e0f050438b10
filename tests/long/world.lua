-- The long runs of a world, by hand, as they take minutes; each prints its figures. From the
-- project's folder, with LUA_CPATH and LUA_PATH as the specs have them:
--     lua5.4 tests/long/world.lua gas [side density frames]     pressure against Carnahan-Starling
--     lua5.4 tests/long/world.lua kept [hits]                   momentum and energy of a gas
--     lua5.4 tests/long/world.lua back [picture.svg]            the way back after k hits
--     lua5.4 tests/long/world.lua room [thickness steps]        1,000 balls in a closed room
local collide = require "collide"
local vec = collide.vec

local runs, normals = {}, { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }

local function random_vector()
  return vec(math.random() - 0.5, math.random() - 0.5, math.random() - 0.5)
end

function runs.gas(side, density, frames)
  local run = require "collide.scenario".load("scripts/gas.lua",
    { params = { side = tonumber(side) or 10, density = tonumber(density) or 0.5 } })
  run:step(100)
  local s = run.state
  s.impulse, s.inside, s.frames = 0, 0, 0
  for _ = 1, 4 do
    run:step((tonumber(frames) or 2000) // 4)
    local felt, expected, inside = dofile "scripts/gas.lua".pressures(s)
    print(("%6d frames  density %.4f  pressure %.4f  expected %.4f  ratio %.4f"):format(s.frames,
      inside, felt, expected, felt / expected))
  end
end

-- The events tell how much momentum the walls have taken.
function runs.kept(wanted)
  math.randomseed(1)
  local world, half = collide.world(), 6.3
  for i = 0, 999 do
    local at = vec(i % 10 - 4.5, i // 10 % 10 - 4.5, i // 100 - 4.5) * 1.28
    world:add(collide.sphere(at, 0.5), { mass = 1, velocity = random_vector() })
  end
  for _, n in ipairs(normals) do
    world:add(collide.plane(n, -half))
    world:add(collide.plane(-n, -half))
  end
  local function sums()
    local momentum, energy, speeds = vec(0, 0, 0), 0, 0
    for body in world:bodies() do
      if body.mass == 1 then
        momentum, energy = momentum + body.velocity, energy + body.velocity:length2()
        speeds = speeds + body.velocity:length()
      end
    end
    return momentum, energy, speeds
  end
  local before, energy, speeds = sums()
  local hits, taken, lost = 0, vec(0, 0, 0), vec(0, 0, 0) -- lost: of the sum (Kahan)
  wanted = tonumber(wanted) or 1000000
  for part = 1, 4 do
    while hits < wanted * part // 4 do
      hits = hits + world:step(1 / 30)
      for event in world:events() do
        if event.b.mass == math.huge then
          local term = 2 * event.approach * event.normal - lost
          local sum = taken + term
          taken, lost = sum, sum - taken - term
        end
      end
    end
    local momentum, now = sums()
    print(("%8d hits  energy off by %.1e  momentum by %.1e of all speeds"):format(hits,
      now / energy - 1, (momentum - before - taken):length() / speeds))
  end
end

-- How far from their start 64 balls in a box end when velocities are reversed after `wanted` hits,
-- and the number of hits.
local function way_back(seed, wanted)
  math.randomseed(seed)
  local world, bodies, start = collide.world(), {}, {}
  for i = 1, 64 do
    start[i] = vec((i - 1) % 4, (i - 1) // 4 % 4, (i - 1) // 16) * 1.26
    bodies[i] = world:add(collide.sphere(start[i], 0.5), { mass = 1, velocity = random_vector() })
  end
  for _, n in ipairs(normals) do
    world:add(collide.plane(n, -0.63))
    world:add(collide.plane(-n, -4.41))
  end
  local hits, steps, worst = 0, 0, 0
  while hits < wanted do hits, steps = hits + world:step(0.01), steps + 1 end
  for _, body in ipairs(bodies) do body.velocity = -body.velocity end
  for _ = 1, steps do world:step(0.01) end
  for i, body in ipairs(bodies) do
    worst = math.max(worst, (body.position - start[i]):length())
  end
  return hits, worst
end

-- Errors grow by the Lyapunov exponent, which is a straight line in the logarithm. The line of the
-- chart is the median of the runs from different starts.
function runs.back(picture)
  local points, line = {}, {}
  for wanted = 10, 1000, 30 do
    local off = {}
    for seed = 1, 9 do
      local hits, worst = way_back(seed, wanted)
      points[#points + 1] = { hits, worst }
      off[seed] = worst
    end
    table.sort(off)
    line[#line + 1] = { wanted, off[5] }
    print(("%5d hits  off by %.2e, at most %.2e"):format(wanted, off[5], off[9]))
  end
  if picture then
    require "tests.long.chart".write(picture, "A gas of 64 spheres, run forwards and back again",
      "hits on the way", "distance from the start, in diameters", points, line)
  end
end

-- Speeds from 1 to 10,000 radii a step; walls are planes, or boxes of that thickness.
function runs.room(thickness, steps)
  local world, bodies, half = collide.world(), {}, 1000
  thickness, steps = tonumber(thickness) or 0, tonumber(steps) or 100000
  for i = 1, 6 do
    local n = normals[(i + 1) // 2] * (i % 2 == 0 and 1 or -1)
    local c, h = n * (half + thickness / 2), vec(1, 1, 1) * (half + 1)
    h = h - vec(math.abs(n.x), math.abs(n.y), math.abs(n.z)) * (half + 1 - thickness / 2)
    world:add(thickness > 0 and collide.aabb(c - h, c + h) or collide.plane(-n, -half))
  end
  for i = 0, 999 do
    local at = vec(i % 10 - 4.5, i // 10 % 10 - 4.5, i // 100 - 4.5) * 150
    bodies[i + 1] = world:add(collide.sphere(at, 1),
      { mass = 1, velocity = random_vector():normalized() * 10 ^ (4 * math.random()) })
  end
  local hits, stalled, outside, first, most = 0, 0, 0, nil, 0
  for step = 1, steps do
    local h, s = world:step(1)
    hits, stalled = hits + h, stalled + s
    local energy = 0
    for _, body in ipairs(bodies) do
      local p = body.position
      local far = math.max(math.abs(p.x), math.abs(p.y), math.abs(p.z))
      if far + 1 > half * (1 + 1e-9) then outside = outside + 1 end
      energy = energy + body.velocity:length2()
    end
    first = first or energy
    most = math.max(most, energy)
    if step % (steps // 4) == 0 then
      print(("%7d steps  %d hits  %d stalled  %d outside  energy grew by %.1e at most"):format(step,
        hits, stalled, outside, most / first - 1))
    end
  end
end

local run = runs[arg[1]]
if not run then error("usage: world.lua gas | kept | back | room", 0) end
run(table.unpack(arg, 2))

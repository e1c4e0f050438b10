-- lua5.4 tests/long/way_back.lua [picture.svg]: how far from their start 64 balls in a box end when
-- they go back after some hits. It takes minutes; docs/pictures.sh makes the chart of docs/ by it.
-- From the project's folder, with LUA_CPATH and LUA_PATH as the specs have them.
local collide = require "collide"
local vec = collide.vec

local normals = { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }

local function random_vector()
  return vec(math.random() - 0.5, math.random() - 0.5, math.random() - 0.5)
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
local function main(picture)
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

main(arg[1])

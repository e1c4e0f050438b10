-- A scenario that makes every query of every two kinds of shapes, moved and turned ones among them,
-- and every query of a world: tests/view/inspect/capture_test.c makes tests of these. All queries
-- of one frame are of one pair of kinds; those of the last frames are of a world.
local collide = require "collide"
local generate = require "generate"

local scenario = { title = "captures" }

local function all_pairs()
  local list = {}
  for dim = 2, 3 do
    for _, a in ipairs(generate.kinds(dim)) do
      for _, b in ipairs(generate.kinds(dim)) do list[#list + 1] = { dim = dim, a = a, b = b } end
    end
  end
  return list
end

-- How many frames there are.
function scenario.load() return { at = 0, pairs = all_pairs(), print(#all_pairs() + 2) } end

local function ask(random, dim, a, b, style)
  local margin = random.chance(0.5) and random.range(0, 1) or nil
  collide.overlap(a, b)
  if generate.parted(a, b, dim) then
    collide.distance(a, b)
    collide.closest(a, b)
    collide.contact(a, b, margin)
    a:manifold(b, margin)
  end
  local v = generate.vector(random, style, dim) * 3
  collide.shapecast(a, v, b)
  a:shapecast(v, b, generate.vector(random, style, dim))
  b:contains(generate.vector(random, style, dim))
  local from = generate.vector(random, style, dim) * 2
  collide.raycast(from, -1 * from, b)
  b:raycast(from, generate.vector(random, style, dim), random.range(0, 3))
  collide.occluded(from, -1 * from, b)
  b:occluded(from, generate.vector(random, style, dim), random.range(0, 3))
end

local function turned(random, shape, dim)
  if random.chance(0.3) then
    local angle = random.range(-3, 3)
    shape = shape:rotated(dim == 2 and angle or collide.quat({ 1, 2, 3 }, angle))
  end
  for _ = 1, random.integer(0, 3) do
    shape:move(generate.vector(random, generate.styles[1], dim) * 0.3)
  end
  return shape
end

local function ask_world(random, dim)
  local world = collide.world { dim = dim }
  for _ = 1, 8 do
    local kinds = generate.convex_kinds(dim)
    local shape = generate.pair(random, kinds[random.integer(1, #kinds)], "sphere", dim)
    world:add(shape)
  end
  local origin = dim == 2 and collide.vec(3, 0.1) or collide.vec(3, 0.1, 0.2)
  local ball = collide.sphere(origin, 0.5)
  local few = {}
  for i = 1, 4 do few[i] = collide.sphere(origin * (i / 8), 0.3) end
  collide.raycast_all(origin, -1 * origin, few)
  collide.overlap_all(ball, few)
  world:raycast(origin, -1 * origin)
  world:raycast(origin * 50, origin)
  world:raycast_all(origin, -2 * origin)
  world:occluded(origin, -1 * origin)
  world:occluded(origin * 50, origin)
  collide.occluded(origin, -1 * origin, few)
  world:shapecast(ball, -1 * origin)
  world:overlap(ball)
  world:nearest(origin, 3)
  world:pairs()
end

function scenario.update(s)
  s.at = s.at + 1
  local random, pair = generate.random(s.at), s.pairs[s.at]
  if not pair then return ask_world(random, s.at - #s.pairs + 1) end
  local a, b, style = generate.pair(random, pair.a, pair.b, pair.dim)
  ask(random, pair.dim, turned(random, a, pair.dim), turned(random, b, pair.dim), style)
end

return scenario

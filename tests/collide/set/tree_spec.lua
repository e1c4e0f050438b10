-- The tree of a set leaves out nothing: what is asked of the set is what its parts answer, one by
-- one, where the boxes of the tree are in single precision, and where they are not: far away, at
-- sizes from 1e-12 to 1e12, and with meshes in a compound that are much smaller than it. Guarded
-- by the number of hits and misses.
local collide = require "collide"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local cases = tonumber(os.getenv "COLLIDE_CASES") or 300
local sizes = { 1, 1, 1, 1e-12, 1e-9, 1e9, 1e12 }

-- A surface of 2 n^2 triangles over a square around `at`, with bumps.
local function surface(random, at, size, n)
  return grid_mesh(n, function(i, k)
    local x, z = 2 * i / n - 1, 2 * k / n - 1
    return at + vec(x, random.range(-0.3, 0.3), z) * size
  end)
end

local function direction(random)
  return vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
end

local function make(random, size)
  local center = random.chance(0.5) and vec(0, 0, 0) or direction(random) * size * 4
  local mesh = surface(random, center, size, random.integer(1, 5))
  if random.chance(0.5) then return mesh, center end
  local shapes = { mesh, surface(random, center + vec(0, size, 0), size * 0x1p-20, 2) }
  for _ = 1, random.integer(1, 20) do
    shapes[#shapes + 1] = collide.sphere(center + direction(random) * size * 2, size * 0.1)
  end
  return collide.compound(shapes), center
end

describe("a set", function()
  local function each_case(visit)
    for seed = 1, cases do
      local random = generate.random(seed)
      local size = sizes[seed % #sizes + 1]
      local set, center = make(random, size)
      local far = 10 ^ random.range(-1, 6)
      visit(random, set, center, size, far, ("seed %d, size %g, %g away"):format(seed, size, far))
    end
  end

  it("is as near as the nearest of its parts", function()
    local near, overlaps = 0, 0
    each_case(function(random, set, center, size, far, what)
      local at = center + direction(random) * size * far
      local corner = vec(1, 1, 1) * size * 0.1
      for _, shape in ipairs { collide.sphere(at, size * 0.1), collide.point(at),
        collide.box(at, corner, collide.quat(direction(random), 1)) } do
        local least = math.huge
        for _, part in ipairs(generate.parts(set)) do
          least = math.min(least, shape:distance(part.shape))
        end
        assert.are.equal(least <= 0, shape:overlap(set), what)
        if least > 0 then
          near = near + 1
          assert.are.equal(least, shape:distance(set), what)
        else
          overlaps = overlaps + 1
        end
      end
    end)
    assert.is_true(near > cases and overlaps > 0.02 * cases, near .. " " .. overlaps)
  end)

  it("is hit when the first of its parts is", function()
    local hits, misses = 0, 0
    each_case(function(random, set, center, size, far, what)
      local from = center + direction(random) * size * far
      local aim = center + direction(random) * size * 1.2
      local ball = collide.sphere(from, size * 0.05)
      for _, reach in ipairs { 2, random.range(0.2, 1.5) } do
        local motion = (aim - from) * reach
        local ray, cast = math.huge, math.huge
        for _, part in ipairs(generate.parts(set)) do
          local hit = collide.raycast(from, motion, part.shape)
          if hit then ray = math.min(ray, hit.t) end
          hit = ball:shapecast(motion, part.shape)
          if hit then cast = math.min(cast, hit.t) end
        end
        local hit = collide.raycast(from, motion, set)
        assert.are.equal(ray, hit and hit.t or math.huge, what)
        hit = ball:shapecast(motion, set)
        assert.are.equal(cast, hit and hit.t or math.huge, what)
        hits, misses = hits + (hit and 1 or 0), misses + (hit and 0 or 1)
      end
    end)
    assert.is_true(hits > 0.3 * cases and misses > 0.3 * cases, hits .. " " .. misses)
  end)
end)

-- Steps are climbed, and nothing else: not walls that lean, and not by a jump.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec, quat = collide.vec, collide.quat

local STEP = 0.3

local walkers = {
  sphere = function() return collide.sphere({ 0, 0.4, 0 }, 0.4) end,
  capsule = function() return collide.capsule({ 0, 0.3, 0 }, { 0, 1.2, 0 }, 0.3) end,
  cylinder = function() return collide.cylinder({ 0, 0, 0 }, { 0, 1.2, 0 }, 0.3) end,
  cone = function() return collide.cone({ 0, 0, 0 }, { 0, 1.2, 0 }, 0.3) end,
  box = function() return collide.aabb({ -0.3, 0, -0.2 }, { 0.3, 1.2, 0.2 }) end,
  hull = function()
    return collide.hull { { -0.3, 0, 0 }, { 0.3, 0, 0 }, { 0, 0, 0.3 }, { 0, 0, -0.3 },
      { 0, 1, 0 } }
  end,
}

local function foot(shape) return shape:bounds().min.y end

-- A wall of 3 around the origin that leans by up to `lean`, to any side.
local function wall(random, lean)
  local axis = vec(random.range(-1, 1), random.range(-0.2, 0.2), random.range(-1, 1))
  return collide.box({ 0, 1.5, 0 }, { 0.5, 1.6, 1 }, quat(axis, random.range(-lean, lean)))
end

local function start(random, make)
  local angle = random.range(-math.pi, math.pi)
  local side = vec(math.cos(angle), 0, math.sin(angle))
  return make():move(side * 2.2), -side:normalized(), random.range(-1, 1)
end

describe("a wall that leans", function()
  it("is climbed by no cylinder beside its edge", function()
    local around = { collide.box({ 0, 1.5, 0 }, { 0.5, 1.5, 1 }, quat({ 0, 0, 1 }, 0.001)),
      collide.plane({ 0, 1, 0 }, 0) }
    local walker = collide.cylinder({ 1.5, 0.1, 1.1 }, { 1.5, 1.1, 1.1 }, 0.3)
    for _ = 1, 60 do
      collide.move_and_slide(walker, { -0.05, -0.02, 0 }, around, { step_height = STEP })
    end
    assert.is_true(foot(walker) < 1e-6 and walker.a.x < -1)
  end)

  for name, make in pairs(walkers) do
    it("is climbed by no " .. name, function()
      local met = 0
      for seed = 1, cases.count(40) do
        local random = generate.random(seed)
        local around = { wall(random, 10 ^ random.range(-6, -1)), collide.plane({ 0, 1, 0 }, 0) }
        local shape, way, across = start(random, make)
        local step = (way + vec(-way.z, 0, way.x) * across * 0.4) * 0.05 - vec(0, 0.02, 0)
        for _ = 1, 70 do
          local _, _, hits = collide.move_and_slide(shape, step, around, { step_height = STEP })
          met = met + #hits
          assert.is_true(foot(shape) < 1e-6, ("seed %d: %g"):format(seed, foot(shape)))
        end
      end
      assert.is_true(met > cases.count(40))
    end)
  end
end)

describe("by a jump", function()
  for name, make in pairs(walkers) do
    it("no step is climbed by a " .. name, function()
      for seed = 1, cases.count(40) do
        local random = generate.random(seed + 1000)
        local blocks = { collide.plane({ 0, 1, 0 }, 0), wall(random, 0.3) }
        for i = 1, 6 do
          local at = vec(random.range(-1.5, 1.5), random.range(0, 1.5), random.range(-1.5, 1.5))
          blocks[i + 2] = collide.box(at, { 0.3, 0.2, 0.3 },
            quat(vec(random.range(-1, 1), 1, random.range(-1, 1)), random.range(-1, 1)))
        end
        local shape, way = start(random, make)
        for i = 1, 29 do
          local motion = way * 0.08 + vec(0, 0.12 - 0.004 * i, 0)
          local without = shape:clone()
          local as_without = collide.move_and_slide(without, motion, blocks)
          local moved = collide.move_and_slide(shape, motion, blocks, { step_height = STEP })
          assert.equal(as_without, moved)
        end
      end
    end)
  end
end)

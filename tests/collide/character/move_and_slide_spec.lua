-- Laws of move_and_slide over random and degenerate shapes: what holds for any shape among any
-- obstacles, wherever it begins.
local collide = require "collide"
local cases = require("tests.support.cases").count(150)
local generate = require "tests.support.generate"
local vec = collide.vec

-- What rounding may do to a depth: see docs/accuracy.md, much more with a curved core.
local function slack(mover, obstacle, size)
  local function curved(s) return generate.has_part(s, generate.is_curved) end
  return (curved(mover) or curved(obstacle)) and 1e-6 * size or 1e-11 * size
end

local function depth(a, b)
  local known, distance = pcall(collide.distance, a, b)
  return known and math.min(distance, 0) or nil -- of two meshes there is none
end

local function draw(random, style, dim, reach)
  local function one() return random.range(-reach, reach) end
  return dim == 2 and vec(one(), one()) or vec(one(), one(), one())
end

describe("move_and_slide among anything", function()
  for dim = 2, 3 do
    for seed, kind in ipairs(generate.kinds(dim)) do
      it(("never ends deeper than it began: %s in %dD"):format(kind, dim), function()
        local random = generate.random(1000 * dim + seed)
        local all, embedded, stopped, turned = generate.kinds(dim), 0, 0, 0
        for case = 1, cases do
          local obstacles, mover, style = {}, nil, nil
          for i = 1, random.integer(1, 6) do
            local other = all[random.integer(1, #all)]
            mover, obstacles[i], style = generate.pair(random, kind, other, dim)
          end
          local motion = draw(random, style, dim, random.chance(0.2) and 0.01 or 3)
          local before = {}
          for i, o in ipairs(obstacles) do
            before[i] = depth(mover, o)
            if before[i] and before[i] < -1e-9 then embedded = embedded + 1 end
          end
          local options = {
            step_height = random.chance(0.3) and random.unit() or 0,
            snap = random.chance(0.3) and random.unit() or 0,
            max_slope = random.range(0, math.pi / 2),
            max_hits = random.integer(1, 16),
          }
          local text = tostring(mover)
          local moved, rest, hits, ground =
            collide.move_and_slide(mover, motion, obstacles, options)
          local size = generate.size(mover) + motion:length()
          for i, o in ipairs(obstacles) do
            local after = depth(mover, o)
            local all_size = size + generate.size(o)
            if before[i] and after < before[i] - slack(mover, o, all_size) then
              error(("case %d: %s by %s at %s: %.17g, then %.17g"):format(case, text,
                tostring(motion), tostring(o), before[i], after))
            end
          end
          assert.is_true(#hits <= options.max_hits)
          for _, v in ipairs { moved, rest } do assert.is_true(v:length() < math.huge) end
          for i, entry in ipairs(hits) do
            assert.near(1, entry.hit.normal:length(), 1e-12)
            assert.is_true(entry.hit.t >= (i > 1 and hits[i - 1].hit.t or 0) and entry.hit.t <= 1)
          end
          if ground then assert.is_true(ground.normal.y > 0) end
          if #hits > 0 then stopped = stopped + 1 end
          if #hits > 1 then turned = turned + 1 end
        end
        assert.is_true(embedded > 0)
        if kind ~= "plane" then -- it overlaps all
          assert.is_true(stopped > cases / 15 and turned >= cases // 100)
        end
      end)
    end
  end
end)

-- Each part is only touched; the way out of all of them together is long.
describe("move_and_slide between the parts of a set", function()
  it("ends no deeper at a vertex that is touched from two sides", function()
    local mesh = collide.mesh({ { 2, -1 }, { 2, 1.5 }, { -2, 0.5 }, { 2, 1 } },
      { { 3, 1, 1 }, { 4, 2, 1 } })
    local obstacles = { mesh, collide.aabb({ -2.5, 1 }, { -0.5, 3 }) }
    for _, options in ipairs { {}, { step_height = 0.3, max_slope = 0.9, snap = 0.4 } } do
      local mover = collide.capsule({ 0.5, -0.5 }, { -1, 1 }, 0)
      local before = mover:distance(mesh)
      collide.move_and_slide(mover, { 2.5, -2.5 }, obstacles, options)
      assert.is_true(mover:distance(mesh) >= before - 1e-12)
    end
  end)

  it("ends no deeper in a corridor that it fills", function()
    for _, height in ipairs { 1, 0.1, 1 / 3 } do
      local mesh = collide.mesh({ { -50, 0 }, { 50, 0 }, { 0, -9 }, { 0, height },
        { 50, height }, { 25, 9 } }, { { 1, 2, 3 }, { 4, 5, 6 } })
      for _, mover in ipairs { collide.aabb({ 2, 0 }, { 3, height }),
        collide.aabb({ -2, 0 }, { -1, height }), collide.circle({ -2, height / 2 }, height / 2),
        collide.capsule({ 2, height / 2 }, { 3, height / 2 }, height / 2) } do
        for _ = 1, 60 do
          local before = mover:distance(mesh)
          collide.move_and_slide(mover, { 0.1, -0.05 }, mesh, { snap = 0.1, step_height = 0.1 })
          assert.is_true(mover:distance(mesh) >= math.min(before, 0) - 1e-12,
            ("%s, %g"):format(mover, height))
        end
      end
    end
  end)
end)

-- Slopes, stairs, ceilings, ledges: when move_and_slide stands, climbs, slides and snaps.
local collide = require "collide"
local cases = require "tests.support.cases"
local movers = require "tests.support.movers"
local vec, v, slab = collide.vec, movers.v, movers.slab

local function characters(dim) return table.move(movers.list(dim), 1, 6, 1, {}) end

-- A ramp with its foot at x = 2, rising by an angle; the character on it, touching.
local function ramp(dim, angle)
  return collide.plane(v(dim, -math.sin(angle), math.cos(angle)), v(dim, 2, 0))
end

local function put_down(mover, dim, obstacles)
  mover:move(v(dim, 3, 8))
  collide.move_and_slide(mover, v(dim, 0, -20), obstacles, { max_slope = math.pi / 2 })
  return mover
end

local function each(call)
  for dim = 2, 3 do
    for i, mover in ipairs(characters(dim)) do
      if cases.tries(i) then call(dim, mover, ("%dD mover %d"):format(dim, i)) end
    end
  end
end

describe("on a slope", function()
  it("stands up to max_slope and slides beyond", function()
    each(function(dim, mover, what)
      for _, limit in ipairs { 0.2, math.pi / 4, 1.2 } do
        for _, beyond in ipairs { -1e-6, 0, 1e-6 } do
          local slope = ramp(dim, limit + beyond)
          local hero = put_down(mover:clone(), dim, slope)
          local moved, _, hits, ground =
            collide.move_and_slide(hero, v(dim, 0, -1), slope, { max_slope = limit })
          assert.equal(1, #hits, what)
          if beyond <= 0 then
            assert.near(0, moved:length(), 1e-12, what)
            assert.is_truthy(ground)
          else
            assert.near(math.sin(limit), moved:length(), 1e-5, what)
            assert.is_nil(ground)
          end
        end
      end
    end)
  end)

  it("falls along a vertical wall, also where max_slope is a right angle", function()
    each(function(dim, mover, what)
      local hero = mover:moved(v(dim, -1, 0))
      for _, wall in ipairs { collide.plane(v(dim, -1, 0), 0), collide.plane(v(dim, -1, 1e-16), 0),
        slab(dim, 0, 1, 9), ramp(dim, math.pi / 2) } do
        for _, motion in ipairs { v(dim, 2, -2), v(dim, 2, 0), v(dim, 2, 1) } do
          local walker = hero:clone()
          local moved, rest, _, ground =
            collide.move_and_slide(walker, motion, wall, { max_slope = math.pi / 2 })
          assert.near(motion.y, moved.y, 1e-9, what)
          assert.equal(0, rest:length())
          assert.is_nil(ground)
        end
      end
    end)
  end)

  it("walks up and down as fast as on the level, and keeps its heading", function()
    each(function(dim, mover, what)
      for _, angle in ipairs { 0.1, 0.5, math.pi / 4 } do
        for _, heading in ipairs { v(dim, 0.5, 0, 0.5), v(dim, -0.5, 0, 0.2) } do
          local slope = ramp(dim, angle)
          local hero = put_down(mover:clone(), dim, slope)
          local moved = collide.move_and_slide(hero, heading + v(dim, 0, -2), slope)
          assert.near(heading:length(), moved:length(), 1e-9, what)
          assert.near(heading.x * math.tan(angle), moved.y * heading.x / moved.x, 1e-9)
          if dim == 3 then assert.near(heading.z / heading.x, moved.z / moved.x, 1e-9) end
        end
      end
    end)
  end)

  it("never climbs what is steeper than max_slope, from the ground or from a jump", function()
    each(function(dim, mover, what)
      for _, angle in ipairs { math.pi / 4 + 1e-6, 1, 1.5 } do
        for _, jump in ipairs { 0, 0.5 } do
          local hero = mover:clone()
          local obstacles = { slab(dim, -9, 9, 0), ramp(dim, angle) }
          local height = 0
          for _ = 1, 40 do
            local motion = v(dim, 0.2, jump > 0 and jump or -0.1)
            local moved = collide.move_and_slide(hero, motion, obstacles)
            assert.is_true(moved.y <= math.max(jump, 0) + 1e-12, what)
            height = height + moved.y
          end
          if jump == 0 then assert.near(0, height, 1e-9, what) end
        end
      end
    end)
  end)

  it("does not rise along a wall that it walks into uphill", function()
    each(function(dim, mover, what)
      local slope = ramp(dim, 0.5)
      local hero = put_down(mover:clone(), dim, slope)
      local obstacles = { slope, collide.plane(v(dim, -1, 0), v(dim, hero:bounds().max.x + 1, 0)) }
      for _ = 1, 10 do collide.move_and_slide(hero, v(dim, 0.3, -0.1), obstacles) end
      local moved = collide.move_and_slide(hero, v(dim, 0.3, -0.1), obstacles)
      assert.near(0, moved:length(), 1e-12, what)
    end)
  end)
end)

describe("on stairs", function()
  it("climbs a step of step_height and none that is higher", function()
    each(function(dim, mover, what)
      for _, height in ipairs { 0.05, 0.1, 0.3, 0.7 } do
        for _, speed in ipairs { 0.05, 0.4, 5 } do
          for _, factor in ipairs { 1, 1 - 1e-9, 1 + 1e-9 } do
            local hero = mover:clone()
            local obstacles = { slab(dim, -9, 9, 0), slab(dim, 2, 19, height * factor) }
            for _ = 1, math.ceil(5 / speed) do
              collide.move_and_slide(hero, v(dim, speed, -0.02), obstacles,
                { step_height = height, snap = 0.01 })
            end
            local climbed = hero:bounds().min.y
            local name = ("%s, step %.10g of %g at %g: climbed %.12g, x %g"):format(what,
              height * factor, height, speed, climbed, hero:bounds().min.x)
            if factor > 1 then
              assert.near(0, climbed, 1e-9, name)
            else
              assert.near(height * factor, climbed, 1e-9, name)
              assert.is_true(hero:bounds().min.x > 2, name)
            end
          end
        end
      end
    end)
  end)

  it("goes up and down a flight, on the ground all the way", function()
    each(function(dim, mover, what)
      local stairs = { slab(dim, -9, 40, 0) }
      for i = 1, 5 do stairs[#stairs + 1] = slab(dim, 1 + i, 13 - i, 0.25 * i) end
      local hero, airborne, top = mover:clone(), 0, 0
      for _ = 1, 200 do
        local _, _, _, ground = collide.move_and_slide(hero, v(dim, 0.1, -0.1), stairs,
          { step_height = 0.25, snap = 0.26 })
        if not ground then airborne = airborne + 1 end
        top = math.max(top, hero:bounds().min.y)
      end
      assert.near(1.25, top, 1e-9, what)
      assert.near(0, hero:bounds().min.y, 1e-9, what)
      assert.is_true(hero:bounds().min.x > 11, what .. tostring(hero:bounds()))
      assert.is_true(airborne <= 20, what .. airborne) -- a round one over an edge
    end)
  end)

  it("falls along an upright edge, which is none of a step", function()
    local pillar = collide.hull { { 0, -9, 0 }, { 0, 9, 0 }, { -5, -9, 5 }, { -5, 9, 5 },
      { -5, -9, -5 }, { -5, 9, -5 } }
    for _, shape in ipairs { collide.sphere({ 0.5, 0, 0 }, 0.5),
      collide.capsule({ 0.5, 0, 0 }, { 0.5, 1, 0 }, 0.5), collide.aabb({ 0, 0, -1 }, { 1, 1, 1 }) }
    do
      local moved = collide.move_and_slide(shape, { -1, -1, 0 }, pillar, { step_height = 2 })
      assert.near(0, (moved - vec(0, -1, 0)):length(), 1e-12)
    end
  end)

  it("does not stand on an edge that it passes, beside a chasm", function()
    local slab_beside = collide.aabb({ -9, -9, -9 }, { 0, 0, 9 })
    for _, fall in ipairs { 0, 0.1 } do
      local ball = collide.sphere({ 0.4, 0.3, 0 }, 0.5)
      local moved, _, _, ground = collide.move_and_slide(ball, { 0, -fall, 1 }, slab_beside,
        { step_height = 2 })
      assert.is_nil(ground)
      assert.near(-0.64 * fall, moved.y, 1e-12)
    end
  end)

  it("does not climb without room for its head, or in the air", function()
    local hero = collide.aabb({ 0, 0 }, { 1, 2 })
    local floor, step = slab(2, -9, 9, 0), slab(2, 2, 9, 0.3)
    local ceiling = collide.aabb({ 1.5, 2.2 }, { 9, 3 })
    local options = { step_height = 0.5 }
    collide.move_and_slide(hero, { 3, -0.1 }, { floor, step, ceiling }, options)
    assert.near(2, hero.max.x, 1e-9)
    assert.near(0, hero.min.y, 1e-9)
    hero = collide.aabb({ 0, 0.1 }, { 1, 2 })
    collide.move_and_slide(hero, { 3, 0 }, { floor, step }, options)
    assert.near(2, hero.max.x, 1e-9)
    assert.near(0.1, hero.min.y, 1e-9)
    hero = collide.aabb({ 0, 0 }, { 1, 2 })
    collide.move_and_slide(hero, { 3, 0 }, { floor, step }, options)
    assert.near(0.3, hero.min.y, 1e-9)
  end)
end)

describe("above and below", function()
  it("slides along ceilings and does not stick to them", function()
    each(function(dim, mover, what)
      for _, tilt in ipairs { 0, 0.4 } do
        local hero = mover:clone()
        local top = hero:bounds().max.y
        local ceiling = collide.plane(v(dim, math.sin(tilt), -math.cos(tilt)), v(dim, 0, top + 1))
        local moved = collide.move_and_slide(hero, v(dim, 1, 3), ceiling)
        assert.is_true(moved.x > 0.999 and moved.y > 0.5 and moved.y < 3, what)
        local down = collide.move_and_slide(hero, v(dim, 0, -0.5), ceiling)
        assert.near(0, (down - v(dim, 0, -0.5)):length(), 1e-12, what)
      end
    end)
  end)

  it("snaps only where it stood, goes not up, and finds ground no farther down", function()
    each(function(dim, mover, what)
      local floor, ledge = slab(dim, -9, 19, -0.5), slab(dim, -9, 1, 0)
      local function walk(motion, snap)
        local hero = mover:clone()
        local moved, _, _, ground =
          collide.move_and_slide(hero, motion, { floor, ledge }, { snap = snap })
        return moved.y, ground
      end
      local y, ground = walk(v(dim, 3, 0), 0.5 + 1e-9)
      assert.near(-0.5, y, 1e-9, what)
      assert.is_truthy(ground)
      for _, snap in ipairs { 0, 0.5 - 1e-6 } do
        y, ground = walk(v(dim, 3, 0), snap)
        assert.near(0, y, 1e-12, what)
        assert.is_nil(ground)
      end
      y, ground = walk(v(dim, 3, 0.1), 1)
      assert.near(0.1, y, 1e-12)
      assert.is_nil(ground)
    end)
    local flying = collide.circle({ 0, 1 }, 0.5)
    local moved = collide.move_and_slide(flying, { 1, 0 }, slab(2, -9, 9, 0), { snap = 2 })
    assert.equal(vec(1, 0), moved)
  end)

  -- It stands some ulps above the stairs, so the step down is longer by these. A round one comes
  -- down over the edge of a step, which is steeper than it can stand on.
  it("is on the ground all the way down stairs whose steps are as high as snap", function()
    for dim = 2, 3 do
      local all = characters(dim)
      all[#all + 1] = dim == 2 and collide.segment({ 0, 0 }, { 0, 1 }) or
        collide.cone({ 0, 1, 0 }, { 0, 0, 0 }, 0.4)
      for i, mover in ipairs(all) do
        for _, height in ipairs(cases.tries(i) and { 0.1, 0.25, 1 / 3 } or {}) do
          for _, width in ipairs { 0.35, 1 } do
            local stairs = { slab(dim, -9, 40, 0) }
            for k = 1, 3 do stairs[k + 1] = slab(dim, -9, (3 - k) * width, k * height) end
            for _, motion in ipairs { v(dim, 0.1, 0), v(dim, 0.1, -0.1), v(dim, 0.06, -0.2),
              v(dim, 0.3, -0.02), v(dim, 0.1, -0.05, 0.04) } do
              for form = 1, 2 do
                local hero = mover:moved(v(dim, -0.6, 3 * height))
                local obstacles = form == 1 and stairs or collide.compound(stairs)
                for _ = 1, math.ceil((2 * width + 2) / motion.x) do
                  local _, _, _, ground =
                    collide.move_and_slide(hero, motion, obstacles, { snap = height })
                  assert.is_truthy(ground,
                    ("%s, steps of %g by %g, motion %s"):format(hero, width, height, motion))
                end
                assert.near(0, hero:bounds().min.y, 1e-8)
              end
            end
          end
        end
      end
    end
  end)

  -- It may stand a touch above both, where it was and where it comes to.
  it("is on the ground up stairs and down again, by as much as step_height and snap", function()
    local stairs = { slab(3, -10, 9, 0) }
    for i = 1, 5 do stairs[i + 1] = slab(3, i, i == 5 and 30 or i + 1, 0.25 * i) end
    local hero = collide.hull { { -0.3, 0, -0.2 }, { 0.4, 0, 0 }, { -0.2, 0, 0.3 }, { 0, 1, 0 } }
    local options = { step_height = 0.25, snap = 0.25 }
    for _ = 1, 200 do collide.move_and_slide(hero, { 0.1, -0.1, 0 }, stairs, options) end
    assert.near(1.25, hero:bounds().min.y, 1e-9)
    for _ = 1, 260 do
      local _, _, _, ground = collide.move_and_slide(hero, { -0.1, -0.1, 0 }, stairs, options)
      assert.is_truthy(ground, tostring(hero))
    end
    assert.near(0, hero:bounds().min.y, 1e-9)
  end)

  it("has no ground at the edge of a step that is higher than snap, or of a chasm", function()
    for dim = 2, 3 do
      local ball = dim == 2 and collide.circle({ 0, 0 }, 0.5) or collide.sphere({ 0, 0, 0 }, 0.5)
      local low, high = slab(dim, -9, 9, -0.3), slab(dim, -9, 0, 0)
      local function ground_at(snap, obstacles)
        local hero = ball:moved(v(dim, 0.4, 0.3))
        return select(4, collide.move_and_slide(hero, v(dim, 0, 0), obstacles, { snap = snap }))
      end
      assert.is_nil(ground_at(0, { low, high }))
      assert.is_nil(ground_at(0.3 - 1e-6, { low, high }))
      assert.is_nil(ground_at(0.3, high))
      local edge = ground_at(0.3, { low, high })
      assert.near(0.6, edge.normal.y, 1e-9)
      assert.near(0, (edge.point - v(dim, 0, 0)):length(), 1e-9)
    end
  end)

  -- What is beside its way down by rounding alone stopped it there.
  it("snaps past a wall that it only grazes", function()
    local hero = collide.box({ 1.5 - 2 ^ -52, 1.75 }, { 0.25, 0.25 }, 0, 0.25)
    local stairs = { slab(2, -9, 9, 1), slab(2, -9, 1, 1.25) }
    hero:move { -0.3, 0 }
    for _ = 1, 2 do
      local _, _, _, ground = collide.move_and_slide(hero, { 0.3, -0.02 }, stairs, { snap = 0.25 })
      assert.is_truthy(ground)
    end
    assert.near(1, hero:bounds().min.y, 1e-8)
  end)

  it("a wedge of steep walls carries it, and it neither sinks nor trembles there", function()
    each(function(dim, mover, what)
      local walls = { ramp(dim, 1.2),
        collide.plane(v(dim, math.sin(1.2), math.cos(1.2)), v(dim, -2, 0)) }
      if dim == 3 then
        walls[3] = collide.plane({ 0, math.cos(1.2), math.sin(1.2) }, { 0, 0, -2 })
        walls[4] = collide.plane({ 0, math.cos(1.2), -math.sin(1.2) }, { 0, 0, 2 })
      end
      local hero, ground = mover:moved(v(dim, 0.3, 9)), nil
      for _ = 1, 30 do collide.move_and_slide(hero, v(dim, 0, -2), walls) end
      for _ = 1, 100 do
        local moved
        moved, _, _, ground = collide.move_and_slide(hero, v(dim, 0.1, -2), walls)
        assert.near(0, moved:length(), 1e-12, what)
      end
      assert.is_truthy(ground, what)
    end)
  end)
end)

describe("the results", function()
  it("rest is what is left, slid along what stopped it", function()
    local hero = collide.circle({ 0, 1 }, 0.5)
    local obstacles = { slab(2, -9, 9, 0), collide.aabb({ 2, -1 }, { 3, 9 }) }
    local options = { max_hits = 1 }
    local moved, rest, hits =
      collide.move_and_slide(hero:clone(), { 3, -1 }, obstacles, options)
    assert.equal(1, #hits)
    assert.near(1.5, moved.x, 1e-9)
    assert.equal(vec(0, 0), rest)
    local steep = { ramp(2, 1.2), slab(2, -9, 9, 0) }
    hero = collide.circle({ 5, 9 }, 0.5)
    moved, rest, hits = collide.move_and_slide(hero, { 0, -20 }, steep, options)
    assert.equal(1, #hits)
    assert.is_true(moved.y < -5 and rest.y > -1e-9 or rest.y < 0)
    local all = collide.move_and_slide(hero, rest, steep)
    assert.is_true(all:length() <= rest:length() + 1e-9)
  end)

  it("hits come in order, with their obstacle", function()
    local hero = collide.aabb({ 0, 1 }, { 1, 2 })
    local floor, wall = slab(2, -9, 9, 0), collide.aabb({ 4, 0 }, { 5, 9 })
    local moved, rest, hits, ground, other =
      collide.move_and_slide(hero, { 4, -2 }, { wall, floor })
    assert.near(0, (moved - vec(3, -1)):length(), 1e-9)
    assert.equal(vec(0, 0), rest)
    assert.equal(floor, hits[1].other)
    assert.equal(vec(0, 1), hits[1].hit.normal)
    assert.near(0.5, hits[1].hit.t, 1e-12)
    assert.equal(2, hits[1].hit.approach)
    assert.equal(wall, hits[2].other)
    assert.equal(vec(-1, 0), hits[2].hit.normal)
    assert.equal(2, #hits)
    assert.equal(floor, other)
    assert.equal(vec(0, 1), ground.normal)
    assert.equal(0, ground.point.y)
  end)
end)

-- More walls touch at once than a move lists.
describe("in a well of many walls", function()
  local function walls(count, up)
    local all, aside = {}, math.sqrt(1 - up * up)
    for i = 1, count do
      local angle = 2 * math.pi * (i + 0.5) / count
      all[i] = collide.plane({ aside * math.cos(angle), up, aside * math.sin(angle) }, -1)
    end
    return all
  end

  it("stands on the floor", function()
    for _, count in ipairs { 5, 12, 16, 40 } do
      local well = walls(count, 0)
      well[#well + 1] = collide.plane({ 0, 1, 0 }, -1)
      for _, motion in ipairs { vec(1, 0, 0), vec(1, -1, 0), vec(0, -1, 3) } do
        local ball = collide.sphere({ 0, 0, 0 }, 1)
        local moved, rest, hits, ground = collide.move_and_slide(ball, motion, well)
        assert.near(0, moved:length(), 1e-12)
        assert.near(0, rest:length(), 1e-12)
        assert.is_true(#hits > 0 and #hits <= 16)
        assert.equal(vec(0, 1, 0), ground.normal)
      end
    end
  end)

  it("stands in the middle of a bowl", function()
    for _, count in ipairs { 5, 12, 16, 40 } do
      local ball = collide.sphere({ 0, 0, 0 }, 1)
      local moved, rest, hits, ground =
        collide.move_and_slide(ball, vec(0, -1, 0), walls(count, 0.8))
      assert.near(0, moved:length(), 1e-12)
      assert.near(0, rest:length(), 1e-12)
      assert.equal(math.min(count, 16), #hits)
      assert.near(0.8, ground.normal.y, 1e-12)
    end
  end)
end)

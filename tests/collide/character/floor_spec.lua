-- What move_and_slide does on floors, at walls, on slopes and stairs: the same for every shape, for
-- floors in one piece and in tiles, and for a motion in one piece and in parts.
local collide = require "collide"
local cases = require "tests.support.cases"
local movers = require "tests.support.movers"
local vec, v = collide.vec, movers.v

local function each_mover(dim, call)
  for _, shape in ipairs(movers.list(dim)) do call(shape.kind, shape) end
end

local function floor_of(dim, low, high) return movers.slab(dim, low, high, 0) end

-- The floor from -3 to 9 in pieces of a width, as boxes, as one compound, as a mesh or as segments.
local function tiles(dim, width, form)
  local list = {}
  for i = 0, math.ceil(12 / width) - 1 do
    local low, high = -3 + i * width, -3 + (i + 1) * width
    if form == "mesh" or form == "segments" then
      if dim == 2 then
        list[#list + 1] = collide.segment({ low, 0 }, { high, 0 })
      else
        list[#list + 1] = collide.triangle({ low, 0, -9 }, { high, 0, -9 }, { low, 0, 9 })
        list[#list + 1] = collide.triangle({ high, 0, -9 }, { high, 0, 9 }, { low, 0, 9 })
      end
    elseif dim == 3 then
      for k = -1, 0 do
        list[#list + 1] = collide.aabb({ low, -1, 9 * k }, { high, 0, 9 * k + 9 })
      end
    else
      list[#list + 1] = floor_of(2, low, high)
    end
  end
  return form == "boxes" and list or form == "segments" and list or { collide.compound(list) }
end

-- The shape and all obstacles turned about the origin.
local function turned(dim, list, angle)
  local rotation = dim == 2 and angle or collide.quat({ 0.3, 0.2, 1 }, angle)
  local out = {}
  for i, shape in ipairs(list) do out[i] = shape:rotated(rotation, v(dim, 0, 0)) end
  return out, rotation
end

local function turn(dim, rotation, w)
  if dim == 3 then return rotation * w end
  return vec(w.x * math.cos(rotation) - w.y * math.sin(rotation),
    w.x * math.sin(rotation) + w.y * math.cos(rotation))
end

describe("on a floor", function()
  for dim = 2, 3 do
    it(("tiles are one piece, at any angle: %dD"):format(dim), function()
      local count = 0
      each_mover(dim, function(name, shape)
        for _, form in ipairs { "boxes", "compound", "segments" } do
          for _, width in ipairs { 0.1, 1 / 3, 1 } do
            for _, angle in ipairs { 0, 0.3, math.pi / 4, 2 } do
              if dim == 2 or width > 0.1 then
                local start = shape:moved(v(dim, 0.05, 0.5))
                local pieces, rotation = turned(dim, tiles(dim, width, form), angle)
                local mover = turned(dim, { start }, angle)[1]
                local before = mover:bounds().center
                local moved, _, hits, ground = collide.move_and_slide(mover,
                  turn(dim, rotation, v(dim, 4, -1, 0.5)), pieces,
                  { up = turn(dim, rotation, v(dim, 0, 1)) })
                local what = ("%s on %s of %g at %g"):format(name, form, width, angle)
                local wanted = turn(dim, rotation, v(dim, 4, -0.5, 0.5))
                assert.near(0, (moved - wanted):length(), 1e-7, what .. " " .. tostring(moved))
                assert.near(0, (mover:bounds().center - before - moved):length(), 1e-12)
                assert.equal(1, #hits, what)
                assert.is_truthy(ground, what)
                count = count + 1
              end
            end
          end
        end
      end)
      assert.is_true(count > 150)
    end)

    it(("a motion in parts ends where the whole one does: %dD"):format(dim), function()
      each_mover(dim, function(name, shape)
        for _, parts in ipairs { 3, 64 } do
          local whole, pieces = shape:moved(v(dim, 0, 1)), shape:moved(v(dim, 0, 1))
          local floor = { floor_of(dim, -9, 9) }
          local motion = v(dim, 3, -2, 1)
          local all = collide.move_and_slide(whole, motion, floor)
          local sum = v(dim, 0, 0)
          for _ = 1, parts do sum = sum + collide.move_and_slide(pieces, motion / parts, floor) end
          assert.near(0, (all - sum):length(), 1e-9, name)
        end
      end)
    end)

    it(("running against a wall, or into a corner, moves by nothing: %dD"):format(dim), function()
      each_mover(dim, function(name, shape)
        for _, lean in ipairs { 0, 0.3 } do -- a wall upright, and one that hangs over
          local mover = shape:clone()
          local obstacles = { floor_of(dim, -9, 9),
            collide.plane(v(dim, -math.cos(lean), -math.sin(lean)), v(dim, 2, 0)) }
          if dim == 3 then obstacles[3] = collide.plane({ 0.1, 0, -1 }, { 0, 0, 2 }) end
          local motion = v(dim, 0.2, -0.1, 0.2)
          for _ = 1, 100 do collide.move_and_slide(mover, motion, obstacles) end
          local at = mover:bounds().center
          for _ = 1, cases.count(1000) do
            local moved, rest = collide.move_and_slide(mover, motion, obstacles)
            assert.near(0, moved:length(), 1e-15, name)
            assert.equal(0, rest:length())
          end
          assert.near(0, (mover:bounds().center - at):length(), 1e-12, name)
        end
      end)
    end)
  end

  it("steps without end against a wall move nothing", function()
    local mover = collide.capsule({ 0, 0.5 }, { 0, 1.5 }, 0.5)
    local obstacles = { floor_of(2, -9, 9), collide.aabb({ 1, -1 }, { 2, 3 }) }
    collide.move_and_slide(mover, { 1, -1 }, obstacles)
    local a, b = mover.a, mover.b
    for _ = 1, cases.count(10000) do collide.move_and_slide(mover, { 0.1, -0.1 }, obstacles) end
    assert.equal(a, mover.a)
    assert.equal(b, mover.b)
  end)

  -- The origin is a place like any other: what is near it touches to the rounding of the floor's
  -- coordinates, not of its own, which are hardly more than 0 there.
  it("a point walks over the origin", function()
    local function line(dim) return collide.line(v(dim, 1000, -1), v(dim, 1, 0), 1) end
    local forms = {
      list = function(dim) return { floor_of(dim, -10, 1), floor_of(dim, 1, 30) } end,
      batch = function(dim) return collide.batch { floor_of(dim, -10, 1), line(dim) } end,
      compound = function(dim)
        return collide.compound { floor_of(dim, -10, 1), floor_of(dim, 1, 30) }
      end,
      line = line,
      world = function(dim)
        local world = collide.world { dim = dim }
        world:add(floor_of(dim, -10, 1))
        world:add(line(dim))
        return world
      end,
    }
    for dim = 2, 3 do
      for name, form in pairs(forms) do
        local obstacles = form(dim)
        for _, height in ipairs { 2 ^ -48, 2 ^ -55, 2 ^ -60, 0 } do
          for _, x in ipairs { 0.1 - 2 ^ -46, 0.1, 0.1 + 2 ^ -56, 2 ^ -50, 0 } do
            local mover = collide.point(v(dim, x, height))
            for step = 1, 3 do
              local moved, _, _, ground =
                collide.move_and_slide(mover, v(dim, -0.1, -0.1), obstacles)
              local what = ("%s in %dD, %g, step %d"):format(name, dim, x, step)
              assert.near(-0.1, moved.x, 1e-12, what)
              assert.is_truthy(ground, what)
            end
          end
        end
      end
    end
  end)

  it("a step, however small, is a wall where step_height is 0", function()
    for dim = 2, 3 do
      each_mover(dim, function(name, shape)
        for _, height in ipairs { 1e-6, 0.01, 0.3 } do
          local mover = shape:moved(v(dim, 0, 0))
          local upper = floor_of(dim, 2, 9):moved(v(dim, 0, height))
          collide.move_and_slide(mover, v(dim, 4, -0.1), { floor_of(dim, -9, 9), upper })
          local right = mover:bounds().max.x
          local curved = name == "cylinder" or name == "cone"
          assert.is_true(right < 3.2 and mover:bounds().min.y < (curved and 1e-6 or 1e-9),
            ("%s, %g: %g"):format(name, height, right))
        end
      end)
    end
  end)
end)

-- What is solved together slides as it would alone: a stack in a channel keeps its speed, whether
-- floor and walls are in one piece or in tiles.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local HALF = 0.35 -- the width of all that slides, and of the channel

-- A stack of boxes and cylinders on y = 0, of random heights and masses.
local function stack_of(random)
  local list, low = {}, 0
  for i = 1, 3 do
    local high = low + 2 * random.range(0.1, 0.3)
    local length = random.range(0.25, 0.45)
    local middle = vec(0, (low + high) / 2, 0)
    list[i] = {
      i == 2 and collide.cylinder({ 0, low, 0 }, { 0, high, 0 }, HALF) or
        collide.box(middle, { length, (high - low) / 2, HALF }),
      { mass = random.range(0.2, 3), restitution = 0,
        response = random.range(0, 1) < 0.5 and "slide" or "bounce" },
    }
    low = high
  end
  return list
end

-- Calls make(low, high) for the tiles of an interval.
local function row(low, high, size, make)
  for i = math.floor(low / size), math.ceil(high / size) - 1 do make(i * size, (i + 1) * size) end
end

local function add_channel(world, size, walls)
  local function add(x, nx, y, ny, z, nz)
    world:add(collide.aabb({ x, y, z }, { nx, ny, nz }))
  end
  row(-1, 2, size, function(x, nx)
    row(-1, 1, size, function(z, nz) add(x, nx, -0.3, 0, z, nz) end)
    row(0, walls and 2 or 0, size, function(y, ny)
      add(x, nx, y, ny, -HALF - 0.5, -HALF)
      add(x, nx, y, ny, HALF, HALF + 0.5)
    end)
  end)
end

describe("a stack that slides", function()
  for _, walls in ipairs { true, false } do
    it("keeps its speed on tiles" .. (walls and ", between walls of tiles" or ""), function()
      local touched = 0
      for seed = 1, 1 + cases.count(6) do
        local random = generate.random(seed)
        local velocity = vec(random.range(0.3, 4), 0, walls and 0 or random.range(-0.3, 0.3))
        local at, stack = vec(random.range(0, 0.5), 0, 0), stack_of(random)
        for _, size in ipairs { 1 / 2, 4 } do
          local world, bodies = collide.world { dim = 3, gravity = { 0, -10, 0 } }, {}
          add_channel(world, size, walls)
          for i, mover in ipairs(stack) do
            local shape, options = table.unpack(mover)
            options.velocity = velocity
            bodies[i] = world:add(shape:moved(at), options)
          end
          for _ = 1, 8 do
            world:step(1 / 64)
            for _, body in ipairs(bodies) do
              if world:touching(body)() then touched = touched + 1 end
            end
          end
          for _, body in ipairs(bodies) do
            local off = body.velocity - velocity
            local along = vec(off.x, 0, off.z):length()
            assert.is_true(along <= 1e-9, ("seed %d, tiles of %g: %g"):format(seed, size, along))
          end
        end
      end
      assert.is_true(touched > 50, touched)
    end)
  end
end)

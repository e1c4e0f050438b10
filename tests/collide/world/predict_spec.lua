-- What a step predicts is kept for the next steps, also under gravity where all bodies fall alike.
-- A world whose gravity is set before each step predicts everything anew; both worlds must have the
-- same hits at the same times and points, up to rounding. The number of hits guards against
-- vacuity.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function point(random, dim, size)
  local x, y, z = random.range(-size, size), random.range(-size, size), random.range(-size, size)
  return dim == 3 and vec(x, y, z) or vec(x, y)
end

local function axes(dim)
  if dim == 2 then return { vec(1, 0), vec(0, 1) } end
  return { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }
end

-- A closed room with a few obstacles and balls, some of which pass through each other.
local function fill(seed, dim, gravity)
  local random = generate.random(seed)
  local world = collide.world { dim = dim, gravity = gravity }
  local half = dim == 3 and 8 or 14
  for _, n in ipairs(axes(dim)) do
    world:add(collide.plane(n, -half))
    world:add(collide.plane(-n, -half))
  end
  for _ = 1, 3 do
    local p, size = point(random, dim, half / 2), random.range(0.1, 2)
    world:add(collide.aabb(p, p + (dim == 3 and vec(1, 1, 1) or vec(1, 1)) * size))
  end
  for i = 1, 60 do
    world:add(collide.sphere(point(random, dim, half - 1), random.range(0.1, 0.5)), {
      mass = 10 ^ random.range(-1, 1), velocity = point(random, dim, 6), restitution = 1,
      group = i % 3 == 0 and 2 or 1, mask = i % 3 == 0 and 1 or 3 })
  end
  return world
end

local function number_of(world)
  local numbers, n = {}, 0
  for body in world:bodies() do
    n = n + 1
    numbers[body] = n
  end
  return numbers
end

local function met(world, numbers)
  local list = {}
  for event in world:events() do
    list[#list + 1] = { numbers[event.a], numbers[event.b], event.t, event.point }
  end
  return list
end

describe("steps that go on meet what steps that see all anew do", function()
  for dim = 2, 3 do
    for _, pull in ipairs { 0, 10, 50 } do
      it(("in %d dimensions with gravity %g"):format(dim, pull), function()
        local hits = 0
        for seed = 1, 25 do
          local gravity = (dim == 3 and vec(0.3, -1, 0.2) or vec(0.3, -1)) * pull
          local kept, anew = fill(seed, dim, gravity), fill(seed, dim, gravity)
          local numbers, others = number_of(kept), number_of(anew)
          for step = 1, 15 do
            anew.gravity = gravity
            local what = ("seed %d, step %d"):format(seed, step)
            assert.equal(anew:step(1 / 60), kept:step(1 / 60), what)
            local a, b = met(kept, numbers), met(anew, others)
            for i, event in ipairs(a) do
              assert.same({ b[i][1], b[i][2] }, { event[1], event[2] }, what)
              assert.is_true(math.abs(event[3] - b[i][3]) < 1e-7, what)
              assert.is_true((event[4] - b[i][4]):length() < 1e-6, what)
              hits = hits + 1
            end
          end
        end
        assert.is_true(hits > 100, hits .. " hits")
      end)
    end
  end
end)

-- They touch and go on side by side. The difference of their velocities is small, so that what is
-- left of it along their normal is more than its own rounding, but not more than theirs.
describe("two balls that are driven to one point", function()
  for dim = 2, 3 do
    it(("slide along each other in %d dimensions"):format(dim), function()
      local touched = 0
      for turn = 1, cases.count(280) do
        local function direction(angle)
          if dim == 2 then return vec(1, 0):rotated(angle) end
          return collide.quat({ 1, 0.3, 0.2 }, angle) * vec(0, 1, 0)
        end
        local world = collide.world { dim = dim }
        local at = direction(turn) * (6 + turn * 0.01)
        local balls = {}
        for i, center in ipairs { at, at + direction(turn * 1.7) * (0.6 + turn % 50 / 1000) } do
          balls[i] = world:add(collide.sphere(center, 0.25), { mass = i, response = "slide" })
        end
        for _ = 1, 120 do
          for _, ball in ipairs(balls) do ball.velocity = (-ball.position):normalized() * 1.5 end
          local hits, stalled = world:step(1 / 60)
          assert.is_true(hits <= 2 and stalled == 0, ("turn %d: %d hits"):format(turn, hits))
          touched = touched + hits
        end
      end
      assert.is_true(touched > 3 * cases.count(280), touched .. " touched")
    end)
  end
end)

-- An assignment is a teleport: what lies between is not met, and from what it overlaps then a body
-- goes out by the shortest way in the next step, on whichever side of that it was before.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

local vec = collide.vec
local DT = 1 / 60

local assign = {
  function(body, shape) body.shape = shape end,
  function(body, shape) body.position = shape.position end,
  function(body, shape) body:move_to(shape.position) end,
}

-- A body that is far from an obstacle, or has flown at it and stopped there.
local function body_before(shape, obstacle, has_landed)
  local from = shape.dim == 2 and vec(40, 30) or vec(40, 30, 20)
  local world = collide.world { dim = shape.dim }
  world:add(obstacle)
  local body = world:add(shape:moved(from), { mass = 1, response = "stop" })
  if has_landed then body.velocity = from * -2 end
  for _ = 1, 40 do world:step(DT) end
  body.velocity = from * 0
  return world, body
end

describe("a body that is put where it overlaps another", function()
  for dim = 2, 3 do
    it(("leaves it by the shortest way in %dD"):format(dim), function()
      local left, all = 0, 0
      for i, kind in ipairs(generate.convex_kinds(dim)) do
        for k, other in ipairs(generate.convex_kinds(dim)) do
          for seed = 1, kind ~= "line" and kind ~= "plane" and cases.count(20) or 0 do
            local random = generate.random(seed * 997 + i * 31 + k)
            local shape, obstacle, _, size = generate.pair(random, kind, other, dim)
            local world, body = body_before(shape, obstacle, seed % 2 == 0)
            assign[seed % 3 + 1](body, shape)
            local put, depth = body.position, math.max(0, -body.shape:distance(obstacle))
            world:step(DT)
            local what = ("%s in %s, seed %d"):format(kind, other, seed)
            assert.near(depth, (body.position - put):length(), 1e-9 * size, what)
            assert.is_true(body.shape:distance(obstacle) > -1e-9 * size, what)
            left, all = left + (depth > 1e-6 * size and 1 or 0), all + 1
          end
        end
      end
      assert.is_true(left > 0.25 * all and left < 0.7 * all, left .. " of " .. all)
    end)
  end
end)

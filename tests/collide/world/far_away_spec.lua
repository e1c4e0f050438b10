-- A step leaves every body valid, however fast it is or deep in another: what would end so far away
-- that rounding leaves a cylinder no axis stays where it is, and counts as stalled if it moved of
-- itself.
local collide = require "collide"
local vec = collide.vec

local function upright() return collide.cylinder(vec(0, 0, 0), vec(0, 1, 0), 0.5) end

local function assert_has_axis(body)
  local lowest, highest = body.shape:support(vec(0, -1, 0)), body.shape:support(vec(0, 1, 0))
  assert.equal(1, highest.y - lowest.y)
  assert.equal(0, body.shape:distance(collide.point(highest)))
end

describe("a body that would end where it has no axis", function()
  for name, shape in pairs { cylinder = upright(), compound = collide.compound { upright() } } do
    it("is stalled if it flies there: " .. name, function()
      local world = collide.world { dim = 3 }
      local body = world:add(shape, { mass = 1, velocity = vec(0, 1e18, 0) })
      local _, stalled = world:step(1)
      assert.equal(1, stalled)
      assert_has_axis(body)
    end)

    it("is not pushed there: " .. name, function()
      local world = collide.world { dim = 3 }
      local body = world:add(shape, { mass = 1 })
      world:add(collide.plane(vec(0, 1, 0), 1e18))
      world:step(1)
      assert_has_axis(body)
    end)
  end

  it("moves as far as it keeps one", function()
    local world = collide.world { dim = 3 }
    local body = world:add(upright(), { mass = 1, velocity = vec(0, 2 ^ 40, 0) })
    local _, stalled = world:step(1)
    assert.equal(0, stalled)
    assert.equal(2 ^ 40, body.shape.a.y)
    assert_has_axis(body)
  end)
end)

describe("a step of any length", function()
  local longest = 0x1p64

  -- The horizon of predictions, several steps ahead, was infinite.
  it("has an end where overlapping things that are no balls stand still", function()
    local world = collide.world { dim = 2 }
    local boxes = {}
    for i = 1, 3 do
      boxes[i] = world:add(collide.aabb(vec(0, 0), vec(2, 2)), { velocity = vec(0, 4 / longest) })
    end
    for _ = 1, 3 do
      world:step(longest)
    end
    for _, box in ipairs(boxes) do
      assert.is_true(box.position:length() < 100, tostring(box.position))
    end
  end)
end)

-- Hulls of hundreds of vertices that lie deep in each other, like balls: more faces of their
-- difference are nearly as near as the nearest than the expanding polytope has room for. No random
-- direction is a shorter way out than the depth, along which they just touch.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local function direction(random)
  local z, angle = random.range(-1, 1), random.range(0, 2 * math.pi)
  local r = math.sqrt(1 - z * z)
  return vec(r * math.cos(angle), r * math.sin(angle), z)
end

local function ball(random)
  local points = {}
  for i = 1, random.integer(50, 400) do points[i] = direction(random) end
  return collide.hull(points)
end

describe("the depth of hulls of many vertices", function()
  it("is the least way out", function()
    for seed = 1, 20 do
      local random = generate.random(seed)
      local a, b = ball(random), ball(random):moved(direction(random) * 0.01)
      local contact = a:contact(b)
      local depth = -contact.distance
      expect.near(0, a:moved(contact.normal * depth):distance(b), 1e-14, "seed " .. seed)
      assert.is_true(a:moved(contact.normal * (0.999 * depth)):overlap(b), "seed " .. seed)
      for _ = 1, 200 do
        local n = direction(random)
        assert.is_true((b:support(n) - a:support(-n)):dot(n) >= depth - 1e-14, "seed " .. seed)
      end
    end
  end)
end)

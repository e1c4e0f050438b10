-- What the penetration depth of sets does about rounding: each case fails without the line that it
-- names (docs/mathematics.md).
local collide = require "collide"
local generate = require "tests.support.generate"

describe("the depth of a set", function()
  -- cd_intersect_planes: planes of parts that are nearly parallel meet in a point that is refined.
  -- Without that the depth is 3e-7 too long.
  it("is that where nearly parallel planes meet", function()
    local a = collide.capsule({ -0.5, 0.5, 0.5 }, { -1.5, 0.5, 0.5 }, 1)
    local b = collide.mesh({ { -0.5, 0.5, 0.5 }, { -1, 0, 0.5 }, { -0.5, 0.5, 0 }, { 0, 0.5, 0 },
      { 0.5, 1, 0 }, { -1, -0.5, 1 } },
      { { 3, 4, 1 }, { 5, 6, 4 }, { 3, 3, 1 }, { 3, 3, 5 }, { 1, 5, 3 }, { 2, 2, 5 } })
    assert.near(-1, a:distance(b), 1e-14)
  end)

  -- slack_before: what is left of the margin is taken off. Without that the shapes overlap by
  -- 2e-12 where the depth has led.
  it("leads out to rounding", function()
    local random, cases = generate.random(6), 0
    for _ = 1, 1000 do
      local kind = ({ "triangle", "polygon", "box" })[random.integer(1, 3)]
      local a, b, _, size = generate.pair(random, kind, "compound", 2)
      local contact = a:contact(b)
      if contact and contact.depth > 1e-6 * size and contact.depth < 1e300 then
        cases = cases + 1
        local left = a:moved(contact.normal * contact.depth):distance(b)
        assert.is_true(left > -1e-14 * size, tostring(left / size))
      end
    end
    assert.is_true(cases > 200)
  end)
end)

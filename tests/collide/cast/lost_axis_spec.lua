-- Cylinders and cones that are cast so far that rounding of where they arrive leaves them no axis,
-- alone and as parts of a set: the hit keeps the normal of its time, which is against the motion.
local collide = require "collide"
local random = require("tests.support.generate").random
local vec = collide.vec

describe("a cast that leads farther than an axis is long", function()
  it("never meets a face from behind", function()
    local r = random(5)
    local function direction()
      return vec(r.range(-1, 1), r.range(-1, 1), r.range(-1, 1)):normalized()
    end
    for _, far in ipairs { 1e17, 1e18, 5e18 } do
      for _, make in ipairs { collide.cylinder, collide.cone } do
        local a, to = make(vec(0, 0, 0), direction(), 0.5), direction() * far
        for _, b in ipairs { collide.box(to, vec(1, 1, 1)), collide.sphere(to, far / 8),
          collide.box(to, vec(1, 1, 1) * (far / 8), collide.quat(direction(), 1)) } do
          for _, shape in ipairs { a, collide.compound { a } } do
            local hit = shape:shapecast(to * 2, b)
            assert.is_true(hit and hit.approach >= 0, tostring(hit))
          end
        end
      end
    end
  end)
end)

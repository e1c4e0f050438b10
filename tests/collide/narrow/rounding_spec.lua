-- What the narrow phase does about rounding beyond the devices of devices_spec.lua: each case fails
-- without the line that it names (docs/mathematics.md).
local collide = require "collide"
local expect = require "tests.support.expect"
local random = require("tests.support.generate").random
local near, vec = expect.near, collide.vec

describe("rounding", function()
  -- separation_of_gap: of both points the one that lies nearer to a vertex is known better. Where
  -- it is computed from the other one, half of these points are off.
  it("leaves a point its place", function()
    local r, exact, count = random(3), 0, 2000
    local function v(size)
      return vec(r.range(-size, size), r.range(-size, size), r.range(-size, size))
    end
    for i = 1, count do
      local b = i % 2 == 0 and collide.triangle(v(1), v(1), v(1))
        or collide.hull { v(1), v(1), v(1), v(1), v(1) }
      local p = v(4)
      if collide.closest(collide.point(p), b) == p then exact = exact + 1 end
    end
    assert.is_true(exact > 0.9 * count, exact .. " of " .. count)
  end)

  -- offer_direction: heights along two axes are equal to rounding, so the vertices decide. The
  -- corner of the triangle is 2e-20 deep, along another axis 2e-18.
  it("does not choose between axes", function()
    local a = collide.segment({ -0x1.3f534bb504486p-3, 0x1.05695138390c5p+0 },
      { 0x1.1d40301p-26, -0x1.85eb8079p-25 })
    local b = collide.triangle({ 0x1.0ee233da76825p-24, -0x1.273c6afabdea7p-27 },
      { 0x1.29c5c7d29366cp-24, -0x1.df686c82545b8p-26 },
      { 0x1.1d40300fe0b41p-26, -0x1.85eb80789f01bp-25 })
    local _, _, distance, normal = collide.closest(a, b)
    assert.near(-2.2456651207537146e-20, distance, 1e-30)
    near({ -0.98854240003222371, -0.15094344417208411 }, normal, 1e-15)
  end)
end)

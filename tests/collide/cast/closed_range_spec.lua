-- Ranges are closed: what a ray hits at t, it hits with tmax = t, and nothing else changes.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

describe("a ray at", function()
  local function point(random, dim)
    local p, lattice = {}, random.chance(0.5)
    for k = 1, dim do p[k] = lattice and random.integer(-10, 10) / 10 or random.range(-1, 1) end
    return collide.vec(table.unpack(p))
  end

  for dim = 2, 3 do
    local kind = dim == 2 and "polygon" or "hull"
    it(("a rounded %s hits at the end of its range"):format(kind), function()
      local random, hits = generate.random(dim), 0
      for n = 1, cases.count(6000) do
        local points = {}
        for i = 1, random.integer(3, 6) do points[i] = point(random, dim) end
        local shape = collide[kind](points, 0.3)
        local origin = point(random, dim) * 2
        local direction = points[1] - origin + 0.5 * point(random, dim)
        local hit = direction:length() > 0 and collide.raycast(origin, direction, shape)
        if hit then
          hits = hits + 1
          local again = collide.raycast(origin, direction, shape, hit.t)
          assert.is_true(again ~= nil, n)
          assert.equal(hit.t, again.t)
          assert.equal(hit.exit, again.exit)
        end
      end
      assert.is_true(hits > cases.count(6000) / 10)
    end)
  end

  it("the polygon of which one was missed", function()
    local shape = collide.polygon({ { -0.4, 0.3 }, { 1, -0.7 }, { 0.9, 0.3 }, { 0.2, 0.5 } }, 0.3)
    local origin, direction = { 0.30000000000000004, -0.6000000000000001 }, { 0.2, 0.7 }
    local hit = collide.raycast(origin, direction, shape)
    assert.equal(hit.t, collide.raycast(origin, direction, shape, hit.t).t)
  end)
end)

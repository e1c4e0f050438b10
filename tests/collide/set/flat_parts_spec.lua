-- A part without an inside adds nothing to a depth where it lies in the boundary of a solid one:
-- the shortest way out leads across that boundary.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(100)

-- Parts around p without extent along y.
local parts = {
  [2] = {
    point = function(p) return collide.point(p) end,
    box = function(p) return collide.aabb(p, p) end,
    segment = function(p) return collide.segment(p - vec(0.25, 0), p + vec(0.125, 0)) end,
    ["flat box"] = function(p) return collide.box(p, { 0.25, 0 }) end,
  },
  [3] = {
    point = function(p) return collide.point(p) end,
    segment = function(p)
      return collide.segment(p - vec(0.25, 0, 0.5), p + vec(0.125, 0, 0.25))
    end,
    triangle = function(p)
      return collide.triangle(p - vec(0.25, 0, 0.25), p + vec(0.25, 0, -0.25), p + vec(0, 0, 0.25))
    end,
    box = function(p) return collide.aabb(p - vec(0.25, 0, 0), p + vec(0.125, 0, 0.25)) end,
  },
}

describe("what touches the bottom of a box and a part in it touches both", function()
  for dim = 2, 3 do
    for name_a, make_a in pairs(parts[dim]) do
      for name_b, make_b in pairs(parts[dim]) do
        it(("%s and %s in %dD"):format(name_a, name_b, dim), function()
          local random = generate.random(dim)
          for seed = 1, cases do
            local function eighths(low) return low + random.integer(0, 15) / 8 end
            local function corner(low)
              return dim == 2 and vec(eighths(low), eighths(low)) or
                vec(eighths(low), eighths(low), eighths(low))
            end
            local low, high = corner(-3), corner(1)
            local share = random.integer(1, 15) / 16
            local p = (low + share * (high - low)):with { y = low.y }
            local list = { collide.aabb(low, high), make_b(p) }
            local k = seed % 2 + 1
            list[1], list[k] = list[k], list[1]
            local a, b = make_a(p), collide.compound(list)
            expect.near(0, a:distance(b), 1e-11)
            local normal = a:contact(b, 1).normal
            assert.is_true(normal.y < -1 + 1e-6, ("seed %d: %s"):format(seed, normal))
          end
        end)
      end
    end
  end
end)

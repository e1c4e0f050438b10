-- The support point of a mesh or compound of many parts, whose tree has several levels, is as high
-- as the highest of those of its parts.
local collide = require "collide"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(60)

local function point(random, size)
  return vec(random.range(-size, size), random.range(-size, size), random.range(-size, size))
end

local function triangles(random, count)
  local vertices, list = {}, {}
  for i = 1, count do
    local middle = point(random, 10)
    for k = 3 * i - 2, 3 * i do vertices[k] = middle + point(random, 1) end
    list[i] = { 3 * i - 2, 3 * i - 1, 3 * i }
  end
  return collide.mesh(vertices, list), vertices
end

describe("the support point of a set of many parts", function()
  it("is the highest vertex of a mesh", function()
    for seed = 1, cases do
      local random = generate.random(seed)
      local mesh, vertices = triangles(random, random.integer(4, 400))
      for _ = 1, 5 do
        local direction, most = point(random, 1), -math.huge
        for _, v in ipairs(vertices) do most = math.max(most, v:dot(direction)) end
        assert.near(most, mesh:support(direction):dot(direction), 1e-12, "seed " .. seed)
      end
    end
  end)

  it("is the highest of the spheres of a compound", function()
    for seed = 1, cases do
      local random = generate.random(seed)
      local balls = {}
      for i = 1, random.integer(4, 400) do
        balls[i] = collide.sphere(point(random, 10), random.range(0, 2))
      end
      local compound = collide.compound(balls)
      for _ = 1, 5 do
        local direction, most = point(random, 1):normalized(), -math.huge
        for _, ball in ipairs(balls) do
          most = math.max(most, ball.center:dot(direction) + ball.radius)
        end
        assert.near(most, compound:support(direction):dot(direction), 1e-12, "seed " .. seed)
      end
    end
  end)
end)

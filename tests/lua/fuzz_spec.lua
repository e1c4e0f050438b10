-- Random calls (tests/support/call_fuzz.lua, world_fuzz.lua) with seeded numbers; after them every
-- shape is valid and prints as a call that makes it again. The count of calls that worked guards
-- against vacuity.
local collide = require "collide"
local Fuzz = require "tests.support.call_fuzz"
local generate = require "tests.support.generate"
local WorldFuzz = require "tests.support.world_fuzz"

local calls = require("tests.support.cases").count(30000)

local function fuzz(seed, count)
  local self = Fuzz.new(generate.random(seed))
  for _ = 1, count do self:any_call() end
  return self
end

describe("random calls", function()
  for seed = 1, 3 do
    it("work or raise a message of ours, with seed " .. seed, function()
      local self = fuzz(seed, calls)
      assert.is_true(self.worked > calls * 0.3, self.worked .. " worked")
      assert.is_true(self.raised > calls * 0.02, self.raised .. " raised")
      for dim = 2, 3 do
        for _, shape in ipairs(self.shapes[dim]) do
          local again = load("return " .. tostring(shape), "shape", "t", { collide = collide })()
          assert.equal(shape.kind, again.kind)
          assert.equal(shape.radius, again.radius)
        end
      end
    end)

    it("of worlds and bodies do too, with seed " .. seed, function()
      local self = WorldFuzz.new(fuzz(seed, 1000))
      local made = 0
      while made < calls // 50 or (self.hits <= 1 and made < calls // 5) do
        self:call()
        made = made + 1
      end
      assert.is_true(self.worked > calls * 0.01, self.worked .. " worked")
      assert.is_true(self.raised > calls * 0.001, self.raised .. " raised")
      assert.is_true(self.hits > 1, self.hits .. " hits asked about")
    end)
  end
end)

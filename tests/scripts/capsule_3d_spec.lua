-- scripts/capsule_3d.lua: it visits its four positions.
local scenario = require "collide.scenario"

describe("scripts/capsule_3d.lua", function()
    it("visits the four positions and keeps its checks", function()
        local run, seen = scenario.load "scripts/capsule_3d.lua", {}
        for _ = 1, 1440 do
            run:step()
            seen[run.state.position] = true
        end
        assert.same({}, run.failures)
        for _, position in ipairs { "crossing", "parallel", "collinear", "zero length" } do
            assert.is_true(seen[position], position)
        end
    end)
end)

-- scripts/sat.lua: the arrow keys move the triangle.
local scenario = require "collide.scenario"

describe("scripts/sat.lua", function()
    local path = "scripts/sat.lua"

    it("moves the triangle by the arrow keys", function()
        local run = scenario.load(path, { input = function() return { "right", "up" } end })
        run:step(60)
        assert.near(2, run.state.shift.x, 1e-12)
        assert.near(2, run.state.shift.y, 1e-12)
    end)
end)

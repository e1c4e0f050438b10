-- scripts/pinball.lua: it scores by itself, and a key raises a flipper.
local scenario = require "collide.scenario"

describe("scripts/pinball.lua", function()
    local path = "scripts/pinball.lua"

    it("scores, and plays by itself", function()
        local run = scenario.load(path)
        run:step(1200)
        assert.is_true(run.state.score > 0)
        assert.same({}, run.failures)
    end)

    it("raises a flipper while a key is held", function()
        local run = scenario.load(path, { input = function() return { "left" } end })
        run:step(30)
        assert.near(0.5, run.state.flippers[1].angle, 1e-12)
        assert.is_true(run.state.flippers[2].angle < 0)
    end)
end)

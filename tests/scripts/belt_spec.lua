-- scripts/belt.lua: all crates come round, whatever the speed; keys turn the belts.
local scenario = require "collide.scenario"

describe("scripts/belt.lua", function()
    local path = "scripts/belt.lua"

    it("brings all crates round again", function()
        for _, params in ipairs { {}, { belt = 5, slope = 0.7 },
            { friction = 0.3, restitution = 0.6 } } do
            local run = scenario.load(path, { params = params })
            run:step(1200)
            local before = run.state.rounds
            run:step(1200)
            assert.same({}, run.failures)
            assert.is_true(run.state.rounds >= before + #run.state.crates)
        end
    end)

    it("turns its belts by the keys", function()
        for key, speed in pairs { left = -2, right = 6 } do
            local run = scenario.load(path, { input = function() return { key } end })
            run:step()
            assert.near(speed, run.state.belts[1].body.surface_velocity.x, 1e-12)
        end
    end)
end)

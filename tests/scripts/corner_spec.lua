-- scripts/corner.lua: a ball slides along a wall, along an edge and into the corner, and ends there
-- touching all three, in steps of any length and at any angle of the walls.
local scenario = require "collide.scenario"

describe("scripts/corner.lua", function()
    local path = "scripts/corner.lua"

    it("slides along a wall, an edge and into the corner", function()
        local run = scenario.load(path, { params = { lean = 0 } })
        run:step(600)
        local balls, walls = run.state.balls, run.state.walls
        for i, ball in ipairs(balls) do
            assert.equal(0, ball.velocity:length())
            for k = 1, i do assert.near(0, ball.shape:distance(walls[k].shape), 1e-9) end
        end
        assert.same({}, run.failures)
    end)

    it("does so in a step of any length, whatever the walls' angles", function()
        for _, lean in ipairs { -0.5, 0, 0.5 } do
            local run = scenario.load(path, { params = { lean = lean, speed = 1000 } })
            run:step(300)
            assert.is_true(run.state.hits >= 3)
            assert.same({}, run.failures)
        end
    end)
end)

-- scripts/lidar.lua: the robot drives about and runs into nothing, whatever it sees, and is
-- steered by keys.
local scenario = require "collide.scenario"

describe("scripts/lidar.lua", function()
    local path = "scripts/lidar.lua"

    it("drives through the room and into nothing", function()
        for _, params in ipairs { { rays = 100 }, { rays = 16 },
            { rays = 80, reach = 3, speed = 8 } } do
            local run = scenario.load(path, { params = params })
            local low, high = math.huge, -math.huge
            for _ = 1, 12 do
                run:step(50)
                local x = run.state.robot.position.x
                low, high = math.min(low, x), math.max(high, x)
            end
            assert.is_true(high - low > 3)
            assert.same({}, run.failures)
        end
    end)

    it("is steered by the arrow keys", function()
        local run = scenario.load(path, { input = function() return { "left" } end })
        run:step(60)
        assert.near(2, run.state.heading, 1e-12)
    end)
end)

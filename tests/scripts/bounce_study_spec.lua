-- scripts/bounce_study.lua: from whatever height, the balls are where the closed form has them, and
-- each but the last lies still from the limit of its series on.
local collide = require "collide"
local scenario = require "collide.scenario"

describe("scripts/bounce_study.lua", function()
    local path = "scripts/bounce_study.lua"

    it("follows the closed form, whatever the parameters", function()
        for _, params in ipairs { {}, { height = 10, lowest = 0 }, { height = 0.5, gravity = 1 },
            { gravity = 50, lowest = 0.9 } } do
            local run = scenario.load(path, { params = params })
            run:step(1200)
            assert.same({}, run.failures)
        end
    end)

    it("lies still where the series ends, and not before", function()
        local height, gravity = 5, 10
        local run = scenario.load(path)
        local rests = {}
        for _ = 1, 2400 do
            run:step()
            for i, lane in ipairs(run.state.lanes) do
                local still = lane.ball.velocity == collide.vec(0, 0)
                assert.is_true(still or not rests[i], "it moves again")
                rests[i] = rests[i] or (still and run.time) or nil
            end
        end
        for i, lane in ipairs(run.state.lanes) do
            local limit = math.sqrt(2 * height / gravity) * (1 + lane.e) / (1 - lane.e)
            if limit < 39 then assert.near(limit, rests[i], 0.01 * limit + 1 / 60) end
        end
        assert.is_nil(rests[10])
    end)
end)

-- scripts/walker.lua: it climbs the steps to the top, never the rock, and stays out of the ground.
local scenario = require "collide.scenario"

describe("scripts/walker.lua", function()
    local path = "scripts/walker.lua"

    local function highest(params)
        local run, top, rock = scenario.load(path, { params = params }), 0, false
        for _ = 1, 900 do
            run:step()
            local at = run.state.hero.a
            if at.x < 0 and at.z < 0 then top = math.max(top, at.y - 0.3) end
            rock = rock or (at.x > 4 and at.z < -4 and at.y > 2)
        end
        assert.same({}, run.failures)
        assert.is_false(rock)
        return top
    end

    it("climbs steps no higher than step_height", function()
        assert.near(1.5, highest {}, 0.15)
        assert.is_true(highest { step_height = 0.25 } < 1.2)
    end)

    it("climbs hills no steeper than max_slope, and is never in the ground", function()
        highest { max_slope = 20 }
        highest { speed = 20 }
    end)
end)

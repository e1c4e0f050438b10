-- scripts/platformer.lua: each hero plays the whole level, there and back; keys walk, jump
-- and land on a ledge from below.
local scenario = require "collide.scenario"

describe("scripts/platformer.lua", function()
    local path = "scripts/platformer.lua"

    it("plays by itself, from end to end", function()
        for _, hero in ipairs { "capsule", "box", "ball" } do
            local run = scenario.load(path, { params = { hero = hero } })
            local low, high, rode = math.huge, -math.huge, false
            for _ = 1, 2400 do
                run:step()
                local x = run.state.hero.position.x
                low, high = math.min(low, x), math.max(high, x)
                rode = rode or run.state.on == run.state.lifts[1].data
            end
            assert.is_true(low < -11.5 and high > 14 and rode, hero)
            assert.same({}, run.failures)
        end
    end)

    it("jumps up through a ledge and stands on it", function()
        local run = scenario.load(path, { input = function(frame)
            return frame < 44 and { "right" } or frame < 48 and { "up" } or {}
        end })
        run:step(120)
        assert.equal("ledge", run.state.on)
        assert.same({}, run.failures)
    end)
end)

-- scripts/platformer.lua: each hero plays the whole level, there and back; keys walk, jump
-- and land on a ledge from below.
local collide = require "collide"
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

    it("stays on ledges that rise and fall", function()
        for _, speed in ipairs { 0.5, -0.5, 3, -3 } do
            local run = scenario.load(path, { input = function(frame)
                return frame < 44 and { "right" } or frame < 48 and { "up" } or { "down" }
            end })
            run:step(120)
            for _, ledge in ipairs(run.state.ledges) do
                ledge.velocity = collide.vec(0, speed * (speed < 0 and 0.2 or 1))
            end
            for _ = 1, 60 do
                run:step()
                assert.equal("ledge", run.state.on, speed)
            end
            assert.same({}, run.failures)
        end
    end)
end)

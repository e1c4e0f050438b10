-- scripts/cave.lua: the character walks on every kind of ground, and stays in the cave however fast
-- it is.
local scenario = require "collide.scenario"

describe("scripts/cave.lua", function()
    local path = "scripts/cave.lua"

    it("walks on every kind of ground", function()
        local run = scenario.load(path)
        assert.same({}, run:step(1800).failures)
        for _, name in ipairs { "rock", "bowl", "ice", "mud", "moss" } do
            assert.is_true(run.state.trod[name], name)
        end
    end)

    it("never leaves the cave", function()
        for _, params in ipairs { { speed = 20, jump = 20, gravity = 5 },
            { speed = 20, jump = 20, gravity = 50 }, { speed = 0 } } do
            local run = scenario.load(path, { params = params })
            assert.same({}, run:step(900).failures)
            local at = run.state.hero.a
            assert.is_true(math.abs(at.x) < 12 and at.y > -5 and at.y < 7)
        end
    end)
end)

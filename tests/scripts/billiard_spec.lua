-- scripts/billiard.lua: its energy is kept where restitution is 1 and lost otherwise, over more
-- than 100 hits.
local scenario = require "collide.scenario"

describe("scripts/billiard.lua", function()
    local path = "scripts/billiard.lua"

    it("keeps its energy where restitution is 1, and loses it else", function()
        for _, restitution in ipairs { 1, 0.9 } do
            local run = scenario.load(path, { params = { restitution = restitution } })
            run:step(1)
            local before = run.state.before
            run:step(300)
            assert.is_true(run.state.hits > 100)
            local kept = run.state.energy / before
            if restitution == 1 then assert.near(1, kept, 1e-12) end
            if restitution < 1 then assert.is_true(kept < 0.5) end
            assert.same({}, run.failures)
        end
    end)
end)

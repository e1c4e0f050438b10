-- scripts/ray_capsule.lua: rays enter and leave through every part of the capsule.
local scenario = require "collide.scenario"

describe("scripts/ray_capsule.lua", function()
    it("meets every part of the capsule, on the way in and on the way out", function()
        local run, seen = scenario.load "scripts/ray_capsule.lua", {}
        for _ = 1, 1440 do
            run:step()
            for i, mark in ipairs(run.state.marks) do
                seen[(i == 1 and "in " or "out ") .. mark.part] = true
                if mark.t < 0 then seen["in the past"] = true end
            end
            if not run.state.hits.capsule then seen.missed = true end
        end
        assert.same({}, run.failures)
        for _, part in ipairs { "cap a", "side", "cap b" } do
            assert.is_true(seen["in " .. part] and seen["out " .. part], part)
        end
        assert.is_true(seen["in the past"] and seen.missed)
    end)
end)

-- scripts/explain_gjk.lua: it shows every step of GJK for many pairs, each with several steps.
local scenario = require "collide.scenario"

describe("scripts/explain_gjk.lua", function()
    local path = "scripts/explain_gjk.lua"

    it("steps through every pair, and on to the next", function()
        local run, rounds, most = scenario.load(path), {}, 0
        for _ = 1, 2400 do
            run:step()
            local s = run.state
            rounds[s.round] = math.max(rounds[s.round] or 0, s.step)
            most = math.max(most, #s.steps)
            assert.is_true(s.step <= #s.steps)
        end
        assert.same({}, run.failures)
        assert.is_true(#rounds > 5 and most >= 4, "many pairs, each with several steps")
        for round = 1, #rounds - 1 do assert.is_true(rounds[round] >= 4, "round " .. round) end
    end)
end)

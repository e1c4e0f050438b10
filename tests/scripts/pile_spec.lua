-- scripts/pile.lua: a pile comes to rest whatever the restitution below 1, without a stalled body,
-- and nothing moves where there is no gravity.
local scenario = require "collide.scenario"

describe("scripts/pile.lua", function()
    local path = "scripts/pile.lua"

    local function fastest(run)
        local most = 0
        for body in run.state.world:bodies() do most = math.max(most, body.velocity:length()) end
        return most
    end

    it("comes to rest, whatever the restitution below 1", function()
        for _, restitution in ipairs { 0, 0.6 } do
            local params = { restitution = restitution, count = 20 }
            local run = scenario.load(path, { params = params })
            run:step(900)
            assert.same({}, run.failures)
            assert.is_true(fastest(run) < 0.5)
            assert.equal(0, run.state.stalled)
        end
    end)

    it("has nothing in each other, of a thousand", function()
        local run = scenario.load(path, { params = { count = 1000 } })
        run:step(180)
        assert.same({}, run.failures)
    end)

    it("floats where nothing pulls", function()
        local run = scenario.load(path, { params = { gravity = 0 } })
        run:step(60)
        assert.same({}, run.failures)
        assert.equal(0, fastest(run))
    end)
end)

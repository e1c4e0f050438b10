-- scripts/windmill.lua: nothing passes through a blade, however fast that is, and keys turn it.
local scenario = require "collide.scenario"

describe("scripts/windmill.lua", function()
    local path = "scripts/windmill.lua"

    it("lets nothing through its blades", function()
        for _, spin in ipairs { -40, -3, 0, 0.5, 2, 15 } do
            local run = scenario.load(path, { params = { spin = spin }, seed = 3 })
            run:step(600)
            assert.same({}, run.failures)
        end
    end)

    it("throws what it hits", function()
        local run = scenario.load(path, { params = { spin = 15 } })
        local fastest = 0
        for _ = 1, 300 do
            run:step()
            for _, thing in ipairs(run.state.things) do
                fastest = math.max(fastest, thing.velocity:length())
            end
        end
        assert.is_true(fastest > 20, fastest)
    end)

    it("is turned by keys", function()
        local run = scenario.load(path, { input = function() return { "left" } end })
        run:step(60)
        assert.near(12, run.state.blades.spin, 1e-9)
    end)
end)

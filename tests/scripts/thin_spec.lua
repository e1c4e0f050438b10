-- scripts/thin.lua: nothing comes through a sheet, however steep, fast and turned.
local scenario = require "collide.scenario"

describe("scripts/thin.lua", function()
    local path = "scripts/thin.lua"

    it("lets nothing through", function()
        for _, params in ipairs { {}, { tilt = 0, spin = 20 }, { tilt = 0.6, gravity = 100 } } do
            params.count = 40
            local run = scenario.load(path, { params = params })
            run:step(400)
            assert.same({}, run.failures)
        end
    end)

    it("has things that lie on a sheet and turn", function()
        local run = scenario.load(path, { params = { tilt = 0 } })
        run:step(200)
        local lying = 0
        for body in run.state.world:bodies() do
            for _, floor in ipairs(run.state.sheets) do
                local gap = math.abs(body.shape:distance(floor.shape))
                if body.data and body.data.turns ~= 0 and gap < 1e-6 then lying = lying + 1 end
            end
        end
        assert.is_true(lying > 20)
    end)
end)

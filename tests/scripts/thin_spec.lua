-- scripts/thin.lua: things come to lie on a level sheet and turn there. (checks_spec.lua: nothing
-- comes through one.)
local scenario = require "collide.scenario"

describe("scripts/thin.lua", function()
    local path = "scripts/thin.lua"

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

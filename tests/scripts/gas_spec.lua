-- scripts/gas.lua: the pressure on the walls is that of Carnahan and Starling to 5 %, and the gas
-- is the same in every run.
local scenario = require "collide.scenario"

describe("scripts/gas.lua", function()
    local path = "scripts/gas.lua"
    local gas = dofile(path)

    it("feels the pressure of Carnahan and Starling", function()
        local run = scenario.load(path, { params = { side = 7, density = 0.4 } })
        run:step(900)
        local felt, expected = gas.pressures(run.state)
        assert.near(1, felt / expected, 0.05)
        assert.same({}, run.failures)
    end)

    it("is the same gas every time", function()
        local function hash() return scenario.load(path):step(20):hash() end
        assert.equal(hash(), hash())
    end)
end)

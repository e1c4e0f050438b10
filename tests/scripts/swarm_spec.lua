-- scripts/swarm.lua: ten thousand bodies stay in the room, also at a hundred times the speed, while
-- they hit each other.
local scenario = require "collide.scenario"

describe("scripts/swarm.lua", function()
    it("holds ten thousand in the room", function()
        local run = scenario.load "scripts/swarm.lua"
        run:step(30)
        assert.equal(10006, #run.state.world)
        assert.is_true(run.state.hits > 10)
        assert.same({}, run.failures)
    end)

    it("holds them at a hundred times the speed", function()
        local run = scenario.load("scripts/swarm.lua", { params = { count = 500, speed = 100 } })
        run:step(60)
        assert.is_true(run.state.hits > 10)
        assert.same({}, run.failures)
    end)
end)

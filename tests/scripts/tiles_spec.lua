-- scripts/tiles.lua: what slides over tiles goes the way of what slides over one floor, whatever
-- the angle, the width of the tiles and the speed; a real step stops it.
local scenario = require "collide.scenario"

describe("scripts/tiles.lua", function()
    local path = "scripts/tiles.lua"

    it("goes the same ways", function()
        for _, angle in ipairs { 0, 0.2, math.pi / 4, -2 } do
            for _, width in ipairs { 0.1, 0.5 } do
                local params = { angle = angle, width = width, speed = width * 10 }
                local run = scenario.load(path, { params = params })
                local start = run.state.tiles[1].position
                run:step(90)
                assert.same({}, run.failures)
                assert.is_true(start:distance(run.state.tiles[1].position) > 0.2)
            end
        end
    end)

    it("stops at steps", function()
        local run = scenario.load(path, { params = { step = 0.1 } })
        local moved = 0
        for _ = 1, 60 do
            run:step()
            for i, body in ipairs(run.state.tiles) do
                local way = body.position - run.state.one[i].position - run.state.apart
                moved = math.max(moved, way:length())
            end
        end
        assert.is_true(moved > 1)
        assert.same({}, run.failures)
    end)
end)

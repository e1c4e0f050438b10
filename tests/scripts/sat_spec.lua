-- scripts/sat.lua: by hand and by the query the polygons are apart in the same frames, and as deep;
-- the way out parts them.
local scenario = require "collide.scenario"

describe("scripts/sat.lua", function()
    local path = "scripts/sat.lua"

    it("finds what the query finds, apart and overlapping", function()
        for _, distance in ipairs { 0, 1, 2.5, 5 } do
            local run = scenario.load(path, { params = { distance = distance, turn = 1.3 } })
            local apart, deep = 0, 0
            for _ = 1, 540 do
                run:step()
                local s = run.state
                if s.contact then
                    deep = deep + 1
                    local out = s.contact.normal * s.contact.depth
                    assert.near(0, s.b:clone():move(out):distance(s.a), 1e-12)
                else
                    apart = apart + 1
                end
            end
            assert.same({}, run.failures)
            assert.is_true(distance == 0 and deep == 540 or deep > 60)
            assert.is_true(distance < 2 and apart == 0 or apart > 60)
        end
    end)

    it("moves the triangle by the arrow keys", function()
        local run = scenario.load(path, { input = function() return { "right", "up" } end })
        run:step(60)
        assert.near(2, run.state.shift.x, 1e-12)
        assert.near(2, run.state.shift.y, 1e-12)
    end)
end)

-- scripts/capsule_2d.lua: the circle touches the ends and the side, and the end points alone
-- miss crossings that the crossing test finds. Every case is counted.
local scenario = require "collide.scenario"

describe("scripts/capsule_2d.lua", function()
    local function load(params)
        return scenario.load("scripts/capsule_2d.lua", { params = params })
    end

    it("has the circle touch all of it, and misses crosses with the end points alone", function()
        local run, apart, meets, side, missed, hit, none = load(), 0, 0, 0, 0, 0, 0
        for _ = 1, 2400 do
            local s = run:step().state
            if s.by_query > 0 then apart = apart + 1 else meets = meets + 1 end
            if s.foot ~= s.capsule.a and s.foot ~= s.capsule.b then side = side + 1 end
            if s.contact and not s.ends then
                assert.is_true(s.cross)
                missed = missed + 1
            elseif s.contact then
                hit = hit + 1
            else
                none = none + 1
            end
        end
        assert.same({}, run.failures)
        assert.is_true(apart > 500 and meets > 200 and side > 200 and side < 2200)
        assert.is_true(missed > 50 and hit > 200 and none > 200)
    end)
end)

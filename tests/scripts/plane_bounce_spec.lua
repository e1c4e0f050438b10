-- scripts/plane_bounce.lua: the unfolded path of the ball is a straight line, and a tired ball is
-- thrown anew.
local scenario = require "collide.scenario"

describe("scripts/plane_bounce.lua", function()
    local path = "scripts/plane_bounce.lua"
    local function load(params) return scenario.load(path, { params = params }) end

    it("travels the whole of each step: its way, unfolded, is straight", function()
        local run = load { restitution = 1, speed = 9 }
        local function folded(way, from, to) -- reflected between two walls
            local there = (way - from) % (2 * (to - from))
            return from + math.min(there, 2 * (to - from) - there)
        end
        for _ = 1, 1200 do
            run:step()
            local at = run.state.ball.center
            assert.near(folded(-6 + 7.2 * run.time, -7.5, -2), at.x, 1e-9)
            assert.near(folded(2 + 5.4 * run.time, 0.5, 6.5), at.y, 1e-9)
        end
    end)

    it("loses what the bounces take, and is thrown anew when tired", function()
        local run, thrown, last = load { restitution = 0.7 }, 0, nil
        for _ = 1, 6000 do
            run:step()
            local energy = run.state.velocity:length2() / 2
            if last and energy > last * (1 + 1e-9) then thrown = thrown + 1 end
            last = energy
        end
        assert.is_true(thrown > 0)
        assert.same({}, run.failures)
    end)
end)

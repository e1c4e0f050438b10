-- scripts/plane_bounce.lua: a ball between planes keeps its energy for an hour, its unfolded path
-- is a straight line, and rays meet one plane as geometry says.
local scenario = require "collide.scenario"

describe("scripts/plane_bounce.lua", function()
    local path = "scripts/plane_bounce.lua"
    local function load(params) return scenario.load(path, { params = params }) end

    it("keeps its energy for an hour where nothing is lost", function()
        local run = load { restitution = 1 }
        run:step(20000)
        assert.near(run.state.energy, run.state.velocity:length2() / 2, 1e-9 * run.state.energy)
        assert.same({}, run.failures)
    end)

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

    it("knows the special cases of one plane", function()
        local run = load()
        run:step(1)
        local hits = {}
        for _, case in ipairs(run.state.cases) do table.insert(hits, case.hit or false) end
        local ahead, away, parallel, into, out, along = table.unpack(hits)
        assert.is_true(ahead.t > 0 and ahead.t < 1 and not ahead.inside and ahead.approach > 0)
        assert.equal(math.huge, ahead.exit)
        assert.is_false(away)
        assert.is_false(parallel)
        assert.is_true(into.inside and into.enter < 0 and into.t == 0 and into.approach > 0)
        assert.equal(math.huge, into.exit)
        assert.is_true(out.inside and out.exit > 0 and out.t == 0 and out.approach < 0)
        assert.equal(-math.huge, out.enter)
        assert.is_true(along.inside and along.approach == 0)
        assert.same({ -math.huge, math.huge }, { along.enter, along.exit })
    end)
end)

-- scripts/swept_sphere_box.lua: bisection finds a time within 0.005 of the exact one and never
-- later, and the rest of a step slides or reflects as the normal says. Hits, misses and slides are
-- counted.
local scenario = require "collide.scenario"

describe("scripts/swept_sphere_box.lua", function()
    local path = "scripts/swept_sphere_box.lua"
    local function load(params) return scenario.load(path, { params = params }) end

    it("bisects to within 0.005 of the exact touch, never late, and slides the rest", function()
        local run, hits, misses, slid = load(), 0, 0, 0
        for _ = 1, 1000 do
            local s = run:step().state
            assert.is_true(not s.exact or s.bisected <= s.exact)
            if s.exact then hits = hits + 1 else misses = misses + 1 end
            if #s.path == 3 and s.exact then
                local first, second = s.path[2] - s.path[1], s.path[3] - s.path[2]
                assert.near(0, second:dot(s.normal), 1e-9)
                assert.is_true(first:dot(s.normal) < 0)
                assert.is_true(first:length() + second:length() <= run.params.step + 1e-9)
                slid = slid + 1
            end
        end
        assert.is_true(hits > 300 and misses > 30 and slid > 100)
        assert.same({}, run.failures)
    end)

    it("goes on with the reflected or with the sliding velocity", function()
        local reflected, sliding, bounced = load(), load { velocity = "sliding" }, 0
        for _ = 1, 1000 do
            local s, t = reflected:step().state, sliding:step().state
            assert.same(s.path, t.path)
            assert.near(reflected.params.step, s.velocity:length(), 1e-9)
            if #s.path == 3 and s.exact then
                assert.is_true(s.velocity:dot(s.normal) > 0)
                assert.near(0, t.velocity:dot(t.normal), 1e-9)
                bounced = bounced + 1
            end
        end
        assert.is_true(bounced > 100)
        assert.same({}, sliding.failures)
    end)
end)

-- scripts/swept_sphere_box.lua: bisection finds a time within 0.005 of the exact one and never
-- later, and the rest of a step slides or reflects as the normal says. Hits, misses and slides are
-- counted.
local scenario = require "collide.scenario"

describe("scripts/swept_sphere_box.lua", function()
    local path = "scripts/swept_sphere_box.lua"
    local function load(params) return scenario.load(path, { params = params }) end

    it("bisects to within 0.005 of the exact touch, never late", function()
        local run, hits, misses = load(), 0, 0
        for _ = 1, 1000 do
            run:step()
            local s = run.state
            if s.exact then
                assert.is_true(s.bisected <= s.exact)
                hits = hits + 1
            else
                misses = misses + 1
            end
        end
        assert.is_true(hits > 300 and misses > 30)
        assert.same({}, run.failures)
    end)

    it("slides the rest of the step along the surface", function()
        local run, slid = load(), 0
        for _ = 1, 1000 do
            run:step()
            local s = run.state
            if #s.path == 3 and s.exact then
                local first, second = s.path[2] - s.path[1], s.path[3] - s.path[2]
                assert.near(0, second:dot(s.normal), 1e-9)
                assert.is_true(first:dot(s.normal) < 0)
                assert.is_true(first:length() + second:length() <= run.params.step + 1e-9)
                slid = slid + 1
            end
        end
        assert.is_true(slid > 100)
    end)

    it("goes on with the reflected or with the sliding velocity", function()
        local reflected, sliding = load(), load { velocity = "sliding" }
        local bounced = 0
        for _ = 1, 1000 do
            reflected:step()
            sliding:step()
            local s, t = reflected.state, sliding.state
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

    it("does not tunnel at any speed or size", function()
        for _, case in ipairs { { 30, 0.05 }, { 30, 0.8 }, { 1, 0.3 } } do
            local run = load { step = case[1], radius = case[2] }
            run:step(400)
            assert.same({}, run.failures)
        end
    end)
end)

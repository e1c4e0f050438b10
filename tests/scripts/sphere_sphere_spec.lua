-- scripts/sphere_sphere.lua: an exact touch counts or not as the param says, and the arrow keys
-- move it.
local scenario = require "collide.scenario"

describe("scripts/sphere_sphere.lua", function()
    local path = "scripts/sphere_sphere.lua"

    it("rests in an exact touch, which counts or not", function()
        for _, counts in ipairs { true, false } do
            local run = scenario.load(path, { params = { touching_counts = counts } })
            run:seek(120)
            assert.equal(0, run.state.distance)
            assert.equal(counts, run.state.hit)
            run:seek(240)
            assert.is_true(run.state.distance < 0 and run.state.hit)
            run:seek(20)
            assert.is_true(run.state.distance > 0 and not run.state.hit)
        end
    end)

    it("follows the arrow keys in x and z", function()
        local function after(keys)
            local function input() return keys end
            local run = scenario.load(path, { input = input, params = { speed = 6 } })
            run:step(10)
            return run.state.box.center
        end
        local x = after({ "left", "right", "up" }).x
        assert.near(1, after({ "right" }).x - x, 1e-12)
        assert.near(-1, after({ "left" }).x - x, 1e-12)
        assert.near(-1, after({ "up" }).z, 1e-12)
        assert.near(1, after({ "down" }).z, 1e-12)
    end)
end)

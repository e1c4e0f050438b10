-- scripts/sphere_sphere.lua: the sphere around each cloud is the smallest one, an exact touch
-- counts or not as the param says, and the arrow keys move it.
local collide = require "collide"
local scenario = require "collide.scenario"

describe("scripts/sphere_sphere.lua", function()
    local path = "scripts/sphere_sphere.lua"

    it("wraps each cloud in its smallest sphere", function()
        local s = scenario.load(path).state
        for _, name in ipairs { "teapot", "box" } do
            local touching = {}
            for _, point in ipairs(s.points[name]) do
                local reach = point:length() / s[name].radius
                assert.is_true(reach <= 1 + 1e-12)
                if reach > 1 - 1e-9 then table.insert(touching, point) end
            end
            -- It is the smallest: the centre cannot move closer to all the points that it touches.
            local among = collide.hull(touching):distance(collide.point { 0, 0, 0 })
            assert.is_true(among < 1e-9, name)
        end
    end)

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

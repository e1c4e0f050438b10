-- scripts/sphere_box.lua: the sphere touches every box and enters none, bounces with the
-- restitution given, and follows the arrow keys.
local scenario = require "collide.scenario"

describe("scripts/sphere_box.lua", function()
    local path = "scripts/sphere_box.lua"

    it("touches every box on its tour and keeps out of all", function()
        local run, touched = scenario.load(path), {}
        for _ = 1, 3600 do
            run:step()
            for _, bounce in ipairs(run.state.bounces) do touched[bounce.name] = true end
        end
        assert.same({}, run.failures)
        for _, name in ipairs { "floor", "turned", "edge", "ramp", "from_matrix" } do
            assert.is_true(touched[name], name)
        end
    end)

    it("reflects with the restitution of the parameter", function()
        for _, restitution in ipairs { 0, 0.5, 1 } do
            local run = scenario.load(path, { params = { restitution = restitution } })
            local bounces = 0
            for _ = 1, 600 do
                run:step()
                for _, bounce in ipairs(run.state.bounces) do
                    local before, after, normal = bounce.before, bounce.after, bounce.normal
                    assert.near(-restitution * before:dot(normal), after:dot(normal), 1e-12)
                    assert.near(0, before:slide(normal):distance(after:slide(normal)), 1e-12)
                    bounces = bounces + 1
                end
            end
            assert.is_true(bounces > 5)
            assert.same({}, run.failures)
        end
    end)

    it("goes where the arrow keys push", function()
        local ways = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }
        for key, way in pairs(ways) do
            local run = scenario.load(path, { input = function() return { key } end })
            run:step(30)
            local at = run.state.ball.center
            assert.is_true(at.x * way[1] + at.z * way[2] > 0.5, key)
            assert.near(0, at.x * way[2] + at.z * way[1], 1e-9)
        end
    end)
end)

-- scripts/ruin.lua: the walker touches the walls of the plan and stays out of them however fast it
-- is; the lantern is inside exactly where the plan has a wall.
local collide = require "collide"
local raise = require "lib.raise"
local scenario = require "collide.scenario"
local vec = collide.vec

describe("scripts/ruin.lua", function()
    local path = "scripts/ruin.lua"

    it("touches the walls of the hall, and flies through them", function()
        local run, inside = scenario.load(path), 0
        for _ = 1, 1500 do
            local s = run:step().state
            assert.same({}, run.failures or {})
            inside = inside + (s.inside and 1 or 0)
            if s.wall then
                local triangle = collide.triangle(s.touched[1], s.touched[2], s.touched[3])
                assert.is_true(triangle:distance(s.hero) < 3 / 60) -- it may slide on in the step
            end
        end
        assert.is_true(run.state.felt.hall)
        assert.is_nil(run.state.felt["closed cell"])
        assert.is_true(inside > 50)
    end)

    it("never walks into a wall", function()
        for _, speed in ipairs { 0, 3, 20 } do
            assert.same({}, scenario.load(path, { params = { speed = speed } }):step(900).failures)
        end
    end)

    it("raises plans whose pieces meet within an edge", function()
        local mesh = raise({ { vec(0, 0), vec(4, 0), vec(4, 4), vec(0, 4) },
            { vec(1, 1), vec(1, 2), vec(2, 2), vec(2, 1) },
            { vec(2, 3), vec(3, 3), vec(3, 2.5) } }, 2)
        local solid = collide.solid(mesh)
        for x = 0.25, 3.75, 0.5 do
            for z = 0.25, 3.75, 0.5 do
                local hole = x > 1 and x < 2 and z > 1 and z < 2 or
                    x > 2 and x < 3 and z < 3 and z > 3 - (x - 2) / 2
                assert.equal(not hole, solid:contains { x, 1, z })
            end
        end
    end)
end)
